"""Whatever Telegram may send: an answer, no error, no ping, no link that nobody meant."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.commands import BUTTONS, COMMANDS
from bot.presenters.people import called
from bot.presenters.wording import wording
from bot.telegram_app.rendering import without_joiners
from core.ids import Member, PlayerRef
from core.lexicon import Lexicon
from tests.bot.server.nasty import texts
from tests.bot.server.scenes import TelegramScene, telegram_scene

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


@pytest.fixture(scope="module")
def scene(lexicon: Callable[[str], Lexicon]) -> Iterator[TelegramScene]:
    with telegram_scene(lexicon) as made:
        yield made


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"w"}))
def test_commands_answer_whatever_their_arguments(scene: TelegramScene, name: str) -> None:
    @given(DRAWN, st.booleans(), st.sampled_from([" ", "\n", "  ", "\u00a0"]))
    def answers(text: str, alone: bool, space: str) -> None:
        chat = scene.ana.private if alone else scene.group
        assert scene.loop.run(scene.asks(f"/{name}{space}{text}", chat))
        scene.check()

    answers()


@given(DRAWN)
def test_links_are_answered_whatever_they_ask_for(scene: TelegramScene, payload: str) -> None:
    scene.loop.run(scene.asks(f"/start {payload}", scene.ana.private))
    scene.check()


@given(DATA, st.booleans())
def test_buttons_answer_whatever_they_carry(scene: TelegramScene, data: str, alone: bool) -> None:
    async def press() -> None:
        message = await scene.asks("/rules", scene.ana.private if alone else scene.group)
        await (await scene.ana.clicks(message, data, stale=True)).answered()
        await scene.asks("/rules", message.chat)  # all that came before is answered then

    scene.loop.run(press())
    scene.check()


@given(st.lists(DRAWN, min_size=1, max_size=8), st.booleans())
def test_words_are_taken_or_left_whatever_they_are(
    scene: TelegramScene, typed: list[str], alone: bool
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
def test_names_are_shown_as_they_are(scene: TelegramScene, name: str) -> None:
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
