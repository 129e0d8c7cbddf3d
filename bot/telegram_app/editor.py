"""Edits of messages (Bot API: editMessageText, editMessageCaption, editMessageMedia)."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from telegram import Bot, InputMediaPhoto
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.messages import Reply
from bot.telegram_app.budget import Level, Turn
from bot.telegram_app.deliveries import Deliveries, unless_cancelled
from bot.telegram_app.errors import is_lost, is_other_kind, is_unchanged, is_without_media
from bot.telegram_app.links import Links
from bot.telegram_app.parcels import Kind, Memory, Parcel, in_words, parcels_of
from bot.telegram_app.places import Place
from bot.telegram_app.rendering import MAX_CAPTION, MAX_TEXT, keyboard, text_length, to_html
from bot.telegram_app.sender import NO_PREVIEW

Draw = Callable[[], Reply]


class Editor:
    """Edits messages; `memory` keeps what they show, `links` are those under them."""

    def __init__(
        self, bot: Bot, links: Callable[[], Links], deliveries: Deliveries, memory: Memory
    ) -> None:
        self._bot = bot
        self._links = links
        self._deliveries = deliveries
        self._memory = memory
        self._flights: dict[tuple[int, int], asyncio.Task[bool]] = {}

    async def edit(
        self, place: Place, message_id: int, draw: Draw, level: Level, asker: int | None = None
    ) -> bool:
        """Change text and buttons to what `draw` returns when the turn has come.

        Return False if there is no such message any more. `asker` is the player whom an answer
        is for. Raises Gone, Crowded.
        """
        for other_kind in (False, True):
            attempt = partial(self._fly, place, message_id, draw, other_kind)
            try:
                return await self._deliveries.deliver(place.chat_id, level, attempt, asker)
            except BadRequest as error:
                if not is_other_kind(error):
                    raise
        return False

    async def replace(
        self, place: Place, message_id: int, reply: Reply, asker: int | None = None
    ) -> bool:
        """Show a reply instead of what a message shows; return whether that is done.

        It is not if the message is gone, or cannot carry the reply. Raises Gone, Crowded.
        """
        made = parcels_of(reply, self._links(), private=place.is_private)
        if len(made) != 1 or made[0].kind is Kind.DOCUMENT:
            return False
        parcel, shown = made[0], self._memory.get((place.chat_id, message_id))
        has_photo = shown is not None and shown.digest == parcel.shown.digest
        if parcel.kind is Kind.PHOTO and not has_photo:
            attempt = partial(self._change_photo, message_id, parcel)
            try:
                return await self._deliveries.deliver(place.chat_id, Level.ANSWER, attempt, asker)
            except BadRequest as error:
                if not is_without_media(error):
                    raise
                return False
        has_caption = shown is not None and shown.kind is not Kind.TEXT
        if has_caption and text_length(reply) > MAX_CAPTION:
            return False
        return await self.edit(place, message_id, lambda: reply, Level.ANSWER, asker)

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        if self._flights:
            await asyncio.wait(list(self._flights.values()))

    async def _fly(
        self,
        place: Place,
        message_id: int,
        draw: Draw,
        other_kind: bool,
        chat_id: int,
        turn: Turn,
    ) -> bool:
        # A call that was cancelled may arrive all the same, and must not do so after this one.
        key = chat_id, message_id
        while flight := self._flights.get(key):
            await asyncio.wait([flight])
        parcel = self._drawn(place, key, draw(), other_kind)
        if parcel is None or not parcel.html:
            turn.counts = False
            return True
        flight = self._flights[key] = asyncio.create_task(self._change(key, parcel))
        flight.add_done_callback(lambda _: self._flights.pop(key))
        return await unless_cancelled(flight)

    def _drawn(
        self, place: Place, key: tuple[int, int], reply: Reply, other_kind: bool
    ) -> Parcel | None:
        """Return the new state of a message, None if it shows that already."""
        shown = self._memory.get(key)
        guess = Kind.PHOTO if reply.image or reply.without_image else Kind.TEXT
        kind = shown.kind if shown else guess
        if other_kind:
            kind = Kind.PHOTO if kind is Kind.TEXT else Kind.TEXT
        html = (
            to_html(in_words(reply), MAX_TEXT) if kind is Kind.TEXT else to_html(reply, MAX_CAPTION)
        )
        keys = keyboard(reply.buttons, self._links(), private=place.is_private)
        if shown and (shown.html, shown.keys) == (html, keys):
            return None
        return Parcel(kind, html, keys)

    async def _change(self, key: tuple[int, int], parcel: Parcel) -> bool:
        chat_id, message_id = key
        try:
            if parcel.kind is Kind.TEXT:
                await self._bot.edit_message_text(
                    parcel.html,
                    chat_id,
                    message_id,
                    parse_mode=ParseMode.HTML,
                    reply_markup=parcel.keys,
                    link_preview_options=NO_PREVIEW,
                )
            else:
                await self._bot.edit_message_caption(
                    chat_id,
                    message_id,
                    caption=parcel.html,
                    parse_mode=ParseMode.HTML,
                    reply_markup=parcel.keys,
                )
        except BadRequest as error:
            return self._after(error, key, parcel)
        self._keep(key, parcel)
        return True

    async def _change_photo(self, message_id: int, parcel: Parcel, chat_id: int, _: Turn) -> bool:
        media = InputMediaPhoto(
            parcel.data, parcel.html, parse_mode=ParseMode.HTML, filename=parcel.name
        )
        key = chat_id, message_id
        try:
            await self._bot.edit_message_media(media, chat_id, message_id, reply_markup=parcel.keys)
        except BadRequest as error:
            return self._after(error, key, parcel)
        self._memory[key] = parcel.shown
        return True

    def _after(self, error: BadRequest, key: tuple[int, int], parcel: Parcel) -> bool:
        """Return whether a message that Telegram did not change is there."""
        if is_unchanged(error):
            self._keep(key, parcel)
            return True
        if is_lost(error):
            self._memory.pop(key, None)
            return False
        raise error

    def _keep(self, key: tuple[int, int], parcel: Parcel) -> None:
        old = self._memory.get(key)
        digest = old.digest if old and not parcel.data else parcel.shown.digest
        self._memory[key] = replace(parcel.shown, digest=digest)
