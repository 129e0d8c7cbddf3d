"""Health and metrics, from the real server."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from bot.chat.metrics import Metrics
from bot.server import health
from bot.server.health import Health, HealthServer, NoPort

LOCAL = "127.0.0.1"


def saying(said: Health) -> Callable[[], Awaitable[Health]]:
    async def look() -> Health:
        return said

    return look


WELL = saying(Health({"discord": "ready"}, 0))


@asynccontextmanager
async def serving(look: Callable[[], Awaitable[Health]]) -> Any:
    metrics = Metrics([], [])
    metrics.rounds_running("discord", 3)
    async with (
        HealthServer(LOCAL, 0, look, metrics) as server,
        aiohttp.ClientSession(f"http://{LOCAL}:{server.port}") as client,
    ):
        assert server.port
        yield client


async def ask(look: Callable[[], Awaitable[Health]]) -> tuple[int, Any]:
    async with serving(look) as client, client.get("/healthz") as answer:
        return answer.status, await answer.json()


async def test_all_is_ready() -> None:
    said = Health({"discord": "ready", "telegram": "ready"}, 3, clock_ahead=-3.00049)
    assert await ask(saying(said)) == (
        200,
        {
            "status": "ok",
            "platforms": {"discord": "ready", "telegram": "ready"},
            "rounds": 3,
            "clock_ahead": -3.0,
        },
    )


@pytest.mark.parametrize(
    ("said", "missing"),
    [
        (Health({"discord": "ready", "telegram": "connecting"}, 0), ["telegram"]),
        (Health({"discord": "ready"}, 0, database=False), ["database"]),
        (Health({"discord": "closed"}, 0, database=False), ["database", "discord"]),
    ],
)
async def test_what_is_not_ready_is_named(said: Health, missing: list[str]) -> None:
    status, body = await ask(saying(said))
    assert (status, body["status"], body["missing"]) == (503, "not ready", missing)
    assert body["platforms"] == said.platforms


async def test_who_cannot_tell_is_not_well() -> None:
    async def broken() -> Health:
        raise ValueError("a secret")

    assert await ask(broken) == (503, {"status": "unknown", "error": "ValueError"})


async def test_who_does_not_answer_is_not_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_PATIENCE", 0.01)

    async def silent() -> Health:
        await asyncio.Event().wait()
        raise AssertionError

    assert await ask(silent) == (503, {"status": "unknown", "error": "TimeoutError"})


async def test_metrics_are_prometheus_text() -> None:
    async with serving(WELL) as client, client.get("/metrics") as answer:
        assert (answer.status, answer.content_type) == (200, "text/plain")
        assert 'seize_rounds_running{platform="discord"} 3.0' in await answer.text()


async def test_there_is_nothing_else() -> None:
    async with serving(WELL) as client:
        for method, path in [("GET", "/"), ("GET", "/healthz/x"), ("POST", "/healthz")]:
            async with client.request(method, path) as answer:
                assert answer.status == 404


async def test_a_port_in_use_names_the_setting() -> None:
    async with HealthServer(LOCAL, 0, WELL, Metrics([], [])) as first:
        second = HealthServer(LOCAL, first.port, WELL, Metrics([], []))
        with pytest.raises(NoPort, match=rf"port {first.port} of .* is taken .*SEIZE_HTTP_PORT"):
            await second.start()
    await second.start()
    await second.stop()


async def test_an_address_that_is_not_here_names_the_settings() -> None:
    with pytest.raises(NoPort, match=r"cannot serve .*SEIZE_HTTP_HOST and SEIZE_HTTP_PORT"):
        await HealthServer("192.0.2.1", 0, WELL, Metrics([], [])).start()
