/** The hand of a player: mouse, finger or pen. Taps, drags, pans, pinches and long presses become calls of the board. */

import { svg } from "./dom.js";
import { cellOf, isOpen, key } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{id: number, x: number, y: number, what: Held | null, mode: "press" | "drag" | "pan" | "done"}} Press */

const LONG = 450;
const HOVER = 350;

export class Hand {
  /** @type {Map<number, {x: number, y: number}>} */ #down = new Map();
  /** @type {Press | null} */ #press = null;
  /** @type {SVGElement | null} */ #ghost = null;
  #timer = 0;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    board.addEventListener("pointerdown", (event) => this.#start(event));
    board.addEventListener("pointermove", (event) => this.#move(event));
    board.addEventListener("pointerup", (event) => this.#end(event, true));
    board.addEventListener("pointercancel", (event) => this.#end(event, false));
    board.addEventListener("pointerleave", (event) => {
      this.#quiet();
      if (event.pointerType === "mouse") {
        board.unpeek();
      }
    });
    board.addEventListener("contextmenu", (event) => event.target instanceof SVGElement && event.preventDefault());
    board.addEventListener("click", (event) => {
      // Keys and assistive technology click without a pointer.
      const what = event.detail === 0 ? this.#what(event.target) : null;
      if (what) {
        board.tap(what);
      }
    });
    board.stage?.addEventListener(
      "wheel",
      (event) => {
        if (this.#open && !(event.target instanceof HTMLElement)) {
          event.preventDefault();
          board.camera?.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event);
        }
      },
      { passive: false },
    );
  }

  get #open() {
    const grid = this.board.shown?.view.grid;
    return Boolean(grid && isOpen(grid));
  }

  /** Lets go of what is dragged. */
  drop() {
    this.#ghost?.remove();
    this.#ghost = null;
    if (this.board.camera) {
      this.board.camera.still = false;
    }
    if (this.#press?.mode === "drag") {
      this.#press.mode = "done";
    }
    this.#over(null);
  }

  /**
   * @param {EventTarget | null} target
   * @returns {Held | null}
   */
  #what(target) {
    const element = target instanceof Element ? target.closest("[data-at], [data-hand]") : null;
    const [at, hand] = [element?.getAttribute("data-at"), element?.getAttribute("data-hand")];
    return at ? { cell: cellOf(at) } : hand ? { hand } : null;
  }

  /** @param {PointerEvent} event */
  #start(event) {
    const target = event.target instanceof Element ? event.target : null;
    const what = this.#what(target);
    if (event.button !== 0 || !(what || target?.closest(".sb-board"))) {
      return;
    }
    if (event.isPrimary) {
      // A finger whose end nobody told us of is gone by now.
      this.#down.clear();
    }
    this.#down.set(event.pointerId, event);
    // The capture comes with the first motion: a click keeps its target.
    this.#quiet();
    if (this.#down.size > 1) {
      this.board.letGo();
      this.#press = null;
      return;
    }
    this.#press = { id: event.pointerId, x: event.clientX, y: event.clientY, what, mode: "press" };
    if (what && "cell" in what && event.pointerType !== "mouse") {
      this.#timer = setTimeout(() => {
        this.board.peek(what.cell);
        if (this.#press && this.board.cells.get(key(what.cell))?.stack[1]) {
          this.#press.mode = "done";
        }
      }, LONG);
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#down.get(event.pointerId);
    if (!before) {
      this.#hover(event);
      return;
    }
    if (this.#down.size === 2 && this.#open) {
      this.#pinch(event, before);
    }
    this.#down.set(event.pointerId, event);
    const press = this.#press;
    if (press?.id !== event.pointerId) {
      return;
    }
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > (event.pointerType === "mouse" ? 4 : 9);
    if (press.mode === "press" && far) {
      this.#quiet();
      this.board.setPointerCapture(event.pointerId);
      if (press.what && this.board.canTake(press.what)) {
        this.#drag(press, press.what);
      } else {
        press.mode = this.#open && !(press.what && "hand" in press.what) ? "pan" : "done";
      }
    }
    if (press.mode === "drag") {
      this.#carry(event);
    } else if (press.mode === "pan") {
      this.board.camera?.pan(event.clientX - before.x, event.clientY - before.y);
    }
  }

  /**
   * @param {PointerEvent} event
   * @param {{x: number, y: number}} before
   */
  #pinch(event, before) {
    const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const [now, then] = [event, before].map((p) => Math.hypot(p.x - other.x, p.y - other.y));
      this.board.camera?.pan((event.x - before.x) / 2, (event.y - before.y) / 2);
      this.board.camera?.zoom(now / Math.max(then, 1), { x: (event.x + other.x) / 2, y: (event.y + other.y) / 2 });
    }
  }

  /**
   * @param {Press} press
   * @param {Held} what
   */
  #drag(press, what) {
    const { board } = this;
    board.take(what);
    press.mode = "drag";
    if (board.camera) {
      board.camera.still = true;
      const size = 120 * board.camera.scale();
      this.#ghost = svg("svg", { class: "sb-ghost", viewBox: "-60 -60 120 120", width: size, height: size }, board.drawing(what));
      board.append(this.#ghost);
    }
  }

  /** @param {PointerEvent} event */
  #carry(event) {
    if (this.#ghost) {
      const half = Number(this.#ghost.getAttribute("width")) / 2;
      // A finger hides what is under it.
      const up = event.pointerType === "touch" ? half * 0.6 : 0;
      this.#ghost.style.transform = `translate(${event.clientX - half}px, ${event.clientY - half - up}px)`;
    }
    this.#over(this.#under(event));
  }

  /**
   * The cell under a pointer.
   * @param {PointerEvent} event
   */
  #under(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    return this.board.contains(element) ? element?.closest("[data-at]") ?? null : null;
  }

  /** @param {Element | null} cell */
  #over(cell) {
    for (const element of this.board.querySelectorAll(".over")) {
      element.classList.toggle("over", element === cell);
    }
    cell?.classList.add("over");
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} meant
   */
  #end(event, meant) {
    this.#down.delete(event.pointerId);
    const press = this.#press;
    if (press?.id !== event.pointerId) {
      return;
    }
    this.#press = null;
    this.#quiet();
    const { board } = this;
    if (press.mode === "drag") {
      const at = this.#under(event)?.getAttribute("data-at");
      const { held } = board;
      this.drop();
      if (!meant || !at || !held) {
        board.letGo();
      } else if (!("cell" in held && key(held.cell) === at)) {
        board.dropped = true;
        board.put(cellOf(at));
      }
    } else if (press.mode === "press" && meant) {
      if (!press.what) {
        board.letGo();
      } else {
        if ("cell" in press.what) {
          board.focusCell(key(press.what.cell));
        }
        board.tap(press.what);
      }
    } else if (press.mode === "done") {
      board.unpeek();
    }
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    const what = event.pointerType === "mouse" ? this.#what(event.target) : null;
    this.#quiet();
    if (what && "cell" in what && !this.board.layers?.fan.firstChild) {
      this.#timer = setTimeout(() => this.board.peek(what.cell), HOVER);
    } else if (!what || !("cell" in what)) {
      this.board.unpeek();
    } else if (this.#peeked !== key(what.cell)) {
      this.board.unpeek();
    }
    this.#peeked = what && "cell" in what ? key(what.cell) : "";
  }

  #peeked = "";

  #quiet() {
    clearTimeout(this.#timer);
  }
}
