//! What the opponent-model thesis leaves open is asked, and answered.

use plywood_core::Stop;
use plywood_study::questions::{Questions, WAYS};
use plywood_study::rivals::{CONTROL, Place};

#[test]
fn every_question_is_answered_against_every_opponent() {
    plywood_registry::install();
    let folder = tempfile::tempdir().unwrap();
    let questions = Questions {
        game: "othello(size=6)".into(),
        own: "squares".into(),
        theirs: "discs".into(),
        nodes: 60,
        deepest: 2,
        margin: 10.0,
        bound: 100.0,
        games: 2,
        plies: 4,
        seed: 3,
    };
    let run = || {
        let stop = Stop::new();
        questions.run(Place { folder: folder.path(), threads: 2, stop: &stop, tell: &mut |_| {} }).unwrap()
    };
    let answers = run();
    assert_eq!(answers.len(), 2 * (1 + WAYS.len()));
    for of_one in answers.chunks(1 + WAYS.len()) {
        let control = &of_one[0].outcome;
        assert_eq!((control.player.as_str(), control.more), (CONTROL, None));
        for one in &of_one[1..] {
            let more = one.outcome.more.unwrap();
            assert!((more.value - (one.outcome.score.value - control.score.value)).abs() < 1e-9, "{one:?}");
            assert!(one.outcome.spec.contains("nodes=60"), "{}", one.outcome.spec);
        }
    }
    assert_eq!(run(), answers, "what was stored serves again");
}
