/** Setting up a position: by hand, or by pasting one. The server says what is wrong with it and where. */

import { Trouble, post } from "./api.js";
import { byId, html } from "./dom.js";
import { empty, lift, move, paint, put, sketch } from "./draft.js";
import "./editor-board.js";
import { key } from "./geometry.js";
import { copy, notice } from "./page.js";
import { PaletteBox } from "./palette.js";
import { Values } from "./values.js";
import { say } from "./words.js";

/** @typedef {import("./editor-board.js").EditorBoard} EditorBoard */

/** Edits come faster than answers; so long one waits for the next. */
const PAUSE = 120;

/** Steps one can go back. */
const MOST_STEPS = 500;

class Editor {
  /** @type {Draft[]} */ #past = [];
  /** @type {Draft[]} */ #future = [];
  #timer = 0;
  #asked = 0;
  #drawn = 0;

  /**
   * @param {EditorBoard} board
   * @param {EditData} data
   */
  constructor(board, data) {
    this.board = board;
    this.palette = data.palette;
    this.start = data.start;
    this.game = data.game;
    this.draft = data.draft;
    this.judged = data.judged;
    this.box = new PaletteBox((brush) => this.#choose(brush), () => board.focusCell(board.current));
    board.append(this.box.element);
    board.load = (brush) => this.box.load(this.draft, brush);
    board.addEventListener("put", (event) => this.#put(/** @type {CustomEvent} */ (event).detail));
    board.addEventListener("lift", (event) => this.edit(lift(this.palette, this.draft, /** @type {CustomEvent} */ (event).detail.at)));
    board.addEventListener("choose", (event) => {
      const { brush } = /** @type {CustomEvent} */ (event).detail;
      this.box.choose(brush, !brush);
      this.#choose(brush || this.board.brush);
    });
    board.addEventListener("flip", () => {
      board.flipped = !board.flipped;
    });
    const help = byId("help");
    board.addEventListener("help", () => help instanceof HTMLDialogElement && help.showModal());
    this.values = new Values(/** @type {HTMLFormElement} */ (byId("values")), (change) => this.edit(change(this.draft)));
    this.#tools();
    this.#paste();
    this.#open(data);
  }

  /**
   * Begins with a position of perhaps another game.
   * @param {EditData} data
   */
  #open({ game, palette, start, draft, judged }) {
    Object.assign(this, { game, palette, start, draft });
    this.box.offer(palette);
    this.values.offer(palette);
    const first = palette.board.grid.kind === "hex" && !draft.cells.length ? "piece 0" : "move";
    this.box.choose(first);
    this.#choose(first);
    for (const field of document.querySelectorAll("#choose [name=game], #paste [name=game], #play-from [name=game]")) {
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
        field.value = game;
      }
    }
    this.#show();
    this.#told(judged);
    this.board.fit(false);
  }

  /** @param {string} brush */
  #choose(brush) {
    this.board.brush = brush;
    this.board.letGo();
  }

  /** @param {{held: Held, to: Cell}} event */
  #put({ held, to }) {
    if ("cell" in held) {
      this.edit(move(this.palette, this.draft, held.cell, to));
      return;
    }
    const load = this.box.load(this.draft, held.hand);
    if (load) {
      this.edit(typeof load === "string" ? paint(this.palette, this.draft, load, to) : put(this.palette, this.draft, load, to));
    }
  }

  /**
   * Takes a changed draft.
   * @param {Draft} draft
   */
  edit(draft) {
    if (JSON.stringify(draft) !== JSON.stringify(this.draft)) {
      this.#past = [...this.#past, this.draft].slice(-MOST_STEPS);
      this.#future = [];
      this.#go(draft);
    } else {
      this.values.show(draft);
    }
  }

  /** @param {Draft} draft */
  #go(draft) {
    this.draft = draft;
    this.#show();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  /** @param {1 | -1} by */
  #step(by) {
    const [from, to] = by < 0 ? [this.#past, this.#future] : [this.#future, this.#past];
    const draft = from.pop();
    if (draft) {
      to.push(this.draft);
      this.#go(draft);
    }
  }

  /** Draws the draft at once. */
  #show() {
    const { board, draft, palette } = this;
    board.faults = new Map();
    this.#draw(sketch(palette, draft));
    this.box.count(draft);
    this.values.show(draft);
    const tools = byId("tools");
    tools?.querySelector("[data-act=undo]")?.toggleAttribute("disabled", !this.#past.length);
    tools?.querySelector("[data-act=redo]")?.toggleAttribute("disabled", !this.#future.length);
  }

  /** @param {BoardView} view */
  #draw(view) {
    const { board, draft, game } = this;
    // Another position of the same board each time: the camera stays where it is as long as it can.
    const position = String((this.#drawn += 1));
    board.shown = { game, ply: 0, to_move: draft.to_move, position, view, gestures: [], outcome: null, last: null };
  }

  /** Asks the server what it thinks; only the last answer counts. */
  async #ask() {
    const asked = ++this.#asked;
    try {
      const judged = await post("/api/edit", { game: this.game, draft: this.draft });
      if (asked === this.#asked) {
        notice("");
        this.#told(judged);
      }
    } catch (error) {
      if (asked === this.#asked) {
        notice(error instanceof Trouble && error.message ? error.message : say("offline"), true);
        this.#timer = setTimeout(() => this.#ask(), 3000);
      }
    }
  }

  /** @param {Judged} judged */
  #told(judged) {
    this.judged = judged;
    const { board } = this;
    const faults = judged.problems.length ? judged.problems : judged.doubts;
    board.faults = new Map(faults.flatMap(({ text, cells }) => cells.map((at) => [key(at), text])));
    board.classList.toggle("doubtful", !judged.problems.length);
    this.#draw(judged.view);
    const state = judged.problems.length ? "impossible" : judged.ending ? "over" : "possible";
    this.#write("judged", say(`edit.${state}`));
    byId("verdict")?.setAttribute("data-state", state);
    list("problems", judged.problems);
    list("doubts", judged.doubts);
    byId("doubted")?.toggleAttribute("hidden", !judged.doubts.length);
    this.#write("ending", judged.ending ?? "");
    this.#links(judged.position, Boolean(judged.ending));
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  #write(id, text) {
    const element = byId(id);
    if (element && element.textContent !== text) {
      element.textContent = text;
    }
  }

  /**
   * Where one can go from here.
   * @param {string | null} position
   * @param {boolean} over
   */
  #links(position, over) {
    const { game } = this;
    byId("downloads")?.toggleAttribute("hidden", position === null);
    const play = byId("play-from");
    play?.toggleAttribute("hidden", position === null || over);
    if (position === null) {
      return;
    }
    const query = (/** @type {Record<string, string>} */ fields) => new URLSearchParams({ game, ...fields });
    /** @type {Record<string, string>} */
    const links = { study: `/study?${query({ start: position })}`, svg: `/edit.svg?${query({ position })}`, png: `/edit.png?${query({ position })}` };
    for (const link of document.querySelectorAll("a[data-link]")) {
      link.setAttribute("href", links[link.getAttribute("data-link") ?? ""] ?? "");
    }
    const field = play?.querySelector("[name=position]");
    if (field instanceof HTMLInputElement) {
      field.value = position;
    }
    const side = play?.querySelector("[name=side]");
    if (side instanceof HTMLSelectElement) {
      this.#sides(side);
    }
    history.replaceState(null, "", `/edit?${query({ position })}`);
  }

  /**
   * The sides of this game, the one to move chosen.
   * @param {HTMLSelectElement} select
   */
  #sides(select) {
    const { sides } = this.palette.board;
    const chosen = select.dataset.game === this.game ? select.value : this.draft.to_move;
    select.dataset.game = this.game;
    select.replaceChildren(...["one", "two"].map((side, i) => html("option", { value: side }, say(`side.${sides[i]}`))));
    select.value = chosen;
  }

  #tools() {
    /** @type {Record<string, () => void>} */
    const acts = {
      undo: () => this.#step(-1),
      redo: () => this.#step(1),
      clear: () => this.edit(empty(this.palette)),
      start: () => this.edit(this.start),
      flip: () => this.board.dispatchEvent(new CustomEvent("flip")),
      help: () => this.board.dispatchEvent(new CustomEvent("help")),
      "copy-link": () => copy(location.href),
    };
    byId("tools")?.removeAttribute("hidden");
    byId("turn")?.remove();
    document.querySelector("[data-act=copy-link]")?.removeAttribute("hidden");
    document.addEventListener("click", (event) => {
      const act = event.target instanceof Element && event.target.closest("[data-act]")?.getAttribute("data-act");
      if (act) {
        acts[act]?.();
      }
    });
    document.addEventListener("keydown", (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const wish = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(wish) || target?.closest("textarea, input:not([type=radio])")) {
        return;
      }
      event.preventDefault();
      this.#step(wish === "y" || event.shiftKey ? 1 : -1);
    });
    const choose = byId("choose");
    if (choose instanceof HTMLFormElement) {
      choose.querySelector("button")?.setAttribute("hidden", "");
      choose.addEventListener("change", () => choose.submit());
    }
  }

  #paste() {
    const form = byId("paste");
    form?.addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = form.querySelector("textarea")?.value ?? "";
      const trouble = byId("paste-trouble");
      try {
        const answer = await post("/api/paste", { game: this.game, text });
        const { unread } = answer;
        if (trouble) {
          trouble.textContent = unread ? say("edit.unread", { why: unread.text, line: unread.line, column: unread.column }) : "";
        }
        if (!unread) {
          document.querySelector("main > .trouble")?.remove();
          this.#past = [...this.#past.filter(() => answer.game === this.game), ...(answer.game === this.game ? [this.draft] : [])];
          this.#future = [];
          this.#open(answer);
          this.board.scrollIntoView({ block: "nearest" });
        }
      } catch (error) {
        if (trouble) {
          trouble.textContent = error instanceof Trouble && error.message ? error.message : say("offline");
        }
      }
    });
  }
}

/**
 * @param {string} id
 * @param {Told[]} problems
 */
function list(id, problems) {
  byId(id)?.replaceChildren(...problems.map((problem) => html("li", { "data-problem": problem.id }, problem.text)));
}

const data = JSON.parse(byId("edit-data")?.textContent || "{}");
new Editor(/** @type {EditorBoard} */ (byId("board")), data);
