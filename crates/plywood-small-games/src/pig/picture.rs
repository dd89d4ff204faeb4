//! Both scores on their way to the target, the die, and two buttons.

use plywood_core::picture::plain::add_buttons;
use plywood_core::picture::{Caption, Look, Paint, Picture, Shape};
use plywood_core::{Game, LastOf, Step, Turn};

use super::{Choice, Pig, Scores};

/// Where the bars begin and end.
const LEFT: f64 = 92.0;
const RIGHT: f64 = 408.0;
const BAR: f64 = 30.0;

pub(super) fn picture(game: &Pig, here: &Scores, last: Option<LastOf<Pig>>) -> Picture {
    let mut picture = Picture::new(format!("Pig to {}", game.target), 500.0, 236.0);
    let paints = [Paint::Blue, Paint::Red];
    let along = |points: u16| LEFT + (RIGHT - LEFT) * f64::from(points) / f64::from(game.target);
    for (row, (paint, score)) in paints.into_iter().zip(here.scores).enumerate() {
        let y = 24.0 + 54.0 * row as f64;
        let bar = |from: f64, to: f64| Shape::rectangle(from, y, to - from, BAR).round(4.0);
        picture.ground.push(bar(LEFT, RIGHT).fill(Paint::Square).line(Paint::Hair, 1.0));
        picture.ground.push(bar(LEFT, along(score)).fill(paint));
        let on_turn = here.mover.index() == row;
        if on_turn && here.total > 0 {
            let gain = bar(along(score), along(score + here.total)).fill(paint).opacity(0.4);
            picture.ground.push(gain);
        }
        let middle = y + BAR / 2.0;
        let who = Shape::text((14.0, middle), 15.0, format!("player {}", row + 1)).start();
        picture.labels.push(if on_turn { who.bold() } else { who });
        let mut text = score.to_string();
        if on_turn && here.total > 0 {
            text += &format!(" + {}", here.total);
        }
        picture.labels.push(Shape::text((RIGHT + 12.0, middle), 15.0, text).start().bold());
    }
    let shows = match last {
        Some((_, Step::Event(face))) => Some(u32::from(face)),
        _ => None,
    };
    let die = Look::Die { shows, faces: 6 };
    let name = shows.map_or("the die".to_string(), |face| format!("the die shows {face}"));
    picture.put_at((250.0, 182.0), 68.0, die, name);
    let [first, second] = here.scores;
    let buttons = match game.turn(here) {
        Turn::Player(_) if here.total > 0 => vec!["roll".to_string(), format!("hold {}", here.total)],
        Turn::Player(_) => vec!["roll".to_string()],
        _ => Vec::new(),
    };
    let buttons = add_buttons(&mut picture, &buttons);
    picture.aim(game, here, |choice| vec![buttons[usize::from(choice == Choice::Hold)]]);
    let players = [("player 1", Look::Disc(Paint::Blue)), ("player 2", Look::Disc(Paint::Red))];
    picture.caption = Caption::of(game, here, &players);
    if here.rolling {
        let who = here.mover.index();
        picture.caption =
            Caption { text: format!("{} rolls", players[who].0), chips: vec![players[who].1.clone()] };
    }
    picture.description = format!(
        "player 1 has {first}, player 2 has {second} of {}, the turn has gathered {}. {}",
        game.target, here.total, picture.caption.text
    );
    picture
}
