/** A tournament's file can be chosen from the computer; its text is read into the page. */

import { byId } from "./dom.js";

const choose = byId("choose");
const input = choose?.querySelector("input");
const text = document.querySelector("textarea.toml");

if (choose && input && text instanceof HTMLTextAreaElement) {
  choose.hidden = false;
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (file) {
      // More than the server reads need not be shown whole.
      text.value = await file.slice(0, 60_000).text();
      text.focus();
    }
  });
}
