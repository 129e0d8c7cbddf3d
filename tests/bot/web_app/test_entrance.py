"""The entrance from chats: links, Telegram's word, cookies, and all that is none of them."""

import asyncio
import hmac
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from math import inf
from typing import Any
from urllib.parse import quote, urlencode

import aiohttp
import pytest

from bot.chat.page_links import PageLinks
from bot.telegram_app.init_data import AHEAD, FRESH, NotVouched, visitor_of
from bot.web_app import memberships
from bot.web_app import page as page_module
from bot.web_app.entrance import ChatRooms, Table
from bot.web_app.options import WebOptions
from bot.web_app.origins import Origins
from bot.web_app.protocol import VERSION
from bot.web_app.relay import Relay
from bot.web_app.server import PageServer
from bot.web_app.sockets import Sockets
from bot.web_app.view import Sights
from core.errors import SeizeError
from core.ids import ChatRef, Member, PlayerRef, Room
from core.lexicon import Lexicon
from core.services.tickets import LINK, SESSION, TicketsService
from tests.bot.web_app.conftest import Page
from tests.helpers.adapters import ThisGrid
from tests.helpers.chat import ROOM, Scene, ana, ben
from tests.helpers.fakes import FakeClock
from tests.helpers.hostile import ONE, SORTS, Attack

TOKEN = "7:token"  # noqa: S105 (of nobody)
HERE = Origins()
PUBLIC = "https://play.example.org"
Answer = tuple[int, dict[str, str]]


class Handing:
    """A process that serves all chats, until it is asked so often; nobody goes on with them."""

    def __init__(self) -> None:
        self.answers = inf

    def serves(self, _: ChatRef) -> bool:
        self.answers -= 1
        return self.answers >= 0

    async def page_of(self, _: ChatRef) -> str | None:
        return None


@dataclass(slots=True)
class House:
    """A server of pages for the chats of a scene, and the browsers that come to it."""

    scene: Scene
    links: PageLinks
    port: int
    stack: AsyncExitStack
    steady: FakeClock
    members: dict[PlayerRef, bool | SeizeError | None]
    process: Handing
    pages: int = 0

    def url(self, path: str = "") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def browser(self, **headers: str) -> aiohttp.ClientSession:
        """Return a new browser, which nobody knows."""
        given = {"Origin": self.url(), "Accept-Language": "en", **headers}
        jar = aiohttp.CookieJar(unsafe=True)
        session = aiohttp.ClientSession(cookie_jar=jar, headers=given)
        return await self.stack.enter_async_context(session)

    async def enters(self, browser: aiohttp.ClientSession, **said: Any) -> Answer:
        """Show something at the entrance; return the status and what is answered."""
        async with browser.post(self.url("/in"), data=json.dumps(said)) as answer:
            return answer.status, await answer.json()

    async def opens(self, browser: aiohttp.ClientSession, path: str) -> Page:
        """Open the page of a place, which says hello."""
        self.pages += 1
        socket = await browser.ws_connect(self.url(f"{path}/socket"))
        self.stack.push_async_callback(socket.close)
        page = Page(socket, f"page{self.pages}")
        await page.says("hello", version=VERSION, page=page.name, language="en")
        return page

    def ticket(self, who: Member = ana, room: Room = ROOM) -> str:
        """Return the ticket of a personal link."""
        return self.links.personal(who, room, "en-GB").partition("#")[2]

    def vouches(self, name: str = "ana", at: float | None = None, **more: str) -> str:
        """Return the signed facts that Telegram would hand over about somebody."""
        user = {"id": name, "first_name": name.capitalize(), "language_code": "fr"}
        facts = {"auth_date": str(int(at or self.scene.clock())), "user": json.dumps(user), **more}
        return signed(facts)


def signed(facts: dict[str, str], token: str = TOKEN) -> str:
    lines = "\n".join(f"{name}={value}" for name, value in sorted(facts.items()))
    secret = hmac.digest(b"WebAppData", token.encode(), "sha256")
    facts = {**facts, "hash": hmac.digest(secret, lines.encode(), "sha256").hex()}
    return urlencode(facts, quote_via=quote)


@asynccontextmanager
async def open_house(
    lexicon: Callable[[str], Lexicon], most: int = 1000, origins: Origins = HERE
) -> AsyncIterator[House]:
    """Serve pages on a free port; the platform is called "test"."""
    scene = Scene(lexicon=lexicon, dealer=ThisGrid(lexicon, count(1)))
    secrets = count(1)
    tickets = TicketsService(scene.store, scene.clock, lambda: f"{next(secrets):032}")
    await tickets.prepare()
    members: dict[PlayerRef, bool | SeizeError | None] = {}

    async def is_member(_: Room, player: PlayerRef) -> bool | None:
        said = members.get(player, True)
        if isinstance(said, SeizeError):
            raise said
        return said

    def vouch(text: str) -> Any:
        visitor = visitor_of(text, TOKEN, scene.clock())
        ref = PlayerRef("test", visitor.member.ref.id)
        return visitor._replace(member=Member(ref, visitor.member.name))

    sights, steady, process = Sights(scene.dispatcher.views), FakeClock(), Handing()
    rooms = ChatRooms(
        tables={"test": Table(scene.dispatcher, scene.outbox, sights, is_member)},
        tickets=tickets,
        sockets=Sockets(steady),
        memberships=memberships.Memberships(steady),
        relay=Relay(process),
        clock=scene.clock,
        vouch=vouch,
        origins=origins,
    )
    server = PageServer(WebOptions("127.0.0.1", 0, most), rooms, Sockets(steady))
    async with scene.running(), server, AsyncExitStack() as stack:
        links = PageLinks("https://a.org", tickets)
        yield House(scene, links, server.port, stack, steady, members, process)


@pytest.fixture
async def house(lexicon: Callable[[str], Lexicon]) -> AsyncIterator[House]:
    """Return a house that nobody has come to."""
    async with open_house(lexicon) as house:
        yield house


async def test_a_link_lets_in_once_and_the_browser_stays_known(house: House) -> None:
    browser, other, ticket = await house.browser(), await house.browser(), house.ticket()
    status, said = await house.enters(browser, ticket=ticket)
    assert status == 200
    page = await house.opens(browser, said["to"])
    assert (await page.hears("welcome"))["name"] == "Ana"
    assert await house.enters(browser, ticket=ticket) == (200, said)  # the same browser
    used = "this link was used already: press Swipe in the chat again"
    assert await house.enters(other, ticket=ticket) == (
        403,
        {"text": f"{used[0].upper()}{used[1:]}"},
    )
    async with other.get(house.url(said["to"])) as answer:
        assert answer.url.path == "/in"
    async with browser.get(house.url(said["to"])) as answer:
        assert answer.url.path == said["to"]
        assert "frame-ancestors 'self' https://*.telegram.org" in str(answer.headers)


async def test_a_link_and_a_place_are_good_for_a_time(house: House) -> None:
    browser, ticket, late = await house.browser(), house.ticket(), house.ticket()
    _, said = await house.enters(browser, ticket=ticket)
    house.scene.clock.now += LINK
    assert "too old" in (await house.enters(browser, ticket=late))[1]["text"]
    house.scene.clock.now += SESSION - LINK - 1
    page = await house.opens(browser, said["to"])
    await page.hears("idle")
    house.scene.clock.now += 1
    farewell = await (await house.opens(browser, said["to"])).ends()
    assert farewell
    assert farewell["reason"] == "over"
    assert farewell["text"] == "Your place here is over: press Swipe in the chat again."


async def test_what_is_no_ticket_lets_nobody_in(house: House) -> None:
    browser = await house.browser()
    invitation = house.links.tickets.invitation(ROOM, 1e10)
    session = house.links.tickets.session(ana, ROOM, "")
    good = house.ticket()
    for bad in ("", "x", "é", invitation, session, good[:-1], good[1:], f"A{good[1:]}", good * 9):
        status, said = await house.enters(browser, ticket=bad)
        assert (status, "leads nowhere" in said["text"]) == (403, True), bad
    for body in ("", "[]", '"x"', "{", '{"ticket":1}', "[" * 5000, "x" * 20_000):
        async with browser.post(house.url("/in"), data=body) as answer:
            assert answer.status == 403
    other = Room(ChatRef("elsewhere", "1"))
    for where in (other, Room(ChatRef("test", "@ben"))):  # not served; somebody else's own
        assert (await house.enters(browser, ticket=house.ticket(room=where)))[0] == 403
    assert (await house.enters(browser, ticket=good))[0] == 200


async def test_only_pages_of_this_server_may_come_in(house: House) -> None:
    browser = await house.browser()
    _, said = await house.enters(browser, ticket=house.ticket())
    stranger = {"Origin": "https://evil.example"}
    async with browser.post(house.url("/in"), data="{}", headers=stranger) as answer:
        assert answer.status == 403
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await browser.ws_connect(house.url(f"{said['to']}/socket"), headers=stranger)


async def test_behind_https_nothing_is_said_or_kept_by_http(
    lexicon: Callable[[str], Lexicon],
) -> None:
    async with open_house(lexicon, origins=Origins(PUBLIC, here=False)) as house:
        browser, ticket = await house.browser(), house.ticket()
        for origin in ("http://play.example.org", house.url(), f"{PUBLIC}:8443", "null"):
            stranger = {"Origin": origin, "Host": "play.example.org"}
            said = json.dumps({"ticket": ticket})
            async with browser.post(house.url("/in"), data=said, headers=stranger) as answer:
                assert answer.status == 403, origin
        async with browser.post(house.url("/in"), data=said, headers={"Origin": PUBLIC}) as answer:
            to = (await answer.json())["to"]
            name, _, rest = answer.headers["Set-Cookie"].partition("=")
            assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
        place = to.rpartition("/")[2]
        assert name == f"__Host-seize_{place}"  # RFC 6265bis: Secure, the whole host, no Domain
        value, *attributes = rest.split("; ")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=None", "Partitioned"} <= {*attributes}
        assert not any(each.startswith("Domain") for each in attributes)
        for kept, reason in ((name, None), (f"seize_{place}", "over")):
            headers = {"Origin": PUBLIC, "Cookie": f"{kept}={value}"}
            socket = await browser.ws_connect(house.url(f"{to}/socket"), headers=headers)
            await socket.send_json({"type": "hello", "version": VERSION, "page": "page"})
            assert (await socket.receive_json()).get("reason") == reason
            await socket.close()


async def test_a_cookie_is_for_one_place(house: House) -> None:
    browser = await house.browser()
    _, mine = await house.enters(browser, ticket=house.ticket())
    _, theirs = await house.enters(await house.browser(), ticket=house.ticket(ben))
    farewell = await (await house.opens(browser, theirs["to"])).ends()
    assert farewell
    assert farewell["reason"] == "over"
    cookie = next(iter(browser.cookie_jar))
    name = f"seize_{theirs['to'].rpartition('/')[2]}"
    browser.cookie_jar.update_cookies({name: cookie.value})  # my place under their name
    farewell = await (await house.opens(browser, theirs["to"])).ends()
    assert farewell
    assert farewell["reason"] == "over"
    await (await house.opens(browser, mine["to"])).hears("idle")


async def test_telegram_s_word_lets_in(house: House) -> None:
    browser = await house.browser()
    invitation = house.links.tickets.invitation(ROOM, house.scene.clock())
    for said in (
        {"init": house.vouches(), "ticket": invitation},
        {"init": house.vouches(start_param=invitation), "ticket": ""},
        {"init": house.vouches()},  # to one's own page
    ):
        status, answer = await house.enters(browser, **said)
        assert status == 200
        page = await house.opens(browser, answer["to"])
        assert (await page.hears("welcome"))["alone"] is (len(said) == 1)


async def test_telegram_s_word_is_fresh_and_about_one_player(house: House) -> None:
    browser, now = await house.browser(), house.scene.clock()
    theirs = house.links.own(PlayerRef("test", "ben"), now)
    assert (
        "leads nowhere"
        in (await house.enters(browser, init=house.vouches(), ticket=theirs))[1]["text"]
    )
    for said in (
        house.vouches(at=now - FRESH - 2),
        house.vouches(at=now + AHEAD + 2),
        house.vouches().replace("Ana", "Bob"),
        house.vouches() + "&user=%7B%7D",
        signed({"auth_date": str(int(now)), "user": "[]"}),
        signed({"auth_date": "x", "user": "{}"}),
        signed({"user": '{"id":1,"first_name":"A"}'}),
        signed({"auth_date": str(int(now)), "user": '{"id":1,"first_name":"A"}'}, "8:other"),
        "hash=é",
    ):
        with pytest.raises(NotVouched):
            visitor_of(said, TOKEN, now)
        status, answer = await house.enters(browser, init=said)
        assert (status, "vouch" in answer["text"]) == (403, True)


async def test_who_left_the_chat_is_told(house: House) -> None:
    browser = await house.browser(**{"Accept-Language": "fr"})
    _, said = await house.enters(browser, ticket=house.ticket())
    page = await house.opens(browser, said["to"])
    await page.hears("idle")
    await house.scene.dispatcher.left(ROOM.chat)
    assert await page.ends() == {
        "type": "farewell",
        "reason": "gone",
        "text": "Seize is not in that chat any more.",
    }
    house.members[ana.ref] = False
    house.steady.now += memberships.FRESH
    farewell = await (await house.opens(browser, said["to"])).ends()
    assert farewell
    assert farewell["text"] == "Tu n’es plus dans ce chat."


@pytest.fixture
def asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have pages ask for their players' membership all the time."""
    monkeypatch.setattr(page_module, "ASKED", 0.01)


HIDDEN = SeizeError("Telegram does not tell Seize who is in this chat: make Seize an admin there")


@pytest.mark.usefixtures("asked_again")
@pytest.mark.parametrize(
    ("said", "text"),
    [
        (False, "You are not in that chat any more."),
        (HIDDEN, "Telegram does not tell Seize who is in this chat: make Seize an admin there"),
    ],
)
async def test_an_open_page_closes_when_its_player_is_no_member_any_more(
    house: House, said: bool | SeizeError, text: str
) -> None:
    browser, other = await house.browser(), await house.browser()
    await house.scene.ask("play", "en")
    _, to = await house.enters(browser, ticket=house.ticket())
    _, bens = await house.enters(other, ticket=house.ticket(ben))
    page, stays = await house.opens(browser, to["to"]), await house.opens(other, bens["to"])
    state = await stays.hears("state")
    house.members[ana.ref] = said
    house.steady.now += memberships.FRESH
    assert await page.ends() == {"type": "farewell", "reason": "gone", "text": text}
    assert (await stays.traces("mat", state["round"]))["mark"] == "accepted"


@pytest.mark.usefixtures("asked_again")
async def test_an_outage_throws_nobody_out_for_ten_minutes_and_lets_nobody_in(house: House) -> None:
    browser, other = await house.browser(), await house.browser()
    await house.scene.ask("play", "en")
    _, to = await house.enters(browser, ticket=house.ticket())
    _, bens = await house.enters(other, ticket=house.ticket(ben))
    page = await house.opens(browser, to["to"])
    state = await page.hears("state")
    house.members |= {ana.ref: None, ben.ref: None}
    for _ in range(9):
        house.steady.now += 60
        assert (await page.traces("mat", state["round"]))["mark"] in ("accepted", "repeated")
    with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
        await house.opens(other, bens["to"])
    again = await house.opens(browser, to["to"])  # who is known may connect again
    await again.hears("state")
    house.steady.now += memberships.KEPT
    for each in (page, again):
        assert (await each.ends() or {})["reason"] == "away"  # it comes again by itself
    with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
        await house.opens(browser, to["to"])
    house.members.clear()
    await (await house.opens(browser, to["to"])).hears("state")


async def test_a_page_plays_in_the_chat_s_round(house: House) -> None:
    scene, browser = house.scene, await house.browser()
    await scene.ask("play", "en")
    _, said = await house.enters(browser, ticket=house.ticket(ben))
    page = await house.opens(browser, said["to"])
    state = await page.hears("state")
    assert (await page.traces("mat", state["round"]))["mark"] == "accepted"
    assert (await page.traces("mat", state["round"]))["mark"] == "repeated"
    await scene.type("rat")
    standing = (await page.hears("standing"))["standing"]
    assert {each["name"] for each in standing} == {"Ana", "Ben"}
    await page.says("press", verb="halt")  # Ana's round: it is not for Ben to end it
    assert (await page.hears("note"))["text"]
    await scene.ask("stop")
    over = await page.hears("over")
    assert [each["words"] for each in over["standing"]] == [1, 1]
    await page.says("press", verb="again")
    assert (await page.hears("state"))["round"] != state["round"]
    assert any(room == ROOM for room, _ in scene.outbox.posts)  # the chat sees the board


async def test_a_page_that_comes_while_its_chat_is_handed_over_comes_again(house: House) -> None:
    browser = await house.browser()
    await house.scene.ask("play", "en")
    _, said = await house.enters(browser, ticket=house.ticket())
    for answers in (1, 2):  # to its connection, and to the first look at the round
        house.process.answers = answers
        page = await house.opens(browser, said["to"])
        if answers > 1:
            await page.hears("state")
            await house.scene.type("mat")
        farewell = await page.ends()
        assert farewell
        assert farewell["reason"] == "away"
        assert "idle" not in [each["type"] for each in page.heard]  # which ends the round there
    with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
        await house.opens(browser, said["to"])


async def test_a_word_of_a_round_that_goes_on_elsewhere_is_kept_by_its_page(house: House) -> None:
    scene, browser = house.scene, await house.browser()
    await scene.ask("play", "en")
    _, said = await house.enters(browser, ticket=house.ticket())
    page = await house.opens(browser, said["to"])
    state = await page.hears("state")
    scene.services.rounds.live.drop(ROOM)
    assert (await page.traces("mat", state["round"]))["mark"] == "failed"
    assert (await page.traces("mat", 7))["mark"] == "refused"


@pytest.mark.parametrize("sort", [*SORTS][:-1])
async def test_connections_that_mean_harm_close_no_page(
    lexicon: Callable[[str], Lexicon], sort: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(lexicon, most=20) as house:
        browser = await house.browser()
        await house.scene.ask("play", "en")
        _, said = await house.enters(browser, ticket=house.ticket())
        page = await house.opens(browser, said["to"])
        state = await page.hears("state")
        await Attack(sort, ONE, house.port, count=100, hold=0).run()
        assert (await page.traces("mat", state["round"]))["mark"] == "accepted"
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []


async def test_who_has_no_place_is_not_waited_for(house: House) -> None:
    browser = await house.browser()
    socket = await browser.ws_connect(house.url(f"/p/{0:016x}/socket"), autoclose=False)
    began = asyncio.get_running_loop().time()
    assert (await socket.receive_json())["reason"] == "over"
    while (await socket.receive()).type is not aiohttp.WSMsgType.CLOSED:
        pass  # it is told to close, and does not
    assert asyncio.get_running_loop().time() - began < 8  # the library would wait for ten


async def test_noise_at_the_entrance_lets_nobody_in(house: House) -> None:
    rng, browser = random.Random(1), await house.browser()
    good = house.ticket()
    for _ in range(300):
        at = rng.randrange(len(good))
        changed = good[:at] + rng.choice("AZaz09_-.é") + good[at + 1 :]
        if changed != good:
            status, said = await house.enters(browser, ticket=changed)
            assert (status, [*said]) == (403, ["text"])
    assert (await house.enters(browser, ticket=good))[0] == 200
