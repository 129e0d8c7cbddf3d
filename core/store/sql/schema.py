"""From any earlier schema to this version's, step by step."""

from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from core.ports import StoreError
from core.store.sql.engine import place_of, reading, writing
from core.store.sql.failures import FOREIGN, NEWER
from core.store.sql.tables import metadata


async def upgrade(engine: AsyncEngine) -> None:
    """Migrate a database to the newest schema, all steps or none.

    Raises StoreError if a newer version of Seize made it, or another program.
    """
    async with reading(engine) as connection:
        at = await connection.run_sync(revision)
        foreign = await connection.run_sync(is_foreign)
    if foreign:
        raise StoreError(FOREIGN, place=place_of(engine.url))
    if at == head():
        return
    if at not in {None, *steps()}:
        raise StoreError(NEWER, place=place_of(engine.url))
    async with writing(engine) as connection:
        await connection.run_sync(migrate, "head")


def revision(connection: Connection) -> str | None:
    """Return the step that a database stands at, None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def is_foreign(connection: Connection) -> bool:
    """Return whether a database is another program's: its steps, or tables named as ours.

    A server's database may well hold other tables, too; for files see try_to_open.
    """
    ours = metadata.tables.keys() & inspect(connection).get_table_names()
    return bool(ours) is (revision(connection) is None)


def head() -> str:
    """Return the newest step."""
    return steps()[0]


def migrate(connection: Connection, target: str) -> None:
    """Run the steps from where a database stands, up to "head" or down to `target` ("base").

    All of it within the transaction of the connection.
    """
    with as_file(files("migrations")) as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.attributes["connection"] = connection
        run = command.upgrade if target == "head" else command.downgrade
        run(config, target)


def steps() -> list[str]:
    """Return all steps, the newest first."""
    with as_file(files("migrations")) as folder:
        return [script.revision for script in ScriptDirectory(str(folder)).walk_revisions()]
