/** Pages of tournaments stay up to date: what has changed on the server is put in the place of what was there. */

import { get } from "./api.js";
import { byId } from "./dom.js";

/** How often the server is asked, in milliseconds. */
const PAUSE = 2000;

/** The same for pages of which nobody can say in a word whether they have changed. */
const LONG_PAUSE = 5000;

/** Parts of the page that change. */
const PARTS = ["progress", "deeds", "report"];

const report = byId("report");
if (document.getElementById("wall")) {
  void import("./watch.js");
}

/** Whether somebody is in the middle of filling in something here. */
function isBusy() {
  const active = document.activeElement;
  return active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
}

/**
 * Puts a new part in the place of an old one; open parts stay open, and whoever was there stays there.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function replace(old, fresh) {
  for (const details of old.querySelectorAll("details[id]")) {
    const same = fresh.querySelector(`#${CSS.escape(details.id)}`);
    same?.toggleAttribute("open", details.hasAttribute("open"));
  }
  if (old.innerHTML === fresh.innerHTML) {
    return;
  }
  const active = document.activeElement;
  const was = active && old.contains(active) ? active : null;
  const scrolled = [...old.querySelectorAll(".wide")].map((it) => [it.id, it.scrollLeft]);
  old.replaceChildren(...fresh.childNodes);
  for (const [id, left] of scrolled) {
    byId(String(id))?.scrollTo({ left: Number(left) });
  }
  if (was) {
    const href = was.getAttribute("href");
    const same = was.id ? byId(was.id) : href ? old.querySelector(`[href="${CSS.escape(href)}"]`) : old.querySelector("button, summary");
    if (same instanceof HTMLElement) {
      same.focus({ preventScroll: true });
    }
  }
}

/** Asks for the page again and takes over what has changed. */
async function renew() {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok) {
    return;
  }
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of PARTS) {
    const [old, next] = [byId(id), fresh.getElementById(id)];
    if (old && next) {
      replace(old, next);
      for (const name of Object.keys(old.dataset)) {
        delete old.dataset[name];
      }
      Object.assign(old.dataset, next.dataset);
    }
  }
}

async function look() {
  const name = report?.dataset.name;
  try {
    if (document.hidden || isBusy()) {
      return;
    }
    if (name) {
      const { version, state } = await get(`/api/tournaments/${encodeURIComponent(name)}/version`);
      if (String(version) === report?.dataset.version && state === report?.dataset.state) {
        return;
      }
    }
    await renew();
  } catch {
    // The server is away for a moment: the next time it may be there.
  }
}

/** Goes on asking while the page is looked at. */
async function watch() {
  await look();
  next();
}

/** Comes back later where something may change. */
function next() {
  if (report?.dataset.watch) {
    setTimeout(watch, report.dataset.name ? PAUSE : LONG_PAUSE);
  }
}

next();
