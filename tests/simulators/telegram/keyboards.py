"""The reply_markup of a call, checked (Bot API: InlineKeyboardMarkup)."""

import re
from typing import Any

from tests.simulators.telegram.calls import Call
from tests.simulators.telegram.errors import Json, bad_request

# Clients show no more in a row, and the server takes no more in a keyboard.
ROW = 8
KEYS = 100
# Bot API: InlineKeyboardButton: callback_data: 1-64 bytes.
DATA_BYTES = 64
# Bot API: InlineKeyboardButton: exactly one action; the bot's buttons have these.
ACTIONS = {"url", "callback_data", "web_app"}
DECORATIONS = {"text", "style"}
STYLES = {"danger", "success", "primary"}


def keyboard_of(call: Call) -> Json | None:
    """Return the inline keyboard of a call, None where it has none."""
    markup = call.data("reply_markup")
    if not markup:
        return None
    if not isinstance(markup, dict) or "inline_keyboard" not in markup:
        raise bad_request("inline keyboard expected")
    rows = markup["inline_keyboard"]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" must be of type Array')
    rows = [row for row in rows if row]
    for row in rows:
        for key in row:
            _check(key, private=call.integer("chat_id") > 0)
    if sum(map(len, rows)) > KEYS or any(len(row) > ROW for row in rows):
        raise bad_request("reply markup is too long")
    return {"inline_keyboard": rows} if rows else None


def _check(key: Any, *, private: bool) -> None:
    if not isinstance(key, dict) or not isinstance(key.get("text"), str):
        raise bad_request(
            'can\'t parse inline keyboard button: Field "text" must be of type String'
        )
    if not key["text"].strip():
        raise bad_request("can't parse inline keyboard button: text must be non-empty")
    actions = key.keys() & ACTIONS
    unknown = key.keys() - ACTIONS - DECORATIONS
    if not actions:
        raise bad_request(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    if len(actions) > 1 or unknown:
        raise bad_request(f"can't parse inline keyboard button: {sorted(actions | unknown)}")
    if key.get("style", "primary") not in STYLES:
        raise bad_request("can't parse inline keyboard button: invalid button style specified")
    _check_action(key, private=private)


def _check_action(key: Json, *, private: bool) -> None:
    if "callback_data" in key:
        data = key["callback_data"]
        if not isinstance(data, str) or not 1 <= len(data.encode()) <= DATA_BYTES:
            raise bad_request("BUTTON_DATA_INVALID")
    elif "web_app" in key:
        # Bot API: InlineKeyboardButton: available only in private chats between a user and the bot.
        if not private:
            raise bad_request("BUTTON_TYPE_INVALID")
        address = str(key["web_app"].get("url", ""))
        if not address.startswith("https://"):
            raise bad_request(
                f"inline keyboard button Web App URL '{address}' is invalid: "
                "Only HTTPS links are allowed"
            )
        check_url(address)
    elif "url" in key:
        check_url(str(key["url"]))


def check_url(url: str) -> None:
    """Raise ApiError unless a button may lead to an address: HTTP or tg:// (Bot API)."""
    host = r"(?:[\w\-]{1,63}\.)+[\w\-]{2,63}(?::\d{1,5})?"
    if not re.match(rf"(?:(?:https?://)?{host}(?:[/?#]\S*)?|tg://\S+)$", url):
        raise bad_request(
            f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL specified"
        )
