"""Endpoints of the global application commands.

Source: Discord docs, Interactions: Application Commands: Endpoints.
"""

from typing import TYPE_CHECKING

from tests.simulators.discord.command_rules import ENTRY_POINT, check_commands
from tests.simulators.discord.errors import Refusal
from tests.simulators.discord.rest import Answer, Call, Endpoint, endpoint

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


def get_all(call: Call) -> Answer:
    """Get Global Application Commands."""
    return 200, call.sim.commands


def overwrite(call: Call) -> Answer:
    """Bulk Overwrite: commands of a name that was there keep their id."""
    sim, wanted = call.sim, check_commands(call.body)
    # As in https://github.com/serenity-rs/serenity/issues/2993
    if any(each["type"] == ENTRY_POINT for each in sim.commands) and not any(
        each.get("type") == ENTRY_POINT for each in wanted
    ):
        raise Refusal(
            400,
            50240,
            "You cannot remove this app's Entry Point command in a bulk update operation. Please "
            "include the Entry Point command in your update request or delete it separately.",
        )
    old = {command["name"]: command["id"] for command in sim.commands}
    sim.commands = []
    for command in wanted:
        new = str(sim.ids.new())
        kept = {key: value for key, value in command.items() if value is not None}
        own = {"id": old.get(command["name"], new), "version": new}
        own["application_id"] = str(sim.application_id)
        sim.commands.append(DEFAULTS | kept | own)
    sim.command_writes += 1
    return 200, sim.commands


PATH = "/applications/{application_id}/commands"
ENDPOINTS: list[Endpoint] = [
    endpoint("GET", PATH, get_all, "commands"),
    endpoint("PUT", PATH, overwrite, "commands"),
]
