"""Interactions: what was sent to the bot, and what came of it.

Source: Discord docs, Interactions: Receiving and Responding.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from tests.helpers.patience import PATIENCE
from tests.simulators.discord.messages import SimMessage
from tests.simulators.discord.shapes import Json

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.simulators.discord.server import DiscordSimulator
    from tests.simulators.discord.world import Channel, User

T = TypeVar("T")
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
REPLY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9


@dataclass(eq=False)
class Modal:
    """A form that the bot shows to a user."""

    interaction: "SimInteraction"
    title: str
    custom_id: str
    components: list[Json]

    @property
    def inputs(self) -> list[Json]:
        """The text inputs, each with the label above it."""
        return [part["component"] | {"label": part["label"]} for part in self.components]


@dataclass(eq=False)
class SimInteraction:
    """An interaction. `acknowledged_after` is in seconds, None while the bot is silent.

    It was `heard` by so many sessions: of several, one cannot know what the others answered.
    """

    sim: "DiscordSimulator" = field(repr=False)
    id: int
    token: str
    type: int
    user: "User"
    channel: "Channel"
    owners: dict[str, str]
    what: str
    sent_at: float
    source: SimMessage | None = None
    by_command: bool = True
    callback: int | None = None
    acknowledged_after: float | None = None
    original: SimMessage | None = None
    followups: list[SimMessage] = field(default_factory=list)
    modal: Modal | None = None
    choices: list[Json] | None = None
    updated: bool = False
    ephemeral: bool = False
    heard: int = 0

    @property
    def deferred(self) -> bool:
        """Whether the first answer put the rest off."""
        return self.callback in (DEFER, DEFER_UPDATE)

    @property
    def messages(self) -> list[SimMessage]:
        """The real messages that came of it: the original, then the followups."""
        first = [self.original] if self.original and not self.original.loading else []
        return [message for message in [*first, *self.followups] if not message.deleted]

    @property
    def age(self) -> float:
        """Seconds since it was sent."""
        return self.sim.monotonic() - self.sent_at

    @property
    def only_user_installed(self) -> bool:
        """Whether the app is there for its user only, and not for the guild."""
        return "0" not in self.owners

    def by_original(self) -> SimMessage | None:
        """Return the message that @original stands for, None for none."""
        if self.callback in (DEFER_UPDATE, UPDATE):
            return self.source
        return self.original

    def _answer(self) -> SimMessage | None:
        if self.callback in (DEFER_UPDATE, UPDATE) and self.updated:
            return self.source
        return self.messages[0] if self.messages else None

    async def _until(self, found: "Callable[[], T]", within: float) -> T:
        return await self.sim.changes.until(found, within, str(self))

    async def acknowledged(self, within: float = PATIENCE) -> "SimInteraction":
        """Wait for the first answer of any kind; return this interaction."""
        await self._until(lambda: self.callback, within)
        return self

    async def response(self, within: float = PATIENCE) -> SimMessage:
        """Return the first real message: after a deferral the edited original."""
        message = await self._until(self._answer, within)
        assert message
        return message

    async def followup(self, number: int = 0, within: float = PATIENCE) -> SimMessage:
        """Return a followup by its number, from 0."""
        await self._until(lambda: len(self.followups) > number, within)
        return self.followups[number]

    async def form(self, within: float = PATIENCE) -> Modal:
        """Return the modal that the bot shows."""
        modal = await self._until(lambda: self.modal, within)
        assert modal
        return modal

    async def completions(self, within: float = PATIENCE) -> list[Json]:
        """Return the choices that the bot suggests: name and value."""
        await self._until(lambda: self.choices is not None, within)
        return self.choices or []

    def __str__(self) -> str:
        seen = f"callback {self.callback}, {len(self.messages)} messages"
        return f"{self.what} by {self.user.name} in {self.channel}: {seen}"
