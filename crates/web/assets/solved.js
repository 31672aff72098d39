/** Which puzzles were solved; kept in the browser. */

const KEPT = "schwarm.puzzles";

/** Puzzles that are remembered. */
const MOST = 5000;

/** @returns {Set<string>} their ids */
export function solved() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) || "[]");
    return new Set(Array.isArray(kept) ? kept.map(String) : []);
  } catch {
    return new Set();
  }
}

/**
 * Remembers a puzzle.
 * @param {string} id
 */
export function solve(id) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...solved().add(id)].slice(-MOST)));
  } catch {
    // It is solved all the same.
  }
}
