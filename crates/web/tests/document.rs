//! The document for programs tells of every request there is, and of nothing else.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;

use client::{Arena, Contract, Stream};
use serde_json::{Value, json};

/// The routes below `/api` as the code has them.
const ROUTES: &str = include_str!("../src/api/mod.rs");

/// Methods and paths of the code.
fn routes() -> Vec<(&'static str, String)> {
    let mut routes = Vec::new();
    for line in ROUTES.lines().filter_map(|line| line.trim().strip_prefix(".route(\"")) {
        let (path, handlers) = line.split_once('"').unwrap();
        for method in ["get", "post"] {
            if handlers.contains(&format!("{method}(")) {
                routes.push((method, format!("/api{path}")));
            }
        }
    }
    routes
}

fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let all = paths.flat_map(|(path, item)| {
        item.as_object().unwrap().iter().map(move |(method, told)| (method.clone(), path.clone(), told.clone()))
    });
    all.collect()
}

#[test]
fn every_route_stands_in_the_document_and_nothing_else_does() {
    let arena = Arena::start();
    let document = &Contract::of(arena.addr).document;
    let fits = |route: &str, path: &str| {
        let (a, b): (Vec<_>, Vec<_>) = (route.split('/').collect(), path.split('/').collect());
        a.len() == b.len()
            && a.iter().zip(&b).all(|(a, b)| a == b || *a == "{deed}" || (a.starts_with('{') && b.starts_with('{')))
    };
    let (routes, told) = (routes(), operations(document));
    assert!(routes.len() > 30, "{routes:?}");
    for (method, route) in &routes {
        assert!(told.iter().any(|(m, path, _)| m == method && fits(route, path)), "{method} {route} is not told of");
    }
    for (method, path, _) in &told {
        assert!(routes.iter().any(|(m, route)| m == method && fits(route, path)), "there is no {method} {path}");
    }
}

#[test]
fn names_of_requests_differ_and_every_reference_leads_somewhere() {
    let arena = Arena::start();
    let document = &Contract::of(arena.addr).document;
    let mut ids: Vec<_> = operations(document).iter().map(|(_, _, told)| told["operationId"].to_string()).collect();
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count);
    let text = document.to_string();
    for name in text.split("#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for name in schemas.keys().filter(|name| !["Event", "Running", "Finding"].contains(&name.as_str())) {
        assert!(text.contains(&format!("#/components/schemas/{name}\"")), "nobody needs {name}");
    }
}

/// What is sent as an example is what the document says can be sent, and is understood.
#[test]
fn examples_are_understood() {
    let arena = Arena::start();
    let contract = Contract::of(arena.addr);
    let mut browser = arena.browser();
    let mut tried = 0;
    for (method, path, told) in operations(&contract.document) {
        let body = &told["requestBody"]["content"]["application/json"];
        for (name, example) in body["examples"].as_object().into_iter().flatten() {
            contract.fits(&body["schema"], &example["value"], &format!("{method} {path}: {name}"));
            if path.contains('{') {
                continue;
            }
            let answer = browser.post(&path, example["value"].clone());
            assert!(answer.status != 400, "{path} {name}: {}", answer.text());
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
}

#[test]
fn what_streams_tell_is_as_the_document_says() {
    let arena = Arena::start();
    let mut browser = arena.browser();
    let id = browser.make("hive", "person", "one", "300+3");
    let contract = Contract::of(arena.addr);
    let schema = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let mut all = Stream::open(&browser, "/api/live/events");
    contract.fits(&schema("Running"), &all.next().unwrap(), "an event of the wall");
    let mut events = Stream::open(&browser, &format!("/api/games/{id}/events?after=0"));
    let link = browser.look(id)["join"].as_str().unwrap().to_string();
    let mut friend = arena.browser();
    friend.join(&link);
    browser.play(id, "wS1");
    for kind in ["joined", "moved"] {
        contract.fits(&schema("Event"), &events.until(kind), kind);
    }
    let found = browser.post("/api/analyse", json!({ "game": "hive", "seconds": 0.1 }));
    for line in found.text().lines() {
        contract.fits(&schema("Finding"), &serde_json::from_str(line).unwrap(), "a finding");
    }
}

#[test]
fn another_method_is_told_which_ones_there_are() {
    let arena = Arena::start();
    let answer = client::raw(
        arena.addr,
        format!("DELETE /api/games HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", arena.addr).as_bytes(),
    );
    answer.refused(405, "method");
    assert_eq!(answer.header("allow"), ["get,head,post"]);
}
