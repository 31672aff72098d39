/** The engine's view of the position one looks at. Stops as soon as one looks elsewhere. */

import { stream } from "./api.js";
import { showBar } from "./bar.js";
import { byId, html } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * How good a line is for the first side, in short.
 * @param {Finding} line
 * @param {Side} mover
 */
export function scoreText({ score, ends_in, chance }, mover) {
  const turn = mover === "one" ? 1 : -1;
  const sign = (/** @type {number} */ value) => (value * turn < 0 ? "−" : "+");
  if (ends_in !== null) {
    return `${sign(ends_in)}#${Math.abs(ends_in)}`;
  }
  return score === null ? `${Math.round((chance ?? 0.5) * 100)}\u00a0%` : `${sign(score)}${Math.abs(score).toFixed(1)}`;
}

/**
 * The chances of the first side.
 * @param {Finding} line
 * @param {Side} mover
 */
export function chanceOf({ score, ends_in, chance }, mover) {
  const guess = ends_in !== null ? Number(ends_in > 0) : 1 / (1 + Math.exp(-(score ?? 0)));
  return mover === "one" ? (chance ?? guess) : 1 - (chance ?? guess);
}

export class Analysis {
  /** @type {AbortController | null} */ #running = null;
  #on = false;
  #wait = 0;

  /**
   * @param {Board} board
   * @param {() => Line} line
   * @param {(moves: string[]) => void} follow plays a line on the board
   */
  constructor(board, line, follow) {
    this.board = board;
    this.line = line;
    this.follow = follow;
    this.button = byId("analysis")?.querySelector("[data-act=analyse]");
    this.button?.addEventListener("click", () => this.toggle());
    addEventListener("pagehide", () => this.stop());
  }

  toggle() {
    this.#on = !this.#on;
    this.button?.setAttribute("aria-pressed", String(this.#on));
    if (this.#on) {
      this.look();
    } else {
      this.stop();
      this.board.arrows = [];
    }
  }

  stop() {
    clearTimeout(this.#wait);
    this.#running?.abort();
    this.#running = null;
  }

  /** Another position is looked at. */
  look() {
    this.stop();
    this.board.arrows = [];
    byId("lines")?.replaceChildren();
    if (this.#on && this.board.shown?.to_move) {
      // Who steps quickly through a game does not want an engine for each position.
      this.#wait = setTimeout(() => this.#think(), 150);
    }
  }

  async #think() {
    const running = new AbortController();
    this.#running = running;
    try {
      await stream("/api/analyse", { ...this.line(), lines: 3, seconds: 10 }, running.signal, (thought) => {
        if (this.#running === running) {
          this.#show(thought);
        }
      });
    } catch (error) {
      const depth = byId("depth");
      if (!running.signal.aborted && depth) {
        depth.textContent = error instanceof Error && error.message ? error.message : say("offline");
      }
    }
  }

  /** @param {Thought} thought */
  #show(thought) {
    const shown = this.board.shown;
    const depth = byId("depth");
    if (depth) {
      depth.textContent = thought.error?.message ?? say("depth", { depth: thought.depth, nodes: thought.nodes.toLocaleString(document.documentElement.lang) });
    }
    const mover = shown?.to_move;
    if (!mover || !thought.lines?.length) {
      return;
    }
    showBar(chanceOf(thought.lines[0], mover));
    byId("lines")?.replaceChildren(
      ...thought.lines.map((line) => {
        const text = html("button", { type: "button", title: say("line.try") }, line.moves.slice(0, 6).join("  "));
        text.addEventListener("click", () => this.follow(line.moves));
        return html("li", {}, html("b", {}, scoreText(line, mover)), text);
      }),
    );
    this.board.arrows = thought.lines.flatMap((line, index) => {
      const gesture = shown.gestures.find((it) => it.move === line.moves[0]);
      const from = gesture?.held && "cell" in gesture.held ? gesture.held.cell : null;
      return gesture?.to ? [{ from, to: gesture.to, strong: index === 0 }] : [];
    });
  }
}
