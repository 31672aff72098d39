/** The few buttons on the board itself: zoom, fit, pass. */

import { button, html, signed } from "./dom.js";
import { say } from "./words.js";

/**
 * @param {import("./board.js").Board} board
 */
export function tools(board) {
  const zoom = (/** @type {number} */ by) => () => board.camera?.zoom(by);
  const view = html("div", { class: "sb-zoom" });
  view.append(
    signed("M12 5V19M5 12H19", say("zoom.in"), zoom(1.25)),
    signed("M5 12H19", say("zoom.out"), zoom(0.8)),
    signed("M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15", say("zoom.fit"), () => board.fit()),
  );
  const pass = button(say("pass"), () => board.pass && board.play(board.pass.move), { class: "button main sb-pass", hidden: "" });
  board.addEventListener("drawn", () => {
    pass.hidden = !board.pass;
  });
  return html("div", { class: "sb-tools" }, pass, view);
}
