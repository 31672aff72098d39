import assert from "node:assert/strict";
import { test } from "node:test";

import { chanceOf, scoreText } from "../../assets/analysis.js";
import { clockText, leftNow, spentText } from "../../assets/clock.js";

test("clocks show minutes, hours, and tenths at the end", () => {
  assert.equal(clockText(300_000), "5:00");
  assert.equal(clockText(59_001), "1:00");
  assert.equal(clockText(3_725_000), "1:02:05");
  assert.equal(clockText(9_949), "9.9");
  assert.equal(clockText(-5), "0.0");
});

test("only the running clock runs, and never below zero", () => {
  const clocks = { left: [10_000, 20_000], running: "two" };
  assert.equal(leftNow(clocks, 0, 5_000), 10_000);
  assert.equal(leftNow(clocks, 1, 5_000), 15_000);
  assert.equal(leftNow(clocks, 1, 50_000), 0);
});

test("the time of a move is short", () => {
  assert.equal(spentText(1_240), "1.2 s");
  assert.equal(spentText(12_400), "12 s");
  assert.equal(spentText(75_000), "1:15");
  assert.equal(spentText(null), "");
});

test("scores are told for the first side", () => {
  const line = { score: 1.25, chance: 0.7, ends_in: null, moves: [] };
  assert.equal(scoreText(line, "one"), "+1.3");
  assert.equal(scoreText(line, "two"), "−1.3");
  assert.equal(scoreText({ ...line, ends_in: -3 }, "two"), "+#3");
  assert.ok(Math.abs(chanceOf(line, "two") - 0.3) < 1e-9);
  assert.equal(chanceOf({ ...line, chance: null, ends_in: 2 }, "one"), 1);
});
