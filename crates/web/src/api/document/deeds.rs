//! Tournaments, matches and bots.

use serde_json::json;

use super::build::{Operation, count, get, list, named, object, post, text, with_optional};
use crate::Kind;

fn tournament(operation: Operation) -> Operation {
    operation.part("name", text(), json!("spring"))
}

fn bot(operation: Operation) -> Operation {
    operation.part("name", text(), json!("Random"))
}

/// Something the operator does with a tournament.
fn deed(name: &str, summary: &str) -> Operation {
    let operation = post(&format!("/tournaments/{{name}}/{name}"), &format!("{name}Tournament"), summary);
    tournament(operation).operator().gives(named("Named")).fails(&[Kind::Stale, Kind::Refused])
}

pub(super) fn operations() -> Vec<Operation> {
    let nothing = || with_optional(&[], &[]);
    let file = object(&[("file", text())]);
    let example = "title = \"Spring\"\ngame = \"piranhas-2026\"\n\n[format]\nkind = \"round-robin\"\n\n\
                   [[bot]]\nname = \"a\"\ncommand = \"builtin:random\"\n\n[[bot]]\nname = \"b\"\ncommand = \"builtin:1\"\n";
    let entry = object(&[("name", text()), ("command", text())]);
    vec![
        get("/tournaments", "tournaments", "The newest tournaments")
            .gives(object(&[("tournaments", list(named("Tournament")))])),
        post("/tournaments", "makeTournament", "Begins the tournament of a file")
            .operator()
            .takes(file.clone(), &[("spring", json!({ "file": example }))])
            .makes(named("Named"))
            .fails(&[Kind::Refused, Kind::Unknown]),
        tournament(get("/tournaments/{name}", "tournament", "A tournament with its tables")).gives(named("Report")),
        tournament(get("/tournaments/{name}/version", "tournamentVersion", "Whether it has changed"))
            .gives(object(&[("state", named("State")), ("version", count())])),
        deed("pause", "Begins no game any more").may_take(nothing(), &[]),
        deed("resume", "Goes on, also after a restart").may_take(nothing(), &[]),
        deed("cancel", "Breaks all off for good").may_take(nothing(), &[]),
        deed("file", "Puts another file in the place of its file").takes(file, &[]),
        get("/matches/{id}", "match", "A match of two bots")
            .part("id", json!({ "type": "string", "pattern": "^[1-9][0-9]*$" }), json!("1"))
            .gives(named("Match")),
        get("/bots", "bots", "The bots there are, rated by their games among each other")
            .operator_sees_more()
            .query("game", text())
            .gives(object(&[("game", text()), ("bots", list(named("Bot")))]))
            .fails(&[Kind::UnknownGame]),
        post("/bots", "registerBot", "Registers a bot: line:COMMAND, uhp:COMMAND or sc:COMMAND")
            .operator()
            .takes(entry, &[("line", json!({ "name": "mine", "command": "line:python3 mine.py" }))])
            .makes(named("Named"))
            .fails(&[Kind::Refused, Kind::Unknown]),
        bot(get("/bots/{name}", "bot", "What a bot achieved")).operator_sees_more().gives(named("Career")),
        bot(post("/bots/{name}/doctor", "examineBot", "Puts a bot through its protocol"))
            .operator()
            .may_take(with_optional(&[], &[("game", text())]), &[("any", json!({}))])
            .gives(named("Named"))
            .fails(&[Kind::UnknownGame]),
        bot(post("/bots/{name}/remove", "removeBot", "Takes a bot out of the list"))
            .operator()
            .may_take(nothing(), &[("plain", json!({}))])
            .gives(named("Named")),
    ]
}
