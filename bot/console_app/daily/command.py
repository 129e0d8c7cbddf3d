"""The commands of the puzzle of the day: `seize daily`."""

import asyncio
import secrets
import sys
import time
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from bot.app import App, say
from bot.console_app.commands import Commands
from bot.console_app.daily.days import Relative, daily_of, read_day
from bot.console_app.daily.list import Entry, entries_of, entry_json, show_list
from bot.console_app.options import Json, Plain
from bot.console_app.play.seat import YOU, Seat, are_left, show
from bot.console_app.plotting import check_place, write
from bot.interrupts import INTERRUPTED
from bot.presenters.wording import wording
from bot.settings import Settings
from bot.steady import steady_clock
from core.daily.puzzle import day_of
from core.errors import SeizeError, translatable
from core.lexicon.catalogue import listing
from core.services.refusals import NoDaily, NotOver, NotProvable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from bot.console_app.daily.table import DailyTable
    from core.daily.order import Made, Order
    from core.daily.proof_file import ProofFile
    from core.daily.puzzle import Gained, Puzzle
    from core.ports import Store
    from core.services.daily_maker import DailyMaker

# The solver, the search and the database's libraries are imported inside the commands.

_MOST_AHEAD = 30
_MOST_LISTED = 1000

app = Commands()
daily_app = Commands(
    no_args_is_help=True, help="The puzzle of the day: play it, look it up, make and verify it."
)
app.add_typer(daily_app, name="daily")

Lang = Annotated[
    str | None,
    typer.Option(
        help="Language of the words. Default: your locale's, else the first that has dailies."
    ),
]
Number = Annotated[int, typer.Argument(help="The number of a daily.", metavar="N")]


@daily_app.command()
def play(
    number: Annotated[int | None, typer.Argument(help="Default: today's.", metavar="N")] = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Play today's puzzle: one attempt of two minutes; or a past one for fun."""
    seize, language = _app_for(lang)
    seize.prepare_solver()
    from bot.console_app.daily.attempt import play_daily

    seat = Seat(YOU, Console(), wording(seize.settings.language), steady_clock())
    wanted = Relative.TODAY if number is None else number

    async def sit_and_play() -> None:
        async with _sitting(seize) as table:

            async def asked() -> "Puzzle":
                return await daily_of(table, language, wanted)

            await play_daily(table, asked, seat, sys.stdin, plain=plain)

    asyncio.run(sit_and_play())


@daily_app.command("show")
def show_day(
    day: Annotated[
        str | None,
        typer.Argument(
            help="Its number, its date, yesterday or today. Default: today.", metavar="DAY"
        ),
    ] = None,
    lang: Lang = None,
    json_: Json = False,
    plot: Annotated[
        Path | None,
        typer.Option(help="Also draw how the points spread in a PNG file.", metavar="FILE"),
    ] = None,
) -> None:
    """Show a day: its puzzle, your attempt and who leads; its grid when the day is over."""
    wanted = read_day(day)
    seize, language = _app_for(lang)
    if plot:
        check_place(plot)
    seize.prepare_solver()
    from bot.console_app.daily.page import page_json, page_of, show_page

    async def look() -> None:
        async with _sitting(seize) as table:
            page = await page_of(table.dailies, await daily_of(table, language, wanted), YOU)
        words = wording(seize.settings.language)
        if json_:
            print(page_json(page))
        else:
            show_page(page, words, Console())
        if plot and page.points:
            from bot.presenters.pictures.colours import Theme
            from bot.presenters.pictures.spreads import spread_picture

            write(spread_picture(page.points, words, Theme.LIGHT).data, plot)

    asyncio.run(look())


@daily_app.command("list")
def list_days(
    lang: Lang = None,
    limit: Annotated[int, typer.Option(help="At most this many.", min=1, max=_MOST_LISTED)] = 20,
    json_: Json = False,
) -> None:
    """List the puzzles until now, the newest first."""
    seize, language = _app_for(lang)

    async def look() -> list[Entry]:
        store = await seize.store()
        try:
            if await _is_behind(store):
                seize.prepare_solver()
                await _sit_down(seize, store)
            return await entries_of(store, language, YOU, limit)
        finally:
            await store.close()

    entries, now = asyncio.run(look()), time.time()
    words = wording(seize.settings.language)
    if json_:
        for entry in entries:
            print(entry_json(entry, now))
    elif entries:
        show_list(entries, words, Console(), now)
    else:
        print(
            words.gettext(
                "there are no dailies yet: seize daily play --lang {code} makes today's",
                code=language,
            )
        )


@daily_app.command()
def make(
    lang: Annotated[
        list[str] | None,
        typer.Option(help="A language, once or several times. Default: SEIZE_DAILY_LANGUAGES."),
    ] = None,
    ahead: Annotated[
        int | None,
        typer.Option(help="Days ahead, besides today. Default: 3.", min=0, max=_MOST_AHEAD),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            help="Seconds of each search. Default: SEIZE_DAILY_SECONDS.",
            min=1,
            max=3600,
            metavar="S",
        ),
    ] = None,
) -> None:
    """Make the puzzles that are missing, as the bot does at night; Ctrl-C keeps what is made."""
    seize = App(Settings.from_environment())
    languages = _languages(seize, lang)
    for language in languages:
        seize.lexicon(language)  # which says so where it is packed only now
    kernels = seize.prepare_search()
    from bot.console_app.daily.night import AHEAD, work_now
    from bot.kernels import MakerProcess
    from core.daily.known import known_grids

    done = asyncio.run(
        work_now(
            seize.store,
            MakerProcess(seize.settings.lexicons.absolute(), kernels).make,
            languages,
            partial(known_grids, seize.settings.fame),
            AHEAD if ahead is None else ahead,
            seconds or seize.settings.daily_seconds,
            say,
            wording(seize.settings.language),
        )
    )
    print(done.line(wording(seize.settings.language)))
    if done.interrupted:
        raise typer.Exit(INTERRUPTED)
    if done.missing:
        raise typer.Exit(1)


@daily_app.command()
def verify(
    number: Annotated[
        int | None, typer.Argument(help="The number of a daily.", metavar="N")
    ] = None,
    lang: Lang = None,
    file: Annotated[
        Path | None,
        typer.Option(help="Verify a proof file instead; no database is asked.", metavar="FILE"),
    ] = None,
    seal: Annotated[
        str | None,
        typer.Option(
            help="The seal that you were told, or its first 32 digits or more.", metavar="HEX"
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(help="With N: also write a proof file, .json, for anybody.", metavar="FILE"),
    ] = None,
    json_: Json = False,
) -> None:
    """Find the grid of a past day again by its recipe; exit 1 if it is not what was sealed."""
    if (number is None) is (file is None):
        raise SeizeError(translatable("give the number of a daily, or a proof file with --file"))
    if save and file:
        raise SeizeError(translatable("--save goes with the number of a daily, not with --file"))
    seize, language = (App(Settings.from_environment()), "") if file else _app_for(lang)
    seize.prepare_search()
    from bot.console_app.daily import proof as daily_proof
    from core.optimizer.legs import Shelf

    published = "" if seal is None else daily_proof.read_seal(seal)
    if save:
        daily_proof.check_name(save)
    archive: tuple[str, ...] | None = None
    if file:
        told = daily_proof.read_proof(file)
    else:
        told, archive = asyncio.run(_told(seize, language, number or 0))
    if save:
        write(told.to_json().encode(), save)
    seize.lexicon(told.language)
    shelf = Shelf(seize.settings.lexicons.absolute())
    proof = daily_proof.prove(told, shelf, archive, published)
    if json_:
        print(daily_proof.proof_json(proof))
    else:
        show(Console(), *daily_proof.proof_lines(proof, wording(seize.settings.language)))
    if proof.problems:
        raise typer.Exit(1)


@daily_app.command()
def words(
    number: Number,
    lang: Lang = None,
    accept: Annotated[
        list[str] | None,
        typer.Option(help="Let this word count for that day; once or several times."),
    ] = None,
    json_: Json = False,
) -> None:
    """List what players sent on a past day that no dictionary has; let some of it count."""
    seize, language = _app_for(lang)
    alphabet = seize.lexicon(language).alphabet
    accepting = [alphabet.read(word) for word in accept or ()]
    seize.prepare_solver()
    from bot.console_app.daily import words as daily_words

    async def look() -> None:
        told = wording(seize.settings.language)
        gained: dict[str, Sequence[Gained]] = {}
        async with _sitting(seize) as table:
            puzzle = await daily_of(table, language, number)
            if puzzle.closed_at is None:
                raise NotOver(number=puzzle.number)
            for word in accepting:
                gained[word] = await table.dailies.accept(puzzle, word)
                puzzle = await table.dailies.by_id(puzzle.id)
                if not json_:
                    show(Console(), *daily_words.gained_lines(word, gained[word], told))
            async with table.store.read() as work:
                refused = await work.attempts.refused(puzzle.id)
        if json_:
            print(daily_words.words_json(puzzle, refused, gained))
        elif not accepting:
            show(Console(), *daily_words.refused_lines(refused, told))

    asyncio.run(look())


def _app_for(lang: str | None) -> tuple[App, str]:
    """Return the app, and the language of the dailies that are meant."""
    seize = App(Settings.from_environment())
    own, known = seize.settings.language, seize.settings.dailies
    (language,) = _languages(seize, [lang or (own if own in known else known[0])])
    return seize, language


def _languages(seize: App, langs: list[str] | None) -> tuple[str, ...]:
    """Return the languages of dailies that are meant, each once; raises NoDaily."""
    known = seize.settings.dailies
    asked = dict.fromkeys(listing(each.lower()).language for each in langs or known)
    for language in asked:
        if language not in known:
            raise NoDaily.language(language, known)
    return tuple(asked)


async def _told(seize: App, language: str, number: int) -> "tuple[ProofFile, tuple[str, ...]]":
    """Return the proof of a daily, and the grids of the last year before it.

    Raises NotProvable, NoDaily.
    """
    from core.daily.proof_file import proof_of
    from core.daily.recipe import YEAR

    async with _sitting(seize) as table:
        puzzle = await daily_of(table, language, number)
        async with table.store.read() as work:
            before = await work.puzzles.before(language, puzzle.number, YEAR)
    if not puzzle.is_over(time.time()):
        raise NotProvable(number=puzzle.number)
    return proof_of(puzzle, before), tuple(str(each.grid) for each in before)


@asynccontextmanager
async def _sitting(seize: App) -> "AsyncIterator[DailyTable]":
    """Open the database and sit down; raises StoreError."""
    store = await seize.store()
    try:
        yield await _sit_down(seize, store)
    finally:
        await store.close()


async def _sit_down(seize: App, store: "Store") -> "DailyTable":
    """Count the rounds that were left and close the days that are over; return a table."""
    from bot.console_app.daily.table import DailyTable
    from bot.console_app.play.session import finish_left
    from core.services.dealer import Dealer

    dealer = Dealer(seize.lexicons(), count())
    await finish_left(store, dealer, YOU, time.time)
    table = DailyTable(store, _maker(seize, store), dealer, YOU, steady_clock())
    await table.dailies.close_due()
    return table


async def _is_behind(store: "Store") -> bool:
    """Return whether rounds are to be counted or days to be closed, which takes the solver."""
    now = time.time()
    async with store.read() as work:
        unclosed = await work.puzzles.unclosed(day_of(now))
    return any(now >= puzzle.closes_at for puzzle in unclosed) or await are_left(store, now)


def _maker(seize: App, store: "Store") -> "DailyMaker":
    """Return a maker of dailies: today's is made at once where it is missing."""
    from core.daily.known import known_grids
    from core.services.daily_maker import DailyMaker

    async def make_now(order: "Order") -> "Made":
        from bot.kernels import MakerProcess

        seize.lexicon(order.lexicon)
        kernels = seize.prepare_search()  # for this alone: who looks at a day need not wait for it
        return await MakerProcess(seize.settings.lexicons.absolute(), kernels).make_now(order)

    return DailyMaker(
        store=store,
        clock=time.time,
        languages=seize.settings.dailies,
        make=make_now,
        make_now=make_now,
        seeds=lambda: secrets.randbits(63),
        known=partial(known_grids, seize.settings.fame),
    )
