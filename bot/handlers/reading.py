"""Arguments as what they mean."""

from bot.context import Context
from bot.presenters.languages import read_lexicon
from core.chats import setting


def lexicon_name(context: Context) -> str | None:
    """Return the word list that the argument "language" means, None if it was left out.

    Raises BadSetting.
    """
    text = context.arg("language")
    if text is None:
        return None
    name: str = read_lexicon(text) or setting("language").read(text)
    return name
