//! Valid inputs made almost valid: pieces of the grammar are moved, doubled, left out and swapped for odd ones.
//!
//! Random bytes hardly get past a parser's first character; what breaks parsers is nearly right.

use plywood::core::random::{Rng, below};

/// Numbers that go wrong where numbers go wrong.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "255",
    "256",
    "65536",
    "2147483648",
    "-2147483649",
    "4294967296",
    "9007199254740993",
    "9223372036854775808",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "1e6",
    "1e308",
    "1e309",
    "1e-320",
    "-1e308",
    "0.1",
    ".5",
    "5.",
    "1.2.3",
    "1e",
    "1e99999999999",
    "2^16",
    "2^64",
    "2^99999",
    "NaN",
    "inf",
    "-inf",
    "0x10",
    "1_000",
    "1M",
    "1Mm",
    "64MB",
    "64MiB",
    "99999999TB",
    "-1MB",
    "500ms",
    "1h30m",
    "1m1m",
    "٣",
    "½",
    "1/0",
    "0/0",
];

/// Letters that go wrong where letters go wrong.
const LETTERS: &[char] = &[
    '(', ')', '[', ']', '{', '}', '<', '>', ',', '=', '"', '\'', ':', ';', '/', '\\', '-', '+', '.', '|',
    '*', '%', '#', '@', ' ', '\t', '\n', '\r', '\0', '\u{1b}', 'a', 'A', 'x', 'X', 'O', '1', '8', '9', 'é',
    'ß', 'ſ', 'İ', '𝟙', '\u{301}', '\u{202e}', '\u{feff}', '\u{a0}', '\u{2003}', '∞', '–', '🎱',
];

/// Words and numbers, single signs, and white space, as they stand in a text.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |letter: char| match letter {
        _ if letter.is_alphanumeric() || letter == '_' || letter == '.' => 0,
        _ if letter.is_whitespace() => 1,
        _ => 2,
    };
    let mut tokens = Vec::new();
    let (mut start, mut last) = (0, None);
    for (place, letter) in text.char_indices() {
        let now = kind(letter);
        if last.is_some_and(|last| last != now || now == 2) {
            tokens.push(&text[start..place]);
            start = place;
        }
        last = Some(now);
    }
    tokens.push(&text[start..]);
    tokens
}

/// What a target is fed: a text of the corpus with up to four changes, sometimes with none.
pub fn text(corpus: &[String], rng: &mut Rng) -> String {
    let pick = |rng: &mut Rng| &corpus[below(rng, corpus.len())];
    let mut text = pick(rng).clone();
    for _ in 0..below(rng, 5) {
        text = change(&text, pick(rng), rng);
    }
    text
}

/// One change, perhaps with a piece of another text.
fn change(text: &str, other: &str, rng: &mut Rng) -> String {
    let mut list = tokens(text);
    let place = below(rng, list.len());
    let letter = LETTERS[below(rng, LETTERS.len())].to_string();
    let repeated;
    match below(rng, 12) {
        0 => list[place] = NUMBERS[below(rng, NUMBERS.len())],
        1 => drop(list.remove(place)),
        2 => list.insert(place, list[place]),
        3 => {
            let second = below(rng, list.len());
            list.swap(place, second);
        }
        4 => {
            // The head of one, the tail of another.
            let tail = tokens(other);
            list.truncate(place);
            list.extend(&tail[below(rng, tail.len())..]);
        }
        5 => {
            let others = tokens(other);
            list.insert(place, others[below(rng, others.len())]);
        }
        6 => list.insert(place, &letter),
        7 => list[place] = &letter,
        8 => list.truncate(place),
        9 => {
            // Nested deep, or simply long.
            let from = below(rng, place + 1);
            let times = [2, 5, 70, 700][below(rng, 4)];
            repeated = list[from..=place].concat().repeat(times);
            if repeated.len() < 100_000 {
                list.insert(place, &repeated);
            }
        }
        10 => {
            // One letter anywhere.
            let letters: Vec<char> = text.chars().collect();
            let Some(place) = (!letters.is_empty()).then(|| below(rng, letters.len())) else { return letter };
            let changed = |(number, old): (usize, &char)| {
                if number == place { letter.clone() } else { old.to_string() }
            };
            return letters.iter().enumerate().map(changed).collect();
        }
        _ => {
            // Numbers are what most values are.
            let numbers: Vec<usize> = (0..list.len())
                .filter(|place| list[*place].starts_with(|first: char| first.is_ascii_digit()))
                .collect();
            if !numbers.is_empty() {
                list[numbers[below(rng, numbers.len())]] = NUMBERS[below(rng, NUMBERS.len())];
            }
        }
    }
    list.concat()
}

/// The same for files that are no text.
pub fn bytes(corpus: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = corpus[below(rng, corpus.len())].clone();
    for _ in 0..below(rng, 5) {
        if bytes.is_empty() {
            break;
        }
        let place = below(rng, bytes.len());
        match below(rng, 6) {
            0 => bytes[place] ^= 1 << below(rng, 8),
            1 => bytes[place] = [0, 1, 0x7f, 0x80, 0xff][below(rng, 5)],
            2 => bytes.truncate(place),
            3 => bytes.insert(place, below(rng, 256) as u8),
            4 => {
                // A count that promises everything.
                let end = bytes.len().min(place + 4);
                bytes[place..end].fill(0xff);
            }
            _ => {
                let tail = bytes[place..].to_vec();
                bytes.extend(tail);
            }
        }
    }
    bytes
}
