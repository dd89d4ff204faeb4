//! Games, positions and searches by name: everything the command line does, from code.

use plywood::report::answer;
use plywood::{Budget, Error, Place, Task, game};

/// Opens, searches, is refused, and draws.
pub fn main() -> Result<(), Error> {
    // A place in a game, as people write it.
    let place = Place { game: "connect4".to_string(), moves: Some("4 4 4".to_string()), ..Place::default() };
    let (connect4, line) = place.open(&game)?;
    print!("{}", line.draw());

    // Any search that fits the game, any mix of limits.
    let mut player = connect4.player(&"pvs(depth=8, table=1MB)".parse()?)?;
    let report = player.think(&*line, Task::new(Budget::nodes(20_000)).seed(1))?;
    print!("{}", answer::text(&report));
    assert!(report.nodes <= 20_000 && report.rows.len() <= 8);

    // What does not fit says so.
    let refusal = connect4.player(&"expectimax".parse()?).err().expect("connect four has no chance");
    println!("{refusal}");
    assert!(refusal.to_string().contains("no chance nodes"));

    // A search step by step, on a tree that is written down.
    let written = game("tree:(A=[3 12 8] B=[2 4 6])")?;
    let trace = written.player(&"ab".parse()?)?.trace(&*written.start(), 100)?;
    println!("{} calls", trace.nodes.len());
    assert_eq!(trace.nodes.len(), 7, "two leaves are cut, and the root counts");
    Ok(())
}
