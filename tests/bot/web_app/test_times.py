"""What a page says of the time of a word is believed as far as the server saw it away."""

from contextlib import suppress
from dataclasses import dataclass

import pytest
from aiohttp import ClientSession, WSMsgType
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bot.web_app.flood import BURST, RATE
from bot.web_app.presence import HELD_UP, ROUND_TRIP, Presence, Visit
from core.rounds.events import WordJudged
from core.rounds.round import PATIENCE
from core.rounds.verdict import Cause
from tests.bot.web_app.conftest import Frame, Page, Site
from tests.bot.web_app.test_rounds import begun
from tests.helpers.fakes import FakeClock

HUGE = 2**53 - 1


def forward(site: Site, seconds: float) -> None:
    site.clock.forward(seconds)
    site.steady.forward(seconds)


async def comes(site: Site, browser: ClientSession, state: Frame, name: str = "back") -> Page:
    """Open another socket of a page, as a page does whose network was away."""
    page = await site.connects(browser, name=name)
    await page.says("hello", version=1, page=name, round=state["round"])
    return page


async def plays(site: Site, state: Frame) -> list[WordJudged]:
    async with site.store.read() as work:
        return await work.plays.of(state["round"])


async def points(page: Page) -> dict[str, int]:
    """Return the points on the card at the end of a round."""
    over = await page.hears("over")
    return {each["name"]: each["points"] for each in over["standing"]}


@pytest.mark.parametrize("again", ["the same page", "a page that comes again", "one more page"])
async def test_a_word_that_a_rival_has_is_not_taken_away(site: Site, again: str) -> None:
    ana, browser = await site.opens(name="Ana"), await site.browser()
    state = await begun(ana, law="first")
    ben = await site.opens(browser, name="Ben")
    await ben.hears("state")
    forward(site, 40)
    assert (await ana.traces("mat", state["round"]))["mark"] == "accepted"
    forward(site, 10)
    refused = await ben.traces("mat", state["round"])
    assert refused["mark"] == "repeated"
    if again == "a page that comes again":
        await ben.socket.close()
    if again != "the same page":
        ben = await comes(site, browser, state)
    for ago in (9_000, 19_000, HUGE):
        assert await ben.traces("mat", state["round"], ago=ago) | {"number": 1} == refused
    forward(site, 80)
    site.dispatcher.look_again()
    card = await points(ana)
    assert card.pop("Ana") > 0
    assert list(card.values()) == [0]


@pytest.mark.parametrize("ago", [0, 500, 1000, 3000, HUGE])
@pytest.mark.parametrize("late", [0.0, 0.5, 2.8])
async def test_time_does_not_run_on_for_a_page_that_says_so(
    site: Site, ago: int, late: float
) -> None:
    browser = await site.browser()
    ana = await site.opens(browser, name="Ana")
    state = await begun(ana)
    forward(site, 120 + late)
    fresh = await site.opens(name="Ben")
    again = await comes(site, browser, state)
    await ana.socket.close()
    last = await comes(site, browser, state)
    for page in (fresh, again, last):
        verdict = await page.traces("mat", state["round"], ago=ago)
        assert verdict["text"] == "Too late: the round is over"


@pytest.mark.parametrize("law", ["every", "first", "unique", "split"])
async def test_a_page_that_was_offline_has_its_words_at_the_times_they_were_traced(
    site: Site, law: str
) -> None:
    browser = await site.browser()
    ana = await site.opens(browser, name="Ana")
    state = await begun(ana, law=law)
    began = site.clock.now
    forward(site, 110)
    await ana.socket.close()
    forward(site, 8)
    back = await comes(site, browser, state)
    for word, ago in (("mat", 7500), ("rat", 4000), ("tar", 400), ("arm", 30_000)):
        assert (await back.traces(word, state["round"], ago=ago))["mark"] == "accepted"
    times = [play.at - began for play in await plays(site, state)]
    assert times == pytest.approx([110.5, 114, 117.6, 110])
    assert {play.came - began for play in await plays(site, state)} == {118}


async def test_words_of_an_absence_around_the_end_count_until_the_grace_is_over(
    site: Site,
) -> None:
    browser = await site.browser()
    ana = await site.opens(browser, name="Ana")
    state = await begun(ana)
    forward(site, 114)
    await ana.socket.close()
    forward(site, 8)  # two seconds after the end
    back = await comes(site, browser, state)
    assert (await back.traces("mat", state["round"], ago=2500))["mark"] == "accepted"
    late = "Too late: the round is over"
    assert (await back.traces("rat", state["round"], ago=1900))["text"] == late
    site.clock.forward(1)  # no word counts from here on, though the round was not finished yet
    assert (await back.traces("tar", state["round"], ago=4000))["text"] == late


async def test_an_absence_of_one_s_own_making_is_worth_itself_and_once(site: Site) -> None:
    ana, browser = await site.opens(name="Ana"), await site.browser()
    state = await begun(ana, law="first")
    ben = await site.opens(browser, name="Ben")
    await ben.hears("state")
    forward(site, 10)
    await ana.traces("mat", state["round"])
    forward(site, 2)
    await ben.socket.close()
    forward(site, 20)
    await ana.traces("rat", state["round"])
    forward(site, 10)
    ben = await comes(site, browser, state)
    # Mat was found before, and told; rat within the absence: that one ties.
    assert (await ben.traces("mat", state["round"], ago=29_000))["mark"] == "repeated"
    assert (await ben.traces("rat", state["round"], ago=29_000))["mark"] == "accepted"
    await ben.socket.close()
    ben = await comes(site, browser, state)
    await ana.traces("tar", state["round"])
    forward(site, 2)
    assert (await ben.traces("tar", state["round"], ago=20_000))["mark"] == "repeated"
    await ben.socket.close()
    forward(site, 30)
    ben = await comes(site, browser, state)
    await ben.hears("state")
    await ana.traces("arm", state["round"])
    forward(site, 5)  # what was kept came right after the page, or was not kept
    assert (await ben.traces("arm", state["round"], ago=20_000))["mark"] == "repeated"


async def test_a_player_with_another_page_was_not_away(site: Site) -> None:
    browser = await site.browser()
    ana = await site.opens(browser, name="Ana")
    state = await begun(ana)
    other = await site.opens(browser)
    await other.hears("state")
    await ana.socket.close()
    forward(site, 8)
    back = await comes(site, browser, state)
    await back.traces("mat", state["round"], ago=7000)
    (play,) = await plays(site, state)
    assert (play.at, play.arrived) == (site.clock.now, None)


async def test_a_hundred_forged_misses_are_braked(site: Site) -> None:
    page = await site.opens()
    state = await begun(page)
    forward(site, 60)
    marks = []
    for number in range(100):
        forward(site, 0.005)
        ago = (number + 1) * 10  # each before the one before
        marks.append((await page.types("zzz", state["round"], ago=ago))["text"])
        site.steady.forward(1)  # else the flood would stop them first
    assert sum("no Z" in text for text in marks) == PATIENCE
    kept = [play.verdict.cause for play in await plays(site, state)]
    assert kept == [Cause.LETTER_NOT_ON_GRID] * PATIENCE + [Cause.PAUSED]


async def test_a_page_is_flooding_by_its_words_and_all_pages_of_a_guest_together(
    site: Site,
) -> None:
    browser = await site.browser()
    page = await site.opens(browser)
    state = await begun(page)
    text = ",".join(["zz"] * 16)
    told = 0
    with suppress(ConnectionError):
        while True:
            await page.says("word", number=told, round=state["round"], text=text)
            await page.hears("verdict")
            told += 16
            if told % 48 == 0:
                page = await comes(site, browser, state, f"page {told}")
    assert page.heard[-1]["reason"] == "flood"
    assert told <= BURST
    again = await comes(site, browser, state)
    farewell = await again.ends()
    assert farewell
    assert farewell["reason"] == "flood"
    forward(site, BURST / RATE)
    after = await comes(site, browser, state)
    assert (await after.traces("mat", state["round"]))["mark"] == "accepted"


@pytest.mark.parametrize("ago", ["-1", "NaN", "Infinity", "1e400", "1.5", '"1"', "null", "[]"])
async def test_a_time_that_is_none_is_answered_so(site: Site, ago: str) -> None:
    page = await site.opens()
    state = await begun(page)
    word = f'{{"type":"word","number":1,"round":{state["round"]},"text":"mat","ago":{ago}}}'
    await page.socket.send_str(word)
    assert (await page.hears("problem"))["reason"] == "ago is to be a whole number"


@dataclass
class Seen:
    """A page as the test knows it: when it came, and how long nobody had been there before."""

    visit: Visit
    came: float
    away: float


class PresenceMachine(RuleBasedStateMachine):
    """Pages of a player that come and go, against a diary of seconds with a page and without."""

    def __init__(self) -> None:
        super().__init__()
        self.steady = FakeClock()
        self.presence = Presence(self.steady)
        self.pages: list[Seen] = []
        self.empty_since: float | None = None  # unknown: nobody was ever there

    @rule(seconds=st.sampled_from([0.0, 0.5, 2.0, 8.0, 30.0, 90.0]))
    def wait(self, seconds: float) -> None:
        self.steady.forward(seconds)

    @rule()
    def come(self) -> None:
        empty = (
            0.0 if self.pages or self.empty_since is None else self.steady.now - self.empty_since
        )
        self.pages.append(Seen(self.presence.visit(), self.steady.now, empty))

    @precondition(lambda self: self.pages)
    @rule(data=st.data(), said=st.booleans())
    def go(self, data: st.DataObject, said: bool) -> None:
        page = self.pages.pop(data.draw(st.integers(0, len(self.pages) - 1)))
        if said:
            page.visit.hear(WSMsgType.CLOSE)
        self.presence.end(page.visit)
        if not self.pages:
            self.empty_since = self.steady.now

    @precondition(lambda self: self.pages)
    @rule(data=st.data(), after=st.sampled_from([0.0, 0.2, 0.9, 5.0]))
    def answer(self, data: st.DataObject, after: float) -> None:
        page = data.draw(st.sampled_from(self.pages))
        page.visit.ping()
        self.steady.forward(after)
        page.visit.hear(WSMsgType.PONG)

    @invariant()
    def no_more_is_believed_than_was_seen(self) -> None:
        trip = self.presence.round_trip
        assert 0 <= trip <= ROUND_TRIP
        for page in self.pages:
            seen = min(page.away, HELD_UP)
            for ago in (0.0, 0.3, 5.0, 1e300):
                believed = page.visit.held_up(ago)
                assert believed <= min(ago, seen + trip)
                if self.steady.now == page.came and page.away <= HELD_UP:
                    assert believed == min(ago, page.away + trip)


TestPresenceMachine = PresenceMachine.TestCase


def test_a_page_that_answers_no_ping_is_away_since_it_was_heard_last() -> None:
    steady = FakeClock()
    presence = Presence(steady)
    dead = presence.visit()
    for _ in range(2):  # its network is gone, but no end of the connection is seen
        dead.ping()
        steady.forward(3)
    assert presence.visit().held_up(100) == 6
    steady.forward(10)
    dead.hear(WSMsgType.CLOSED)
    presence.end(dead)
    assert presence.visit().held_up(100) == 0, "the second page is there"


@given(trip=st.floats(0, 100))
def test_a_round_trip_is_measured_or_it_is_none(trip: float) -> None:
    steady = FakeClock(0)
    visit = Presence(steady).visit()
    assert visit.held_up(100) == 0
    visit.ping()
    steady.forward(trip)
    visit.hear(WSMsgType.PONG)
    assert visit.held_up(100) == (trip if trip <= ROUND_TRIP else 0)
    visit.hear(WSMsgType.PONG)  # nobody asked
    assert visit.held_up(100) == (trip if trip <= ROUND_TRIP else 0)
