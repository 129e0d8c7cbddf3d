"""PostgreSQL servers: their addresses as hosts hand them out, and what stands in between.

The driver reads an address as PostgreSQL's own programs do (https://www.postgresql.org/docs/current/
libpq-connect.html#LIBPQ-CONNSTRING), whatever of it the driver knows.
"""

import warnings
from typing import Any

from sqlalchemy.engine import URL

from core.errors import SeizeWarning, translatable
from core.ports import StoreError
from core.store.sql.failures import UNREACHABLE

NAMES = ("postgresql", "postgres")
_KEPT = 5  # of those, connections that stay open while nobody needs them
_PATIENCE = 60.0  # seconds until a server must have answered, unless the address says another time
_TIMEOUT = "connect_timeout"  # which the driver takes, but not in an address
# What the driver reads in an address, and what is the server's to read.
_KNOWN = frozenset({
    _TIMEOUT, "application_name", "database", "dbname", "gsslib", "host", "krbsrvname", "options",
    "passfile", "password", "port", "service", "ssl_max_protocol_version",
    "ssl_min_protocol_version", "sslcert", "sslcrl", "sslkey", "sslmode", "sslnegotiation",
    "sslpassword", "sslrootcert", "target_session_attrs", "user",
})  # fmt: skip


class OptionWarning(SeizeWarning):
    """Raised when an address of a server has options that nothing here reads."""

    template = translatable("SEIZE_DATABASE_URL: left out {options}, which Seize does not use")


def with_options(url: URL) -> URL:
    """Return an address with the options that count; warn of those that are left out.

    `ssl` is another name of `sslmode`. Raises ValueError for a timeout that is no number.
    """
    given = {name.lower(): url.query[name] for name in url.query}
    if "ssl" in given:
        given.setdefault("sslmode", given.pop("ssl"))
        given.pop("ssl", None)
    if left_out := sorted(given.keys() - _KNOWN):
        warnings.warn(OptionWarning(options=", ".join(left_out)), stacklevel=2)
    known = {name: given[name] for name in given if name in _KNOWN}
    if _TIMEOUT in known:
        int(str(known[_TIMEOUT]))
    return url.set(query=known)


class Server:
    """A server, to be connected to."""

    def __init__(self, url: URL, place: str) -> None:
        """Take a URL as `with_options` returns it; `place` is what people may read of it."""
        self._place = place
        self._timeout = float(str(url.query.get(_TIMEOUT, 0))) or _PATIENCE
        plain = url.difference_update_query([_TIMEOUT]).set(drivername=NAMES[0])
        self._address = plain.render_as_string(hide_password=False)

    async def connect(self, *, pooled: bool) -> Any:
        """Return a new connection; where it is `pooled`, it keeps no statements.

        Raises StoreError for options that it cannot be opened with, else what the driver raises.
        """
        try:
            import asyncpg  # noqa: PLC0415 (an extra)
        except ImportError as error:
            reason = f"{error}: pip install 'seize[postgres]'"
            raise StoreError(UNREACHABLE, place=self._place, reason=reason) from error
        cached = {"statement_cache_size": 0} if pooled else {}
        try:
            return await asyncpg.connect(self._address, timeout=self._timeout, **cached)
        except (TypeError, ValueError) as error:
            raise StoreError(UNREACHABLE, place=self._place, reason=str(error)) from error

    async def is_pooled(self) -> bool:
        """Return whether a pooler stands between, such as PgBouncer.

        Then one transaction may meet another process of the server than the one before, which
        knows nothing of its prepared statements. A server tells who connects the number of the
        process; a pooler, which has none yet, makes one up.
        """
        connection = await self.connect(pooled=True)
        try:
            async with connection.transaction():
                number = await connection.fetchval("SELECT pg_backend_pid()")
            return bool(number != connection.get_server_pid())
        finally:
            await connection.close()

    def arguments(self, *, pooled: bool, connections: int) -> dict[str, Any]:
        """Return what SQLAlchemy makes an engine with: the way to connect, and how often.

        What is `pooled` prepares statements without a name, each for one use in its transaction.
        """

        async def connect(*_: object, **__: object) -> Any:
            return await self.connect(pooled=pooled)

        unnamed = {"prepared_statement_cache_size": 0, "prepared_statement_name_func": str}
        kept = min(_KEPT, connections)
        return {
            "connect_args": {"async_creator_fn": connect, **(unnamed if pooled else {})},
            "pool_pre_ping": True,  # a server may have closed what is kept open
            "pool_size": kept,
            "max_overflow": connections - kept,
        }
