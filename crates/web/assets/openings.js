/** The explorer of openings: a move on the board leads to the page of the position behind it. */

import "./board.js";
import { byId } from "./dom.js";
import { answerWhy } from "./page.js";

/** @type {{line: Line, shown: Shown, here: string}} */
const data = JSON.parse(byId("openings-data")?.textContent || "{}");
const board = /** @type {import("./board.js").Board} */ (byId("board"));

board.shown = data.shown;
board.side = "any";
answerWhy(board, () => data.line);
board.addEventListener("move", (event) => {
  const { move } = /** @type {CustomEvent} */ (event).detail;
  const address = new URL(data.here, location.href);
  address.searchParams.set("moves", [...data.line.moves, move].join(";"));
  location.assign(address);
});

const form = document.querySelector(".openings form");
form?.querySelector("select")?.addEventListener("change", () => form instanceof HTMLFormElement && form.submit());
