// Typing: the letters of the board that a text spells, and where they lie.

import { touching } from './trace.js';

// What phones and people put around a word and into it: as `bare` in core/texts.py.
const PICTURES = /[0-9#*]\ufe0f?\u20e3|[Ⓜℹ]\ufe0f/gu;
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const SHAPED = /[\p{L}⒜-ⓩ🄐-🅉]/gu;
const WITHIN = /['‘’‛′‵ʹʻʼʽˈ`´＇՚ꞌ\-‐‑−﹣－]/gu;
const BEFORE = /^[^\p{L}\p{N}]+/u;
const AFTER = /[^\p{L}\p{N}]+$/u;

/** @param {string} char a letter of any shape */
const plain = (char) => char.normalize('NFKC').replace(/\P{L}/gu, '') || char;

/**
 * Return the word that a text stands for, in letters of an alphabet.
 * @param {string} text
 * @param {string} letters
 */
export function folded(text, letters) {
  const bare = text
    .replace(PICTURES, '')
    .replace(IGNORABLE, '')
    .replace(SHAPED, plain)
    .normalize('NFC')
    .replace(/[İı]/g, 'i')
    .replace(/\p{M}/gu, '')
    .replace(WITHIN, '')
    .replace(BEFORE, '')
    .replace(AFTER, '');
  const spelt = bare.toLowerCase().replace(/œ/g, 'oe').replace(/æ/g, 'ae').replace(/ß/g, 'ss');
  return Array.from(spelt)
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
