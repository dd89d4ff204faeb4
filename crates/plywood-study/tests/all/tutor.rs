//! The tutor's remarks, and its model of a person.

use plywood_core::facade::{AnyGame, AnyLine};
use plywood_core::random::{seeded, unit};
use plywood_core::{Stop, Turn};
use plywood_registry::game;
use plywood_study::tutor::{Pupil, Remark, SKILLS, Worth, appraise, choice, losses, teacher};

fn worths(game: &dyn AnyGame, line: &dyn AnyLine) -> Vec<Worth> {
    let mut teacher = game.player(&teacher(game)).unwrap();
    appraise(game, line, &mut *teacher, &Stop::new()).unwrap()
}

/// What the tutor says of a move from the start.
fn remark(pupil: &mut Pupil, game: &dyn AnyGame, play: &str) -> Remark {
    let mut teacher = game.player(&teacher(game)).unwrap();
    let mut line = game.start();
    line.step(play).unwrap();
    pupil.remark(game, &*line, &|player| player.0 == 0, &mut *teacher, &Stop::new()).unwrap().unwrap()
}

#[test]
fn a_blunder_is_named_with_the_move_that_was_better_and_why() {
    let game = game("nim(matches=7)").unwrap();
    // Who leaves a multiple of four wins: of seven, three are to be taken.
    let mut pupil = Pupil::default();
    let middling = pupil.skill();
    let blunder = remark(&mut pupil, &*game, "1");
    assert_eq!((blunder.best.play.as_str(), blunder.loss), ("3", 2.0));
    assert!(blunder.text.starts_with("3 is better than 1 by 2.00"), "{}", blunder.text);
    assert!(blunder.text.ends_with("a win, not a loss."), "{}", blunder.text);
    assert!(
        blunder.why[0].starts_with("3, ") && blunder.why[0].ends_with("and player 1 wins: a win."),
        "{blunder:?}"
    );
    assert!(blunder.why[1].starts_with("1, ") && blunder.why[1].ends_with("a loss."), "{blunder:?}");
    let after = pupil.skill();
    let good = remark(&mut pupil, &*game, "3");
    assert_eq!((good.text.as_str(), good.why.len()), ("3 was as good as any.", 0));
    assert!(pupil.skill() > after && after < middling, "the tutor thinks more of the person again");
    let model = pupil.model(&*game);
    assert_eq!((model.moves, model.choices, model.found, model.loss), (2, 2, 1, 1.0));
    assert!(model.low <= model.skill && model.skill <= model.high, "{model:?}");
}

#[test]
fn only_the_person_is_judged() {
    let game = game("nim(matches=7)").unwrap();
    let mut teacher = game.player(&teacher(&*game)).unwrap();
    let (mut pupil, mut line, stop) = (Pupil::default(), game.start(), Stop::new());
    line.step("1").unwrap();
    let said = pupil.remark(&*game, &*line, &|player| player.0 == 1, &mut *teacher, &stop).unwrap();
    assert!(said.is_none() && pupil == Pupil::default());
    let reply = pupil.reply(&*game, &*line, &mut *teacher, 1, &stop).unwrap().unwrap();
    assert!(line.moves().contains(&reply), "{reply}");
}

/// Choices among moves with losses between 0 and 1.
fn exercises() -> impl Iterator<Item = Vec<f64>> {
    let mut rng = seeded(7);
    std::iter::from_fn(move || {
        let mut losses: Vec<f64> = (0..8).map(|_| unit(&mut rng)).collect();
        losses[0] = 0.0;
        Some(losses)
    })
}

#[test]
fn the_model_finds_the_skill_of_who_chooses_by_it() {
    for skill in 0..SKILLS {
        let (mut pupil, mut rng) = (Pupil::default(), seeded(skill as u64));
        for losses in exercises().take(200) {
            let chosen = choice(&losses, skill as f64, &mut rng);
            pupil.learn(&losses, chosen);
        }
        assert!((pupil.skill() - skill as f64).abs() < 1.2, "{skill} is taken for {}", pupil.skill());
    }
    // Who has no choice shows no skill.
    let mut pupil = Pupil::default();
    (0..50).for_each(|_| pupil.learn(&[0.0, 0.0], 1));
    assert!((pupil.skill() - Pupil::default().skill()).abs() < 1e-9);
}

#[test]
fn the_tutor_loses_as_much_as_the_person_does() {
    let game = game("nim(matches=7)").unwrap();
    let all = worths(&*game, &*game.start());
    let losses = losses(&*game, &all);
    let errs = |skill: usize| {
        let chosen = |seed: &u64| choice(&losses, skill as f64, &mut seeded(*seed));
        (0..300).filter(|seed| all[chosen(seed)].play != "3").count()
    };
    let (random, best) = (errs(0), errs(SKILLS - 1));
    assert_eq!(best, 0, "who finds the best is answered by the best");
    // Two moves of three lose.
    assert!((170..=230).contains(&random), "{random} of 300");
    assert!((1..random).contains(&errs(3)), "in between");
}

#[test]
fn three_players_and_chance_are_valued_for_who_moves() {
    for spec in ["nim3", "pig(target=10)", "einstein(board=3)"] {
        let game = game(spec).unwrap();
        let mut line = game.start();
        let mut rng = seeded(1);
        while line.turn() == Turn::Chance {
            line.sample(&mut rng);
        }
        let all = worths(&*game, &*line);
        assert_eq!(all.len(), line.moves().len(), "{spec}");
        let (low, high) = game.nature().bounds;
        assert!(all.iter().all(|worth| (low..=high).contains(&worth.value)), "{spec}: {all:?}");
    }
}
