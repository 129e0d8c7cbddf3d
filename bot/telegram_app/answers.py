"""Answers to commands and to pressed buttons: to the room, to who asked, or in private."""

from dataclasses import dataclass

from telegram import CallbackQuery, MaybeInaccessibleMessage, Message, User
from telegram.error import BadRequest, RetryAfter, TelegramError

from bot.chat.commands import verb_of
from bot.chat.context import Effect
from bot.messages import MAX_ALERT, Audience, Gone, Reply
from bot.presenters.wording import Wording, wording_for
from bot.telegram_app.budget import Crowded, Level
from bot.telegram_app.deliveries import ANSWER, EDIT, note_failure, seconds_of
from bot.telegram_app.errors import is_too_late
from bot.telegram_app.outbox import Outbox
from bot.telegram_app.parcels import Kind, Parcel, Shown
from bot.telegram_app.places import Place
from bot.telegram_app.queues import Go
from bot.telegram_app.rendering import link_keyboard, to_alert
from core.services.workers import TooMuch

_TRIES = 3  # to answer a press: Telegram does not wait long
_PATIENCE = 5.0  # seconds to wait for the next try where it asks for more


@dataclass(slots=True)
class Answer:
    """The answer to one request: `place` is where it was made, `name` its command or verb.

    `go` lets the next update of the lane begin: the rest is a matter of sending.
    """

    outbox: Outbox
    user: User
    place: Place
    name: str
    go: Go

    @property
    def asker(self) -> Place:
        """Return the private chat of the asker."""
        return Place(self.user.id)

    @property
    def words(self) -> Wording:
        """Return the sentences in the asker's language."""
        return wording_for(self.user.language_code or "")

    async def invite(self, topic: str, answers: int | None = None) -> None:
        """Invite an asker without a private chat to open it, where a topic is answered."""
        words = self.words
        url = self.outbox.links.private(topic)
        keys = link_keyboard(words.gettext("Open the private chat"), url)
        text = words.gettext("That stays between us: open our private chat and press Start.")
        invitation = Parcel(Kind.TEXT, text, keys)
        await self.outbox.sender.send_all(
            self.place, [invitation], Level.ANSWER, answers, self.asker.chat_id
        )


@dataclass(slots=True)
class CommandAnswer(Answer):
    """Sends the replies to one command, which the message of `message_id` is."""

    message_id: int

    async def send(self, reply: Reply) -> str:
        """Send a reply to those who may see it; return its message's id, "" for none."""
        self.go()
        try:
            return await self._send(reply)
        except Crowded as error:
            note_failure(self.outbox.metrics, ANSWER, error)
            return ""

    async def _send(self, reply: Reply) -> str:
        if self.place.is_private or reply.audience is Audience.ROOM:
            return await self._to(self.place, reply, _level_of(self.name, reply))
        if reply.audience is Audience.ASKER:
            return await self._to(self.place, reply, Level.ANSWER, self.message_id)
        try:
            return await self._to(self.asker, reply, Level.ANSWER)
        except Gone:
            await self.invite(reply.page or self.name, self.message_id)
            return ""

    async def _to(
        self, place: Place, reply: Reply, level: Level, answers: int | None = None
    ) -> str:
        return await self.outbox.sender.send(place, reply, level, answers, self.asker.chat_id)


@dataclass(slots=True)
class PressAnswer(Answer):
    """Sends the replies to one press of a button.

    `answered`: the press is, by these replies or before them; `reached`: in time.
    """

    query: CallbackQuery
    answered: bool = False
    reached: bool = False

    async def send(self, reply: Reply) -> str:
        """Show a reply to those who may see it; return its message's id, "" for none."""
        self.go()
        try:
            return await self._send(reply)
        except Crowded as error:
            if verb_of(self.name).is_timed:
                await self.close()
                return await self.outbox.sender.send(self.asker, reply, Level.NEWS)
            await self.close(self.words.notice(TooMuch()), alert=True)
            note_failure(self.outbox.metrics, ANSWER, error)
            return ""

    async def _send(self, reply: Reply) -> str:
        if not self.place.is_private and reply.audience is not Audience.ROOM:
            return await self._to_asker(reply)
        # First the press: the message may have to wait for its turn.
        await self.close()
        message = self.query.message
        if reply.replaces and message and await self._replace(message, reply):
            return str(message.message_id)
        return await self._to(self.place, reply)

    async def _to(self, place: Place, reply: Reply) -> str:
        level = _level_of(self.name, reply)
        return await self.outbox.sender.send(place, reply, level, asker=self.asker.chat_id)

    async def close(self, text: str = "", *, alert: bool = False, url: str = "") -> bool:
        """Answer the press, once; the button stops waiting. Return whether this was the answer."""
        if self.answered:
            return False
        self.answered = self.reached = True  # as far as is known, while it is under way
        self.reached = await self._try_to_answer(text, alert, url)
        return self.reached

    async def _try_to_answer(self, text: str, alert: bool, url: str) -> bool:
        for left in reversed(range(_TRIES)):
            try:
                await self.query.answer(text or None, show_alert=alert or None, url=url or None)
            except TelegramError as error:
                if is_too_late(error):
                    return left < _TRIES - 1  # an earlier try may have come through
                if not left or isinstance(error, BadRequest):
                    note_failure(self.outbox.metrics, ANSWER, error)
                    break
                if isinstance(error, RetryAfter):
                    await self.outbox.timing.sleep(min(seconds_of(error), _PATIENCE))
            else:
                return True
        return False

    async def _to_asker(self, reply: Reply) -> str:
        """Show a reply over the chat if it fits there, else send it in private."""
        alert = "" if reply.image or reply.file or reply.buttons else to_alert(reply, MAX_ALERT)
        if alert and (await self.close(alert, alert=True) or reply.passing):
            return ""
        try:
            message_id = await self._to(self.asker, reply)
        except Gone as error:
            data = self.query.data or ""
            if not await self.close(url=self.outbox.links.private(data)):
                await self._lead(data, error)
            return ""
        await self.close(self.words.gettext("The answer is in our private chat."))
        return message_id

    async def _lead(self, data: str, error: Gone) -> None:
        """Lead who waits to the private chat; nobody waits for what is pressed long ago."""
        if self.reached:
            await self.invite(data)
        else:
            note_failure(self.outbox.metrics, ANSWER, error)

    async def _replace(self, message: MaybeInaccessibleMessage, reply: Reply) -> bool:
        """Show a reply instead of the message with the button; return whether that is done."""
        self._know(message)
        asker = self.asker.chat_id
        try:
            return await self.outbox.editor.replace(self.place, message.message_id, reply, asker)
        except (Gone, TelegramError) as error:
            note_failure(self.outbox.metrics, EDIT, error)
            return False

    def _know(self, message: MaybeInaccessibleMessage) -> None:
        """Remember the kind of a message of an earlier process, as known from the press."""
        key = message.chat.id, message.message_id
        if key not in self.outbox.memory and isinstance(message, Message):
            kind = Kind.PHOTO if message.photo or message.document else Kind.TEXT
            self.outbox.memory[key] = Shown(kind, "", None)


def _level_of(name: str, reply: Reply) -> Level:
    """Return the urgency of an answer: a round's start or end is news to all, a refusal never."""
    is_turn = verb_of(name).effect in (Effect.STARTS_ROUND, Effect.ENDS_ROUND)
    return Level.NEWS if is_turn and reply.audience is Audience.ROOM else Level.ANSWER
