/** What was said with the bots, beside the board. */

import { get } from "./api.js";
import { html } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{at: number, ply: number, by: ">" | "<", text: string}} Remark */
/** @typedef {{lines: Remark[], left_out: number, stderr: string, stdout: string}} Dialogue */

/** @param {Remark} line */
const written = (line) => `${line.at.toFixed(3).padStart(10)} ${line.by} ${line.text}\n`;

/**
 * Lines together that were said at the same ply.
 * @param {Remark[]} lines
 */
function blocks(lines) {
  /** @type {HTMLElement[]} */
  const all = [];
  for (const line of lines) {
    const last = all.at(-1);
    if (last?.dataset.ply === String(line.ply)) {
      last.append(written(line));
    } else {
      all.push(html("span", { "data-ply": String(line.ply) }, written(line)));
    }
  }
  return all;
}

/**
 * @param {string} side
 * @param {string} name
 * @param {Dialogue} dialogue
 */
function section(side, name, dialogue) {
  const whole = html("section", { class: "said", "data-side": side }, html("h3", {}, name));
  if (dialogue.left_out) {
    whole.append(html("p", { class: "quiet" }, say("talk.left-out", { n: dialogue.left_out })));
  }
  whole.append(
    dialogue.lines.length
      ? html("pre", { tabindex: "0", "aria-label": name }, ...blocks(dialogue.lines))
      : html("p", { class: "empty" }, say("talk.nothing")),
  );
  for (const stream of /** @type {const} */ (["stderr", "stdout"])) {
    if (dialogue[stream]) {
      whole.append(html("details", {}, html("summary", {}, say(`talk.${stream}`)), html("pre", { tabindex: "0" }, dialogue[stream])));
    }
  }
  return whole;
}

/**
 * Fills the panel.
 * @param {HTMLElement} panel
 * @param {number} id of the game
 * @returns {Promise<(ply: number) => void>} to be called with every ply that is looked at
 */
export async function talking(panel, id) {
  /** @type {{players: [string, string], talk: (Dialogue | null)[]}} */
  const { players, talk } = await get(`/api/games/${id}/talk`);
  const sections = talk.flatMap((dialogue, i) => (dialogue ? [section(i ? "two" : "one", players[i], dialogue)] : []));
  panel.append(html("p", { class: "quiet" }, say("talk.lead")), html("div", { class: "sides" }, ...sections));
  return (ply) => sections.forEach((one) => mark(one, ply));
}

/**
 * Shows what was said at a ply: what the position was answered with.
 * @param {HTMLElement} section
 * @param {number} ply
 */
function mark(section, ply) {
  const lines = section.querySelector("pre");
  lines?.querySelectorAll("[aria-current]").forEach((block) => block.removeAttribute("aria-current"));
  const now = lines?.querySelector(`[data-ply="${ply}"]`);
  now?.setAttribute("aria-current", "true");
  if (lines && now instanceof HTMLElement) {
    // Not `scrollIntoView`: the page itself stays where it is.
    lines.scrollTop = now.offsetTop;
  }
}
