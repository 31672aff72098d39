/** Many games on one wall, live. */

import "./board.js";
import { follow } from "./api.js";
import { byId, html } from "./dom.js";
import { sideWords } from "./tell.js";
import { say } from "./words.js";

/** @typedef {{kind: "game" | "gone", id: number, game: string, players: [string, string], match?: string | null, status: Live["status"], ply: number, shown: Shown}} Running */

const wall = document.querySelector("ul.wall");
/** The tournament whose games alone are shown. */
const tournament = /** @type {HTMLElement | null} */ (wall?.closest("[data-tournament]") ?? null)?.dataset.tournament;
/** The match whose games alone are shown. */
const match = /** @type {HTMLElement | null} */ (wall?.closest("[data-match]") ?? null)?.dataset.match;
const most = wall?.id === "wall" ? Infinity : 6;

/** @param {Running} running */
function tileOf(running) {
  const known = wall?.querySelector(`li[data-game-id="${Number(running.id)}"]`);
  if (known || !wall || wall.children.length >= most) {
    return known;
  }
  const board = html("schwarm-board", { "data-game": running.game, "data-still": "" });
  const link = html("a", { href: `/games/${Number(running.id)}` }, board, html("div", { class: "players" }), html("div", { class: "status" }));
  const tile = html("li", { class: "tile", "data-game-id": String(running.id) }, link);
  wall.prepend(tile);
  return tile;
}

/** @param {Running} running */
function show(running) {
  const isOther = (tournament && !running.match?.startsWith(`${tournament}/`)) || (match && running.match !== match);
  if (running.kind === "game" && isOther) {
    return;
  }
  if (running.kind === "gone") {
    wall?.querySelector(`li[data-game-id="${Number(running.id)}"]`)?.remove();
    empty();
    return;
  }
  const tile = tileOf(running);
  if (!tile) {
    return;
  }
  const board = /** @type {import("./board.js").Board | null} */ (tile.querySelector("schwarm-board"));
  if (board) {
    board.shown = running.shown;
  }
  const [players, status] = [tile.querySelector(".players"), tile.querySelector(".status")];
  if (players) {
    players.textContent = running.players.join(" – ");
  }
  if (status) {
    const { to_move, view } = running.shown;
    status.textContent =
      running.status === "over" ? say("over") : running.status === "waiting" ? say("waiting") : to_move ? say("turn.of", { side: sideWords(view, to_move) }) : "";
  }
  tile.classList.toggle("over", running.status === "over");
  if (running.status === "over") {
    setTimeout(() => {
      tile.remove();
      empty();
    }, 30_000);
  }
  empty();
}

function empty() {
  const none = byId("no-games");
  if (none) {
    none.hidden = Boolean(wall?.children.length);
  }
}

if (wall) {
  follow(() => "/api/live/events", show, () => {});
}
