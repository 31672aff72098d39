/** What is said, in the language of the page. All texts come with the page. */

/** @type {Record<string, string>} */
const texts = JSON.parse(globalThis.document?.getElementById("words")?.textContent || "{}");

/**
 * A text with its names filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  return (texts[key] ?? `⟦${key}⟧`).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * A text, or another one where nobody has written it.
 * @param {string} key
 * @param {string} otherwise
 */
export const sayOr = (key, otherwise) => (key in texts ? say(key) : otherwise);
