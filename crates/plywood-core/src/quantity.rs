//! Quantities as people write them: `1M`, `1e6`, `2.5k`, `2^16`; `64MB`, `64mb`, `64MiB`; `500ms`, `10m`, `1h30m`.
//!
//! Counts are powers of ten and sizes are powers of two, whichever way their units are spelled: a megabyte is 2^20
//! bytes, as programs that play games have always counted it. The case of a unit says nothing.

/// Decimal places that a number may be shifted by: more than any count needs.
const MOST_PLACES: i32 = 40;

/// A number with its unit or exponent worked out, as plain digits that any type of number reads; none where the word is
/// no number, or says the same as its plain digits already.
pub fn plain(word: &str) -> Option<String> {
    if let Some((base, exponent)) = word.split_once('^') {
        return Some(base.parse::<u64>().ok()?.checked_pow(exponent.parse().ok()?)?.to_string());
    }
    let lower = word.to_ascii_lowercase();
    let units = [("k", 3_i32), ("m", 6), ("g", 9), ("t", 12)];
    let scaled = units.iter().find_map(|(unit, places)| Some((lower.strip_suffix(unit)?, *places)));
    let (digits, places) = scaled.unwrap_or((&lower, 0));
    let (digits, exponent) = match digits.split_once('e') {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (digits, 0),
    };
    shifted(digits, places.checked_add(exponent)?)
}

/// The number that these digits are with the point moved to the right.
fn shifted(digits: &str, places: i32) -> Option<String> {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", digits.strip_prefix('+').unwrap_or(digits)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.replace('_', ""), fraction.replace('_', ""));
    let all = format!("{whole}{fraction}");
    let near = (-MOST_PLACES..=MOST_PLACES).contains(&places);
    if all.is_empty() || !near || !all.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let point = whole.len() as i32 + places;
    let (whole, fraction) = if point < 0 {
        (String::new(), format!("{}{all}", "0".repeat(point.unsigned_abs() as usize)))
    } else {
        let point = point as usize;
        let padded = format!("{all}{}", "0".repeat(point.saturating_sub(all.len())));
        let (whole, fraction) = padded.split_at(point);
        (whole.to_string(), fraction.to_string())
    };
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") })
}

/// Reads a number of any type, in plain digits or as people shorten it.
///
/// ```
/// use plywood_core::quantity::number;
///
/// assert_eq!(number::<u64>("2.5k"), Some(2500));
/// assert_eq!(number::<u64>("2^16"), Some(65536));
/// assert_eq!(number::<u64>("many"), None);
/// ```
pub fn number<N: std::str::FromStr>(word: &str) -> Option<N> {
    word.parse().ok().or_else(|| plain(word)?.parse().ok())
}

/// Reads a number of bytes: `64MB`, `64mb`, `64MiB`, `1.5GB`, `512B`.
///
/// ```
/// assert_eq!(plywood_core::quantity::bytes("64MB"), Some(64 << 20));
/// ```
pub fn bytes(word: &str) -> Option<usize> {
    let lower = word.to_ascii_lowercase();
    let units =
        [("kib", 10), ("mib", 20), ("gib", 30), ("tib", 40), ("kb", 10), ("mb", 20), ("gb", 30), ("tb", 40)];
    let scaled = units.iter().find_map(|(unit, shift)| Some((lower.strip_suffix(unit)?, 1_u64 << shift)));
    let (digits, scale) = scaled.or_else(|| Some((lower.strip_suffix('b')?, 1)))?;
    let digits = shifted(digits.trim_end(), 0)?;
    let whole = digits.parse::<u64>().ok().map(|number| number.checked_mul(scale));
    let bytes = match whole {
        Some(product) => product?,
        None => Some(digits.parse::<f64>().ok()? * scale as f64)
            .filter(|bytes| (0.0..1e18).contains(bytes))? as u64,
    };
    usize::try_from(bytes).ok()
}

/// A number of bytes as [`bytes`] reads it, in the largest unit that says it exactly.
pub fn plain_bytes(bytes: usize) -> String {
    let unit = [(30, "GB"), (20, "MB"), (10, "KB")]
        .into_iter()
        .find(|(shift, _)| bytes > 0 && bytes.is_multiple_of(1 << shift));
    unit.map_or(format!("{bytes}B"), |(shift, unit)| format!("{}{unit}", bytes >> shift))
}

/// Reads a time in seconds: `2s`, `500ms`, `10m`, `1.5h`, `1m30s`.
///
/// ```
/// assert_eq!(plywood_core::quantity::seconds("1m30s"), Some(90.0));
/// ```
pub fn seconds(word: &str) -> Option<f64> {
    let lower = word.to_ascii_lowercase();
    let (mut rest, mut total) = (lower.as_str(), 0.0);
    while !rest.is_empty() {
        let digits = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.')?;
        let number: f64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let length = rest.find(|letter: char| letter.is_ascii_digit() || letter == '.').unwrap_or(rest.len());
        let scale = match &rest[..length] {
            "us" => 1e-6,
            "ms" => 1e-3,
            "s" | "sec" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return None,
        };
        rest = &rest[length..];
        total += number * scale;
    }
    (!lower.is_empty() && total.is_finite()).then_some(total)
}

/// A number of bytes as people say it: `16 MB`.
///
/// ```
/// assert_eq!(plywood_core::quantity::said_bytes(16 << 20), "16 MB");
/// ```
pub fn said_bytes(bytes: u64) -> String {
    let units = [(40, "TB"), (30, "GB"), (20, "MB"), (10, "KB")];
    match units.iter().find(|(shift, _)| bytes >> shift > 0) {
        None => format!("{bytes} bytes"),
        Some((shift, unit)) => {
            let number = bytes as f64 / (1_u64 << shift) as f64;
            let text = if number < 10.0 { format!("{number:.1}") } else { format!("{number:.0}") };
            format!("{} {unit}", text.strip_suffix(".0").unwrap_or(&text))
        }
    }
}

/// A number of things in words: `1 ply`, `3 plies`.
///
/// ```
/// assert_eq!(plywood_core::quantity::said_count(3, "ply", "plies"), "3 plies");
/// ```
pub fn said_count(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them() {
        for (word, number) in [
            ("1M", 1_000_000),
            ("1e6", 1_000_000),
            ("1E6", 1_000_000),
            ("2.5k", 2500),
            ("1_000_000", 1_000_000),
            ("0.001g", 1_000_000),
            ("2^16", 65_536),
            ("12e-1k", 1200),
            ("007", 7),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(super::number::<u64>(word), Some(number), "{word}");
        }
        assert_eq!(number::<f64>("1.5k"), Some(1500.0));
        assert_eq!(number::<f64>("1e-3"), Some(0.001));
        assert_eq!(number::<f64>("25e-1k"), Some(2500.0));
        assert_eq!(number::<i32>("-2k"), Some(-2000));
        assert_eq!(number::<u64>(&"9".repeat(100_000)), None);
        assert_eq!(number::<u64>(&format!("{}1k", "0".repeat(100_000))), Some(1000));
        for wrong in [
            "",
            "M",
            "e6",
            "1e",
            "1.5",
            "-1",
            "1MM",
            "1e99999999999",
            "1e2000000000k",
            "1e41",
            "1e-2147483648",
            "2^64",
            "½k",
        ] {
            assert_eq!(number::<u64>(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sizes_and_times() {
        for word in ["64MB", "64mb", "64MiB", "64Mb", "65536KB", "0.0625GB", "67108864B"] {
            assert_eq!(bytes(word), Some(64 << 20), "{word}");
        }
        for wrong in ["64", "MB", "64QB", "-1MB", "1e3MB", "99999999999999TB", "16777216TB"] {
            assert_eq!(bytes(wrong), None, "{wrong}");
        }
        for (word, time) in [("500ms", 0.5), ("10m", 600.0), ("10min", 600.0), ("1h30m", 5400.0), ("2S", 2.0)]
        {
            assert_eq!(seconds(word), Some(time), "{word}");
        }
        for wrong in ["", "2", "s", "-1s", "1.2.3s", "2s3", "ms5", "1d", "∞s"] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
        assert_eq!(said_bytes(16 << 20), "16 MB");
        assert_eq!(said_bytes(3 << 29), "1.5 GB");
        assert_eq!(said_bytes(100), "100 bytes");
        let plies = [0, 1, 2].map(|count| said_count(count, "ply", "plies"));
        assert_eq!(plies, ["0 plies", "1 ply", "2 plies"]);
    }
}
