/**
 * `<schwarm-editor>`: the board of the other pages with the hand of an editor. Nothing is legal or illegal here.
 *
 * Properties besides those of the board: `brush` (what a tap does: the name of a brush of the palette, "move" or "remove"),
 * `faults` (cells with a problem, and what it is). Events: `put` ({held, to}), `lift` ({at}), `choose` ({brush}).
 */

import { Board } from "./board.js";
import { svg } from "./dom.js";
import { cellOf, key } from "./geometry.js";
import { drawStack, symbol } from "./pieces.js";

export class EditorBoard extends Board {
  brush = "move";
  /** @type {Map<string, string>} */ faults = new Map();
  /** @type {(brush: string) => PieceView | Terrain | null} what a brush puts down */ load = () => null;
  #byMouse = false;
  #set = false;

  connectedCallback() {
    super.connectedCallback();
    if (this.#set) {
      return;
    }
    this.#set = true;
    this.classList.add("editing");
    this.addEventListener("drawn", () => this.#mark());
    this.addEventListener("pointerdown", (event) => {
      this.#byMouse = event.pointerType === "mouse";
    });
    this.addEventListener("contextmenu", (event) => {
      const at = this.#cell(event.target);
      // A long press asks for a menu, too.
      if (at && this.#byMouse) {
        event.preventDefault();
        this.#tell("lift", { at });
      }
    });
    this.addEventListener(
      "keydown",
      (event) => {
        const at = this.#cell(event.target);
        if (at && (event.key === "Delete" || event.key === "Backspace")) {
          event.preventDefault();
          this.#tell("lift", { at });
        } else if (event.key === "r" && !event.ctrlKey && !event.metaKey && !event.altKey) {
          event.preventDefault();
          event.stopPropagation();
          this.#tell("choose", { brush: "" });
        }
      },
      { capture: true },
    );
  }

  get acts() {
    return true;
  }

  /** @param {Held} held */
  canTake(held) {
    if ("hand" in held) {
      return this.load(held.hand) !== null;
    }
    const cell = this.cells.get(key(held.cell));
    return Boolean(cell && (cell.stack.length || cell.terrain !== "plain"));
  }

  /** @param {Cell} to */
  gesture(to) {
    return this.held ? { move: "", held: this.held, to } : undefined;
  }

  get pass() {
    return undefined;
  }

  /** @param {Cell} to */
  put(to) {
    const { held } = this;
    this.letGo();
    if (held) {
      this.#tell("put", { held, to });
    }
  }

  /** @param {Held} what */
  tap(what) {
    if ("hand" in what) {
      this.letGo();
      this.#tell("choose", { brush: what.hand });
    } else if (this.brush === "remove") {
      this.#tell("lift", { at: what.cell });
    } else if (this.brush !== "move") {
      this.#tell("put", { held: { hand: this.brush }, to: what.cell });
    } else if (this.held && "cell" in this.held && key(this.held.cell) === key(what.cell)) {
      this.letGo();
    } else if (this.held) {
      this.put(what.cell);
    } else if (this.canTake(what)) {
      this.take(what);
    }
  }

  /** @param {Held} held */
  drawing(held) {
    const load = "hand" in held ? this.load(held.hand) : this.#top(held.cell);
    if (!load || !this.shown) {
      return svg("g");
    }
    return typeof load === "string" ? symbol(load) : drawStack(this.shown.view, [load]);
  }

  /** @param {Cell} at */
  #top(at) {
    const cell = this.cells.get(key(at));
    return cell?.stack.at(-1) ?? cell?.terrain ?? null;
  }

  /** @param {EventTarget | null} target */
  #cell(target) {
    const at = target instanceof Element && target.closest("[data-at]")?.getAttribute("data-at");
    return at ? cellOf(at) : null;
  }

  /**
   * @param {string} what
   * @param {object} detail
   */
  #tell(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  /** Rings around what is wrong, for eyes and ears. */
  #mark() {
    for (const element of this.querySelectorAll("[data-at]")) {
      const fault = this.faults.get(element.getAttribute("data-at") ?? "");
      element.classList.toggle("fault", Boolean(fault));
      if (fault) {
        element.setAttribute("aria-label", `${element.getAttribute("aria-label")}, ${fault}`);
      }
    }
    // The board presses what is taken from a hand; here hands are chosen.
    for (const element of this.querySelectorAll("[data-hand][aria-pressed]")) {
      element.removeAttribute("aria-pressed");
    }
  }
}

customElements.define("schwarm-editor", EditorBoard);
