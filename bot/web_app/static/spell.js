// Typing: the letters of the board that a text spells, and where they lie.

import { touching } from './trace.js';

/**
 * Return a text in letters of an alphabet: marks are dropped but where the letter is one of it.
 * @param {string} text
 * @param {string} letters
 */
export function folded(text, letters) {
  const ligatures = text.toLowerCase().replace(/œ/g, 'oe').replace(/æ/g, 'ae').replace(/ß/g, 'ss');
  return Array.from(ligatures.normalize('NFC'))
    .map((char) => (letters.includes(char) ? char : char.normalize('NFKD').replace(/\p{M}/gu, '')))
    .join('');
}

/**
 * Return a path that spells a word, or its longest beginning that the board has.
 * @param {string} word
 * @param {string[]} faces in small letters
 * @param {number} rows
 * @param {number} cols
 * @returns {number[]}
 */
export function traced(word, faces, rows, cols) {
  /** @type {number[]} */
  let longest = [];
  /**
   * @param {number[]} path
   * @param {number} spelt
   * @returns {boolean} whether the whole word is spelt
   */
  const go = (path, spelt) => {
    if (path.length > longest.length) longest = [...path];
    if (spelt === word.length) return true;
    const last = path[path.length - 1];
    const next = path.length ? touching(last, rows, cols) : faces.map((_, cell) => cell);
    for (const cell of next) {
      if (path.includes(cell) || !word.startsWith(faces[cell], spelt)) continue;
      path.push(cell);
      if (go(path, spelt + faces[cell].length)) return true;
      path.pop();
    }
    return false;
  };
  go([], 0);
  return longest;
}
