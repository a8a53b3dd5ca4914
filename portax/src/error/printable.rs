//! Words of a user or a file inside a message.

/// Characters of a word that a message shows.
const MOST: usize = 200;

/// The text for one line of a message: control characters escaped, which may steer a terminal or forge a line, and cut
/// where it is long.
///
/// ```
/// assert_eq!(portax::error::printable("W\n\u{1b}[2K"), "W\\n\\u{1b}[2K");
/// ```
pub fn printable(text: &str) -> String {
    let mut shown = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == MOST {
            shown.push_str("...");
            break;
        }
        match is_invisible(c) {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown
}

/// Is it a control character, a line separator of Unicode, or one that turns the direction of text?
fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_and_others_stay() {
        assert_eq!(printable("Ångström 3"), "Ångström 3");
        let long = "x".repeat(5_000);
        assert_eq!(printable(&long), format!("{}...", "x".repeat(MOST)));
        assert_eq!(printable(&long[..MOST]), long[..MOST]);
    }

    #[test]
    fn nothing_forges_a_line() {
        assert_eq!(
            printable("a\r\nok\u{2028}b\u{7}"),
            "a\\r\\nok\\u{2028}b\\u{7}"
        );
    }
}
