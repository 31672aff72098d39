import assert from "node:assert/strict";
import { test } from "node:test";

import { treeOf } from "../../assets/tree.js";

const played = (/** @type {string} */ move) => ({ move, words: move });

test("a game is one line", () => {
  const root = treeOf(["a", "b", "c"].map(played));
  assert.deepEqual(root.end.moves, ["a", "b", "c"]);
  assert.equal(root.at(2).ply, 2);
  assert.equal(root.at(9), root.end);
  assert.ok(root.end.isMain);
});

test("another move becomes a variation, the same one does not", () => {
  const root = treeOf(["a", "b"].map(played));
  const other = root.at(1).add(played("x"));
  assert.ok(!other.isMain);
  assert.deepEqual(other.add(played("y")).moves, ["a", "x", "y"]);
  assert.equal(root.at(1).add(played("x")), other);
  assert.equal(root.at(1).add(played("b")), root.end);
  assert.deepEqual(root.end.moves, ["a", "b"]);
});

test("a variation can be taken away", () => {
  const root = treeOf([played("a")]);
  const other = root.add(played("x"));
  other.remove();
  assert.deepEqual(root.children.map((child) => child.played?.move), ["a"]);
});
