"""Whatever Discord may send: an answer, no error, no ping, no mark that nobody meant."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.arguments import Kind
from bot.chat.commands import BUTTONS, COMMANDS
from bot.presenters.people import called
from bot.presenters.wording import wording
from core.ids import Member, PlayerRef
from core.lexicon import Lexicon
from tests.bot.server.guests import forged
from tests.bot.server.nasty import texts
from tests.bot.server.scenes import (
    INTEGER,
    STRING,
    USER,
    DiscordScene,
    discord_scene,
    option,
    shown,
)
from tests.simulators.discord.interactions import MODAL_SUBMIT
from tests.simulators.discord.sent import owners_of, send

pytestmark = pytest.mark.filterwarnings("ignore:unread_data")  # aiohttp, of itself
DRAWN = texts(halves=True)
PARTS = st.one_of(
    DRAWN.map(lambda text: text[:40]),
    st.sampled_from(["", "1", "0", "-1", "²", "٣", "9" * 17, "9" * 20, "turn", "fr", "ruzzle"]),
)
DATA = st.builds(
    lambda verb, parts: ":".join([verb, *parts])[:90],
    st.one_of(st.sampled_from(sorted(BUTTONS)), PARTS),
    st.lists(PARTS, max_size=5),
)


@pytest.fixture(scope="module")
def scene(lexicon: Callable[[str], Lexicon]) -> Iterator[DiscordScene]:
    with discord_scene(lexicon) as made:
        yield made


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_commands_answer_whatever_their_arguments(scene: DiscordScene, name: str) -> None:
    command = COMMANDS[name]
    # Discord names nobody else; duels are told to who is named, some time later.
    people = [str(each.id) for each in scene.sim.users if each is not scene.sim.me]

    @given(st.data())
    def answers(data: st.DataObject) -> None:
        options = []
        for argument in command.arguments:
            if not argument.required and not data.draw(st.booleans()):
                continue
            kind = {Kind.INTEGER: INTEGER, Kind.PLAYER: USER}.get(argument.kind, STRING)
            values: st.SearchStrategy[object] = DRAWN.map(lambda text: text[:6000])
            if kind == INTEGER:
                values = st.integers(-(2**53), 2**53)
            elif kind == USER:
                values = st.sampled_from(people)
            elif argument.choices:
                values |= st.sampled_from(sorted(argument.choices))
            options.append(option(argument.name, kind, data.draw(values)))
        assert scene.loop.run(scene.asks(scene.ana, name, options))
        scene.check()

    answers()


@given(DATA, st.sampled_from(["seize:", "seize:", "seize:", "", "seize"]))
def test_buttons_answer_whatever_they_carry(scene: DiscordScene, data: str, prefix: str) -> None:
    async def press() -> None:
        asked = await scene.ana.slash(scene.channel, "rules")
        message = await asked.response()
        forgery = forged(scene.ana, scene.channel, message, data, prefix)
        assert await scene.answered(forgery) or forgery.modal

    scene.loop.run(press())
    scene.check()


@given(st.lists(DRAWN, min_size=1, max_size=8))
def test_words_are_taken_or_left_whatever_they_are(scene: DiscordScene, typed: list[str]) -> None:
    async def type_them() -> None:
        await scene.play()
        for text in typed:
            if text.strip():
                await scene.ana.says(scene.channel, text[:2000] if text[:2000].strip() else "x")
            part = {"type": 4, "id": 3, "custom_id": "words", "value": text[:4000]}
            form = [{"type": 18, "id": 2, "component": part}]
            data = {"custom_id": "seize:typed", "components": form}
            owners = owners_of(scene.ana, scene.channel, [0])
            sent = send(MODAL_SUBMIT, scene.ana, scene.channel, owners, data, "form")
            assert await scene.answered(sent)
        choices = await scene.ana.completes(scene.channel, "check", "word", typed[0][:6000])
        assert len(choices) <= 25

    scene.loop.run(type_them())
    scene.check()


@given(DRAWN.map(lambda text: text[:200]) | DRAWN.map(lambda text: text[-100:]))
def test_names_are_shown_as_they_are(scene: DiscordScene, name: str) -> None:
    async def told() -> list[str]:
        person = scene.sim.add_user(name, scene.channel.guild, locale="en-GB")  # type: ignore[arg-type]
        ref = PlayerRef("discord", str(person.id))
        told = [called(Member(ref, name).name, ref, wording("en"))]
        await scene.play()
        written = await person.says(scene.channel, "more")
        await scene.sim.until(lambda: written.reactions)
        for command in ("stats", "stop"):
            who = person if command == "stats" else scene.ana
            (message,) = await scene.asks(who, command, [])
            told.append(shown(message.embeds[0]))
        return told

    expected, stats, end = scene.loop.run(told())
    one_line = " ".join(expected.split())  # as titles are
    assert stats.startswith(f"{one_line} · English".strip())
    assert f"🥇 {expected} ·" in end
    scene.check()
