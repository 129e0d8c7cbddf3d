"""The commands of Wordle: `seize wordle`."""

import asyncio
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from bot.app import App
from bot.console_app.commands import Commands
from bot.console_app.options import Json, Language
from bot.console_app.play.seat import YOU, Seat
from bot.console_app.wordle import advice as wordle_advice
from bot.console_app.wordle.words import words_of_files
from bot.console_app.words.secrets import database_file
from bot.interrupts import INTERRUPTED
from bot.presenters.wording import wording
from bot.settings import Settings
from core.chats.settings import Palette
from core.errors import SeizeError, translatable
from core.lexicon.catalogue import listing
from core.ports import StoreError
from core.wordle.bench import bench as play_all
from core.wordle.coach import MOST, Coach, Strategy
from core.wordle.game import CLASSIC, LONGEST, SHORTEST
from core.wordle.position import check_turns, read_turns
from core.wordle.words import WordleWords, wordle_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.wordle.game import Turn

app = Commands()
wordle_app = Commands(
    no_args_is_help=True, help="Wordle: play it, find the best next word, measure the coach."
)
app.add_typer(wordle_app, name="wordle")

Length = Annotated[
    int | None,
    typer.Option(
        help="Letters of the words. Default: those of the guesses or of --answers, else 5.",
        min=SHORTEST,
        max=LONGEST,
    ),
]
Hard = Annotated[
    bool, typer.Option("--hard", help="Hard mode: whatever was told must be used from then on.")
]
StrategyOption = Annotated[
    Strategy, typer.Option(help="Fewest guesses to come, or most information.")
]
Answers = Annotated[
    Path | None, typer.Option(help="Your own list of answers, one a line.", metavar="FILE")
]
Guesses = Annotated[
    Path | None,
    typer.Option(help="With --answers: further words that may be guessed.", metavar="FILE"),
]


@wordle_app.command()
def play(
    lang: Language = None,
    length: Annotated[
        int,
        typer.Option(
            help="Letters of the word; but for 5, a free game.", min=SHORTEST, max=LONGEST
        ),
    ] = CLASSIC,
    hard: Hard = False,
    free: Annotated[bool, typer.Option("--free", help="A random word, not today's.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Marks in words, for screen readers.")
    ] = False,
    count: Annotated[
        bool, typer.Option("--count", help="Tell after each guess how many words are left.")
    ] = False,
    palette: Annotated[
        Palette, typer.Option(help="Green and yellow, or orange and blue.")
    ] = Palette.CLASSIC,
) -> None:
    """Play the word of the day, or a random one; a game that is left goes on later."""
    seize = App(Settings.from_environment())
    language = listing((lang or seize.settings.language).lower()).language
    seize.prepare_solver()
    from bot.console_app.wordle.play import Look, WordleTable, play_wordle

    seat = Seat(YOU, Console(), wording(seize.settings.language), time.time)
    look = Look(palette, plain, count)

    async def sit_and_play() -> bool:
        store = await seize.store()
        try:
            table = WordleTable.at(store, seize.lexicons(), seat, look)
            record = await table.begin(language, length, free=free, hard=hard)
            return await play_wordle(table, record, sys.stdin)
        finally:
            await store.close()

    if asyncio.run(sit_and_play()):
        raise typer.Exit(INTERRUPTED)


@wordle_app.command()
def solve(
    guess: Annotated[
        list[str] | None,
        typer.Option(
            help="A guess and its marks, such as CRANE:-Y-G- or CRANE:01020; once or several "
            "times, in order.",
            metavar="WORD:MARKS",
        ),
    ] = None,
    lang: Language = None,
    length: Length = None,
    hard: Hard = False,
    strategy: StrategyOption = Strategy.BEST,
    answers: Answers = None,
    guesses: Guesses = None,
    count: Annotated[int, typer.Option(help="At most this many words.", min=1, max=MOST)] = 5,
    json_: Json = False,
) -> None:
    """Find the best next word after the guesses made so far."""
    seize = App(Settings.from_environment())
    turns = read_turns(" ".join(guess or ()), _language(seize, lang))
    size = length or (len(turns[0].word) if turns else None)
    words = _words(seize, lang, size, answers, guesses)
    if not answers:
        asyncio.run(_check_coached(seize, _language(seize, lang), turns))
    coach = Coach(words, hard=hard)
    left, advice = coach.remaining(turns), coach.advise(turns, strategy, count)
    check_turns(turns, words, hard=hard)

    if json_:
        print(wordle_advice.advice_json(advice, left))
    else:
        said = wording(seize.settings.language)
        Console().print(wordle_advice.advice_table(advice, said))
        print(wordle_advice.left_line(left, said))


@wordle_app.command()
def bench(
    answers: Answers = None,
    guesses: Guesses = None,
    lang: Language = None,
    length: Length = None,
    hard: Hard = False,
    strategy: StrategyOption = Strategy.BEST,
    json_: Json = False,
) -> None:
    """Let the coach find every word there is; a lost game counts as seven guesses."""
    seize = App(Settings.from_environment())
    words = _words(seize, lang, length, answers, guesses)
    started = time.perf_counter()
    score = play_all(Coach(words, hard=hard), strategy)
    seconds = time.perf_counter() - started

    if json_:
        print(wordle_advice.score_json(score, seconds))
    else:
        said = wording(seize.settings.language)
        Console().print(wordle_advice.score_table(score, said))
        print(wordle_advice.score_line(score, seconds, said))


def _words(
    seize: App, lang: str | None, length: int | None, answers: Path | None, guesses: Path | None
) -> WordleWords:
    """Return the words of a language and length, or those of the files given."""
    if not (answers or guesses):
        return wordle_words(seize.lexicon(lang), length or CLASSIC)
    if not answers:
        raise SeizeError(translatable("--guesses goes with --answers"))
    if length:
        raise SeizeError(translatable("--length goes without --answers, whose words have theirs"))
    return words_of_files(answers, guesses, _language(seize, lang))


async def _check_coached(seize: App, language: str, turns: "Sequence[Turn]") -> None:
    """Raise CoachShut for your own open game; where no database can be read, there is none."""
    file = database_file(seize.settings.database)
    if not turns or (file and not file.exists()):  # opening would make it
        return
    # The database's libraries take longer to import than the coach takes to think.
    from bot.console_app.wordle.play import Look, WordleTable

    seat = Seat(YOU, Console(), wording(seize.settings.language), time.time)
    with suppress(StoreError):
        store = await seize.store()
        try:
            table = WordleTable.at(store, seize.lexicons(), seat, Look())
            await table.wordles.check_coached(YOU, language, [turns])
        finally:
            await store.close()


def _language(seize: App, lang: str | None) -> str:
    return listing((lang or seize.settings.language).lower()).language
