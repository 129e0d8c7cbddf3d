"""PgBouncer before a PostgreSQL server: each transaction gets whichever connection is free."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from pwd import getpwuid

import pytest
from sqlalchemy import make_url

from tests.helpers.patience import PATIENCE

PGBOUNCER = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")


@contextmanager
def pooler(direct: str, mode: str = "transaction") -> Iterator[Callable[[str], str]]:
    """Run PgBouncer before the server of a URL; yield what turns its URLs into the pooler's.

    Where there is no PgBouncer, tests that need it are skipped with the reason, but fail in CI.
    """
    if PGBOUNCER is None and not os.environ.get("CI"):
        pytest.skip("no PgBouncer here: install the package pgbouncer")
    assert PGBOUNCER
    url = make_url(direct)
    socket_folder = Path(str(url.query["host"]))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="pooler-") as folder:
        users, config = Path(folder, "users.txt"), Path(folder, "pgbouncer.ini")
        users.write_text(f'"{url.username}" ""\n')
        config.write_text(
            f"[databases]\n* = host={socket_folder}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
            f"listen_port = {port}\nunix_socket_dir =\nauth_type = trust\nauth_file = {users}\n"
            f"pool_mode = {mode}\ndefault_pool_size = 4\nserver_idle_timeout = 1\n"
        )
        for place in (Path(folder), users, config):
            place.chmod(0o755)
        # It does not run as root, and the socket is its owner's.
        owner = getpwuid(socket_folder.stat().st_uid).pw_name
        other = ["-u", owner] if os.getuid() == 0 else []
        with subprocess.Popen([PGBOUNCER, "-q", *other, str(config)]) as running:
            try:
                _wait_for(port, running)
                yield lambda place: str(
                    make_url(place)
                    .set(host="127.0.0.1", port=port, query={})
                    .render_as_string(hide_password=False)
                )
            finally:
                running.terminate()


def _wait_for(port: int, running: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and running.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.01)
        else:
            return
    raise AssertionError("PgBouncer does not listen")
