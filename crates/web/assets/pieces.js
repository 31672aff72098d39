/** Draws pieces, stacks and terrain from the sheet of symbols. Cells are 100 high, their centre is 0,0. */

import { svg } from "./dom.js";

const SHEET = new URL("./pieces.svg", import.meta.url);

/**
 * Puts the sheet of symbols into the page, once. Inside of it pieces appear at once and without asking the server again.
 */
export async function loadSheet() {
  if (document.getElementById("p-queen") || loading) {
    return;
  }
  loading = true;
  try {
    const text = await (await fetch(SHEET)).text();
    const sheet = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    for (const symbol of sheet.children) {
      symbol.id = `p-${symbol.id}`;
    }
    sheet.setAttribute("class", "sb-sheet");
    sheet.setAttribute("aria-hidden", "true");
    document.body.append(sheet);
  } catch {
    setTimeout(loadSheet, 2000);
  }
  loading = false;
}

let loading = false;
const MOST_LAYERS = 8;
const COATS = ["white", "black", "red", "blue"];

/**
 * The class that colours the pieces of a side.
 * @param {BoardView} view
 * @param {Side} side
 */
export function coat(view, side) {
  const index = side === "one" ? 0 : 1;
  const name = view.sides[index];
  return COATS.includes(name) ? name : COATS[index];
}

/**
 * A symbol of the sheet around 0,`y`.
 * @param {string} id
 * @param {number} [y]
 * @param {number} [scale]
 */
export function symbol(id, y = 0, scale = 1) {
  const half = 60 * scale;
  return svg("use", { href: `#p-${id}`, x: -half, y: y - half, width: 2 * half, height: 2 * half });
}

/** @type {SVGElement | null} */
let numerals = null;

/**
 * A number that is a drawing, not a text: names of cells say it in words.
 * @param {number} n
 * @param {number} y
 */
function numeral(n, y) {
  const id = `n-${n}`;
  if (!numerals) {
    numerals = svg("svg", { class: "sb-sheet", "aria-hidden": "true" });
    document.body.append(numerals);
  }
  if (!document.getElementById(`p-${id}`)) {
    const look = { y: 6, "font-size": 16, "font-weight": 600, "font-family": "system-ui, sans-serif", "text-anchor": "middle", fill: "var(--badge-ink)" };
    numerals.append(svg("symbol", { id: `p-${id}`, viewBox: "-60 -60 120 120" }, svg("text", look, String(n))));
  }
  return symbol(id, y);
}

/**
 * How many layers a stack has; a tower counts its height.
 * @param {PieceView[]} stack
 */
export const layers = (stack) => stack.reduce((sum, piece) => sum + Math.max(piece.height, 1), 0);

/** @param {number} hidden */
const stepOf = (hidden) => Math.min(8.5, 36 / Math.max(hidden, 1));

/**
 * How far the top of a stack is lifted.
 * @param {PieceView[]} stack
 */
export function lift(stack) {
  const hidden = Math.min(layers(stack), MOST_LAYERS) - 1;
  return hidden > 0 ? hidden * stepOf(hidden) : 0;
}

/**
 * The number at the end of a name such as `wA2`.
 * @param {string} name
 */
export const numberOf = (name) => /^\D+(\d{1,2})$/.exec(name)?.[1] ?? "";

/**
 * A stack of pieces as it stands on a cell.
 * @param {BoardView} view
 * @param {PieceView[]} stack
 * @returns {SVGElement}
 */
export function drawStack(view, stack) {
  const hex = view.grid.kind === "hex";
  const group = svg("g", { class: "stack", "aria-hidden": "true" });
  const top = stack.at(-1);
  if (!top) {
    return group;
  }
  const total = layers(stack);
  const bare = top.kind.startsWith("fish") && total === 1;
  if (!bare) {
    const sides = stack.flatMap((piece) => Array(Math.max(piece.height, 1)).fill(piece.side)).slice(-MOST_LAYERS);
    sides.forEach((side, level) => {
      const tile = symbol(hex ? "tile-hex" : "tile-disc", -stepOf(sides.length - 1) * level);
      tile.classList.add(coat(view, side));
      group.append(tile);
    });
  }
  const y = -lift(stack) - (bare ? 0 : 2.5);
  const figure = svg("g", { class: coat(view, top.side) });
  const number = hex ? numberOf(top.name) : "";
  const drawing = number ? symbol(top.kind, y - 4, 0.86) : symbol(top.kind, y, bare ? 1 : 0.94);
  if (bare && top.side === "two") {
    drawing.setAttribute("transform", "scale(-1 1)");
  }
  figure.append(drawing);
  if (number) {
    figure.append(svg("text", { class: "number", y: y + 37 }, number));
  }
  group.append(figure);
  if (total > 1) {
    const at = `translate(${hex ? 24 : 28} ${y + (hex ? -22 : 27)})`;
    group.append(svg("g", { class: "badge", transform: at }, svg("circle", { r: 12 }), numeral(total, 0)));
  }
  return group;
}

/**
 * The pieces of a stack side by side, the lowest first.
 * @param {BoardView} view
 * @param {PieceView[]} stack
 */
export function drawFan(view, stack) {
  const width = stack.length * 92 + 16;
  const fan = svg("g", { class: "fan" }, svg("rect", { x: -width / 2, y: -56, width, height: 112, rx: 16 }));
  stack.forEach((piece, index) => {
    const place = svg("g", { transform: `translate(${(index - (stack.length - 1) / 2) * 92} 0)` });
    place.append(drawStack(view, [piece]));
    fan.append(place);
  });
  return fan;
}
