//! Games that are played and kept.

use schwarm_store::Standing;
use serde_json::{Value, json};

use super::build::{
    Operation, both, count, get, list, maybe, named, object, one_of, post, sent, text, truth, with_optional,
};
use crate::Kind;

/// The number of a game, as it stands in an address.
fn game(operation: Operation) -> Operation {
    operation.part("id", json!({ "type": "string", "pattern": "^[1-9][0-9]*$" }), json!("1"))
}

/// Something somebody with a seat does.
fn deed(name: &str, id: &str, summary: &str) -> Operation {
    let operation = post(&format!("/games/{{id}}/{name}"), id, summary);
    let refusals = [Kind::NotYours, Kind::NotYourTurn, Kind::GameOver, Kind::Stale, Kind::OperatorOnly];
    game(operation).seated().gives(named("Done")).fails(&refusals)
}

fn accepts() -> Value {
    with_optional(&[], &[("accept", maybe(truth()))])
}

pub(super) fn operations() -> Vec<Operation> {
    let info = object(&[
        ("id", text()),
        ("aliases", list(text())),
        ("title", text()),
        ("summary", text()),
        ("sides", both(text())),
        ("setup", text()),
        ("options", list(object(&[("name", text()), ("values", list(text())), ("default", text()), ("help", text())]))),
        ("ply_limit", maybe(count())),
    ]);
    let optional = [
        ("side", maybe(one_of(&["one", "two", "random"]))),
        ("time", maybe(text())),
        ("setup", maybe(text())),
        ("position", maybe(text())),
    ];
    let wish = with_optional(&[("game", text()), ("opponent", text())], &optional);
    let played = with_optional(
        &[("move", text())],
        &[("ply", maybe(json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX }))), ("accept", maybe(truth()))],
    );
    let standings: Vec<_> = Standing::ALL.iter().map(|standing| standing.id()).chain([""]).collect();
    let after = json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX });
    vec![
        get("/openapi.json", "document", "This document").gives(json!({ "type": "object" })),
        get("/catalog", "catalog", "The games there are").gives(object(&[("games", list(info))])),
        get("/games", "findGames", "The newest games that are kept")
            .query("game", text())
            .query("player", text())
            .query("result", one_of(&standings))
            .query("match", text())
            .query("before", json!({ "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX }))
            .gives(object(&[("games", list(named("Found"))), ("older", maybe(count()))])),
        post("/games", "makeGame", "Makes a game; whoever makes it has a seat in it")
            .operator_sees_more()
            .takes(wish, &[("level", json!({ "game": "hive", "opponent": "level:1", "side": "one" }))])
            .makes(named("Seat"))
            .fails(&[Kind::UnknownGame, Kind::OperatorOnly, Kind::Unknown, Kind::Syntax, Kind::GameOver]),
        game(get("/games/{id}", "lookAtGame", "A game as it stands")).seated().gives(named("Game")),
        game(post("/games/{id}/join", "joinGame", "Takes the free seat one is invited to"))
            .seated()
            .takes(
                object(&[("invitation", text())]),
                &[("secret", json!({ "invitation": "0123456789abcdef0123456789abcdef" }))],
            )
            .gives(named("Seat"))
            .fails(&[Kind::NotYours, Kind::Stale, Kind::GameOver]),
        deed("move", "move", "Plays a move; ply guards against a stale one")
            .takes(played, &[("spider", json!({ "move": "wS1", "ply": 0 }))])
            .fails(&[Kind::Syntax, Kind::Illegal]),
        deed("resign", "resign", "Gives up").may_take(with_optional(&[], &[]), &[("plain", json!({}))]),
        deed("draw", "draw", "Offers, accepts or declines a draw")
            .may_take(accepts(), &[("offer", json!({ "accept": true }))]),
        deed("take-back", "takeBack", "Takes a move back").may_take(accepts(), &[("ask", json!({}))]),
        deed("rematch", "rematch", "Another game with sides swapped").may_take(accepts(), &[("ask", json!({}))]),
        game(get("/games/{id}/events", "followGame", "What happens in a game"))
            .seated()
            .query("after", after)
            .header("Last-Event-ID", text())
            .tells_events("Event")
            .or_nothing("Nothing more will come."),
        get("/live/events", "followAll", "What happens in all running games").tells_events("Running"),
        game(get("/games/{id}/review", "reviewGame", "A finished game, move by move"))
            .tells_lines("progress or the review"),
        game(get("/games/{id}/talk", "talkOfGame", "What was said with the bots of a finished game"))
            .operator_sees_more()
            .gives(object(&[("players", both(text())), ("talk", both(maybe(named("Dialogue"))))]))
            .fails(&[Kind::OperatorOnly]),
        post("/upload", "upload", "Reads games that are handed in")
            .operator_sees_more()
            .query("keep", truth())
            .takes_bytes("[Game \"hive\"]\n\n1. wS1 bS1 wS1- *\n")
            .gives(named("Upload"))
            .fails(&[Kind::OperatorOnly]),
        post("/line", "line", "The position at the end of a line, every move in words")
            .takes(super::lines::line(&[]), &super::lines::examples(json!({})))
            .gives(object(&[("shown", named("Position")), ("moves", list(named("Move")))]))
            .fails(&super::lines::REFUSALS),
        post("/edit", "judgeDraft", "What the rules say about a position set up by hand")
            .takes(
                sent(&[("game", text()), ("draft", named("Draft"))], &[]),
                &[("empty", json!({ "game": "hive", "draft": { "to_move": "one", "turn": 0 } }))],
            )
            .gives(named("Judged"))
            .fails(&[Kind::UnknownGame]),
    ]
}
