"""The world of the simulator: accounts, chats, messages, files, clicks."""

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.simulators.telegram.detection import with_detected
from tests.simulators.telegram.errors import Json
from tests.simulators.telegram.markup import Parsed
from tests.simulators.telegram.members import Account
from tests.simulators.telegram.messages import SimFile, SimMessage, Topic
from tests.simulators.telegram.privacy import meant_for_bot
from tests.simulators.telegram.updates import Changes, UpdateQueue

if TYPE_CHECKING:
    from tests.simulators.telegram.chats import SimChat
    from tests.simulators.telegram.clicks import SimQuery
    from tests.simulators.telegram.people import SimUser


@dataclass
class Profile:
    """The bot's own commands (Bot API: setMyCommands)."""

    # By language code.
    commands: dict[str, list[Json]] = field(default_factory=dict)


@dataclass
class Findings:
    """The bot's mistakes, by how bad they are."""

    # Calls that Telegram refuses, or that its documentation forbids.
    violations: list[str] = field(default_factory=list)
    # Edits that change nothing.
    wasted: list[str] = field(default_factory=list)
    # Answers to clicks that came too late.
    late: list[str] = field(default_factory=list)
    # Calls refused with 429, and those that came again before retry_after was over.
    refused: int = 0
    impatient: list[str] = field(default_factory=list)
    # Calls that asked to drop pending updates.
    dropped: int = 0
    command_writes: int = 0


class World:
    """The state behind the server; `clock` gives the time of day, `monotonic` measures."""

    def __init__(
        self,
        *,
        privacy: bool = True,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        query_seconds: float,
    ) -> None:
        self.privacy = privacy
        self.clock = clock
        self.monotonic = monotonic
        self.query_seconds = query_seconds
        self.bot = Account(7_000_000_001, "Seize", "seize_bot", is_bot=True)
        self.profile = Profile()
        self.token = ""
        self.mini_apps: dict[str, str] = {}  # BotFather: their pages, by https://t.me/<bot>/<app>
        self.findings = Findings()
        self.changes = Changes()
        self.updates = UpdateQueue(self.now)
        self.users: dict[int, SimUser] = {}
        self.chats: dict[int, SimChat] = {}
        self.files: dict[str, SimFile] = {}
        self.queries: dict[str, SimQuery] = {}
        self.ids = itertools.count(1)

    def now(self) -> int:
        """Return the date of what happens now (Bot API: Message: whole seconds)."""
        return int(self.clock())

    def add_message(
        self,
        chat: "SimChat",
        sender: Account,
        parsed: Parsed,
        *,
        reply_to: SimMessage | None = None,
        topic: Topic | None = None,
        at: float | None = None,
    ) -> SimMessage:
        """Put a message into a chat, its text with the entities that Telegram adds."""
        message = SimMessage(
            chat.take_message_id(),
            chat,
            sender,
            self.now() if at is None else int(at),
            parsed.text,
            self.finished(parsed),
            reply_to=reply_to,
            topic=topic,
        )
        chat.messages.append(message)
        self.changes.notify()
        return message

    def finished(self, parsed: Parsed) -> list[Json]:
        """Return the entities of a text as Telegram stores them: detected and with users."""
        entities = []
        for entity in with_detected(parsed.text, parsed.entities):
            user = self.users.get(entity.get("user_id", 0))
            if "user_id" not in entity:
                entities.append(entity)
            elif user:
                # Without a user Telegram drops the mention and keeps the text.
                kept = {key: value for key, value in entity.items() if key != "user_id"}
                entities.append({**kept, "user": user.to_json()})
        return entities

    def add_service(self, chat: "SimChat", by: Account, service: Json) -> SimMessage:
        """Put a service message into a chat and tell the bot."""
        message = self.add_message(chat, by, Parsed(""))
        message.service = service
        self.tell(message)
        return message

    def tell(self, message: SimMessage, kind: str = "message") -> None:
        """Send the bot an update about a message, if it gets to see it."""
        if message.sender is not self.bot and meant_for_bot(self, message):
            self.publish(kind, message.to_json())

    def publish(self, kind: str, body: Json) -> None:
        """Send the bot an update, and wake those who wait for a change."""
        self.updates.put(kind, body)
        self.changes.notify()

    def add_file(self, filename: str, content: bytes, sides: tuple[int, int] = (0, 0)) -> SimFile:
        """Keep a file that was sent."""
        file = SimFile(f"file{next(self.ids):06d}", filename, content, *sides)
        self.files[file.file_id] = file
        return file
