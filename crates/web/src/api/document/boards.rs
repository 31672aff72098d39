//! Positions and what they are made of.

use serde_json::{Value, json};

use super::build::{both, count, list, maybe, named, object, one_of, sent, text, truth, whole, with_optional};

pub(super) fn schemas() -> Vec<(String, Value)> {
    let piece = [("side", named("Side")), ("kind", text()), ("name", text()), ("height", count())];
    let grid = json!({ "oneOf": [
        object(&[("kind", json!({ "const": "hex" })), ("bounded", truth())]),
        object(&[("kind", json!({ "const": "square" })), ("columns", list(text())), ("rows", list(text()))]),
    ] });
    let held = json!({ "oneOf": [object(&[("cell", named("Cell"))]), object(&[("hand", text())])] });
    let start = json!({ "oneOf": [
        { "const": "default" },
        object(&[("setup", text())]),
        object(&[("position", text())]),
    ] });
    let coordinate = json!({ "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX });
    let draft_piece = sent(&[("side", named("Side")), ("kind", text())], &[("name", text()), ("height", byte())]);
    let draft_cell =
        sent(&[("at", named("Cell"))], &[("terrain", named("Terrain")), ("stack", list(named("DraftPiece")))]);
    let all = [
        ("Side", one_of(&["one", "two"])),
        ("Cell", sent(&[("x", coordinate.clone()), ("y", coordinate)], &[])),
        ("Terrain", one_of(&["plain", "blackberry", "octopus"])),
        ("Piece", object(&piece)),
        ("Grid", grid),
        ("Held", held),
        ("Start", start),
        (
            "View",
            object(&[
                ("grid", named("Grid")),
                ("sides", both(text())),
                ("to_move", named("Side")),
                ("turn", count()),
                (
                    "cells",
                    list(object(&[
                        ("at", named("Cell")),
                        ("label", text()),
                        ("terrain", named("Terrain")),
                        ("stack", list(named("Piece"))),
                    ])),
                ),
                ("reserves", both(list(object(&[("piece", named("Piece")), ("count", count())])))),
                (
                    "counters",
                    list(object(&[
                        ("id", text()),
                        ("label", text()),
                        ("side", maybe(named("Side"))),
                        ("value", text()),
                    ])),
                ),
                ("last_move", maybe(object(&[("from", maybe(named("Cell"))), ("to", named("Cell"))]))),
                ("marks", list(object(&[("id", text()), ("side", named("Side")), ("cells", list(named("Cell")))]))),
            ]),
        ),
        ("Outcome", object(&[("winner", maybe(named("Side"))), ("reason", text()), ("scores", both(list(whole())))])),
        (
            "Position",
            object(&[
                ("game", text()),
                ("ply", count()),
                ("to_move", maybe(named("Side"))),
                ("position", text()),
                ("view", named("View")),
                (
                    "gestures",
                    list(object(&[("move", text()), ("held", maybe(named("Held"))), ("to", maybe(named("Cell")))])),
                ),
                ("outcome", maybe(named("Outcome"))),
                ("last", maybe(object(&[("move", text()), ("words", text())]))),
            ]),
        ),
        ("DraftPiece", draft_piece),
        ("DraftCell", draft_cell),
        (
            "Draft",
            sent(
                &[
                    ("to_move", named("Side")),
                    ("turn", json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX })),
                ],
                &[
                    ("cells", list(named("DraftCell"))),
                    ("fields", json!({ "type": "object", "additionalProperties": { "type": "string" } })),
                ],
            ),
        ),
        (
            "Palette",
            object(&[
                ("board", named("View")),
                ("pieces", list(object(&[("piece", named("Piece")), ("names", list(text())), ("most", count())]))),
                ("most_of_side", maybe(count())),
                ("terrains", list(object(&[("terrain", named("Terrain")), ("most", count())]))),
                ("piling", one_of(&["replace", "stack", "tower"])),
                ("tallest", count()),
                ("first", maybe(named("Side"))),
                ("most_turns", count()),
                (
                    "fields",
                    list(object(&[
                        ("key", text()),
                        ("id", text()),
                        ("side", maybe(named("Side"))),
                        ("kind", json!({ "oneOf": [one_of(&["side", "piece"]), object(&[("number", whole())])] })),
                    ])),
                ),
            ]),
        ),
        (
            "Judged",
            object(&[
                ("game", text()),
                ("position", maybe(text())),
                ("problems", list(named("Rule"))),
                ("doubts", list(named("Rule"))),
                ("ending", maybe(text())),
                ("view", named("View")),
            ]),
        ),
        ("Rule", object(&[("id", text()), ("text", text()), ("cells", list(named("Cell")))])),
        (
            "Move",
            with_optional(
                &[("ply", count()), ("move", text()), ("words", text()), ("spent", maybe(count()))],
                &[("note", text())],
            ),
        ),
    ];
    all.into_iter().map(|(name, schema)| (name.to_string(), schema)).collect()
}

fn byte() -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": 255 })
}
