//! Games, puzzles, tournaments and bots as they are told.

use serde_json::Value;

use super::build::{both, count, list, maybe, named, number, object, one_of, text, truth, whole, with_optional};
use crate::Kind;
use crate::upload::Problem;

pub(super) fn schemas() -> Vec<(String, Value)> {
    let all = [games(), lines(), league()].concat();
    all.into_iter().map(|(name, schema)| (name.to_string(), schema)).collect()
}

fn games() -> Vec<(&'static str, Value)> {
    let kinds = Kind::ALL.map(Kind::id);
    let status = one_of(&["waiting", "playing", "over"]);
    let side = || maybe(named("Side"));
    vec![
        (
            "Error",
            object(&[(
                "error",
                with_optional(
                    &[("kind", one_of(&kinds)), ("message", text())],
                    &[("rule", named("Rule")), ("detail", text())],
                ),
            )]),
        ),
        ("Ending", object(&[("winner", side()), ("by", text()), ("reason", text()), ("words", text())])),
        ("Clocks", object(&[("left", both(count())), ("running", side())])),
        ("Offers", object(&[("draw", side()), ("take_back", side()), ("rematch", side())])),
        ("Status", status),
        (
            "Game",
            object(&[
                ("id", count()),
                ("seq", count()),
                ("status", named("Status")),
                ("players", both(text())),
                ("time", maybe(text())),
                ("seat", side()),
                ("clocks", maybe(named("Clocks"))),
                ("offers", named("Offers")),
                ("may", list(text())),
                ("join", maybe(text())),
                ("moves", list(named("Move"))),
                ("ending", maybe(named("Ending"))),
                ("shown", named("Position")),
            ]),
        ),
        (
            "Event",
            with_optional(
                &[
                    ("seq", count()),
                    ("kind", one_of(&["joined", "moved", "taken-back", "offer", "ended", "rematch"])),
                    ("clocks", maybe(named("Clocks"))),
                    ("offers", named("Offers")),
                    ("status", named("Status")),
                    ("ending", maybe(named("Ending"))),
                    ("shown", named("Position")),
                ],
                &[("move", named("Move")), ("url", text())],
            ),
        ),
        (
            "Running",
            with_optional(
                &[("kind", one_of(&["game", "gone"])), ("id", count())],
                &[
                    ("match", maybe(text())),
                    ("game", text()),
                    ("players", both(text())),
                    ("status", named("Status")),
                    ("ply", count()),
                    ("shown", named("Position")),
                ],
            ),
        ),
        ("Seat", object(&[("id", count()), ("url", text()), ("secret", text())])),
        ("Done", with_optional(&[("seq", count())], &[("accepted", truth()), ("url", text())])),
        (
            "Found",
            object(&[
                ("id", count()),
                ("url", text()),
                ("game", text()),
                ("players", both(text())),
                ("ending", maybe(named("Ending"))),
                ("match", maybe(text())),
                ("date", text()),
            ]),
        ),
        (
            "Dialogue",
            object(&[
                ("lines", list(object(&[("at", number()), ("ply", count()), ("by", text()), ("text", text())]))),
                ("left_out", count()),
                ("stderr", text()),
                ("stdout", text()),
            ]),
        ),
    ]
}

fn lines() -> Vec<(&'static str, Value)> {
    vec![
        ("Results", object(&[("one", count()), ("draws", count()), ("two", count())])),
        (
            "Finding",
            object(&[
                ("depth", count()),
                ("nodes", count()),
                (
                    "lines",
                    list(object(&[
                        ("score", maybe(number())),
                        ("chance", maybe(number())),
                        ("ends_in", maybe(whole())),
                        ("moves", list(text())),
                        ("to", list(object(&[("from", maybe(named("Cell"))), ("to", maybe(named("Cell")))]))),
                    ])),
                ),
            ]),
        ),
        (
            "Puzzle",
            with_optional(
                &[
                    ("id", text()),
                    ("url", text()),
                    ("game", text()),
                    ("position", text()),
                    ("plies", count()),
                    ("moves", count()),
                    ("rating", whole()),
                    ("from", named("Origin")),
                ],
                &[("shown", named("Position")), ("line", list(named("Move")))],
            ),
        ),
        (
            "Origin",
            with_optional(&[("players", both(text())), ("ply", count())], &[("event", text()), ("game", count())]),
        ),
        (
            "Tried",
            object(&[
                ("verdict", one_of(&["right", "solved", "slower", "wrong", "unproven"])),
                ("good", truth()),
                ("words", text()),
                ("ending", maybe(text())),
                ("moves", list(text())),
                ("shown", list(named("Position"))),
            ]),
        ),
        (
            "Course",
            object(&[
                ("id", text()),
                ("url", text()),
                ("title", text()),
                ("lead", text()),
                ("steps", list(object(&[("name", text()), ("title", text())]))),
            ]),
        ),
        (
            "Step",
            object(&[
                ("name", text()),
                ("title", text()),
                ("paragraphs", list(text())),
                ("kind", one_of(&["read", "play", "targets", "stuck", "movable"])),
                ("task", maybe(text())),
                ("held", maybe(named("Held"))),
                ("line", object(&[("game", text()), ("start", named("Start")), ("moves", list(text()))])),
                ("shown", named("Position")),
            ]),
        ),
        (
            "Upload",
            object(&[
                ("format", one_of(&["pgn", "viewer-pgn", "sgf", "uhp", "jsonl", "replay", "unknown"])),
                ("packed", truth()),
                ("good", count()),
                ("cut", maybe(one_of(&["games", "time"]))),
                (
                    "games",
                    list(with_optional(
                        &[],
                        &[
                            ("game", text()),
                            ("players", both(text())),
                            ("plies", count()),
                            ("winner", maybe(named("Side"))),
                            ("over", truth()),
                            ("remarks", list(text())),
                            ("id", maybe(count())),
                            ("error", text()),
                            ("kind", one_of(&Problem::IDS)),
                        ],
                    )),
                ),
            ]),
        ),
    ]
}

fn league() -> Vec<(&'static str, Value)> {
    let rating = object(&[
        ("elo", number()),
        ("error", number()),
        ("error_by_curvature", number()),
        ("error_by_bootstrap", number()),
        ("group", count()),
        ("class", count()),
    ]);
    vec![
        ("State", one_of(&["running", "pausing", "paused", "elsewhere", "cancelled", "done"])),
        (
            "Tournament",
            object(&[
                ("name", text()),
                ("title", text()),
                ("game", text()),
                ("format", text()),
                ("bots", list(text())),
                ("state", named("State")),
                ("ended", count()),
                ("games", count()),
            ]),
        ),
        (
            "Report",
            with_optional(
                &[
                    ("name", text()),
                    ("title", text()),
                    ("game", text()),
                    ("criterion", text()),
                    ("format", text()),
                    ("done", truth()),
                    ("state", named("State")),
                    ("version", count()),
                    (
                        "standings",
                        list(object(&[
                            ("rank", count()),
                            ("bot", text()),
                            ("figures", serde_json::json!({ "type": "object" })),
                            ("games", count()),
                            ("won", count()),
                            ("drawn", count()),
                            ("lost", count()),
                            ("faults", count()),
                            ("rating", maybe(rating)),
                        ])),
                    ),
                    (
                        "encounters",
                        list(object(&[
                            ("key", text()),
                            ("round", count()),
                            ("bots", both(text())),
                            ("games", count()),
                            ("ended", count()),
                            ("won", both(count())),
                            ("drawn", count()),
                            ("pairs", list(count())),
                            ("done", truth()),
                        ])),
                    ),
                    ("byes", list(object(&[("round", count()), ("bot", text())]))),
                    ("notes", list(text())),
                    ("curve", object(&[("games", list(count())), ("elo", list(list(maybe(number()))))])),
                ],
                &[(
                    "sprt",
                    object(&[
                        ("elo0", number()),
                        ("elo1", number()),
                        ("llr", number()),
                        ("lower", number()),
                        ("upper", number()),
                        ("state", one_of(&["H0", "H1", "open"])),
                    ]),
                )],
            ),
        ),
        (
            "Match",
            object(&[
                ("id", count()),
                ("name", text()),
                ("game", text()),
                ("players", both(text())),
                ("time", text()),
                ("ended", count()),
                ("won", both(count())),
                ("drawn", count()),
                ("pairs", list(count())),
                ("score", maybe(number())),
                ("elo", maybe(number())),
                ("error", maybe(number())),
                (
                    "test",
                    maybe(object(&[
                        ("elo", both(number())),
                        ("llr", number()),
                        ("bounds", both(number())),
                        ("state", text()),
                    ])),
                ),
            ]),
        ),
        ("Score", object(&[("won", count()), ("drawn", count()), ("lost", count()), ("faults", count())])),
        (
            "Bot",
            object(&[
                ("name", text()),
                ("registered", truth()),
                ("command", maybe(text())),
                ("rating", maybe(object(&[("elo", number()), ("error", number())]))),
                ("score", named("Score")),
            ]),
        ),
        (
            "Career",
            object(&[
                ("name", text()),
                ("registered", truth()),
                ("command", maybe(text())),
                ("version", maybe(text())),
                ("score", named("Score")),
                ("complete", truth()),
                ("against", list(object(&[("game", text()), ("bot", text()), ("score", named("Score"))]))),
                ("versions", list(object(&[("version", text()), ("score", named("Score"))]))),
                (
                    "faults",
                    list(object(&[
                        ("id", count()),
                        ("against", text()),
                        ("fault", text()),
                        ("date", text()),
                        ("files", maybe(text())),
                    ])),
                ),
                (
                    "doctor",
                    maybe(object(&[("state", one_of(&["examined", "report", "failed"])), ("text", maybe(text()))])),
                ),
            ]),
        ),
        ("Named", with_optional(&[("name", text())], &[("url", text())])),
    ]
}
