"""Interactions, brought to the dispatcher: commands, completions, buttons, forms."""

from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import replace

import discord

from bot.chat.commands import verb_of
from bot.chat.context import Effect, Entry
from bot.chat.dispatcher import Dispatcher
from bot.discord_app.answers import Answer, AnswerPolicy
from bot.discord_app.channels import invitation, missing, note_wished
from bot.discord_app.deliveries import ANSWER, note_failure
from bot.discord_app.errors import TRANSIENT
from bot.discord_app.forms import filled_in, form
from bot.discord_app.history import Ends
from bot.discord_app.outbox import Outbox
from bot.discord_app.places import Place, Where, moment, place_of
from bot.discord_app.rendering import Link
from bot.discord_app.requests import (
    Interaction,
    asker,
    button_request,
    command_request,
    data_of,
    focused,
    number_of,
    pressed,
)
from bot.messages import MAX_BODY, Audience, Reply, Request, Span, Typed, private_room
from bot.presenters.wording import wording_for

MAX_CHOICES, MAX_CHOICE = 25, 100


class Interactions:
    """Answers the interactions of one client.

    `contested`: another process may have answered, and is then left to it.
    """

    def __init__(
        self,
        dispatcher: Dispatcher,
        outbox: Outbox,
        policy: AnswerPolicy,
        ends: Ends,
        *,
        contested: bool = False,
    ) -> None:
        self._dispatcher = dispatcher
        self._outbox = outbox
        self._policy = policy
        self._ends = ends
        self._contested = contested

    async def take(self, interaction: Interaction) -> None:
        """Answer one interaction."""
        place = place_of(interaction)
        match interaction.type:
            case discord.InteractionType.application_command:
                await self._command(interaction, place)
            case discord.InteractionType.autocomplete:
                await self._complete(interaction, place)
            case discord.InteractionType.component:
                await self._button(interaction, place)
            case discord.InteractionType.modal_submit:
                await self._form(interaction, place)

    async def _command(self, interaction: Interaction, place: Place) -> None:
        await self._answer(interaction, place, command_request(interaction, place))

    async def _button(self, interaction: Interaction, place: Place) -> None:
        request = button_request(interaction, place)
        if entry := verb_of(request.name).entry:
            opened = form(entry, wording_for(request.locale), pressed(interaction))
            await self._respond(lambda: interaction.response.send_modal(opened))
        else:
            await self._answer(interaction, place, request)

    async def _answer(self, interaction: Interaction, place: Place, request: Request) -> None:
        verb = verb_of(request.name)
        answer = self._answer_to(interaction, place, hidden=verb.audience is not Audience.ROOM)
        if self._contested and not await answer.claim():
            return
        if verb.effect is Effect.STARTS_ROUND and (refusal := self._refusal(interaction, place)):
            await answer.send(*refusal)
            return

        async def send(reply: Reply) -> str:
            message_id = await answer.send(reply)
            self._outbox.sent(message_id, reply)
            if verb.effect is not Effect.STARTS_ATTEMPT or reply.passing:
                return message_id
            if answer.given:
                self._outbox.whisper_through(interaction, place)
                return message_id
            # The clock of its player runs: they are to see the board somewhere.
            return await self._outbox.post(private_room(request.member.ref), reply)

        async def work() -> None:
            in_order = verb.effect is Effect.ENDS_ROUND
            async with self._ends.after_reading() if in_order else nullcontext():
                await self._dispatcher.answer(request, send)

        await answer.give(work)

    def _answer_to(self, interaction: Interaction, place: Place, *, hidden: bool) -> Answer:
        async def post(reply: Reply) -> str:
            return await self._outbox.post(place.room, reply)

        return Answer(
            interaction,
            self._policy,
            hidden=hidden,
            private=place.alone,
            post=None if place.where is Where.FOREIGN else post,
        )

    def _refusal(self, interaction: Interaction, place: Place) -> tuple[Reply, Link | None] | None:
        """Return the reason why no round can start in a place, None if one can."""
        words = wording_for(str(interaction.locale))
        if place.where is Where.FOREIGN:
            text = words.gettext("Rounds need Seize to be a member here: add it to the server.")
            link = Link(words.gettext("Add Seize"), invitation(interaction.application_id))
            return _note(text), link
        if place.alone:
            return None
        may = interaction.app_permissions
        thread = isinstance(interaction.channel, discord.Thread)
        if lacking := missing(may, thread=thread):
            text = words.gettext(
                "Seize may not play here: it lacks {permissions}. An admin can allow it.",
                permissions=", ".join(lacking),
            )
            return _note(text), None
        note_wished(may)
        return None

    async def _complete(self, interaction: Interaction, place: Place) -> None:
        argument, text = focused(interaction)
        request = command_request(interaction, place)
        choices = await self._dispatcher.choices(request.name, argument, text, request)
        offered = [
            discord.app_commands.Choice(name=label[:MAX_CHOICE], value=value)
            for value, label in choices[:MAX_CHOICES]
            if label and len(value) <= MAX_CHOICE
        ]
        await self._respond(lambda: interaction.response.autocomplete(offered))

    async def _form(self, interaction: Interaction, place: Place) -> None:
        request = button_request(interaction, place)
        entry, text = verb_of(request.name).entry, filled_in(data_of(interaction))
        if entry is Entry.GUESS:
            await self._answer(interaction, place, replace(request, text=text))
            return
        answer = self._answer_to(interaction, place, hidden=True)
        if self._contested and not await answer.claim():
            return
        typed = Typed(
            room=place.room,
            member=asker(interaction, place),
            text=text if entry else "",
            at=moment(interaction.id),
            id=f"i{interaction.id}",
            meant=True,
            marked=False,
            alone=place.alone,
            locale=str(interaction.locale),
            round_id=number_of(request.args.get("1", "")),
        )

        async def work() -> None:
            lines = [said.text for said in await self._dispatcher.typed(typed)]
            if board := await self._dispatcher.board_after(typed, lines):
                await answer.send(board)
                if answer.given:
                    self._outbox.whisper_through(interaction, place)
                return
            none = wording_for(typed.locale).gettext("No round takes words here now.")
            await answer.send(_note("\n".join(lines)[:MAX_BODY] or none))

        await answer.give(work)

    async def _respond(self, respond: Callable[[], Awaitable[object]]) -> None:
        try:
            await respond()
        except (*TRANSIENT, discord.HTTPException) as error:
            note_failure(self._policy.metrics, ANSWER, error)


def _note(text: str) -> Reply:
    return Reply(body=(Span(text),), audience=Audience.ASKER)
