/** What a player has beside the board: buttons, offers, the field for typed moves. */

import { Trouble, post } from "./api.js";
import { byId, html } from "./dom.js";
import { notice, speak } from "./page.js";
import { sideWords } from "./tell.js";
import { say } from "./words.js";

/**
 * Does something in a game; where another game comes of it, that is gone to.
 * @param {string} api
 * @param {string} act
 * @param {object} body
 * @returns {Promise<boolean>} whether it was done
 */
export async function deed(api, act, body) {
  try {
    const { url } = await post(`${api}/${act}`, body);
    if (url) {
      location.assign(url);
    }
    return true;
  } catch (error) {
    notice(error instanceof Trouble && error.message ? error.message : say("offline"), true);
    return false;
  }
}

/**
 * The buttons of a player.
 * @param {Live} state
 */
export function showControls(state) {
  const controls = byId("controls");
  if (!controls) {
    return;
  }
  controls.hidden = false;
  for (const button of controls.querySelectorAll("button")) {
    const act = button.dataset.act ?? "";
    if (["resign", "draw", "take-back", "rematch"].includes(act)) {
      button.hidden = !state.seat || (act === "rematch") !== (state.status === "over");
      button.disabled = !state.may.includes(act);
    }
  }
  let look = controls.querySelector("a[data-look]");
  if (state.status === "over" && !look) {
    look = html("a", { class: "button main", href: `/games/${state.id}/${state.moves.length}`, "data-look": "" }, say("look"));
    controls.prepend(look);
  }
}

/**
 * What is offered, and by whom.
 * @param {Live} state
 */
export function showOffer({ offers, seat, shown }) {
  const box = byId("offer");
  const [what, by] = Object.entries(offers ?? {}).find(([, side]) => side) ?? [];
  if (!box) {
    return;
  }
  const mine = by === seat;
  box.hidden = !what || !seat;
  const text = box.querySelector("p");
  if (what && by && text) {
    box.dataset.what = what.replace("_", "-");
    text.textContent = say(`offer.${box.dataset.what}${mine ? ".mine" : ""}`, { side: sideWords(shown.view, by) });
    for (const button of box.querySelectorAll("button")) {
      button.hidden = mine;
    }
    speak(text.textContent);
  }
}

/**
 * The field for typed moves, with all legal ones to choose from.
 * @param {Live} state
 * @param {boolean} acts
 */
export function showTyped(state, acts) {
  const form = byId("type-move");
  if (form) {
    form.hidden = !state.seat || state.status === "over";
    const input = form.querySelector("input");
    let list = form.querySelector("datalist");
    if (!list) {
      list = /** @type {HTMLDataListElement} */ (html("datalist", { id: "legal" }));
      form.append(list);
      input?.setAttribute("list", "legal");
    }
    const texts = acts ? state.shown.gestures.map((it) => it.move) : [];
    list.replaceChildren(...texts.map((value) => html("option", { value })));
    if (input) {
      input.disabled = !acts;
    }
  }
}

/**
 * Keeps own games in mind for the first page.
 * @param {Live} state
 */
export function remember(state) {
  if (!state.seat) {
    return;
  }
  try {
    const known = JSON.parse(localStorage.getItem("schwarm.games") || "[]").filter((/** @type {{id: number}} */ it) => it.id !== state.id);
    const title = document.title.split(" – ").slice(0, -1).join(" – ") || state.players.join(" – ");
    const games = state.status === "over" ? known : [{ id: state.id, game: state.shown.game, title }, ...known];
    localStorage.setItem("schwarm.games", JSON.stringify(games.slice(0, 12)));
  } catch {
    // Without a memory the page works as well.
  }
}
