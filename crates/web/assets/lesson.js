/** One step of a course: try it on the board. What is right is asked of the server; why something is not, too. */

import "./board.js";
import { Trouble, post } from "./api.js";
import { byId, moves } from "./dom.js";
import { key } from "./geometry.js";
import { answerWhy, foresee, showPlayers } from "./page.js";
import { learn } from "./progress.js";
import { say } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/** How long a position is shown before the next. */
const PAUSE = 1300;

class Lesson {
  /** @type {Set<string>} cells that were shown rightly */ #found = new Set();
  #timer = 0;

  /**
   * @param {Board} board
   * @param {LessonData} data
   */
  constructor(board, data) {
    this.board = board;
    this.data = data;
    this.wanted = new Set(data.wanted.map(key));
    this.picks = this.wanted.size > 0;
    if (this.picks) {
      // Cells are shown, nothing is moved.
      board.tap = (what) => this.#pick(what);
      board.classList.add("picks");
    }
    board.addEventListener("move", (event) => this.#try(/** @type {CustomEvent} */ (event).detail.move));
    board.addEventListener("flip", () => {
      board.flipped = !board.flipped;
    });
    board.addEventListener("drawn", () => this.#mark());
    answerWhy(board, () => data.line);
    const acts = byId("acts");
    acts?.removeAttribute("hidden");
    acts?.querySelector("[data-act=show]")?.addEventListener("click", () => this.#show());
    acts?.querySelector("[data-act=again]")?.addEventListener("click", () => this.begin());
    acts?.toggleAttribute("hidden", data.task === "read");
    document.querySelector(".solution")?.remove();
    this.begin();
    if (data.task === "read") {
      this.#solved();
    }
  }

  /** The step from its start. */
  begin() {
    clearTimeout(this.#timer);
    this.#found.clear();
    this.board.letGo();
    this.#look(this.data.shown, !this.picks && this.data.task === "play");
    this.#say(this.picks ? say("learn.found", { n: 0, of: this.wanted.size }) : "");
    byId("lesson")?.classList.remove("solved");
  }

  /**
   * @param {Shown} shown
   * @param {boolean} acts whether one may move
   */
  #look(shown, acts) {
    const { board } = this;
    board.side = acts ? "any" : null;
    board.shown = acts ? shown : { ...shown, gestures: [] };
    showPlayers(shown);
  }

  /**
   * @param {string} text
   * @param {"" | "good" | "bad"} [how]
   */
  #say(text, how = "") {
    const element = byId("feedback");
    if (element) {
      element.textContent = text;
      element.className = how;
      if (how) {
        element.scrollIntoView({ block: "nearest", behavior: moves() ? "smooth" : "instant" });
      }
    }
  }

  #solved() {
    learn(this.data.course, this.data.step);
    byId("lesson")?.classList.add("solved");
    byId("next")?.classList.add("main");
  }

  /**
   * A move was made.
   * @param {string} move
   */
  async #try(move) {
    const { board, data } = this;
    const dropped = board.dropped;
    board.side = null;
    board.dropped = dropped;
    board.shown = foresee(data.shown, move);
    try {
      this.#answer(await post("/api/learn/check", { course: data.course, step: data.step, move }));
    } catch (error) {
      this.#failed(error);
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    this.begin();
    this.#say(error instanceof Trouble && error.message ? error.message : say("offline"), "bad");
  }

  /** @param {{solved: boolean, words: string, shown: Shown[]}} answer */
  #answer({ solved, words, shown }) {
    const [first, ...rest] = shown;
    if (first) {
      this.board.dropped = true;
      this.#look(first, false);
    }
    if (!solved) {
      this.#say(words, "bad");
      this.#timer = setTimeout(() => this.#again(words), PAUSE);
      return;
    }
    this.#follow(rest, () => {
      this.#say(words, "good");
      this.#solved();
    });
  }

  /**
   * Back to the start, with what was said.
   * @param {string} words
   */
  #again(words) {
    this.begin();
    this.#say(words, "bad");
  }

  /**
   * Shows what the other side answers.
   * @param {Shown[]} shown
   * @param {() => void} then
   */
  #follow([next, ...rest], then) {
    if (!next) {
      then();
      return;
    }
    this.#timer = setTimeout(() => {
      this.#look(next, false);
      this.board.tell(next.last?.words ?? "");
      this.#follow(rest, then);
    }, PAUSE);
  }

  /**
   * A cell was shown.
   * @param {Held} what
   */
  async #pick(what) {
    const { board, data } = this;
    if (!("cell" in what) || this.#found.size === this.wanted.size) {
      return;
    }
    board.hush();
    const name = key(what.cell);
    if (!this.wanted.has(name)) {
      await this.#why(what);
      return;
    }
    this.#found.add(name);
    this.#mark();
    this.#say(say("learn.found", { n: this.#found.size, of: this.wanted.size }));
    if (this.#found.size === this.wanted.size) {
      try {
        this.#answer(await post("/api/learn/check", { course: data.course, step: data.step, cells: data.wanted }));
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  /**
   * Why a cell is not one of those that were asked for.
   * @param {{cell: Cell}} what
   */
  async #why(what) {
    const { board, data } = this;
    const question = data.task === "targets" && data.held ? { held: data.held, to: what.cell } : { held: what };
    try {
      const { rule } = await post("/api/why", { ...data.line, ...question });
      board.explain(rule?.text ?? say("learn.can-move"), rule?.cells ?? [], what.cell);
    } catch (error) {
      this.#say(error instanceof Trouble && error.message ? error.message : say("offline"), "bad");
    }
  }

  /** Draws what was found. */
  #mark() {
    for (const element of this.board.querySelectorAll("[data-at]")) {
      const is = this.#found.has(element.getAttribute("data-at") ?? "");
      element.classList.toggle("found", is);
      if (this.picks) {
        element.setAttribute("aria-selected", String(is));
      }
    }
    const held = this.data.held;
    if (held && "cell" in held) {
      this.board.querySelector(`[data-at="${key(held.cell)}"]`)?.classList.add("asked");
    } else if (held) {
      this.board.querySelector(`[data-hand="${CSS.escape(held.hand)}"]`)?.classList.add("asked");
    }
  }

  /** The answer, as if it had been given. */
  #show() {
    const { data } = this;
    this.begin();
    if (this.picks) {
      this.#found = new Set(this.wanted);
      this.#mark();
      post("/api/learn/check", { course: data.course, step: data.step, cells: data.wanted }).then((it) => this.#answer(it), (it) => this.#failed(it));
    } else if (data.answer) {
      this.#try(data.answer.move);
    }
  }
}

const data = JSON.parse(byId("lesson-data")?.textContent || "{}");
const board = byId("board");
if (board) {
  new Lesson(/** @type {Board} */ (board), data);
}
