"""Somebody who tries everything: one person in a chat of their own, on either platform.

Each deed waits for an answer with a sentence in it, and returns what the answer shows.
"""

from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.chat.commands import COMMANDS
from bot.telegram_app.rendering import without_joiners
from tests.simulators.discord import Channel, DiscordSimulator, Person
from tests.simulators.discord import SimMessage as DiscordMessage
from tests.simulators.discord.interactions import COMPONENT, SimInteraction
from tests.simulators.discord.sent import owners_of, send
from tests.simulators.telegram import SimChat, SimGroup, SimUser, TelegramSimulator
from tests.simulators.telegram import SimMessage as TelegramMessage


@dataclass
class Tried:
    """The commands and buttons that somebody has had answered."""

    commands: set[str] = field(default_factory=set)
    buttons: set[str] = field(default_factory=set)


class Guest(Protocol):
    """A guest's command; `text` is for where commands are typed, `options` for elsewhere."""

    tried: Tried

    async def asks(
        self, command: str, sentence: str, text: str = "", *, alone: bool = False, **options: object
    ) -> Any:
        """Use a command; alone with the bot, where answers in a group are but marks."""

    def carried(self, shown: Any, verb: str) -> str:
        """Return the data of the last button of a verb ("speak:fr" to be exact)."""

    async def presses(self, shown: Any, verb: str, sentence: str) -> Any:
        """Press the last button of a verb on what is shown."""

    async def types(self, shown: Any, title: str, hint: str, refusal: str) -> None:
        """Press "type", and send "777" from where that leads."""

    async def guesses(self, board: Any, title: str, word: str, sentence: str) -> Any:
        """Send in a guess of one's own Wordle, by the form of a title where there are forms."""

    async def makes_up(self, shown: Any, data: str, sentence: str) -> None:
        """Press a button that a message has not."""

    async def friend(self) -> "Guest":
        """Return another guest in the same chat."""


@dataclass
class DiscordGuest:
    """A moderator in a channel of a server."""

    sim: DiscordSimulator
    language: str
    channel: Channel
    person: Person
    tried: Tried = field(default_factory=Tried)

    async def asks(
        self, command: str, sentence: str, text: str = "", *, alone: bool = False, **options: object
    ) -> DiscordMessage:
        asked = await self.person.slash(self.channel, command, **options)
        shown = await self._answer(asked, sentence)
        self.tried.commands.add(command)
        return shown

    def carried(self, shown: DiscordMessage, verb: str) -> str:
        ids = [str(each.get("custom_id", "")).removeprefix("seize:") for each in shown.buttons]
        return [each for each in ids if f"{each}:".startswith(f"{verb}:")][-1]

    async def presses(self, shown: DiscordMessage, verb: str, sentence: str) -> DiscordMessage:
        custom_id = f"seize:{self.carried(shown, verb)}"
        answered = await self._answer(await self.person.clicks(shown, custom_id), sentence)
        self.tried.buttons.add(verb.partition(":")[0])
        return answered

    async def types(self, shown: DiscordMessage, title: str, hint: str, refusal: str) -> None:
        await self._fills_in(shown, "type", title, "777", refusal)

    async def guesses(
        self, board: DiscordMessage, title: str, word: str, sentence: str
    ) -> DiscordMessage:
        return await self._fills_in(board, "wguess", title, word, sentence)

    async def makes_up(self, shown: DiscordMessage, data: str, sentence: str) -> None:
        await self._answer(forged(self.person, self.channel, shown, data), sentence)
        self.tried.buttons.add(data.partition(":")[0])

    async def friend(self) -> "DiscordGuest":
        guild = self.channel.guild
        assert guild
        person = self.sim.add_user("Friend", guild, locale=self.person.locale)
        return DiscordGuest(self.sim, self.language, self.channel, person, self.tried)

    async def _fills_in(
        self, shown: DiscordMessage, verb: str, title: str, text: str, sentence: str
    ) -> DiscordMessage:
        pressed = await self.person.clicks(shown, f"seize:{self.carried(shown, verb)}")
        form = await pressed.form()
        assert form.title == title
        answered = await self._answer(await self.person.submits(form, {"words": text}), sentence)
        self.tried.buttons.add(verb)
        return answered

    async def _answer(self, asked: SimInteraction, sentence: str) -> DiscordMessage:
        shown = await asked.response()
        assert sentence in text_of(shown), (str(asked), sentence, text_of(shown))
        return shown


def forged(
    person: Person, channel: Channel, message: DiscordMessage, data: str, prefix: str = "seize:"
) -> SimInteraction:
    """Press a button on a message that it has not."""
    component = {"custom_id": prefix + data, "component_type": 2, "id": 1}
    owners = owners_of(person, channel, [0])
    return send(COMPONENT, person, channel, owners, component, f"[{data}]", message)


def text_of(message: DiscordMessage) -> str:
    """Return the text of a message, without the marks of its Markdown."""
    said = [f"{each.get('title', '')}\n{each.get('description', '')}" for each in message.embeds]
    return "\n".join(said).replace("\\", "").replace("**", "")


@dataclass
class TelegramGuest:
    """An administrator in a group, who has started the bot in private, too."""

    sim: TelegramSimulator
    language: str
    group: SimGroup
    user: SimUser
    tried: Tried = field(default_factory=Tried)

    async def asks(
        self, command: str, sentence: str, text: str = "", *, alone: bool = False, **options: object
    ) -> TelegramMessage:
        before = self._state()
        name = COMMANDS[command].name_in(self.language)
        place: SimChat = self.user.private if alone else self.group
        await self.user.says(place, f"/{name} {text}".strip())
        shown = await self._fresh(before, sentence)
        self.tried.commands.add(command)
        return shown

    def carried(self, shown: TelegramMessage, verb: str) -> str:
        return [each.data for each in shown.buttons if f"{each.data}:".startswith(f"{verb}:")][-1]

    async def presses(self, shown: TelegramMessage, verb: str, sentence: str) -> TelegramMessage:
        return await self._press(shown, self.carried(shown, verb), sentence)

    async def types(self, shown: TelegramMessage, title: str, hint: str, refusal: str) -> None:
        url = next(each.url for each in shown.buttons if "start=type-" in each.url)
        before = self._state()
        await self.user.starts(url.partition("=")[2])
        await self._fresh(before, hint)
        before = self._state()
        await self.user.says(self.user.private, "777")
        await self._fresh(before, refusal)
        self.tried.buttons.add("type")

    async def guesses(
        self, board: TelegramMessage, title: str, word: str, sentence: str
    ) -> TelegramMessage:
        # No board has this button here; but a message may come with any.
        await self._press(board, self.carried(board, "wleft").replace("left", "guess"), "Wordle")
        before = self._state()
        await self.user.says(self.user.private, word)
        return await self._fresh(before, sentence)

    async def makes_up(self, shown: TelegramMessage, data: str, sentence: str) -> None:
        await self._press(shown, data, sentence)

    async def friend(self) -> "TelegramGuest":
        user = self.sim.add_user("Friend", language_code=self.user.language_code)
        self.group.join(user)
        await user.starts()
        await self.sim.until(lambda: user.private.last)
        return TelegramGuest(self.sim, self.language, self.group, user, self.tried)

    async def _press(self, shown: TelegramMessage, data: str, sentence: str) -> TelegramMessage:
        before = self._state()
        query = await self.user.clicks(shown, data, stale=True)
        said = (await query.answered()).text
        if sentence not in said:
            shown = await self._fresh(before, sentence, said)
        self.tried.buttons.add(data.partition(":")[0])
        return shown

    def _messages(self) -> list[TelegramMessage]:
        return [*self.group.bot_messages, *self.user.private.bot_messages]

    def _state(self) -> set[tuple[int, int, int]]:
        return {_state(each) for each in self._messages()}

    async def _fresh(
        self, before: set[tuple[int, int, int]], sentence: str, said: str = ""
    ) -> TelegramMessage:
        """Return a message, new or edited, with a sentence in it; `said` came over the chat."""

        def found() -> TelegramMessage | None:
            fresh = [each for each in self._messages() if _state(each) not in before]
            return next((each for each in fresh if sentence in without_joiners(each.text)), None)

        try:
            return await self.sim.until(found)
        except TimeoutError as error:
            told = [each.text for each in self._messages()[-4:]]
            raise AssertionError(sentence, said, told) from error


def _state(message: TelegramMessage) -> tuple[int, int, int]:
    return message.chat.id, message.message_id, len(message.history)
