// Where the thinking goes: `choose` gets a turn and returns a move.
"use strict";

// A turn has
//   side      who we are: {{sides}}
//   position  the board as a text, see below
//   legal     all legal moves, as texts; never empty
//   number    how many moves were played before, by both sides
//   seconds   how long we may think; null: as long as we like

// Rates every legal move and returns the best one.
//
// What to do next:
//   1. Improve `rate`: which moves do you like when you play yourself?
//   2. Look ahead: which answers does the opponent have to a move, and how bad is the worst of them?
//      (`schwarm query` can tell what a move leads to; or write the rules yourself, that is faster.)
//   3. Use the time: look deeper while turn.seconds is not used up. Stop early enough!
function choose(turn) {
  let bestMoves = [];
  let bestValue = -Infinity;
  for (const move of turn.legal) {
    const value = rate(turn, move);
    if (value > bestValue) {
      bestMoves = [];
      bestValue = value;
    }
    if (value === bestValue) bestMoves.push(move);
  }
  return bestMoves[Math.floor(Math.random() * bestMoves.length)]; // equally good: throw a die
}

// [[hive]]
// A position is like "0,0=wQ 1,0=bS1+wB1 | w 12": cells with their pieces, from the bottom to the top.
// A move is like "wA1 -bQ": the white ant 1 goes to the west of the black queen.
const BEFORE = { "-": [-1, 0], "\\": [0, -1], "/": [-1, 1] }; // west, north-west, south-west of a piece
const AFTER = { "-": [1, 0], "/": [1, -1], "\\": [0, 1] }; // east, north-east, south-east of a piece

// The idea: go to the enemy's queen. How many cells nearer does this move bring us?
function rate(turn, move) {
  const cells = readCells(turn.position);
  const [me, enemy] = turn.side === "white" ? ["w", "b"] : ["b", "w"];
  const queen = cells.get(enemy + "Q");
  const [piece, target] = move.split(" ");
  // Nothing to attack yet, or a move that our own queen should decide.
  if (!queen || !target || piece[0] !== me || piece[1] === "Q") return 0;
  // A new piece counts as one that comes from four cells away.
  const before = cells.has(piece) ? distance(cells.get(piece), queen) : 4;
  return before - distance(targetCell(cells, target), queen);
}

// Where each piece is: "wQ" -> [0, 0].
function readCells(position) {
  const cells = new Map();
  for (const word of position.split("|")[0].split(" ").filter(Boolean)) {
    const [cell, stack] = word.split("=");
    for (const piece of stack.split("+")) cells.set(piece, cell.split(",").map(Number));
  }
  return cells;
}

// The cell a target such as "-bQ", "bQ/" or "bQ" (on top) means.
function targetCell(cells, target) {
  const step = BEFORE[target[0]] || AFTER[target[target.length - 1]] || [0, 0];
  const [q, r] = cells.get(target.replace(/[-/\\]/g, ""));
  return [q + step[0], r + step[1]];
}

// Steps from one cell of the hexagonal board to another.
function distance(a, b) {
  const [dq, dr] = [a[0] - b[0], a[1] - b[1]];
  return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
}
// [[/]]
// [[hive-2020]]
// A position is like "-4,-1=# 1,-4=q 1,-3=Qb | b 5": cells with their pieces, from the bottom to the top.
// Red pieces are Q S B G A, blue ones q s b g a, # is a blackberry.
// A move is like "A@2,-1" (a new ant), "1,-3>2,-3" (from, to) or "pass".

// The idea: go to the enemy's queen. How many cells nearer does this move bring us?
function rate(turn, move) {
  const [ownQueen, enemyQueen] = turn.side === "red" ? ["Q", "q"] : ["q", "Q"];
  let queen = null;
  const top = new Map();
  for (const word of turn.position.split("|")[0].split(" ").filter(Boolean)) {
    const [cell, content] = word.split("=");
    top.set(cell, content[content.length - 1]);
    if (content.includes(enemyQueen)) queen = cell;
  }
  if (!queen || move === "pass") return 0; // nothing to attack yet
  const [start, target] = move.split(/[@>]/);
  if (move.includes("@")) {
    // A new piece counts as one that comes from four cells away.
    return start === "Q" ? 0 : 4 - distance(target, queen);
  }
  if (top.get(start) === ownQueen) return 0; // our own queen stays away from the fight
  return distance(start, queen) - distance(target, queen);
}

// Steps from one cell of the hexagonal board to another; cells are texts like "1,-3".
function distance(a, b) {
  const [ax, ay] = a.split(",").map(Number);
  const [bx, by] = b.split(",").map(Number);
  const [dx, dy] = [ax - bx, ay - by];
  return Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dx + dy));
}
// [[/]]
// [[piranhas]]
// A position is like ".bbbbbbbb./r........r/... r 0": the rows from the top down, who is to move, moves played.
// {{letters}}
// A move is like "a4-c4": from column a, row 4 to column c, row 4. Rows are counted from the bottom, from 0.

// The idea: gather in the middle of our own fish. How much nearer does this move bring us?
function rate(turn, move) {
  const own = turn.side === "red" ? "r123" : "abc";
  const fish = [];
  turn.position.split(" ")[0].split("/").forEach((row, line) => {
    [...row].forEach((letter, x) => {
      if (own.includes(letter)) fish.push([x, 9 - line]);
    });
  });
  const middle = [0, 1].map((axis) => fish.reduce((sum, cell) => sum + cell[axis], 0) / fish.length);
  const [start, target] = move.split("-");
  return distance(square(start), middle) - distance(square(target), middle);
}

// The square "c4" as numbers: [2, 4].
function square(text) {
  return ["abcdefghij".indexOf(text[0]), Number(text[1])];
}

// Steps from one square to another, diagonally too.
function distance(a, b) {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
}
// [[/]]
// [[ostseeschach]]
// A position is like "rshrmsmh/......../.../HMSMRHSR r 0 0:0": rows from the top, who is to move, moves played, ambers.
// Red pieces are H M S R (cockle, gull, starfish, seal), blue ones h m s r; a 2 behind a piece: a tower of two.
// A move is like "b1-c3": from column b, row 1 to column c, row 3.

// The idea: ambers first, then pieces of the enemy, then forward with the light pieces.
function rate(turn, move) {
  const board = readBoard(turn.position);
  const [start, target] = move.split("-");
  const piece = board.get(start);
  const taken = board.get(target); // never one of our own: that would not be legal
  let value = 0;
  if (taken) {
    value += 5;
    if (piece.height + taken.height >= 3) value += 20; // a tower of three: an amber
  }
  if ("HMShms".includes(piece.letter)) {
    const forward = Number(target[1]) - Number(start[1]);
    value += turn.side === "red" ? forward : -forward;
    if (target[1] === (turn.side === "red" ? "8" : "1")) value += 20; // a light piece has arrived: an amber
  }
  return value;
}

// The pieces by square: "a1" -> { letter: "H", height: 1 }.
function readBoard(position) {
  const board = new Map();
  position.split(" ")[0].split("/").forEach((row, line) => {
    let column = 0;
    let last = null;
    for (const letter of row) {
      if (letter >= "0" && letter <= "9") {
        last.height = Number(letter); // belongs to the piece before it
        continue;
      }
      if (letter !== ".") {
        last = { letter, height: 1 };
        board.set("abcdefgh"[column] + (8 - line), last);
      }
      column += 1;
    }
  });
  return board;
}
// [[/]]
// [[other]]
// No idea yet: every move is as good as any other. Begin here.
function rate(turn, move) {
  return 0;
}
// [[/]]

module.exports = { choose };
