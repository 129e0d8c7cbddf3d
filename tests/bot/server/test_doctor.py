"""`seize doctor`, against servers that answer as Discord and Telegram do."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass, field
from email.utils import formatdate
from functools import partial
from pathlib import Path
from time import time
from typing import Any

import pytest
from aiohttp import web
from pydantic import SecretStr

from bot.app import App
from bot.clock import Bounds
from bot.presenters.wording import wording
from bot.server.doctor import calls, here
from bot.server.doctor.discord_checks import NEEDED, about_guilds, invite, missing
from bot.server.doctor.findings import Finding, Mark, bad, good, is_well
from bot.server.doctor.platforms import about_clock, platforms
from bot.settings import Settings
from core.languages import languages
from core.ports import Lease
from core.store.sql.store import open_store
from tests.helpers.command import Ran, seize, seize_process

DISCORD = "discord-secret"
TELEGRAM = "1:telegram-secret"
ALL = sum(NEEDED.values())


@dataclass
class Platforms:
    """Both APIs on one port. `answers` are by path, (status, body); a body may be bytes."""

    answers: dict[str, tuple[int, Any]] = field(default_factory=dict)
    ahead: float = 0.0
    greeting: str = '{"op": 10, "d": {"heartbeat_interval": 41250}}'
    asked: list[str] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    silent: bool = False
    base: str = ""

    def __post_init__(self) -> None:
        self.answers |= {
            "/api/users/@me": (200, {"id": "7", "username": "Seize"}),
            "/api/applications/@me": (200, {"id": "42", "flags": 1 << 19}),
            "/api/users/@me/guilds": (200, [{"id": "1", "name": "Home", "permissions": str(ALL)}]),
        }
        self.telegram("getMe", username="seize_bot", can_join_groups=True)
        self.telegram("getMe", can_read_all_group_messages=True)
        self.telegram("getWebhookInfo", url="")

    def telegram(self, method: str, **more: Any) -> None:
        path = f"/bot{TELEGRAM}/{method}"
        _, body = self.answers.get(path, (200, {"result": {}}))
        self.answers[path] = (200, {"ok": True, "result": body["result"] | more})

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request.path)
        if self.silent:
            await asyncio.Event().wait()
        if request.path == "/gateway":
            socket = web.WebSocketResponse()
            await socket.prepare(request)
            await socket.send_str(self.greeting)
            await socket.close()
            return socket
        if request.path.startswith("/api"):
            self.tokens.add(request.headers["Authorization"])
        status, body = self.answers.get(request.path, (404, {"ok": False}))
        if request.path.endswith("guilds") and isinstance(body, list):
            first = int(request.query.get("after", 0))
            body = body[first : first + int(request.query["limit"])]
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        date = formatdate(time() + self.ahead, usegmt=True)
        return web.Response(status=status, body=data, headers={"Date": date})


@pytest.fixture
async def both() -> AsyncIterator[Platforms]:
    made = Platforms()
    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", made.answer)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    made.base = f"//127.0.0.1:{runner.addresses[0][1]}"
    yield made
    await runner.cleanup()


def settings(base: str, **more: Any) -> Settings:
    return Settings(
        **{
            "discord_token": SecretStr(DISCORD),
            "telegram_token": SecretStr(TELEGRAM),
            "discord_api_url": f"http:{base}/api",
            "discord_gateway_url": f"ws:{base}/gateway",
            "telegram_api_url": f"http:{base}",
            **more,
        }
    )


async def look(both: Platforms, **more: Any) -> dict[str, Finding]:
    findings = await platforms(settings(both.base, **more))
    shown = "".join(finding.line(wording("en")) for finding in findings)
    assert "secret" not in shown
    assert "\n" not in shown
    assert all(finding.fix for finding in findings if finding.mark is Mark.BAD)
    return {finding.subject: finding for finding in findings}


async def test_all_is_well(both: Platforms) -> None:
    found = await look(both)
    assert {finding.mark for finding in found.values()} == {Mark.GOOD}
    assert list(found) == [
        "discord token", "discord message content", "discord invite", "discord servers",
        "discord gateway", "telegram token", "telegram privacy mode", "telegram groups",
        "telegram updates", "clock",
    ]  # fmt: skip
    assert found["discord invite"].text == (
        "https://discord.com/oauth2/authorize?client_id=42&scope=bot+applications.commands"
        f"&permissions={ALL}"
    )
    assert found["telegram token"].text == "valid, of @seize_bot"
    assert both.tokens == {f"Bot {DISCORD}"}
    assert not [path for path in both.asked if "getUpdates" in path]


async def test_without_a_token_nobody_is_asked(both: Platforms) -> None:
    found = await look(both, discord_token=SecretStr(""), telegram_token=SecretStr(""))
    assert list(found) == ["tokens"]
    assert found["tokens"].mark is Mark.BAD
    assert both.asked == []


async def test_one_platform_is_enough(both: Platforms) -> None:
    found = await look(both, discord_token=SecretStr(""))
    assert found["discord"].mark is Mark.NOTE
    assert is_well(list(found.values()))
    assert not [path for path in both.asked if path.startswith("/api")]


@pytest.mark.parametrize(
    ("path", "answer", "subject", "said"),
    [
        ("/api/users/@me", (401, {}), "discord token", "SEIZE_DISCORD_TOKEN"),
        ("/api/users/@me", (429, {}), "discord token", "asked too often"),
        ("/api/users/@me", (502, b"<html>"), "discord token", "out of order"),
        ("/api/users/@me", (200, b"<html>"), "discord token", "SEIZE_DISCORD_API_URL"),
        ("/api/users/@me", (302, b""), "discord token", "HTTP 302"),
        ("/api/applications/@me", (403, {}), "discord application", "HTTP 403"),
        ("/api/applications/@me", (200, {"id": "4"}), "discord message content", "not granted"),
        ("/api/users/@me/guilds", (500, {}), "discord servers", "out of order"),
        ("/api/users/@me/guilds", (200, {}), "discord servers", "strange"),
        (f"/bot{TELEGRAM}/getMe", (401, {}), "telegram token", "@BotFather"),
        (f"/bot{TELEGRAM}/getMe", (404, {}), "telegram token", "SEIZE_TELEGRAM_TOKEN"),
        (f"/bot{TELEGRAM}/getMe", (429, {}), "telegram token", "asked too often"),
        (f"/bot{TELEGRAM}/getMe", (200, b"\xff"), "telegram token", "SEIZE_TELEGRAM_API_URL"),
        (f"/bot{TELEGRAM}/getMe", (200, {"result": {}}), "telegram groups", "/setjoingroups"),
        (f"/bot{TELEGRAM}/getWebhookInfo", (503, {}), "telegram updates", "out of order"),
        (f"/bot{TELEGRAM}/getWebhookInfo", (200, {"ok": 1}), "telegram updates", "strange"),
    ],
)
async def test_what_is_wrong_comes_with_what_mends_it(
    both: Platforms, path: str, answer: tuple[int, Any], subject: str, said: str
) -> None:
    both.answers[path] = answer
    found = await look(both)
    assert found[subject].mark is Mark.BAD
    assert said in found[subject].line(wording("en"))


async def test_message_content_that_is_not_wanted_need_not_be_granted(both: Platforms) -> None:
    both.answers["/api/applications/@me"] = (200, {"id": "42", "flags": 0})
    found = await look(both, message_content=False)
    assert found["discord message content"].mark is Mark.NOTE


async def test_servers_are_counted_on_all_pages(both: Platforms) -> None:
    guilds = [{"id": str(n), "name": "x", "permissions": str(ALL)} for n in range(1, 451)]
    both.answers["/api/users/@me/guilds"] = (200, guilds)
    assert (await look(both))["discord servers"].text == "in 450"


def test_servers_that_lack_permissions_are_named_five_at_most() -> None:
    lacking = [{"name": f"s\n{n}", "permissions": str(ALL ^ (1 << 14))} for n in range(7)]
    found = about_guilds([*lacking, {"name": "fine", "permissions": "8"}])
    texts = [finding.text for finding in found]
    assert texts[:2] == ["in 8", "'s 0' lacks Embed Links"]
    assert texts[-1] == "lacking in 2 more"
    assert len(texts) == 7


def test_permissions() -> None:
    assert missing(str(ALL)) == missing(8) == []
    assert missing("0") == missing(None) == list(NEEDED)
    assert missing(ALL ^ (1 << 38)) == ["Send Messages in Threads"]
    assert about_guilds([])[0].mark is Mark.NOTE
    assert "permissions=274878024768" in invite("1")


async def test_a_gateway_that_is_none(both: Platforms) -> None:
    for both.greeting in ('{"op": 9}', "hello", "[]"):
        assert (await look(both))["discord gateway"].mark is Mark.BAD
    found = await look(both, discord_gateway_url=f"ws:{both.base}/none")
    assert "HTTP 404" in found["discord gateway"].text


async def test_privacy_mode_is_explained(both: Platforms) -> None:
    both.telegram("getMe", can_read_all_group_messages=False)
    finding = (await look(both))["telegram privacy mode"]
    assert finding.mark is Mark.NOTE
    assert "/w WORD" in finding.text
    assert "/setprivacy" in finding.fix
    assert "add it again" in finding.fix


@pytest.mark.parametrize(
    ("there", "configured", "mark", "said"),
    [
        ("https://a.org/secret", "", Mark.NOTE, "SEIZE_TELEGRAM_WEBHOOK_URL is empty"),
        ("", "https://a.org/secret", Mark.NOTE, "no webhook is set yet"),
        ("https://b.org/secret", "https://a.org/secret", Mark.NOTE, "another webhook"),
        ("https://a.org/secret/1", "https://a.org/secret", Mark.GOOD, "sent by Telegram"),
    ],
)
async def test_webhook_and_settings_are_compared(
    both: Platforms, there: str, configured: str, mark: Mark, said: str
) -> None:
    both.telegram("getWebhookInfo", url=there)
    found = await look(
        both, telegram_webhook_url=configured, telegram_webhook_secret=SecretStr("s3")
    )
    assert found["telegram updates"].mark is mark
    assert said in found["telegram updates"].text


async def test_what_is_wrong_with_a_webhook_is_told(both: Platforms) -> None:
    url = "https://a.org/x"
    both.telegram("getWebhookInfo", url=url, last_error_message="Connection\nrefused")
    findings = await platforms(settings(both.base, telegram_webhook_url=url))
    texts = [finding.text for finding in findings if finding.subject == "telegram updates"]
    assert texts == [
        "sent by Telegram to the webhook",
        "the last delivery failed: 'Connection refused'",
        "whoever finds the address can play as anybody",
    ]


@pytest.mark.parametrize(
    ("status", "body", "mark", "said"),
    [
        (200, b"<title>Seize</title>", Mark.GOOD, "reached at http://127.0.0.1"),
        (200, b"Welcome to nginx", Mark.BAD, "another page answers"),
        (502, b"<title>Seize</title>", Mark.BAD, "(HTTP 502)"),
    ],
)
async def test_the_page_is_looked_at_as_people_come_to_it(
    both: Platforms, status: int, body: bytes, mark: Mark, said: str
) -> None:
    both.answers["/in"] = status, body
    found = await look(both, web_url=f"http:{both.base}")
    assert found["page"].mark is mark
    assert said in found["page"].text
    assert "by https" in found["telegram mini app"].fix
    assert "page" not in await look(both)  # where there is none, nothing is missing


async def test_a_page_that_cannot_be_reached_is_told_with_what_brings_it(both: Platforms) -> None:
    found = await look(both, web_url="https://nowhere.invalid")
    assert found["page"].mark is Mark.BAD
    assert "--profile web" in found["page"].fix
    assert "/newapp with https://nowhere.invalid/in" in found["telegram mini app"].fix
    named = await look(both, web_url="https://nowhere.invalid", telegram_app="swipe")
    assert named["telegram mini app"].mark is Mark.GOOD


@pytest.mark.parametrize(("ahead", "said"), [(-60, "ahead"), (60, "behind")])
async def test_a_wrong_clock_is_found(both: Platforms, ahead: float, said: str) -> None:
    both.ahead = ahead
    clock = (await look(both))["clock"]
    assert clock.mark is Mark.NOTE
    assert said in clock.text
    assert "synchronisation" in clock.fix


def test_the_clock_is_blamed_for_no_more_than_is_certain() -> None:
    assert about_clock([]) == []
    for least, most in [(-4.0, 0.8), (-2.9, -1.0), (1.0, 5.0)]:
        assert about_clock([Bounds(least, most)]) == [good("clock", "right")]
    (behind,) = about_clock([Bounds(0.5, 9.0), Bounds(2.1, 3.1), Bounds(1.0, 2.6)])
    assert behind.text.startswith("2 s behind the platforms'")
    (ahead,) = about_clock([Bounds(-7.0, -5.2)])
    assert ahead.text.startswith("5 s ahead of the platforms'")
    assert about_clock([Bounds(60.0, 61.0), Bounds(0.0, 1.0)])[0].mark is Mark.NOTE


async def test_who_does_not_answer_costs_one_line_each(
    both: Platforms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.server.doctor.platforms.PATIENCE", 0.05)
    both.silent = True
    found = await look(both)
    assert list(found) == ["discord api", "discord gateway", "telegram api"]
    assert {f.text for f in found.values()} == {f"no answer within {calls.PATIENCE:.0f} s"}


async def test_nobody_there(both: Platforms) -> None:
    found = await look(
        both,
        discord_api_url="http://127.0.0.1:9/api",
        discord_gateway_url="ws://127.0.0.1:9/",
        telegram_api_url="http://nowhere.invalid",
    )
    assert "no connection to 127.0.0.1" in found["discord api"].text
    assert "no connection to 127.0.0.1" in found["discord gateway"].text
    assert "the name nowhere.invalid is not known" in found["telegram api"].text
    assert {finding.mark for finding in found.values()} == {Mark.BAD}


async def test_a_secure_address_without_security(both: Platforms) -> None:
    found = await look(both, telegram_api_url=f"https:{both.base}")
    assert found["telegram api"].mark is Mark.BAD


async def test_a_database_that_is_not_there_yet(tmp_path: Path) -> None:
    place = tmp_path / "deep" / "seize.db"
    found = await here.database(Settings(database=place))
    assert [finding.mark for finding in found] == [Mark.GOOD, found[1].mark]
    assert "is made as Seize starts" in found[0].text
    assert not place.parent.exists()


async def test_the_step_of_a_database(tmp_path: Path) -> None:
    seize("db", "upgrade", data_dir=tmp_path)
    place = tmp_path / "seize.db"
    assert "its schema is current" in (await here.database(Settings(database=place)))[0].text
    with closing(sqlite3.connect(place)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
        raw.commit()
    (finding, _) = await here.database(Settings(database=place))
    assert finding.mark is Mark.BAD
    assert "newer Seize" in finding.text
    assert "will be brought from step 0" in here.about_schema("x", None).text


async def test_a_database_that_is_none(tmp_path: Path) -> None:
    place = tmp_path / "seize.db"
    place.write_bytes(b"garbage" * 1000)
    (finding,) = await here.database(Settings(database=place))
    assert finding.mark is Mark.BAD
    assert "seize db restore FILE" in finding.text
    (finding,) = await here.database(Settings(database="mysql://x"))
    assert "SEIZE_DATABASE_URL is no address" in finding.text


async def test_a_database_where_nothing_can_be_written() -> None:
    (finding,) = await here.database(Settings(database=Path("/proc/seize.db")))
    assert finding.mark is Mark.BAD
    assert "cannot be written" in finding.text


async def test_postgresql(postgresql_url: str, tmp_path: Path) -> None:
    finding, room = await here.database(Settings(database=postgresql_url))
    assert finding.mark is room.mark is Mark.GOOD
    assert "connections are free, a process takes up to 15" in room.text
    assert "will be brought from step 0" in finding.text
    seize("db", "upgrade", data_dir=tmp_path, SEIZE_DATABASE_URL=postgresql_url)
    finding, _ = await here.database(Settings(database=postgresql_url))
    assert "its schema is current" in finding.text
    store = await open_store(postgresql_url)
    async with store.write() as work:
        await work.leases.put(Lease("discord 0/2", "7@here space word", 0))
        await work.leases.put(Lease("discord 0/2 next", "8@here space other", 0))
        await work.leases.put(Lease("process word", "7@here space word", 3))
    await store.close()
    _, _, process = await here.database(Settings(database=postgresql_url))
    assert process.text == "7@here serves discord 0/2, unless it was killed"


async def test_a_server_that_is_not_there() -> None:
    (finding,) = await here.database(Settings(database="postgresql://u:secret@127.0.0.1:9/x"))
    assert finding.mark is Mark.BAD
    assert "secret" not in finding.line(wording("en"))


def test_files_that_others_can_open_are_named(tmp_path: Path) -> None:
    database, env = tmp_path / "seize.db", tmp_path / ".env"
    settings = Settings(data_dir=tmp_path)
    assert here.readers(settings, tmp_path) == []
    for file, mode in ((database, 0o600), (env, 0o640)):
        file.touch()
        file.chmod(mode)
    (found,) = here.readers(settings, tmp_path)
    assert (found.mark, found.fix) == (Mark.NOTE, f"chmod 600 {env}")
    database.chmod(0o644)
    assert [each.fix for each in here.readers(settings, tmp_path)] == [
        f"chmod 600 {env}",
        f"chmod 600 {database}",
    ]


def test_room() -> None:
    marks = [here.about_room(free).mark for free in (10**7, 5 * 10**8, 10**10)]
    assert marks == [Mark.BAD, Mark.NOTE, Mark.GOOD]


def test_word_lists_and_solver(data_dir: Path) -> None:
    app = App(Settings(cache_dir=data_dir, language="en"))
    found = here.lexicons(app)
    assert found.mark is Mark.GOOD
    assert len(found.text.split(", ")) == 7
    assert here.solver(app) == good("solver", "compiled, and answers")


@pytest.mark.parametrize("language", languages())
def test_the_doctor_speaks_the_language_of_the_locale(language: str, data_dir: Path) -> None:
    locale = f"{language}.UTF-8"
    told = seize("doctor", data_dir=data_dir, LANG=locale)
    checks = json.loads(seize("doctor", "--json", data_dir=data_dir, LANG=locale).out)["checks"]
    lines = told.out.splitlines()
    assert (told.status, len(lines)) == (1, len(checks))
    for line, check in zip(lines, checks, strict=True):
        assert wording(language).gettext(check["subject"]) in line
        if check["subject"] in ("settings", "tokens", "solver"):
            assert wording(language).gettext(check["text"]) in line
            assert (check["text"] in line) is (language == "en")


@pytest.fixture
def run(both: Platforms, tmp_path: Path, data_dir: Path) -> Callable[..., Any]:
    places: dict[str, Any] = {
        "SEIZE_DATABASE_URL": f"sqlite:///{tmp_path}/seize.db",
        "SEIZE_DISCORD_TOKEN": DISCORD,
        "SEIZE_TELEGRAM_TOKEN": TELEGRAM,
        "SEIZE_DISCORD_API_URL": f"http:{both.base}/api",
        "SEIZE_DISCORD_GATEWAY_URL": f"ws:{both.base}/gateway",
        "SEIZE_TELEGRAM_API_URL": f"http:{both.base}",
    }

    async def run(*arguments: str, **more: Any) -> Ran:
        command = partial(seize_process, "doctor", *arguments, data_dir=data_dir)
        return await asyncio.to_thread(lambda: command(**(places | more)))

    return run


@pytest.mark.slow
async def test_the_command_prints_a_line_a_check(run: Callable[..., Any], tmp_path: Path) -> None:
    ran = await run()
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[:2] == ["✓ settings: readable", "✓ discord token: valid, of 'Seize'"]
    assert {line[0] for line in lines} <= {"✓", "!"}
    assert not (tmp_path / "seize.db").exists()


@pytest.mark.slow
async def test_the_command_exits_1_where_something_is_wrong(
    run: Callable[..., Any], both: Platforms
) -> None:
    both.answers["/api/users/@me"] = (401, {})
    ran = await run("--json")
    assert (ran.status, ran.err) == (1, "")
    said = json.loads(ran.out)
    assert said["ok"] is False
    assert [check["subject"] for check in said["checks"] if check["mark"] == "bad"] == [
        "discord token"
    ]
    assert "secret" not in ran.out


@pytest.mark.slow
@pytest.mark.parametrize(("name", "text"), [("SEIZE_HTTP_PORT", "x"), ("SEIZE_LOG_LEVEL", "loud")])
async def test_settings_that_cannot_be_read_are_the_only_line(
    run: Callable[..., Any], name: str, text: str
) -> None:
    ran = await run(**{name: text})
    assert (ran.status, ran.err, ran.out.count("\n")) == (1, "", 1)
    assert ran.out.startswith(f"✗ settings: {name}")


def test_a_finding_is_one_line() -> None:
    late = bad("clock", "{hours} h late", "wind it", hours=1.5)
    assert late.line(wording("en")) == "✗ clock: 1.5 h late → wind it"
    assert late.line(wording("fr")) == "✗ horloge\u202f: 1,5 h late → wind it"
    assert good("clock", "right").line(wording("de")) == "✓ Uhr: geht richtig"
