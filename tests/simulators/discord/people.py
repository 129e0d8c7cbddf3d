"""People: they write, use commands, press buttons, fill forms.

Each deed is checked as Discord's client would; what it does not allow raises NotPossible.
"""

from dataclasses import dataclass
from typing import Any

from tests.helpers.patience import PATIENCE
from tests.simulators.discord import writing
from tests.simulators.discord.client_rules import (
    NotPossible,
    command_data,
    find_button,
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
from tests.simulators.discord.sent import owners_of, send
from tests.simulators.discord.shapes import Json
from tests.simulators.discord.world import Channel, User

__all__ = ["NotPossible", "Person"]
LABEL = 18


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

    async def slash(self, channel: Channel, command: str, **options: Any) -> SimInteraction:
        """Use a command; options by their registered names, a user as such."""
        return self._command(COMMAND, channel, command, options)

    async def completes(
        self,
        channel: Channel,
        command: str,
        focused: str,
        value: str = "",
        *,
        within: float = PATIENCE,
    ) -> list[Json]:
        """Return the choices that the bot suggests for an option being typed."""
        sent = self._command(AUTOCOMPLETE, channel, command, {focused: value}, focused)
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
        found, owners = offered(self, channel, command)
        data = command_data(found, options, channel, focused)
        return send(type_, self, channel, owners, data, f"/{command}")

    async def clicks(self, message: SimMessage, button: str) -> SimInteraction:
        """Press a button, by its custom id or its label."""
        part, channel = find_button(self, message, button), message.channel
        data = {"custom_id": part["custom_id"], "component_type": 2, "id": part.get("id", 1)}
        self._must_be_in(channel)
        owners = dict(message.interaction.owners) if message.interaction else {}
        owners = owners or owners_of(self, channel, [0])
        return send(COMPONENT, self, channel, owners, data, f"[{button}]", message)

    async def submits(self, modal: Modal, values: dict[str, str]) -> SimInteraction:
        """Fill a form and send it: texts by custom id."""
        opened = modal.interaction
        if opened.user is not self:
            raise NotPossible(f"the form is shown to {opened.user.name}")
        keys = {part["custom_id"] for part in modal.inputs}
        if unknown := set(values) - keys:
            raise NotPossible(f"no inputs {unknown}; there are {keys}")
        parts = [_filled(part, values) for part in modal.components]
        data: Json = {"custom_id": modal.custom_id, "components": parts}
        where, what = opened.channel, f"form {modal.title!r}"
        return send(MODAL_SUBMIT, self, where, opened.owners, data, what, opened.source)


def _filled(label: Json, values: dict[str, str]) -> Json:
    part = label["component"]
    text = values.get(part["custom_id"], part.get("value") or "")
    if not text and part.get("required", True):
        raise NotPossible(f"{label['label']!r} is required")
    if text and not (part.get("min_length") or 0) <= len(text) <= (part.get("max_length") or 4000):
        raise NotPossible(f"{label['label']!r} does not take {len(text)} characters")
    kept = {key: part[key] for key in ("type", "custom_id")}
    inner = kept | {"id": part.get("id", 1), "value": text}
    return {"type": LABEL, "id": label.get("id", 1), "component": inner}
