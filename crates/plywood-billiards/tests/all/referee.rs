//! The referee against a table of situations.

use plywood_billiards::game::rules::{Call, Facts, Foul, GameState, Stage, judge};
use plywood_billiards::physics::Arena;
use plywood_billiards::table::layout::Layout;
use plywood_billiards::vector::Vec2;

/// `1-7,9` as a list of balls, each somewhere on the table.
fn balls(text: &str) -> Layout {
    let mut layout = Layout::EMPTY;
    layout.place(0, Vec2::new(0.1, 0.3));
    for part in text.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        for ball in from.parse().unwrap()..=to.parse::<u8>().unwrap() {
            layout.place(ball, Vec2::new(0.3, 0.1 + 0.1 * f64::from(ball)));
        }
    }
    layout
}

fn pot(arena: &Arena, text: &str) -> (u8, u8) {
    let (ball, pocket) = text.split_once('>').unwrap();
    (ball.parse().unwrap(), arena.pocket(pocket).unwrap())
}

fn facts(arena: &Arena, text: &str) -> Facts {
    let mut facts = Facts::default();
    for word in text.split_whitespace() {
        match word.split_once('=') {
            None => facts.rail = word == "rail",
            Some(("first", ball)) => facts.first = Some(ball.parse().unwrap()),
            Some(("railed", count)) => facts.at_rail = (1..=count.parse().unwrap()).collect(),
            Some(("pots", list)) => list.split(',').for_each(|text| {
                let (ball, pocket) = pot(arena, text);
                facts.fall(ball, pocket);
            }),
            other => panic!("{other:?}"),
        }
    }
    facts
}

fn foul_name(foul: Foul) -> &'static str {
    match foul {
        Foul::NothingHit => "nothing_hit",
        Foul::WrongBall { .. } => "wrong_ball",
        Foul::NoRail => "no_rail",
        Foul::Scratch => "scratch",
        Foul::WrongPot { .. } => "wrong_pot",
        Foul::WeakBreak { .. } => "weak_break",
    }
}

#[test]
fn situations() {
    let arena = Arena::preset("poolfiz");
    let mut eight_ball = 0;
    for line in include_str!("../data/situations.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [label, state, on_table, call, happened, follows, says] = columns[..] else {
            panic!("seven columns: {line}")
        };
        eight_ball += usize::from(state.starts_with("8ball"));
        let mut before: GameState = state.parse().unwrap();
        before.layout = balls(on_table);
        let facts = facts(&arena, happened);
        let call = match call {
            "-" => Call::None,
            "safety" => Call::Safety,
            call => {
                let (ball, pocket) = pot(&arena, call);
                Call::Ball { ball, pocket }
            }
        };
        let mut rested = before;
        facts.pocketed().iter().for_each(|(ball, _)| rested.layout.remove(*ball));
        let ruling = judge(&arena, &before, rested, call, &facts);
        let sentence = ruling.sentence(&arena);

        let said = ruling.next.to_string();
        let words: Vec<&str> = said.split_whitespace().collect();
        let mut fouls = String::new();
        let mut won = None;
        let mut back = None;
        for word in follows.split_whitespace() {
            match word.split_once('=').unwrap() {
                ("foul", names) => fouls = names.to_string(),
                ("won", winner) => won = Some(format!("stage=won:{winner}")),
                ("back", ball) => back = Some(ball.parse::<u8>().unwrap()),
                _ => assert!(words.contains(&word), "{label}: {said} has no {word}"),
            }
        }
        match won {
            Some(won) => assert!(words.contains(&won.as_str()), "{label}: {said} has no {won}"),
            None => assert_eq!(ruling.next.stage, Stage::Play, "{label}"),
        }
        if ruling.next.stage == Stage::Play {
            let named: Vec<&str> = ruling.fouls.iter().map(foul_name).collect();
            assert_eq!(named.join(","), fouls, "{label}: {sentence}");
        }
        let expected_balls = rested.layout.count() + usize::from(back.is_some());
        assert_eq!(ruling.next.layout.count(), expected_balls, "{label}: {said}");
        assert!(back.is_none_or(|ball| ruling.next.layout.has(ball)), "{label}: {said}");
        assert!(sentence.contains(says), "{label}: '{sentence}' does not say '{says}'");
    }
    assert!(eight_ball >= 40, "only {eight_ball} situations of 8-ball");
}

#[test]
fn states_come_back_from_their_text() {
    let arena = Arena::preset("poolfiz");
    for text in [
        "8ball turn=1 stage=break cue=head groups=open score=0:0 0@0.558:0.559 1@0.558:1.677",
        "8.5ball turn=2 stage=play cue=hand groups=stripes score=0:0 1@0.558:1.677",
        "9ball turn=2 stage=won:2 cue=table groups=open score=0:0 0@0.1:0.2",
        "one_pocket turn=1 stage=play cue=table groups=open score=-1:7 0@0.1:0.2",
        "snooker turn=2 stage=play cue=head on=colour score=147:0 3@0.1:0.2 21@0.5:0.5",
        "cutthroat turn=3 stage=play cue=hand groups=open score=0:0:0 1@0.1:0.2",
        "cutthroat5 turn=5 stage=won:4 cue=table groups=open score=0:0:0:0:0 0@0.1:0.2 12@0.3:0.2",
    ] {
        assert_eq!(text.parse::<GameState>().unwrap().to_string(), text);
    }
    for (bad, reason) in [
        ("", "'' is no game"),
        ("10ball", "'10ball' is no game"),
        ("8ball turn=3", "'turn=3' is not part"),
        ("8ball on=colour", "'on=colour' is not part"),
        ("snooker on=red", "'on=red' is not part"),
        ("cutthroat turn=4", "'turn=4' is not part"),
        ("8ball colour=red", "'colour=red' is not part"),
        ("8ball 0@1", "is not a ball"),
    ] {
        let error = bad.parse::<GameState>().unwrap_err().to_string();
        assert!(error.contains(reason), "{bad}: {error}");
    }
    for text in [
        "place=0.5:0.3/phi=90/theta=5/v=2/a=0.5/b=-1/call=3:rt",
        "phi=0/theta=0/v=0/a=0/b=0/safety",
        "phi=1/theta=2/v=3/a=4/b=5",
    ] {
        assert_eq!(plywood_billiards::game::rules::Stroke::parse(text, &arena).unwrap().text(&arena), text);
    }
}
