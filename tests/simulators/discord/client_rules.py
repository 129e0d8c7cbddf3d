"""What Discord's client lets a person do: which commands it offers, which values it takes.

Source: Discord docs, Interactions: Application Commands; Components: Component Reference.
"""

from typing import TYPE_CHECKING, Any

from tests.simulators.discord import payloads
from tests.simulators.discord.command_rules import GROUP, INTEGER, NUMBER, STRING, SUBCOMMAND
from tests.simulators.discord.permissions import Permission
from tests.simulators.discord.sent import BOT_DM, GUILD, context_of, owners_of
from tests.simulators.discord.shapes import Json
from tests.simulators.discord.world import Channel, Role, User

if TYPE_CHECKING:
    from tests.simulators.discord.messages import SimMessage

BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT = 5, 6, 7, 8, 9, 11
TYPES: dict[int, Any] = {STRING: str, INTEGER: int, BOOLEAN: bool, NUMBER: (int, float)}
TYPES |= {USER: User, CHANNEL: Channel, ROLE: Role, MENTIONABLE: (User, Role), ATTACHMENT: tuple}


class NotPossible(AssertionError):
    """Discord's client would not let a person do this."""


def offered(user: User, channel: Channel, name: str) -> tuple[Json, dict[str, str]]:
    """Return the slash command of a name and its owners, if the client offers it here."""
    sim = channel.sim
    own = sim.commands.get(channel.guild.id, []) if channel.guild else []
    for command in [*own, *sim.commands.get(None, [])]:
        if command["name"] == name and command["type"] == 1:
            owners = owners_of(user, channel, command["integration_types"])
            _check_offer(user, channel, command, owners)
            return command, owners
    known = sorted(command["name"] for commands in sim.commands.values() for command in commands)
    raise NotPossible(f"/{name} is not registered; there are {known}")


def _check_offer(user: User, channel: Channel, command: Json, owners: dict[str, str]) -> None:
    name, context = command["name"], context_of(channel)
    contexts = command["contexts"]
    if contexts is None:
        contexts = {GUILD, BOT_DM} if command["dm_permission"] else {GUILD}
    if context not in contexts:
        raise NotPossible(f"/{name} is not for context {context}, only for {contexts}")
    if not owners:
        types = command["integration_types"]
        raise NotPossible(f"/{name} takes installations {types}: none here for {user.name}")
    if channel.guild is None:
        return
    may = channel.user_permissions(user)
    asked = command["default_member_permissions"]
    needed = Permission.USE_APPLICATION_COMMANDS
    if asked is not None and "0" in owners:
        needed |= Permission(int(asked)) if int(asked) else Permission.ADMINISTRATOR
    if needed & ~may and Permission.ADMINISTRATOR not in may:
        raise NotPossible(f"/{name} needs permissions {needed!r} that {user.name} lacks")


def command_data(
    command: Json,
    steps: list[str],
    values: dict[str, Any],
    channel: Channel,
    focused: str | None = None,
) -> Json:
    """Return the data of a command's interaction; NotPossible for what the client refuses.

    `steps` lead to a subcommand; `focused` is the option being completed.
    """
    resolved: Json = {}
    options = _nested(command, steps, values, focused, resolved)
    data = {"id": command["id"], "name": command["name"], "type": command["type"]}
    data |= {"options": options} if options else {}
    data |= {"guild_id": command["guild_id"]} if "guild_id" in command else {}
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


def _nested(
    owner: Json, steps: list[str], values: dict[str, Any], focused: str | None, resolved: Json
) -> list[Json]:
    known = owner.get("options") or []
    if not steps:
        if any(option["type"] in (SUBCOMMAND, GROUP) for option in known):
            names = [option["name"] for option in known]
            raise NotPossible(f"{owner['name']} needs a subcommand: {names}")
        return _filled(known, values, focused, resolved)
    for option in known:
        if option["name"] == steps[0] and option["type"] in (SUBCOMMAND, GROUP):
            inner = _nested(option, steps[1:], values, focused, resolved)
            return [{"name": option["name"], "type": option["type"], "options": inner}]
    raise NotPossible(f"{owner['name']} has no subcommand {steps[0]!r}")


def _filled(
    known: list[Json], values: dict[str, Any], focused: str | None, resolved: Json
) -> list[Json]:
    names = [option["name"] for option in known]
    if unknown := set(values) - set(names):
        raise NotPossible(f"no options {unknown}; there are {names}")
    filled = []
    for option in known:
        if focused is not None and option["name"] == focused:
            if not option.get("autocomplete"):
                raise NotPossible(f"{focused} does not autocomplete")
            value = str(values[focused])
            filled.append(
                {"name": focused, "type": option["type"], "value": value, "focused": True}
            )
        elif option["name"] in values:
            value = _value(option, values[option["name"]], resolved)
            filled.append({"name": option["name"], "type": option["type"], "value": value})
        elif option.get("required") and focused is None:
            raise NotPossible(f"{option['name']} is required")
    return filled


def _value(option: Json, value: Any, resolved: Json) -> Any:
    name, type_ = option["name"], option["type"]
    if not isinstance(value, TYPES[type_]) or (type_ == INTEGER and isinstance(value, bool)):
        raise NotPossible(f"{name} takes type {type_}, not {value!r}")
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise NotPossible(f"{name} offers {choices}, not {value!r}")
    if type_ in (INTEGER, NUMBER):
        _check_between(name, value, option.get("min_value"), option.get("max_value"))
    if type_ == STRING:
        _check_between(name, len(value), option.get("min_length"), option.get("max_length", 6000))
    return _resolve(value, resolved) if type_ >= USER and type_ != NUMBER else value


def _check_between(name: str, value: float, least: float | None, most: float | None) -> None:
    if (least is not None and value < least) or (most is not None and value > most):
        raise NotPossible(f"{name} is between {least} and {most}, not {value}")


def _resolve(value: Any, resolved: Json) -> str:
    if isinstance(value, User):
        resolved.setdefault("users", {})[str(value.id)] = payloads.user(value)
        return str(value.id)
    if isinstance(value, Channel):
        data = payloads.channel(value) | {"permissions": str(int(value.bot_permissions()))}
        resolved.setdefault("channels", {})[str(value.id)] = data
        return str(value.id)
    if isinstance(value, Role):
        resolved.setdefault("roles", {})[str(value.id)] = payloads.role(value)
        return str(value.id)
    sim, filename, content = value
    stored = sim.store(filename, content)
    resolved.setdefault("attachments", {})[str(stored["id"])] = stored
    return str(stored["id"])


def find_component(user: User, message: "SimMessage", key: str) -> Json:
    """Return the button or menu with a custom id or a label, if the user can use it."""
    if message.deleted:
        raise NotPossible("the message is gone")
    if message.ephemeral and message.interaction and message.interaction.user is not user:
        raise NotPossible(f"{user.name} does not see an answer to {message.interaction.user.name}")
    for part in message.buttons:
        if key in (part.get("custom_id"), part.get("label"), part.get("placeholder")):
            if part.get("disabled"):
                raise NotPossible(f"{key!r} is disabled")
            if "custom_id" not in part:
                raise NotPossible(f"{key!r} is a link")
            return part
    shown = [part.get("label") or part.get("custom_id") for part in message.buttons]
    raise NotPossible(f"no component {key!r}; there are {shown}")


def check_selected(part: Json, values: list[str]) -> None:
    """Refuse a selection that the menu does not offer."""
    offered_values = [option["value"] for option in part.get("options") or []]
    if part["type"] == 3 and (unknown := set(values) - set(offered_values)):
        raise NotPossible(f"the menu offers {offered_values}, not {unknown}")
    _check_between("selection", len(values), part.get("min_values", 1), part.get("max_values", 1))
