"""What brings the TLS before the page, as Caddy does: Chromium finds PUBLIC there."""

import asyncio
import ssl
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

PUBLIC = "https://play.example.org"


class Front:
    """Passes what comes by https on to the port `to` of this machine."""

    def __init__(self) -> None:
        self.to = self.port = 0

    @property
    def flag(self) -> str:
        """Return the flag of Chromium by which it finds PUBLIC here."""
        return f"--host-resolver-rules=MAP play.example.org:443 127.0.0.1:{self.port}"

    async def pass_on(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Pass a connection on, until one side ends it."""
        try:
            beyond, there = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:  # nobody serves there just now
            writer.close()
            return
        ways = [_copy(reader, there), _copy(beyond, writer)]
        try:
            await asyncio.wait(map(asyncio.create_task, ways), return_when=asyncio.FIRST_COMPLETED)
        finally:
            writer.close()
            there.close()


@asynccontextmanager
async def fronting() -> AsyncIterator[Front]:
    """Listen, with a certificate that nobody vouches for."""
    front, context = Front(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with TemporaryDirectory() as name:
        key, certificate = Path(name) / "key.pem", Path(name) / "certificate.pem"
        command = (
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
            f" -subj /CN=play.example.org -keyout {key} -out {certificate}"
        )
        making = await asyncio.create_subprocess_exec(*command.split(), stderr=DEVNULL)
        assert await making.wait() == 0
        context.load_cert_chain(certificate, key)
    async with await asyncio.start_server(front.pass_on, "127.0.0.1", 0, ssl=context) as server:
        front.port = server.sockets[0].getsockname()[1]
        yield front


async def _copy(source: StreamReader, target: StreamWriter) -> None:
    with suppress(OSError):
        while said := await source.read(65536):
            target.write(said)
            await target.drain()
