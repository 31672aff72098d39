//! The command line of a client.

use std::net::SocketAddr;

/// The command that starts a client for this address and reservation.
///
/// Where the command has the placeholders `{host}`, `{port}` or `{reservation}` in it they are filled
/// in, also in the middle of a word. Without any of them the options that the official clients
/// understand are added: `--host HOST --port PORT --reservation CODE`. Words are split and quoted as
/// a shell does it. A command that cannot be split is handed back as it is, for whoever starts
/// programs to say so.
pub fn command_line(command: &str, addr: SocketAddr, code: &str) -> String {
    let Some(words) = shlex::split(command).filter(|words| !words.is_empty()) else { return command.to_string() };
    let values =
        [("{host}", addr.ip().to_string()), ("{port}", addr.port().to_string()), ("{reservation}", code.into())];
    let has_places = words.iter().any(|word| values.iter().any(|(place, _)| word.contains(place)));
    let mut words: Vec<String> = words.iter().map(|word| fill(word, &values)).collect();
    if !has_places {
        let options = ["--host", "--port", "--reservation"].into_iter().zip(values);
        words.extend(options.flat_map(|(option, (_, value))| [option.to_string(), value]));
    }
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| command.to_string())
}

/// A word with its places filled in, from left to right, so that no value is looked at again.
fn fill(word: &str, values: &[(&str, String)]) -> String {
    let mut filled = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(at) = rest.find('{') {
        let (before, here) = rest.split_at(at);
        filled.push_str(before);
        let found = values.iter().find(|(place, _)| here.starts_with(place));
        let (text, taken) = found.map_or(("{", 1), |(place, value)| (value.as_str(), place.len()));
        filled.push_str(text);
        rest = &here[taken..];
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(command: &str) -> String {
        command_line(command, SocketAddr::from(([127, 0, 0, 1], 4711)), "ab-12")
    }

    #[test]
    fn a_plain_command_gets_the_options_of_the_official_clients() {
        assert_eq!(line("java -jar bot.jar"), "java -jar bot.jar --host 127.0.0.1 --port 4711 --reservation ab-12");
        assert_eq!(line("'my bot' -x"), "'my bot' -x --host 127.0.0.1 --port 4711 --reservation ab-12");
    }

    #[test]
    fn places_are_filled_in_wherever_they_stand() {
        assert_eq!(line("bot {host}:{port} {reservation} 7"), "bot 127.0.0.1:4711 ab-12 7");
        assert_eq!(line("bot -p{port}"), "bot -p4711");
        assert_eq!(
            line("sh -c 'exec ./bot --port={port} \"$1\"' {other}"),
            "sh -c 'exec ./bot --port=4711 \"$1\"' '{other}'"
        );
        assert_eq!(line("bot {{port}} {"), "bot '{4711}' '{'");
    }

    #[test]
    fn what_is_no_command_stays_as_it_is() {
        for command in ["", "   ", "bot 'open", "bot \"{port}", "bot \0 {port}"] {
            assert_eq!(line(command), command);
        }
    }

    proptest! {
        #[test]
        fn words_stay_words_whatever_is_in_them(words in proptest::collection::vec("[^\0]{0,20}", 1..5)) {
            prop_assume!(words.iter().all(|word| !word.contains('{')));
            let command = shlex::try_join(words.iter().map(String::as_str)).expect("no zero byte");
            let filled = shlex::split(&line(&command)).expect("a command again");
            prop_assert_eq!(&filled[..words.len()], &words[..]);
            prop_assert_eq!(&filled[words.len()..], ["--host", "127.0.0.1", "--port", "4711", "--reservation", "ab-12"]);
        }

        #[test]
        fn nothing_breaks_it(command in ".{0,60}") {
            line(&command);
        }
    }
}
