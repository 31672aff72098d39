//! The page where games are handed in, and the report of what was understood.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Multipart, State};
use axum::response::Html;
use schwarm_play::GameRecord;

use super::frame::{Frame, Visit, render};
use super::game::study_address;
use super::names;
use crate::live::shown_name;
use crate::upload::{Found, Report, may_keep, remark_words, take};
use crate::words::Lang;
use crate::{App, Asker, Kind, Trouble, speech};

/// Longer addresses are not followed everywhere.
const LONGEST_ADDRESS: usize = 6000;

/// A game of the report.
struct Row {
    number: usize,
    /// Where one looks at it.
    href: Option<String>,
    players: String,
    game: String,
    length: String,
    result: String,
    remarks: Vec<String>,
    trouble: Option<String>,
}

/// The report in words.
struct Told {
    summary: String,
    format: String,
    cut: Option<String>,
    is_kept: bool,
    rows: Vec<Row>,
}

#[derive(Template)]
#[template(path = "upload.html")]
struct Upload {
    frame: Frame,
    may_keep: bool,
    most: usize,
    text: String,
    trouble: Option<String>,
    told: Option<Told>,
}

/// `/upload`
pub(super) async fn page(State(app): State<Arc<App>>, visit: Visit, asker: Asker) -> Result<Html<String>, Trouble> {
    render(&Upload::new(&app, &visit, &asker))
}

impl Upload {
    fn new(app: &App, visit: &Visit, asker: &Asker) -> Upload {
        Upload {
            frame: visit.frame("upload", visit.lang.say("upload.title", &[])),
            may_keep: may_keep(app, asker),
            most: app.bounds().upload_bytes >> 20,
            text: String::new(),
            trouble: None,
            told: None,
        }
    }
}

/// The form: a file or a text. What is wrong with it is told on the page, and the text stays.
async fn handed_in(
    app: &App,
    asker: &Asker,
    mut form: Multipart,
) -> Result<(String, Result<Report, Trouble>), Trouble> {
    let (mut file, mut text, mut keeps) = (Vec::new(), String::new(), false);
    let wrong = |_| Trouble::from(Kind::BadRequest);
    while let Some(field) = form.next_field().await.map_err(wrong)? {
        match field.name() {
            Some("file") => file = field.bytes().await.map_err(wrong)?.to_vec(),
            Some("text") => text = field.text().await.map_err(wrong)?,
            Some("keep") => keeps = field.text().await.map_err(wrong)? == "on",
            _ => {}
        }
    }
    let bytes = if file.is_empty() { text.clone().into_bytes() } else { file };
    Ok((text, take(app, asker, bytes, keeps).await))
}

/// `POST /upload`
pub(super) async fn take_in(
    State(app): State<Arc<App>>,
    visit: Visit,
    asker: Asker,
    form: Multipart,
) -> Result<Html<String>, Trouble> {
    let lang = visit.lang;
    let (text, report) = handed_in(&app, &asker, form).await?;
    let page = Upload::new(&app, &visit, &asker);
    match report {
        Ok(report) => render(&Upload { told: Some(told(lang, &report)), ..page }),
        Err(trouble) if trouble.kind == Kind::TooLong => {
            render(&Upload { trouble: Some(trouble.words(lang)), text, ..page })
        }
        Err(trouble) => Err(trouble),
    }
}

fn told(lang: Lang, report: &Report) -> Told {
    let (good, all) = (report.good(), report.games.len());
    let format = lang.say(&format!("upload.format.{}", report.format), &[]);
    let packed = if report.was_packed { lang.say("upload.packed", &[("format", &format)]) } else { format };
    Told {
        summary: lang.say("upload.summary", &[("good", &good.to_string()), ("all", &all.to_string())]),
        format: packed,
        cut: report.cut.map(|cut| lang.say(&format!("upload.cut.{}", cut.id()), &[("n", &all.to_string())])),
        is_kept: report.games.iter().any(|found| found.id.is_some()),
        rows: (1..).zip(&report.games).map(|(number, found)| row(lang, number, found)).collect(),
    }
}

fn row(lang: Lang, number: usize, found: &Found) -> Row {
    let mut row = Row {
        number,
        href: None,
        players: String::new(),
        game: String::new(),
        length: String::new(),
        result: String::new(),
        remarks: found.remarks.iter().map(|remark| remark_words(lang, remark)).collect(),
        trouble: None,
    };
    match &found.record {
        Err(problem) => row.trouble = Some(problem.words(lang)),
        Ok(record) => {
            let sides = schwarm_catalog::open(&record.game).map_or(["white", "black"], |rules| rules.info().sides);
            let [one, two] = record.players.each_ref().map(|name| shown_name(lang, name, false));
            row.players = format!("{one} – {two}");
            row.game = names::title(lang, &record.game);
            row.length = lang.count("moves", record.moves.len() as u64, &[]);
            row.result = match &record.ending {
                Some(ending) => speech::ending_words(lang, ending, sides),
                None => lang.say("standing.open", &[]),
            };
            row.href = found.id.map(|id| format!("/games/{id}")).or_else(|| study(record));
        }
    }
    row
}

/// Where a game that is not kept can be looked at.
fn study(record: &GameRecord) -> Option<String> {
    Some(study_address(record, record.moves.len())).filter(|address| address.len() <= LONGEST_ADDRESS)
}
