"""Arguments as what they mean."""

from bot.chat.context import Context
from bot.presenters.languages import read_lexicon
from core.chats.settings import setting
from core.ids import ChatRef


def lexicon_name(context: Context) -> str | None:
    """Return the word list that the argument "language" means, None if it was left out.

    Raises BadSetting.
    """
    text = context.arg("language")
    if text is None:
        return None
    name: str = read_lexicon(text) or setting("language").read(text)
    return name


async def board_chat(context: Context) -> ChatRef | None:
    """Return the chat whose leaderboard is asked for, also by a button from there; None for none.

    In private, only a chat where who asks was seen.
    """
    dailies, player = context.services.dailies, context.member
    if not context.request.alone:
        await dailies.seen(player, context.room.chat)
        return context.room.chat
    chat = ChatRef(context.room.chat.platform, context.arg("chat") or "")
    return chat if await dailies.is_in(player.ref, chat) else None
