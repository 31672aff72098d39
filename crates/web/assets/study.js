/** Replay and study: step, jump, try variations, comment, ask the engine, see where it was lost. */

import { again } from "./again.js";
import { Trouble, post } from "./api.js";
import { button, byId, html } from "./dom.js";
import { markMove, moveLink } from "./moves.js";
import { answerWhy, copy, foresee, notice, showPlayers, speak, stepKeys, turnWords } from "./page.js";
import { sideWords } from "./tell.js";
import { Spot, treeOf } from "./tree.js";
import { say } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{ply?: number, state?: Live, line: Line, told?: Played[], shown?: Shown}} Data */

/**
 * @param {Board} board
 * @param {Data} data
 */
export function study(board, data) {
  new Study(board, data);
}

/**
 * What is used by few is loaded by the first click; when that fails, by the next one.
 * @param {HTMLElement | null} section
 * @param {string} act the button
 * @param {() => Promise<void>} load
 */
function atFirstClick(section, act, load) {
  const start = section?.querySelector(`[data-act=${act}]`);
  section?.removeAttribute("hidden");
  const click = () =>
    load().catch(() => {
      notice(say("offline"), true);
      start?.addEventListener("click", click, { once: true });
    });
  start?.addEventListener("click", click, { once: true });
}

class Study {
  /** @type {Map<Spot, HTMLElement>} */ #links = new Map();
  #auto = 0;
  /** @type {import("./analysis.js").Analysis | null} */ #analysis = null;
  /** @type {(ply: number) => void} tells the review what is looked at */ #seen = () => {};
  /** @type {(ply: number) => void} tells what was said with the bots */ #heard = () => {};

  /**
   * @param {Board} board
   * @param {Data} data
   */
  constructor(board, data) {
    const { line, state } = data;
    this.board = board;
    this.known = line;
    this.id = state?.id;
    this.ending = state?.ending;
    const told = data.told ?? state?.moves ?? [];
    this.root = treeOf(line.moves.map((move, i) => ({ ...told[i], move, words: told[i]?.words ?? move })));
    this.noted = told.some((move) => move.note);
    this.node = this.root.at(data.ply ?? line.moves.length);
    this.memory = `schwarm.comments.${this.id ?? line.game}`;
    const first = data.shown ?? (state && this.node === this.root.end ? state.shown : null);
    this.node.shown = first;
    board.flipped = state?.seat === "two";
    board.side = "any";
    board.addEventListener("move", (event) => this.#try([/** @type {CustomEvent} */ (event).detail.move]));
    answerWhy(board, () => this.line);
    atFirstClick(byId("analysis"), "analyse", () => this.#analyse());
    if (state && state.status !== "playing") {
      atFirstClick(byId("review"), "review", () => this.#review(state.id));
      byId("talk")?.addEventListener("toggle", () => this.#listenIn(state.id), { once: true });
    }
    this.#controls();
    if (state?.may.includes("rematch")) {
      again(state);
    }
    stepKeys((step) => this.#step(step));
    this.#list();
    this.#comments();
    this.go(this.node, false);
  }

  /** The line to the position one looks at. */
  get line() {
    return { game: this.known.game, start: this.known.start, moves: this.node.moves };
  }

  async #analyse() {
    const { Analysis } = await import("./analysis.js");
    this.#analysis = new Analysis(this.board, () => this.line, (moves) => this.#try(moves.slice(0, 1)));
    this.#analysis.toggle();
  }

  /** @param {number} id of the game */
  async #review(id) {
    const { reviewing } = await import("./review.js");
    this.#seen = reviewing(id, (ply) => this.go(this.root.at(ply)), (side) => this.#sideName(side));
    this.#seen(this.node.isMain ? this.node.ply : 0);
  }

  /** @param {number} id of the game */
  async #listenIn(id) {
    const panel = byId("talk");
    if (panel) {
      const { talking } = await import("./talk.js");
      this.#heard = await talking(panel, id);
      this.#heard(this.node.isMain ? this.node.ply : -1);
    }
  }

  /** @param {Side} side */
  #sideName(side) {
    return this.board.shown ? sideWords(this.board.shown.view, side) : side;
  }

  /**
   * Shows a position.
   * @param {Spot} node
   * @param {boolean} [aloud]
   */
  async go(node, aloud = true) {
    this.node = node;
    this.#mark();
    try {
      const shown = await this.#look(node);
      if (this.node !== node) {
        return;
      }
      this.board.shown = shown;
      this.board.side = "any";
      showPlayers(shown);
      byId("edit")?.setAttribute("href", `/edit?${new URLSearchParams({ game: shown.game, position: shown.position })}`);
      byId("openings")?.setAttribute("href", this.#studyAddress().replace("/study?", "/openings?"));
      const turn = byId("turn");
      if (turn) {
        turn.textContent = (node === this.root.end && this.ending?.words) || turnWords(shown, null);
      }
      if (aloud) {
        speak(shown.last?.words ?? say("start"));
      }
      notice("");
      this.#analysis?.look();
      this.#seen(node.isMain ? node.ply : 0);
      this.#heard(node.isMain ? node.ply : -1);
      // The next one is looked at soon.
      node.children.slice(0, 1).forEach((child) => void this.#look(child).catch(() => {}));
    } catch (error) {
      notice(error instanceof Trouble && error.message ? error.message : say("offline"), true);
    }
  }

  /**
   * @param {Spot} node
   * @returns {Promise<Shown>}
   */
  async #look(node) {
    if (!node.shown) {
      const answer = await post("/api/line", { game: this.known.game, start: this.known.start, moves: node.moves });
      node.shown = answer.shown ?? answer;
      const last = answer.shown ? answer.moves?.at(-1) : answer.last;
      if (node.played && last) {
        node.played.words = last.words;
      }
    }
    return /** @type {Shown} */ (node.shown);
  }

  /**
   * Plays moves from here; what is new becomes a variation.
   * @param {string[]} moves
   */
  async #try(moves) {
    const before = this.node;
    let node = before;
    for (const move of moves) {
      node = node.add({ move, words: move });
    }
    if (before.shown && moves.length === 1 && !node.shown) {
      this.board.shown = foresee(before.shown, moves[0]);
    }
    this.#list();
    await this.go(node);
    if (!node.shown) {
      node.remove();
      await this.go(before);
    }
    // By now the move is known in words, or gone.
    this.#list();
  }

  #mark() {
    const { node } = this;
    const list = byId("moves");
    if (list) {
      markMove(list, this.#links.get(node) ?? null);
    }
    if (!this.id || node.isMain) {
      history.replaceState(null, "", this.#address());
    }
    const note = byId("note");
    const notes = byId("notes");
    if (note && notes) {
      notes.hidden = !this.noted;
      note.textContent = node.played?.note ?? "";
    }
    this.#comment();
    // What is taken away is what is shown.
    for (const link of byId("downloads")?.querySelectorAll("a") ?? []) {
      const href = link.getAttribute("href") ?? "";
      link.href = href.startsWith("/study") ? this.#studyAddress() : href.replace(/\/\d+\.(svg|png)$/, `/${node.isMain ? node.ply : this.root.end.ply}.$1`);
    }
    for (const link of byId("steps")?.querySelectorAll("[data-step]") ?? []) {
      const back = ["first", "back"].includes(link.getAttribute("data-step") ?? "");
      link.toggleAttribute("aria-disabled", back ? !node.parent : node.children.length === 0);
    }
  }

  /** Where others find this position: in its game, or as a study. */
  #address() {
    const { id, node } = this;
    return id && node.isMain ? `/games/${id}/${node.ply}` : this.#studyAddress();
  }

  #studyAddress() {
    const { node } = this;
    const { game, start } = this.known;
    const from = start === "default" ? "" : Object.values(start)[0];
    const fields = Object.entries({ game, start: from, moves: node.moves.join(";") }).filter(([, value]) => value);
    return `/study?${new URLSearchParams(fields)}`;
  }

  /** Moves of the game, variations in between. */
  #list() {
    const list = byId("moves");
    if (!list) {
      return;
    }
    byId("no-moves")?.toggleAttribute("hidden", this.root.children.length > 0);
    this.#links.clear();
    const glyphs = new Map([...list.querySelectorAll("li[data-ply]")].map((it) => [it.getAttribute("data-ply"), it]));
    const items = [];
    for (let node = this.root; ; node = node.children[0]) {
      const [main, ...others] = node.children;
      if (!main) {
        break;
      }
      const item = html("li", { "data-ply": String(main.ply) }, this.#link(main));
      const old = glyphs.get(String(main.ply));
      item.className = old?.className ?? "";
      const sign = item.querySelector(".glyph");
      if (sign) {
        sign.textContent = old?.querySelector(".glyph")?.textContent ?? "";
      }
      items.push(item, ...others.map((other) => html("li", { class: "branch" }, ...this.#branch(other))));
    }
    list.replaceChildren(...items);
    this.#mark();
  }

  /**
   * A variation in one line, what branches off it in brackets.
   * @param {Spot} node
   * @returns {(string | HTMLElement)[]}
   */
  #branch(node) {
    /** @type {(string | HTMLElement)[]} */
    const parts = [this.#link(node)];
    const [main, ...others] = node.children;
    for (const other of others) {
      parts.push("(", ...this.#branch(other), ")");
    }
    return main ? [...parts, ...this.#branch(main)] : parts;
  }

  /** @param {Spot} node */
  #link(node) {
    const href = this.id && node.isMain ? `/games/${this.id}/${node.ply}` : "#moves";
    const link = moveLink(/** @type {Played} */ (node.played), node.ply, href);
    link.addEventListener("click", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        this.go(node);
      }
    });
    this.#links.set(node, link);
    return link;
  }

  /** @param {string} step */
  #step(step) {
    const { node } = this;
    const to = { first: this.root, back: node.parent, forward: node.children[0], last: node.end }[step];
    if (to && to !== node) {
      this.go(to);
    }
  }

  #controls() {
    const steps = byId("steps");
    for (const element of steps?.querySelectorAll("[data-step]") ?? []) {
      element.addEventListener("click", (event) => {
        event.preventDefault();
        const step = element.getAttribute("data-step") ?? "";
        step === "auto" ? this.#autoplay(element) : this.#step(step);
      });
    }
    const auto = steps?.querySelector("[data-step=auto]");
    auto?.removeAttribute("hidden");
    const controls = byId("controls");
    if (controls) {
      controls.hidden = false;
      for (const it of controls.querySelectorAll("button")) {
        it.hidden = !["flip", "fit", "help"].includes(it.dataset.act ?? "");
      }
      controls.append(button(say("copy"), () => copy(new URL(this.#address(), location.href).href), { class: "button", "data-act": "copy-link" }));
    }
  }

  /** @param {Element} element */
  #autoplay(element) {
    const on = !this.#auto;
    clearInterval(this.#auto);
    this.#auto = 0;
    element.setAttribute("aria-pressed", String(on));
    if (on) {
      if (!this.node.children.length) {
        this.go(this.root);
      }
      this.#auto = setInterval(() => {
        this.node.children.length ? this.#step("forward") : this.#autoplay(element);
      }, 1200);
    }
  }

  #comments() {
    const section = byId("comments");
    const text = byId("comment");
    if (section && text instanceof HTMLTextAreaElement) {
      section.hidden = false;
      text.addEventListener("input", () => {
        const all = this.#kept();
        const key = this.node.moves.join(";");
        text.value.trim() ? (all[key] = text.value) : delete all[key];
        try {
          localStorage.setItem(this.memory, JSON.stringify(all));
        } catch {
          notice(say("unkept"), true);
        }
      });
    }
  }

  /** @returns {Record<string, string>} */
  #kept() {
    try {
      return JSON.parse(localStorage.getItem(this.memory) || "{}");
    } catch {
      return {};
    }
  }

  #comment() {
    const text = byId("comment");
    if (text instanceof HTMLTextAreaElement) {
      text.value = this.#kept()[this.node.moves.join(";")] ?? "";
    }
  }
}
