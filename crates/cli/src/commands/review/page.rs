//! A review as one page of HTML that needs nothing from elsewhere.
//!
//! The page names its own script by a checksum in its `Content-Security-Policy`: nothing else in it can run, whatever a
//! record holds. All texts stand in the page itself; the script only shows one of them after the other, so the table
//! and the verdict can be read without it.
//! Not here: drawing (`schwarm-draw`), judging (`schwarm_play::review`).

mod boards;
mod graph;
mod sprites;

use schwarm_arena::tournament::table::escape;
use schwarm_core::{GameInfo, Rulebook, Side};
use schwarm_play::GameRecord;
use schwarm_play::review::{Class, Judged, Review, Seen};
use sha2::{Digest, Sha256};

use super::tell;
use boards::Boards;

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Plies of a line that are shown.
const SHOWN: usize = 8;

/// The page.
///
/// # Errors
/// When the record is no game; a review of it shows that it is.
pub(super) fn page(review: &Review, record: &GameRecord, rules: &dyn Rulebook, effort: &str) -> anyhow::Result<String> {
    let boards = Boards::of(review, record, rules)?;
    let info = rules.info();
    let [one, two] = tell::names(review).map(|name| escape(&name));
    let title = format!("{one} – {two}");
    let dark = &boards.dark;
    let script = format!("'sha256-{}'", base64(&Sha256::digest(SCRIPT.as_bytes())));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src {script}\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}: review</title>\n\
         <style>\n{STYLE}@media (prefers-color-scheme: dark) {{ {dark} }}\n</style>\n</head>\n<body>\n\
         <header>\n<h1>{title}</h1>\n<p>{}. {} <span class=\"quiet\">Judged by {}, {}.</span></p>\n</header>\n<main>\n",
        escape(info.title),
        escape(&tell::result(review, info)),
        escape(&review.analyst),
        escape(effort),
    );
    page += &stage(review, &boards);
    page += "<div class=\"side\">\n";
    page += &verdict(review);
    page += &chances(review);
    page += &moves(review, &boards);
    page += &summary(review, info);
    // The checksum is that of everything between the tags.
    Ok(page + "</div>\n</main>\n<script>" + SCRIPT + "</script>\n</body>\n</html>\n")
}

/// The board with what one steps through it by.
fn stage(review: &Review, boards: &Boards) -> String {
    let [x, y, width, height] = boards.frame;
    let last = review.moves.len();
    let start = review.turning_point.as_ref().map_or(0, |turning| turning.ply);
    format!(
        "<section class=\"stage\" aria-label=\"Board\">\n\
         <svg id=\"board\" class=\"board\" role=\"img\" aria-labelledby=\"say\" viewBox=\"{x:.1} {y:.1} {width:.1} {height:.1}\" \
         fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<defs>\n{}</defs>\n\
         <use id=\"now\" href=\"#p0\"/>\n<g stroke=\"currentColor\" stroke-width=\"6\"><use id=\"better\" href=\"\"/></g>\n</svg>\n\
         <div id=\"controls\" class=\"controls\" data-start=\"{start}\" hidden>\n{}{}\
         <input id=\"slider\" type=\"range\" min=\"0\" max=\"{last}\" value=\"0\" aria-label=\"Ply\">\n{}{}\
         <button type=\"button\" data-go=\"fault\">Next mistake</button>\n</div>\n\
         <div id=\"panel\" class=\"panel\">\n<p id=\"say\" aria-live=\"polite\">{}</p>\n<p id=\"line\" class=\"quiet\">{}</p>\n\
         <details><summary>The position in words</summary><p id=\"words\">{}</p></details>\n</div>\n</section>\n",
        boards.defs,
        button("first", "First position", "M6 5v14M19 5v14L9 12Z"),
        button("back", "One ply back", "M16 5v14L6 12Z"),
        button("on", "One ply on", "M8 5v14l10 -7Z"),
        button("last", "Last position", "M18 5v14M5 5v14l10 -7Z"),
        say_start(review),
        review.positions.first().map_or_else(String::new, |seen| best_now(seen, review)),
        boards.words.first().map_or("", String::as_str),
    )
}

/// A button with a drawn sign: not every system has letters for these.
fn button(step: &str, words: &str, sign: &str) -> String {
    format!(
        "<button type=\"button\" data-go=\"{step}\" aria-label=\"{words}\" title=\"{words}\">\
         <svg class=\"sign\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"{sign}\"/></svg></button>\n"
    )
}

fn verdict(review: &Review) -> String {
    let link = review.turning_point.as_ref().map_or_else(String::new, |turning| {
        let ply = turning.ply;
        format!(" <a href=\"#m{ply}\" data-ply=\"{ply}\">Show move {ply}</a>")
    });
    format!(
        "<section aria-labelledby=\"verdict\">\n<h2 id=\"verdict\">Where it was decided</h2>\n<p class=\"verdict\">{}{link}</p>\n</section>\n",
        prose(&review.verdict)
    )
}

fn chances(review: &Review) -> String {
    let [one, two] = review.sides;
    format!(
        "<section aria-labelledby=\"chances\">\n<h2 id=\"chances\">Chances</h2>\n<p class=\"axis quiet\">100 % {one}</p>\n{}\
         <p class=\"axis quiet\">100 % {two} <span class=\"legend\">● inaccuracy ◆ mistake ▲ blunder</span></p>\n</section>\n",
        graph::graph(review)
    )
}

fn moves(review: &Review, boards: &Boards) -> String {
    let mut html = format!(
        "<section aria-labelledby=\"moves\">\n<h2 id=\"moves\">Moves</h2>\n<div class=\"list\" role=\"region\" \
         aria-labelledby=\"moves\" tabindex=\"0\">\n<table>\n<thead><tr><th scope=\"col\">Ply</th><th scope=\"col\" class=\"text\">Move</th>\
         <th scope=\"col\" class=\"text\">Judgement</th><th scope=\"col\">Score</th><th scope=\"col\">{}</th></tr></thead>\n<tbody>\n",
        tell::percent_head(review)
    );
    let mut row = |ply: usize, class: &str, name: &str, judgement: &str, say: &str| {
        let seen = &review.positions[ply];
        html += &format!(
            "<tr id=\"m{ply}\" class=\"{class}\" data-say=\"{say}\" data-line=\"{}\" data-words=\"{}\"><td>{ply}</td>\
             <th scope=\"row\" class=\"text\"><a href=\"#m{ply}\" data-ply=\"{ply}\">{name}</a></th><td class=\"text\">{judgement}</td>\
             <td>{}</td><td>{}</td></tr>\n",
            best_now(seen, review),
            boards.words[ply],
            tell::score(seen.score, seen.fact),
            tell::percent(seen.chance),
        );
    };
    row(0, "", "start", "", &say_start(review));
    for mv in &review.moves {
        let side = review.sides[mv.side.index()];
        let name = format!(
            "<span class=\"chip {side}\" aria-hidden=\"true\"></span><span class=\"unseen\">{side} </span>{}",
            escape(&mv.played)
        );
        row(mv.ply, class_name(mv.class), &name, &judgement(mv), &say(mv, side));
    }
    html + "</tbody>\n</table>\n</div>\n</section>\n"
}

/// The judgement of a move in its row.
fn judgement(mv: &Judged) -> String {
    let mark = match mv.class.mark() {
        "" => String::new(),
        mark => format!("<b class=\"mark\" aria-hidden=\"true\">{mark}</b> "),
    };
    let loss = if mv.class.is_fault() { format!(" −{}", tell::percent(mv.loss)) } else { String::new() };
    let better =
        mv.better().map_or_else(String::new, |better| format!("<br><small>better: {}</small>", escape(better)));
    format!("{mark}{}{loss}{better}", mv.class.name())
}

/// A move in sentences, escaped.
fn say(mv: &Judged, side: &str) -> String {
    let mut text = format!("Move {}, {side}: {}. ", mv.ply, mv.played);
    let (before, after) = (tell::percent(mv.before), tell::percent(mv.after));
    text += &match mv.class {
        class if class.is_fault() => {
            format!("{}: {side}'s chances fell from {before} to {after}.", crate::verdict::capital(class.name()))
        }
        Class::OnlyMove => format!("The only move: everything else loses much. {side}'s chances stay at {after}."),
        Class::Forced => format!("Forced: there was no other move. {side}'s chances are {after}."),
        Class::Best => format!("The best move. {side}'s chances stay at {after}."),
        _ => format!("A good move. {side}'s chances are {after}."),
    };
    if mv.better().is_some() {
        text += &format!(" Better, marked on the board: {}.", line(&mv.line));
    }
    prose(&text)
}

fn say_start(review: &Review) -> String {
    let chance = review.positions.first().map_or_else(String::new, |seen| tell::percent(seen.chance));
    prose(&format!("The start. {}'s chances are {chance}.", crate::verdict::capital(review.sides[0])))
}

/// What the engine would play now, escaped.
fn best_now(seen: &Seen, review: &Review) -> String {
    if seen.line.is_empty() {
        return "The game is over.".to_string();
    }
    escape(&format!(
        "Best for {} now: {}. Searched {}.",
        review.sides[seen.to_move.index()],
        line(&seen.line),
        depth(seen)
    ))
}

fn depth(seen: &Seen) -> String {
    format!("{} deep, {} positions", tell::plies(seen.depth as usize), crate::mind::words::count(seen.nodes))
}

fn line(moves: &[String]) -> String {
    moves.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join("; ")
}

fn summary(review: &Review, info: &GameInfo) -> String {
    let mut html = String::from(
        "<section aria-labelledby=\"summary\">\n<h2 id=\"summary\">Summary</h2>\n<table>\n<thead><tr><td></td>",
    );
    for side in Side::BOTH {
        let side = info.sides[side.index()];
        html += &format!("<th scope=\"col\"><span class=\"chip {side}\" aria-hidden=\"true\"></span>{side}</th>");
    }
    html += "</tr></thead>\n<tbody>\n";
    let mut row = |name: &str, values: [String; 2]| {
        let [one, two] = values;
        html += &format!("<tr><th scope=\"row\" class=\"text\">{name}</th><td>{one}</td><td>{two}</td></tr>\n");
    };
    let accuracy = |mean: Option<f64>| mean.map_or_else(|| "–".to_string(), |mean| format!("{mean:.0}"));
    row("accuracy (0–100)", review.summary.map(|side| accuracy(side.accuracy)));
    for class in Class::ALL {
        row(tell::plural(class), review.summary.map(|side| side.count(class).to_string()));
    }
    html + "</tbody>\n</table>\n</section>\n"
}

/// The class of a row or mark in the style sheet.
fn class_name(class: Class) -> &'static str {
    match class {
        Class::Inaccuracy => "fault inaccuracy",
        Class::Mistake => "fault mistake",
        Class::Blunder | Class::MissedWin => "fault blunder",
        Class::OnlyMove => "only",
        Class::Forced | Class::Best | Class::Good => "fine",
    }
}

/// A sentence, escaped; a number stays with its percent sign.
fn prose(text: &str) -> String {
    escape(text).replace(" %", "\u{a0}%")
}

/// Bytes as the policy of a page writes checksums.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let number = (0..3).fold(0_u32, |number, at| number << 8 | u32::from(chunk.get(at).copied().unwrap_or(0)));
        for digit in 0..4 {
            let index = (number >> (18 - 6 * digit)) as usize % 64;
            text.push(if digit <= chunk.len() { char::from(DIGITS[index]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_fills_up_with_equals_signs() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn nothing_of_a_record_is_markup() {
        assert_eq!(
            escape("<script>alert(\"x\")</script> & 'y'\u{1}"),
            "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39; "
        );
    }
}
