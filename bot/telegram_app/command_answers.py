"""Answers to commands: to the room, to who asked, or in private."""

from dataclasses import dataclass

from bot.messages import Audience, Gone, Reply
from bot.telegram_app.budget import Crowded, Level
from bot.telegram_app.failures import ANSWER, Failures
from bot.telegram_app.keyboards import link_keyboard
from bot.telegram_app.lanes import Go
from bot.telegram_app.links import private_link
from bot.telegram_app.parcels import Kind, Parcel
from bot.telegram_app.phrases import OPEN, OPEN_PRIVATE, wording_for
from bot.telegram_app.places import Place
from bot.telegram_app.sending import Sending
from bot.telegram_app.urgency import level_of

# What shows the page of a button, and how many of its arguments say which.
_PAGES = {
    "dtop": ("dday", 2),
    "wleft": ("wshow", 1),
    "wshare": ("wshow", 1),
    "wtop": ("wtop", 2),
}


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """Sends the replies to one command; `name` is what its link in private asks for.

    `go` lets the next update of the lane begin: the rest is a matter of sending.
    """

    sending: Sending
    failures: Failures
    place: Place
    asker: Place
    message_id: int
    name: str
    username: str
    locale: str
    go: Go

    async def send(self, reply: Reply) -> str:
        """Send a reply to who may see it; return the id of the message, "" for none."""
        self.go()
        try:
            return await self._send(reply)
        except Crowded as error:
            self.failures.note(ANSWER, error)
            return ""

    async def _send(self, reply: Reply) -> str:
        if self.place.is_private or reply.audience is Audience.ROOM:
            return await self._to(self.place, reply, level_of(self.name, reply))
        if reply.audience is Audience.ASKER:
            return await self._to(self.place, reply, Level.ANSWER, self.message_id)
        try:
            return await self._to(self.asker, reply, Level.ANSWER)
        except Gone:
            return await self._invite(reply)

    async def _to(
        self, place: Place, reply: Reply, level: Level, answers: int | None = None
    ) -> str:
        return await self.sending.send(place, reply, level, answers, self.asker.chat_id)

    async def _invite(self, reply: Reply) -> str:
        """Tell who has no private chat with the bot how to come there; return no id."""
        words = wording_for(self.locale)
        url = private_link(self.username, _page_of(reply) or self.name)
        keys = link_keyboard(words.gettext(OPEN), url)
        invitation = Parcel(Kind.TEXT, words.gettext(OPEN_PRIVATE), keys)
        await self.sending.send_all(
            self.place, [invitation], Level.ANSWER, self.message_id, self.asker.chat_id
        )
        return ""


def _page_of(reply: Reply) -> str:
    """Return what shows the page of a daily or a Wordle anywhere, "" for no such page.

    Which one a command means depends on the chat: on its language, and on what was typed.
    """
    for button in (each for row in reply.buttons for each in row):
        if button.verb in _PAGES:
            page, count = _PAGES[button.verb]
            return ":".join([page, *button.data.split(":")[1 : 1 + count]])
    return ""
