/** Clocks that tick here and are put right by the server. */

/**
 * A time as it is shown: tenths in the last ten seconds, hours where there are some.
 * @param {number} millis
 */
export function clockText(millis) {
  const left = Math.max(millis, 0);
  if (left < 10_000) {
    return (Math.floor(left / 100) / 10).toFixed(1);
  }
  const seconds = Math.ceil(left / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ v) => String(v).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/**
 * What is left of a side's time now.
 * @param {Clocks} clocks
 * @param {number} side 0 or 1
 * @param {number} since milliseconds since the server said it
 */
export function leftNow(clocks, side, since) {
  const runs = clocks.running === (side ? "two" : "one");
  return Math.max(clocks.left[side] - (runs ? since : 0), 0);
}

/**
 * Time a move took.
 * @param {number | null | undefined} millis
 */
export function spentText(millis) {
  if (millis === null || millis === undefined) {
    return "";
  }
  return millis < 60_000 ? `${(millis / 1000).toFixed(millis < 10_000 ? 1 : 0)} s` : clockText(millis);
}

/** Two clocks on the page. */
export class ClockFace {
  /** @type {Clocks | null} */ #clocks = null;
  #heard = 0;
  #timer = 0;

  /** @param {(Element | null | undefined)[]} faces of both sides */
  constructor(faces) {
    this.faces = faces;
  }

  /** @param {Clocks | null} clocks */
  set(clocks) {
    this.#clocks = clocks;
    this.#heard = performance.now();
    clearInterval(this.#timer);
    if (clocks?.running) {
      this.#timer = setInterval(() => this.#show(), 100);
    }
    this.#show();
  }

  #show() {
    this.faces.forEach((face, side) => {
      const left = this.#clocks && leftNow(this.#clocks, side, performance.now() - this.#heard);
      const text = left === null ? "" : clockText(left);
      if (face && face.textContent !== text) {
        face.textContent = text;
        face.classList.toggle("low", left !== null && left < 20_000);
      }
    });
  }
}
