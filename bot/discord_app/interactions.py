"""Takes interactions: commands, completions, buttons, forms."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import discord

from bot.chat.commands import BUTTONS, COMMANDS
from bot.chat.dispatcher import Dispatcher
from bot.discord_app.answers import Answer, AnswerPolicy
from bot.discord_app.channels import invitation, missing, note_wished
from bot.discord_app.deliveries import ANSWER, note_failure
from bot.discord_app.errors import TRANSIENT
from bot.discord_app.forms import FORM, GUESS, filled_in, form, guess_form
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
from bot.presenters.wording import Wording, wording_for

T = TypeVar("T")

STARTING = ("play", "again")  # what starts a round
WHISPERED = ("dgo",)  # what goes on in the place where it was asked, for one player alone
TYPE = "type"  # the verb of the button that opens the form
MAX_CHOICES, MAX_CHOICE = 25, 100


class Interactions:
    """Answers the interactions of one client."""

    def __init__(self, dispatcher: Dispatcher, outbox: Outbox, policy: AnswerPolicy) -> None:
        self._dispatcher = dispatcher
        self._outbox = outbox
        self._policy = policy

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
        request = command_request(interaction, place)
        command = COMMANDS.get(request.name)
        hidden = command is None or command.audience is not Audience.ROOM
        await self._answer(interaction, place, request, hidden=hidden)

    async def _button(self, interaction: Interaction, place: Place) -> None:
        request = button_request(interaction, place)
        if request.name == TYPE:
            await self._open_form(interaction, form, number_of(request.args.get("1", "")))
        elif request.name == GUESS:
            await self._open_form(interaction, guess_form, pressed(interaction))
        elif request.name in BUTTONS:
            await self._answer(interaction, place, request, hidden=True)
        else:
            answer = self._answer_to(interaction, place, hidden=True)
            text = wording_for(request.locale).gettext("This button is too old: ask again.")
            await answer.send(_note(text))

    async def _answer(
        self, interaction: Interaction, place: Place, request: Request, *, hidden: bool
    ) -> None:
        answer = self._answer_to(interaction, place, hidden=hidden)
        if request.name in STARTING and (refusal := self._refusal(interaction, place)):
            await answer.send(*refusal)
            return

        async def send(reply: Reply) -> str:
            message_id = await answer.send(reply)
            self._outbox.sent(message_id, reply)
            if request.name not in WHISPERED:
                return message_id
            if answer.given:
                self._outbox.whisper_through(interaction, place)
                return message_id
            # The clock of its player runs: they are to see the board somewhere.
            return await self._outbox.post(private_room(request.member.ref), reply)

        await answer.give(lambda: self._dispatcher.answer(request, send))

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
        """Return why no round can be started in a place, None if one can."""
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

    async def _open_form(
        self, interaction: Interaction, make: Callable[[Wording, T], discord.ui.Modal], what: T
    ) -> None:
        words = wording_for(str(interaction.locale))
        await self._respond(lambda: interaction.response.send_modal(make(words, what)))

    async def _form(self, interaction: Interaction, place: Place) -> None:
        request = button_request(interaction, place)
        if request.name == GUESS:
            guess = replace(request, text=filled_in(data_of(interaction)))
            await self._answer(interaction, place, guess, hidden=True)
            return
        name, _, round_id = pressed(interaction).partition(":")
        text = filled_in(data_of(interaction)) if name == FORM else ""
        answer = self._answer_to(interaction, place, hidden=True)
        typed = Typed(
            room=place.room,
            member=asker(interaction, place),
            text=text,
            at=moment(interaction.id),
            message_id=f"i{interaction.id}",
            meant=True,
            marked=False,
            alone=place.alone,
            locale=str(interaction.locale),
            round_id=number_of(round_id),
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
