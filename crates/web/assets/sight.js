/** What the eye follows: the part of the board that is seen, and the piece that moves. */

import { moves as mayMove, small } from "./dom.js";
import { frame, isOpen, key } from "./geometry.js";
import { lift } from "./pieces.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * The frame around the whole board.
 * @param {Board} board
 * @param {Grid} grid
 */
export function whole(board, grid) {
  const open = isOpen(grid);
  const places = [...board.cells.values()].flatMap((cell) => {
    const [x, y] = board.place(cell.at);
    return /** @type {[number, number][]} */ ([[x, y], [x, y - lift(cell.stack)]]);
  });
  const room = grid.kind === "hex" ? (open ? 64 : 58) : board.still ? 56 : small() ? 94 : 78;
  return frame(places, room, open ? [620, 520] : [400, 200]);
}

/**
 * Keeps the camera where it is as long as everything is seen and nothing is tiny.
 * @param {Board} board
 * @param {BoardView} view
 * @param {boolean} moved whether the board shown before was the same game
 */
export function follow(board, view, moved) {
  const { camera } = board;
  if (!camera || camera.still) {
    return;
  }
  const wanted = whole(board, view.grid);
  if (!isOpen(view.grid) || !moved) {
    camera.chosen = false;
    camera.go(wanted, moved);
  } else if (camera.chosen) {
    if (view.last_move) {
      camera.include(...board.place(view.last_move.to));
    }
  } else {
    const [left, top, width, height] = wanted;
    const seen = camera.seen();
    const inside = left >= seen.left - 60 && top >= seen.top - 60 && left + width <= seen.right + 60 && top + height <= seen.bottom + 60;
    if (!inside || camera.frame[2] > width * 1.5) {
      camera.go(wanted);
    }
  }
}

/**
 * Lets the piece of the last move go where it went.
 * @param {Board} board
 * @param {BoardView} view
 */
export function animate(board, view) {
  const moved = view.last_move;
  const stack = moved && board.querySelector(`[data-at="${key(moved.to)}"] .stack`);
  if (!stack || !mayMove()) {
    return;
  }
  const [x, y] = board.place(moved.to);
  const [fromX, fromY] = moved.from ? board.place(moved.from) : [x, y];
  const start = moved.from ? { transform: `translate(${fromX - x}px, ${fromY - y}px)` } : { opacity: 0.2 };
  stack.animate([start, {}], { duration: 150, easing: "ease-out" });
}

/**
 * Hangs a bubble at an element, inside of its parent.
 * @param {HTMLElement} bubble
 * @param {HTMLElement} stage
 * @param {Element | null | undefined} element
 */
export function hang(bubble, stage, element) {
  const [box, spot] = [stage.getBoundingClientRect(), (element ?? stage).getBoundingClientRect()];
  const [width, height] = [bubble.offsetWidth, bubble.offsetHeight];
  const left = spot.left + spot.width / 2 - box.left - width / 2;
  const below = spot.bottom - box.top + 8;
  const top = below + height < box.height ? below : Math.max(4, spot.top - box.top - height - 8);
  bubble.style.left = `${Math.max(4, Math.min(left, box.width - width - 4))}px`;
  bubble.style.top = `${element ? top : 8}px`;
}
