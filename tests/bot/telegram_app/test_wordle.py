"""Wordle on Telegram: guesses are just typed, in private or by everybody in a group."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.helpers.platforms import (
    Lexicons,
    TelegramSide,
    a_scene,
    shown_on_telegram,
    telegram_side,
)
from tests.helpers.wordles import drawing
from tests.simulators.telegram import SimMessage


@pytest.fixture
async def side(tmp_path: Path, lexicon: Lexicons) -> AsyncIterator[TelegramSide]:
    scene = a_scene(tmp_path, lexicon, choose=drawing("crane", lexicon))
    async with telegram_side(scene) as new:
        yield new


async def in_group(side: TelegramSide, sentence: str) -> SimMessage:
    """Return the message in the group, once it is there."""
    said: SimMessage = await side.sim.until(lambda: side.group.said(sentence))
    return said


async def test_the_own_game_is_typed_in_private(side: TelegramSide) -> None:
    ana = side.player("Ana")
    async with side.process():
        board = await ana.asks("wordle", "6 tries left", "hard")
        assert board.private
        assert board.picture
        assert "Type a word of 5 letters." in board.text
        assert not board.has("wguess")
        board = await ana.guesses("slate", "5 tries left")
        assert board.picture
        await ana.guesses("crone", "Hard mode: letter 3 must stay A")
        await ana.guesses("<b>@all", "cannot be used")
        await ana.guesses("/w zzzzz", "“zzzzz” is not in the dictionary")
        board = await ana.guesses("/w Crâne", "Solved: 2/6")
        assert "The word: CRANE" in board.text
        await ana.presses(board, "wshare", "Seize Wordle en 1 2/6*")
        await ana.presses(board, "wcoach", "2. CRANE")
        await ana.presses(board, "wstat", "Solved: 1 of 1")
        await ana.presses(board, "wtop", "🥇 you · 2/6")
        await ana.presses(board, "wnew", "6 tries left")
    assert not any("SLATE" in each.text for each in side.told())


async def test_the_mode_is_changed_in_place(side: TelegramSide) -> None:
    ana = side.player("Ana")
    async with side.process():
        board = await ana.asks("wordle", "6 tries left")
        hard = await ana.presses(board, "whard", "Hard mode")
        assert hard.message is board.message
        assert hard.picture


async def test_who_never_wrote_is_invited_to_the_very_game(side: TelegramSide) -> None:
    ana, ben = side.player("Ana"), side.player("Ben")
    async with side.process():
        board = await ana.asks("wordle", "Wordle · French · 7 letters", "free 7 fr")
        assert board.private
        (invited,) = side.group.bot_messages
        link = invited.buttons[0].url.partition("=")[2]
        assert link == "wshow-1"
        await ben.person.starts(link)
        await side.sim.until(lambda: ben.told("somebody else's"))


async def test_a_group_shares_a_game(side: TelegramSide) -> None:
    ana, ben = side.player("Ana"), side.player("<b>Ben</b> @all")
    async with side.process():
        await ana.person.says(side.group, "/wordle here")
        board = await in_group(side, "Everyone may guess: type a word of 5 letters.")
        assert board.photo
        for talk in ("lol", "zzzzz", "well done", "/other slate"):
            await ben.person.says(side.group, talk)
        await in_group(side, "“zzzzz” is not in the dictionary")
        await ben.person.says(side.group, "slate")
        shown = shown_on_telegram(await in_group(side, "5 tries left"))
        assert "<b>Ben</b> @all · SLATE" in shown.text
        assert shown.picture
        assert shown.message is board
        assert len(side.group.bot_messages) == 2
        await ben.person.says(side.group, "/w qqqqq")
        await in_group(side, "“qqqqq” is not in the dictionary")
        await ana.person.says(side.group, "brick", reply_to=shown.message)
        await in_group(side, "4 tries left")
        query = await ben.person.clicks(shown.message, "wleft:1")
        assert "what is known" in (await query.answered()).text
        refused = await ben.person.clicks(shown.message, "wend:1")
        assert "somebody else's" in (await refused.answered()).text
        await ana.person.says(side.group, "/w crane")
        won = await in_group(side, "Solved: 3/6")
        await (await ben.person.clicks(won, "wnew:1")).answered()
        await side.sim.until(lambda: side.group.said("6 tries left") is not board)


async def test_guesses_in_a_group_change_one_board(side: TelegramSide) -> None:
    ana, ben = side.player("Ana"), side.player("Ben")
    async with side.process():
        await ana.person.says(side.group, "/wordle here")
        board = await in_group(side, "Everyone may guess: type a word of 5 letters.")
        pictures = [board.photo]
        for who, text, sentence in (
            (ana, "slate", "5 tries left"),
            (ben, "/w brick", "4 tries left"),
            (ana, "dumpy", "3 tries left"),
        ):
            await who.person.says(side.group, text)
            await in_group(side, sentence)
            assert side.group.bot_messages == [board]
            assert board.photo not in pictures
            pictures.append(board.photo)
        side.group.delete(board)
        await ben.person.says(side.group, "vague")
        new = await in_group(side, "2 tries left")
        await ana.person.says(side.group, "crane")
        assert await in_group(side, "Solved: 5/6") is new
        assert side.group.bot_messages == [new]


async def test_games_outlive_the_process(side: TelegramSide) -> None:
    ana, ben = side.player("Ana"), side.player("Ben")
    async with side.process():
        await ben.person.says(side.group, "/wordle here")
        await in_group(side, "Everyone may guess")
        board = await ana.asks("wordle", "6 tries left")
        await ana.guesses("slate", "5 tries left")
    async with side.process():
        left = await ana.presses(board, "wleft", "what is known")
        assert left.private
        await ana.guesses("crane", "Solved: 2/6")
        await ben.person.says(side.group, "crane")
        await in_group(side, "Solved: 1/6")


async def test_a_round_in_private_takes_words_first(side: TelegramSide) -> None:
    ana = side.player("Ana")
    async with side.process() as services:
        await ana.asks("wordle", "6 tries left")
        await ana.presses(await ana.asks("daily", "Daily 1"), "dgo", "⏳")
        await ana.writes("slate")
        record = await services.wordles.record(1)
        assert not record.guesses


async def test_the_coach_answers_in_private(side: TelegramSide) -> None:
    ana = side.player("Ana")
    async with side.process():
        await ana.person.starts()
        await ana.person.says(side.group, "/wordle solve SLATE:--G-G BRICK:02010")
        await side.sim.until(lambda: ana.told("can be it"))
        assert not [each for each in side.told() if "can be it" in each.text]
        await ana.person.says(side.group, "/wordle solve SLATE:--G")
        await in_group(side, "does not mark")
