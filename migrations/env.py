"""The steps as Alembic runs them: on the caller's connection, or on SEIZE_DATABASE_URL."""

import asyncio

from alembic import context
from sqlalchemy.engine import Connection

from core.store.sql.engine import make_engine, parse_url, writing
from core.store.sql.tables import metadata


def run(connection: Connection) -> None:
    """Run the steps on a connection that is in a transaction."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=True,  # SQLite changes a table by making it anew
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_alone() -> None:
    """Run the steps for the `alembic` command."""
    from bot.settings import Settings  # noqa: PLC0415 (Seize itself migrates without it)

    engine = make_engine(parse_url(Settings.from_environment().database))
    try:
        async with writing(engine) as connection:
            await connection.run_sync(run)
    finally:
        await engine.dispose()


given = context.config.attributes.get("connection")
if given is None:
    asyncio.run(run_alone())
else:
    run(given)
