/** The board by keyboard. Arrow keys belong to it while it has the focus; going through a game is for others. */

import { cellOf, key, next } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Board} board */
export function hear(board) {
  board.addEventListener("focusin", (event) => {
    const name = event.target instanceof Element && event.target.getAttribute("data-at");
    if (name && name !== board.current) {
      board.focusCell(name);
    }
  });
  board.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || !target) {
      return;
    }
    const at = target.getAttribute("data-at");
    if ((at && onCell(board, at, event)) || anywhere(board, event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (target.hasAttribute("data-hand") && (event.key === "Enter" || event.key === " ")) {
      // The click takes the piece; then one wants to choose where it goes.
      requestAnimationFrame(() => board.held && step(board, 1));
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      board.letGo();
    }
  });
}

/**
 * @param {Board} board
 * @param {string} at
 * @param {KeyboardEvent} event
 */
function onCell(board, at, event) {
  const arrow = ARROWS[event.key];
  if (arrow) {
    const places = [...board.cells].map(([name, cell]) => {
      const [x, y] = board.place(cell.at);
      return { name, x, y };
    });
    const here = places.find((place) => place.name === at);
    const there = here && next(here, places, ...arrow);
    if (there) {
      board.focusCell(there.name);
    }
    return true;
  }
  if (event.key === "Enter" || event.key === " ") {
    board.tap({ cell: cellOf(at) });
    return true;
  }
  if (event.key === "v") {
    board.peek(cellOf(at));
    return true;
  }
  return false;
}

/**
 * @param {Board} board
 * @param {KeyboardEvent} event
 */
function anywhere(board, event) {
  switch (event.key) {
    case "n":
      step(board, 1);
      return true;
    case "N":
      step(board, -1);
      return true;
    case "r": {
      const hands = [...board.querySelectorAll("[data-hand]")];
      const mine = hands.find((it) => it.classList.contains("takeable")) ?? hands[0];
      if (mine instanceof HTMLElement) {
        mine.focus();
      }
      return true;
    }
    case "f":
      board.dispatchEvent(new CustomEvent("flip"));
      return true;
    case "?":
      board.dispatchEvent(new CustomEvent("help"));
      return true;
    case "+":
    case "=":
    case "-":
      if (board.classList.contains("open")) {
        board.camera?.zoom(event.key === "-" ? 0.8 : 1.25);
      }
      return true;
    case "0":
      board.fit();
      return true;
    default:
      return false;
  }
}

/**
 * Goes to the next cell where something can be done: a target of what is held, else a piece that can move.
 * @param {Board} board
 * @param {number} by
 */
function step(board, by) {
  const names = [...board.querySelectorAll(board.held ? ".target" : ".takeable[data-at]")].map((it) => it.getAttribute("data-at") ?? "");
  if (names.length) {
    const here = names.indexOf(board.current);
    board.focusCell(names[here < 0 ? 0 : (here + by + names.length) % names.length]);
  } else {
    board.focusCell(board.held && "cell" in board.held ? key(board.held.cell) : board.current);
  }
}
