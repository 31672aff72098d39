// {{name}}: a Hive engine. It speaks UHP, the Universal Hive Protocol; you need not change this file.
//
// Commands come one a line from the standard input. Every answer ends with a line "ok".
// The thinking is in thinking.js, the rules are in rules.js.
"use strict";

const readline = require("readline");
const { ask, Refused } = require("./rules.js");
const { choose } = require("./thinking.js");

const NAME = "{{name}}";

let game = null; // "Base", "Base+MLP", …
let moves = [];
let state = null; // what the rules say about the game as it is now

// The answer to a command, without the "ok".
function answer(command, rest) {
  if (command === "info") return `id ${NAME} 1.0\nMosquito;Ladybug;Pillbug`;
  if (command === "newgame") {
    // A game type, or a whole game: "Base;InProgress;White[2];wS1;bG1 wS1-"
    const fields = (rest || "Base").split(";");
    return setUp(fields[0], fields.slice(3));
  }
  if (command === "options" && !rest) return ""; // we have none
  if (!["play", "pass", "validmoves", "bestmove", "undo"].includes(command)) {
    throw new Refused(`unknown command: ${command} ${rest}`);
  }
  if (!state) throw new Refused("no game has begun, say newgame");
  if (command === "play") return setUp(game, [...moves, rest]);
  if (command === "pass") return setUp(game, [...moves, "pass"]);
  if (command === "undo") {
    const number = rest ? Number(rest) : 1;
    if (!Number.isInteger(number) || number < 1 || number > moves.length) {
      throw new Refused(`cannot take back ${rest || 1} moves, there are ${moves.length}`);
    }
    return setUp(game, moves.slice(0, -number));
  }
  if (state.outcome) throw new Refused("the game is over");
  if (command === "validmoves") return state.legal.join(";");
  return choose(turn(rest));
}

// Plays a game up to some move. If the rules refuse it, the old game stays.
function setUp(newGame, newMoves) {
  state = ask({ game: newGame, moves: newMoves });
  game = newGame;
  moves = state.position.split(";").slice(3);
  return state.position;
}

// The turn for `choose`. The limit is like "time 00:00:05" or "depth 3".
function turn(limit) {
  const [kind, value] = limit.split(" ");
  let seconds = null;
  if (kind === "time") {
    const [hours, minutes, rest] = (value || "").split(":").map(Number);
    seconds = hours * 3600 + minutes * 60 + rest;
    if (!Number.isFinite(seconds)) throw new Refused("a time is written 00:00:05");
  }
  return { side: state.to_move, position: state.board, legal: state.legal, number: state.turn, seconds };
}

console.log(answer("info", "") + "\nok");
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [, command, rest] = line.trim().match(/^(\S*)\s*(.*)$/);
  if (command === "exit") {
    process.exit(0);
  } else if (command) {
    let said;
    try {
      said = answer(command, rest);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const isMove = state && ["play", "pass"].includes(command);
      said = `${isMove ? "invalidmove" : "err"} ${error.message}`;
    }
    console.log(said ? said + "\nok" : "ok");
  }
});
