//! Numbers for people: as many digits as mean something, thousands grouped, a dash for an unknown number.

/// A number with at most `decimals` places, trailing zeros dropped, thousands grouped by a thin space.
pub fn show_number(value: f64, decimals: usize) -> String {
    if value.is_nan() {
        return "–".to_string();
    }
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "-∞" }.to_string();
    }
    if value != 0.0 && !(1e-4..1e15).contains(&value.abs()) {
        return format!("{value:.2e}");
    }
    let mut text = format!("{value:.decimals$}");
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if text == "-0" {
        text = "0".to_string();
    }
    group(&text)
}

/// A value with its sign and a number of places; zero is never negative.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|digit| digit == b'0' || digit == b'.') => format!("+{digits}"),
        _ => text,
    }
}

/// An exact value with its sign, and as many places as say something.
pub fn exact(value: f64) -> String {
    let text = show_number(value, 6);
    if text.starts_with('-') { text } else { format!("+{text}") }
}

/// A whole number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    apart(&number.to_string(), ',')
}

/// Puts a thin space before every third digit of the whole part, from 10,000 on.
fn group(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (whole, fraction) = digits.find('.').map_or((digits, ""), |dot| digits.split_at(dot));
    if whole.len() < 5 {
        return text.to_string();
    }
    format!("{sign}{}{fraction}", apart(whole, '\u{2009}'))
}

/// Digits with something between the thousands.
fn apart(digits: &str, between: char) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(between);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_well() {
        let cases = [
            (0.0, "0"),
            (-0.00001, "-1.00e-5"),
            (2.0 / 3.0, "0.667"),
            (1234.5, "1234.5"),
            (1_234_567.0, "1\u{2009}234\u{2009}567"),
            (-10_000.25, "-10\u{2009}000.25"),
            (f64::NAN, "–"),
            (f64::INFINITY, "∞"),
            (1e20, "1.00e20"),
        ];
        for (value, text) in cases {
            assert_eq!(show_number(value, 3), text);
        }
        let signs = [1.5, -1.5, 0.0, -0.0, -0.00004, -0.00006].map(|value| signed(value, 4));
        assert_eq!(signs, ["+1.5000", "-1.5000", "+0.0000", "+0.0000", "+0.0000", "-0.0001"]);
        assert_eq!([18.0, -0.0, -2.0, 0.4188486].map(exact), ["+18", "+0", "-2", "+0.418849"]);
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
