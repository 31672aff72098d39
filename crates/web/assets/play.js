/** A game being played or watched. */

import { Trouble, follow, get, post } from "./api.js";
import { ClockFace } from "./clock.js";
import { byId } from "./dom.js";
import { fillMoves, markMove } from "./moves.js";
import { answerWhy, copy, foresee, notice, showPlayers, speak, stepKeys, turnWords } from "./page.js";
import { deed, remember, showControls, showOffer, showTyped } from "./seat.js";
import { say } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * @param {Board} board
 * @param {{state: Live, line: Line, ply: number}} data
 */
export function play(board, data) {
  const table = new Table(board, data.state, data.line);
  if (data.ply < data.line.moves.length) {
    table.look(data.ply);
  }
}

class Table {
  /** A move is on its way. */
  #sending = false;
  #title = document.title;
  #lost = false;
  /** @type {number | null} a position of the past one looks at */ #past = null;

  /**
   * @param {Board} board
   * @param {Live} state
   * @param {Line} line
   */
  constructor(board, state, line) {
    this.board = board;
    this.line = line;
    this.state = state;
    this.api = `/api/games/${state.id}`;
    this.clocks = new ClockFace(["one", "two"].map((side) => byId(`player-${side}`)?.querySelector(".clock")));
    board.flipped = state.seat === "two";
    board.addEventListener("move", (event) => this.#move(/** @type {CustomEvent} */ (event).detail.move));
    answerWhy(board, () => ({ game: this.state.shown.game, start: { position: this.state.shown.position }, moves: [] }));
    this.#listen();
    this.#show();
    this.clocks.set(state.clocks);
    // The page may have been kept for a while: ask where the game is now.
    this.#refresh();
    follow(() => `${this.api}/events?after=${this.state.seq}`, (event) => this.#hear(event), (ok) => this.#connection(ok));
    document.addEventListener("visibilitychange", () => this.#call());
    setInterval(() => this.#call(), 1000);
    remember(state);
  }

  /** Asks where the game is, until there is an answer. */
  async #refresh() {
    try {
      this.#take(await get(this.api));
    } catch (error) {
      if (!(error instanceof Trouble)) {
        setTimeout(() => this.#refresh(), 2000);
      }
    }
  }

  /** @param {Live} state */
  #take(state) {
    const news = state.seq - this.state.seq;
    if (news >= 0) {
      this.state = state;
      this.clocks.set(state.clocks);
      if (news || this.#past === null) {
        this.#show();
      }
    }
  }

  /** @param {LiveEvent} event */
  #hear(event) {
    const { state } = this;
    if (event.seq <= state.seq) {
      return;
    }
    const moves = event.move ? [...state.moves.slice(0, event.move.ply), event.move] : state.moves.slice(0, event.shown.ply);
    const { seq, clocks, offers, status, ending, shown } = event;
    this.state = { ...state, seq, clocks, offers, status, ending, shown, moves };
    this.clocks.set(clocks);
    if (event.move) {
      speak(event.move.words);
    }
    if (event.kind === "rematch" && event.url && state.seat) {
      location.assign(event.url);
      return;
    }
    this.#show();
    if (event.kind === "taken-back") {
      speak(say("taken-back"));
    }
    // Watching needs nothing more; who plays wants to know what may be done now.
    if (state.seat || event.kind === "joined") {
      this.#refresh();
    }
  }

  /** @param {boolean} ok */
  #connection(ok) {
    if (ok && this.#lost) {
      notice(say("online"));
      this.#refresh();
    } else if (!ok) {
      notice(say("offline"), true);
    }
    this.#lost = !ok;
  }

  /**
   * Looks back without leaving the game.
   * @param {number} wanted
   */
  async look(wanted) {
    const { state, line } = this;
    const ply = Math.max(0, Math.min(wanted, state.moves.length));
    this.#past = ply === state.moves.length ? null : ply;
    if (this.#past === null) {
      this.#show();
      return;
    }
    const moves = state.moves.slice(0, ply).map((it) => it.move);
    const { shown } = await post("/api/line", { game: line.game, start: line.start, moves }).catch(() => ({}));
    if (shown && this.#past === ply && this.state.seq === state.seq) {
      this.board.side = null;
      this.board.shown = shown;
      showPlayers(shown, state.players);
      speak(shown.last?.words ?? say("start"));
      const list = byId("moves");
      if (list) {
        markMove(list, list.querySelector(`a[data-ply="${ply}"]`));
      }
    }
  }

  /** @param {string} step */
  #step(step) {
    const [now, last] = [this.#past ?? this.state.moves.length, this.state.moves.length];
    const to = { first: 0, back: now - 1, forward: now + 1, last }[step];
    if (to !== undefined && last > 0) {
      this.look(to);
    }
  }

  #show() {
    const { board, state } = this;
    const { shown, ending, status, seat } = state;
    this.#past = null;
    // What is shown already stays, with what is said about it.
    if (board.shown?.position !== shown.position) {
      board.shown = shown;
    }
    board.side = status === "playing" && !this.#sending ? seat : null;
    showPlayers(shown, state.players);
    const turn = byId("turn");
    const words = ending?.words ?? (status === "waiting" ? say("waiting") : turnWords(shown, seat));
    if (turn && turn.textContent !== words) {
      turn.textContent = words;
      if (ending) {
        speak(words);
        remember(state);
      }
    }
    const list = byId("moves");
    if (list) {
      fillMoves(list, state.moves, (ply) => `/games/${state.id}/${ply}`);
      markMove(list, list.querySelector("li:last-child > a"));
    }
    showControls(state);
    showOffer(state);
    showTyped(state, board.acts);
    const join = byId("join");
    if (join) {
      join.hidden = !state.join;
      join.querySelector("[data-act=copy]")?.removeAttribute("hidden");
      const link = join.querySelector("input");
      if (link && state.join) {
        link.value = new URL(state.join, location.href).href;
      }
    }
    this.#call();
  }

  #listen() {
    document.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const button = target?.closest("button[data-act]");
      const [move, step] = [target?.closest("#moves a[data-ply]"), target?.closest("#steps a[data-step]")];
      if (button instanceof HTMLButtonElement) {
        this.#act(button);
      } else if ((move || step) && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        move ? this.look(Number(move.getAttribute("data-ply"))) : this.#step(step?.getAttribute("data-step") ?? "");
      }
    });
    stepKeys((step) => this.#step(step));
    byId("type-move")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const input = byId("type-move")?.querySelector("input");
      if (input?.value.trim()) {
        this.#move(input.value.trim());
        input.value = "";
      }
    });
  }

  /** @param {HTMLButtonElement} button */
  async #act(button) {
    const act = button.dataset.act ?? "";
    const what = byId("offer")?.dataset.what;
    if (act === "copy") {
      copy(byId("join")?.querySelector("input")?.value ?? location.href);
    } else if (act === "accept" || act === "decline") {
      this.#send(`${what}`, { accept: act === "accept" });
    } else if (act === "resign") {
      // Once to ask, once to do.
      if (button.dataset.sure) {
        this.#send(act, {});
      } else {
        const words = button.textContent ?? "";
        button.dataset.sure = "yes";
        button.textContent = say("sure");
        setTimeout(() => {
          delete button.dataset.sure;
          button.textContent = words;
        }, 4000);
      }
    } else if (["draw", "take-back", "rematch"].includes(act)) {
      this.#send(act, { accept: true });
    }
  }

  /**
   * @param {string} act
   * @param {object} body
   */
  async #send(act, body) {
    if ((await deed(this.api, act, body)) && act === "draw") {
      notice("");
    }
  }

  /** @param {string} move */
  async #move(move) {
    if (this.#sending || this.state.status !== "playing") {
      return;
    }
    const { shown } = this.state;
    const dropped = this.board.dropped;
    this.#sending = true;
    notice("");
    if (shown.gestures.some((it) => it.move === move)) {
      this.board.side = null;
      this.board.dropped = dropped;
      this.board.shown = foresee(shown, move);
    }
    /** @type {unknown} */
    let refused = null;
    try {
      await post(`${this.api}/move`, { move, ply: shown.ply });
    } catch (error) {
      refused = error;
    }
    this.#sending = false;
    if (refused || this.state.shown !== shown) {
      this.#show();
    } else {
      // Not heard of yet; until then it looks as if it were.
      this.#refresh();
    }
    if (refused) {
      const { message, rule } = refused instanceof Trouble ? refused : new Trouble({});
      notice(message || say("offline"), true);
      if (rule) {
        this.board.explain(rule.text, rule.cells, null);
      }
      this.#refresh();
    }
  }

  /** Calls whoever looks elsewhere. */
  #call() {
    const mine = this.board.acts && document.hidden;
    const flash = mine && Math.floor(Date.now() / 1000) % 2;
    const title = flash ? `● ${say("turn.yours")}` : this.#title;
    if (document.title !== title) {
      document.title = title;
    }
  }
}
