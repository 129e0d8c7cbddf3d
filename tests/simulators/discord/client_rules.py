"""The rules of Discord's client: the commands that it offers, the values that it takes.

Source: Discord docs, Interactions: Application Commands; Components: Component Reference.
"""

from typing import TYPE_CHECKING, Any

from tests.simulators.discord import payloads
from tests.simulators.discord.command_rules import INTEGER, STRING, USER
from tests.simulators.discord.permissions import Permission
from tests.simulators.discord.sent import context_of, owners_of
from tests.simulators.discord.shapes import Json
from tests.simulators.discord.world import Channel, User

if TYPE_CHECKING:
    from tests.simulators.discord.messages import SimMessage

TYPES: dict[int, Any] = {STRING: str, INTEGER: int, USER: User}


class NotPossible(AssertionError):
    """Discord's client would not let a person do this."""


def offered(user: User, channel: Channel, name: str) -> tuple[Json, dict[str, str]]:
    """Return the slash command of a name and its owners, if the client offers it here."""
    commands = {command["name"]: command for command in channel.sim.commands}
    if name not in commands:
        raise NotPossible(f"/{name} is not registered; there are {sorted(commands)}")
    command, context = commands[name], context_of(channel)
    owners = owners_of(user, channel, command["integration_types"])
    if context not in command["contexts"]:
        raise NotPossible(f"/{name} is not for context {context}, only {command['contexts']}")
    if not owners:
        raise NotPossible(f"/{name} is not installed here for {user.name}")
    if Permission.USE_APPLICATION_COMMANDS not in channel.user_permissions(user):
        raise NotPossible(f"{user.name} may not use commands")
    return command, owners


def command_data(
    command: Json, values: dict[str, Any], channel: Channel, focused: str | None = None
) -> Json:
    """Return the data of a command's interaction; NotPossible for what the client refuses.

    `focused` is the option being completed.
    """
    resolved: Json = {}
    options = _filled(command.get("options") or [], values, focused, resolved)
    data = {"id": command["id"], "name": command["name"], "type": command["type"]}
    data |= {"options": options} if options else {}
    if channel.guild and "users" in resolved:
        resolved["members"] = _members(channel, resolved["users"])
    return data | ({"resolved": resolved} if resolved else {})


def _members(channel: Channel, users: Json) -> Json:
    # A user who is not in the guild is resolved as a user only.
    assert channel.guild
    found = {}
    for number in users:
        if member := channel.guild.members.get(int(number)):
            may = str(int(channel.user_permissions(member.user)))
            data = payloads.member(channel.guild, member, with_user=False)
            found[number] = data | {"permissions": may}
    return found


def _filled(
    known: list[Json], values: dict[str, Any], focused: str | None, resolved: Json
) -> list[Json]:
    names = [option["name"] for option in known]
    if unknown := set(values) - set(names):
        raise NotPossible(f"no options {unknown}; there are {names}")
    filled = []
    for option in known:
        name, type_ = option["name"], option["type"]
        if focused is not None and name == focused:
            if not option.get("autocomplete"):
                raise NotPossible(f"{focused} does not autocomplete")
            value = str(values[focused])
            filled.append({"name": focused, "type": type_, "value": value, "focused": True})
        elif name in values:
            value = _value(option, values[name], resolved)
            filled.append({"name": name, "type": type_, "value": value})
        elif option.get("required") and focused is None:
            raise NotPossible(f"{name} is required")
    return filled


def _value(option: Json, value: Any, resolved: Json) -> Any:
    name, type_ = option["name"], option["type"]
    if not isinstance(value, TYPES[type_]):
        raise NotPossible(f"{name} takes type {type_}, not {value!r}")
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise NotPossible(f"{name} offers {choices}, not {value!r}")
    if isinstance(value, User):
        resolved.setdefault("users", {})[str(value.id)] = payloads.user(value)
        return str(value.id)
    size = value if type_ == INTEGER else len(value)
    least, most = option.get("min_value"), option.get("max_value")
    if type_ == STRING:
        least, most = None, option.get("max_length", 6000)
    if (least is not None and size < least) or (most is not None and size > most):
        raise NotPossible(f"{name} is between {least} and {most}, not {size}")
    return value


def find_button(user: User, message: "SimMessage", key: str) -> Json:
    """Return the button with a custom id or a label, if the user can press it."""
    if message.deleted:
        raise NotPossible("the message is gone")
    if message.ephemeral and message.interaction and message.interaction.user is not user:
        raise NotPossible(f"{user.name} does not see an answer to {message.interaction.user.name}")
    for part in message.buttons:
        if key in (part.get("custom_id"), part.get("label")):
            if part.get("disabled"):
                raise NotPossible(f"{key!r} is disabled")
            if "custom_id" not in part:
                raise NotPossible(f"{key!r} is a link")
            return part
    shown = [part.get("label") or part.get("custom_id") for part in message.buttons]
    raise NotPossible(f"no button {key!r}; there are {shown}")
