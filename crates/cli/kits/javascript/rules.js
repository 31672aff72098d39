// The rules of the game. We do not write them ourselves: we ask the program `schwarm query`.
//
// It answers questions like {"game": "{{rules}}", "moves": […]}, one a line, with all legal moves.
// Want to be faster or to do without Schwarm? Write the rules yourself and replace `ask`.
"use strict";

const { spawnSync } = require("child_process");

// Where the program `schwarm` is. The environment variable SCHWARM can say otherwise.
const SCHWARM = process.env.SCHWARM || "{{schwarm}}";

// The rules say no; the message says why.
class Refused extends Error {}

// ask({game, position, moves}): position and moves may be left out.
//
// The answer has legal, position, to_move, turn and outcome (null while the game goes on).
// Several questions at once, one a line, would be answered faster than one by one.
function ask(question) {
  const asked = spawnSync(SCHWARM, ["query"], { input: JSON.stringify(question) + "\n", encoding: "utf8" });
  if (asked.error) {
    console.error(`cannot start ${SCHWARM} (${asked.error.message}). Set SCHWARM to the path of the program schwarm.`);
    process.exit(1);
  }
  const answer = JSON.parse(asked.stdout);
  if (answer.error) throw new Refused(answer.error.message);
  return answer;
}

module.exports = { ask, Refused };
