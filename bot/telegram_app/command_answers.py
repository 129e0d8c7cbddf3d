"""Answers to commands: to the room, to who asked, or in private."""

from dataclasses import dataclass

from bot.messages import Audience, Gone, Reply
from bot.telegram_app.budget import Level
from bot.telegram_app.keyboards import link_keyboard
from bot.telegram_app.lanes import Go
from bot.telegram_app.links import private_link
from bot.telegram_app.parcels import Kind, Parcel
from bot.telegram_app.phrases import OPEN, OPEN_PRIVATE, wording_for
from bot.telegram_app.places import Place
from bot.telegram_app.sending import Sending


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """Sends the replies to one command; `name` is what its link in private asks for.

    `go` lets the next update of the chat begin: the rest is a matter of sending.
    """

    sending: Sending
    place: Place
    asker: Place
    message_id: int
    name: str
    username: str
    locale: str
    go: Go

    async def send(self, reply: Reply) -> str:
        """Send a reply to who may see it; return the id of the message."""
        self.go()
        if self.place.is_private or reply.audience is Audience.ROOM:
            return await self.sending.send(self.place, reply, Level.ANSWER)
        if reply.audience is Audience.ASKER:
            return await self.sending.send(self.place, reply, Level.ANSWER, self.message_id)
        try:
            return await self.sending.send(self.asker, reply, Level.ANSWER)
        except Gone:
            return await self._invite()

    async def _invite(self) -> str:
        """Tell who has no private chat with the bot how to come there; return no id."""
        words = wording_for(self.locale)
        url = private_link(self.username, self.name)
        keys = link_keyboard(words.gettext(OPEN), url)
        invitation = Parcel(Kind.TEXT, words.gettext(OPEN_PRIVATE), keys)
        await self.sending.send_all(self.place, [invitation], Level.ANSWER, self.message_id)
        return ""
