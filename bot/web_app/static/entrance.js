// The entrance: the ticket of a link, or Telegram's word, is exchanged for a place at a page.

import { arrive } from './telegram.js';

/** @type {Record<string, string>} */
const texts = JSON.parse(document.getElementById('texts')?.textContent ?? '');

/** @param {string} text */
function say(text) {
  const place = document.getElementById('notice');
  if (place) place.textContent = text;
}

/**
 * @param {string} init what Telegram says
 * @param {string} ticket
 */
async function enter(init, ticket) {
  say(texts.opening);
  try {
    const answer = await fetch('/in', { method: 'POST', body: JSON.stringify({ init, ticket }) });
    const said = await answer.json();
    if (said.to) location.replace(said.to);
    else say(said.text);
  } catch {
    say(texts.unreachable);
  }
}

const behind = location.hash.slice(1);
const init = arrive(behind);
const room = new URLSearchParams(location.search).get('room') ?? '';
const ticket = init ? room : behind;
if (ticket || init) enter(init, ticket);
else say(texts.closed);
