/** Parts of the page of a game that playing and studying share. */

import { post } from "./api.js";
import { byId, html } from "./dom.js";
import { key } from "./geometry.js";
import { coat } from "./pieces.js";
import { counterValue, sideWords } from "./tell.js";
import { say, sayOr } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * Says something beside the board.
 * @param {string} text
 * @param {boolean} [bad]
 */
export function notice(text, bad = false) {
  const element = byId("notice");
  if (element && element.textContent !== text) {
    element.textContent = text;
    element.classList.toggle("bad", bad);
  }
}

/**
 * Speaks a move to those who listen.
 * @param {string} text
 */
export function speak(text) {
  const element = byId("say");
  if (element) {
    element.textContent = text;
  }
}

/**
 * Shows what belongs to each side: its numbers, whose turn it is.
 * @param {Shown} shown
 * @param {[string, string]} [names]
 */
export function showPlayers(shown, names) {
  const { view, to_move } = shown;
  for (const [index, side] of /** @type {[number, Side][]} */ ([[0, "one"], [1, "two"]])) {
    const box = byId(`player-${side}`);
    box?.classList.toggle("to-move", to_move === side);
    box?.querySelector(".side")?.classList.add(coat(view, side));
    byId("bar")?.style.setProperty(`--bar-${side}`, `var(--${coat(view, side)}-face)`);
    const name = box?.querySelector(".name");
    if (name && names) {
      name.textContent = names[index];
    }
    box?.querySelector(".counters")?.replaceChildren(
      ...counterItems(view, side),
      ...view.marks.filter((mark) => mark.side === side).map((mark) => html("li", { class: "mark" }, `⚠ ${sayOr(`mark.${mark.id}`, mark.id)}`)),
    );
  }
  byId("counters")?.replaceChildren(...counterItems(view, null));
}

/**
 * @param {BoardView} view
 * @param {Side | null} side
 */
function counterItems(view, side) {
  return view.counters.filter((counter) => counter.side === side).map((counter) => {
    const item = html("li", { "data-counter": counter.id });
    const whole = sayOr(`counter.${counter.id}.${counter.value.replaceAll(" ", "-")}`, "");
    if (!whole) {
      item.append(html("span", { class: "label" }, `${sayOr(`counter.${counter.id}`, counter.label)}:`), " ");
    }
    item.append(html("span", { class: "value" }, whole || counterValue(counter)));
    return item;
  });
}

/**
 * "Why can't I?": asks for the rule and shows it on the board.
 * @param {Board} board
 * @param {() => Line} line
 */
export function answerWhy(board, line) {
  board.addEventListener("ask", async (event) => {
    const { held, to } = /** @type {CustomEvent<{held: Held, to: Cell | null}>} */ (event).detail;
    const shown = board.shown;
    try {
      const { rule } = await post("/api/why", { ...line(), held, ...(to && { to }) });
      if (rule && board.shown === shown) {
        board.explain(rule.text, rule.cells, to ?? ("cell" in held ? held.cell : null));
      }
    } catch (error) {
      board.explain(error instanceof Error && error.message ? error.message : say("offline"), [], to);
    }
  });
}

/**
 * How the board looks when a move is on its way; the server's word counts.
 * @param {Shown} shown
 * @param {string} move
 * @returns {Shown}
 */
export function foresee(shown, move) {
  const gesture = shown.gestures.find((it) => it.move === move);
  const { held, to } = gesture ?? {};
  if (!held || !to) {
    return { ...shown, gestures: [] };
  }
  const view = structuredClone(shown.view);
  const from = "cell" in held ? held.cell : null;
  const cellAt = (/** @type {Cell} */ at) => view.cells.find((cell) => key(cell.at) === key(at));
  const hand = view.reserves.flat().find((it) => "hand" in held && it.piece.name === held.hand);
  const piece = from ? cellAt(from)?.stack.pop() : hand?.piece;
  let target = cellAt(to);
  if (!target) {
    target = { at: to, label: key(to), terrain: "plain", stack: [] };
    view.cells.push(target);
  }
  if (piece) {
    target.stack = view.grid.kind === "hex" ? [...target.stack, piece] : [piece];
  }
  if (hand) {
    hand.count -= 1;
    view.reserves = /** @type {BoardView["reserves"]} */ (view.reserves.map((all) => all.filter((it) => it.count > 0)));
  }
  if (view.grid.kind === "hex" && !view.grid.bounded) {
    view.cells = view.cells.filter((cell) => cell.stack.length > 0);
  }
  view.last_move = { from, to };
  return { ...shown, view, gestures: [], to_move: null, position: `${shown.position} ${move}` };
}

/**
 * Whose turn it is, in words.
 * @param {Shown} shown
 * @param {Side | null} seat
 */
export function turnWords(shown, seat) {
  if (!shown.to_move) {
    return "";
  }
  return seat === shown.to_move ? say("turn.yours") : say("turn.of", { side: sideWords(shown.view, shown.to_move) });
}

/**
 * Copies an address and says so.
 * @param {string} address
 */
export async function copy(address) {
  try {
    await navigator.clipboard.writeText(address);
    notice(say("copied"));
  } catch {
    notice(address);
  }
}

/**
 * Keys that go through a game. Arrow keys belong to the board while it has the focus; with Ctrl, and as j and k, they always step.
 * @param {(step: string) => void} go
 */
export function stepKeys(go) {
  /** @type {Record<string, string>} */
  const steps = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", j: "forward", k: "back" };
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const step = steps[event.key];
    const letter = event.key.length === 1;
    if (!step || target?.closest("input, textarea, select, dialog") || event.altKey || event.metaKey || (letter && event.ctrlKey)) {
      return;
    }
    if (letter || event.ctrlKey || !target?.closest("schwarm-board")) {
      event.preventDefault();
      go(step);
    }
  });
}
