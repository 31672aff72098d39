/** The list of moves. */

import { byId, html } from "./dom.js";
import { spentText } from "./clock.js";

const GLYPHS = { inaccuracy: "?!", mistake: "?", blunder: "??", "missed-win": "??", "only-move": "!" };

/**
 * The sign of a judgement.
 * @param {string} name
 */
export const glyph = (name) => GLYPHS[/** @type {keyof typeof GLYPHS} */ (name)] ?? "";

/**
 * One move as a link.
 * @param {Played} move
 * @param {number} ply of the position after it
 * @param {string} href
 */
export function moveLink(move, ply, href) {
  const link = html("a", { href, "data-ply": String(ply), title: move.words });
  const round = ply % 2 ? `${(ply + 1) / 2}.` : "";
  link.append(
    html("span", { class: "quiet", "aria-hidden": "true" }, round),
    html("span", { class: "text", "aria-hidden": "true" }, move.move),
    html("span", { class: "glyph" }),
    html("span", { class: "words unseen" }, move.words),
  );
  if (move.spent !== null && move.spent !== undefined) {
    link.append(html("span", { class: "spent" }, spentText(move.spent)));
  }
  return link;
}

/**
 * Shows the moves; those that are there already stay.
 * @param {HTMLElement} list
 * @param {Played[]} moves
 * @param {(ply: number) => string} href
 */
export function fillMoves(list, moves, href) {
  byId("no-moves")?.toggleAttribute("hidden", moves.length > 0);
  const known = [...list.children];
  moves.forEach((move, index) => {
    const there = known[index]?.querySelector("a");
    if (there?.getAttribute("data-move") !== move.move) {
      const link = moveLink(move, index + 1, href(index + 1));
      link.dataset.move = move.move;
      const item = html("li", { "data-ply": String(index + 1) }, link);
      known[index] ? known[index].replaceWith(item) : list.append(item);
    }
  });
  for (const item of known.slice(moves.length)) {
    item.remove();
  }
}

/**
 * Marks the move that led to what is shown. Scrolls the list alone, never the page.
 * @param {HTMLElement} list
 * @param {Element | null} link
 */
export function markMove(list, link) {
  for (const old of list.querySelectorAll("[aria-current]")) {
    old.removeAttribute("aria-current");
  }
  link?.setAttribute("aria-current", "true");
  const [box, row] = [list.getBoundingClientRect(), link?.getBoundingClientRect()];
  if (!row) {
    list.scrollTop = 0;
  } else if (row.top < box.top || row.bottom > box.bottom) {
    list.scrollTop += row.top - box.top - box.height / 2;
  }
}
