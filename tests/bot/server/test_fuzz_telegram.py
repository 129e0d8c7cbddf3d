"""Whatever Telegram may send: an answer, no error, no ping, no link that nobody meant."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.commands import BUTTONS, COMMANDS
from bot.chat.dispatcher import Dispatcher
from bot.presenters.people import called
from bot.presenters.wording import wording
from bot.telegram_app.rendering import without_joiners
from core.ids import Member, PlayerRef
from core.languages import languages
from core.lexicon import Lexicon
from tests.bot.server.nasty import TOKEN, Lines, Loop, logged, telegram_bot, texts
from tests.simulators.telegram import SimChat, SimGroup, SimMessage, SimUser, TelegramSimulator

SORRY = "Something went wrong"
NAMES = {each.name_in(language) for each in COMMANDS.values() for language in languages()}
LOOKS = {"bold", "pre", "code", "spoiler", "bot_command"}
DRAWN = texts(halves=False)
PARTS = st.one_of(
    DRAWN.map(lambda text: text[:30]),
    st.sampled_from(["", "1", "0", "-1", "²", "٣", "9" * 17, "9" * 20, "turn", "fr", "ruzzle"]),
)
DATA = st.builds(
    lambda verb, parts: ":".join([verb, *parts]).encode()[:64].decode(errors="ignore") or ":",
    st.one_of(st.sampled_from(sorted(BUTTONS)), PARTS),
    st.lists(PARTS, max_size=5),
)


@dataclass(frozen=True, repr=False)
class Scene:
    """A group with an administrator, who has a private chat, too, and all there is to look at."""

    loop: Loop
    sim: TelegramSimulator
    dispatcher: Dispatcher
    group: SimGroup
    ana: SimUser
    lines: Lines

    def told(self) -> list[SimMessage]:
        """Return the bot's messages."""
        return [*self.group.bot_messages, *self.ana.private.bot_messages]

    async def asks(self, text: str, chat: SimChat | None = None) -> SimMessage:
        """Say a command, and return the last message of its answer."""
        had = self.told()
        # As Telegram's clients do: nothing white stands at the ends.
        await self.ana.says(chat or self.group, text.strip()[:4096])
        await self.sim.until(lambda: len(self.told()) > len(had))
        return next(each for each in reversed(self.told()) if each not in had)

    async def play(self) -> None:
        """See to it that a round is on in the group."""
        if not self.dispatcher.rooms():
            await self.asks("/play en")

    def check(self) -> None:
        """Look at all that was said, and at the logs."""
        assert self.sim.violations == []
        assert self.lines.errors == []
        assert not [line for line in self.lines.kept if TOKEN in line.lower()]
        for message in [*self.group.bot_messages[-40:], *self.ana.private.bot_messages[-40:]]:
            assert SORRY not in message.text
            assert message.pings == []
            assert {each["type"] for each in message.entities} <= LOOKS
            assert {each[1:] for each in message.kinds("bot_command")} <= NAMES
        self.lines.kept.clear()


@pytest.fixture(scope="module")
def scene(lexicon: Callable[[str], Lexicon]) -> Iterator[Scene]:
    loop = Loop()
    with logged() as lines, telegram_bot(loop, lexicon) as (sim, dispatcher):
        group, ana = sim.add_group("Words"), sim.add_user("Ana", language_code="en")
        group.join(ana, admin=True)
        loop.run(ana.starts())
        made = Scene(loop, sim, dispatcher, group, ana, lines)
        loop.run(sim.until(lambda: ana.private.last))
        for chat in (group, ana.private):  # pictures take long, and show no texts
            loop.run(made.asks("/settings board text", chat))
        yield made


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"w"}))
def test_commands_answer_whatever_their_arguments(scene: Scene, name: str) -> None:
    @given(DRAWN, st.booleans(), st.sampled_from([" ", "\n", "  ", "\u00a0"]))
    def answers(text: str, alone: bool, space: str) -> None:
        chat = scene.ana.private if alone else scene.group
        assert scene.loop.run(scene.asks(f"/{name}{space}{text}", chat))
        scene.check()

    answers()


@given(DRAWN)
def test_links_are_answered_whatever_they_ask_for(scene: Scene, payload: str) -> None:
    scene.loop.run(scene.asks(f"/start {payload}", scene.ana.private))
    scene.check()


@given(DATA, st.booleans())
def test_buttons_answer_whatever_they_carry(scene: Scene, data: str, alone: bool) -> None:
    async def press() -> None:
        message = await scene.asks("/rules", scene.ana.private if alone else scene.group)
        await (await scene.ana.clicks(message, data, stale=True)).answered()
        await scene.asks("/rules", message.chat)  # all that came before is answered then

    scene.loop.run(press())
    scene.check()


@given(st.lists(DRAWN, min_size=1, max_size=8), st.booleans())
def test_words_are_taken_or_left_whatever_they_are(
    scene: Scene, typed: list[str], alone: bool
) -> None:
    chat = scene.ana.private if alone else scene.group

    async def type_them() -> None:
        await scene.play()
        await scene.sim.until(lambda: not scene.sim.pending)
        for text in typed:
            before = "/w " if text < "M" else ""
            await scene.ana.says(chat, f"{before}{text}".strip()[:4096])
        await scene.asks("/rules", chat)

    scene.loop.run(type_them())
    scene.check()


@given(DRAWN.map(lambda text: text[:64]) | DRAWN.map(lambda text: text[-64:]))
def test_names_are_shown_as_they_are(scene: Scene, name: str) -> None:
    async def told() -> list[str]:
        person = scene.sim.add_user(name, language_code="en")
        scene.group.join(person)
        ref = PlayerRef("telegram", str(person.id))
        told = [called(Member(ref, name).name, ref, wording("en"))]
        await scene.play()
        written = await person.says(scene.group, "more")
        await scene.sim.until(lambda: written.reactions)
        board = scene.group.last
        await person.says(scene.group, "/stats")
        await scene.sim.until(lambda: scene.group.last is not board)
        told.append(scene.group.bot_messages[-1].text)
        told.append((await scene.asks("/stop")).text)
        return [without_joiners(each) for each in told]

    expected, stats, end = scene.loop.run(told())
    assert stats.startswith(f"{expected} · English")
    assert f"🥇 {expected} ·" in end
    scene.check()
