// Reading a finger: the tiles that its way across the board means.
//
// A tile is met where the way comes within RADIUS of its middle, not where it enters its square:
// on the way to a neighbour across a corner, a finger crosses the corners of two others. The way is
// tested along the segments between events, for a fast finger leaps over whole tiles. Going back to
// the tile before the last takes the last one back.

export const RADIUS = 0.45; // of a tile's side

/**
 * A point of the board in sides of a tile: the middle of the first tile is at 0, 0.
 * @typedef {{x: number, y: number}} Point
 */

/** The way of one finger, from where it is put down. */
export class Trace {
  /**
   * @param {number} rows
   * @param {number} cols
   */
  constructor(rows, cols) {
    this.rows = rows;
    this.cols = cols;
    /** @type {number[]} tiles, row by row from 0 */
    this.path = [];
    /** @type {Point} */
    this.at = { x: 0, y: 0 };
  }

  /**
   * Put the finger down; its tile is the one whose square it is in.
   * @param {Point} point
   */
  begin(point) {
    this.at = point;
    const row = Math.round(point.y);
    const col = Math.round(point.x);
    const inside = row >= 0 && row < this.rows && col >= 0 && col < this.cols;
    this.path = inside ? [row * this.cols + col] : [];
  }

  /**
   * Move the finger on, in a straight line. Returns whether the path has changed.
   * @param {Point} point
   * @returns {boolean}
   */
  move(point) {
    let from = this.at;
    let changed = false;
    this.at = point;
    for (;;) {
      const met = this.#next(from, point);
      if (!met) return changed;
      changed = true;
      from = { x: from.x + (point.x - from.x) * met.share, y: from.y + (point.y - from.y) * met.share };
      if (met.cell === this.path[this.path.length - 2]) this.path.pop();
      else this.path.push(met.cell);
    }
  }

  /**
   * Find the first tile on a segment that would change the path.
   * @param {Point} from
   * @param {Point} to
   * @returns {{cell: number, share: number} | null}
   */
  #next(from, to) {
    let first = null;
    for (const cell of this.#candidates()) {
      const share = meets(from, to, middle(cell, this.cols));
      if (share >= 0 && (!first || share < first.share)) first = { cell, share };
    }
    return first;
  }

  /** @returns {number[]} the tiles that touch the last one and are free, and the one before it */
  #candidates() {
    if (!this.path.length) return Array.from({ length: this.rows * this.cols }, (_, cell) => cell);
    const last = this.path[this.path.length - 1];
    const before = this.path[this.path.length - 2];
    return touching(last, this.rows, this.cols).filter(
      (cell) => cell === before || !this.path.includes(cell),
    );
  }
}

/**
 * @param {number} cell
 * @param {number} cols
 * @returns {Point}
 */
export function middle(cell, cols) {
  return { x: cell % cols, y: Math.floor(cell / cols) };
}

/**
 * @param {number} cell
 * @param {number} rows
 * @param {number} cols
 * @returns {number[]} the tiles that touch one, at a side or at a corner
 */
export function touching(cell, rows, cols) {
  const { x, y } = middle(cell, cols);
  const found = [];
  for (let row = Math.max(y - 1, 0); row <= Math.min(y + 1, rows - 1); row++)
    for (let col = Math.max(x - 1, 0); col <= Math.min(x + 1, cols - 1); col++)
      if (row !== y || col !== x) found.push(row * cols + col);
  return found;
}

/**
 * Where a segment comes into the circle around a middle: a share of its length, -1 for nowhere.
 * One that begins inside is there at once.
 * @param {Point} from
 * @param {Point} to
 * @param {Point} centre
 */
function meets(from, to, centre) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const fx = from.x - centre.x;
  const fy = from.y - centre.y;
  const outside = fx * fx + fy * fy - RADIUS * RADIUS;
  if (outside <= 0) return 0;
  // |from + share * (to - from) - centre| = RADIUS, for the smaller share
  const a = dx * dx + dy * dy;
  const b = fx * dx + fy * dy;
  const root = b * b - a * outside;
  if (!a || root < 0 || b > 0) return -1;
  const share = (-b - Math.sqrt(root)) / a;
  return share <= 1 ? share : -1;
}
