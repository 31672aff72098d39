//! The page of the fleet: what everybody sees, what the operator sees and does, and how the server feels.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;
mod html;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use client::{Arena, Browser, TOKEN, fresh_file};
use html::Page;
use schwarm_store::{Claim, FailureKind, MachineStanding, NewBatch, Store, WorkerCard};

/// A store with two machines, one of them in quarantine, a batch and something that went wrong.
async fn fill(store: &dyn Store) {
    let jobs = store.jobs();
    jobs.enqueue(&NewBatch::new("spring <cup>", "{}", "{}"), 5).await.unwrap();
    let good = jobs.admit("good & new", "1").await.unwrap();
    let bad = jobs.admit("bad", "2").await.unwrap();
    let card =
        |name: &str| WorkerCard { name: name.into(), version: "0.1.0/7".into(), slots: 4, speed: 1_234_567, load: 2 };
    let one = jobs.greet(good, &card("one")).await.unwrap();
    let two = jobs.greet(bad, &card("two")).await.unwrap();
    let claim = |worker| Claim { worker, most: 1, lease: Duration::from_secs(60), speed: 1 };
    jobs.claim(claim(one)).await.unwrap();
    let lost = jobs.claim(claim(two)).await.unwrap().remove(0);
    jobs.fail(two, &lost.held, FailureKind::Refused, "secret <bundle>").await.unwrap();
    jobs.set_machine("bad", MachineStanding::Quarantined, "gibberish").await.unwrap();
}

fn arena() -> (Arena, Arc<dyn Store>) {
    let kept = Arc::new(Mutex::new(None));
    let keep = kept.clone();
    let arena = Arena::with_config(fresh_file(), move |config| {
        *keep.lock().unwrap() = Some(config.store.clone());
        config
    });
    let store = kept.lock().unwrap().take().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(fill(&*store));
    (arena, store)
}

fn operator(arena: &Arena) -> Browser {
    let extra = vec![("Authorization".to_string(), format!("Bearer {TOKEN}"))];
    Browser { extra, ..arena.browser() }
}

#[test]
fn everybody_sees_the_fleet_and_the_operator_sees_why_and_acts() {
    let (arena, _store) = arena();
    let mut guest = arena.browser();
    for (lang, title) in [("en", "Fleet"), ("de", "Flotte"), ("cs", "Flotila")] {
        guest.lang = lang;
        let text = guest.get("/fleet").text();
        Page::read("/fleet", &text);
        assert!(text.contains(&format!("<h1>{title}</h1>")) && !text.contains('⟦'), "{lang}: {text}");
        assert!(text.contains("good &amp; new") || text.contains("good &#38; new"), "{text}");
        assert!(text.contains("1\u{202f}234\u{202f}567") && text.contains("2/4"), "{text}");
        assert!(!text.contains("secret") && !text.contains("gibberish") && !text.contains("<cup>"), "{text}");
        assert!(!text.contains("action=\"/fleet/"), "only the operator acts");
    }
    for deed in ["pause", "release", "revoke", "stop", "retry", "resume"] {
        assert_eq!(guest.form(&format!("/fleet/{deed}"), "name=bad").status, 403, "{deed}");
    }
    let mut operator = operator(&arena);
    let text = operator.get("/fleet").text();
    assert!(
        text.contains("secret") && text.contains("gibberish") && text.contains("action=\"/fleet/release\""),
        "{text}"
    );
    assert_eq!(operator.form("/fleet/pause", "name=spring%20%3Ccup%3E").status, 303);
    assert!(operator.get("/fleet").text().contains("action=\"/fleet/resume\""));
    assert_eq!(operator.form("/fleet/release", "name=bad").status, 303);
    assert!(!operator.get("/fleet").text().contains("action=\"/fleet/release\""));
    assert_eq!(operator.form("/fleet/release", "name=nobody").status, 404);
    assert_eq!(operator.form("/fleet/dance", "name=bad").status, 404);
}

#[test]
fn figures_and_health_are_told() {
    let (arena, store) = arena();
    // Others reach this server by a name: its figures are for the operator.
    arena.browser().get("/metrics").refused(403, "operator-only");
    let mut browser = operator(&arena);
    let metrics = browser.get("/metrics");
    assert!(metrics.head.contains("text/plain; version=0.0.4"), "{}", metrics.head);
    let text = metrics.text();
    for line in [
        "schwarm_jobs{state=\"waiting\"} 4",
        "schwarm_jobs{state=\"leased\"} 1",
        "schwarm_machines{standing=\"quarantined\"} 1",
        "schwarm_worker_speed{machine=\"good & new\",worker=\"one\"} 1234567",
        "schwarm_worker_failures_total{machine=\"bad\",worker=\"two\"} 1",
    ] {
        assert!(text.lines().any(|told| told == line), "{line}: {text}");
    }
    // Every figure has a type, and nothing else stands there.
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let name = line.split(['{', ' ']).next().unwrap();
        assert!(text.contains(&format!("# TYPE {name} ")), "{line}");
        assert!(line.rsplit(' ').next().unwrap().parse::<f64>().is_ok(), "{line}");
    }
    assert_eq!(browser.get("/health").status, 200);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(store.close()).unwrap();
    let unwell = browser.get("/health");
    assert_eq!((unwell.status, unwell.json()["database"].as_str()), (503, Some("no answer")));
}
