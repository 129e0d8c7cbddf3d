"""Each mistake of a bot is refused with Telegram's words, and noted."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from telegram import (
    Bot,
    InputFile,
)
from telegram.error import (
    BadRequest,
)

from tests.simulators.telegram import SimGroup, TelegramSimulator
from tests.simulators.telegram.client import picture


@dataclass(frozen=True)
class Mistake:
    """A call, the chat_id left out, and what the answer says."""

    why: str
    method: str
    params: dict[str, Any] = field(default_factory=dict)


def with_button(**button: str) -> dict[str, Any]:
    return {"text": "x", "reply_markup": {"inline_keyboard": [[{"text": "a"} | button]]}}


def with_buttons(*rows: int) -> dict[str, Any]:
    button = {"text": "a", "callback_data": "a"}
    return {"text": "x", "reply_markup": {"inline_keyboard": [[button] * row for row in rows]}}


def commands(*names: str, description: str = "Play") -> dict[str, Any]:
    return {"commands": [{"command": name, "description": description} for name in names]}


# The messages of the group that the test makes.
HERS, PICTURE, TEXT = 2, 3, 4

MISTAKES = {
    "no text": Mistake("message text is empty", "sendMessage", {"text": " \n "}),
    "no text after parsing": Mistake(
        "message text is empty", "sendMessage", {"text": "<b> </b>", "parse_mode": "HTML"}
    ),
    "long text": Mistake("message is too long", "sendMessage", {"text": "x" * 4097}),
    "long caption": Mistake(
        "message caption is too long",
        "sendPhoto",
        {"photo": InputFile(picture()), "caption": "x" * 1025},
    ),
    "unknown chat": Mistake("chat not found", "sendMessage", {"chat_id": -5, "text": "x"}),
    "no chat": Mistake("chat_id is empty", "sendMessage", {"chat_id": "", "text": "x"}),
    "unknown mode": Mistake(
        "unsupported parse_mode", "sendMessage", {"text": "x", "parse_mode": "BBCode"}
    ),
    "bad markup": Mistake(
        'can\'t parse entities: unsupported start tag "br"',
        "sendMessage",
        {"text": "a<br>b", "parse_mode": "HTML"},
    ),
    "unknown message to answer": Mistake(
        "message to be replied not found",
        "sendMessage",
        {"text": "x", "reply_parameters": {"message_id": 99}},
    ),
    "topic of no forum": Mistake(
        "message thread not found", "sendMessage", {"text": "x", "message_thread_id": 2}
    ),
    "65 bytes of data": Mistake(
        "BUTTON_DATA_INVALID", "sendMessage", with_button(callback_data="é" * 32 + "x")
    ),
    "no data": Mistake("BUTTON_DATA_INVALID", "sendMessage", with_button(callback_data="")),
    "no action": Mistake("text buttons are unallowed", "sendMessage", with_button()),
    "no label": Mistake(
        "text must be non-empty", "sendMessage", with_button(text=" ", callback_data="a")
    ),
    "two actions": Mistake(
        "can't parse inline keyboard button",
        "sendMessage",
        with_button(url="https://a.org", callback_data="a"),
    ),
    "bad address": Mistake("wrong HTTP URL", "sendMessage", with_button(url="nowhere")),
    "nine in a row": Mistake("reply markup is too long", "sendMessage", with_buttons(9)),
    "104 buttons": Mistake("reply markup is too long", "sendMessage", with_buttons(*[8] * 13)),
    "edit with other keys": Mistake(
        "inline keyboard expected",
        "editMessageText",
        {"message_id": TEXT, "text": "x", "reply_markup": {"remove_keyboard": True}},
    ),
    "text for a picture": Mistake(
        "there is no text in the message to edit",
        "editMessageText",
        {"message_id": PICTURE, "text": "x"},
    ),
    "caption for a text": Mistake(
        "there is no caption in the message to edit",
        "editMessageCaption",
        {"message_id": TEXT, "caption": "x"},
    ),
    "edit of nothing": Mistake(
        "message to edit not found", "editMessageText", {"message_id": 99, "text": "x"}
    ),
    "edit of another's message": Mistake(
        "message can't be edited", "editMessageText", {"message_id": HERS, "text": "x"}
    ),
    "unknown click": Mistake(
        "query is too old and response timeout expired or query ID is invalid",
        "answerCallbackQuery",
        {"callback_query_id": "77"},
    ),
    "long answer": Mistake(
        "MESSAGE_TOO_LONG", "answerCallbackQuery", {"callback_query_id": "7", "text": "x" * 201}
    ),
    "an answer that leads elsewhere": Mistake(
        "URL_INVALID",
        "answerCallbackQuery",
        {"callback_query_id": "77", "url": "https://example.org"},
    ),
    "wide picture": Mistake(
        "PHOTO_INVALID_DIMENSIONS", "sendPhoto", {"photo": InputFile(picture(9000, 1001))}
    ),
    "thin picture": Mistake(
        "PHOTO_INVALID_DIMENSIONS", "sendPhoto", {"photo": InputFile(picture(2100, 100))}
    ),
    "no picture": Mistake("IMAGE_PROCESS_FAILED", "sendPhoto", {"photo": InputFile(b"text")}),
    "heavy picture": Mistake(
        "file is too big",
        "sendPhoto",
        {"photo": InputFile(picture() + bytes(10 * 1024 * 1024))},
    ),
    "unknown file": Mistake("there is no photo in the request", "sendPhoto", {"photo": "AgAC"}),
    "no file": Mistake("there is no document in the request", "sendDocument"),
    "unknown reaction": Mistake(
        "REACTION_INVALID",
        "setMessageReaction",
        {"message_id": HERS, "reaction": [{"type": "emoji", "emoji": "✅"}]},
    ),
    "capital command": Mistake("BOT_COMMAND_INVALID", "setMyCommands", commands("Play")),
    "long command": Mistake("BOT_COMMAND_INVALID", "setMyCommands", commands("x" * 33)),
    "the same command": Mistake("BOT_COMMAND_INVALID", "setMyCommands", commands("a", "a")),
    "no description": Mistake(
        "BOT_COMMAND_DESCRIPTION_INVALID", "setMyCommands", commands("play", description=" ")
    ),
    "101 commands": Mistake(
        "BOT_COMMANDS_TOO_MUCH", "setMyCommands", commands(*[f"a{n}" for n in range(101)])
    ),
    "unknown scope": Mistake(
        "one scope only",
        "setMyCommands",
        commands("play") | {"scope": {"type": "everyone"}},
    ),
    "plain webhook": Mistake(
        "an HTTPS URL must be provided", "setWebhook", {"url": "http://example.org/"}
    ),
    "port of a webhook": Mistake(
        "webhook can be set up only on ports", "setWebhook", {"url": "https://example.org:1234/"}
    ),
    "odd secret": Mistake(
        "secret token contains unallowed characters",
        "setWebhook",
        {"url": "https://example.org/", "secret_token": "a b"},
    ),
}


# The library would rather have its own methods called, which cannot make all mistakes.
@pytest.mark.filterwarnings("ignore:Please use 'Bot:telegram.warnings.PTBUserWarning")
@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
async def test_mistakes_are_refused_and_noted(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup, mistake: Mistake
) -> None:
    ana = telegram.add_user("Ana")
    group.join(ana)
    await ana.says(group, "first")
    await bot.send_photo(group.id, picture())
    await bot.send_message(group.id, "text")
    params = {"chat_id": group.id} | mistake.params
    with pytest.raises(BadRequest, match=f"(?i){mistake.why}"):
        await bot.do_api_request(mistake.method, api_kwargs=params)
    assert len(telegram.violations) == 1
    assert [message.message_id for message in group.messages] == [HERS, PICTURE, TEXT]
    assert not any(message.history or message.deleted for message in group.messages)
