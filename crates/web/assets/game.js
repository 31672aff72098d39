/** The page of a game: played, watched or studied. */

import "./board.js";
import { byId, html, svg } from "./dom.js";
import { say } from "./words.js";

const data = JSON.parse(byId("game-data")?.textContent || "{}");
const board = /** @type {import("./board.js").Board} */ (byId("board"));

const help = byId("help");
help?.querySelector("ul")?.append(...["next", "hand", "peek", "jk"].map((name) => html("li", {}, say(`help.${name}`))));
board.addEventListener("help", () => help instanceof HTMLDialogElement && help.showModal());
byId("controls")?.querySelector("[data-act=help]")?.addEventListener("click", () => board.dispatchEvent(new CustomEvent("help")));
board.addEventListener("flip", () => {
  board.flipped = !board.flipped;
});
byId("controls")?.querySelector("[data-act=flip]")?.addEventListener("click", () => board.dispatchEvent(new CustomEvent("flip")));
byId("controls")?.querySelector("[data-act=fit]")?.addEventListener("click", () => board.fit());

/** @type {Record<string, string>} */
const signs = { first: "M6 5V19M19 5L10 12L19 19Z", back: "M16 5L7 12L16 19Z", auto: "M7 4L19 12L7 20Z", forward: "M8 5L17 12L8 19Z", last: "M18 5V19M5 5L14 12L5 19Z" };
for (const [step, d] of Object.entries(signs)) {
  const drawing = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d }));
  byId("steps")?.querySelector(`[data-step=${step}] > [aria-hidden]`)?.replaceWith(drawing);
}

if (data.mode === "study") {
  const { study } = await import("./study.js");
  study(board, data);
} else {
  const { play } = await import("./play.js");
  play(board, data);
}
