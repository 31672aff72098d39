/** The pieces in hand, above and below the board. */

import { html, svg } from "./dom.js";
import { coat, drawStack } from "./pieces.js";
import { pieceWords, sideWords } from "./tell.js";
import { say } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/** @param {Board} board */
export function strips(board) {
  board.classList.add("sb");
  return { above: html("div", { class: "sb-strip" }), below: html("div", { class: "sb-strip" }) };
}

/**
 * Shows what is in hand. The strips of a game with reserves stay when they are empty: nothing jumps.
 * @param {Board} board
 * @param {BoardView} view
 */
export function fillStrip(board, view) {
  if (!board.strips || board.still) {
    return;
  }
  const used = view.grid.kind === "hex";
  const [low, high] = board.flipped ? [1, 0] : [0, 1];
  for (const [strip, index] of /** @type {[HTMLElement, 0 | 1][]} */ ([[board.strips.below, low], [board.strips.above, high]])) {
    strip.hidden = !used;
    const side = index ? "two" : "one";
    const focused = strip.contains(document.activeElement) ? document.activeElement?.getAttribute("data-kind") : null;
    strip.setAttribute("role", "group");
    strip.setAttribute("aria-label", say("reserve", { side: sideWords(view, side) }));
    strip.replaceChildren(
      ...view.reserves[index].map(({ piece, count }) => {
        const words = say("reserve.piece", { piece: pieceWords(view, { ...piece, name: "" }), n: count });
        const drawing = svg("svg", { viewBox: "-50 -52 100 104", "aria-hidden": "true" }, drawStack(view, [{ ...piece, name: "" }]));
        const button = html("button", { type: "button", class: `sb-hand ${coat(view, side)}`, "data-hand": piece.name, "data-kind": piece.kind, "aria-label": words, title: words });
        button.append(drawing);
        if (count > 1) {
          button.append(html("span", { "aria-hidden": "true" }, String(count)));
        }
        return button;
      }),
    );
    if (focused) {
      const same = [...strip.children].find((it) => it.getAttribute("data-kind") === focused);
      if (same instanceof HTMLElement) {
        same.focus();
      } else {
        board.focusCell(board.current);
      }
    }
  }
}
