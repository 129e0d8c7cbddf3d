"""Pages that no browser of ours would be: each gets one clear answer, or is sent away."""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from bot.web_app.flood import BURST
from bot.web_app.protocol import VERSION
from bot.web_app.sockets import PAGES
from core.lexicon import Lexicon
from core.store.memory import MemoryStore
from tests.bot.web_app.conftest import CODE, Page, Site, open_site
from tests.bot.web_app.test_rounds import begun
from tests.helpers.hostile import ONE, SORTS, Attack


async def test_a_page_of_another_version_is_told_to_load_again(site: Site) -> None:
    page = await site.opens(language="fr", version=VERSION + 1)
    farewell = await page.ends()
    assert farewell == {
        "type": "farewell",
        "reason": "version",
        "text": "Cette page est trop ancienne\u202f: recharge-la.",
    }


async def test_only_pages_of_this_server_may_open_a_socket(site: Site) -> None:
    browser = await site.browser()
    for _ in range(2):  # without a guest's cookie, then with one
        for origin in ("https://evil.example", "null", site.url("") + ".evil.example"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await site.connects(browser, origin=origin)
            assert refused.value.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await browser.ws_connect(site.url(f"/{CODE}/socket"))
        async with browser.get(site.url()) as answer:
            assert answer.status == 200


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        ("{", "no JSON"),
        ('{"type":"word","number":1,"round":ROUND,"path":[0,0]}', "word needs a text, or a path"),
        ('{"type":"word","number":1,"round":ROUND,"path":[0,15]}', "word needs a text, or a path"),
        ('{"type":"word","number":1,"round":ROUND,"path":[40]}', "word needs a text, or a path"),
        ('{"type":"word","number":1,"round":ROUND,"text":" "}', "word needs a text, or a path"),
        ('{"type":"press","verb":"forgotten"}', "the verbs are play, again, halt"),
        ('{"type":"hello","version":1,"page":"x"}', "hello comes once"),
    ],
)
async def test_a_bad_frame_is_answered_and_disturbs_nothing(
    site: Site, frame: str, reason: str
) -> None:
    page = await site.opens()
    state = await begun(page)
    await page.socket.send_str(frame.replace("ROUND", str(state["round"])))
    assert (await page.hears("problem"))["reason"].startswith(reason)
    assert (await page.traces("mat", state["round"]))["mark"] == "accepted"


async def test_who_sends_too_many_bad_frames_is_sent_away(site: Site) -> None:
    page = await site.opens()
    for _ in range(10):
        await page.socket.send_str("x")
    farewell = await page.ends()
    assert farewell
    assert (farewell["reason"], page.socket.close_code) == ("flood", 1008)


async def test_who_sends_too_much_at_once_is_sent_away_and_its_words_stay(site: Site) -> None:
    page, other = await site.opens(), await site.opens()
    state = await begun(page)
    await other.hears("state")
    for number in range(round(BURST) + 1):
        word = {"type": "word", "number": number, "round": state["round"], "text": "mat"}
        await page.socket.send_str(json.dumps(word))
    farewell = await page.ends()
    assert farewell
    assert farewell["text"] == "Too much at once: wait a moment."
    assert (await other.traces("rat", state["round"]))["mark"] == "accepted"
    async with site.store.read() as work:
        plays = await work.plays.of(state["round"])
    assert sum(each.verdict.accepted for each in plays) == 2


async def test_what_is_no_text_or_too_long_closes_the_socket(site: Site) -> None:
    page = await site.opens()
    await page.hears("idle")
    await page.socket.send_bytes(b"\0" * 10)
    assert (await page.hears("problem"))["reason"] == "frames are texts"
    await page.socket.send_str("x" * 5000)
    await page.ends()
    assert page.socket.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


async def test_a_player_has_at_most_three_pages(site: Site) -> None:
    browser = await site.browser()
    pages = [await site.opens(browser) for _ in range(PAGES)]
    for page in pages:
        await page.hears("idle")
    latest = await site.opens(browser)
    await latest.hears("idle")
    farewell = await pages[0].ends()
    assert farewell
    assert farewell["reason"] == "elsewhere"
    state = await begun(latest)
    assert (await pages[1].hears("state"))["round"] == state["round"]


async def test_a_word_for_another_s_round_counts_nowhere(site: Site) -> None:
    page, other = await site.opens(), await site.opens(code="GFDCB")
    here, there = await begun(page), await begun(other)
    assert here["round"] != there["round"]
    verdict = await page.traces("mat", there["round"])
    assert (verdict["mark"], verdict["text"]) == ("refused", "Too late: the round is over")
    async with site.store.read() as work:
        for each in (here, there):
            assert await work.plays.of(each["round"]) == []


@dataclass(frozen=True)
class Enemy:
    """Makes frames that no page of ours sends; `round` is on here, `other` in another room."""

    rng: random.Random
    round: int
    other: int

    def frame(self) -> str | bytes:
        """Return a frame of any kind."""
        return self.rng.choice(
            (self.noise, self.cut, self.types, self.forged, self.foreign, self.replayed, self.large)
        )()

    def noise(self) -> str | bytes:
        alphabet = '{}[]":,0123456789abcdefghijklmnop \\u\x00é'
        text = "".join(self.rng.choices(alphabet, k=self.rng.randrange(60)))
        return text.encode() if self.rng.random() < 0.2 else text

    def cut(self) -> str:
        valid = self.word(path=[0, 15])
        at = self.rng.randrange(len(valid))
        return valid[:at] + self.rng.choice(("", "0", '"', "]", "é")) + valid[at + 1 :]

    def types(self) -> str:
        values: tuple[Any, ...] = (
            None,
            True,
            -1,
            1.5,
            10**30,
            "",
            "x" * 99,
            [],
            [[]],
            {},
            {"a": 1},
            "\ud800",
        )
        name = self.rng.choice(("number", "round", "path", "text", "ago", "verb", "args", "name"))
        kind = self.rng.choice(("word", "press", "rename", "hello", "state", "verdict", ""))
        return json.dumps({"type": kind, "number": 1, name: self.rng.choice(values)})

    def forged(self) -> str:
        path = [self.rng.randrange(64) for _ in range(self.rng.randrange(70))]
        return self.word(path=[*path, 5, 5])

    def foreign(self) -> str:
        rounds = (0, self.other, self.round + 1000, 2**52)
        return self.word(round=self.rng.choice(rounds), text="mat")

    def replayed(self) -> str:
        return self.word(
            number=self.rng.randrange(3), text=self.rng.choice(("zzzz", "mtr", "@all"))
        )

    def large(self) -> str:
        return self.word(text="x" * self.rng.choice((65, 4000, 5000)))

    def word(self, **facts: Any) -> str:
        return json.dumps({"type": "word", "number": 1, "round": self.round, **facts})


async def listen(page: Page) -> None:
    """Hear what a page is told: else the server takes it for gone."""
    while True:
        await page.next()


@pytest.mark.parametrize("frames", [400, pytest.param(10_000, marks=pytest.mark.slow)])
async def test_hostile_frames_disturb_nothing(
    site: Site, frames: int, caplog: pytest.LogCaptureFixture
) -> None:
    player, elsewhere = await site.opens(name="Ana"), await site.opens(code="GFDCB")
    state, other = await begun(player), await begun(elsewhere)
    enemy = Enemy(random.Random(frames), state["round"], other["round"])
    listening = [asyncio.create_task(listen(each)) for each in (player, elsewhere)]
    sent = 0
    while sent < frames:
        page = await site.opens()
        await page.hears("state")
        said = 0
        with suppress(ConnectionError):
            while said < BURST:
                frame = enemy.frame()
                if isinstance(frame, bytes):
                    await page.socket.send_bytes(frame)
                else:
                    await page.socket.send_str(frame)
                said += 1
                answer = await page.next()
                while answer["type"] in ("welcome", "standing", "state", "idle"):
                    answer = await page.next()
                assert answer["type"] in ("problem", "verdict", "note", "farewell"), frame
                assert answer.get("mark") != "accepted", frame
        sent += said
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    assert (await player.traces("mat", state["round"]))["mark"] == "accepted"
    assert (await elsewhere.traces("mat", other["round"]))["mark"] == "accepted"
    async with site.store.read() as work:
        for each in (state, other):
            plays = await work.plays.of(each["round"])
            assert sum(play.verdict.accepted for play in plays) == 1
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []


@pytest.mark.parametrize("sort", SORTS)
async def test_connections_that_mean_harm_close_no_page(
    lexicon: Callable[[str], Lexicon], sort: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_site(lexicon, MemoryStore(), most=20) as site:
        page = await site.opens(name="Ana")
        state = await begun(page)
        await Attack(sort, ONE, site.port, count=100, hold=0).run()
        assert (await page.traces("mat", state["round"]))["mark"] == "accepted"
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []


async def test_a_server_that_goes_says_so(lexicon: Callable[[str], Lexicon]) -> None:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
        async with open_site(lexicon, MemoryStore()) as site:
            page = await site.opens(browser)
            await page.hears("idle")
            site.stack.pop_all()  # the page stays where it is
        assert await page.ends() == {"type": "farewell", "reason": "away", "text": ""}
