//! One line of a file of games, taken apart.
//!
//! Comments in braces and variations reach over lines, so the lexer remembers where it is.
//! Nothing else does: a tag and a quoted move end in the line they began in.

use super::escape;

/// A piece of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag(String, String),
    /// A word of the moves.
    Word(String),
    /// A move in quotes.
    Quoted(String),
    /// A comment.
    Comment(String),
}

/// Where the lexer stands between two lines.
#[derive(Default)]
pub(super) struct Lexer {
    /// The comment that is open.
    comment: Option<String>,
    /// Variations that are open.
    depth: u32,
}

impl Lexer {
    /// Takes a line apart.
    ///
    /// # Errors
    /// What is expected in place of what is there.
    pub(super) fn line(&mut self, line: &str, tokens: &mut Vec<Token>) -> Result<(), String> {
        if self.comment.is_none() && line.starts_with('%') {
            return Ok(());
        }
        let mut rest = line;
        loop {
            if let Some(comment) = &mut self.comment {
                let Some((inside, after)) = rest.split_once('}') else {
                    comment.push_str(rest);
                    comment.push(' ');
                    return Ok(());
                };
                comment.push_str(inside);
                let comment = self.comment.take().unwrap_or_default();
                self.push(tokens, Token::Comment(comment));
                rest = after;
            }
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else { return Ok(()) };
            rest = match first {
                '{' => {
                    self.comment = Some(String::new());
                    &rest[1..]
                }
                ';' => {
                    self.push(tokens, Token::Comment(rest[1..].to_string()));
                    return Ok(());
                }
                '(' => {
                    self.depth = self.depth.saturating_add(1);
                    &rest[1..]
                }
                ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    &rest[1..]
                }
                '[' if self.depth == 0 => {
                    let (name, value, after) = tag(rest)?;
                    tokens.push(Token::Tag(name, value));
                    after
                }
                '"' => {
                    let (text, after) = escape::read_quoted(rest).ok_or("a quoted move has no closing quote")?;
                    self.push(tokens, Token::Quoted(text));
                    after
                }
                _ => {
                    let ends = |&(at, c): &(usize, char)| at > 0 && (c.is_whitespace() || "{}();\"".contains(c));
                    let end = rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at);
                    let (word, after) = rest.split_at(end);
                    self.push(tokens, Token::Word(word.to_string()));
                    after
                }
            };
        }
    }

    /// Whether a comment is open: the file must not end here.
    pub(super) fn in_comment(&self) -> bool {
        self.comment.is_some()
    }

    /// Forgets what is open.
    pub(super) fn reset(&mut self) {
        *self = Lexer::default();
    }

    fn push(&self, tokens: &mut Vec<Token>, token: Token) {
        if self.depth == 0 {
            tokens.push(token);
        }
    }
}

/// Reads `[Name "value"]` at the beginning of a text.
fn tag(text: &str) -> Result<(String, String, &str), String> {
    const WANTED: &str = "a tag is [Name \"value\"] on one line";
    let inside = text[1..].trim_start();
    let end = inside.find(|c: char| c.is_whitespace() || c == '"' || c == ']').ok_or(WANTED)?;
    let (name, rest) = inside.split_at(end);
    let rest = rest.trim_start();
    if name.is_empty() || !rest.starts_with('"') {
        return Err(format!("{WANTED}, not {:?}", super::tags::clip(text)));
    }
    if let Some((value, after)) = escape::read_quoted(rest)
        && let Some(after) = after.trim_start().strip_prefix(']')
    {
        return Ok((name.to_string(), value, after));
    }
    // Programs that do not know of escapes write quotes and backslashes as they come.
    let value = rest.trim_end().strip_suffix(']').and_then(|rest| rest.trim_end()[1..].strip_suffix('"'));
    match value {
        Some(value) => Ok((name.to_string(), value.to_string(), "")),
        None => Err(format!("{WANTED}, not {:?}", super::tags::clip(text))),
    }
}
