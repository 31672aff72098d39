import assert from "node:assert/strict";
import { test } from "node:test";

import { around, cellOf, cellsOf, centre, frame, hexagon, key, next } from "../../assets/geometry.js";

const HEX = { kind: "hex", bounded: false };
const SQUARE = { kind: "square", columns: ["a", "b", "c"], rows: ["1", "2", "3"] };

test("cells have keys and come back from them", () => {
  assert.deepEqual(cellOf(key({ x: -3, y: 12 })), { x: -3, y: 12 });
});

test("the neighbours of a hexagon are equally far away", () => {
  const far = around({ x: 4, y: -2 }).map((at) => {
    const [a, b] = [centre(HEX, at, false), centre(HEX, { x: 4, y: -2 }, false)];
    return Math.round(Math.hypot(a[0] - b[0], a[1] - b[1]) * 100);
  });
  assert.deepEqual(new Set(far).size, 1);
});

test("a flipped board is turned round", () => {
  assert.deepEqual(centre(SQUARE, { x: 0, y: 0 }, false), [0, 200]);
  assert.deepEqual(centre(SQUARE, { x: 0, y: 0 }, true), [200, 0]);
  const [x, y] = centre(HEX, { x: 1, y: 2 }, false);
  assert.deepEqual(centre(HEX, { x: 1, y: 2 }, true), [-x, -y]);
});

test("arrow keys go along rows and to the nearest cell of the next row", () => {
  const places = [[0, 0], [2, 0], [-1, 2], [0, 2], [5, 5]].map(([x, y]) => {
    const [px, py] = centre(HEX, { x, y }, false);
    return { x: px, y: py, name: `${x},${y}` };
  });
  const go = (/** @type {string} */ from, dx, dy) => next(places.find((it) => it.name === from), places, dx, dy)?.name;
  assert.equal(go("0,0", 1, 0), "2,0");
  assert.equal(go("0,0", -1, 0), undefined);
  assert.equal(go("0,0", 0, 1), "-1,2");
  assert.equal(go("0,2", 0, 1), "5,5");
  assert.equal(go("5,5", 0, -1), "0,2");
});

test("an open board has the cells a hand can reach", () => {
  const view = { grid: HEX, cells: [], last_move: null };
  assert.deepEqual([...cellsOf({ view, gestures: [] }).keys()], ["0,0"]);
  const one = { ...view, cells: [{ at: { x: 0, y: 0 }, label: "0,0", terrain: "plain", stack: [] }] };
  assert.equal(cellsOf({ view: one, gestures: [{ to: { x: 5, y: 5 } }] }).size, 8);
});

test("a frame is never smaller than asked for", () => {
  assert.deepEqual(frame([], 10, [100, 50]), [-50, -25, 100, 50]);
  assert.deepEqual(frame([[0, 0], [200, 100]], 10, [1, 1]), [-10, -10, 220, 120]);
});

test("a hexagon is closed", () => {
  assert.match(hexagon(50, 4), /^M.*Z$/);
});
