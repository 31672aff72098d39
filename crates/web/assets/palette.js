/** What can be put on a board, as a group of choices: one is always chosen. Pieces can be dragged from it as well. */

import { html, svg } from "./dom.js";
import { left, next } from "./draft.js";
import { drawStack, symbol } from "./pieces.js";
import { pieceWords } from "./tell.js";
import { say } from "./words.js";

/** Signs of the two tools, on a grid of 24. */
const SIGNS = {
  move: "M9 11V5.5a1.5 1.5 0 0 1 3 0V11M12 10.500V4.500a1.500 1.500 0 0 1 3 0V11M15 11V6.500a1.500 1.500 0 0 1 3 0V15a6 6 0 0 1-6 6h-1a6 6 0 0 1-5-2.700L3.500 14a1.500 1.500 0 0 1 2.400-1.800L9 15V8",
  remove: "M4 7H20M10 4H14M6 7L7 20H17L18 7M10 11V16M14 11V16",
};

export class PaletteBox {
  /** @type {Palette | null} */ #palette = null;

  /**
   * @param {(brush: string) => void} choose
   * @param {() => void} done called by Enter: back to the board
   */
  constructor(choose, done) {
    this.element = html("div", { class: "palette", role: "radiogroup", "aria-label": say("edit.palette") });
    this.element.addEventListener("change", (event) => {
      if (event.target instanceof HTMLInputElement) {
        choose(event.target.value);
      }
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        event.stopPropagation();
        done();
      }
    });
  }

  /**
   * Offers what a game has.
   * @param {Palette} palette
   */
  offer(palette) {
    this.#palette = palette;
    const { board } = palette;
    const sides = /** @type {Side[]} */ (["one", "two"]);
    const pieces = sides.map((side) => {
      const mine = palette.pieces.map((it, i) => ({ ...it, i })).filter((it) => it.piece.side === side);
      const brushes = mine.map(({ piece, i }) => {
        const plain = { ...piece, name: "" };
        const drawing = svg("svg", { viewBox: "-50 -52 100 104", "aria-hidden": "true" }, drawStack(board, [plain]));
        return brush(`piece ${i}`, pieceWords(board, plain), drawing);
      });
      return html("div", { class: "brushes" }, ...brushes);
    });
    const terrains = palette.terrains.map(({ terrain }, i) =>
      brush(`terrain ${i}`, say(`terrain.${terrain}`), svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, symbol(terrain))),
    );
    const tools = Object.entries(SIGNS).map(([name, d]) =>
      brush(name, say(`edit.${name}`), svg("svg", { viewBox: "0 0 24 24", class: "tool", "aria-hidden": "true" }, svg("path", { d }))),
    );
    this.element.replaceChildren(...pieces, html("div", { class: "brushes" }, ...terrains, ...tools));
  }

  /**
   * Shows how many are left.
   * @param {Draft} draft
   */
  count(draft) {
    const palette = this.#palette;
    palette?.pieces.forEach((offer, i) => this.#number(`piece ${i}`, left(palette, draft, offer)));
    palette?.terrains.forEach(({ terrain, most }, i) => {
      this.#number(`terrain ${i}`, most - draft.cells.filter((cell) => cell.terrain === terrain).length);
    });
  }

  /**
   * @param {string} name
   * @param {number} n
   */
  #number(name, n) {
    const label = this.element.querySelector(`[data-hand="${name}"]`);
    const [input, number] = [label?.querySelector("input"), label?.querySelector(".n")];
    if (label && input && number) {
      label.classList.toggle("none", n <= 0);
      number.textContent = String(n);
      input.setAttribute("aria-label", say("edit.left", { piece: input.dataset.words ?? "", n }));
    }
  }

  /**
   * What a brush puts down; nothing for a tool.
   * @param {Draft} draft
   * @param {string} name
   * @returns {PieceView | Terrain | null}
   */
  load(draft, name) {
    const [kind, i] = name.split(" ");
    const offer = kind === "piece" ? this.#palette?.pieces[Number(i)] : undefined;
    return offer ? next(draft, offer) : (kind === "terrain" && this.#palette?.terrains[Number(i)]?.terrain) || null;
  }

  /**
   * @param {string} name
   * @param {boolean} [focus]
   */
  choose(name, focus = false) {
    const inputs = [...this.element.querySelectorAll("input")];
    const input = inputs.find((it) => it.value === name) ?? inputs.find((it) => it.checked);
    if (input) {
      input.checked = true;
      if (focus) {
        input.focus();
      }
    }
  }
}

/**
 * @param {string} name
 * @param {string} words
 * @param {SVGElement} drawing
 */
function brush(name, words, drawing) {
  const input = html("input", { type: "radio", name: "brush", value: name, "aria-label": words, "data-words": words });
  return html("label", { class: "brush", "data-hand": name, title: words }, input, drawing, html("span", { class: "n", "aria-hidden": "true" }));
}
