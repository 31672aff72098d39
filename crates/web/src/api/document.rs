//! The document that tells programs what they can ask for: OpenAPI 3.1, served at `/api/openapi.json`.
//!
//! It is written beside the code and put together once. What must hold, by tests: every route stands in it and no other
//! (`tests/document.rs`), every answer a test of this crate sees is as it says (`tests/client`), and a tool that was not written
//! by us finds no answer of a running server that is not (`schwarm-cli`, `tests/openapi.rs`).
//! Not here: prose (`docs/web.md`).

mod answers;
mod boards;
mod build;
mod deeds;
mod games;
mod lines;

use std::sync::LazyLock;

use axum::Json;
use serde_json::{Map, Value, json};

use build::Operation;

/// Put together once.
static DOCUMENT: LazyLock<Value> = LazyLock::new(document);

/// `GET /api/openapi.json`
pub(super) async fn serve() -> Json<&'static Value> {
    Json(&*DOCUMENT)
}

fn document() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    let operations = games::operations().into_iter().chain(lines::operations()).chain(deeds::operations());
    for Operation { method, path, told } in operations {
        paths.entry(path).or_insert_with(|| json!({}))[method] = told;
    }
    let schemas: Map<String, Value> = boards::schemas().into_iter().chain(answers::schemas()).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Schwarm",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Games to be played, watched, studied and taught, puzzles, openings, tournaments and bots. \
                            Words in answers are in the language of Accept-Language: en, de or cs.",
            "license": { "name": env!("CARGO_PKG_LICENSE") },
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "seat": {
                    "type": "http", "scheme": "bearer",
                    "description": "The secret of a seat, as the making of a game or joining one told it. Browsers have it in a cookie.",
                },
                "operator": {
                    "type": "http", "scheme": "bearer",
                    "description": "The operator's token, which the server prints when it starts.",
                },
            },
        },
    })
}
