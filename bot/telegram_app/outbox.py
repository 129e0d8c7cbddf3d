"""Messages that Seize sends of its own accord: posts, live boards, marks, remarks."""

from collections.abc import Callable

from telegram import Bot, Message, User
from telegram.error import TelegramError

from bot.chat.metrics import Metrics
from bot.hindrances import Hindered, Hindrance
from bot.messages import Gone, Marking, Reply
from bot.telegram_app.budget import Budget, Level
from bot.telegram_app.deliveries import EDIT, POST, Deliveries, Migrations, note_failure
from bot.telegram_app.editor import Editor
from bot.telegram_app.errors import may_pass
from bot.telegram_app.links import Links
from bot.telegram_app.memberships import Memberships
from bot.telegram_app.options import PLATFORM, Timing
from bot.telegram_app.parcels import MOST, Kind, Memory
from bot.telegram_app.places import SUPERGROUPS, place_of, room_in
from bot.telegram_app.reactions import Reactions
from bot.telegram_app.remarks import Remarks
from bot.telegram_app.requests import parsed_id
from bot.telegram_app.sender import Sender
from core.ids import Room
from core.latest import Latest


class Outbox:
    """Speaks through one bot; its parts share the limits, and a memory of what messages show.

    `entrance` and `app`: see Links.
    """

    def __init__(
        self, bot: Bot, metrics: Metrics, timing: Timing, entrance: str = "", app: str = ""
    ) -> None:
        self.bot = bot
        self._entrance, self._app = entrance, app
        self.metrics = metrics
        self.timing = timing
        self.memory: Memory = Latest(MOST)
        self.migrations = Migrations()
        self._closed: Latest[Room, bool] = Latest(MOST)  # topics, as far as was heard
        deliveries = Deliveries(Budget(timing), self.migrations, metrics, timing)
        self.memberships = Memberships(bot, timing)
        self.sender = Sender(bot, lambda: self.links, deliveries, self.memory)
        self.editor = Editor(bot, lambda: self.links, deliveries, self.memory)
        self.reactions = Reactions(bot, metrics, timing)
        self.remarks = Remarks(self.sender, metrics)

    @property
    def links(self) -> Links:
        """Return the addresses that buttons open; the bot's name is known once it is connected."""
        return Links(self.bot.username, self._entrance, self._app)

    def hears(self, room: Room) -> bool:
        """Return whether plain messages of a room are seen."""
        place = place_of(room)
        return place.is_private or self.memberships.hears(self.migrations.now(place.chat_id))

    def heard_topic(self, message: Message, user: User) -> None:
        """Note that somebody closed a topic, or opened it again."""
        room = room_in(message, self.migrations.now(message.chat.id), user)
        if message.forum_topic_closed:
            self._closed[room] = True
        else:
            self._closed.pop(room, None)

    async def hindrances(self, room: Room) -> list[Hindered]:
        """Return what hinders words in a room, as far as is known, the worst first."""
        place = place_of(room)
        if place.is_private:
            return []
        chat_id = self.migrations.now(place.chat_id)
        found: list[Hindered] = []
        if not self.memberships.hears(chat_id):
            found.append(Hindered(Hindrance.PRIVACY))
        closed, seconds = await self.memberships.rules(chat_id)
        if closed or room in self._closed:
            found.append(Hindered(Hindrance.CLOSED))
        if seconds:
            found.append(Hindered(Hindrance.SLOW, {"seconds": seconds}))
        return found

    def link(self, room: Room, message_id: str) -> str:
        """Return the address of a message; "" if it has none, as outside supergroups."""
        found = self._find(room, message_id)
        if found is None or not str(found[0]).startswith(SUPERGROUPS):
            return ""
        chat, thread = str(found[0]).removeprefix(SUPERGROUPS), place_of(room).thread_id
        place = f"{chat}/{thread}" if thread else chat
        return f"https://t.me/c/{place}/{found[1]}"

    async def post(self, room: Room, reply: Reply) -> str:
        """Send a message to a room; return its id. Raises Gone."""
        try:
            return await self.sender.send(place_of(room), reply, Level.NEWS)
        except TelegramError:
            self.metrics.delivery_failed(PLATFORM, POST)
            raise

    async def edit(self, room: Room, message_id: str, draw: Callable[[], Reply]) -> bool:
        """Change a message to what `draw` returns once the limits allow it; False if refused.

        A reply without buttons is a last state, which no later one makes up for.
        """
        found = self._find(room, message_id)
        if found is None:
            return False
        try:
            return await self.editor.edit(place_of(room), found[1], draw, _level(draw()))
        except (Gone, TelegramError) as error:
            note_failure(self.metrics, EDIT, error)
            if may_pass(error):
                raise
            return False

    async def replace(self, room: Room, message_id: str, reply: Reply) -> bool:
        """Show a reply instead of what a message shows; return False if that cannot be."""
        found = self._find(room, message_id)
        shown = self.memory.get(found) if found else None
        # A photo cannot become a text.
        if found is None or (shown and shown.kind is Kind.PHOTO and not reply.image):
            return False
        try:
            return await self.editor.replace(place_of(room), found[1], reply)
        except (Gone, TelegramError) as error:
            note_failure(self.metrics, EDIT, error)
            return False

    def react(self, room: Room, message_id: str, marking: Marking) -> None:
        """Mark a message, if there is time for that."""
        if found := self._find(room, message_id):
            self.reactions.mark(*found, marking)
        else:
            marking.late = True

    async def close(self) -> None:
        """Cancel marks and remarks, and wait for the edits under way."""
        await self.reactions.close()
        await self.remarks.close()
        await self.editor.settle()

    def _find(self, room: Room, message_id: str) -> tuple[int, int] | None:
        """Return chat and number of a message; None for none, or one of a group left behind."""
        parsed = parsed_id(message_id)
        if parsed is None:
            return None
        chat_id, number = parsed
        if chat_id is None:
            return self.migrations.now(place_of(room).chat_id), number
        return (chat_id, number) if self.migrations.now(chat_id) == chat_id else None


def _level(reply: Reply) -> Level:
    if reply.urgent:
        return Level.VERDICTS
    return Level.BOARD if reply.buttons else Level.ANSWER
