// The board: its tiles, the path that lies on it, and the fingers on it.

import { Trace, middle, touching } from './trace.js';

/** @typedef {import('./protocol.js').Tile} Tile */

const SVG = 'http://www.w3.org/2000/svg';
const TAP = 0.3; // sides of a tile that a finger may move and still tap

/**
 * @typedef {object} Hands
 * @property {(path: number[]) => void} traced a word was swiped
 * @property {(path: number[]) => void} touched the path under a finger, or of taps, has changed
 * @property {() => void} sent the word of taps is to be sent
 */

export class Board {
  /**
   * @param {HTMLElement} place
   * @param {Hands} hands
   * @param {(tile: Tile, row: number, col: number) => string} label
   */
  constructor(place, hands, label) {
    this.place = place;
    this.hands = hands;
    this.label = label;
    this.rows = 0;
    this.cols = 0;
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** @type {number[]} */
    this.path = [];
    this.open = false;
    this.focused = 0;
    /** @type {Trace | null} */
    this.trace = null;
    this.pointer = 0;
    this.moved = false;
    this.line = document.createElementNS(SVG, 'svg');
    this.line.setAttribute('aria-hidden', 'true');
    place.addEventListener('pointerdown', (event) => this.#down(event));
    place.addEventListener('pointermove', (event) => this.#move(event));
    place.addEventListener('pointerup', (event) => this.#up(event));
    place.addEventListener('pointercancel', () => this.#cancel());
    place.addEventListener('keydown', (event) => this.#key(event));
    // Screen readers move the focus by themselves.
    place.addEventListener('focusin', (event) => this.#rove(this.cells.indexOf(/** @type {HTMLElement} */ (event.target))));
    // iOS scrolls and zooms in spite of touch-action.
    place.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false });
    place.addEventListener('touchmove', (event) => event.preventDefault(), { passive: false });
    place.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /**
   * Show a grid.
   * @param {{rows: number, cols: number, tiles: readonly Tile[]}} grid
   */
  show({ rows, cols, tiles }) {
    this.rows = rows;
    this.cols = cols;
    this.focused = 0;
    this.place.style.setProperty('--rows', `${rows}`);
    this.place.style.setProperty('--cols', `${cols}`);
    this.cells = tiles.map((tile, cell) => this.#tile(tile, cell));
    const lines = Array.from({ length: rows }, (_, row) => {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      line.append(...this.cells.slice(row * cols, (row + 1) * cols));
      return line;
    });
    this.line.setAttribute('viewBox', `-0.5 -0.5 ${cols} ${rows}`);
    this.place.replaceChildren(...lines, this.line);
    this.light([]);
  }

  /** @param {number} cell */
  face(cell) {
    return this.cells[cell]?.dataset.face ?? '';
  }

  /** @param {readonly number[]} path */
  word(path) {
    return path.map((cell) => this.face(cell)).join('');
  }

  /**
   * Show a path: its tiles, and a line from the first to the last.
   * @param {readonly number[]} path
   * @param {string} [kind] how its word was judged
   */
  light(path, kind = '') {
    this.path = [...path];
    this.place.dataset.verdict = kind;
    this.cells.forEach((cell, number) => {
      const at = path.indexOf(number);
      cell.classList.toggle('on', at >= 0);
      cell.classList.toggle('first', at === 0);
      cell.setAttribute('aria-selected', `${at >= 0}`);
    });
    const points = path.map((cell) => middle(cell, this.cols));
    const line = document.createElementNS(SVG, 'polyline');
    line.setAttribute('points', points.map(({ x, y }) => `${x},${y}`).join(' '));
    this.line.replaceChildren(line);
  }

  /** @param {number} cell */
  focus(cell) {
    this.cells[cell]?.focus();
  }

  /** @param {number} cell the one that the focus is on, and comes back to */
  #rove(cell) {
    this.cells[this.focused]?.setAttribute('tabindex', '-1');
    this.focused = cell;
    this.cells[cell]?.setAttribute('tabindex', '0');
  }

  /**
   * @param {Tile} tile
   * @param {number} number
   */
  #tile(tile, number) {
    const cell = document.createElement('div');
    cell.setAttribute('role', 'gridcell');
    cell.setAttribute('tabindex', number ? '-1' : '0');
    cell.setAttribute(
      'aria-label',
      this.label(tile, Math.floor(number / this.cols) + 1, (number % this.cols) + 1),
    );
    cell.className = `tile ${tile.bonus.toLowerCase()}`;
    cell.dataset.face = tile.face;
    const letters = document.createElement('span');
    letters.textContent = tile.face;
    cell.append(letters);
    if (tile.value) cell.append(Object.assign(document.createElement('small'), { textContent: tile.value }));
    if (tile.bonus) cell.append(Object.assign(document.createElement('b'), { textContent: tile.bonus }));
    return cell;
  }

  /**
   * @param {PointerEvent} event
   * @returns {import('./trace.js').Point}
   */
  #point(event) {
    const box = this.place.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * this.cols - 0.5,
      y: ((event.clientY - box.top) / box.height) * this.rows - 0.5,
    };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!this.open || this.trace || event.button > 0) return;
    event.preventDefault();
    this.pointer = event.pointerId;
    // A finger may leave the board and come back.
    this.place.setPointerCapture(event.pointerId);
    this.trace = new Trace(this.rows, this.cols);
    this.trace.begin(this.#point(event));
    this.start = this.trace.at;
    this.moved = false;
    if (!this.trace.path.length) this.trace = null;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.trace || !this.start || event.pointerId !== this.pointer) return;
    const points = event.getCoalescedEvents?.() ?? [];
    let changed = false;
    for (const each of points.length ? points : [event]) {
      const point = this.#point(each);
      const far = Math.hypot(point.x - this.start.x, point.y - this.start.y);
      if (!this.moved && far > TAP) {
        this.moved = changed = true;
      }
      changed = this.trace.move(point) || changed;
    }
    if (this.moved && changed) {
      this.light(this.trace.path);
      this.hands.touched(this.trace.path);
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.trace || event.pointerId !== this.pointer) return;
    this.#move(event);
    const { path } = this.trace;
    this.trace = null;
    if (!this.moved) this.tap(path[0]);
    else if (path.length > 1) this.hands.traced(path);
    else this.#lay([]);
  }

  #cancel() {
    this.trace = null;
    this.#lay([]);
  }

  /**
   * Take a tile that was tapped: as the next one, or the last one back; the last one again sends.
   * @param {number} cell
   */
  tap(cell) {
    const { path } = this;
    const last = path[path.length - 1];
    if (this.place.dataset.verdict) this.#lay([cell]);
    else if (cell === last && path.length > 1) this.hands.sent();
    else if (cell === last) this.#lay([]);
    else if (path.includes(cell)) this.#lay(path.slice(0, path.indexOf(cell) + 1));
    else if (!path.length || !touching(last, this.rows, this.cols).includes(cell)) this.#lay([cell]);
    else this.#lay([...path, cell]);
  }

  /** @param {number[]} path */
  #lay(path) {
    this.light(path);
    this.hands.touched(path);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step) {
      const { x, y } = middle(this.focused, this.cols);
      const row = Math.min(Math.max(y + step[0], 0), this.rows - 1);
      const col = Math.min(Math.max(x + step[1], 0), this.cols - 1);
      this.focus(row * this.cols + col);
    } else if (event.key === ' ' && this.open) {
      this.tap(this.focused);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
