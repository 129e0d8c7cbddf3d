"""The few sentences of the Telegram adapter's own."""

from bot.presenters.wording import Wording, wording
from core.errors import translatable
from core.lexicon.alphabet import LANGUAGES

SEE_PRIVATE = translatable("The answer is in our private chat.")
OPEN_PRIVATE = translatable("That stays between us: open our private chat and press Start.")
OPEN = translatable("Open the private chat")
UNMASK = translatable(
    "You write as the group here: turn off “Remain anonymous”, then send it again under your name."
)


def wording_for(locale: str) -> Wording:
    """Return the sentences in the language of an account, English where there are none."""
    code = locale[:2].lower()
    return wording(code if code in LANGUAGES else "en")
