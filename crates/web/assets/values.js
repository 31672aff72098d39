/** What belongs to a position besides the board: whose turn it is, the round, and what else the rules remember. */

import { html } from "./dom.js";
import { beginner, round, timed } from "./draft.js";
import { sideWords } from "./tell.js";
import { say } from "./words.js";

/** The longest game one would set up by hand. */
const MOST_ROUNDS = 9999;

export class Values {
  /** @type {Palette | null} */ #palette = null;

  /**
   * @param {HTMLFormElement} form
   * @param {(change: (draft: Draft) => Draft) => void} change
   */
  constructor(form, change) {
    this.form = form;
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", (event) => {
      const field = event.target;
      const palette = this.#palette;
      if (palette && (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) {
        change((draft) => changed(palette, draft, field.name, field.value));
      }
    });
  }

  /**
   * Makes the fields of a game.
   * @param {Palette} palette
   */
  offer(palette) {
    this.#palette = palette;
    const sides = /** @type {Side[]} */ (["one", "two"]).map((side) => /** @type {[string, string]} */ ([side, sideWords(palette.board, side)]));
    const most = Math.min(Math.floor(palette.most_turns / 2) + 1, MOST_ROUNDS);
    const fields = [
      labelled(say("edit.to-move"), select("to_move", sides)),
      labelled(say("counter.round"), number("round", 1, most)),
      ...(palette.first ? [] : [labelled(say("edit.first"), select("first", sides))]),
      ...palette.fields.map((field) => {
        const name = say(`edit.field.${field.id}`);
        const words = field.side ? `${name}: ${sideWords(palette.board, field.side)}` : name;
        return labelled(words, input(field, sides));
      }),
    ];
    this.form.replaceChildren(...fields);
  }

  /**
   * Shows the values of a draft.
   * @param {Draft} draft
   */
  show(draft) {
    const pieces = draft.cells.map((cell) => cell.stack.at(-1)).filter((piece) => piece !== undefined);
    for (const field of this.#palette?.fields ?? []) {
      const box = this.form.elements.namedItem(field.key);
      if (field.kind === "piece" && box instanceof HTMLSelectElement) {
        const names = pieces.map((piece) => piece.name).sort();
        box.replaceChildren(option("", say("edit.none")), ...names.map((name) => option(name, name)));
      }
      this.#set(field.key, draft.fields[field.key] ?? (typeof field.kind === "object" ? "0" : ""));
    }
    this.#set("to_move", draft.to_move);
    this.#set("round", String(round(draft)));
    this.#set("first", beginner(draft));
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #set(name, value) {
    const box = this.form.elements.namedItem(name);
    if ((box instanceof HTMLInputElement || box instanceof HTMLSelectElement) && box.value !== value) {
      box.value = value;
    }
  }
}

/**
 * The draft with one value changed.
 * @param {Palette} palette
 * @param {Draft} draft
 * @param {string} name
 * @param {string} value
 * @returns {Draft}
 */
function changed(palette, draft, name, value) {
  switch (name) {
    case "to_move":
      return timed(palette, draft, { to_move: /** @type {Side} */ (value) });
    case "first":
      return timed(palette, draft, { first: /** @type {Side} */ (value) });
    case "round":
      return timed(palette, draft, { round: Number(value) });
    default:
      return { ...draft, fields: { ...draft.fields, [name]: value } };
  }
}

/**
 * @param {PaletteField} field
 * @param {[string, string][]} sides
 */
function input({ key, kind }, sides) {
  if (kind === "side") {
    return select(key, [["", say("edit.nobody")], ...sides]);
  }
  return kind === "piece" ? select(key, [["", say("edit.none")]]) : number(key, 0, kind.number);
}

/**
 * @param {string} name
 * @param {number} min
 * @param {number} max
 */
const number = (name, min, max) => html("input", { type: "number", name, min: String(min), max: String(max), step: "1", inputmode: "numeric", value: String(min) });

/**
 * @param {string} name
 * @param {[string, string][]} options
 */
const select = (name, options) => html("select", { name }, ...options.map(([value, words]) => option(value, words)));

/**
 * @param {string} value
 * @param {string} words
 */
const option = (value, words) => html("option", { value }, words);

/**
 * @param {string} words
 * @param {HTMLElement} field
 */
const labelled = (words, field) => html("label", { class: "field" }, html("span", {}, words), field);
