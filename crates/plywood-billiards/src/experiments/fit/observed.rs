//! Strokes with where the balls lay before and came to rest after: what constants are fitted to.
//!
//! A line each, `0@0.5:0.5 1@0.6:1.2 | phi=81.9/theta=5/v=2 > 0@0.7:1.9`: the layout, the shot as it was made, and the
//! layout after it, before anything was spotted; balls that are missing there have fallen. The record of a frame holds
//! strokes alone: its layouts come from a simulation, which would only give back the constants of that simulation.

use crate::game::record::Seen;
use crate::game::rules::StrokeError;
use crate::physics::shot::Shot;
use crate::physics::{Arena, Simulator};
use crate::table::layout::Layout;
use plywood_core::Error;
use std::fmt;

/// How a line looks.
const EXAMPLE: &str = "0@0.5:0.5 1@0.6:1.2 | phi=81.9/theta=5/v=2 > 0@0.7:1.9";

/// A stroke that was observed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observed {
    /// Where the balls lay.
    pub before: Layout,
    /// The executed shot.
    pub made: Shot,
    /// Where those that did not fall came to rest.
    pub after: Layout,
}

impl Observed {
    /// What a shot of a frame came to on the table that it was played on.
    pub fn in_frame(arena: &Arena, seen: &Seen) -> Result<Observed, StrokeError> {
        let before = seen.stroke.placed(arena, &seen.before)?;
        let mut simulator = Simulator::new(arena);
        Ok(Observed { before, made: seen.made, after: rest(&mut simulator, &before, &seen.made) })
    }

    fn parse(line: &str, arena: &Arena) -> Result<Observed, String> {
        let parts = line.split_once('|').and_then(|(before, rest)| Some((before, rest.split_once('>')?)));
        let Some((before, (made, after))) = parts else {
            return Err(format!(
                "constants are fitted to where balls came to rest, which it does not say; write as in {EXAMPLE}"
            ));
        };
        let layout = |text: &str| text.trim().parse::<Layout>().map_err(|error| error.to_string());
        let (before, after) = (layout(before)?, layout(after)?);
        let made: Shot =
            made.trim().parse().map_err(|error: crate::physics::shot::ShotError| error.to_string())?;
        if let Some(ball) = after.balls().without(before.balls()).iter().next() {
            return Err(format!("ball {ball} came to rest and was not there before"));
        }
        Simulator::new(arena).start(&before, &made, &mut ()).map_err(|error| error.to_string())?;
        after.check(&arena.table, &arena.outline).map_err(|error| error.to_string())?;
        Ok(Observed { before, made, after })
    }
}

/// Where balls come to rest.
pub(super) fn rest(simulator: &mut Simulator, before: &Layout, made: &Shot) -> Layout {
    simulator.start_unchecked(before, made, &mut ());
    simulator.run(&mut ());
    simulator.layout()
}

impl fmt::Display for Observed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} | {} > {}", self.before, self.made, self.after)
    }
}

/// Reads a file of lines, for a table of that size; what has no layouts is refused.
pub fn read_lines(text: &str, arena: &Arena) -> Result<Vec<Observed>, Error> {
    if text.trim_start().starts_with('{') {
        return Err(Error::new(format!(
            "the record of a frame holds strokes, not where balls came to rest, and a replay would only give back \
             the constants of its own table; write a line a stroke, as in {EXAMPLE}"
        )));
    }
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            Observed::parse(line, arena).map_err(|error| Error::new(format!("line {number}: {error}")))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_and_bad_ones_do_not() {
        let arena = Arena::preset("poolfiz");
        let text = format!("# by hand\n\n{EXAMPLE}\n0@0.5:0.5 | phi=1/v=0.5 >\n");
        let read = read_lines(&text, &arena).unwrap();
        assert_eq!((read.len(), read[0].after.count(), read[1].after.count()), (2, 1, 0));
        assert_eq!(read_lines(&read[0].to_string(), &arena).unwrap()[..], read[..1]);
        for (bad, reason) in [
            ("{ \"game\": \"9ball\" }", "holds strokes, not where balls came to rest"),
            ("phi=1/v=2 > phi=1.1/v=2", "line 1: constants are fitted to where balls came to rest"),
            ("\n0@0.5:0.5 | phi=1/v=2", "line 2: constants"),
            ("0@0.5:0.5 | phi=1 > 0@0.5:0.5", "a shot needs v"),
            ("0@0.5:0.5 | phi=1/v=2 > 3@0.5:0.5", "ball 3 came to rest"),
            ("1@0.5:0.5 | phi=1/v=2 > 1@0.5:0.5", "the cue ball"),
            ("0@0.5:9 | phi=1/v=2 >", "off the table"),
            ("0@0.5:0.5 | phi=1/v=2 > 0@55:55", "off the table"),
            ("0@0.5:0.5 | phi=1/v=20 >", "v is 20"),
        ] {
            let error = read_lines(bad, &arena).unwrap_err().to_string();
            assert!(error.contains(reason), "{bad}: {error}");
        }
    }
}
