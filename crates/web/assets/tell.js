/** Cells, pieces and numbers in words. */

import { layers, numberOf } from "./pieces.js";
import { say, sayOr } from "./words.js";

/**
 * The name of a side in words.
 * @param {BoardView} view
 * @param {Side} side
 */
export function sideWords(view, side) {
  const name = view.sides[side === "one" ? 0 : 1];
  return sayOr(`side.${name}`, name);
}

/**
 * @param {BoardView} view
 * @param {PieceView} piece
 */
export function pieceWords(view, piece) {
  const kind = sayOr(`kind.${piece.kind}`, piece.kind);
  const number = view.grid.kind === "hex" ? numberOf(piece.name) : "";
  const words = say("piece", { side: sideWords(view, piece.side), kind: number ? `${kind} ${number}` : kind });
  return piece.height > 1 ? say("tower", { piece: words, n: piece.height }) : words;
}

/**
 * A cell as it is read aloud.
 * @param {BoardView} view
 * @param {CellView} cell
 * @param {Record<string, boolean>} state
 */
export function cellWords(view, cell, state) {
  const pieces = cell.stack.map((piece) => pieceWords(view, piece));
  const what = pieces.length ? pieces.join(", ") : sayOr(`terrain.${cell.terrain}`, say("empty"));
  const words = [cell.label, layers(cell.stack) > 1 && pieces.length > 1 ? say("stack", { pieces: what }) : what];
  for (const name of ["held", "target", "capture", "takeable", "came", "left"]) {
    if (state[name] && !(name === "takeable" && state.held) && !(name === "target" && state.capture)) {
      words.push(say(`cell.${name}`));
    }
  }
  for (const mark of view.marks) {
    if (mark.cells.some((at) => at.x === cell.at.x && at.y === cell.at.y)) {
      words.push(sayOr(`mark.${mark.id}`, mark.id));
    }
  }
  return words.join(", ");
}

/**
 * The value of a counter; words in it are said in the language of the page.
 * @param {Counter} counter
 */
export function counterValue({ value }) {
  const known = sayOr(`counter.value.${value.replaceAll(" ", "-")}`, value.replace(" of ", " / "));
  return sayOr(`side.${value}`, known);
}
