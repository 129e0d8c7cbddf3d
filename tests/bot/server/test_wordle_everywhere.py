"""Wordle on both platforms at once: kills, shared games, and refusals."""

import signal
from pathlib import Path
from typing import Any

import pytest

from bot.presenters.wording import Wording, wording
from core.errors import SeizeError
from core.languages import LATIN
from core.lexicon import Lexicon
from core.wordle.contradictions import contradiction
from core.wordle.game import Misplaced, NotAWord, Unused, WrongLength
from core.wordle.marks import BadMarks, Mark, marks
from core.wordle.position import BadTurn, read_turns
from tests.bot.server.book import Book
from tests.helpers.platforms import PLATFORMS, SIDES, Lexicons, Shown, a_scene
from tests.helpers.wordle_platforms import (
    DiscordWordle,
    Platform,
    TelegramWordle,
    both_platforms,
    serving_both,
    shown,
)
from tests.helpers.wordles import answer, drawing, others

TOLD = "SELECT word FROM wordle_guesses WHERE wordle = ? ORDER BY number"
SHARED = "Seize Wordle en 1 3/6\n\n⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"
KINDS: dict[str, Any] = {"discord": DiscordWordle, "telegram": TelegramWordle}

MALFORMED, CONTRADICTION = "CRANE:--?-G", "CRANE:GGGGG SLATE:GGGGG"
WRONG: dict[str, SeizeError] = {
    "CRANE": BadTurn(text="CRANE"),
    MALFORMED: BadMarks(marks="--?-G", guess="CRANE"),
    "CRANE:--": BadMarks(marks="--", guess="CRANE"),
    "CRANE:----- SLATES:------": WrongLength("slates", 5),
    "ZZZZZ:-----": NotAWord("zzzzz"),
    CONTRADICTION: contradiction(read_turns(CONTRADICTION, "en"), LATIN),
}


def hinting(word: str, lexicon: Lexicon) -> tuple[str, str]:
    """Return a guess that is told one letter in its place, and one that has another elsewhere.

    The second keeps what the first was told, the first has not what the second was told.
    """
    _, words = lexicon.graph.of_length(len(word))
    told = {each: marks(each, word) for each in words}
    first = {each: one for each, one in told.items() if sum(one) == max(one) == Mark.GREEN}
    return next(
        (green, yellow)
        for green, one in first.items()
        for yellow, other in told.items()
        if sum(other) == Mark.GREEN + Mark.YELLOW and other[one.index(Mark.GREEN)] is Mark.GREEN
        if yellow[other.index(Mark.YELLOW)] != word[one.index(Mark.GREEN)]
    )


def check(told: Shown, error: SeizeError) -> None:
    """Check that nothing is told but an error, to who asks, in a line that is not English."""
    assert told.private
    assert "\n" not in told.text.strip()
    assert str(error) not in told.text


async def own(platform: Platform[Any], player: Any) -> Shown:
    """Begin the word of the day, with guesses that cost nothing; return its board."""
    board: Shown = await player.asks("wordle", "Wordle 1 · English")
    assert board.private
    assert board.picture
    for guess, error in (("zzzzz", NotAWord("zzzzz")), ("too", WrongLength("too", 5))):
        told = await platform.guesses(player, board, guess, wording("en").notice(error))
        assert told.private
        assert told.message is not board.message
    return board


async def solved(platform: Platform[Any], player: Any, board: Shown, word: str) -> Shown:
    """Solve the word of the day with the third guess; return the leaderboard."""
    end = await platform.guesses(player, board, word, "Solved: 3/6")
    assert f"The word: {word.upper()}" in end.text
    assert (await player.presses(end, "wshare", "Seize Wordle")).text.strip() == SHARED
    await player.presses(end, "wstat", "Solved: 1 of 1 (100.0%)")
    await player.presses(end, "wcoach", f"3. {word.upper()}")
    top: Shown = await player.presses(end, "wtop", "🥇 you · 3/6")
    return top


async def shared(
    platform: Platform[Any], ana: Any, ben: Any, folder: Path, lexicon: Lexicons
) -> str:
    """Begin a game of a chat, with a guess of who did not ask for it; return the answer."""
    await platform.shares(ana)
    await shown(platform, "Everyone may guess")
    word = answer(folder / "seize.db")
    (guess,) = others(word, lexicon, 1)
    await platform.says(ben, guess)
    assert f"Ben · {guess.upper()}" in (await shown(platform, "5 tries left")).text
    return word


async def gone_on(platform: Platform[Any], ana: Any, ben: Any, word: str) -> None:
    """Solve the game of a chat with the second guess."""
    await platform.shares(ben)
    board = await shown(platform, "A Wordle is on here already: guess along")
    assert "5 tries left" in board.text
    await platform.says(ana, word)
    assert f"Ana · {word.upper()}" in (await shown(platform, "Solved: 2/6")).text


@pytest.mark.slow
async def test_a_killed_process_loses_nothing(
    tmp_path: Path, data_dir: Path, lexicon: Lexicons
) -> None:
    book = Book(tmp_path)
    async with both_platforms(tmp_path, lexicon) as platforms:
        one, other = platforms
        chats = [(each, each.side.player("Ana"), each.side.player("Ben")) for each in platforms]
        ana, ben = one.side.player("Ana"), other.side.player("Ben")
        async with serving_both(tmp_path, data_dir, platforms) as bot:
            boards = [await own(one, ana), await own(other, ben)]
            ((word,),) = book.ask("SELECT DISTINCT answer FROM wordles")
            first, second = others(word, lexicon, 2)
            answers = [await shared(*each, tmp_path, lexicon) for each in chats]
            await one.guesses(ana, boards[0], first, "5 tries left")
            await ben.says(first)
            await book.until(lambda: book.ask(TOLD, 2))
            await bot.stop(signal.SIGKILL)
        await ben.says(second)
        async with serving_both(tmp_path, data_dir, platforms) as bot:
            await other.side.sim.until(lambda: ben.told("4 tries left"))
            await one.guesses(ana, boards[0], second, "4 tries left")
            here = await solved(one, ana, boards[0], word)
            world = await solved(other, ben, boards[1], word)
            assert "Ben" not in here.text
            assert "🥇 Ana · 3/6" in world.text
            await ana.presses(here, here.buttons[-1], "🥇 Ben · 3/6")
            assert [book.ask(TOLD, game) for game in (1, 2)] == [[(first,), (second,), (word,)]] * 2
            for each, found in zip(chats, answers, strict=True):
                await gone_on(*each, found)
            assert await bot.stop() == 0


async def refused(
    platform: Platform[Any], player: Any, words: Wording, database: Path, lexicon: Lexicons
) -> None:
    """Break both rules of hard mode in an English game, in another language."""
    begun = {"what": "free", "language": "en", "mode": "hard"}
    board = await player.asks("wordle", words.gettext("Hard mode"), **begun)
    word = answer(database)
    green, yellow = hinting(word, lexicon("en"))
    (without,) = others(word, lexicon, 1)
    place = marks(green, word).index(Mark.GREEN)
    hint = yellow[marks(yellow, word).index(Mark.YELLOW)]
    for taken, next_one, error in (
        (green, without, Misplaced(letter=word[place].upper(), place=place + 1)),
        (yellow, green, Unused("hard mode: the guess must have {letter}", letter=hint.upper())),
    ):
        board = await platform.guesses(player, board, taken, words.gettext("Hard mode"))
        check(await platform.guesses(player, board, next_one, words.notice(error)), error)


@pytest.mark.slow
async def test_what_is_refused_says_why_in_a_line_in_the_language_of_who_asks(
    tmp_path: Path, data_dir: Path, lexicon: Lexicons
) -> None:
    async with (
        both_platforms(tmp_path, lexicon) as (one, other),
        serving_both(tmp_path, data_dir, (one, other)) as bot,
    ):
        platforms: list[tuple[Platform[Any], str, list[str]]] = [
            (one, "fr", [*WRONG]),
            # Telegram takes no more than a message a second.
            (other, "de", [MALFORMED, CONTRADICTION]),
        ]
        for platform, language, positions in platforms:
            words, player = wording(language), platform.side.player("Zoe", locale=language)
            await refused(platform, player, words, tmp_path / "seize.db", lexicon)
            for each in positions:
                check(await platform.solves(player, each, words.notice(WRONG[each])), WRONG[each])
            advice = await platform.solves(player, "SLATE:--G-G", words.gettext("Best:"))
            assert words.gettext("can be it") in advice.text
        assert await bot.stop() == 0


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_the_coach_is_shut_while_ones_game_at_the_word_of_the_day_is_open(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon, choose=drawing("crane", lexicon))
    async with SIDES[platform](scene) as side, side.process():
        here: Platform[Any] = KINDS[platform](side)
        ana = side.player("Ana")
        board = await ana.asks("wordle", "Wordle 1", language="en")
        await here.guesses(ana, board, "slate", "5 tries left")
        await here.solves(ana, "SLATE:--G-G", "the coach looks at it when it is over")
        await here.guesses(ana, board, "crane", "Solved: 2/6")
        await here.solves(ana, "SLATE:--G-G", "Best:")
