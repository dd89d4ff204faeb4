//! Models of opponents are learned, used, and meet others.

use plywood_core::Stop;
use plywood_study::rivals::{CONTROL, Outcome, Place, Plan, WAYS};

fn plan() -> Plan {
    Plan {
        game: "othello(size=6)".into(),
        opponents: vec!["mstar(levels=levels(discs), depth=1)".into(), "ab(depth=1, eval=squares)".into()],
        own: "squares".into(),
        nodes: 200,
        observed: 4,
        depth: 1,
        margin: 20.0,
        games: 8,
        plies: 4,
        seed: 1,
    }
}

/// Every way is played against every opponent with the right model and with a wrong one; what was stored serves again.
#[test]
fn models_are_learned_and_meet_their_opponents_and_others() {
    plywood_registry::install();
    let folder = tempfile::tempdir().unwrap();
    let run = |plan: &Plan| {
        let stop = Stop::new();
        plan.run(Place { folder: folder.path(), threads: 2, stop: &stop, tell: &mut |_| {} })
    };
    let outcomes = run(&plan()).unwrap();
    assert_eq!(outcomes.len(), 2 * (1 + 2 * WAYS.len()));
    for opponent in &plan().opponents {
        let of: Vec<&Outcome> = outcomes.iter().filter(|one| one.opponent == *opponent).collect();
        assert_eq!((of[0].player.as_str(), of[0].more), (CONTROL, None));
        assert_eq!(of.iter().filter(|one| one.right()).count(), WAYS.len());
        for one in &of[1..] {
            let more = one.more.unwrap();
            assert!((more.value - (one.score.value - of[0].score.value)).abs() < 1e-9, "{one:?}");
            assert_eq!(one.games, 8);
            assert!(one.spec.contains("nodes=200"), "{}", one.spec);
        }
    }
    assert_eq!(run(&plan()).unwrap(), outcomes);
    let wrong = Plan { opponents: vec!["nobody".into()], ..plan() };
    assert!(run(&wrong).unwrap_err().to_string().contains("nobody"));
}
