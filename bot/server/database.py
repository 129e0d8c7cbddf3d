"""The commands about the database: `seize db` and `seize export`."""

import asyncio
import json
import sys
import time
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from bot.presenters.wording import Wording, wording
from bot.settings import Settings
from core.errors import SeizeError, translatable
from core.ids import PlayerRef

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from core.store.sql.store import SqlStore

# The database's libraries are imported inside the commands: `seize --help` must not wait.

db_app = typer.Typer(no_args_is_help=True, help="Look after the database of players and scores.")

Force = Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")]


@db_app.command()
def upgrade() -> None:
    """Bring the database to this version's schema; Seize also does so as it starts."""
    from core.store.upkeep.operations import migrate  # noqa: PLC0415

    settings = Settings.from_environment()
    words = _wording(settings)
    before, after = asyncio.run(migrate(settings.database))
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
    from core.store.upkeep.operations import backup as copy  # noqa: PLC0415

    copy(Settings.from_environment().database, file, overwrite=force)


@db_app.command()
def restore(file: Annotated[Path, typer.Argument(help="A file that db backup wrote.")]) -> None:
    """Put the backup FILE in the place of the database, which is kept beside it (SQLite only)."""
    from core.store.upkeep.operations import restore as put  # noqa: PLC0415

    settings = Settings.from_environment()
    kept = asyncio.run(put(settings.database, file, time.time()))
    if kept:
        print(_wording(settings).gettext("the database until now is kept as {path}", path=kept))


def export(
    file: Annotated[Path | None, typer.Argument(help="Default: standard output.")] = None,
    player: Annotated[
        str | None,
        typer.Option(help="Only what is kept of this player.", metavar="PLATFORM:ID"),
    ] = None,
    force: Force = False,
) -> None:
    """Write all that is kept, one JSON line a row, or all that is kept of one player."""
    from core.store.upkeep.files import writing_file  # noqa: PLC0415
    from core.store.upkeep.operations import refuse_database  # noqa: PLC0415

    settings = Settings.from_environment()
    ref = PlayerRef.parse(player) if player is not None else None
    if file is None:
        asyncio.run(_export(settings.database, ref, sys.stdout))
        return
    refuse_database(settings.database, file)
    with (
        writing_file(file, overwrite=force) as written,
        written.open("w", encoding="utf-8") as output,
    ):
        asyncio.run(_export(settings.database, ref, output))


def add_to(app: typer.Typer) -> None:
    """Add the commands to those of `seize`."""
    app.add_typer(db_app, name="db")
    app.command()(export)


def _wording(settings: Settings) -> Wording:
    return wording(settings.language)


async def _check(place: Path | str, words: Wording) -> bool:
    """Print what is wrong, or how much is sound; return which it was."""
    from core.store.upkeep.checks import count, problems  # noqa: PLC0415

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


async def _of_player(store: "SqlStore", player: PlayerRef) -> str:
    from core.services.privacy import PrivacyService  # noqa: PLC0415

    kept: dict[str, Any] = await PrivacyService(store).export(player)
    if kept["since"] is None:
        raise SeizeError(
            translatable("nothing is kept of a player {player!r}: check the platform and the id"),
            player=f"{player.platform}:{player.id}",
        )
    return json.dumps(kept, ensure_ascii=False, indent=2)


@asynccontextmanager
async def _opened(place: Path | str) -> "AsyncIterator[SqlStore]":
    from core.store.sql.store import open_store  # noqa: PLC0415
    from core.store.upkeep.checks import existing  # noqa: PLC0415

    existing(place)
    store = await open_store(place)
    try:
        yield store
    finally:
        await store.close()
