// The wire to the server: one WebSocket, opened again whenever it is lost.
//
// Words that have had no answer are kept, and sent again with their numbers: each counts once.

/** @typedef {import('./protocol.js').FromServer} FromServer */
/** @typedef {import('./protocol.js').FromPage} FromPage */
/** @typedef {import('./protocol.js').Word} Word */

const FIRST_PAUSE = 300; // milliseconds until the first try to connect again
const LONGEST_PAUSE = 5000;
const KEPT = 60000; // milliseconds for which a word is worth sending

/**
 * @typedef {object} Ears
 * @property {() => Omit<import('./protocol.js').Hello, 'type'>} hello
 * @property {(frame: FromServer) => void} hear
 * @property {(connected: boolean) => void} changed
 */

export class Wire {
  /**
   * @param {string} address
   * @param {Ears} ears
   */
  constructor(address, ears) {
    this.address = address;
    this.ears = ears;
    this.number = 0;
    /** @type {Map<number, {word: Word, at: number}>} words without an answer */
    this.unanswered = new Map();
    this.pause = FIRST_PAUSE;
    this.ended = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    addEventListener('online', () => this.#again());
    document.addEventListener('visibilitychange', () => {
      // Phones let sockets and timers sleep in the background.
      if (document.visibilityState === 'visible') this.#wake();
    });
    this.#open();
  }

  get connected() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Send a word, now or as soon as there is a connection; return its number.
   * @param {{round: number, path?: number[], text?: string}} said
   */
  word(said) {
    const word = /** @type {Word} */ ({ type: 'word', number: ++this.number, ...said });
    this.unanswered.set(word.number, { word, at: performance.now() });
    this.send(word);
    return word.number;
  }

  /** @param {FromPage} frame */
  send(frame) {
    if (this.connected) this.socket?.send(JSON.stringify(frame));
  }

  /** Connect anew: the page may have slept, and what it shows is old. */
  #wake() {
    if (this.connected) {
      this.socket?.close();
    } else {
      this.#again();
    }
  }

  #again() {
    if (this.ended || this.connected || this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.#open();
  }

  #open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.send({ type: 'hello', ...this.ears.hello() });
      for (const { word, at } of this.unanswered.values())
        this.send({ ...word, ago: Math.round(performance.now() - at) });
      this.ears.changed(true);
    };
    socket.onmessage = (event) => {
      const frame = /** @type {FromServer} */ (JSON.parse(event.data));
      if (frame.type === 'verdict' && frame.mark !== 'failed') this.unanswered.delete(frame.number);
      if (frame.type === 'farewell' && frame.reason !== 'away') this.ended = true;
      this.ears.hear(frame);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.ears.changed(false);
      if (this.ended) return;
      const now = performance.now();
      for (const [number, { at }] of this.unanswered)
        if (now - at > KEPT) this.unanswered.delete(number);
      this.timer = setTimeout(() => this.#again(), this.pause * (0.5 + Math.random()));
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    };
  }
}
