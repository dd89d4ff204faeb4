//! The colours of pictures: one palette, each colour with a light and a dark form.
//!
//! A picture names a [`Paint`]; the theme decides the colour. Things with a colour of their own (a red ball,
//! a green cloth) change little between themes; paper and ink change places.

use serde::{Deserialize, Serialize};

macro_rules! palette {
    ($($(#[$about:meta])* $name:ident = $word:literal, $light:literal, $dark:literal;)*) => {
        /// A colour of the palette.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Paint { $($(#[$about])* $name,)* }

        impl Paint {
            /// Every colour.
            pub const ALL: &'static [Paint] = &[$(Paint::$name,)*];

            /// Its name, as style sheets call it.
            pub const fn name(self) -> &'static str {
                match self { $(Paint::$name => $word,)* }
            }
            /// The colour on light paper.
            pub const fn light(self) -> &'static str {
                match self { $(Paint::$name => $light,)* }
            }
            /// The colour on dark paper.
            pub const fn dark(self) -> &'static str {
                match self { $(Paint::$name => $dark,)* }
            }
        }
    };
}

palette! {
    /// The ground of a picture.
    Paper = "paper", "#ffffff", "#14181f";
    /// Text and lines that matter.
    Ink = "ink", "#1c2430", "#e7ebf1";
    /// Text and lines beside the matter.
    Faint = "faint", "#5a6676", "#9aa6b5";
    /// Lines that are hardly there.
    Hair = "hair", "#c9d0d9", "#3b4452";
    /// The face of a button.
    Button = "button", "#eef1f5", "#262d38";

    /// A square of a wooden board.
    Board = "board", "#eed9b5", "#b8935f";
    /// The other square of a wooden board.
    BoardOther = "board-other", "#d9b383", "#936c40";
    /// Lines on a wooden board.
    BoardLine = "board-line", "#8a6136", "#4b3318";
    /// A plain square.
    Square = "square", "#f3f5f8", "#212833";
    /// The felt of an Othello board.
    Felt = "felt", "#3c8f5a", "#2b6e45";
    /// Lines on felt.
    FeltLine = "felt-line", "#1d5434", "#123a23";
    /// The wood of a mancala board and the frame of a billiard table.
    Wood = "wood", "#a9713d", "#7d5129";
    /// The hollow of a pit.
    Pit = "pit", "#7d4f27", "#573619";
    /// A seed.
    Seed = "seed", "#f4e8cf", "#e9d9b6";
    /// The rack of connect four.
    Rack = "rack", "#2b62c4", "#27529f";
    /// The shade around the holes of the rack.
    RackEdge = "rack-edge", "#1f4a97", "#1b3b74";
    /// Billiard cloth.
    Cloth = "cloth", "#1b8a5a", "#17724b";
    /// The cushions of a billiard table.
    Rail = "rail", "#0e5a3c", "#0c4a32";
    /// The nose of a cushion.
    RailEdge = "rail-edge", "#0a3f2b", "#083122";
    /// A hole.
    Hole = "hole", "#000000", "#000000";

    /// A white disc, ball or figure.
    White = "white", "#fdfcf6", "#f1efe6";
    /// A black disc, ball or figure.
    Black = "black", "#20242b", "#0b0d11";
    /// The rim of a thing.
    Rim = "rim", "#15191f", "#5b6674";
    /// Red things.
    Red = "red", "#d2342b", "#dd4b41";
    /// Blue things.
    Blue = "blue", "#2a6bd0", "#4a86e0";
    /// Yellow things.
    Yellow = "yellow", "#f2c21a", "#eebd20";
    /// Green things.
    Green = "green", "#157a3d", "#1c8b48";
    /// Purple things.
    Purple = "purple", "#6a2c91", "#7d3da6";
    /// Orange things.
    Orange = "orange", "#e8731e", "#e8731e";
    /// Maroon things.
    Maroon = "maroon", "#7c1c26", "#8d2a34";

    /// The last change.
    Mark = "mark", "#e0a100", "#f0b93a";
    /// The last piece taken or turned.
    Taken = "taken", "#d2342b", "#ff7a6b";
    /// Where a click means something.
    Hint = "hint", "#12805c", "#43c79a";

    /// A node whose player wants much.
    Max = "max", "#dcebfb", "#17375c";
    /// The edge of such a node.
    MaxEdge = "max-edge", "#2a6bd0", "#5d9bee";
    /// A node whose player wants little.
    Min = "min", "#fbe2de", "#57211b";
    /// The edge of such a node.
    MinEdge = "min-edge", "#c8432f", "#f0806e";
    /// A node of chance.
    Chance = "chance", "#fdf3d7", "#4a3a10";
    /// The edge of such a node.
    ChanceEdge = "chance-edge", "#b07a00", "#e0b040";
    /// A node of any other player.
    Other = "other", "#e5f3e6", "#1d4024";
    /// The edge of such a node.
    OtherEdge = "other-edge", "#3a8a4a", "#6cc480";
    /// A finished game.
    End = "end", "#f4f1e8", "#2e2c26";
    /// The edge of a finished game.
    EndEdge = "end-edge", "#97917d", "#8d8777";
}
