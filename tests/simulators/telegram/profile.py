"""What the bot tells about itself (Bot API: setMyCommands, setMyName, setMyDescription)."""

import json
import re
from typing import Any

from tests.simulators.telegram.calls import Call
from tests.simulators.telegram.errors import Json, bad_request
from tests.simulators.telegram.world import World

# Bot API: BotCommand: 1-32 characters, 1-256 characters; setMyCommands: at most 100.
COMMAND = re.compile(r"[a-z0-9_]{1,32}$")
DESCRIPTION_LENGTH = 256
COMMANDS = 100
# Bot API: BotCommandScope, with what each needs.
SCOPES: dict[str, set[str]] = {
    "default": set(),
    "all_private_chats": set(),
    "all_group_chats": set(),
    "all_chat_administrators": set(),
    "chat": {"chat_id"},
    "chat_administrators": {"chat_id"},
    "chat_member": {"chat_id", "user_id"},
}


def set_my_commands(world: World, call: Call) -> bool:
    """Carry out setMyCommands; return True."""
    where = _scope(call), _language(call)
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
    world.profile.commands[where] = commands
    world.changes.notify()
    return True


def _check(command: Any) -> None:
    if not COMMAND.match(command["command"]):
        raise bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(command["description"].strip()) <= DESCRIPTION_LENGTH:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")


def get_my_commands(world: World, call: Call) -> list[Json]:
    """Carry out getMyCommands; return the BotCommands of exactly that scope and language."""
    return world.profile.commands.get((_scope(call), _language(call)), [])


def _language(call: Call) -> str:
    code = call.text("language_code")
    if code and not re.match(r"[a-z]{2}$", code):
        raise bad_request("invalid language code specified")
    return code


def _scope(call: Call) -> str:
    """Return a scope as JSON of one form, so that it can be looked up."""
    scope = call.data("scope") or {"type": "default"}
    needs = SCOPES.get(str(scope.get("type")))
    if needs is None or needs - scope.keys():
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    return json.dumps({key: scope[key] for key in ("type", *sorted(needs))})
