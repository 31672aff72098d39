//! Texts as parts of an address.

/// A text as the value of a field in a query: everything but letters, digits and a few signs is escaped.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b',' => escaped.push(byte as char),
            _ => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_its_field() {
        assert_eq!(escaped("a&b=c d+é\"<"), "a%26b%3Dc%20d%2B%C3%A9%22%3C");
    }
}
