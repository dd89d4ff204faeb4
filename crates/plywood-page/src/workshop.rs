//! Games and players from specs that strangers write.
//!
//! No file outside the data folder is read, no other program is started unless the owner allowed it, and one
//! client gets only its share of memory and threads.

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::files::confined;
use plywood_core::place::Opened;
use plywood_core::quantity::said_bytes;
use plywood_core::{Budget, Place, Spec};
use plywood_players::choice::{Purpose, choose};
use plywood_players::{memory, registry};
use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};

use crate::{Refusal, Settings};

/// Tables and trees of one player at most.
pub const MEMORY: u64 = 512 << 20;
/// Positions that a player keeps who has no table of a size: some hundred bytes each.
const POSITIONS: u64 = 3_000_000;
/// Letters of a spec or a position at most.
const LETTERS: usize = 64 * 1024;
/// Steps of a line at most.
pub const STEPS: usize = 20_000;

/// How the API describes a place in a game.
pub fn place_schema() -> Object {
    let text = |about: &str| ObjectBuilder::new().schema_type(Type::String).description(Some(about));
    let optional = |about: &str| text(about).schema_type(SchemaType::from_iter([Type::String, Type::Null]));
    ObjectBuilder::new()
        .description(Some("Where in which game; the game's start unless more is said."))
        .property("game", text("The game's spec, such as `kalah(holes=4)`."))
        .required("game")
        .property("position", optional("A position in the game's notation."))
        .property("moves", optional("Moves and events from there, with spaces or commas between."))
        .build()
}

impl Settings {
    /// Makes a game.
    pub fn game(&self, text: &str) -> Result<Box<dyn AnyGame>, Refusal> {
        short("the game", text)?;
        Ok(confined(&self.data, || plywood_players::game(text))?)
    }

    /// Makes a game and a line of it.
    pub fn open(&self, place: &Place) -> Result<Opened, Refusal> {
        let game = self.game(&place.game)?;
        let line = self.line(&*game, place)?;
        Ok((game, line))
    }

    /// A line of a game.
    pub fn line(&self, game: &dyn AnyGame, place: &Place) -> Result<Box<dyn AnyLine>, Refusal> {
        short("the position", place.position.as_deref().unwrap_or_default())?;
        let line = place.moves.as_deref().unwrap_or_default();
        if line.split([' ', ',']).count() > STEPS {
            return Err(Refusal::bad(format!("a line has at most {STEPS} steps here")));
        }
        Ok(place.line(game)?)
    }

    /// The spec of a player, or of the one that fits the game where none is named, checked.
    pub fn spec(&self, game: &dyn AnyGame, text: Option<&str>, purpose: Purpose) -> Result<Spec, Refusal> {
        let text =
            text.map(str::trim).filter(|text| !text.is_empty()).unwrap_or_else(|| choose(game, purpose));
        short("the player", text)?;
        let spec: Spec = text.parse().map_err(Refusal::from)?;
        self.permit(&spec)?;
        let bytes = memory::of_player(game, &spec)?;
        if bytes > MEMORY {
            let (asked, most) = (said_bytes(bytes), said_bytes(MEMORY));
            return Err(Refusal::bad(format!(
                "{text} asks for {asked} of memory; here a player has at most {most}"
            )));
        }
        Ok(spec)
    }

    /// Makes a player of a game.
    pub fn player(&self, game: &dyn AnyGame, spec: &Spec) -> Result<Box<dyn AnyPlayer>, Refusal> {
        self.permit(spec)?;
        // Who may start programs may as well have them read.
        if self.engines && registry().is_program(&spec.name) {
            return Ok(game.player(spec)?);
        }
        Ok(confined(&self.data, || game.player(spec))?)
    }

    /// The budget of a player besides its spec: a player that keeps every position in memory has a limit on
    /// their number.
    pub fn budget(&self, game: &dyn AnyGame, spec: &Spec) -> Budget {
        let own = game.specialists().iter().find(|one| one.about.name == spec.name);
        match own {
            Some(own) if own.hoards => Budget::nodes(POSITIONS),
            _ => Budget::UNSET,
        }
    }

    /// Refuses programs of others, and more threads than there are, at any depth of a spec.
    fn permit(&self, spec: &Spec) -> Result<(), Refusal> {
        if !self.engines && registry().is_program(&spec.name) {
            return Err(Refusal::forbidden(
                "programs of others are not started from the page; `plywood serve --allow-engines` allows it",
            ));
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        for (key, value) in &spec.args {
            let threads = value.name.parse::<usize>().unwrap_or(0);
            if key.as_deref() == Some("threads") && threads > cores {
                return Err(Refusal::bad(format!("threads={threads}: this machine has {cores}")));
            }
            self.permit(value)?;
        }
        Ok(())
    }
}

fn short(what: &str, text: &str) -> Result<(), Refusal> {
    match text.len() > LETTERS {
        true => Err(Refusal::bad(format!("{what} is too long: {} letters, at most {LETTERS}", text.len()))),
        false => Ok(()),
    }
}
