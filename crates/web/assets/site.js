/** On every page: the theme changes at once, the server keeps the choice. */

import { byId } from "./dom.js";

byId("theme")?.addEventListener("submit", async (event) => {
  const form = event.currentTarget;
  const chosen = event instanceof SubmitEvent ? event.submitter : null;
  if (form instanceof HTMLFormElement && chosen instanceof HTMLButtonElement) {
    event.preventDefault();
    document.documentElement.dataset.theme = chosen.value;
    for (const button of form.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button === chosen));
    }
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(form, chosen)));
    await fetch(form.action, { method: "POST", body: fields }).catch(() => form.submit());
  }
});
