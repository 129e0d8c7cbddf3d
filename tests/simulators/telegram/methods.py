"""All methods of the simulated Bot API, by name, and which limits they count against."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from tests.simulators.telegram import asking, editing, profile, reacting, sending
from tests.simulators.telegram.calls import Call
from tests.simulators.telegram.world import World


@dataclass(frozen=True)
class Method:
    """A method, and what it is to flood control: a message (or edit), something else, nothing."""

    name: str
    run: Callable[[World, Call], Any]
    counts: Literal["message", "other", ""] = ""


_MESSAGES: dict[str, Callable[[World, Call], Any]] = {
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendDocument": sending.send_document,
    "editMessageText": editing.edit_text,
    "editMessageCaption": editing.edit_caption,
    "editMessageMedia": editing.edit_media,
}
_OTHERS: dict[str, Callable[[World, Call], Any]] = {
    "answerCallbackQuery": reacting.answer_callback_query,
    "setMessageReaction": reacting.set_message_reaction,
}
_FREE: dict[str, Callable[[World, Call], Any]] = {
    "getMe": asking.get_me,
    "getChat": asking.get_chat,
    "getChatMember": asking.get_chat_member,
    "setMyCommands": profile.set_my_commands,
    "getMyCommands": profile.get_my_commands,
}
# Bot API: Making requests: all methods are case-insensitive.
METHODS = {
    method.name.lower(): method
    for method in (
        *(Method(name, run, "message") for name, run in _MESSAGES.items()),
        *(Method(name, run, "other") for name, run in _OTHERS.items()),
        *(Method(name, run) for name, run in _FREE.items()),
    )
}
