"""What a chat is told of what did not work."""

from bot.presenters.wording import Wording
from core.errors import SeizeError
from core.ports import StoreError


def refusal(error: SeizeError, wording: Wording) -> str:
    """Return an error in a sentence; where the database lies is nobody's business in a chat."""
    if isinstance(error, StoreError):
        return wording.gettext("This cannot be kept right now: try again in a minute.")
    return wording.notice(error)
