"""What people do: they write, use commands, press buttons, fill forms.

Each deed is checked as Discord's client would; what it does not allow raises NotPossible.
"""

from dataclasses import dataclass
from typing import Any

from tests.helpers.patience import PATIENCE
from tests.simulators.discord import writing
from tests.simulators.discord.client_rules import (
    NotPossible,
    check_selected,
    command_data,
    find_component,
    offered,
)
from tests.simulators.discord.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Modal,
    SimInteraction,
)
from tests.simulators.discord.messages import REPLY, SimMessage
from tests.simulators.discord.permissions import Permission
from tests.simulators.discord.rest_messages import add_reaction, remove_reaction
from tests.simulators.discord.sent import owners_of, send
from tests.simulators.discord.shapes import Json
from tests.simulators.discord.world import Channel, User

__all__ = ["NotPossible", "Person"]
ROW, TEXT_INPUT, LABEL = 1, 4, 18


@dataclass(eq=False)
class Person(User):
    """A user with hands."""

    @property
    def dm(self) -> Channel:
        """The direct messages between this person and the bot."""
        return self.sim.direct(self)

    def _must_be_in(self, channel: Channel) -> None:
        inside = channel.guild.members if channel.guild else {u.id for u in channel.recipients}
        if self.id not in inside:
            raise NotPossible(f"{self.name} is not in {channel}")

    async def says(
        self,
        channel: Channel,
        text: str,
        *,
        reply_to: SimMessage | None = None,
        ping: bool = True,
        at: float | None = None,
        files: list[tuple[str, bytes]] | None = None,
    ) -> SimMessage:
        """Write a message; `at` is its time in Unix seconds, `ping` whether a reply notifies."""
        self._must_be_in(channel)
        uploads = dict(enumerate(files or []))
        if len(text) > 2000 or not (text.strip() or uploads):
            raise NotPossible(f"a message has 1 to 2000 characters, not {len(text)}")
        message = SimMessage(self.sim.ids.new(at), channel, self)
        if reply_to:
            message.replied, message.type = reply_to, REPLY
        allowed = {"parse": ["users", "roles", "everyone"], "replied_user": ping}
        body: Json = {"content": text, "allowed_mentions": allowed}
        may = channel.user_permissions(self)
        if channel.locked and Permission.MANAGE_MESSAGES not in may:
            raise NotPossible(f"{channel} is locked")
        channel.wake()
        return writing.create(self.sim, message, body, uploads, may)

    async def edits(self, message: SimMessage, text: str) -> SimMessage:
        """Change the text of an own message."""
        if message.author is not self:
            raise NotPossible(f"{self.name} did not write it")
        may = message.channel.user_permissions(self)
        return writing.edit(self.sim, message, {"content": text}, {}, may)

    async def deletes(self, message: SimMessage) -> None:
        """Delete an own message, or anyone's as a moderator."""
        may = message.channel.user_permissions(self)
        if message.author is not self and Permission.MANAGE_MESSAGES not in may:
            raise NotPossible(f"{self.name} may not delete it")
        writing.delete(self.sim, message)

    async def reacts(self, message: SimMessage, emoji: str) -> None:
        """Add a reaction."""
        self._must_be_in(message.channel)
        add_reaction(message, emoji, self)
        self.sim.changes.news()

    async def unreacts(self, message: SimMessage, emoji: str) -> None:
        """Take an own reaction away."""
        remove_reaction(message, emoji, self)
        self.sim.changes.news()

    async def slash(self, channel: Channel, command: str, **options: Any) -> SimInteraction:
        """Use a command such as "play" or "house add"; options by their registered names.

        A user, channel or role is given as such, an attachment as (name, bytes).
        """
        return self._command(COMMAND, channel, command, options)

    async def completes(
        self,
        channel: Channel,
        command: str,
        focused: str,
        value: str = "",
        *,
        within: float = PATIENCE,
        **options: Any,
    ) -> list[Json]:
        """Return the choices that the bot suggests for an option being typed."""
        typed = options | {focused: value}
        sent = self._command(AUTOCOMPLETE, channel, command, typed, focused)
        return await sent.completions(within)

    def _command(
        self,
        type_: int,
        channel: Channel,
        command: str,
        options: dict[str, Any],
        focused: str | None = None,
    ) -> SimInteraction:
        self._must_be_in(channel)
        name, *steps = command.split()
        found, owners = offered(self, channel, name)
        given = {
            key: (self.sim, *value) if isinstance(value, tuple) else value
            for key, value in options.items()
        }
        data = command_data(found, steps, given, channel, focused)
        sent = send(type_, self, channel, owners, data, f"/{command}")
        if focused:
            self.sim.focused_types[sent.token] = _type_of(data, focused)
        return sent

    async def clicks(self, message: SimMessage, button: str) -> SimInteraction:
        """Press a button, by its custom id or its label."""
        part = find_component(self, message, button)
        if part["type"] != 2:
            raise NotPossible(f"{button!r} is no button")
        data = {"custom_id": part["custom_id"], "component_type": 2, "id": part.get("id", 1)}
        return self._component(message, data, button)

    async def selects(self, message: SimMessage, menu: str, *values: str) -> SimInteraction:
        """Choose values of a menu, by its custom id or its placeholder."""
        part = find_component(self, message, menu)
        if part["type"] == 2:
            raise NotPossible(f"{menu!r} is no menu")
        check_selected(part, list(values))
        data = {"custom_id": part["custom_id"], "component_type": part["type"]}
        return self._component(message, data | {"values": list(values)}, menu)

    def _component(self, message: SimMessage, data: Json, what: str) -> SimInteraction:
        self._must_be_in(message.channel)
        owners = dict(message.interaction.owners) if message.interaction else {}
        owners = owners or owners_of(self, message.channel, [0])
        return send(COMPONENT, self, message.channel, owners, data, f"[{what}]", message)

    async def submits(self, modal: Modal, values: dict[str, str]) -> SimInteraction:
        """Fill a form and send it: texts by custom id or label."""
        opened = modal.interaction
        if opened.user is not self:
            raise NotPossible(f"the form is shown to {opened.user.name}")
        keys = {key for part in modal.inputs for key in (part.get("custom_id"), part["label"])}
        if unknown := set(values) - keys:
            raise NotPossible(f"no inputs {unknown}; there are {keys}")
        parts = [_submitted(part, values) for part in modal.components]
        data: Json = {"custom_id": modal.custom_id, "components": parts}
        where, what = opened.channel, f"form {modal.title!r}"
        return send(MODAL_SUBMIT, self, where, opened.owners, data, what, opened.source)


def _submitted(part: Json, values: dict[str, str]) -> Json:
    if part["type"] == LABEL:
        inner = _answer(part["component"], part["label"], values)
        return {"type": LABEL, "id": part.get("id", 1), "component": inner}
    if part["type"] == ROW:
        inner = _answer(part["components"][0], part["components"][0]["label"], values)
        return {"type": ROW, "id": part.get("id", 1), "components": [inner]}
    return {"type": part["type"], "id": part.get("id", 1)}


def _answer(part: Json, label: str, values: dict[str, str]) -> Json:
    name = part["custom_id"]
    given = values.get(name, values.get(label))
    answer: Json = {"type": part["type"], "id": part.get("id", 1), "custom_id": name}
    if part["type"] != TEXT_INPUT:
        chosen = [given] if given is not None else []
        check_selected(part, chosen)
        return answer | {"values": chosen}
    text = part.get("value") or "" if given is None else given
    longest = part.get("max_length") or 4000
    if not text and part.get("required", True):
        raise NotPossible(f"{label!r} is required")
    if len(text) > longest or (text and len(text) < (part.get("min_length") or 0)):
        raise NotPossible(f"{label!r} does not take {len(text)} characters")
    return answer | {"value": text}


def _type_of(data: Json, focused: str) -> int | None:
    for option in data.get("options", []):
        if option["name"] == focused and option.get("focused"):
            return int(option["type"])
        if (inner := _type_of(option, focused)) is not None:
            return inner
    return None
