// {{name}}: a client of the Software-Challenge for {{game}}. You need not change this file.
//
// It joins a server, reads the XML messages, and answers each request with a move.
// The thinking is in thinking.js, the rules are in rules.js.
//
//     node bot.js [--host HOST] [--port PORT] [--reservation CODE]
"use strict";

const net = require("net");
const { parseArgs } = require("util");
const { ask } = require("./rules.js");
const { choose } = require("./thinking.js");
const { Reader, find, findAll } = require("./xml.js");

const GAME = "{{rules}}"; // whose rules we think by
const GAME_TYPE = "{{gametype}}"; // how the server calls it
const SECONDS = 1.8; // the server waits for two seconds; some time is lost on the way

const { values: args } = parseArgs({
  options: {
    host: { type: "string", short: "h", default: "127.0.0.1" },
    port: { type: "string", short: "p", default: "13050" },
    reservation: { type: "string", short: "r" },
  },
});

let state = null;
let room = "";

const server = net.connect(Number(args.port), args.host, () => {
  const join = args.reservation
    ? `<joinPrepared reservationCode="${args.reservation}"/>`
    : `<join gameType="${GAME_TYPE}"/>`;
  server.write(`<protocol>${join}`);
});
const reader = new Reader(hear);
server.setEncoding("utf8");
server.on("data", (text) => reader.feed(text));
server.on("error", (error) => {
  console.error("the connection is broken:", error.message);
  process.exitCode = 1;
});

function hear(message) {
  const data = find(message, "data");
  const kind = (data && data.attributes.class) || "";
  if (message.name === "joined") {
    room = message.attributes.roomId;
  } else if (message.name === "errorpacket" || kind === "error") {
    console.log("the server complains:", (data || message).attributes.message);
  } else if (kind === "memento") {
    state = find(data, "state");
  } else if (kind.toLowerCase().endsWith("moverequest")) {
    server.write(`<room roomId="${room}">${writeMove(think())}</room>`);
  } else if (kind === "result") {
    const winner = find(data, "winner");
    console.log("the game is over:", winner ? "winner " + JSON.stringify(winner.attributes) : "a draw");
    server.end("</protocol>");
  } else if (message.name === "left") {
    server.end();
  }
}

// The move for the state the server has sent last.
function think() {
  const answer = ask({ game: GAME, position: readState() });
  return choose({
    side: answer.to_move,
    position: answer.position,
    legal: answer.legal,
    number: answer.turn,
    seconds: SECONDS,
  });
}

function sideAndTurn() {
  const turn = Number(state.attributes.turn);
  return `${"rb"[turn % 2]} ${turn}`;
}

// [[piranhas-2019]]
const LETTERS = { EMPTY: ".", RED: "r", BLUE: "b", OBSTRUCTED: "O" };

// The position text of the server's state; see thinking.js.
function readState() {
  const rows = Array.from({ length: 10 }, () => Array(10).fill("."));
  for (const { attributes } of findAll(state, "field")) rows[attributes.y][attributes.x] = LETTERS[attributes.state];
  return rows.reverse().map((row) => row.join("")).join("/") + " " + sideAndTurn();
}
// [[/]]
// [[piranhas-2026]]
const LETTERS = {
  EMPTY: ".", SQUID: "O", ONE_S: "1", ONE_M: "2", ONE_L: "3", TWO_S: "a", TWO_M: "b", TWO_L: "c",
};

// The position text of the server's state; see thinking.js.
function readState() {
  const rows = findAll(state, "row").map((row) => findAll(row, "field").map((field) => LETTERS[field.text]).join(""));
  const union = { ONE: "r", TWO: "b" }[state.attributes.firstUnion] || "-";
  return `${rows.reverse().join("/")} ${sideAndTurn()} ${union}`;
}
// [[/]]
// [[piranhas]]

const DIRECTIONS = {
  "0,1": "UP", "1,1": "UP_RIGHT", "1,0": "RIGHT", "1,-1": "DOWN_RIGHT",
  "0,-1": "DOWN", "-1,-1": "DOWN_LEFT", "-1,0": "LEFT", "-1,1": "UP_LEFT",
};

// A move like "a4-c4" as the server wants it: a square and a direction.
function writeMove(move) {
  const [x, toX] = [move[0], move[3]].map((letter) => "abcdefghij".indexOf(letter));
  const [y, toY] = [move[1], move[4]].map(Number);
  const direction = DIRECTIONS[`${Math.sign(toX - x)},${Math.sign(toY - y)}`];
  // [[/]]
  // [[piranhas-2019]]
  return `<data class="move" x="${x}" y="${y}" direction="${direction}"/>`;
  // [[/]]
  // [[piranhas-2026]]
  return `<data class="move"><from x="${x}" y="${y}"/><direction>${direction}</direction></data>`;
  // [[/]]
  // [[piranhas]]
}
// [[/]]
// [[hive-2020]]
const KINDS = { BEE: "Q", SPIDER: "S", GRASSHOPPER: "G", BEETLE: "B", ANT: "A" };

// The position text of the server's state; see thinking.js.
function readState() {
  const cells = [];
  for (const field of findAll(find(state, "board"), "field")) {
    const { x, y, isObstructed } = field.attributes;
    let content = isObstructed === "true" ? "#" : "";
    for (const { attributes } of findAll(field, "piece")) {
      const letter = KINDS[attributes.type];
      content += attributes.owner === "RED" ? letter : letter.toLowerCase();
    }
    if (content) cells.push(`${x},${y}=${content}`);
  }
  return [...cells, "|", sideAndTurn()].join(" ");
}

// A move like "A@2,-1", "1,-3>2,-3" or "pass" as the server wants it.
function writeMove(move) {
  if (move === "pass") return '<data class="skipmove"/>';
  const [start, target] = move.split(/[@>]/);
  if (move.includes("@")) {
    const kind = Object.keys(KINDS).find((name) => KINDS[name] === start);
    const piece = `<piece owner="${state.attributes.currentPlayerColor}" type="${kind}"/>`;
    return `<data class="setmove">${piece}${cell("destination", target)}</data>`;
  }
  return `<data class="dragmove">${cell("start", start)}${cell("destination", target)}</data>`;
}

function cell(name, text) {
  const [x, y] = text.split(",").map(Number);
  return `<${name} x="${x}" y="${y}" z="${-x - y}"/>`;
}
// [[/]]
// [[ostseeschach]]
const KINDS = { Herzmuschel: "H", Moewe: "M", Seestern: "S", Robbe: "R" };

// The position text of the server's state; see thinking.js. The server calls the row x and the column y.
function readState() {
  const rows = Array.from({ length: 8 }, () => Array(8).fill("."));
  for (const entry of findAll(find(state, "board"), "entry")) {
    const [at, piece] = ["coordinates", "piece"].map((name) => find(entry, name).attributes);
    const letter = piece.team === "ONE" ? KINDS[piece.type] : KINDS[piece.type].toLowerCase();
    rows[at.x][at.y] = letter + (piece.count === "1" ? "" : piece.count);
  }
  const ambers = { ONE: "0", TWO: "0" };
  for (const entry of findAll(find(state, "ambers"), "entry")) {
    ambers[find(entry, "team").text] = find(entry, "int").text;
  }
  const board = rows.reverse().map((row) => row.join("")).join("/");
  return `${board} ${sideAndTurn()} ${ambers.ONE}:${ambers.TWO}`;
}

// A move like "b1-c3" as the server wants it.
function writeMove(move) {
  const [start, target] = move.split("-");
  return `<data class="move">${cell("from", start)}${cell("to", target)}</data>`;
}

function cell(name, square) {
  return `<${name} x="${Number(square[1]) - 1}" y="${"abcdefgh".indexOf(square[0])}"/>`;
}
// [[/]]
