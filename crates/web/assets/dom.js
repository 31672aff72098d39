/** Small helpers for elements. Text is always set as text, never read as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * An HTML element; `attributes` may hold attributes, never markup.
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/**
 * A button with an action.
 * @param {string} words
 * @param {() => void} act
 * @param {Record<string, string>} [attributes]
 */
export function button(words, act, attributes = {}) {
  const element = html("button", { type: "button", ...attributes }, words);
  element.addEventListener("click", act);
  return element;
}

/**
 * A button that shows a sign and is called by words.
 * @param {string} sign path data on a grid of 24
 * @param {string} words
 * @param {() => void} act
 */
export function signed(sign, words, act) {
  const element = button("", act, { "aria-label": words, title: words, class: "sign" });
  element.append(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: sign })));
  return element;
}

/** @param {string} id */
export const byId = (id) => document.getElementById(id);

/** Whether things may move on the page. */
export const moves = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether the page is as narrow as a telephone; style.css knows the same width. */
export const small = () => matchMedia("(max-width: 520px)").matches;
