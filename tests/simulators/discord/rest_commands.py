"""Endpoints of the global application commands.

Source: Discord docs, Interactions: Application Commands: Endpoints.
"""

from typing import TYPE_CHECKING

from tests.simulators.discord.command_rules import check_commands
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
