/**
 * `<schwarm-board>`: draws a position and turns gestures into moves. It knows no rules: what is legal comes with the position.
 *
 * Properties: `shown` (the position), `side` (who may act here: "one", "two", "any" or null), `flipped`, `arrows`.
 * Events: `move` ({move}), `ask` ({held, to}: why can that not be done?), `flip`.
 * One DOM for eyes and ears: cells are grid cells with names in words, all of it works by keyboard alone.
 */

import { Camera } from "./camera.js";
import { Cells, heldKey } from "./cells.js";
import { html, svg } from "./dom.js";
import { cellsOf, centre, isOpen, key } from "./geometry.js";
import { Hand } from "./hand.js";
import { hear } from "./keys.js";
import { arrowShape, labels } from "./look.js";
import { coat, drawFan, drawStack, lift, loadSheet } from "./pieces.js";
import { animate, follow, hang, whole } from "./sight.js";
import { fillStrip, strips } from "./strips.js";
import { tools } from "./tools.js";
import { say } from "./words.js";

export class Board extends HTMLElement {
  /** @type {Shown | null} */ #shown = null;
  /** @type {Side | "any" | null} */ #side = null;
  #flipped = false;
  #ready = false;
  #drawn = new Cells(this);
  /** @type {Map<string, CellView>} */ cells = new Map();
  /** @type {Held | null} what is held now */ held = null;
  /** @type {string} the cell that has the focus when the board gets it */ current = "";
  /** Whether the last move was made here by dragging, and is therefore where it belongs already. */
  dropped = false;

  connectedCallback() {
    if (this.#ready) {
      return;
    }
    this.#ready = true;
    loadSheet();
    this.still = this.hasAttribute("data-still");
    this.svg = /** @type {SVGSVGElement} */ (svg("svg", { class: "sb-board", role: this.still ? "img" : "grid", "aria-label": say("board") }));
    this.layers = {
      ground: svg("g", { "aria-hidden": "true" }),
      rows: svg("g", { role: this.still ? "none" : "rowgroup" }),
      over: svg("g", { class: "sb-over", "aria-hidden": "true" }),
      fan: svg("g", { class: "sb-over", "aria-hidden": "true" }),
    };
    this.svg.append(...Object.values(this.layers));
    this.bubble = html("p", { class: "sb-bubble", hidden: "" });
    this.stage = html("div", { class: "sb-stage" }, this.svg, this.bubble);
    this.voice = html("p", { class: "unseen", role: "status" });
    this.camera = new Camera(this.svg);
    this.strips = strips(this);
    if (this.still) {
      this.replaceChildren(this.stage);
    } else {
      this.stage.append(tools(this));
      this.replaceChildren(this.strips.above, this.stage, this.strips.below, this.voice);
      this.hand = new Hand(this);
      hear(this);
    }
    this.#draw(false);
  }

  get shown() {
    return this.#shown;
  }

  set shown(shown) {
    const before = this.#shown;
    this.#shown = shown;
    if (this.held && !this.canTake(this.held)) {
      this.letGo();
    }
    this.#draw(Boolean(before && shown && before.position !== shown.position));
  }

  get side() {
    return this.#side;
  }

  set side(side) {
    this.#side = side;
    if (!this.acts) {
      this.letGo();
    }
    this.#decorate();
  }

  get flipped() {
    return this.#flipped;
  }

  set flipped(flipped) {
    if (flipped !== this.#flipped) {
      this.#flipped = flipped;
      this.classList.toggle("flipped", flipped);
      this.#drawn.forget();
      this.#draw(false);
    }
  }

  /** Whether this player may move now. */
  get acts() {
    const turn = this.#shown?.to_move;
    return Boolean(turn && (this.#side === "any" || this.#side === turn));
  }

  /** @param {Arrow[]} arrows */
  set arrows(arrows) {
    const shown = this.#shown;
    this.layers?.over.replaceChildren(
      ...(shown ? arrows.map((arrow) => arrowShape(shown.view.grid, arrow, this.#flipped)) : []),
    );
  }

  /**
   * Where a cell is drawn.
   * @param {Cell} at
   */
  place(at) {
    return centre(/** @type {Shown} */ (this.#shown).view.grid, at, this.#flipped);
  }

  /** @param {Held} held */
  canTake(held) {
    const name = heldKey(held);
    return this.acts && Boolean(this.#shown?.gestures.some((gesture) => heldKey(gesture.held) === name));
  }

  /**
   * The legal move that puts down what is held.
   * @param {Cell} to
   */
  gesture(to) {
    const name = heldKey(this.held);
    return this.#shown?.gestures.find((it) => name && heldKey(it.held) === name && it.to && key(it.to) === key(to));
  }

  /** The pass, where it is legal. */
  get pass() {
    return this.acts ? this.#shown?.gestures.find((gesture) => !gesture.held) : undefined;
  }

  /** @param {Held} held */
  take(held) {
    this.hush();
    this.held = held;
    this.#decorate();
  }

  letGo() {
    this.hush();
    this.held = null;
    this.hand?.drop();
    this.#decorate();
  }

  /**
   * Puts down what is held, or asks why not.
   * @param {Cell} to
   */
  put(to) {
    const gesture = this.gesture(to);
    if (gesture) {
      this.play(gesture.move);
    } else if (this.held) {
      this.#ask(this.held, to);
    }
  }

  /** @param {string} move */
  play(move) {
    this.letGo();
    this.dispatchEvent(new CustomEvent("move", { detail: { move } }));
  }

  /**
   * A touch on a cell or a piece in hand, however it was made.
   * @param {Held} what
   */
  tap(what) {
    if (!this.acts) {
      return;
    }
    const held = this.held;
    if (held && heldKey(held) === heldKey(what)) {
      this.letGo();
    } else if (held && "cell" in what && this.gesture(what.cell)) {
      this.put(what.cell);
    } else if (this.canTake(what)) {
      this.take(what);
    } else if (held && "cell" in what) {
      this.put(what.cell);
    } else if ("hand" in what || this.cells.get(key(what.cell))?.stack.length) {
      this.letGo();
      this.#ask(what, null);
    }
  }

  /**
   * @param {Held} held
   * @param {Cell | null} to
   */
  #ask(held, to) {
    this.hush();
    this.dispatchEvent(new CustomEvent("ask", { detail: { held, to } }));
  }

  /**
   * Says why something cannot be done, and shows what is in its way.
   * @param {string} text
   * @param {Cell[]} causes
   * @param {Cell | null} at where the bubble hangs
   */
  explain(text, causes, at) {
    this.hush();
    for (const cell of causes) {
      this.#drawn.elements.get(key(cell))?.classList.add("cause");
    }
    if (this.bubble && this.stage) {
      this.bubble.textContent = text;
      this.bubble.hidden = false;
      hang(this.bubble, this.stage, at && this.#drawn.elements.get(key(at)));
    }
    this.tell(text);
  }

  /** Takes the bubble, its marks and an open fan away. */
  hush() {
    this.bubble?.setAttribute("hidden", "");
    this.layers?.fan.replaceChildren();
    for (const element of this.querySelectorAll(".cause")) {
      element.classList.remove("cause");
    }
  }

  /**
   * Speaks to those who listen.
   * @param {string} text
   */
  tell(text) {
    if (this.voice) {
      this.voice.textContent = text;
    }
  }

  /**
   * Fans a stack out.
   * @param {Cell} at
   */
  peek(at) {
    const stack = this.cells.get(key(at))?.stack ?? [];
    if (this.#shown && this.layers && stack.length > 1) {
      const [x, y] = this.place(at);
      const fan = drawFan(this.#shown.view, stack);
      fan.setAttribute("transform", `translate(${x} ${y - 95 - lift(stack)})`);
      this.layers.fan.replaceChildren(fan);
    }
  }

  unpeek() {
    this.layers?.fan.replaceChildren();
  }

  /** Shows the whole board again. */
  fit(smoothly = true) {
    if (this.camera && this.#shown) {
      this.camera.chosen = false;
      this.camera.go(whole(this, this.#shown.view.grid), smoothly);
    }
  }

  /** @param {boolean} moved whether this is another position of the same board */
  #draw(moved) {
    const shown = this.#shown;
    if (!shown || !this.layers || !this.svg) {
      return;
    }
    this.hush();
    const { view } = shown;
    this.classList.toggle("open", isOpen(view.grid));
    this.classList.toggle("fresh", view.cells.length === 0);
    this.classList.toggle("hands", view.grid.kind === "hex" && !this.still);
    this.cells = cellsOf(shown);
    this.layers.ground.replaceChildren(...labels(view.grid, this.#flipped, Boolean(this.still)));
    this.#drawn.arrange(view, this.layers.rows);
    this.svg.setAttribute("aria-label", this.still && shown.last ? shown.last.words : say("board"));
    if (!this.cells.has(this.current)) {
      this.current = view.last_move ? key(view.last_move.to) : [...this.cells.keys()][0] ?? "";
    }
    fillStrip(this, view);
    this.#decorate();
    follow(this, view, moved);
    if (moved && !this.dropped) {
      animate(this, view);
    }
    this.dropped = false;
  }

  /** Shows what can be done now, and what has just been done. */
  #decorate() {
    if (this.#shown && this.layers) {
      this.#drawn.decorate(this.#shown);
      this.classList.toggle("acts", this.acts);
      this.dispatchEvent(new CustomEvent("drawn"));
    }
  }

  /**
   * Puts the focus on a cell.
   * @param {string} name
   */
  focusCell(name) {
    const element = this.#drawn.elements.get(name);
    if (element) {
      this.#drawn.elements.get(this.current)?.setAttribute("tabindex", "-1");
      this.current = name;
      element.setAttribute("tabindex", "0");
      element.focus({ preventScroll: true });
      const at = this.cells.get(name)?.at;
      if (at && this.classList.contains("open")) {
        this.camera?.include(...this.place(at));
      }
    }
  }

  /**
   * The piece that is held, as a drawing.
   * @param {Held} held
   */
  drawing(held) {
    const { view } = /** @type {Shown} */ (this.#shown);
    const hands = view.reserves.flat().map((it) => it.piece);
    const piece = "hand" in held ? hands.find((it) => it.name === held.hand) : this.cells.get(key(held.cell))?.stack.at(-1);
    return piece ? drawStack(view, [piece]) : svg("g", { class: coat(view, view.to_move) });
  }
}

customElements.define("schwarm-board", Board);
