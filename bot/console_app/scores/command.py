"""The commands that show what was played: `seize leaderboard` and `seize stats`."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from itertools import count
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

import typer
from rich.console import Console

from bot.app import App
from bot.console_app.commands import Commands
from bot.console_app.options import Json, Language
from bot.console_app.play.seat import HERE, YOU, are_left
from bot.console_app.plotting import check_plot
from bot.console_app.scores import tables
from bot.presenters.standings import statistics_title
from bot.presenters.wording import Wording, wording
from bot.settings import Settings
from core.errors import SeizeError, translatable
from core.ids import ChatRef, PlayerRef
from core.lexicon.catalogue import listing
from core.ports import Store
from core.practice.cards import Progress
from core.services.refusals import NothingKept
from core.services.settings import SettingsService
from core.services.standings import MAX_LINES, Leaderboard, StandingsService
from core.standings import Measure, Period, Statistics, local_day

app = Commands()


@app.command()
def leaderboard(
    lang: Language = None,
    period: Annotated[
        Period, typer.Option(help="The day, week (from Monday) or month that it is, or all time.")
    ] = Period.WEEK,
    by: Annotated[
        Measure,
        typer.Option(
            help="Sum of points, rounds won against others, best word, or mean share of the "
            "points that each grid held."
        ),
    ] = Measure.POINTS,
    previous: Annotated[
        bool, typer.Option("--previous", help="The day, week or month before.")
    ] = False,
    world: Annotated[bool, typer.Option("--world", help="All chats, not only this one.")] = False,
    chat: Annotated[
        str | None, typer.Option(help="Another chat of the database.", metavar="PLATFORM:ID")
    ] = None,
    limit: Annotated[int, typer.Option(help="At most this many.", min=1, max=MAX_LINES)] = 10,
    json_: Json = False,
) -> None:
    """Show who has played best."""
    if world and chat is not None:
        raise SeizeError(translatable("--world is of all chats: leave out --chat"))
    if previous and period is Period.ALL:
        raise SeizeError(
            translatable(
                "--previous goes with --period day, week or month: all time has none before"
            )
        )
    seize = App(Settings.from_environment())
    language = _language(seize, lang)
    where = None if world else HERE if chat is None else ChatRef.parse(chat)

    async def look() -> Leaderboard:
        async with _opened(seize) as store:
            service, day = StandingsService(store), await _today(store, where)
            return await service.leaderboard(
                where, language, period, by, day, YOU, limit, previous=previous
            )

    board = asyncio.run(look())
    words = wording(seize.settings.language)
    if json_:
        print(tables.board_json(board))
    elif board.lines or board.viewer:
        Console().print(tables.board_table(board, words, YOU, previous=previous))
    elif where != HERE or previous:
        print(words.gettext("nobody is on this leaderboard"))
    else:
        print(
            words.gettext(
                "nobody is on this leaderboard: seize play --lang {code} starts a round",
                code=language,
            )
        )


@app.command()
def stats(
    lang: Language = None,
    player: Annotated[
        str | None, typer.Option(help="Default: who plays here.", metavar="PLATFORM:ID")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Also draw the progress in a PNG file.", metavar="FILE")
    ] = None,
    json_: Json = False,
) -> None:
    """Show what a player has done so far."""
    seize = App(Settings.from_environment())
    language, words = _language(seize, lang), wording(seize.settings.language)
    who = YOU if player is None else PlayerRef.parse(player)
    if plot:
        check_plot(plot)
    statistics, others, progress = asyncio.run(_statistics(seize, who, language))
    if json_:
        print(tables.statistics_json(statistics, who, language))
    elif statistics.rounds:
        Console().print(tables.statistics_table(statistics, who, language, words, YOU, progress))
    elif who != YOU and not others:
        raise NothingKept(player=f"{who.platform}:{who.id}")
    else:
        print(_nothing(who, language, [other for other in others if other != language], words))
    if plot and statistics.rounds:
        _plot(statistics, who, language, words, plot)


async def _statistics(
    seize: App, player: PlayerRef, language: str
) -> tuple[Statistics, list[str], Progress]:
    """Return a player's past in a language, the languages of their rounds, the words learned."""
    async with _opened(seize) as store:
        service, today = StandingsService(store), await _today(store, HERE)
        past = await service.statistics(player, language, today)
        progress = await service.progress(player, language, time.time())
        return past, await service.languages(player), progress


def _plot(
    statistics: Statistics, player: PlayerRef, language: str, words: Wording, path: Path
) -> None:
    from bot.console_app.scores.progress import plot_progress

    title = statistics_title(player, language, words, YOU)
    plot_progress(statistics.progress, title, words, path)


def _nothing(player: PlayerRef, language: str, others: list[str], words: Wording) -> str:
    start = words.gettext("no rounds in this language")
    if player == YOU:
        start = words.gettext(
            "no rounds in this language yet: seize play --lang {code} starts one", code=language
        )
    if not others:
        return start
    there = words.gettext("there are some in: {codes} (--lang)", codes=", ".join(others))
    return f"{start}\n{there}"


def _language(seize: App, lang: str | None) -> str:
    return listing((lang or seize.settings.language).lower()).language


async def _today(store: Store, chat: ChatRef | None) -> date:
    """Return the day that it is in a chat, or (None) by which worldwide boards count."""
    settings = await SettingsService(store, time.time).of(chat) if chat else None
    return local_day(time.time(), settings.zone if settings else ZoneInfo("UTC"))


@asynccontextmanager
async def _opened(seize: App) -> AsyncIterator[Store]:
    store = await seize.store()
    try:
        if await are_left(store, time.time()):
            seize.prepare_solver()
            from bot.console_app.play.session import finish_left
            from core.services.dealer import Dealer

            await finish_left(store, Dealer(seize.lexicons(), count()), YOU, time.time)
        yield store
    finally:
        await store.close()
