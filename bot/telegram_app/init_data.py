"""The data that Telegram hands to a Mini App, and that only the bot's token can vouch for.

Source: https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
"""

import hmac
import json
from urllib.parse import parse_qsl

from telegram import User

from bot.chat.page_links import Visitor
from bot.telegram_app.places import member_of
from core.errors import SeizeError, translatable

FRESH = 3600.0  # seconds after which it is too old to let anybody in
AHEAD = 60.0  # seconds that Telegram's clock may be ahead


class NotVouched(SeizeError):
    """Raised when Telegram does not vouch for who opens the page, or not any more."""

    template = translatable("Telegram does not vouch for you: open the page from the chat again")


def visitor_of(text: str, token: str, now: float) -> Visitor:
    """Return who opens a Mini App, by the data that it was handed. Raises NotVouched."""
    pairs = parse_qsl(text, keep_blank_values=True)
    fields = dict(pairs)
    given = fields.pop("hash", "")
    said = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    secret = hmac.digest(b"WebAppData", token.encode(), "sha256")
    made = hmac.digest(secret, said.encode(), "sha256").hex()
    if len(fields) + 1 != len(pairs) or not hmac.compare_digest(made.encode(), given.encode()):
        raise NotVouched
    try:
        at, user = int(fields["auth_date"]), json.loads(fields["user"])
        known = User(user["id"], user["first_name"], False, user.get("last_name"))
        locale = str(user.get("language_code", ""))
    except (KeyError, TypeError, ValueError):
        raise NotVouched from None
    if not -AHEAD <= now - at <= FRESH:
        raise NotVouched
    return Visitor(member_of(known), locale, fields.get("start_param", ""))
