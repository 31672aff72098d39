/** What the editor of positions does to a draft. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { beginner, cellAt, empty, left, lift, move, next, paint, put, round, sketch, timed } from "../../assets/draft.js";

const at = (x, y) => ({ x, y });
const piece = (side, kind, name, height = 1) => ({ side, kind, name, height });
const ants = { piece: piece("one", "ant", "wA1"), names: ["wA1", "wA2", "wA3"], most: 3 };
const palette = (piling, more = {}) => ({
  board: { grid: { kind: "hex", bounded: false }, sides: ["white", "black"], to_move: "one", turn: 0, cells: [], reserves: [[], []], counters: [], last_move: null, marks: [] },
  pieces: [ants],
  most_of_side: null,
  terrains: [{ terrain: "octopus", most: 2 }],
  piling,
  tallest: 1,
  first: "one",
  most_turns: 60,
  fields: [],
  ...more,
});

test("pieces pile up as the game says", () => {
  const red = piece("one", "gull", "M");
  const blue = piece("two", "seal", "r");
  const both = (piling) => cellAt(put(palette(piling), put(palette(piling), empty(palette(piling)), red, at(0, 0)), blue, at(0, 0)), at(0, 0));
  assert.deepEqual(both("stack").stack, [red, blue]);
  assert.deepEqual(both("replace").stack, [blue]);
  assert.deepEqual(both("tower").stack, [{ ...blue, height: 2 }]);
});

test("what lies on top is taken away first, and an empty cell is none", () => {
  const game = palette("tower");
  const tower = put(game, empty(game), piece("one", "gull", "M", 2), at(1, 1));
  const single = lift(game, tower, at(1, 1));
  assert.equal(cellAt(single, at(1, 1)).stack[0].height, 1);
  assert.deepEqual(lift(game, single, at(1, 1)).cells, []);
  assert.deepEqual(lift(game, empty(game), at(5, 5)).cells, []);
});

test("an octopus takes the place of a fish, a blackberry grows below a stack", () => {
  const fish = put(palette("replace"), empty(palette("replace")), piece("one", "fish", "r"), at(0, 0));
  assert.deepEqual(paint(palette("replace"), fish, "octopus", at(0, 0)).cells, [{ at: at(0, 0), terrain: "octopus", stack: [] }]);
  const again = put(palette("replace"), paint(palette("replace"), fish, "octopus", at(0, 0)), piece("two", "fish", "b"), at(0, 0));
  assert.equal(cellAt(again, at(0, 0)).terrain, "plain");
  const queen = put(palette("stack"), empty(palette("stack")), piece("one", "queen", "Q"), at(0, 0));
  assert.equal(paint(palette("stack"), queen, "blackberry", at(0, 0)).cells[0].stack.length, 1);
});

test("a move takes the top piece, or the octopus, and nothing else", () => {
  const game = palette("stack");
  let draft = put(game, empty(game), piece("one", "queen", "wQ"), at(0, 0));
  draft = put(game, draft, piece("two", "beetle", "bB1"), at(0, 0));
  draft = move(game, draft, at(0, 0), at(1, 0));
  assert.deepEqual([at(0, 0), at(1, 0)].map((it) => cellAt(draft, it).stack.map((one) => one.name)), [["wQ"], ["bB1"]]);
  assert.equal(move(game, draft, at(7, 7), at(0, 0)), draft);
  assert.equal(move(game, draft, at(0, 0), at(0, 0)), draft);
  const sea = palette("replace");
  const octopus = move(sea, paint(sea, empty(sea), "octopus", at(2, 2)), at(2, 2), at(3, 3));
  assert.deepEqual(octopus.cells, [{ at: at(3, 3), terrain: "octopus", stack: [] }]);
});

test("pieces get the first name that is free, and are counted", () => {
  const game = palette("stack");
  let draft = empty(game);
  for (const name of ["wA1", "wA2", "wA3", "wA3"]) {
    const ant = next(draft, ants);
    assert.equal(ant.name, name);
    draft = put(game, draft, ant, at(draft.cells.length, 0));
  }
  assert.equal(left(game, draft, ants), -1);
  assert.equal(left(palette("stack", { most_of_side: 5 }), lift(game, draft, at(0, 0)), { ...ants, most: 16 }), 2);
  assert.equal(next(lift(game, draft, at(0, 0)), ants).name, "wA1");
});

test("side, round and beginner make the turn", () => {
  const game = palette("stack");
  const turn = (wish, from = empty(game), of = game) => timed(of, from, wish).turn;
  assert.equal(turn({ round: 7 }), 12);
  assert.equal(turn({ round: 7, to_move: "two" }), 13);
  assert.equal(turn({ round: 0 }), 0);
  assert.equal(turn({ round: NaN }), 0);
  assert.equal(turn({ round: 99 }), 60);
  assert.equal(turn({ round: 99, to_move: "two" }), 61);
  const either = palette("stack", { first: null });
  const blue = timed(either, empty(either), { first: "two", to_move: "two" });
  assert.deepEqual([blue.turn, beginner(blue), round(blue)], [0, "two", 1]);
  assert.equal(timed(either, blue, { to_move: "one" }).turn, 1);
});

test("a value that names a lost piece is forgotten", () => {
  const game = palette("stack", { fields: [{ key: "stun", id: "stun", side: null, kind: "piece" }] });
  const draft = { ...put(game, empty(game), piece("one", "ant", "wA1"), at(0, 0)), fields: { stun: "wA1", passes: "1" } };
  assert.deepEqual(lift(game, draft, at(0, 0)).fields, { passes: "1" });
});

test("a draft is drawn on the board of its game alone", () => {
  const square = palette("replace");
  square.board = { ...square.board, grid: { kind: "square", columns: ["a"], rows: ["1"] }, cells: [{ at: at(0, 0), label: "a1", terrain: "plain", stack: [] }] };
  let draft = put(square, empty(square), piece("one", "gull", "M"), at(0, 0));
  draft = put(square, draft, piece("one", "gull", "M"), at(9, 9));
  assert.deepEqual(sketch(square, draft).cells.map((cell) => [cell.label, cell.stack.length]), [["a1", 1]]);
  const open = palette("stack");
  assert.deepEqual(sketch(open, put(open, empty(open), piece("one", "ant", "wA1"), at(-2, 3))).cells.map((cell) => cell.label), ["-2,3"]);
});
