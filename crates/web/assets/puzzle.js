/** A puzzle: the reader attacks, the server answers with the best defence and says what a move is worth. */

import "./board.js";
import { Trouble, post } from "./api.js";
import { byId, moves as mayMove } from "./dom.js";
import { key } from "./geometry.js";
import { answerWhy, foresee, showPlayers } from "./page.js";
import { solve, solved } from "./solved.js";
import { say } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/** How long a position is shown before the next. */
const PAUSE = 1300;

class Puzzle {
  /** @type {string[]} moves of both sides that were right */ #moves = [];
  /** @type {Shown} where the reader is to move */ #base;
  /** @type {Held | null} what a hint was about */ #hinted = null;
  #timer = 0;
  /** Counts what was begun, so that a late answer is known as one. */
  #turn = 0;

  /**
   * @param {Board} board
   * @param {PuzzleData} data
   */
  constructor(board, data) {
    this.board = board;
    this.data = data;
    this.#base = data.shown;
    board.addEventListener("move", (event) => this.#try(/** @type {CustomEvent} */ (event).detail.move));
    board.addEventListener("flip", () => {
      board.flipped = !board.flipped;
    });
    board.addEventListener("drawn", () => this.#mark());
    answerWhy(board, () => ({ ...data.line, moves: this.#moves }));
    const acts = byId("acts");
    acts?.removeAttribute("hidden");
    acts?.querySelector("[data-act=hint]")?.addEventListener("click", () => this.#hint());
    acts?.querySelector("[data-act=again]")?.addEventListener("click", () => this.begin());
    this.#remember(solved().has(data.id));
    this.begin();
  }

  /** The puzzle from its start. */
  begin() {
    this.#turn += 1;
    clearTimeout(this.#timer);
    this.#moves = [];
    this.#base = this.data.shown;
    this.#hinted = null;
    this.board.letGo();
    this.#look(this.#base, true);
    this.#say();
    byId("puzzle")?.classList.remove("solved");
  }

  /**
   * @param {Shown} shown
   * @param {boolean} acts whether one may move
   */
  #look(shown, acts) {
    const { board } = this;
    board.side = acts ? this.data.side : null;
    board.shown = acts ? shown : { ...shown, gestures: [] };
    showPlayers(shown);
  }

  /**
   * @param {string} [text]
   * @param {"" | "good" | "bad"} [how]
   */
  #say(text = "", how = "") {
    const element = byId("feedback");
    if (element) {
      element.textContent = text;
      element.className = how;
      if (how) {
        element.scrollIntoView({ block: "nearest", behavior: mayMove() ? "smooth" : "instant" });
      }
    }
  }

  /**
   * A move was made.
   * @param {string} move
   */
  async #try(move) {
    const { board } = this;
    this.#turn += 1;
    const turn = this.#turn;
    const dropped = board.dropped;
    this.#hinted = null;
    board.side = null;
    board.dropped = dropped;
    board.shown = foresee(this.#base, move);
    this.#say(say("puzzle.thinking"));
    try {
      const answer = await post(`/api/puzzles/${this.data.id}/try`, { moves: [...this.#moves, move] });
      if (turn === this.#turn) {
        this.#answer(answer);
      }
    } catch (error) {
      if (turn === this.#turn) {
        this.#back();
        this.#say(error instanceof Trouble && error.message ? error.message : say("offline"), "bad");
      }
    }
  }

  /** Back to where the reader is to move. */
  #back() {
    this.board.letGo();
    this.#look(this.#base, true);
  }

  /** @param {Tried} answer */
  #answer({ verdict, good, words, ending, moves, shown }) {
    const [own, defence] = shown;
    this.board.dropped = true;
    this.#look(own, false);
    const end = () => {
      this.#say(ending ? `${words} ${ending}` : words, "good");
      this.#end();
    };
    if (verdict === "solved" && !defence) {
      end();
      return;
    }
    if (verdict !== "solved") {
      this.#say(words, good ? "good" : "bad");
    }
    this.#timer = setTimeout(() => {
      if (verdict === "solved") {
        this.#look(defence, false);
        end();
      } else if (good) {
        this.#moves = moves;
        this.#base = defence;
        this.#look(defence, true);
        this.board.tell(defence.last?.words ?? "");
      } else if (defence) {
        this.#look(defence, false);
        this.board.tell(defence.last?.words ?? "");
        this.#timer = setTimeout(() => this.#back(), PAUSE);
      } else {
        this.#back();
      }
    }, PAUSE);
  }

  #end() {
    solve(this.data.id);
    this.#remember(true);
    byId("puzzle")?.classList.add("solved");
    byId("solution")?.setAttribute("open", "");
    byId("next")?.classList.add("main");
  }

  /**
   * Shows whether it was solved, and where to go on: the next one that was not.
   * @param {boolean} is
   */
  #remember(is) {
    const mark = document.querySelector("[data-done]");
    if (mark && is) {
      mark.textContent = say("puzzle.solved");
      mark.removeAttribute("hidden");
    }
    const done = solved();
    const next = this.data.others.find((id) => !done.has(id)) ?? this.data.others[0];
    if (next) {
      byId("next")?.setAttribute("href", `/puzzle/${next}`);
    }
  }

  /** Marks the piece to move. */
  async #hint() {
    if (!this.board.acts) {
      return;
    }
    const turn = this.#turn;
    try {
      const { held, words } = await post(`/api/puzzles/${this.data.id}/hint`, { moves: this.#moves });
      if (turn === this.#turn) {
        this.#hinted = held;
        this.#mark();
        this.#say(words);
      }
    } catch (error) {
      this.#say(error instanceof Trouble && error.message ? error.message : say("offline"), "bad");
    }
  }

  #mark() {
    for (const element of this.board.querySelectorAll(".asked")) {
      element.classList.remove("asked");
    }
    const held = this.#hinted;
    if (held && "cell" in held) {
      this.board.querySelector(`[data-at="${key(held.cell)}"]`)?.classList.add("asked");
    } else if (held) {
      this.board.querySelector(`[data-hand="${CSS.escape(held.hand)}"]`)?.classList.add("asked");
    }
  }
}

const board = byId("board");
if (board) {
  new Puzzle(/** @type {Board} */ (board), JSON.parse(byId("puzzle-data")?.textContent || "{}"));
}
