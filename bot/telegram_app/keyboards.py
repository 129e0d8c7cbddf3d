"""The buttons under a message (Bot API: InlineKeyboardMarkup)."""

from collections.abc import Iterable, Sequence

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import KeyboardButtonStyle

from bot.messages import Button, Look
from bot.telegram_app.links import private_link

TYPE = "type"  # the verb of a button that opens the private chat
_ROW = 8  # buttons that Telegram shows in a row
_STYLES = {
    Look.MAIN: KeyboardButtonStyle.PRIMARY,
    Look.GOOD: KeyboardButtonStyle.SUCCESS,
    Look.DANGER: KeyboardButtonStyle.DANGER,
}


def keyboard(
    rows: Iterable[Sequence[Button]], username: str, *, private: bool
) -> InlineKeyboardMarkup | None:
    """Return buttons as they are in a group or in private, None for none."""
    shown = [[each for each in row if not (private and each.verb == TYPE)] for row in rows]
    keys = [
        [_key(each, username) for each in row[start : start + _ROW]]
        for row in shown
        for start in range(0, len(row), _ROW)
    ]
    return InlineKeyboardMarkup(keys) if keys else None


def link_keyboard(label: str, url: str) -> InlineKeyboardMarkup:
    """Return one button that opens an address."""
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, url=url)]])


def _key(button: Button, username: str) -> InlineKeyboardButton:
    style = _STYLES.get(button.look)
    if button.verb == TYPE:
        return InlineKeyboardButton(
            button.label, url=private_link(username, button.data), style=style
        )
    return InlineKeyboardButton(button.label, callback_data=button.data, style=style)
