/**
 * Positions being set up: plain data in, plain data out. What there is to put on a board comes with the palette; whether
 * a position is possible, the server says.
 */

import { key } from "./geometry.js";

/**
 * The draft with one cell changed; cells with nothing on them are left out.
 * @param {Draft} draft
 * @param {Cell} at
 * @param {(cell: DraftCell) => DraftCell} change
 * @returns {Draft}
 */
function changed(draft, at, change) {
  const here = draft.cells.find((cell) => key(cell.at) === key(at));
  const cell = change(here ?? { at, terrain: "plain", stack: [] });
  // What was touched last stands last, so that it is the one too many.
  const cells = [...draft.cells.filter((it) => key(it.at) !== key(at)), cell];
  return { ...draft, cells: cells.filter((it) => it.stack.length > 0 || it.terrain !== "plain") };
}

/**
 * The cell of a draft, as far as there is something on it.
 * @param {Draft} draft
 * @param {Cell} at
 */
export const cellAt = (draft, at) => draft.cells.find((cell) => key(cell.at) === key(at));

/**
 * Puts a piece on a cell as the game piles pieces.
 * @param {Palette} palette
 * @param {Draft} draft
 * @param {PieceView} piece
 * @param {Cell} to
 * @returns {Draft}
 */
export function put(palette, draft, piece, to) {
  return changed(draft, to, (cell) => {
    const top = cell.stack.at(-1);
    if (palette.piling === "stack") {
      return { ...cell, stack: [...cell.stack, piece] };
    }
    const height = palette.piling === "tower" && top ? Math.min(piece.height + top.height, 9) : piece.height;
    return { ...cell, terrain: "plain", stack: [{ ...piece, height }] };
  });
}

/**
 * Makes a cell one of another kind.
 * @param {Palette} palette
 * @param {Draft} draft
 * @param {Terrain} terrain
 * @param {Cell} at
 * @returns {Draft}
 */
export function paint(palette, draft, terrain, at) {
  return changed(draft, at, (cell) => ({ ...cell, terrain, stack: palette.piling === "stack" ? cell.stack : [] }));
}

/**
 * Takes away what lies on top of a cell: a piece, a storey of a tower, or what the cell is by itself.
 * @param {Palette} palette
 * @param {Draft} draft
 * @param {Cell} at
 * @returns {Draft}
 */
export function lift(palette, draft, at) {
  const lifted = changed(draft, at, (cell) => {
    const top = cell.stack.at(-1);
    if (!top) {
      return { ...cell, terrain: "plain" };
    }
    const below = cell.stack.slice(0, -1);
    return { ...cell, stack: top.height > 1 ? [...below, { ...top, height: top.height - 1 }] : below };
  });
  return tidied(palette, lifted);
}

/**
 * Moves what lies on top of a cell to another one, a tower as a whole.
 * @param {Palette} palette
 * @param {Draft} draft
 * @param {Cell} from
 * @param {Cell} to
 * @returns {Draft}
 */
export function move(palette, draft, from, to) {
  const here = cellAt(draft, from);
  const top = here?.stack.at(-1);
  if (!here || key(from) === key(to)) {
    return draft;
  }
  const rest = changed(draft, from, (cell) => ({ ...cell, stack: cell.stack.slice(0, -1), terrain: top ? cell.terrain : "plain" }));
  return top ? put(palette, rest, top, to) : paint(palette, rest, here.terrain, to);
}

/**
 * A value that names a piece which is not there any more means nothing.
 * @param {Palette} palette
 * @param {Draft} draft
 * @returns {Draft}
 */
function tidied(palette, draft) {
  const names = new Set(draft.cells.flatMap((cell) => cell.stack.map((piece) => piece.name)));
  const isPiece = (/** @type {string} */ name) => palette.fields.some((field) => field.key === name && field.kind === "piece");
  const fields = Object.fromEntries(Object.entries(draft.fields).filter(([name, value]) => !isPiece(name) || names.has(value)));
  return { ...draft, fields };
}

/**
 * How many of a kind are left; below zero where there are too many.
 * @param {Palette} palette
 * @param {Draft} draft
 * @param {Offer} offer
 */
export function left(palette, draft, { piece, most }) {
  const mine = draft.cells.flatMap((cell) => cell.stack).filter((it) => it.side === piece.side);
  const alike = mine.filter((it) => it.kind === piece.kind);
  return Math.min(most - alike.length, (palette.most_of_side ?? Infinity) - mine.length);
}

/**
 * The next piece of a kind, with the first name that is free.
 * @param {Draft} draft
 * @param {Offer} offer
 * @returns {PieceView}
 */
export function next(draft, offer) {
  const used = new Set(draft.cells.flatMap((cell) => cell.stack.map((piece) => piece.name)));
  const name = offer.names.find((it) => !used.has(it)) ?? offer.names.at(-1) ?? "";
  return { ...offer.piece, name };
}

/**
 * Who began, as side and turn say it.
 * @param {Draft} draft
 * @returns {Side}
 */
export const beginner = ({ to_move, turn }) => (turn % 2 === 0 ? to_move : other(to_move));

/**
 * @param {Side} side
 * @returns {Side}
 */
export const other = (side) => (side === "one" ? "two" : "one");

/** @param {Draft} draft */
export const round = ({ turn }) => Math.floor(turn / 2) + 1;

/**
 * The draft with another side to move, round or beginner.
 * @param {Palette} palette
 * @param {Draft} draft
 * @param {{to_move?: Side, round?: number, first?: Side}} wish
 * @returns {Draft}
 */
export function timed(palette, draft, wish) {
  const to_move = wish.to_move ?? draft.to_move;
  const first = palette.first ?? wish.first ?? beginner(draft);
  const wanted = Math.floor(wish.round ?? round(draft)) || 1;
  const rounds = Math.min(Math.max(wanted, 1), Math.floor(palette.most_turns / 2) + 1);
  return { ...draft, to_move, turn: 2 * (rounds - 1) + (to_move === first ? 0 : 1) };
}

/**
 * An empty board.
 * @param {Palette} palette
 * @returns {Draft}
 */
export const empty = (palette) => ({ to_move: palette.first ?? "one", turn: 0, cells: [], fields: {} });

/**
 * The draft as it is drawn until the server has looked at it.
 * @param {Palette} palette
 * @param {Draft} draft
 * @returns {BoardView}
 */
export function sketch({ board }, draft) {
  const cells = new Map(board.cells.map((cell) => [key(cell.at), { ...cell }]));
  for (const { at, terrain, stack } of draft.cells) {
    const known = cells.get(key(at));
    if (known || (board.grid.kind === "hex" && !board.grid.bounded)) {
      cells.set(key(at), { at, label: known?.label ?? key(at), terrain, stack: [...(known?.stack ?? []), ...stack] });
    }
  }
  return { ...board, to_move: draft.to_move, turn: draft.turn, cells: [...cells.values()] };
}
