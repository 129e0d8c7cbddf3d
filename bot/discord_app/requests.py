"""Interactions and messages as requests and words for the dispatcher."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord

from bot.discord_app.places import (
    Place,
    author_of,
    member_of,
    moment,
    named_player,
    place_of_message,
)
from bot.discord_app.registration import USER
from bot.discord_app.rendering import PREFIX
from bot.messages import Request, Typed, split_data
from core.ids import Member
from core.texts import whole_number

_EMOJI = re.compile(r"<a?:\w+:\d+>")  # of a server
_SPOILER = "||"  # around what is covered
_WRITTEN = (discord.MessageType.default, discord.MessageType.reply)
Data = Mapping[str, Any]
Interaction = discord.Interaction[discord.Client]


def data_of(interaction: Interaction) -> Data:
    """Return the data of an interaction."""
    data: Data = interaction.data or {}
    return data


def command_request(interaction: Interaction, place: Place) -> Request:
    """Return a command, or one that is still being typed, as a request."""
    data = data_of(interaction)
    options = data.get("options", ())
    people = [option for option in options if option["type"] == USER]
    resolved = data.get("resolved", {})
    return _request(
        interaction,
        place,
        str(data["name"]),
        {each["name"]: str(each["value"]) for each in options if each["type"] != USER},
        {each["name"]: _player(str(each["value"]), resolved) for each in people},
    )


def focused(interaction: Interaction) -> tuple[str, str]:
    """Return the name of the argument being typed, and its text so far; "" if there is none."""
    for option in data_of(interaction).get("options", ()):
        if option.get("focused"):
            return option["name"], str(option["value"])
    return "", ""


def button_request(interaction: Interaction, place: Place) -> Request:
    """Return a pressed button as a request."""
    verb, args = split_data(pressed(interaction))
    message = interaction.message
    seen = message is not None and not message.flags.ephemeral
    request = _request(interaction, place, verb, args, {})
    return replace(request, pressed=str(message.id)) if message and seen else request


def pressed(interaction: Interaction) -> str:
    """Return the data of a pressed button or of a form sent in, "" if it is none of Seize's."""
    custom_id = str(data_of(interaction).get("custom_id", ""))
    return custom_id.removeprefix(PREFIX) if custom_id.startswith(PREFIX) else ""


def buttons_of(message: discord.Message) -> list[str]:
    """Return the data of the buttons under a message of Seize's."""
    ids = (
        part.custom_id or ""
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for part in row.children
        if isinstance(part, discord.Button)
    )
    return [each.removeprefix(PREFIX) for each in ids if each.startswith(PREFIX)]


def number_of(text: str) -> int:
    """Return the number of a round that a button or a form carries, 0 if it is none."""
    return whole_number(text, digits=17) or 0


def asker(interaction: Interaction, place: Place) -> Member:
    """Return the member who acts."""
    may = interaction.permissions
    return member_of(interaction.user, place, admin=may.manage_guild or may.administrator)


def _request(
    interaction: Interaction,
    place: Place,
    name: str,
    args: Mapping[str, str],
    people: Mapping[str, Member],
) -> Request:
    return Request(
        name=name,
        id=str(interaction.id),
        room=place.room,
        member=asker(interaction, place),
        at=moment(interaction.id),
        args=args,
        people=people,
        locale=str(interaction.locale),
        room_locale=str(interaction.guild_locale or ""),
        alone=place.alone,
    )


def _player(number: str, resolved: Data) -> Member:
    user = resolved.get("users", {}).get(number, {"id": number})
    nick = resolved.get("members", {}).get(number, {}).get("nick")
    return named_player(user, nick)


def typed_text(message: discord.Message, me: int) -> Typed | None:
    """Return a message as a text, None if it cannot be words.

    `me` is the id of Seize's own user. What replies to it, or begins with its mention, is
    meant for it; so is everything in direct messages.
    """
    if message.author.bot or message.webhook_id or message.type not in _WRITTEN:
        return None
    place = place_of_message(message)
    text, called = _without_call(_EMOJI.sub(" ", message.content), me)
    if place is None or not text:
        return None
    return Typed(
        room=place.room,
        member=author_of(message, place),
        text=text,
        at=moment(message.id),
        id=str(message.id),
        meant=called or place.alone or _replies_to(message, me),
        alone=place.alone,
        hidden=_SPOILER in text,
    )


def _without_call(text: str, me: int) -> tuple[str, bool]:
    """Return a text without the mention that it begins with, and whether it does."""
    rest, calls = re.subn(rf"\A\s*<@!?{me}>[\s,:]*", "", text)
    return rest.strip(), bool(calls)


def _replies_to(message: discord.Message, me: int) -> bool:
    replied = message.reference.resolved if message.reference else None
    return isinstance(replied, discord.Message) and replied.author.id == me
