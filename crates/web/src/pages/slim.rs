//! Pictures that weigh less: what is drawn many times is written once, and small pictures show the board alone.

use std::collections::HashMap;
use std::ops::Range;

/// Shorter elements are not worth a name.
const WORTH: usize = 48;

/// Elements without anything inside.
const SHAPES: [&str; 3] = ["<path ", "<circle ", "<rect "];

/// The same picture with everything that is drawn again as a reference to its first place.
pub(super) fn lighter(svg: &str) -> String {
    let elements = elements(svg);
    let mut seen: HashMap<&str, u32> = HashMap::new();
    for element in &elements {
        *seen.entry(&svg[element.clone()]).or_default() += 1;
    }
    let mut names: HashMap<&str, usize> = HashMap::new();
    let (mut light, mut done) = (String::with_capacity(svg.len() / 2), 0);
    for element in elements {
        let text = &svg[element.clone()];
        // What lies inside of something that was left out is left out with it.
        if element.start < done || seen[text] < 2 || text.len() < WORTH {
            continue;
        }
        light.push_str(&svg[done..element.start]);
        let next = names.len();
        if let Some(name) = names.get(text) {
            light.push_str(&format!("<use href=\"#p{name}\"/>"));
            done = element.end;
        } else {
            names.insert(text, next);
            let name_ends = text.find(' ').unwrap_or(text.len());
            light.push_str(&format!("{} id=\"p{next}\"", &text[..name_ends]));
            done = element.start + name_ends;
        }
    }
    light + &svg[done..]
}

/// Groups and shapes with something in their heads, in the order they begin.
fn elements(svg: &str) -> Vec<Range<usize>> {
    let (mut elements, mut open) = (Vec::new(), Vec::new());
    for (at, _) in svg.match_indices('<') {
        let Some(length) = svg[at..].find('>') else { break };
        let (tag, end) = (&svg[at..at + length + 1], at + length + 1);
        if tag == "</g>" {
            elements.extend(open.pop().map(|start| start..end));
        } else if tag.starts_with("<g") && !tag.ends_with("/>") {
            open.push(at);
        } else if SHAPES.iter().any(|shape| tag.starts_with(shape)) {
            elements.push(at..end);
        }
    }
    elements.retain(|element| !svg[element.clone()].starts_with("<g>"));
    elements.sort_by_key(|element| (element.start, std::cmp::Reverse(element.end)));
    elements
}

/// The board alone, without what stands above and below it and without words: a small picture beside its name. So much
/// room is left around the centre of an outer cell; a cell is 100 high.
pub(super) fn cropped(svg: &str, room: f64) -> Option<String> {
    let is_board = |element: &Range<usize>| svg[element.clone()].starts_with("<g data-part=\"board\"");
    let board = &svg[elements(svg).into_iter().find(is_board)?];
    let centres: Vec<(f64, f64)> = board.split("<g data-cell=").skip(1).filter_map(centre).collect();
    let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
    let (left, top) = (least(&mut centres.iter().map(|c| c.0)), least(&mut centres.iter().map(|c| c.1)));
    let (right, bottom) = (-least(&mut centres.iter().map(|c| -c.0)), -least(&mut centres.iter().map(|c| -c.1)));
    let (start, rest) = svg.split_once(" viewBox=\"")?;
    let head = rest.split_once('"')?.1.split('>').next()?;
    let (width, height) = (right - left + 2.0 * room, bottom - top + 2.0 * room);
    let frame = format!("{:.0} {:.0} {width:.0} {height:.0}", left - room, top - room);
    let fits = width.is_finite() && height.is_finite();
    fits.then(|| format!("{start} viewBox=\"{frame}\"{head}>{}</svg>", wordless(board)))
}

/// A drawing without titles and names of cells.
fn wordless(drawing: &str) -> String {
    let parts = [("<title>", "</title>"), (" data-label=\"", "\""), (" data-cell=\"", "\"")];
    parts.into_iter().fold(drawing.to_string(), |text, (start, end)| {
        let mut pieces = text.split(start);
        let first = pieces.next().unwrap_or_default().to_string();
        pieces.fold(first, |kept, piece| kept + piece.split_once(end).map_or(piece, |(_, rest)| rest))
    })
}

/// The centre of a cell from the head of its group.
fn centre(group: &str) -> Option<(f64, f64)> {
    let head = group.split('>').next()?;
    let Some((_, place)) = head.split_once("translate(") else { return Some((0.0, 0.0)) };
    let (x, y) = place.split(')').next()?.split_once(' ')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_again_is_named_once() {
        let path = format!("<path d=\"M{}\"/>", "0 1L".repeat(20));
        let group = format!("<g transform=\"scale(2)\">{path}<circle r=\"1\"/></g>");
        let svg = format!("<svg>{path}{group}<g>{group}</g>{path}<circle r=\"1\"/></svg>");
        let light = lighter(&svg);
        let written = ["<path id=\"p0\"", "<g id=\"p1\"", "<use href=\"#p0\"/>", "<use href=\"#p1\"/>"];
        assert_eq!(written.map(|part| light.matches(part).count()), [1, 1, 2, 1], "{light}");
        let whole = light.replace("<use href=\"#p1\"/>", &group).replace("<use href=\"#p0\"/>", &path);
        assert_eq!(whole.replace(" id=\"p0\"", "").replace(" id=\"p1\"", ""), svg);
        assert_eq!(lighter("<svg><path d"), "<svg><path d");
    }

    #[test]
    fn a_small_picture_is_the_board_alone() {
        let cells = "<g data-cell=\"0,0\" data-label=\"a\"><title>a</title></g>\
                     <g data-cell=\"1,0\" transform=\"translate(100 -50)\"></g>";
        let svg = format!("<svg viewBox=\"1 2 3 4\" x=\"y\"><rect/><g data-part=\"board\">{cells}</g><path/></svg>");
        let board = "<g data-part=\"board\"><g></g><g transform=\"translate(100 -50)\"></g></g>";
        assert_eq!(cropped(&svg, 56.0), Some(format!("<svg viewBox=\"-56 -106 212 162\" x=\"y\">{board}</svg>")));
        assert_eq!(cropped("<svg viewBox=\"1 2 3 4\">", 56.0), None);
    }
}
