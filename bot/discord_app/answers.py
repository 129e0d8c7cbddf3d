"""Answers to interactions: in time, and seen only by those whom they are for."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

from bot.chat.metrics import Metrics
from bot.discord_app.deliveries import ANSWER, backoff, note_failure, retry
from bot.discord_app.errors import ACKNOWLEDGED, TRANSIENT
from bot.discord_app.parcels import Parcel, parcel_of, shown_in
from bot.discord_app.rendering import Link
from bot.messages import Audience, Gone, Reply

Post = Callable[[Reply], Awaitable[str]]
Interaction = discord.Interaction[discord.Client]
_TRIES = 2


@dataclass(frozen=True, slots=True)
class AnswerPolicy:
    """The timing of answers: after `patience` seconds an answer is announced.

    `metrics` counts what fails; the first pause between tries takes `pause` seconds.
    """

    metrics: Metrics
    patience: float
    pause: float


class Answer:
    """The answer to one interaction.

    `hidden`: a slow answer is announced to the asker alone. `private`: only the asker is
    there, so nothing needs to be hidden. `post` sends a message to the room once Discord
    takes no answer any more.
    """

    def __init__(
        self,
        interaction: Interaction,
        policy: AnswerPolicy,
        *,
        hidden: bool,
        private: bool,
        post: Post | None = None,
    ) -> None:
        self._interaction = interaction
        self._policy = policy
        self._private = private
        self._hidden = hidden and not private
        self._post = post
        self._lock = asyncio.Lock()
        # What comes of a message is put off in silence: the answer may replace it.
        self._thinks = interaction.message is None
        self._announced = False  # by a message that says that Seize thinks
        self._unsure = False  # whether an announcement has come through
        self._given = False

    @property
    def given(self) -> bool:
        """Return whether something has been shown."""
        return self._given

    async def claim(self) -> bool:
        """Announce the answer at once; return False if that fails, as where another answers."""
        async with self._lock:
            try:
                await self._interaction.response.defer(
                    ephemeral=self._hidden, thinking=self._thinks
                )
            except (*TRANSIENT, discord.HTTPException):
                return False
            self._announced = self._thinks
        return True

    async def give(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do the work that answers with `send`; announce the answer if it is slow."""
        announcing = asyncio.create_task(self._announce())
        try:
            await work()
        except asyncio.CancelledError:
            announcing.cancel()  # it may be held up by whatever this is cancelled for
            raise
        finally:
            async with self._lock:
                announcing.cancel()
            if self._announced:
                await self._take_back()

    async def send(self, reply: Reply, link: Link | None = None) -> str:
        """Show a reply; return the id of its message, "" if only the asker sees it."""
        hidden = reply.audience is not Audience.ROOM and not self._private
        pauses = backoff(self._policy.pause, _TRIES)
        async with self._lock:
            try:
                shown = await retry(lambda: self._show(reply, link, hidden=hidden), pauses)
            except (*TRANSIENT, discord.HTTPException, Gone) as error:
                note_failure(self._policy.metrics, ANSWER, error)
                shown = None
            self._given = self._given or (shown is not None and not reply.passing)
        if shown is None:
            return "" if hidden or self._post is None else await self._post(reply)
        return "" if hidden else str(shown)

    async def _show(self, reply: Reply, link: Link | None, *, hidden: bool) -> int:
        make, pressed = partial(parcel_of, reply, link=link), self._interaction.message
        if reply.passing:
            return await self._put_off(make, hidden=hidden)
        # What only the asker is to see does not replace what all see.
        if reply.replaces and pressed and (pressed.flags.ephemeral or not hidden):
            # Another message, if it must be one, is for the asker, unless all play there.
            hidden = not self._private and not reply.game
            keeps_image = reply.keeps_image
            return await self._replace(pressed, make, keeps_image=keeps_image, hidden=hidden)
        if not self._interaction.response.is_done():
            return await self._respond(make, hidden=hidden)
        if self._announced and hidden == self._hidden:
            number = await self._edit(make())
            self._announced = False
            return number
        if self._announced:
            # What is announced to all cannot become one's own, nor the other way round.
            await self._take_back()
        return await self._follow(make(), hidden=hidden)

    async def _put_off(self, make: Callable[[], Parcel], *, hidden: bool) -> int:
        """Show what stands until the answer comes."""
        response = self._interaction.response
        if not self._thinks:
            # The message whose button was pressed stays what the answer may replace.
            if not response.is_done():
                await response.defer()
            return await self._follow(make(), hidden=hidden)
        if self._announced:
            return await self._edit(make())
        number = await self._respond(make, hidden=hidden)
        self._announced, self._hidden = True, hidden
        return number

    async def _respond(self, make: Callable[[], Parcel], *, hidden: bool) -> int:
        parcel = make()
        try:
            sent = await self._interaction.response.send_message(
                embeds=parcel.embeds, files=parcel.files, view=parcel.view, ephemeral=hidden
            )
        except discord.HTTPException as error:
            if error.code != ACKNOWLEDGED:
                raise
            # An earlier try came through, though what Discord said to it did not.
            return await self._respond_again(make(), hidden=hidden)
        return sent.message_id or 0

    async def _respond_again(self, parcel: Parcel, *, hidden: bool) -> int:
        """Answer where Discord has had an answer: this very one, or an announcement."""
        if not self._unsure or (self._thinks and hidden == self._hidden):
            return await self._edit(parcel)
        if self._thinks:
            await self._take_back()
        return await self._follow(parcel, hidden=hidden)

    async def _edit(self, parcel: Parcel) -> int:
        message = await self._interaction.edit_original_response(
            embeds=parcel.embeds, attachments=_files(parcel), view=parcel.view
        )
        return message.id

    async def _follow(self, parcel: Parcel, *, hidden: bool) -> int:
        message = await self._interaction.followup.send(
            embeds=parcel.embeds, files=parcel.files, view=parcel.view, ephemeral=hidden, wait=True
        )
        return message.id

    async def _replace(
        self,
        pressed: discord.Message,
        make: Callable[..., Parcel],
        *,
        keeps_image: bool,
        hidden: bool,
    ) -> int:
        """Show a reply in the message whose button was pressed; if that is refused, in another."""
        response = self._interaction.response
        parcel = make(picture=shown_in(pressed.embeds) if keeps_image else "")
        try:
            if response.is_done():
                return await self._edit(parcel)
            await response.edit_message(
                embeds=parcel.embeds, attachments=_files(parcel), view=parcel.view
            )
        except TRANSIENT:
            raise  # to be tried again
        except discord.HTTPException as error:
            if error.code == ACKNOWLEDGED:
                return pressed.id
            if response.is_done():
                return await self._follow(make(), hidden=hidden)
            return await self._respond(make, hidden=hidden)
        return pressed.id

    async def _announce(self) -> None:
        await asyncio.sleep(self._policy.patience)
        async with self._lock:
            response = self._interaction.response
            if response.is_done() or self._given:
                return
            try:
                await response.defer(ephemeral=self._hidden, thinking=self._thinks)
            except (*TRANSIENT, discord.HTTPException) as error:
                self._unsure = True
                note_failure(self._policy.metrics, ANSWER, error)
            else:
                self._announced = self._thinks

    async def _take_back(self) -> None:
        """Delete the announcement."""
        self._announced = False
        try:
            await self._interaction.delete_original_response()
        except (*TRANSIENT, discord.HTTPException) as error:
            note_failure(self._policy.metrics, ANSWER, error)


def _files(parcel: Parcel) -> Any:
    """Return the files of an edited message: those it has, where they stay."""
    return discord.utils.MISSING if parcel.keeps_files else parcel.files
