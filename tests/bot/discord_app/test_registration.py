"""The commands as Discord takes them, and when they are the same."""

from copy import deepcopy
from typing import Any

import pytest

from bot.chat.commands import COMMANDS
from bot.discord_app.registration import canonical, payloads
from bot.presenters.wording import wording
from tests.simulators.discord.command_rules import check_commands

Json = dict[str, Any]


def by_name(parts: list[Json], name: str) -> Json:
    return next(part for part in parts if part["name"] == name)


def test_discord_takes_them() -> None:
    assert len(check_commands(payloads())) == len(COMMANDS)


def test_they_are_named_and_described_in_every_language() -> None:
    play = by_name(payloads(), "play")
    names = {"fr": "jouer", "de": "spielen", "es-ES": "jugar", "es-419": "jugar", "it": "gioca"}
    assert play["name_localizations"].items() >= names.items()
    summary = wording("fr").gettext(COMMANDS["play"].summary)
    assert play["description_localizations"]["fr"] == summary[:99] + "…"[: len(summary) > 100]
    assert (play["contexts"], play["integration_types"]) == ([0, 1, 2], [0, 1])


def test_arguments_have_their_kinds() -> None:
    options = by_name(payloads(), "play")["options"]
    seconds = by_name(options, "seconds")
    assert (seconds["type"], seconds["min_value"], seconds["max_value"]) == (4, 30, 600)
    law = by_name(options, "law")
    assert len(law["choices"]) == 4
    assert law["choices"][0]["name_localizations"]["fr"]
    assert by_name(options, "language")["autocomplete"] is True
    words = by_name(by_name(payloads(), "w")["options"], "words")
    assert (words["type"], words["required"], words["max_length"]) == (3, True, 1000)
    assert words["autocomplete"] is False
    assert by_name(by_name(payloads(), "stats")["options"], "player")["type"] == 6


def as_told() -> list[Json]:
    """Return the commands as Discord tells them: with what it adds and without what is empty."""
    told = deepcopy(payloads())
    for number, command in enumerate(told):
        command |= {"id": str(number), "version": "7", "application_id": "5", "nsfw": False}
        command |= {"default_member_permissions": None, "dm_permission": True}
        command["contexts"] = [2, 0, 1]
        for option in command["options"]:
            if not option["required"]:
                del option["required"]
            if option.get("autocomplete") is False:
                del option["autocomplete"]
        if not command["options"]:
            del command["options"]
    return told[::-1]


def test_what_discord_adds_is_no_difference() -> None:
    assert canonical(as_told()) == canonical(payloads())


CHANGES: list[tuple[str, object]] = [
    ("description", "Another"),
    ("name_localizations", None),
    ("options", []),
    ("contexts", [0]),
    ("integration_types", [0]),
    ("default_member_permissions", "8"),
]


@pytest.mark.parametrize(("key", "value"), CHANGES)
def test_any_change_is_a_difference(key: str, value: object) -> None:
    told = as_told()
    by_name(told, "play")[key] = value
    assert canonical(told) != canonical(payloads())


def test_a_missing_or_another_command_is_a_difference() -> None:
    assert canonical(as_told()[1:]) != canonical(payloads())
    assert canonical([*as_told(), {"name": "old", "type": 1}]) != canonical(payloads())
