// The page: what the server says is shown, what fingers and keys say is sent.

import { Board } from './board.js';
import { feel, hear } from './senses.js';
import { folded, traced } from './spell.js';
import { guard, settle } from './telegram.js';
import { Wire } from './wire.js';

/** @typedef {import('./protocol.js').FromServer} FromServer */
/** @typedef {import('./protocol.js').Found} Found */
/** @typedef {import('./protocol.js').Over} Over */
/** @typedef {import('./protocol.js').Place} Place */
/** @typedef {import('./protocol.js').State} State */
/** @typedef {import('./protocol.js').Tile} Tile */
/** @typedef {{name: string, label: string, values: [string, string][], chosen: string}} Option */

const TOLD = [30, 10]; // seconds before the end at which they are said aloud
const SHOWN = 1500; // milliseconds for which a verdict stays

/** @param {string} id */
const by = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {{version: number, path: string, language: string, texts: Record<string, string>, options: Option[], verbs: {form: string, over: string, running: string}, starts: [string, string][]}} */
const told = JSON.parse(by('texts').textContent ?? '');

/**
 * @param {string} name
 * @param {Record<string, string | number>} [facts]
 */
function text(name, facts = {}) {
  return told.texts[name].replace(/\{(\w+)\}/g, (_, fact) => `${facts[fact]}`);
}

// By it the server knows the words of this page, however often it connects.
const page = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');
/** @type {State | null} the round that is on */
let round = null;
let shown = 0; // the number of the round that is shown, on or over
let deadline = 0;
let typed = '';
/** @type {Map<number, number[]>} the paths of words on their way */
const sent = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let clearing;
let lastSecond = 0;
let guest = false; // whether the player may have another name, and invite others
let opened = ''; // at the start of one's own page
let alone = false; // whether nobody else plays here: then there are dailies

const board = new Board(by('board'), {
  traced: (path) => send({ path }),
  touched: (path) => {
    typed = '';
    write(board.word(path));
    if (path.length) feel();
  },
  sent: () => send({ path: board.path }),
}, label);

// A new room has its address from now on.
if (location.pathname !== told.path) history.replaceState(null, '', told.path);

const wire = new Wire(`${location.origin.replace('http', 'ws')}${told.path}/socket`, {
  hello: () => ({ version: told.version, page, round: shown, name: localStorage.name ?? '', language: told.language }),
  hear: take,
  changed: (connected) => {
    if (connected) trouble('');
    else if (!wire.ended) trouble(text('away'));
  },
});

/** @param {FromServer} frame */
function take(frame) {
  switch (frame.type) {
    case 'welcome':
      guest = frame.guest;
      alone = frame.alone;
      by('naming').hidden = !guest;
      by('own').hidden = !alone || round !== null;
      if (alone && !round && !shown) start(told.starts[0][0]);
      /** @type {HTMLInputElement} */ (by('name')).value = frame.name;
      return;
    case 'idle':
      rest(frame.wait);
      return;
    case 'state':
      begin(frame);
      return;
    case 'standing':
      standing(frame);
      words('found', frame.found);
      return;
    case 'verdict':
      judged(frame);
      return;
    case 'over':
      end(frame);
      return;
    case 'sheet':
      sheet(frame);
      return;
    case 'note':
      write(frame.text, 'refused');
      say(frame.text);
      return;
    case 'farewell':
      if (wire.ended) farewell(frame.text);
      return;
    case 'problem':
      console.warn(frame.reason);
  }
}

/** @param {State} state */
function begin(state) {
  const fresh = state.round !== shown || !round;
  round = state;
  shown = state.round;
  sessionStorage.shown = `${shown}`;
  deadline = performance.now() + state.left;
  document.title = by('title').textContent = state.title;
  show({ board: true, word: true, controls: true, how: true, yours: true, clock: true });
  guard(true);
  by('stop').hidden = !state.mine;
  by('board').setAttribute('aria-label', text('grid'));
  document.querySelector('main')?.classList.add('playing');
  if (fresh) {
    board.show(state);
    typed = '';
    write('');
    lastSecond = Infinity;
    say(text('begins', { seconds: Math.round(state.left / 1000) }));
    board.focus(0);
  }
  board.open = true;
  standing(state);
  words('found', state.found);
}

/** @param {Over} over */
function end(over) {
  opened = '';
  starts();
  const fresh = round || over.round !== shown;
  round = null;
  shown = over.round;
  board.open = false;
  document.title = by('title').textContent = over.title;
  show({
    board: true, word: true, card: true, start: true, yours: true,
    key: over.missed.length > 0, invite: guest, own: alone,
  });
  guard(false);
  waiting(over.wait);
  by('again').hidden = !over.again || over.wait > 0;
  offer('onward', over.offers);
  by('form').classList.add('over');
  document.querySelector('main')?.classList.add('playing');
  board.show(over);
  by('lines').replaceChildren(...over.lines.map((line) => element('li', line)));
  standing(over);
  words('found', over.mine);
  words('within', over.known);
  words('learn', over.rare);
  by('meaning').textContent = over.meaning;
  by('lessons').hidden = !over.known.length && !over.rare.length;
  words('missed', over.missed);
  write(alone || over.standing.some((place) => place.words) ? text('over') : text('nothing'));
  if (fresh) {
    say([text('over'), ...over.lines].join('. '));
    (by('again').hidden ? by('onward').querySelector('button') : by('again'))?.focus();
  }
}

/** @param {number} wait */
function rest(wait) {
  const bare = by('sheet').hidden;
  round = null;
  shown = 0;
  board.open = false;
  document.querySelector('main')?.classList.remove('playing');
  show({ start: true, tagline: !alone, invite: guest, own: alone, sheet: !bare });
  guard(false);
  by('again').hidden = true;
  by('form').classList.remove('over');
  waiting(wait);
}

/** @param {import('./protocol.js').Sheet} told */
function sheet({ title, lines, offers }) {
  if (round) return;
  by('sheet').hidden = false;
  starts();
  by('heading').textContent = title;
  by('told').replaceChildren(...lines.map((line) => element('li', line)));
  offer('offers', offers);
  say([title, ...lines].join('. '));
  by('offers').querySelector('button')?.focus();
}

/**
 * @param {string} id
 * @param {import('./protocol.js').Offer[]} offers
 */
function offer(id, offers) {
  by(id).replaceChildren(
    ...offers.map(({ label: name, verb, args }) => pressed(name, () => wire.send({ type: 'press', verb, args }))),
  );
}

/**
 * @param {string} name
 * @param {() => void} press
 */
function pressed(name, press) {
  const button = element('button', name);
  button.setAttribute('type', 'button');
  button.addEventListener('click', press);
  return button;
}

/** @param {string} verb */
function start(verb) {
  opened = verb;
  wire.send({ type: 'press', verb });
}

// What is open already needs no button, unless the card of a round has come between.
function starts() {
  for (const button of by('own').children)
    /** @type {HTMLElement} */ (button).hidden = button.id === opened && by('card').hidden;
}

/** @param {number} wait */
function waiting(wait) {
  by('next').hidden = !wait;
  by('play').hidden = wait > 0;
  by('next').textContent = text('next', { seconds: Math.ceil(wait / 1000) });
}

/** @param {{path?: number[], text?: string}} word */
function send(word) {
  if (!round || !(word.path?.length || word.text)) return;
  const path = word.path ?? traced(folded(word.text ?? '', round.letters), faces(), round.rows, round.cols);
  const number = wire.word({ round: round.round, ...word });
  sent.set(number, path);
  board.light(path, 'sent');
  typed = '';
  if (!wire.connected) write(`${board.word(path)} · ${text('held')}`);
  fade();
}

/** @param {import('./protocol.js').Verdict} verdict */
function judged({ number, mark, text: line }) {
  const path = sent.get(number) ?? [];
  sent.delete(number);
  say(line);
  hear(mark);
  // A finger that has gone on is not to be disturbed.
  if (board.trace || (typed && !sent.size)) return;
  board.light(path, mark);
  write(line, mark);
  fade();
}

function fade() {
  clearTimeout(clearing);
  clearing = setTimeout(() => {
    if (board.trace || typed || !board.place.dataset.verdict) return;
    board.light([]);
    write('');
  }, SHOWN);
}

/** @param {{standing: readonly Place[], ghost?: string}} frame */
function standing({ standing: places, ghost = '' }) {
  by('places').hidden = alone && places.every((place) => place.you);
  by('signs').textContent = ghost;
  by('standing').replaceChildren(
    ...places.map((place) => {
      const line = element('li', `${place.rank}.`);
      line.classList.toggle('you', place.you);
      line.append(' ', element('span', place.name), element('span', `${place.points} · ✓ ${place.words}`));
      return line;
    }),
  );
}

/**
 * List words; touched, each is shown where it lies.
 * @param {string} id
 * @param {readonly Found[]} list
 */
function words(id, list) {
  const items = list.map((found) => {
    const button = element('button', `${found.word} +${found.points}`);
    button.setAttribute('type', 'button');
    button.setAttribute('aria-label', `${found.word}, ${found.points}. ${text('path', { word: found.word })}`);
    button.addEventListener('click', () => {
      clearTimeout(clearing);
      board.light(found.path, 'shown');
      write(`${found.word} +${found.points}`);
      if (round) fade();
    });
    const item = element('li', '');
    item.append(button);
    return item;
  });
  by(id).replaceChildren(...(items.length ? items : [element('li', text('none'))]));
}

/**
 * @param {string} what
 * @param {string} [mark]
 */
function write(what, mark = '') {
  by('word').textContent = what;
  by('word').className = mark;
}

/** @param {string} what */
function say(what) {
  // The same words again are new words.
  by('said').replaceChildren(element('span', what));
}

/** @param {string} what */
function trouble(what) {
  by('trouble').textContent = what;
  by('trouble').hidden = !what;
  if (what) say(what);
}

/** @param {string} why */
function farewell(why) {
  board.open = false;
  trouble(why);
  const button = element('button', text('reload'));
  button.addEventListener('click', () => location.reload());
  by('trouble').append(' ', button);
}

/** @param {Record<string, boolean>} parts */
function show(parts) {
  const all = ['board', 'word', 'controls', 'how', 'card', 'start', 'tagline', 'places', 'yours', 'key', 'invite', 'clock', 'stop', 'own', 'sheet'];
  for (const part of all) by(part).hidden = !parts[part];
}

/**
 * @param {string} name
 * @param {string} content
 */
function element(name, content) {
  return Object.assign(document.createElement(name), { textContent: content });
}

/**
 * @param {Tile} tile
 * @param {number} row
 * @param {number} col
 */
function label(tile, row, col) {
  const facts = [text('tile', { letters: tile.face, row, column: col })];
  if (tile.value) facts.push(text('worth', { value: tile.value }));
  if (tile.bonus) facts.push(text(tile.bonus));
  return facts.join(', ');
}

function faces() {
  return round ? round.tiles.map((tile) => tile.face.toLowerCase()) : [];
}

/** @param {KeyboardEvent} event */
function key(event) {
  const { target } = event;
  const writes = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if (!round || writes || event.ctrlKey || event.metaKey || event.altKey) return;
  const presses = target instanceof HTMLElement && target.closest('button, summary, a');
  if (event.key === 'Enter' && !presses) {
    if (typed) send({ text: typed });
    else if (!board.place.dataset.verdict) send({ path: board.path });
  } else if (event.key === 'Escape') {
    spell('');
  } else if (event.key === 'Backspace') {
    spell(typed.slice(0, -1));
  } else if (Array.from(event.key).length === 1 && /\p{L}/u.test(event.key)) {
    spell((typed + event.key).slice(0, 32));
  } else {
    return;
  }
  event.preventDefault();
}

/** @param {string} what */
function spell(what) {
  if (!round) return;
  typed = what;
  board.light(traced(folded(what, round.letters), faces(), round.rows, round.cols));
  write(what.toUpperCase());
}

function tick() {
  if (!round) return;
  const seconds = Math.max(Math.ceil((deadline - performance.now()) / 1000), 0);
  by('clock').textContent = `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;
  by('clock').classList.toggle('late', seconds <= 10);
  for (const moment of TOLD)
    if (seconds <= moment && lastSecond > moment && seconds > 0) say(text('left', { seconds }));
  lastSecond = seconds;
  if (!seconds) board.open = false;
}

function lay() {
  for (const part of document.querySelectorAll('[data-text]'))
    part.textContent = text(/** @type {HTMLElement} */ (part).dataset.text ?? '');
  for (const name of ['play', 'again', 'stop', 'clear', 'send', 'how']) by(name).textContent = text(name);
  by('own').replaceChildren(
    ...told.starts.map(([verb, name]) => Object.assign(pressed(name, () => start(verb)), { id: verb })),
  );
  by('options').replaceChildren(
    ...told.options.map((option) => {
      const choice = document.createElement('select');
      choice.name = option.name;
      choice.append(...option.values.map(([value, shown]) => new Option(shown, value, false, value === option.chosen)));
      const line = element('label', option.label);
      line.append(' ', choice);
      return line;
    }),
  );
  const link = /** @type {HTMLAnchorElement} */ (by('link'));
  link.href = link.textContent = location.href;
  by('shaking').hidden = !('vibrate' in navigator);
  for (const name of ['sound', 'vibration']) {
    const box = /** @type {HTMLInputElement} */ (by(name));
    box.checked = (localStorage[name] ?? (name === 'sound' ? 'off' : 'on')) === 'on';
    box.addEventListener('change', () => (localStorage[name] = box.checked ? 'on' : 'off'));
  }
}

settle();
lay();
shown = Number(sessionStorage.shown ?? 0);
document.addEventListener('keydown', key);
setInterval(tick, 200);
by('clear').addEventListener('click', () => {
  spell('');
  board.light([]);
});
by('send').addEventListener('click', () => send(typed ? { text: typed } : { path: board.path }));
by('stop').addEventListener('click', () => wire.send({ type: 'press', verb: told.verbs.running }));
by('again').addEventListener('click', () => wire.send({ type: 'press', verb: told.verbs.over }));
by('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const args = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
  wire.send({ type: 'press', verb: told.verbs.form, args });
});
by('name').addEventListener('change', (event) => {
  localStorage.name = /** @type {HTMLInputElement} */ (event.target).value;
  wire.send({ type: 'rename', name: localStorage.name });
});
by('copy').addEventListener('click', async () => {
  await navigator.clipboard?.writeText(location.href);
  by('copy').textContent = text('copied');
  say(text('copied'));
});
