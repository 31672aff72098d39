/** The chances over the game: an area over a centre line, mistakes as shapes one can click. */

import { html, svg } from "./dom.js";
import { glyph } from "./moves.js";
import { say, sayOr } from "./words.js";

const FAULTS = ["inaccuracy", "mistake", "blunder", "missed-win"];

/** @param {Judged} move */
export const isFault = (move) => FAULTS.includes(move.class);

/**
 * A move and what it was, in words.
 * @param {Judged} move
 * @param {string} side
 */
export const faultWords = (move, side) =>
  say("fault", { n: move.ply, side, move: move.move, class: sayOr(`class.${move.class}`, move.class) });

/** Its shape tells the class without colour. */
const SHAPES = {
  inaccuracy: "M-4.500 0a4.500 4.500 0 1 0 9 0a4.500 4.500 0 1 0 -9 0Z",
  mistake: "M0 -6.500l6.500 6.500l-6.500 6.500l-6.500 -6.500Z",
};

export class Graph {
  /** @type {Review | null} */ #review = null;
  #now = 0;

  /**
   * @param {HTMLElement} box
   * @param {(ply: number) => void} go
   * @param {(side: Side) => string} sideName
   */
  constructor(box, go, sideName) {
    this.box = box;
    this.go = go;
    this.sideName = sideName;
    new ResizeObserver(() => this.#draw()).observe(box);
    box.addEventListener("click", (event) => {
      const ply = event.target instanceof Element && event.target.closest("[data-ply]")?.getAttribute("data-ply");
      const frame = box.getBoundingClientRect();
      const last = (this.#review?.positions.length ?? 1) - 1;
      if (this.#review) {
        event.preventDefault();
        go(ply ? Number(ply) : Math.round(((event.clientX - frame.left) / frame.width) * last));
      }
    });
  }

  /** @param {Review} review */
  set(review) {
    this.#review = review;
    this.#draw();
  }

  /** @param {number} ply */
  set now(ply) {
    this.#now = ply;
    const x = this.#x(ply);
    this.box.querySelector(".cursor")?.setAttribute("d", `M${x} 0V${this.box.clientHeight}`);
  }

  /** @param {number} ply */
  #x(ply) {
    const last = Math.max((this.#review?.positions.length ?? 1) - 1, 1);
    return +((ply / last) * this.box.clientWidth).toFixed(1);
  }

  /** Drawn anew whenever the room changes, so that it is never stretched. */
  #draw() {
    const review = this.#review;
    const [width, height] = [this.box.clientWidth, this.box.clientHeight];
    if (!review || !width || !height) {
      return;
    }
    const y = (/** @type {number} */ chance) => +((1 - chance) * (height - 2) + 1).toFixed(1);
    const points = review.positions.map((seen) => `${this.#x(seen.ply)} ${y(seen.chance)}`);
    const end = this.#x(review.positions.length - 1);
    const drawing = svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": say("graph", { side: this.sideName("one") }) },
      svg("rect", { class: "edge", x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 6 }),
      svg("path", { class: "area", d: `M0 ${height / 2}L${points.join("L")}L${end} ${height / 2}Z` }),
      svg("path", { class: "middle", d: `M0 ${height / 2}H${width}` }),
      svg("path", { class: "curve", d: `M${points.join("L")}` }),
      svg("path", { class: "cursor" }),
    );
    for (const move of review.moves.filter(isFault)) {
      const words = faultWords(move, this.sideName(move.side));
      const place = `translate(${this.#x(move.ply)} ${y(review.positions[move.ply]?.chance ?? 0.5)})`;
      const d = SHAPES[/** @type {keyof typeof SHAPES} */ (move.class)] ?? "M0 -9l8 14h-16Z";
      drawing.append(
        svg("a", { class: move.class, href: `#${move.ply}`, "data-ply": move.ply, "aria-label": words, transform: place }, svg("title", {}, words), svg("path", { d })),
      );
    }
    this.box.replaceChildren(drawing);
    this.now = this.#now;
  }
}

/**
 * The faults as a list.
 * @param {Review} review
 * @param {(side: Side) => string} sideName
 * @param {(ply: number) => void} go
 */
export function faultList(review, sideName, go) {
  return review.moves.filter(isFault).map((move) => {
    const sign = html("span", { class: `glyph ${move.class}` }, glyph(move.class));
    const better = move.best === move.move ? "" : ` – ${say("better", { move: move.best })}`;
    const link = html("a", { href: `#${move.ply}` }, sign, html("span", {}, faultWords(move, sideName(move.side)) + better));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      go(move.ply);
    });
    return html("li", {}, link);
  });
}
