//! The normal form of specs: keys in the order of their table, defaults left out, and numbers, sizes and
//! times in one spelling. The normal form reads back as the same spec.
//!
//! Two commands that ask for the same game between the same players are therefore one experiment, however
//! they are typed.

use crate::quantity;
use crate::spec::{Key, Spec};

/// The normal form of a spec that takes these keys; `nested` knows the keys of what stands as a value in it.
pub fn normal(spec: &Spec, keys: &[Key], nested: &dyn Fn(&str) -> Option<Vec<Key>>) -> Spec {
    let place = |key: &Option<String>| keys.iter().position(|known| Some(known.name) == key.as_deref());
    let mut args: Vec<(Option<String>, Spec)> = Vec::new();
    for (key, given) in &spec.args {
        let value = of_value(key.as_deref(), given, nested);
        let default = place(key).and_then(|place| keys[place].default.parse::<Spec>().ok());
        if default.is_none_or(|default| of_value(key.as_deref(), &default, nested) != value) {
            args.push((key.clone(), value));
        }
    }
    // Arguments without a key, or with one that nobody knows, keep their places behind.
    args.sort_by_key(|(key, _)| place(key).unwrap_or(usize::MAX));
    let mut written = Spec::word(&spec.name);
    written.args = args;
    written
}

fn of_value(key: Option<&str>, spec: &Spec, nested: &dyn Fn(&str) -> Option<Vec<Key>>) -> Spec {
    match nested(&spec.name) {
        None if spec.args.is_empty() => Spec::word(&word(key, &spec.name)),
        keys => normal(spec, &keys.unwrap_or_default(), nested),
    }
}

/// A word as it is, but for numbers, sizes and times.
fn word(key: Option<&str>, word: &str) -> String {
    if key == Some("time")
        && let Some(seconds) = quantity::seconds(word)
    {
        return format!("{seconds}s");
    }
    if let Some(bytes) = quantity::bytes(word) {
        return quantity::plain_bytes(bytes);
    }
    quantity::plain(word).unwrap_or_else(|| word.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_the_same_is_written_the_same() {
        let keys = [
            Key::new("depth", "none", ""),
            Key::new("table", "16MB", ""),
            Key::new("time", "none", ""),
            Key::new("eval", "default", ""),
        ];
        let nested = |name: &str| {
            (name == "lines").then(|| vec![Key::new("weight", "1", ""), Key::new("bias", "0", "")])
        };
        let of = |text: &str| normal(&text.parse().unwrap(), &keys, &nested).to_string();
        for (text, same) in [
            ("ab", "ab"),
            ("ab()", "ab"),
            ("ab(table=16MB, depth=6)", "ab(depth=6)"),
            ("ab(table=64mib, depth=06)", "ab(depth=6, table=64MB)"),
            ("ab(table=1536KB)", "ab(table=1536KB)"),
            ("ab(table=1.5MB)", "ab(table=1536KB)"),
            ("ab(table=2^16)", "ab(table=65536)"),
            ("ab(time=1500ms)", "ab(time=1.5s)"),
            ("ab(eval=default, time=none)", "ab"),
            ("ab(eval=lines(bias=1e1, weight=1.0))", "ab(eval=lines(bias=10))"),
            ("ab(eval=lines(bias=0))", "ab(eval=lines)"),
            ("ab(eval=other(b=2k, a))", "ab(eval=other(b=2000, a))"),
            ("ab(eval=net(file=\"a b\"))", "ab(eval=net(file=\"a b\"))"),
        ] {
            assert_eq!(of(text), same, "{text}");
            assert_eq!(of(same), same, "once is enough");
        }
    }
}
