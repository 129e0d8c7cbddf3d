"""Messages as they stand in a chat, and as the Bot API tells them (Bot API: Message)."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.simulators.telegram.detection import covered
from tests.simulators.telegram.errors import Json
from tests.simulators.telegram.members import Account

if TYPE_CHECKING:
    from tests.simulators.telegram.chats import SimChat


@dataclass(eq=False)
class SimFile:
    """A file that was sent; a photo also has its sides."""

    file_id: str
    filename: str
    content: bytes
    width: int = 0
    height: int = 0

    @property
    def path(self) -> str:
        """The file_path that getFile tells (Bot API: File)."""
        return f"{'photos' if self.width else 'documents'}/{self.file_id}_{self.filename}"

    def to_json(self) -> Json:
        """Return the fields that File, PhotoSize and Document share, and the sides of a photo."""
        body: Json = {
            "file_id": self.file_id,
            "file_unique_id": f"unique-{self.file_id}",
            "file_size": len(self.content),
        }
        if self.width:
            return body | {"width": self.width, "height": self.height}
        return body | {"file_name": self.filename}


@dataclass(frozen=True)
class Button:
    """A button of an inline keyboard; data is "" where it does something else than call back."""

    label: str
    data: str
    url: str


@dataclass(frozen=True)
class Version:
    """The content of a message before an edit."""

    text: str
    entities: list[Json]
    markup: Json | None
    photo: SimFile | None


@dataclass(eq=False)
class Topic:
    """A topic of a forum; its id is that of the service message that opened it."""

    thread_id: int
    name: str
    root: "SimMessage"
    closed: bool = False
    deleted: bool = False


@dataclass(eq=False)
class SimMessage:
    """A message: `text` is the text, or the caption of a photo or document."""

    message_id: int
    chat: "SimChat"
    sender: Account
    date: int
    text: str = ""
    entities: list[Json] = field(default_factory=list)
    photo: SimFile | None = None
    document: SimFile | None = None
    reply_markup: Json | None = None
    reply_to: "SimMessage | None" = None
    topic: Topic | None = None
    # The field of a service message and its value, {} for any other.
    service: Json = field(default_factory=dict)
    edit_date: int = 0
    history: list[Version] = field(default_factory=list)
    # By the id of the account that reacted.
    reactions: dict[int, str] = field(default_factory=dict)
    preview: bool = False
    silent: bool = False
    deleted: bool = False
    pinned: bool = False

    @property
    def buttons(self) -> list[Button]:
        """The buttons of the inline keyboard, row by row."""
        rows = (self.reply_markup or {}).get("inline_keyboard", [])
        return [
            Button(key["text"], key.get("callback_data", ""), key.get("url", ""))
            for row in rows
            for key in row
        ]

    @property
    def labels(self) -> list[list[str]]:
        """The labels of the inline keyboard in their rows."""
        rows = (self.reply_markup or {}).get("inline_keyboard", [])
        return [[key["text"] for key in row] for row in rows]

    @property
    def links(self) -> list[str]:
        """Where one gets by touching the text: links given, and those Telegram makes."""
        found = []
        for entity in self.entities:
            if entity["type"] == "text_link":
                found.append(entity["url"])
            elif entity["type"] in {"url", "email"}:
                found.append(covered(self.text, entity))
        return found

    @property
    def pings(self) -> list[Account]:
        """Those in the chat whom the text notifies: by @username or by a link to the user."""
        names = {
            covered(self.text, entity)[1:].lower()
            for entity in self.entities
            if entity["type"] == "mention"
        }
        ids = {entity["user"]["id"] for entity in self.entities if "user" in entity}
        return [
            account
            for account in self.chat.accounts
            if account.id in ids or (account.username and account.username.lower() in names)
        ]

    def kinds(self, kind: str) -> list[str]:
        """Return the parts of the text that an entity of a kind covers."""
        return [covered(self.text, e) for e in self.entities if e["type"] == kind]

    def keep_version(self) -> None:
        """Put what the message shows into its history, before an edit."""
        version = Version(self.text, list(self.entities), self.reply_markup, self.photo)
        self.history.append(version)

    def to_json(self, *, nested: bool = False) -> Json:
        """Return the Message; one within another tells no further reply (Bot API: Message)."""
        body: Json = {
            "message_id": self.message_id,
            "from": self.sender.to_json(),
            "chat": self.chat.to_json(),
            "date": self.date,
        }
        if self.edit_date:
            body["edit_date"] = self.edit_date
        body |= self._thread()
        reply = self.reply_to or (self.topic.root if self.topic else None)
        if reply and reply is not self and not reply.deleted and not nested:
            # A message in a topic that answers none tells the message that opened the topic.
            body["reply_to_message"] = reply.to_json(nested=True)
        return body | self._content() | self.service

    def _thread(self) -> Json:
        if self.topic:
            return {"message_thread_id": self.topic.thread_id, "is_topic_message": True}
        if self.reply_to and self.chat.kind == "supergroup" and not self.chat.forum:
            # Bot API: Message: a thread need not be a topic; answers make threads, too.
            root = self.reply_to
            while root.reply_to:
                root = root.reply_to
            return {"message_thread_id": root.message_id}
        return {}

    def _content(self) -> Json:
        media = self.photo or self.document
        body: Json = {}
        if self.photo:
            body["photo"] = [self.photo.to_json()]
        if self.document:
            body["document"] = self.document.to_json()
        if self.text:
            body["caption" if media else "text"] = self.text
        if self.entities:
            body["caption_entities" if media else "entities"] = self.entities
        if self.reply_markup and "inline_keyboard" in self.reply_markup:
            body["reply_markup"] = self.reply_markup
        return body

    def __repr__(self) -> str:
        return f"<{self.chat.id}/{self.message_id} {self.sender!r}: {self.text[:60]!r}>"
