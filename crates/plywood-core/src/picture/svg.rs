//! The one renderer: a picture as SVG text, the same text for the same picture.
//!
//! With a fixed theme every shape carries its colour, so that a file looks the same in every viewer. With
//! [`Theme::Auto`] a style sheet inside the file follows the reader's preference, where the viewer knows style sheets;
//! with [`Theme::Page`] the colours are left to the page around it, which includes [`style_sheet`]. There a cell that
//! can be clicked is a button for keyboards and screen readers, with its number in `data-cell`; the classes `chosen`
//! and `open` are the page's to set, on the cells clicked so far and on the choices that come next.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::str::FromStr;

use super::shape::{Anchor, Form, Leg, Point, Shape, Text, wrap};
use super::{Area, Kind, Look, Paint, Picture, What};
use crate::error::Error;

/// Which colours a drawing has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// On light paper.
    #[default]
    Light,
    /// On dark paper.
    Dark,
    /// As the reader prefers it.
    Auto,
    /// Those of the page around it; cells can be clicked.
    Page,
}

impl FromStr for Theme {
    type Err = Error;
    fn from_str(text: &str) -> Result<Theme, Error> {
        match text {
            "light" => Ok(Theme::Light),
            "dark" => Ok(Theme::Dark),
            "auto" => Ok(Theme::Auto),
            _ => Err(Error::new(format!("{text:?} is no theme; there are light, dark and auto"))),
        }
    }
}

/// The height of letters in a caption, and from one line to the next.
const LETTER: f64 = 16.0;
const LINE: f64 = 24.0;
const CHIP: f64 = 28.0;
const MARGIN: f64 = 12.0;

impl Picture {
    /// The picture as SVG.
    ///
    /// ```
    /// use plywood_core::picture::Theme;
    /// use plywood_core::{Game, Notation};
    /// use plywood_small_games::tictactoe::TicTacToe;
    ///
    /// let picture = TicTacToe.picture(&TicTacToe.start(), None);
    /// assert!(picture.svg(Theme::Light).starts_with("<svg"));
    /// assert_eq!(picture.targets.len(), 9); // a click for each move
    /// ```
    pub fn svg(&self, theme: Theme) -> String {
        svg(self, theme)
    }

    /// The seeds of a heap as they lie when there are `count`, for a page that shows them change; none where
    /// the cell has no heap of one piece.
    pub fn seeds_svg(&self, cell: usize, count: u32) -> Option<String> {
        let heap = self.heaps.iter().find(|heap| heap.cell == cell)?;
        let piece = &self.pieces[heap.piece?];
        let mut out = Writer { text: String::new(), theme: Theme::Page, used: BTreeSet::new() };
        out.shapes(&Look::Seeds(count).shapes(piece.at, piece.size));
        Some(out.text)
    }
}

fn svg(picture: &Picture, theme: Theme) -> String {
    let caption = caption(picture);
    let height = picture.height + caption.height;
    let mut out = Writer { text: String::new(), theme, used: BTreeSet::new() };
    let page = theme == Theme::Page;
    if !page {
        out.shape(&Shape::rectangle(0.0, 0.0, picture.width, height).fill(Paint::Paper));
    }
    out.shapes(&picture.ground);
    out.changes(picture, false);
    for (place, piece) in picture.pieces.iter().enumerate() {
        let heap = picture.heaps.iter().find(|heap| page && heap.piece == Some(place));
        out.within(heap.map(|heap| ("seeds", heap.cell)), &piece.look.shapes(piece.at, piece.size));
    }
    out.changes(picture, true);
    out.shapes(&picture.lines);
    for (place, label) in picture.labels.iter().enumerate() {
        let heap = picture.heaps.iter().find(|heap| page && heap.label == place);
        out.within(heap.map(|heap| ("count", heap.cell)), std::slice::from_ref(label));
    }
    out.hints(picture);
    out.cells(picture);
    out.open("<g class=\"caption\">");
    out.shapes(&caption.shapes);
    out.open("</g>");

    let (wide, high) = (number(picture.width), number(height));
    let (title, words) = (escape(&picture.title), escape(&picture.in_words()));
    let role = if page { "group" } else { "img" };
    let style = if theme == Theme::Auto { sheet(&out.used, true) } else { String::new() };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plywood-picture\" role=\"{role}\" \
         aria-label=\"{title}. {words}\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" \
         font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\">\n\
         <title>{title}</title>\n<desc>{words}</desc>\n{style}{}</svg>\n",
        out.text
    )
}

/// The style sheet of a page that shows pictures with [`Theme::Page`]: colours, dark where the reader prefers it or an
/// element around the picture has `data-theme="dark"`, and how cells that can be clicked answer.
pub fn style_sheet() -> String {
    let all = Paint::ALL.iter().copied().collect();
    sheet(&all, false)
        + "\
.plywood-picture .cell{cursor:pointer;outline:none}
.plywood-picture .face{fill:transparent;stroke:none}
.plywood-picture .cell:hover .face,.plywood-picture .cell:focus-visible .face{stroke:var(--hint);stroke-width:3}
.plywood-picture .cell.chosen .face{stroke:var(--mark);stroke-width:4}
.plywood-picture .choice{display:none}
.plywood-picture .choice.open{display:inline}
"
}

fn sheet(paints: &BTreeSet<Paint>, file: bool) -> String {
    let colours = |form: fn(Paint) -> &'static str| {
        paints
            .iter()
            .map(|paint| format!("--{}:{}", paint.name(), form(*paint)))
            .collect::<Vec<_>>()
            .join(";")
    };
    let (light, dark) = (colours(Paint::light), colours(Paint::dark));
    let mut text = format!(
        ".plywood-picture{{{light}}}\n@media (prefers-color-scheme:dark){{.plywood-picture{{{dark}}}}}\n"
    );
    if !file {
        let _ = write!(
            text,
            "[data-theme=light] .plywood-picture{{{light}}}\n[data-theme=dark] .plywood-picture{{{dark}}}\n"
        );
    }
    for paint in paints {
        let name = paint.name();
        let _ = writeln!(text, ".f-{name}{{fill:var(--{name})}}.s-{name}{{stroke:var(--{name})}}");
    }
    if file { format!("<style>\n{text}</style>\n") } else { text }
}

/// Text inside an element or an attribute.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // What XML forbids.
            '\n' | '\t' => escaped.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            control if control.is_control() => escaped.push('\u{FFFD}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A length as short as two digits allow.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

/// The line under a picture, in as many lines as it needs.
struct CaptionDrawing {
    shapes: Vec<Shape>,
    height: f64,
}

fn caption(picture: &Picture) -> CaptionDrawing {
    let (text, chips) = (&picture.caption.text, &picture.caption.chips);
    if text.is_empty() && chips.is_empty() {
        return CaptionDrawing { shapes: Vec::new(), height: 0.0 };
    }
    let left = MARGIN + (CHIP + 8.0) * chips.len() as f64;
    let lines = wrap(text, LETTER, picture.width - MARGIN - left);
    let height = (CHIP + 12.0).max(LINE * lines.len() as f64 + 8.0);
    let middle = picture.height + height / 2.0;
    let mut shapes = Vec::new();
    for (place, chip) in chips.iter().enumerate() {
        let x = MARGIN + CHIP / 2.0 + (CHIP + 8.0) * place as f64;
        shapes.extend(chip.shapes((x, middle), 0.9 * CHIP));
    }
    let top = middle - LINE * (lines.len() as f64 - 1.0) / 2.0;
    for (row, line) in lines.into_iter().enumerate() {
        shapes.push(Shape::text((left, top + LINE * row as f64), LETTER, line).start());
    }
    CaptionDrawing { shapes, height: height + 6.0 }
}

struct Writer {
    text: String,
    theme: Theme,
    used: BTreeSet<Paint>,
}

impl Writer {
    fn open(&mut self, tag: &str) {
        self.text.push_str(tag);
        self.text.push('\n');
    }

    fn shapes<'a>(&mut self, shapes: impl IntoIterator<Item = &'a Shape>) {
        shapes.into_iter().for_each(|shape| self.shape(shape));
    }

    /// Shapes of a heap in a group of their own, by which a page finds them.
    fn within(&mut self, heap: Option<(&str, usize)>, shapes: &[Shape]) {
        let Some((name, cell)) = heap else { return self.shapes(shapes) };
        self.open(&format!("<g data-{name}=\"{cell}\">"));
        self.shapes(shapes);
        self.open("</g>");
    }

    fn shape(&mut self, shape: &Shape) {
        let (tag, attributes, inside) = match &shape.form {
            Form::Rectangle { x, y, width, height, radius } => {
                let mut attributes = format!(
                    " x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                    number(*x),
                    number(*y),
                    number(*width),
                    number(*height)
                );
                if *radius > 0.0 {
                    let _ = write!(attributes, " rx=\"{}\"", number(*radius));
                }
                ("rect", attributes, String::new())
            }
            Form::Circle { x, y, radius } => (
                "circle",
                format!(" cx=\"{}\" cy=\"{}\" r=\"{}\"", number(*x), number(*y), number(*radius)),
                String::new(),
            ),
            Form::Polygon(points) => {
                let points: Vec<String> = points.iter().map(|point| pair(*point)).collect();
                ("polygon", format!(" points=\"{}\"", points.join(" ")), String::new())
            }
            Form::Path(legs) => {
                let legs: Vec<String> = legs.iter().map(leg).collect();
                ("path", format!(" d=\"{}\"", legs.join(" ")), String::new())
            }
            Form::Text(text) => ("text", text_attributes(text), escape(&text.text)),
        };
        let paint = self.paint(shape);
        let _ = match tag {
            "text" => writeln!(self.text, "<text{attributes}{paint}>{inside}</text>"),
            _ => writeln!(self.text, "<{tag}{attributes}{paint}/>"),
        };
    }

    /// The colours of a shape: always as attributes, and as classes where a style sheet may change them.
    fn paint(&mut self, shape: &Shape) -> String {
        let dark = self.theme == Theme::Dark;
        let colour = |paint: Paint| if dark { paint.dark() } else { paint.light() };
        let mut classes = Vec::new();
        let mut text = match shape.fill {
            Some(paint) => {
                classes.push(format!("f-{}", paint.name()));
                format!(" fill=\"{}\"", colour(paint))
            }
            None => " fill=\"none\"".to_string(),
        };
        if let Some(pen) = shape.line {
            classes.push(format!("s-{}", pen.paint.name()));
            let _ = write!(
                text,
                " stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
                colour(pen.paint),
                number(pen.width)
            );
            if pen.dashed {
                let (dash, gap) = (3.0 * pen.width + 1.0, 2.0 * pen.width + 1.0);
                let _ = write!(text, " stroke-dasharray=\"{} {}\"", number(dash), number(gap));
            }
        }
        if shape.opacity < 1.0 {
            let _ = write!(text, " opacity=\"{}\"", number(shape.opacity));
        }
        if matches!(self.theme, Theme::Auto | Theme::Page) && !classes.is_empty() {
            let _ = write!(text, " class=\"{}\"", classes.join(" "));
        }
        self.used.extend(shape.fill);
        self.used.extend(shape.line.map(|pen| pen.paint));
        text
    }

    /// Marks what changed last: squares are tinted under the pieces, round cells ringed over them.
    fn changes(&mut self, picture: &Picture, over: bool) {
        for (place, change) in picture.last.iter().enumerate() {
            // A cell that is told of more than once is marked as it was in the end.
            let later = &picture.last[place + 1..];
            if later.iter().any(|other| other.cell == change.cell && other.what != What::Taken)
                && change.what != What::Taken
            {
                continue;
            }
            let area = picture.cells[change.cell].area;
            let shape = match (change.what, area.round) {
                (What::Taken, true) if over => ring(area).line(Paint::Taken, 3.0).dashed(),
                (What::Taken, false) if over => {
                    Shape::circle(area.centre(), 0.08 * area.size()).fill(Paint::Taken)
                }
                (What::Left, true) if over => ring(area).line(Paint::Mark, 3.0).dashed(),
                (What::Passed, true) if over => ring(area).line(Paint::Mark, 1.5),
                (What::Came, true) if over => ring(area).line(Paint::Mark, 4.0),
                (What::Left, false) if !over => area.shape().fill(Paint::Mark).opacity(0.35),
                (What::Passed, false) if !over => area.shape().fill(Paint::Mark).opacity(0.2),
                (What::Came, false) if !over => area.shape().fill(Paint::Mark).opacity(0.55),
                _ => continue,
            };
            self.shape(&shape);
        }
    }

    /// A dot on each empty cell that a click may begin with.
    fn hints(&mut self, picture: &Picture) {
        let mut first: Vec<usize> =
            picture.targets.iter().filter_map(|target| target.clicks.first().copied()).collect();
        first.sort_unstable();
        first.dedup();
        for cell in first {
            let empty = picture.pieces.iter().all(|piece| piece.cell != Some(cell));
            if empty && picture.cells[cell].kind == Kind::Spot {
                let area = picture.cells[cell].area;
                let dot = Shape::circle(area.centre(), 0.11 * area.size()).fill(Paint::Hint);
                self.shape(&dot.line(Paint::White, 1.0).opacity(0.75));
            }
        }
    }

    /// Buttons, and in a page every cell that can be clicked.
    fn cells(&mut self, picture: &Picture) {
        let page = self.theme == Theme::Page;
        for (place, cell) in picture.cells.iter().enumerate() {
            let used = picture.targets.iter().any(|target| target.clicks.contains(&place));
            let first = picture.targets.iter().any(|target| target.clicks.first() == Some(&place));
            if page && used {
                let class = if cell.kind == Kind::Choice { "cell choice" } else { "cell" };
                let stop = if first { "0" } else { "-1" };
                let words = escape(&picture.cell_in_words(place));
                let _ = writeln!(
                    self.text,
                    "<g class=\"{class}\" data-cell=\"{place}\" role=\"button\" tabindex=\"{stop}\" aria-label=\"{words}\">"
                );
            }
            // A choice that nothing leads to never appears.
            if cell.kind == Kind::Button || cell.kind == Kind::Choice && page && used {
                self.shapes(&cell.area.button(&cell.name));
            }
            if page && used {
                let area = &cell.area;
                let corner = if area.round { area.size() / 2.0 } else { 4.0 };
                let _ = writeln!(
                    self.text,
                    "<rect class=\"face\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"transparent\"/>\n</g>",
                    number(area.x + 2.0),
                    number(area.y + 2.0),
                    number(area.width - 4.0),
                    number(area.height - 4.0),
                    number(corner)
                );
            }
        }
    }
}

/// The rim of a round cell.
fn ring(area: Area) -> Shape {
    let inner =
        Area { x: area.x + 2.0, y: area.y + 2.0, width: area.width - 4.0, height: area.height - 4.0, ..area };
    inner.shape()
}

fn pair((x, y): Point) -> String {
    format!("{},{}", number(x), number(y))
}

fn leg(leg: &Leg) -> String {
    match leg {
        Leg::Move(to) => format!("M{}", pair(*to)),
        Leg::Line(to) => format!("L{}", pair(*to)),
        Leg::Curve(by, to) => format!("Q{} {}", pair(*by), pair(*to)),
        Leg::Arc(radius, to) => format!("A{0},{0} 0 0 1 {1}", number(*radius), pair(*to)),
        Leg::Close => "Z".to_string(),
    }
}

fn text_attributes(text: &Text) -> String {
    // The middle of digits and capitals lies about a third of the size above the line they stand on.
    let mut attributes = format!(
        " x=\"{}\" y=\"{}\" font-size=\"{}\"",
        number(text.x),
        number(text.y + 0.35 * text.size),
        number(text.size)
    );
    attributes += match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    if text.bold {
        attributes += " font-weight=\"600\"";
    }
    if text.mono {
        attributes += " font-family=\"ui-monospace, 'DejaVu Sans Mono', monospace\" xml:space=\"preserve\"";
    }
    attributes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::check::well_formed;
    use crate::picture::{Caption, Target};

    fn small() -> Picture {
        let mut picture = Picture::new("A <b> & \"c\"", 40.0, 20.0);
        let area = Area::rectangle(0.0, 0.0, 20.0, 20.0);
        let cell = picture.cell("a'1", area, Kind::Spot);
        let choice = picture.cell("left", Area { x: 20.0, ..area }, Kind::Choice);
        picture.put(cell, Look::Disc(Paint::Red), "red & round");
        picture.targets.push(Target { clicks: vec![cell, choice], play: "a1<".to_string() });
        picture.caption = Caption { text: "red \u{1}to move".to_string(), chips: Vec::new() };
        picture
    }

    #[test]
    fn text_is_escaped_and_what_xml_forbids_is_replaced() {
        well_formed(&small());
        let text = small().svg(Theme::Page);
        assert!(text.contains("<title>A &lt;b&gt; &amp; &quot;c&quot;</title>"), "{text}");
        assert!(text.contains("aria-label=\"a&#39;1, red &amp; round\""), "{text}");
        assert!(!text.contains('\u{1}'));
    }

    #[test]
    fn themes_differ_in_colours_alone() {
        let (light, dark) = (small().svg(Theme::Light), small().svg(Theme::Dark));
        let mut back = dark.clone();
        assert_ne!(light, dark);
        for paint in [Paint::Paper, Paint::Red, Paint::Rim, Paint::White, Paint::Ink] {
            back = back.replace(paint.dark(), paint.light());
        }
        assert_eq!(back, light);
        assert!(small().svg(Theme::Auto).contains("prefers-color-scheme:dark"));
        assert!(!light.contains("<style") && !small().svg(Theme::Page).contains("<style"));
    }

    #[test]
    fn only_a_page_has_cells_to_click_and_only_first_clicks_are_tab_stops() {
        assert!(!small().svg(Theme::Auto).contains("role=\"button\""));
        let page = small().svg(Theme::Page);
        assert_eq!(page.matches("role=\"button\"").count(), 2);
        assert_eq!(page.matches("tabindex=\"0\"").count(), 1);
        assert_eq!(page.matches("class=\"cell choice\"").count(), 1);
        let mut more = small();
        more.cell("never", Area::rectangle(20.0, 0.0, 20.0, 20.0), Kind::Choice);
        assert!(!more.svg(Theme::Page).contains("never"), "a choice that no move needs");
        for paint in Paint::ALL {
            assert!(style_sheet().contains(&format!(".f-{}{{", paint.name())));
        }
    }
}
