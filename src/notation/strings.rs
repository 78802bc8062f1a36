//! The lexemes of JSON: strings with escapes that keep the place of every
//! character, and values that are skipped unread.
//!
//! ```text
//! string = '"' (character | '\' escape)* '"'
//! escape = '"' | '\' | "/" | "b" | "f" | "n" | "r" | "t" | "u" hex hex hex hex
//! ```

use std::borrow::Cow;

use super::error::{Furthest, Parsed};

/// A string as it stands in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quoted<'a> {
    /// The text from the opening quote on.
    pub at: &'a str,
    /// What stands between the quotes.
    raw: &'a str,
}

impl<'a> Quoted<'a> {
    /// The characters meant, each with the text from its place on.
    pub(super) fn chars(&self) -> impl Iterator<Item = (&'a str, char)> + use<'a> {
        let Self { at, raw } = *self;
        let mut left = raw;
        std::iter::from_fn(move || {
            let place = &at[1 + raw.len() - left.len()..];
            let (char, after) = next_char(left)?;
            left = after;
            Some((place, char))
        })
    }

    /// The text meant.
    pub(super) fn decode(&self) -> Cow<'a, str> {
        if self.raw.contains('\\') {
            self.chars().map(|(_, char)| char).collect::<String>().into()
        } else {
            self.raw.into()
        }
    }

    /// The place of a byte of the text meant.
    pub(super) fn place_of(&self, offset: usize) -> &'a str {
        let mut passed = 0;
        for (place, char) in self.chars() {
            passed += char.len_utf8();
            if passed > offset {
                return place;
            }
        }
        &self.at[1 + self.raw.len()..]
    }
}

/// The first character meant, and what follows it.
fn next_char(raw: &str) -> Option<(char, &str)> {
    let mut chars = raw.chars();
    let first = chars.next()?;
    if first != '\\' {
        return Some((first, chars.as_str()));
    }
    let char = match chars.next()? {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return Some(unicode(chars.as_str())),
        char => char,
    };
    Some((char, chars.as_str()))
}

/// The character of four hexadecimal digits, or of two such escapes.
fn unicode(digits: &str) -> (char, &str) {
    let (first, rest) = digits.split_at(4);
    let high = u32::from_str_radix(first, 16).unwrap_or(0);
    let low = rest.strip_prefix("\\u").and_then(|low| low.get(..4));
    let low = low.and_then(|low| u32::from_str_radix(low, 16).ok());
    if let (0xD800..0xDC00, Some(low @ 0xDC00..0xE000)) = (high, low) {
        let code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
        return (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), &rest[6..]);
    }
    (char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER), rest)
}

/// A string. Its escapes are checked here, so that decoding cannot fail.
pub(super) fn quoted(at: &str) -> Parsed<'_, Quoted<'_>> {
    let Some(inside) = at.strip_prefix('"') else { return Furthest::new(at, "'\"'").hard() };
    let mut left = inside;
    loop {
        let stop = left.find(['"', '\\', '\n', '\r']).unwrap_or(left.len());
        left = &left[stop..];
        match left.as_bytes().first() {
            Some(b'"') => {
                let raw = &inside[..inside.len() - left.len()];
                return Ok((&left[1..], Quoted { at, raw }));
            }
            Some(b'\\') => left = escape(left)?.0,
            _ => return Furthest::new(left, "'\"' at the end of the string").hard(),
        }
    }
}

/// Checks an escape.
fn escape(at: &str) -> Parsed<'_, ()> {
    let code = &at[1..];
    let length = match code.as_bytes().first() {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 1,
        Some(b'u') if is_hex(code.get(1..5)) => 5,
        _ => return Furthest::new(at, "an escape such as \\\" or \\u0023").hard(),
    };
    Ok((&code[length..], ()))
}

fn is_hex(digits: Option<&str>) -> bool {
    digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// Passes over an array or object by counting its brackets, however deep.
pub(super) fn balanced(at: &str) -> Parsed<'_, &str> {
    let mut depth = 0usize;
    let mut left = at;
    loop {
        let Some(next) = left.find(['"', '[', ']', '{', '}']) else {
            return Furthest::new(&left[left.len()..], "']' or '}'").hard();
        };
        left = &left[next..];
        match left.as_bytes()[0] {
            b'"' => {
                left = quoted(left)?.0;
                continue;
            }
            b'[' | b'{' => depth += 1,
            _ => depth = depth.saturating_sub(1),
        }
        left = &left[1..];
        if depth == 0 {
            return Ok((left, &at[..at.len() - left.len()]));
        }
    }
}

/// Passes over any value.
pub(super) fn skip_value(at: &str) -> Parsed<'_, ()> {
    let rest = match at.chars().next() {
        Some('"') => quoted(at)?.0,
        Some('[' | '{') => balanced(at)?.0,
        Some('a'..='z' | '0'..='9' | '-') => {
            let word = |char: char| !(char.is_ascii_alphanumeric() || "+-.".contains(char));
            &at[at.find(word).unwrap_or(at.len())..]
        }
        _ => return Furthest::new(at, "a value").hard(),
    };
    Ok((rest, ()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded_and_keep_their_places() {
        let text = r##""a\u0023\n\ud83d\ude00z" tail"##;
        let (rest, string) = quoted(text).unwrap();
        assert_eq!(rest, " tail");
        assert_eq!(string.decode(), "a#\n😀z");
        let places: Vec<char> =
            string.chars().map(|(place, _)| place.chars().next().unwrap()).collect();
        assert_eq!(places, ['a', '\\', '\\', '\\', 'z']);
        assert!(string.place_of(7).starts_with("z\""));
        assert_eq!(string.place_of(99), "\" tail");
    }

    #[test]
    fn broken_strings_are_refused() {
        for text in ["", "x", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12é4\"", "\"a\nb\""] {
            assert!(quoted(text).is_err(), "{text}");
        }
        assert_eq!(quoted(r#""\ud800" "#).unwrap().1.decode(), "\u{fffd}");
    }

    #[test]
    fn values_are_skipped_whatever_their_depth() {
        let deep = format!("{}{},1", "[".repeat(1_000_000), "]".repeat(1_000_000));
        assert_eq!(skip_value(&deep).unwrap().0, ",1");
        assert_eq!(skip_value("-1.5e+3]").unwrap().0, "]");
        assert_eq!(skip_value(r#"{"a":["]}"]},"#).unwrap().0, ",");
        assert!(skip_value("]").is_err());
        assert!(skip_value("[").is_err());
    }
}
