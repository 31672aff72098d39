/** Where was it lost: the review of a finished game, with its graph. */

import { stream } from "./api.js";
import { showBar } from "./bar.js";
import { button, byId } from "./dom.js";
import { Graph, faultList, isFault } from "./graph.js";
import { glyph } from "./moves.js";
import { say } from "./words.js";

/**
 * Begins a review, and shows it when it is there.
 * @param {number} id of the game
 * @param {(ply: number) => void} go
 * @param {(side: Side) => string} sideName
 * @returns {(ply: number) => void} to be called with every ply that is looked at
 */
export function reviewing(id, go, sideName) {
  const section = byId("review");
  const [start, progress, box] = [section?.querySelector("[data-act=review]"), section?.querySelector("progress"), byId("graph")];
  if (!section || !box || !(start instanceof HTMLButtonElement)) {
    return () => {};
  }
  /** @type {Review | null} */
  let review = null;
  const graph = new Graph(box, go, sideName);
  box.hidden = true;

  const finish = (/** @type {Review} */ found) => {
    review = found;
    box.hidden = false;
    graph.set(found);
    const verdict = byId("verdict");
    if (verdict) {
      verdict.textContent = found.verdict;
      const turning = found.turning_point;
      if (turning && !found.verdict.includes(turning.text)) {
        verdict.append(` ${turning.text}`);
      }
      if (turning) {
        start.replaceWith(button(say("decisive"), () => go(turning.ply - 1), { class: "button main", "data-act": "decisive" }));
      } else {
        start.hidden = true;
      }
    }
    byId("faults")?.replaceChildren(...faultList(found, sideName, go));
    for (const move of found.moves.filter((it) => isFault(it) || it.class === "only-move")) {
      const item = byId("moves")?.querySelector(`li[data-ply="${move.ply}"]`);
      const sign = item?.querySelector(".glyph");
      item?.classList.add(move.class);
      if (sign) {
        sign.textContent = glyph(move.class);
      }
    }
  };

  const begin = async () => {
    start.disabled = true;
    progress?.removeAttribute("hidden");
    const verdict = byId("verdict");
    try {
      const stop = new AbortController();
      addEventListener("pagehide", () => stop.abort());
      await stream(`/api/games/${id}/review`, undefined, stop.signal, (line) => {
        if (line.progress && progress) {
          [progress.value, progress.max] = line.progress;
        } else if (line.review) {
          finish(line.review);
        } else if (line.error && verdict) {
          verdict.textContent = line.error.message;
        }
      });
    } catch (error) {
      if (verdict) {
        verdict.textContent = error instanceof Error && error.message ? error.message : say("offline");
      }
    }
    start.disabled = false;
    progress?.setAttribute("hidden", "");
  };
  start.addEventListener("click", begin);
  begin();

  return (ply) => {
    graph.now = ply;
    if (review?.positions[ply]) {
      showBar(review.positions[ply].chance);
    }
  };
}
