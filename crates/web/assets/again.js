/** Another game with the same players, asked for on the page of one that is over. */

import { follow } from "./api.js";
import { byId } from "./dom.js";
import { deed, showOffer } from "./seat.js";

/** @param {Live} known the game, which the reader has played */
export function again(known) {
  let state = known;
  const api = `/api/games/${state.id}`;

  /** @param {boolean} accept */
  const ask = (accept) => deed(api, "rematch", { accept });

  const start = byId("controls")?.querySelector("[data-act=rematch]");
  start?.removeAttribute("hidden");
  start?.addEventListener("click", () => ask(true));
  for (const act of ["accept", "decline"]) {
    byId("offer")?.querySelector(`[data-act=${act}]`)?.addEventListener("click", () => ask(act === "accept"));
  }
  showOffer(state);
  follow(
    () => `${api}/events?after=${state.seq}`,
    (event) => {
      state = { ...state, seq: event.seq, offers: event.offers };
      if (event.kind === "rematch" && event.url) {
        location.assign(event.url);
      } else {
        showOffer(state);
      }
    },
    () => {},
  );
}
