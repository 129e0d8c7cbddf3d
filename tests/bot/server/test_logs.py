"""The logs of a whole session: JSON, without personal data or secrets."""

import json
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest

from tests.bot.server.book import Book
from tests.bot.server.tables import DiscordTable, Table, TelegramTable
from tests.helpers.serving import serving
from tests.simulators.discord import DiscordSimulator
from tests.simulators.telegram import TelegramSimulator

pytestmark = pytest.mark.slow

NAMES = {"Ana": "Anastrozole Quillfeather", "Ben": "Benzodiazepine"}
WORDS = ["xylophonist", "quizzaciously"]
TALK = "what a wonderful quasiparticle, colleagues"
REASON = "everybody in Knotty-Ash says it"
PLACE = "Brouhaha Backgammon Society"
DISCORD_TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"  # noqa: S105
TELEGRAM_TOKEN = "7000000001:AAE-Distinctive_Secret-of_the_Bot"  # noqa: S105
HIDDEN = [
    *(DISCORD_TOKEN, TELEGRAM_TOKEN, TELEGRAM_TOKEN.partition(":")[2]),
    *(*NAMES.values(), "Quillfeather", *WORDS, TALK, "quasiparticle", REASON, PLACE),
]


async def test_nothing_of_people_and_no_secret(tmp_path: Path, data_dir: Path) -> None:
    async with DiscordSimulator() as discord, TelegramSimulator(privacy=False) as telegram:
        discord.token, telegram.token = DISCORD_TOKEN, TELEGRAM_TOKEN
        telegram.server.token = TELEGRAM_TOKEN
        server, group = DiscordTable(discord, PLACE), TelegramTable(telegram, PLACE)
        for who, name in NAMES.items():
            server.people[who].name = name
            group.people[who].first_name = name
        async with serving(tmp_path, data_dir, discord, telegram, SEIZE_LOG_LEVEL="DEBUG") as bot:
            await bot.ready()
            await _play(server, Book(tmp_path))
            await _ask_on_discord(server)
            await _play(group, Book(tmp_path))
            await _ask_on_telegram(group)
            discord.drop_gateway()
            telegram.cut_next("getUpdates")
            telegram.fail_next("sendPhoto", 502)
            for table in (server, group):
                await table.says("Ben", WORDS[0])
                await table.stop()
            assert await bot.stop() == 0
            assert bot.process.stdout
            assert await bot.process.stdout.read() == b""
    assert {"started", "round finished", "stopped"} <= {line["event"] for line in bot.logs}
    assert any(line["level"] == "warning" for line in bot.logs)
    for line in bot.said:
        assert isinstance(json.loads(line), dict)
    for text in HIDDEN:
        for form in (text, quote(text), quote(text, safe=""), quote_plus(text)):
            assert not [line for line in bot.said if form.casefold() in line.casefold()]


async def _play(table: Table, book: Book) -> None:
    """Start a round, send words, talk."""
    await table.play()
    had = len(book.heard())
    for word in WORDS:
        await table.says("Ana", word)
        await table.says("Ben", TALK)
    await table.says("Ben", f"<@1> @everyone {TALK}")
    await book.until(lambda: len(book.heard()) == had + len(WORDS))


async def _ask_on_discord(table: DiscordTable) -> None:
    ana, channel = table.people["Ana"], table.channel
    for command, options in (
        ("suggest", {"word": WORDS[0], "reason": REASON}),
        ("check", {"word": WORDS[1]}),
        ("solve", {"letters": TALK}),
        ("settings", {"name": "rooms", "value": TALK}),
        ("settings", {"name": "seconds", "value": TALK}),
    ):
        await (await ana.slash(channel, command, **options)).response()
    await ana.completes(channel, "check", "word", "quasiparticle")


async def _ask_on_telegram(table: TelegramTable) -> None:
    table.sim.limit_next("sendMessage", 1)
    for command in (f"suggest {WORDS[0]} {REASON}", f"settings seconds {TALK}", f"play {TALK}"):
        await table.asks(f"/{command}")
