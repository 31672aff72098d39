// {{name}}: a bot for {{game}}. It speaks the line protocol of Schwarm; you need not change this file.
//
// Schwarm writes one JSON object a line to our standard input, we answer on the standard output.
// The thinking is in thinking.js. Look at what is going on with: console.error("…")
"use strict";

const readline = require("readline");
const { choose } = require("./thinking.js");

const NAME = "{{name}}";

function say(message) {
  console.log(JSON.stringify(message));
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.hello) {
    say({ name: NAME }); // a new game begins
  } else if (message.legal) {
    const turn = {
      side: message.side,
      // Hive has two texts: the game with its moves, and the board alone. We want the board.
      position: message.board || message.position,
      legal: message.legal,
      number: message.turn,
      seconds: message.time_ms == null ? null : message.time_ms / 1000,
    };
    say({ move: choose(turn), id: message.id }); // it is our turn
  } else if (message.end) {
    console.error("winner:", message.end.winner); // the game is over
  }
});
