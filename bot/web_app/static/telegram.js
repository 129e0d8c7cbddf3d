// The few calls of Telegram's bridge that the page makes, where it is a Mini App.
//
// Source: https://core.telegram.org/bots/webapps, https://core.telegram.org/api/bots/webapps

/**
 * @typedef {object} Bridge
 * @property {(name: string, data: string) => void} postEvent
 */

/** @typedef {Record<string, unknown>} Facts */

const host = /** @type {{TelegramWebviewProxy?: Bridge, Telegram?: unknown}} */ (
  /** @type {unknown} */ (window)
);

/**
 * Keep what Telegram says behind the # of the first address; return what it says of the player.
 * @param {string} behind
 */
export function arrive(behind) {
  const said = new URLSearchParams(behind);
  const init = said.get('tgWebAppData') ?? '';
  if (init) {
    sessionStorage.telegram = said.get('tgWebAppVersion') ?? '6.0';
    sessionStorage.theme = themeOf(said.get('tgWebAppThemeParams') ?? '{}');
    wear();
  }
  return init;
}

/** Be a good guest: ready, as high as can be, and not to be pulled down while one traces. */
export function settle() {
  wear();
  if (!sessionStorage.telegram) return;
  post('web_app_ready');
  post('web_app_expand');
  if (knows(7, 7)) post('web_app_setup_swipe_behavior', { allow_vertical_swipe: false });
  host.Telegram = { WebView: { receiveEvent: receive } };
  addEventListener('message', ({ data, source }) => {
    if (source !== parent || typeof data !== 'string') return;
    try {
      const { eventType, eventData } = JSON.parse(data);
      receive(eventType, eventData);
    } catch {
      // It was not for us.
    }
  });
}

/**
 * Ask before the page is closed while a round is on.
 * @param {boolean} on
 */
export function guard(on) {
  if (knows(6, 2)) post('web_app_setup_closing_behavior', { need_confirmation: on });
}

/** Let the phone be felt; return whether Telegram does that. */
export function tap() {
  if (!knows(6, 1)) return false;
  post('web_app_trigger_haptic_feedback', { type: 'selection_change' });
  return true;
}

/**
 * @param {number} major
 * @param {number} minor
 */
function knows(major, minor) {
  const [a, b] = (sessionStorage.telegram ?? '0.0').split('.').map(Number);
  return a > major || (a === major && b >= minor);
}

/**
 * @param {string} name
 * @param {Facts} [facts]
 */
function post(name, facts = {}) {
  if (host.TelegramWebviewProxy) host.TelegramWebviewProxy.postEvent(name, JSON.stringify(facts));
  else if (parent !== window)
    parent.postMessage(JSON.stringify({ eventType: name, eventData: facts }), 'https://web.telegram.org');
}

/**
 * @param {string} name
 * @param {Facts} facts
 */
function receive(name, facts) {
  if (name !== 'theme_changed') return;
  sessionStorage.theme = themeOf(JSON.stringify(facts.theme_params));
  wear();
}

function wear() {
  if (sessionStorage.theme) document.documentElement.dataset.theme = sessionStorage.theme;
}

/** @param {string} params the colours of Telegram's theme, as JSON */
function themeOf(params) {
  const background = /^#(..)(..)(..)$/.exec(JSON.parse(params).bg_color ?? '');
  if (!background) return '';
  const [red, green, blue] = background.slice(1).map((part) => parseInt(part, 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? 'dark' : 'light';
}
