/** How cells, coordinates and arrows look. */

import { small, svg } from "./dom.js";
import { centre, hexagon, isOpen } from "./geometry.js";
import { drawStack, lift, symbol } from "./pieces.js";
import { say } from "./words.js";

const GROUND = hexagon(49, 4);
const RING = hexagon(46, 6);

/**
 * Draws a cell into its element.
 * @param {BoardView} view
 * @param {CellView} cell
 * @param {SVGElement} element
 */
export function drawCell(view, cell, element) {
  const hex = view.grid.kind === "hex";
  const open = isOpen(view.grid);
  const odd = hex || (cell.at.x + cell.at.y) % 2;
  const up = lift(cell.stack);
  element.setAttribute("class", "cell");
  element.replaceChildren(
    hex
      ? svg("path", { class: open ? "ground bare" : "ground", d: GROUND })
      : svg("rect", { class: odd ? "ground" : "ground alt", x: -50, y: -50, width: 100, height: 100 }),
  );
  if (cell.terrain !== "plain") {
    element.append(symbol(cell.terrain));
  }
  const shape = (/** @type {string} */ name, /** @type {number} */ y) =>
    hex
      ? svg("path", { class: name, d: RING, transform: `translate(0 ${y - (cell.stack.length ? 2.5 : 0)})` })
      : svg("rect", { class: name, x: -46, y: -46, width: 92, height: 92, rx: 8 });
  if (cell.stack.length) {
    const holder = svg("g", {}, drawStack(view, cell.stack));
    if (hex && !open) {
      holder.setAttribute("transform", "scale(0.92)");
    }
    element.append(holder);
  } else if (hex && !open && cell.terrain === "plain") {
    element.append(svg("text", { class: "label", y: 5 }, cell.label));
  }
  for (const mark of view.marks) {
    if (mark.cells.length <= 4 && mark.cells.some((at) => at.x === cell.at.x && at.y === cell.at.y)) {
      element.append(sign(mark, up));
    }
  }
  element.append(shape("trace", -up), shape("focus", -up), svg("circle", { class: "dot", r: 11 }), shape("ring", -up));
  return element;
}

/**
 * The sign of danger.
 * @param {Mark} mark
 * @param {number} up
 */
function sign(mark, up) {
  const title = svg("title", {}, say(`mark.${mark.id}`));
  const shape = svg("path", { d: "M0 -13L14 11H-14Z" });
  return svg("g", { class: "danger", transform: `translate(-27 ${-27 - up})` }, title, shape, svg("path", { class: "stroke", d: "M0 -5V3M0 7V7.1" }));
}

/**
 * The names of rows and columns, and what lies under the cells.
 * @param {Grid} grid
 * @param {boolean} flipped
 * @param {boolean} still
 */
export function labels(grid, flipped, still) {
  if (grid.kind === "hex") {
    return [];
  }
  const [columns, rows] = [grid.columns.length, grid.rows.length];
  const frame = svg("rect", { class: "frame", x: -54, y: -54, width: columns * 100 + 8, height: rows * 100 + 8, rx: 8 });
  if (still) {
    return [frame];
  }
  // Larger letters where the board is small.
  const [below, beside, half] = small() ? [14, 74, 13] : [30, 66, 7];
  const column = grid.columns.map((name, x) => svg("text", { class: "label", x: centre(grid, { x, y: 0 }, flipped)[0], y: rows * 100 - below }, name));
  const row = grid.rows.map((name, y) => svg("text", { class: "label", x: -beside, y: centre(grid, { x: 0, y }, flipped)[1] + half }, name));
  return [frame, ...column, ...row];
}

/**
 * @param {Grid} grid
 * @param {Arrow} arrow
 * @param {boolean} flipped
 */
export function arrowShape(grid, { from, to, strong }, flipped) {
  const [x, y] = centre(grid, to, flipped);
  const name = strong ? "arrow strong" : "arrow";
  if (!from) {
    return svg("circle", { class: name, cx: x, cy: y, r: 38 });
  }
  const [fromX, fromY] = centre(grid, from, flipped);
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
  const [tipX, tipY] = [x - dx * 12, y - dy * 12];
  const wing = (/** @type {number} */ s) => `${(tipX - dx * 24 - dy * 15 * s).toFixed(1)} ${(tipY - dy * 24 + dx * 15 * s).toFixed(1)}`;
  const d = `M${fromX.toFixed(1)} ${fromY.toFixed(1)}L${tipX.toFixed(1)} ${tipY.toFixed(1)}M${wing(1)}L${tipX.toFixed(1)} ${tipY.toFixed(1)}L${wing(-1)}`;
  return svg("path", { class: name, d });
}
