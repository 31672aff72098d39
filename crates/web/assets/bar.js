/** The chances of the first side as a bar: what the engine thinks, or what a review has found. */

import { byId, html } from "./dom.js";
import { say } from "./words.js";

/**
 * Shows the chances of the first side as a bar.
 * @param {number} chance
 */
export function showBar(chance) {
  const bar = byId("bar");
  if (bar) {
    const part = bar.firstElementChild instanceof HTMLElement ? bar.firstElementChild : html("i");
    part.style.width = `${(chance * 100).toFixed(1)}%`;
    bar.replaceChildren(part);
    bar.setAttribute("role", "img");
    bar.setAttribute("aria-label", say("chance", { n: Math.round(chance * 100) }));
    bar.title = say("chance", { n: Math.round(chance * 100) });
  }
}
