"""Answers to clicks, reactions and chat actions, which make no messages."""

import re

from tests.simulators.telegram.calls import Call
from tests.simulators.telegram.clicks import Answer
from tests.simulators.telegram.errors import bad_request
from tests.simulators.telegram.targets import chat_of, message_of
from tests.simulators.telegram.world import World

# Bot API: answerCallbackQuery: text: 0-200 characters.
ANSWER_LENGTH = 200
_REACTIONS = (
    "👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤\u200d🔥 "
    "🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨\u200d💻 👀 🎃 🙈 😇 😨 "
    "🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷\u200d♂ 🤷 🤷\u200d♀ 😡"
)
# Bot API: ReactionTypeEmoji: "Currently, it can be one of".
REACTIONS = set(_REACTIONS.split())


def answer_callback_query(world: World, call: Call) -> bool:
    """Carry out answerCallbackQuery; return True."""
    query = world.queries.get(call.text("callback_query_id"))
    text, url = call.text("text"), call.text("url")
    if len(text) > ANSWER_LENGTH:
        raise bad_request("MESSAGE_TOO_LONG")
    if url and not re.match(rf"(?:https?://)?t\.me/{world.bot.username}\?start=", url):
        # Bot API: answerCallbackQuery: links like t.me/your_bot?start=XXXX, and games.
        raise bad_request("URL_INVALID")
    if not query or query.answer or query.too_old:
        raise bad_request(
            "query is too old and response timeout expired or query ID is invalid",
            blame="late" if query and not query.answer else "bot",
        )
    query.answer = Answer(text, call.flag("show_alert"), url)
    world.changes.notify()
    return True


def set_message_reaction(world: World, call: Call) -> bool:
    """Carry out setMessageReaction; return True."""
    chat = chat_of(world, call)
    message = message_of(call, chat, "react")
    wanted = call.data("reaction") or []
    if len(wanted) > 1:
        # Bot API: setMessageReaction: bots can set up to one reaction per message.
        raise bad_request("REACTIONS_TOO_MANY")
    emoji = ""
    for reaction in wanted:
        # A variation selector makes no difference to Telegram.
        emoji = str(reaction.get("emoji", "")).replace("\ufe0f", "")
        if reaction.get("type") != "emoji" or emoji not in REACTIONS:
            raise bad_request("REACTION_INVALID")
    if emoji and chat.available_reactions is not None and emoji not in chat.available_reactions:
        raise bad_request("REACTION_INVALID", blame="world")
    message.reactions.pop(world.bot.id, None)
    if emoji:
        message.reactions[world.bot.id] = emoji
    world.changes.notify()
    return True
