"""The daily on Telegram: in the private chat, however one came there."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.messages import Audience, Button
from core.daily.puzzle import SECONDS
from core.ids import PlayerRef, own_room
from core.rounds.round import Round
from core.services.rounds import GRACE
from core.solver.solution import FoundWord
from tests.bot.telegram_app.drawn import image
from tests.bot.telegram_app.fakes import says
from tests.bot.telegram_app.stage import stage
from tests.bot.telegram_app.times import SteppedTime
from tests.helpers.patience import PATIENCE
from tests.helpers.platforms import (
    Lexicons,
    Shown,
    TelegramPlayer,
    TelegramSide,
    a_scene,
    shown_on_telegram,
    telegram_side,
    words_of,
)

ATTEMPTS = "SELECT count(*) FROM attempts"


@pytest.fixture
async def side(tmp_path: Path, lexicon: Lexicons) -> AsyncIterator[TelegramSide]:
    async with telegram_side(a_scene(tmp_path, lexicon)) as new:
        yield new


@pytest.fixture
def found(lexicon: Lexicons) -> list[FoundWord]:
    return words_of(1, lexicon)


async def begun(player: TelegramPlayer) -> Shown:
    """Return the board of an attempt that has just begun."""
    return await player.presses(await player.asks("daily", "Daily 1"), "dgo", "⏳")


def running(services: object, player: TelegramPlayer) -> Round:
    """Return the attempt that a player makes."""
    ref = PlayerRef("telegram", str(player.person.id))
    round_: Round | None = services.rounds.live.running(own_room(ref))  # type: ignore[attr-defined]
    assert round_
    return round_


async def test_start_pressed_twice_at_once_begins_one_attempt(side: TelegramSide) -> None:
    ana = side.player("Ana")
    async with side.process():
        page = await ana.asks("daily", "Daily 1")
        other = await ana.asks("daily", "Daily 1")
        twice = [await ana.person.clicks(page.message, "dgo:en:1") for _ in range(2)]
        twice += [await ana.person.clicks(other.message, "dgo:en:1")]
        await asyncio.gather(*(query.answered() for query in twice))
        # The last is where it goes on.
        await side.sim.until(lambda: shown_on_telegram(other.message).has("dend"))
        await side.scene.waits.until(lambda: not page.message.buttons)
        assert "goes on below" in page.message.text
        assert other.message.photo
    assert side.scene.rows(ATTEMPTS) == [(1,)]


async def test_who_never_wrote_is_invited_and_a_link_shows_the_day(side: TelegramSide) -> None:
    ana = side.player("Ana")
    async with side.process():
        await ana.person.says(side.group, "/daily en")
        invitation = await side.sim.until(lambda: side.group.last)
        assert invitation.buttons[0].url.endswith("?start=dday-en-1")
        assert "Daily 1" not in invitation.text
        await ana.person.starts("dday-en-1")
        await side.sim.until(lambda: ana.told("one attempt of two minutes"))
        await ana.person.says(ana.person.private, "/start dgo-en-1")
        await side.sim.until(lambda: ana.told("/help"))
    assert side.scene.rows(ATTEMPTS) == [(0,)]


async def test_words_in_the_group_are_not_of_the_attempt(
    side: TelegramSide, found: list[FoundWord]
) -> None:
    ana = side.player("Ana")
    async with side.process() as services:
        await begun(ana)
        had = len(side.group.bot_messages)
        said = await ana.person.says(side.group, found[0].display)
        answer = await ana.person.says(
            side.group, found[1].display, reply_to=side.group.bot_messages[-1]
        )
        await ana.writes(found[2].display)
        words = [play.verdict.word for play in running(services, ana).plays]
        assert words == [found[2].word]
        assert not said.reactions
        assert not answer.reactions
        assert len(side.group.bot_messages) == had


async def test_edited_and_late_words_do_not_count(
    side: TelegramSide, found: list[FoundWord]
) -> None:
    ana, clock = side.player("Ana"), side.scene.clock
    async with side.process() as services:
        await begun(ana)
        begin = clock()
        await ana.writes(found[0].display)
        first = next(m for m in ana.person.private.messages if m.text == found[0].display)
        await ana.person.edits(first, found[1].display)
        await ana.writes(found[2].display)
        private = ana.person.private
        clock.now = begin + SECONDS + GRACE - 1
        intime = await ana.person.says(private, found[3].display, at=begin + SECONDS - 1)
        late = await ana.person.says(private, found[4].display, at=begin + SECONDS)
        await side.sim.until(lambda: intime.reactions and late.reactions)
        plays = running(services, ana).plays
        accepted = [play.verdict.word for play in plays if play.verdict.accepted]
        assert accepted == [found[0].word, found[2].word, found[3].word]
        assert [str(play.verdict.cause) for play in plays if play.verdict.cause] == ["too-late"]
        await side.scene.pass_by(2, lambda: ana.told("Place so far"))
        assert ana.told("Words: 3 of")


async def test_what_is_shown_again_is_not_written_again(
    side: TelegramSide, found: list[FoundWord]
) -> None:
    ana = side.player("Ana")
    async with side.process():
        page = await ana.asks("daily", "Daily 1")
        yesterday = await ana.person.clicks(page.message, "dday:en:1", stale=True)
        await yesterday.answered()
        board = await ana.presses(page, "dgo", "⏳")
        await (await ana.person.clicks(board.message, "dgo:en:1", stale=True)).answered()
        await ana.writes(found[0].display)
        await side.scene.waits.until(lambda: "· ✅ 1" in board.message.text)
        card = await ana.presses(shown_on_telegram(board.message), "dend", "Place so far")
        for _ in range(2):
            await (await ana.person.clicks(card.message, "dshare:en:1")).answered()
        await side.scene.waits.until(lambda: not board.message.buttons)
        assert "The round is over." in board.message.text
        late = await ana.person.clicks(board.message, "dend:1", stale=True)
        await late.answered()
        top = await ana.presses(card, "dtop", "🥇 you")
        for period in ("week", "day"):
            top = await ana.presses(top, f"dtop:en:1:{period}", period_title(period))
        assert top.message is not card.message


def period_title(period: str) -> str:
    return {"week": "this week", "day": "today"}[period]


async def test_a_press_in_a_group_shows_no_secrets(
    side: TelegramSide, found: list[FoundWord]
) -> None:
    ana, ben = side.player("Ana", admin=True), side.player("Ben")
    async with side.process() as services:
        await services.dailies.maker.make_missing()
        await ana.sets("timezone", "UTC")
        await ana.sets("daily", "0")
        board = await begun(ana)
        await ana.writes(found[0].display)
        await ana.presses(shown_on_telegram(board.message), "dend", "Place so far")
        await side.scene.pass_by(12 * 3600 + 300, lambda: side.group.said("Daily 1 is over"))
        news = side.group.said("Daily 1 is over")
        assert news
        # Ben has never started the bot: the press opens the private chat, with the same request.
        query = await ben.person.clicks(news, "dday:en:2")
        assert (await query.answered()).url.endswith("?start=dday-en-2")
        await ben.person.starts("dday-en-2")
        await side.sim.until(lambda: ben.told("Daily 2"))
        top = await ben.presses(
            Shown(news, news.text, picture=False, buttons=("dtop:en:1:day:chat",), private=False),
            "dtop",
            "🥇 Ana",
        )
        assert top.private
        assert len([m for m in side.group.bot_messages if "Daily" in m.text]) == 1


async def test_a_board_is_never_left_out() -> None:
    time = SteppedTime()
    async with stage(time=time) as scene, asyncio.timeout(PATIENCE):
        ana = scene.sim.add_user("Ana")
        start = (Button("Start", "dgo:en:1"),)
        scene.dispatcher.replies["help"] = says("Page", buttons=(start,))
        secret = says("Board", image=image(), audience=Audience.SECRET, replaces=True)
        scene.dispatcher.replies["dgo"] = secret
        await ana.starts()
        page = await scene.sim.until(lambda: ana.private.last)
        for number in range(9):
            await ana.says(ana.private, "/rules")
            await scene.asked("rules", number + 1)
        # Some are told, two wait, the others are left out.
        await scene.sim.until(lambda: scene.metrics.failed)
        await ana.clicks(page, "Start")
        await scene.asked("dgo")
        while not ana.private.said("Board"):
            time.step(1.0)
            await scene.sim.until(lambda: len(scene.sim.calls("answerCallbackQuery")) == 1)
            await asyncio.sleep(0)
