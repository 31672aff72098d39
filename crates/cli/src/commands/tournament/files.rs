//! The report as files in a folder, with pictures of games.

use std::fs;
use std::path::Path;

use anyhow::Context;
use schwarm_arena::tournament::Order;
use schwarm_arena::tournament::table::{Picture, Report};
use schwarm_draw::{SvgStyle, Theme};
use schwarm_store::{Filter, Store};

use crate::storage;
use crate::verdict;

/// Pictures on the page.
const PICTURES: usize = 6;

/// The last positions of the last encounters.
///
/// # Errors
/// When the store cannot be read.
pub async fn pictures(order: &Order, report: &Report, store: &dyn Store) -> anyhow::Result<Vec<Picture>> {
    let mut pictures = Vec::new();
    for (encounter, _) in report.encounters.iter().rev().filter(|(_, sum)| sum.ended > 0).take(PICTURES) {
        let filter = Filter { of_match: Some(encounter.match_name(&order.config.name)), ..Filter::default() };
        let games = store.list(&filter, 1000, 0).await.map_err(storage::failure)?;
        let Some(last) = games.iter().rev().find(|game| game.ending.is_some()) else { continue };
        let Some(shown) = store.show(last.id).await.map_err(storage::failure)? else { continue };
        let (Some(ending), Ok(session)) = (&shown.record.ending, shown.record.replay(&*order.rules)) else { continue };
        let names = shown.record.players.each_ref().map(String::as_str);
        let caption = format!(
            "{} against {}: {} after {} plies",
            names[0],
            names[1],
            verdict::of_ending(ending, names),
            shown.record.moves.len()
        );
        let style = SvgStyle { theme: Theme::Auto, coordinates: false, ..SvgStyle::default() };
        pictures.push(Picture { caption, svg: schwarm_draw::svg(&session.view(), &style) });
    }
    Ok(pictures)
}

/// Writes all files; each is whole or as it was before.
///
/// # Errors
/// When one cannot be written.
pub fn write(folder: &Path, report: &Report, pictures: &[Picture]) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let json = format!("{:#}\n", report.json());
    for (name, text) in [
        ("index.html", report.html(pictures)),
        ("report.md", report.markdown()),
        ("report.json", json),
        ("standings.csv", report.standings_csv()),
        ("crosstable.csv", report.crosstable_csv()),
    ] {
        let (path, part) = (folder.join(name), folder.join(format!(".{name}.part")));
        let written = fs::write(&part, text).and_then(|()| fs::rename(&part, &path));
        written.with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
