// What is felt and heard, where the player wants it.

import { tap } from './telegram.js';

const NOTES = { accepted: [660, 880], refused: [220], repeated: [330], failed: [180] };

/** @type {AudioContext | undefined} */
let audio;

/** Shake a little: a tile was met. */
export function feel() {
  if (localStorage.vibration !== 'off' && !tap()) navigator.vibrate?.(8);
}

/**
 * Sound a verdict.
 * @param {string} mark
 */
export function hear(mark) {
  if (localStorage.sound !== 'on') return;
  audio ??= new AudioContext();
  const { currentTime, destination } = audio;
  const notes = NOTES[/** @type {keyof typeof NOTES} */ (mark)] ?? [];
  notes.forEach((pitch, place) => {
    const at = currentTime + place * 0.07;
    const tone = new OscillatorNode(/** @type {AudioContext} */ (audio), { frequency: pitch });
    const loudness = new GainNode(/** @type {AudioContext} */ (audio), { gain: 0.1 });
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.15);
    tone.connect(loudness).connect(destination);
    tone.start(at);
    tone.stop(at + 0.15);
  });
}
