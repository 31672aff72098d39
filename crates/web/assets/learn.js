/** The list of courses and their rules: what is done already, and where to go on. */

import { learned } from "./progress.js";
import { say } from "./words.js";

for (const element of document.querySelectorAll("[data-course]")) {
  const course = element.getAttribute("data-course") ?? "";
  const steps = (element.getAttribute("data-steps") ?? "").split(" ");
  const done = learned(course);
  const known = steps.filter((name) => done.has(name)).length;
  const next = steps.find((name) => !done.has(name));
  const go = element.querySelector("[data-go]");
  if (known && go?.firstChild) {
    go.firstChild.textContent = say(next ? "learn.go-on" : "learn.repeat");
    go.setAttribute("href", `/learn/${course}/${next ?? steps[0]}`);
    go.classList.toggle("main", Boolean(next));
  }
  const count = element.querySelector("[data-count]");
  if (known && count) {
    count.textContent = say("learn.done-of", { n: known, of: steps.length });
  }
  const bar = element.querySelector("progress");
  if (bar) {
    bar.hidden = !known;
    bar.value = known / steps.length;
  }
  for (const rule of element.querySelectorAll(".rule")) {
    rule.classList.toggle("learned", done.has(rule.id));
  }
}

const print = document.querySelector("[data-act=print]");
print?.removeAttribute("hidden");
print?.addEventListener("click", () => window.print());
