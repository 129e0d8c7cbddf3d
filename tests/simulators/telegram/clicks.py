"""Clicks on buttons, and the bot's answers to them (Bot API: CallbackQuery)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tests.helpers.patience import PATIENCE
from tests.simulators.telegram.messages import SimMessage

if TYPE_CHECKING:
    from tests.simulators.telegram.people import SimUser
    from tests.simulators.telegram.world import World


class Answer(NamedTuple):
    """The answer that the person sees after a click."""

    text: str
    show_alert: bool
    url: str


@dataclass(eq=False)
class SimQuery:
    """A click, which shows a progress bar to its person until it is answered."""

    world: "World"
    query_id: str
    user: "SimUser"
    message: SimMessage
    data: str
    asked: float
    answer: Answer | None = None

    @property
    def too_old(self) -> bool:
        """Whether Telegram takes no answer any more."""
        return self.world.monotonic() - self.asked > self.world.query_seconds

    async def answered(self, within: float = PATIENCE) -> Answer:
        """Return the answer; TimeoutError after so many seconds without one."""
        answer = await self.world.changes.wait(lambda: self.answer, within)
        if not answer:
            raise TimeoutError(f"{self.user!r} has no answer to {self.data!r} on {self.message!r}")
        return answer

    def publish(self) -> None:
        """Tell the bot of the click."""
        message = self.message.to_json()
        if self.message.deleted:
            # Bot API: InaccessibleMessage: date 0 tells that there is nothing else to tell.
            message = {"chat": message["chat"], "message_id": message["message_id"], "date": 0}
        self.world.publish(
            "callback_query",
            {
                "id": self.query_id,
                "from": self.user.to_json(),
                "message": message,
                "chat_instance": str(self.message.chat.id * 31),
                "data": self.data,
            },
        )
