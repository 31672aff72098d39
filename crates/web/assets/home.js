/** The first page: what a level means, what was chosen last, games to go on with. */

import { byId, html } from "./dom.js";

const KEPT = "schwarm.choice";
const form = byId("new-game");

/** @param {string} key */
function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) || "null");
  } catch {
    return null;
  }
}

function explain() {
  const words = byId("level-words");
  const level = form?.querySelector("input[name=opponent]:checked");
  if (words && level instanceof HTMLElement) {
    words.textContent = level.dataset.words ?? level.closest("[data-words]")?.getAttribute("data-words") ?? "";
  }
}

if (form instanceof HTMLFormElement) {
  const choice = kept(KEPT);
  for (const field of choice ? form.querySelectorAll("input") : []) {
    if (field.type === "radio") {
      field.checked ||= field.value === choice[field.name];
    } else if (field.type === "checkbox") {
      field.checked = field.name in choice;
    }
  }
  form.addEventListener("change", (event) => {
    // Whoever chooses what a game is played with chooses the game.
    const field = event.target instanceof HTMLInputElement && event.target.type === "checkbox" ? event.target : null;
    const game = field?.closest(".game")?.querySelector("input");
    if (game) {
      game.checked = true;
    }
    explain();
  });
  form.addEventListener("submit", () => {
    const choice = Object.fromEntries([...new FormData(form)].filter(([name]) => name !== "setup"));
    try {
      localStorage.setItem(KEPT, JSON.stringify(choice));
    } catch {
      // Next time it is chosen again.
    }
  });
  explain();
}

// Boards that move are worth their weight only where games run.
if (document.querySelector("#live li")) {
  import("./watch.js");
}

const own = kept("schwarm.games");
const section = byId("continue");
const list = section?.querySelector("ul");
if (Array.isArray(own) && own.length && section && list) {
  list.replaceChildren(...own.map(({ id, title }) => html("li", {}, html("a", { href: `/games/${Number(id)}` }, String(title)))));
  section.hidden = false;
}
