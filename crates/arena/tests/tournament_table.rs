//! Reports in every form.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use proptest::prelude::*;
use schwarm_arena::tournament::format::RankBy;
use schwarm_arena::tournament::table::{Heading, Picture, Report};
use schwarm_arena::tournament::{Format, Game, Results, Seeding, Tournament};

/// A tournament in which the lower number wins, but every fifth game is a draw.
fn report(names: &[&str], format: Format, share: usize) -> Report {
    let names = names.iter().map(|name| name.to_string()).collect();
    let tournament = Tournament::new(names, format, Seeding::Listed, 1).unwrap();
    let mut results = Results::default();
    let mut played = 0;
    loop {
        let schedule = tournament.schedule(&results);
        let Some(next) = schedule.open(&results).next().cloned() else { break };
        if played >= share {
            break;
        }
        for number in 0..next.games() {
            let winner = usize::from(next.players[0] > next.players[1]);
            let winner = (!(played + number as usize).is_multiple_of(3)).then_some(winner);
            let criterion = [Some(next.players[0] as i16 + 1), Some(next.players[1] as i16)];
            results.add_game(&next.key, number, Game { winner, counts: true, criterion, offender: None });
        }
        played += 1;
    }
    let heading = Heading {
        title: "Spring <cup>".into(),
        game: "Piranhas & Co".into(),
        criterion: Some("Fish".into()),
        anchor: None,
    };
    Report::new(heading, &tournament, &results)
}

const FOUR: [&str; 4] = ["Anna", "Björn", "Carl", "Dörte|x"];

fn league() -> Report {
    let names = ["Anna", "Björn", "C, the <third>", "Dörte|x"];
    report(&names, Format::League { cycles: 1, pairs: 2, rank_by: RankBy::Wins }, 99)
}

fn swiss() -> Report {
    report(&["Anna", "Björn", "Carl", "Dörte", "Emil"], Format::Swiss { rounds: 3, pairs: 1 }, 99)
}

#[test]
fn a_league_as_text() {
    insta::assert_snapshot!(league().text(80));
}

#[test]
fn a_league_as_markdown() {
    insta::assert_snapshot!(league().markdown());
}

#[test]
fn a_league_as_html() {
    let picture = Picture { caption: "Anna <beat> \"Björn\"".into(), svg: "<svg onload=\"alert(1)\"/>".into() };
    insta::assert_snapshot!(league().html(&[picture]));
}

#[test]
fn a_league_as_csv() {
    insta::assert_snapshot!(format!("{}\n{}", league().standings_csv(), league().crosstable_csv()).replace('\r', ""));
}

#[test]
fn a_league_as_json() {
    insta::assert_snapshot!(serde_json::to_string_pretty(&league().json()).unwrap());
}

#[test]
fn a_swiss_with_a_bye_under_way_as_text() {
    let format = Format::Swiss { rounds: 3, pairs: 1 };
    insta::assert_snapshot!(report(&["Anna", "Björn", "Carl", "Dörte", "Emil"], format, 3).text(80));
}

#[test]
fn the_buchholz_of_a_bot_is_the_score_of_its_opponents() {
    let report = swiss();
    let score: Vec<_> = {
        let mut score = [0.0; 5];
        report.standings.rows.iter().for_each(|row| score[row.player] = row.values[0].unwrap());
        score.to_vec()
    };
    assert_eq!(score.iter().sum::<f64>(), 9.0, "three rounds of three points each, the bye included");
    for row in &report.standings.rows {
        let of = |[a, b]: [usize; 2]| if a == row.player { score[b] } else { score[a] };
        let met = report.encounters.iter().map(|(e, _)| e.players).filter(|players| players.contains(&row.player));
        assert_eq!(row.values[1], Some(met.map(of).sum()), "{}", report.names[row.player]);
    }
}

#[test]
fn the_sums_of_a_crosstable_are_those_of_the_standings() {
    for report in [league(), swiss()] {
        for row in &report.standings.rows {
            let cells = &report.cross[row.player];
            assert_eq!(cells.iter().map(|sum| sum.games()).sum::<u64>(), row.games);
            assert_eq!(cells.iter().map(|sum| sum.wins[0]).sum::<u64>(), row.wins);
            assert_eq!(report.ratings.players[row.player].games, row.games);
        }
    }
}

#[test]
fn before_the_first_game_there_is_nothing_to_rate_and_nothing_breaks() {
    let report = report(&FOUR, Format::RoundRobin { cycles: 1, pairs: 1 }, 0);
    assert!(report.text(60).contains("Under way: 0 of 12 games so far."));
    assert!(report.notes.iter().any(|note| note.contains("without a game")));
    assert!(!report.html(&[]).contains("<svg"));
    for text in [report.text(60), report.html(&[]), report.markdown(), report.json().to_string()] {
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}

#[test]
fn the_page_needs_nothing_from_elsewhere_and_names_cannot_break_out() {
    let hostile = ["a<script>alert(1)<x>", "b' onload='x", "c&amp;<b>", "d${x}|`*_"];
    let report = report(&hostile, Format::Knockout { pairs: 1, replays: 1, third_place: true }, 99);
    let picture = Picture { caption: "\"><script>".into(), svg: "<svg><script>alert(1)</script></svg>".into() };
    let page = report.html(&[picture]);
    for never in ["<script", "onload='", "http://", "https://", "url(", "@import", "src=\"//"] {
        assert!(!page.contains(never), "{never}");
    }
    assert!(page.contains("a&lt;script&gt;alert(1)&lt;x&gt;"));
    for needed in [
        "prefers-color-scheme: dark",
        "<caption>",
        "scope=\"col\"",
        "scope=\"row\"",
        "width=device-width",
        "lang=\"en\"",
    ] {
        assert!(page.contains(needed), "{needed}");
    }
    for tag in ["table", "section", "div", "tr", "svg", "figure", "details", "thead", "tbody", "main"] {
        let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    assert!(!report.markdown().contains("<script"));
}

#[test]
fn an_undecided_encounter_is_reported() {
    let tournament = Tournament::new(
        vec!["a".into(), "b".into()],
        Format::FinalEight { least_games: 6, most_games: 6, third_place: false, decisions: Default::default() },
        Seeding::Listed,
        1,
    )
    .unwrap();
    let mut results = Results::default();
    let key = tournament.schedule(&results).encounters[0].key.clone();
    for number in 0..6 {
        let game = Game { winner: None, counts: true, criterion: [None; 2], offender: None };
        results.add_game(&key, number, game);
    }
    let report = Report::new(Heading::default(), &tournament, &results);
    assert!(report.is_done);
    assert!(report.notes[0].starts_with("Undecided: a and b (round-1/a-vs-b)"), "{:?}", report.notes);
}

#[test]
fn a_match_tells_where_its_test_stands() {
    let test = Some("elo0=0,elo1=30".parse().unwrap());
    let report = report(&["new", "old"], Format::Match { pairs: 40, test }, 99);
    assert!(report.is_done);
    let (ended, all) = report.games();
    assert_eq!((ended, all), (80, 80));
    let json = report.json();
    assert_eq!((&json["sprt"]["state"], &json["sprt"]["elo1"]), (&"H1".into(), &30.0.into()), "{json:#}");
    assert!(report.text(200).contains("H1 is accepted: new is better by more than 0 Elo"), "{}", report.text(200));
    assert_eq!(league().json().get("sprt"), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_line_of_the_text_is_wider_than_asked(n in 2usize..20, width in 40usize..140, share in 0usize..40, length in 1usize..30) {
        let names: Vec<_> = (0..n).map(|i| format!("{i}{}", "ü".repeat(length))).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let report = report(&names, Format::RoundRobin { cycles: 1, pairs: 1 }, share);
        for line in report.text(width).lines() {
            prop_assert!(line.chars().count() <= width, "{} > {width}: {line}", line.chars().count());
        }
    }
}
