"""The commands about the database: `seize db` and `seize export`."""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from bot.console_app.commands import Commands
from bot.presenters.wording import Wording, wording
from bot.settings import Settings
from core.ids import PlayerRef
from core.services.privacy import PrivacyService, export_text
from core.services.refusals import NothingKept
from core.store.sql.store import SqlStore, open_store
from core.store.upkeep import operations
from core.store.upkeep.checks import count, existing, problems
from core.store.upkeep.files import writing_file

app = Commands()
db_app = Commands(no_args_is_help=True, help="Look after the database of players and scores.")
app.add_typer(db_app, name="db")

Force = Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")]


@db_app.command()
def upgrade() -> None:
    """Bring the database to this version's schema; Seize also does so as it starts."""
    settings = Settings.from_environment()
    words = _wording(settings)
    before, after = asyncio.run(operations.migrate(settings.database))
    if before == after:
        print(words.gettext("up to date: step {step}", step=after))
    else:
        steps = {"before": before or 0, "after": after}
        print(words.gettext("upgraded from step {before} to {after}", **steps))


@db_app.command()
def check() -> None:
    """Print what is wrong with the database, one thing a line, and exit 1; change nothing."""
    settings = Settings.from_environment()
    if not asyncio.run(_check(settings.database, _wording(settings))):
        raise typer.Exit(1)


@db_app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write the copy.")], force: Force = False
) -> None:
    """Copy the database as it is now into FILE, while games go on (SQLite only)."""
    settings = Settings.from_environment()
    operations.backup(settings.database, file, overwrite=force)
    print(_wording(settings).gettext("a copy of the database is in {path}", path=file))


@db_app.command()
def restore(file: Annotated[Path, typer.Argument(help="A file that db backup wrote.")]) -> None:
    """Put the backup FILE in the place of the database, which is kept beside it (SQLite only)."""
    settings = Settings.from_environment()
    kept = asyncio.run(operations.restore(settings.database, file, time.time()))
    if kept:
        print(_wording(settings).gettext("the database until now is kept as {path}", path=kept))


@app.command()
def export(
    file: Annotated[Path | None, typer.Argument(help="Default: standard output.")] = None,
    player: Annotated[
        str | None,
        typer.Option(help="Only what is kept of this player.", metavar="PLATFORM:ID"),
    ] = None,
    force: Force = False,
) -> None:
    """Write all that is kept, one JSON line a row, or all that is kept of one player."""
    settings = Settings.from_environment()
    ref = None if player is None else PlayerRef.parse(player)
    if file is None:
        asyncio.run(_export(settings.database, ref, sys.stdout))
        return
    operations.refuse_database(settings.database, file)
    with (
        writing_file(file, overwrite=force) as written,
        written.open("w", encoding="utf-8") as output,
    ):
        asyncio.run(_export(settings.database, ref, output))


def _wording(settings: Settings) -> Wording:
    return wording(settings.language)


async def _check(place: Path | str, words: Wording) -> bool:
    """Print what is wrong, or how much is sound; return which it was."""
    sound = True
    async with aclosing(problems(place)) as found:
        async for problem in found:
            sound = False
            print(words.notice(problem), flush=True)
    if sound:
        counted = await count(place)
        print(
            words.gettext("sound; players: {players}, rounds: {rounds}, plays: {plays}", **counted)
        )
    return sound


async def _export(place: Path | str, player: PlayerRef | None, output: TextIO) -> None:
    async with _opened(place) as store:
        if player:
            print(await _of_player(store, player), file=output)
            return
        async with aclosing(store.dump()) as rows:
            async for table, row in rows:
                print(json.dumps({"table": table, "row": row}, default=list), file=output)


async def _of_player(store: SqlStore, player: PlayerRef) -> str:
    kept: dict[str, Any] = await PrivacyService(store).export(player)
    if kept["since"] is None:
        raise NothingKept(player=f"{player.platform}:{player.id}")
    return export_text(kept)


@asynccontextmanager
async def _opened(place: Path | str) -> AsyncIterator[SqlStore]:
    existing(place)
    store = await open_store(place)
    try:
        yield store
    finally:
        await store.close()
