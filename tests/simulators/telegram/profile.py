"""The bot's commands, as it sets them (Bot API: setMyCommands)."""

import re
from typing import Any

from tests.simulators.telegram.calls import Call
from tests.simulators.telegram.errors import Json, bad_request
from tests.simulators.telegram.world import World

# Bot API: BotCommand: 1-32 characters, 1-256 characters; setMyCommands: at most 100.
COMMAND = re.compile(r"[a-z0-9_]{1,32}$")
DESCRIPTION_LENGTH = 256
COMMANDS = 100


def set_my_commands(world: World, call: Call) -> bool:
    """Carry out setMyCommands; return True."""
    if call.data("scope"):
        raise bad_request("the simulator has one scope only")
    commands = call.data("commands")
    if not isinstance(commands, list):
        raise bad_request('parameter "commands" is required')
    if len(commands) > COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        _check(command)
    names = [command["command"] for command in commands]
    if len(set(names)) < len(names):
        raise bad_request("BOT_COMMAND_INVALID")
    world.findings.command_writes += 1
    world.profile.commands[_language(call)] = commands
    world.changes.notify()
    return True


def _check(command: Any) -> None:
    if not COMMAND.match(command["command"]):
        raise bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(command["description"].strip()) <= DESCRIPTION_LENGTH:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")


def get_my_commands(world: World, call: Call) -> list[Json]:
    """Carry out getMyCommands; return the BotCommands of exactly that language."""
    return world.profile.commands.get(_language(call), [])


def _language(call: Call) -> str:
    code = call.text("language_code")
    if code and not re.match(r"[a-z]{2}$", code):
        raise bad_request("invalid language code specified")
    return code
