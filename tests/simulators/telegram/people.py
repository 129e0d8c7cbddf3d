"""People: they say, edit, click, react, start and block the bot."""

import hmac
import json
import re
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from tests.simulators.telegram.chats import SimChat, SimPrivate
from tests.simulators.telegram.clicks import SimQuery
from tests.simulators.telegram.markup import Parsed
from tests.simulators.telegram.members import Account
from tests.simulators.telegram.messages import SimMessage, Topic

if TYPE_CHECKING:
    from tests.simulators.telegram.world import World


class SimUser(Account):
    """A person. The methods wait for nothing; the bot learns what it may by updates."""

    def __init__(
        self, world: "World", user_id: int, first_name: str, username: str, language_code: str
    ) -> None:
        super().__init__(user_id, first_name, username, language_code)
        self.world = world
        world.users[user_id] = self

    @property
    def private(self) -> SimPrivate:
        """The chat with the bot; LookupError before the person has started the bot."""
        chat = self.world.chats[self.id]
        assert isinstance(chat, SimPrivate)
        return chat

    async def says(
        self,
        chat: SimChat,
        text: str,
        *,
        reply_to: SimMessage | None = None,
        topic: Topic | None = None,
        at: float | None = None,
    ) -> SimMessage:
        """Say a text in a chat; `at` is the date of the message, now by default."""
        self._check_in(chat)
        assert 1 <= len(text) <= 4096, "Telegram's clients do not send such texts"
        topic = topic or (reply_to.topic if reply_to else None)
        message = self.world.add_message(
            chat, self, Parsed(text), reply_to=reply_to, topic=topic, at=at
        )
        self.world.tell(message)
        return message

    async def shows(
        self, chat: SimChat, filename: str, content: bytes, caption: str = ""
    ) -> SimMessage:
        """Send a file, with a caption or without any text."""
        self._check_in(chat)
        message = self.world.add_message(chat, self, Parsed(caption))
        message.document = self.world.add_file(filename, content)
        self.world.tell(message)
        return message

    async def edits(self, message: SimMessage, text: str) -> None:
        """Change the text of one's own message."""
        assert message.sender is self, "one can only edit what one said"
        message.keep_version()
        message.text, message.entities = text, self.world.finished(Parsed(text))
        message.edit_date = self.world.now()
        self.world.tell(message, "edited_message")

    async def deletes(self, message: SimMessage) -> None:
        """Delete one's own message, of which Telegram tells bots nothing."""
        message.deleted = True
        self.world.changes.notify()

    async def clicks(self, message: SimMessage, button: str, *, stale: bool = False) -> SimQuery:
        """Click a button, by its label or callback_data; return the click.

        A stale click has callback_data that the message no longer shows, as from a client
        that has not seen an edit yet.
        """
        self._check_in(message.chat)
        data = button if stale else _data(message, button)
        query_id = str(4_000_000_000 + next(self.world.ids))
        query = SimQuery(self.world, query_id, self, message, data, self.world.monotonic())
        self.world.queries[query_id] = query
        query.publish()
        return query

    async def starts(self, payload: str = "") -> SimMessage:
        """Open the private chat and press Start (Telegram Bot Features: Deep linking)."""
        if self.id not in self.world.chats:
            SimPrivate(self.world, self)
        elif self.private.bot_member.status == "kicked":
            self.unblocks_bot()
        return await self.says(self.private, f"/start {payload}".rstrip())

    def opens(self, message: SimMessage, button: str) -> str:
        """Open the Mini App of a button, by its label; return the address with what is behind it.

        Sources: https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app,
        https://core.telegram.org/api/links#direct-mini-app-links.
        """
        self._check_in(message.chat)
        rows = (message.reply_markup or {}).get("inline_keyboard", [])
        key = next(key for row in rows for key in row if button in key["text"])
        facts = {
            "auth_date": str(int(self.world.now())),
            "query_id": f"AAH{next(self.world.ids)}",
            "user": json.dumps(self.to_json(), ensure_ascii=False),
        }
        address = key.get("web_app", {}).get("url", "")
        if not address:
            app, _, ticket = key["url"].partition("?startapp=")
            assert re.fullmatch(r"[\w-]{1,512}", ticket, re.ASCII), key
            address = f"{self.world.mini_apps[app]}?tgWebAppStartParam={ticket}"
            facts["start_param"] = ticket
        secret = hmac.digest(b"WebAppData", self.world.token.encode(), "sha256")
        lines = "\n".join(f"{name}={value}" for name, value in sorted(facts.items()))
        facts["hash"] = hmac.digest(secret, lines.encode(), "sha256").hex()
        behind = {
            "tgWebAppData": urlencode(facts, quote_via=quote),
            "tgWebAppVersion": "8.0",
            "tgWebAppPlatform": "ios",
            "tgWebAppThemeParams": '{"bg_color":"#17212b"}',
        }
        return f"{address}#{urlencode(behind, quote_via=quote)}"

    def blocks_bot(self) -> None:
        """Block the bot (Bot API: Update: my_chat_member in private chats)."""
        self.private.change_bot("kicked", self)

    def unblocks_bot(self) -> None:
        """Unblock the bot."""
        self.private.change_bot("member", self)

    def _check_in(self, chat: SimChat) -> None:
        assert self in chat.accounts, f"{self!r} is not in {chat!r}"
        assert not chat.migrated_to, f"{chat!r} is a supergroup now"


def _data(message: SimMessage, button: str) -> str:
    """Return the callback_data of a button; LookupError where there is none to click."""
    if message.deleted:
        raise LookupError(f"{message!r} is deleted")
    for one in message.buttons:
        if button in {one.label, one.data} and one.data:
            return one.data
    raise LookupError(f"no button {button!r} on {message!r}: {message.buttons}")
