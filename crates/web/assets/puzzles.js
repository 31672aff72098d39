/** The list of puzzles: which of them are solved. */

import { solved } from "./solved.js";
import { say } from "./words.js";

const done = solved();
for (const element of document.querySelectorAll("[data-puzzle]")) {
  const mark = element.querySelector("[data-done]");
  if (mark && done.has(element.getAttribute("data-puzzle") ?? "")) {
    mark.textContent = say("puzzle.solved");
    mark.removeAttribute("hidden");
  }
}
