/**
 * Where cells are: hexagons (axial, pointy top) and squares, seen from either side.
 * Pure arithmetic on the grid of the pieces: a hexagon is 100 high, a square 100 wide.
 */

const HALF = 43.30127;
const SIDE = 100;

/** @param {Cell} at */
export const key = (at) => `${at.x},${at.y}`;

/**
 * The cell of a key.
 * @param {string} text
 * @returns {Cell}
 */
export function cellOf(text) {
  const [x, y] = text.split(",").map(Number);
  return { x, y };
}

/**
 * The centre of a cell on the drawing.
 * @param {Grid} grid
 * @param {Cell} at
 * @param {boolean} flipped
 * @returns {[number, number]}
 */
export function centre(grid, at, flipped) {
  const sign = flipped ? -1 : 1;
  if (grid.kind === "hex") {
    return [sign * HALF * (2 * at.x + at.y), sign * 75 * at.y];
  }
  const [columns, rows] = [grid.columns.length - 1, grid.rows.length - 1];
  return flipped ? [(columns - at.x) * SIDE, at.y * SIDE] : [at.x * SIDE, (rows - at.y) * SIDE];
}

/**
 * The cells around a hexagon.
 * @param {Cell} at
 * @returns {Cell[]}
 */
export function around({ x, y }) {
  return [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]].map(([dx, dy]) => ({ x: x + dx, y: y + dy }));
}

/**
 * A regular hexagon, pointy top, with softened corners around 0,0.
 * @param {number} radius
 * @param {number} soft
 */
export function hexagon(radius, soft) {
  const corner = (/** @type {number} */ i) => {
    const angle = (i * 60 - 90) * (Math.PI / 180);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  };
  let d = "";
  for (let i = 0; i < 6; i += 1) {
    const [here, before, after] = [corner(i), corner(i + 5), corner(i + 1)];
    const toward = (/** @type {number[]} */ p) => p.map((v, k) => (here[k] + ((v - here[k]) * soft) / radius).toFixed(1));
    d += `${i ? "L" : "M"}${toward(before).join(" ")}Q${here.map((v) => v.toFixed(1)).join(" ")} ${toward(after).join(" ")}`;
  }
  return `${d}Z`;
}

/**
 * Whether a board has no edge.
 * @param {Grid} grid
 */
export const isOpen = (grid) => grid.kind === "hex" && !grid.bounded;

/**
 * The cells a board has: those of the view, and on an unbounded one those around it that a hand can reach.
 * @param {Shown} shown
 * @returns {Map<string, CellView>}
 */
export function cellsOf({ view, gestures }) {
  const cells = new Map(view.cells.map((cell) => [key(cell.at), cell]));
  if (isOpen(view.grid)) {
    const { from, to } = view.last_move ?? {};
    const reach = [...view.cells.flatMap((cell) => around(cell.at)), from, to, ...gestures.map((gesture) => gesture.to)];
    for (const at of cells.size ? reach : [{ x: 0, y: 0 }, ...reach]) {
      if (at && !cells.has(key(at))) {
        cells.set(key(at), { at, label: key(at), terrain: "plain", stack: [] });
      }
    }
  }
  return cells;
}

/**
 * The next cell in the direction of an arrow key: along the row, or the nearest one of the next row.
 * @template {{x: number, y: number}} T a place on the drawing
 * @param {T} from
 * @param {T[]} places
 * @param {number} dx
 * @param {number} dy
 * @returns {T | undefined}
 */
export function next(from, places, dx, dy) {
  if (dx) {
    const row = places.filter((it) => it.y === from.y && (it.x - from.x) * dx > 1);
    return row.sort((a, b) => Math.abs(a.x - from.x) - Math.abs(b.x - from.x))[0];
  }
  const beyond = places.filter((it) => (it.y - from.y) * dy > 1);
  const near = Math.min(...beyond.map((it) => Math.abs(it.y - from.y)));
  const row = beyond.filter((it) => Math.abs(it.y - from.y) - near < 1);
  return row.sort((a, b) => Math.abs(a.x - from.x) - Math.abs(b.x - from.x))[0];
}

/**
 * The frame `[left, top, width, height]` around places, with room at the edge and not smaller than `least`.
 * @param {[number, number][]} places
 * @param {number} room
 * @param {[number, number]} least
 * @returns {[number, number, number, number]}
 */
export function frame(places, room, least) {
  const [xs, ys] = [places.map((p) => p[0]), places.map((p) => p[1])];
  if (places.length === 0) {
    xs.push(0);
    ys.push(0);
  }
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [width, height] = [Math.max(right - left + 2 * room, least[0]), Math.max(bottom - top + 2 * room, least[1])];
  return [(left + right - width) / 2, (top + bottom - height) / 2, width, height];
}
