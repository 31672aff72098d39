/** The cells of a board as elements: kept as long as they look the same, so that focus and motion stay. */

import { svg } from "./dom.js";
import { key } from "./geometry.js";
import { drawCell } from "./look.js";
import { cellWords } from "./tell.js";

/** @param {Held | null | undefined} held */
export const heldKey = (held) => (held ? ("cell" in held ? key(held.cell) : `hand ${held.hand}`) : "");

export class Cells {
  /** @type {Map<string, SVGElement>} */ elements = new Map();
  /** @type {Map<string, string>} what each cell looked like when it was drawn */ #looks = new Map();

  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
  }

  /** Draws everything anew next time. */
  forget() {
    this.#looks.clear();
  }

  /**
   * Puts the cells into rows, from top to bottom as they are seen.
   * @param {BoardView} view
   * @param {SVGElement} parent
   */
  arrange(view, parent) {
    const { board } = this;
    const focused = board.contains(document.activeElement) && document.activeElement?.getAttribute("data-at");
    /** @type {Map<number, [number, SVGElement][]>} */
    const rows = new Map();
    const alive = new Map();
    for (const [name, cell] of board.cells) {
      const [x, y] = board.place(cell.at);
      const look = JSON.stringify([cell, view.marks.filter((mark) => mark.cells.some((at) => key(at) === name))]);
      let element = this.elements.get(name);
      if (!element || this.#looks.get(name) !== look) {
        element = drawCell(view, cell, element ?? svg("g", board.still ? {} : { role: "gridcell", tabindex: -1 }));
        element.setAttribute("data-at", name);
      }
      element.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      alive.set(name, element);
      this.#looks.set(name, look);
      rows.set(y, [...(rows.get(y) ?? []), [x, element]]);
    }
    const sorted = [...rows].sort((a, b) => a[0] - b[0]);
    const groups = sorted.map(([, members]) => {
      const elements = members.sort((a, b) => a[0] - b[0]).map(([, element]) => element);
      const row = elements[0].parentNode;
      // A row that has not changed stays as it is, so that the focus stays, too.
      if (row && row.childNodes.length === elements.length && elements.every((it, i) => row.childNodes[i] === it)) {
        return /** @type {SVGElement} */ (row);
      }
      return svg("g", board.still ? {} : { role: "row" }, ...elements);
    });
    if (groups.length !== parent.childNodes.length || groups.some((group, i) => parent.childNodes[i] !== group)) {
      parent.replaceChildren(...groups);
    }
    this.elements = alive;
    if (focused && document.activeElement !== alive.get(focused)) {
      (alive.get(focused) ?? alive.get(board.current))?.focus({ preventScroll: true });
    }
  }

  /**
   * Shows what can be done now, and what has just been done.
   * @param {Shown} shown
   */
  decorate(shown) {
    const { board } = this;
    const { view } = shown;
    const name = heldKey(board.held);
    const targets = new Set(board.held ? shown.gestures.filter((it) => heldKey(it.held) === name).map((it) => it.to && key(it.to)) : []);
    const takeable = new Set(board.acts ? shown.gestures.map((it) => heldKey(it.held)) : []);
    const [from, to] = [view.last_move?.from, view.last_move?.to].map((at) => (at ? key(at) : ""));
    for (const [at, element] of this.elements) {
      const cell = /** @type {CellView} */ (board.cells.get(at));
      const state = {
        held: at === name,
        target: targets.has(at),
        capture: targets.has(at) && cell.stack.length > 0,
        takeable: takeable.has(at),
        came: at === to,
        left: at === from,
      };
      for (const [which, on] of Object.entries(state)) {
        element.classList.toggle(which, on);
      }
      if (!board.still) {
        element.setAttribute("tabindex", at === board.current ? "0" : "-1");
        const words = cellWords(view, cell, state);
        if (element.getAttribute("aria-label") !== words) {
          element.setAttribute("aria-label", words);
        }
        element.setAttribute("aria-selected", String(state.held));
      }
    }
    for (const element of board.querySelectorAll("[data-hand]")) {
      const hand = `hand ${element.getAttribute("data-hand")}`;
      element.classList.toggle("takeable", takeable.has(hand));
      element.setAttribute("aria-pressed", String(hand === name));
    }
  }
}
