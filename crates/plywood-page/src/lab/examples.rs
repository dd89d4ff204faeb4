//! Example files to begin with. A test starts each of them.

use plywood_games::dice::POSITIONS;

use super::Example;

/// Positions of the Dice batch; all 75 would take minutes at depth 4.
const BATCH: usize = 20;

/// A match, a tournament, the batch of the Dice thesis (section 4.6), and a tuning.
pub fn all() -> Vec<Example> {
    let positions: Vec<String> = (POSITIONS.lines())
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .take(BATCH)
        .map(|line| format!("    \"{}\",\n", line.trim()))
        .collect();
    let batch = format!(
        "game = \"dice\"\nseed = 1\ndepths = [2, 3]\nsearches = [\"expectimax\", \"star1\", \"star2\", \"star_etc\"]\n\
         positions = [\n{}]\n",
        positions.concat()
    );
    let example = |title: &'static str, text: &str| Example { title, text: text.to_string() };
    vec![
        example("match", MATCH),
        example("tournament", TOURNAMENT),
        example("suite: the Dice batch", &batch),
        example("tuning", TUNING),
    ]
}

const MATCH: &str = r#"game = "connect4"
players = ["ab(depth=4)", "uct(simulations=300)"]
games = 40
seed = 1
openings = "random(plies=4)"
"#;

const TOURNAMENT: &str = r#"game = "othello(size=6)"
players = ["random", { spec = "ab", depth = [1, 2, 3] }]
games = 20
seed = 1
openings = "random(plies=4)"
mode = "round-robin"
"#;

const TUNING: &str = r#"game = "connect4"
player = "uct(simulations=100, c={c})"
openings = "random(plies=4)"
pairs = 200
confirm = 100

[parameters.c]
start = 8.0
min = 0.0
max = 10.0
step = 1.0
"#;
