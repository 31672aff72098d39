/** What part of an unbounded table is seen. Moves by itself only between moves, never under a finger. */

import { moves } from "./dom.js";

/** @typedef {[number, number, number, number]} Frame left, top, width, height */

const LEAST = 220;
const MOST = 9000;

export class Camera {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {Frame} */
    this.frame = [0, 0, 100, 100];
    /** Whether somebody chose this view by hand. */
    this.chosen = false;
    /** While something is held by a pointer nothing moves by itself. */
    this.still = false;
    this.running = 0;
  }

  /** @param {Frame} frame */
  set(frame) {
    cancelAnimationFrame(this.running);
    this.frame = frame;
    this.svg.setAttribute("viewBox", frame.map((v) => v.toFixed(1)).join(" "));
  }

  /**
   * Goes to a frame.
   * @param {Frame} wanted
   * @param {boolean} [smoothly]
   */
  go(wanted, smoothly = true) {
    if (!smoothly || !moves()) {
      this.set(wanted);
      return;
    }
    const [from, start] = [this.frame, performance.now()];
    const step = (/** @type {number} */ now) => {
      const t = Math.min(Math.max((now - start) / 150, 0), 1);
      const eased = 1 - (1 - t) ** 3;
      this.set(/** @type {Frame} */ (from.map((v, i) => v + (wanted[i] - v) * eased)));
      if (t < 1) {
        this.running = requestAnimationFrame(step);
      }
    };
    cancelAnimationFrame(this.running);
    this.running = requestAnimationFrame(step);
  }

  /**
   * A point of the window on the drawing.
   * @param {number} x
   * @param {number} y
   */
  point(x, y) {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : new DOMPoint(0, 0);
  }

  /** Pixels of the window per unit of the drawing. */
  scale() {
    return this.svg.getScreenCTM()?.a ?? 1;
  }

  /**
   * Makes everything larger (`factor` over 1) around a point of the window, or around the middle.
   * @param {number} factor
   * @param {{x: number, y: number}} [around]
   */
  zoom(factor, around) {
    const [left, top, width, height] = this.frame;
    const by = Math.min(Math.max(width / factor, LEAST), MOST) / width;
    const fixed = around ? this.point(around.x, around.y) : { x: left + width / 2, y: top + height / 2 };
    this.chosen = true;
    this.set([fixed.x - (fixed.x - left) * by, fixed.y - (fixed.y - top) * by, width * by, height * by]);
  }

  /**
   * Moves the table by pixels of the window.
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    const scale = this.scale();
    const [left, top, width, height] = this.frame;
    this.chosen = true;
    this.set([left - dx / scale, top - dy / scale, width, height]);
  }

  /** What is seen, which is more than the frame where the window has another shape. */
  seen() {
    const box = this.svg.getBoundingClientRect();
    const [a, b] = [this.point(box.left, box.top), this.point(box.right, box.bottom)];
    return { left: a.x, top: a.y, right: b.x, bottom: b.y };
  }

  /**
   * Whether a place is seen with some room around it.
   * @param {number} x
   * @param {number} y
   * @param {number} room
   */
  sees(x, y, room) {
    const { left, top, right, bottom } = this.seen();
    return x - room >= left && x + room <= right && y - room >= top && y + room <= bottom;
  }

  /**
   * Brings a place into sight with as little motion as needed.
   * @param {number} x
   * @param {number} y
   */
  include(x, y) {
    if (this.still || this.sees(x, y, 50)) {
      return;
    }
    const { left, top, right, bottom } = this.seen();
    const shift = (/** @type {number} */ v, /** @type {number} */ low, /** @type {number} */ high) =>
      v - 60 < low ? v - 60 - low : Math.max(v + 60 - high, 0);
    const [l, t, w, h] = this.frame;
    this.go([l + shift(x, left, right), t + shift(y, top, bottom), w, h]);
  }
}
