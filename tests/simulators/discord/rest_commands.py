"""Endpoints of application commands, global and of a guild.

Source: Discord docs, Interactions: Application Commands: Endpoints.
"""

from typing import TYPE_CHECKING

from tests.simulators.discord.command_rules import MOST, check_command, check_commands
from tests.simulators.discord.errors import Refusal
from tests.simulators.discord.rest import Answer, Call, Endpoint, endpoint
from tests.simulators.discord.rest_places import guild_of

if TYPE_CHECKING:
    from tests.simulators.discord.shapes import Json

DEFAULTS: "Json" = {
    "type": 1,
    "description": "",
    "name_localizations": None,
    "description_localizations": None,
    "default_member_permissions": None,
    "dm_permission": True,
    "nsfw": False,
    "contexts": None,
    "integration_types": [0],
}


def _commands(call: Call) -> "list[Json]":
    if call.id("application_id") != call.sim.application_id:
        raise Refusal(403, 20012, "You are not authorized to perform this action", mistake=True)
    scope = guild_of(call).id if "guild_id" in call.params else None
    return call.sim.commands.setdefault(scope, [])


def _stored(call: Call, command: "Json", number: int | None = None) -> "Json":
    new = call.sim.ids.new()
    kept = {key: value for key, value in command.items() if value is not None}
    stored = (
        DEFAULTS
        | kept
        | {
            "id": str(number or new),
            "application_id": str(call.sim.application_id),
            "version": str(new),
        }
    )
    return stored | {"guild_id": call.params["guild_id"]} if "guild_id" in call.params else stored


def _same(one: "Json", other: "Json") -> bool:
    return bool(one["name"] == other["name"] and one.get("type", 1) == other.get("type", 1))


def get_all(call: Call) -> Answer:
    """Get Global, or Guild, Application Commands."""
    return 200, _commands(call)


def overwrite(call: Call) -> Answer:
    """Bulk Overwrite: commands of a name that was there keep their id."""
    commands = _commands(call)
    wanted = check_commands(call.body)
    old = {(command["name"], command["type"]): int(command["id"]) for command in commands}
    commands[:] = [
        _stored(call, command, old.get((command["name"], command.get("type", 1))))
        for command in wanted
    ]
    call.sim.command_writes += 1
    return 200, commands


def create(call: Call) -> Answer:
    """Create an Application Command: one of the same name is overwritten."""
    commands, command = _commands(call), check_command(call.body)
    call.sim.command_writes += 1
    for index, old in enumerate(commands):
        if _same(old, command):
            commands[index] = _stored(call, command, int(old["id"]))
            return 200, commands[index]
    if sum(old["type"] == command.get("type", 1) for old in commands) >= MOST[1]:
        text = "Maximum number of application commands reached (100)"
        raise Refusal(400, 30032, text, mistake=True)
    commands.append(_stored(call, command))
    return 201, commands[-1]


def _index(call: Call) -> int:
    for index, command in enumerate(_commands(call)):
        if command["id"] == call.params["command_id"]:
            return index
    raise Refusal(404, 10063, "Unknown application command")


def get_one(call: Call) -> Answer:
    """Get an Application Command."""
    return 200, _commands(call)[_index(call)]


def edit(call: Call) -> Answer:
    """Edit an Application Command."""
    commands, index = _commands(call), _index(call)
    changes = call.body if isinstance(call.body, dict) else {}
    command = check_command(commands[index] | changes)
    commands[index] = _stored(call, command, int(commands[index]["id"]))
    call.sim.command_writes += 1
    return 200, commands[index]


def delete(call: Call) -> Answer:
    """Delete an Application Command."""
    index = _index(call)
    del _commands(call)[index]
    call.sim.command_writes += 1
    return 204, None


ENDPOINTS: list[Endpoint] = [
    endpoint(method, f"/applications/{{application_id}}{scope}/commands{one}", handler, "commands")
    for scope in ("", "/guilds/{guild_id}")
    for method, one, handler in (
        ("GET", "", get_all),
        ("PUT", "", overwrite),
        ("POST", "", create),
        ("GET", "/{command_id}", get_one),
        ("PATCH", "/{command_id}", edit),
        ("DELETE", "/{command_id}", delete),
    )
]
