/** Which steps of the lessons are done; kept in the browser. */

const KEPT = "schwarm.learned";

/** @returns {Record<string, string[]>} the names of done steps by course */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) || "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/**
 * The steps of a course that are done.
 * @param {string} course
 * @returns {Set<string>}
 */
export function learned(course) {
  const names = all()[course];
  return new Set(Array.isArray(names) ? names.map(String) : []);
}

/**
 * Remembers a step.
 * @param {string} course
 * @param {string} step
 */
export function learn(course, step) {
  const names = learned(course).add(step);
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...all(), [course]: [...names] }));
  } catch {
    // It is learnt all the same.
  }
}
