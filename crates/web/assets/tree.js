/** A game with its variations, as a tree in memory. */

export class Spot {
  /** Plies from the start. */
  ply = 0;
  /** @type {Spot[]} */ children = [];
  /** @type {Shown | null} what it looks like, once somebody has looked */ shown = null;

  /**
   * @param {Spot | null} parent
   * @param {Played | null} played the move that leads here
   */
  constructor(parent, played) {
    this.parent = parent;
    this.played = played;
    if (parent) {
      this.ply = parent.ply + 1;
    }
  }

  /** The moves from the start. */
  get moves() {
    /** @type {string[]} */
    const moves = [];
    for (let node = /** @type {Spot} */ (this); node.parent && node.played; node = node.parent) {
      moves.unshift(node.played.move);
    }
    return moves;
  }

  /** Whether it belongs to the game itself: the first child is the main line. */
  get isMain() {
    for (let node = /** @type {Spot} */ (this); node.parent; node = node.parent) {
      if (node.parent.children[0] !== node) {
        return false;
      }
    }
    return true;
  }

  /**
   * The position after a move; a new variation where nobody has tried it.
   * @param {Played} played
   */
  add(played) {
    const known = this.children.find((child) => child.played?.move === played.move);
    if (known) {
      return known;
    }
    const child = new Spot(this, played);
    this.children.push(child);
    return child;
  }

  /** Takes a variation away, with everything after it. */
  remove() {
    if (this.parent) {
      this.parent.children = this.parent.children.filter((child) => child !== this);
    }
  }

  /** The last position along first moves. */
  get end() {
    let node = /** @type {Spot} */ (this);
    while (node.children.length) {
      node = node.children[0];
    }
    return node;
  }

  /**
   * The position of the main line after some plies, as far as there is one.
   * @param {number} ply
   */
  at(ply) {
    let node = /** @type {Spot} */ (this);
    while (node.ply < ply && node.children.length) {
      node = node.children[0];
    }
    return node;
  }
}

/**
 * The tree of a game.
 * @param {Played[]} moves
 */
export function treeOf(moves) {
  const root = new Spot(null, null);
  moves.reduce((node, move) => node.add(move), root);
  return root;
}
