"""Messages sent (Bot API: sendMessage, sendPhoto, sendDocument)."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from telegram import Bot, LinkPreviewOptions, Message, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.messages import Gone, Reply
from bot.telegram_app.budget import Level, Turn
from bot.telegram_app.deliveries import Deliveries
from bot.telegram_app.errors import is_without_media
from bot.telegram_app.links import Links
from bot.telegram_app.parcels import Kind, Memory, Parcel, parcels_of, without_files
from bot.telegram_app.places import Place

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


class Sender:
    """Sends replies; `memory` keeps what the messages show, `links` are those under them."""

    def __init__(
        self, bot: Bot, links: Callable[[], Links], deliveries: Deliveries, memory: Memory
    ) -> None:
        self._bot = bot
        self._links = links
        self._deliveries = deliveries
        self._memory = memory

    async def send(
        self,
        place: Place,
        reply: Reply,
        level: Level,
        answers: int | None = None,
        asker: int | None = None,
    ) -> str:
        """Send a reply, to the message `answers` if given; return the id of the one to edit.

        Where no files may be sent its text is. `asker` is the player whom an answer is for.
        Raises Gone, Crowded.
        """
        made = parcels_of(reply, self._links(), private=place.is_private)
        try:
            return await self.send_all(place, made, level, answers, asker)
        except BadRequest as error:
            if not is_without_media(error):
                raise
        texts = without_files(reply, self._links(), private=place.is_private)
        if not texts:
            raise Gone("no files allowed")
        return await self.send_all(place, texts, level, answers, asker)

    async def send_all(
        self,
        place: Place,
        made: Sequence[Parcel],
        level: Level,
        answers: int | None = None,
        asker: int | None = None,
    ) -> str:
        """Send messages one after the other; return the id of the one with the text."""
        message_id = ""
        for parcel in made:
            attempt = partial(self._attempt, place, parcel, answers)
            message = await self._deliveries.deliver(place.chat_id, level, attempt, asker)
            self._memory[message.chat.id, message.message_id] = parcel.shown
            # Of an answer that has begun nothing is left out.
            answers = asker = None
            if parcel.html or not message_id:
                message_id = str(message.message_id)
        return message_id

    async def _attempt(
        self, place: Place, parcel: Parcel, answers: int | None, chat_id: int, _: Turn
    ) -> Message:
        quoted = (
            ReplyParameters(answers, allow_sending_without_reply=True)
            if answers is not None
            else None
        )
        more: dict[str, Any] = {
            "parse_mode": ParseMode.HTML,
            "reply_markup": parcel.keys,
            "message_thread_id": place.thread_id,
            "reply_parameters": quoted,
        }
        if parcel.kind is Kind.TEXT:
            return await self._bot.send_message(
                chat_id, parcel.html, link_preview_options=NO_PREVIEW, **more
            )
        more |= {"caption": parcel.html or None, "filename": parcel.name}
        if parcel.kind is Kind.PHOTO:
            return await self._bot.send_photo(chat_id, parcel.data, **more)
        return await self._bot.send_document(chat_id, parcel.data, **more)
