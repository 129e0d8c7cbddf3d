"""Dailies in a chat, from the page to the leaderboards, without a platform."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import count
from typing import Any

import pytest

from bot.messages import Audience, Reply, private_room
from bot.presenters.wording import wording
from core.daily.order import Made, Order
from core.daily.proof_file import ProofFile
from core.daily.puzzle import SECONDS, SETTLING, midnight
from core.daily.recipe import Recipe
from core.grid import Grid
from core.ids import Member, PlayerRef, own_room
from core.lexicon import Lexicon
from core.rounds.purpose import ForDaily
from core.rounds.record import Terms
from core.scoring import ruleset
from core.secrets import SecretWords
from core.services.dailies import NotOnGrid
from core.services.dealer import Dealer
from core.services.refusals import NotOver
from core.services.rounds import GRACE
from core.solver.solver import solve
from tests.core.rounds.boards import GRID
from tests.helpers.chat import ROOM, Scene, ana, ben, labels, mod
from tests.helpers.dailies import handmade, maker

TODAY = date(2026, 9, 21)  # of START
TOMORROW = midnight(date(2026, 9, 22))


class EnglishScene(Scene):
    """A French chat whose people speak English."""

    async def ask(self, name: str, text: str = "", who: Member = ana, **knobs: Any) -> Reply:
        alone = {"room_locale": "en-GB"} if knobs.get("alone") else {}
        return await super().ask(name, text, who, **({"locale": "en-GB"} | alone | knobs))


async def play(scene: Scene, who: Member, *words: str) -> str:
    """Play the daily through; return the text of the card."""
    await scene.ask("dgo:fr:1", who=who)
    for word in words:
        scene.clock.forward(4)
        await scene.type(word, who, alone=True)
    on = scene.services.rounds.live.record(own_room(who.ref))
    assert on is not None
    return (await scene.ask(f"dend:{on.id}", who=who)).text


async def test_the_page_says_what_is_to_come_and_starts_no_clock() -> None:
    scene = EnglishScene()
    page = await scene.ask("daily")
    assert page.audience is Audience.SECRET
    assert page.title == "Daily 1 · French"
    assert "As many words as can be · 3x3 · ★★☆☆☆" in page.text
    assert "dgo:fr:1" in labels(page)
    assert not scene.services.rounds.live.rooms()
    assert scene.clock() < TOMORROW


async def test_an_attempt_is_private_and_lasts_two_minutes() -> None:
    scene = EnglishScene()
    async with scene.running():
        board = await scene.ask("dgo:fr:1")
        assert board.audience is Audience.SECRET
        assert board.title == "Daily 1 · French"
        on = scene.services.rounds.live.record(own_room(ana.ref))
        assert on is not None
        assert (on.seconds, on.purpose) == (SECONDS, ForDaily(1, ranked=True))
        [said] = await scene.type("quits", alone=True)
        assert "13" in said.text
        assert await scene.type("quit", ana) == []  # the room has no round
        await scene.time_up()
    (room, card), *_ = scene.outbox.posts
    assert room == own_room(ana.ref)
    assert "Points: 13 of 43 (30.2%)" in card.text
    assert "Rarest word: quits (found by 1 of 1)" in card.text
    assert "🔥 Streak: 1 daily" in card.text


async def test_an_attempt_without_a_word_is_ranked_but_no_streak() -> None:
    scene = EnglishScene()
    card = await play(scene, ana)
    assert "Place so far: 1 of 1" in card
    assert "🔥" not in card
    assert "🔥" not in (await scene.ask("dshare:fr:1")).text
    assert "🔥" not in (await scene.ask("daily")).text
    assert "You have played the daily 1" in (await scene.ask("dgo:fr:1")).text


async def test_there_is_one_ranked_attempt() -> None:
    scene = EnglishScene()
    await play(scene, ana, "quit")
    again = await scene.ask("dgo:fr:1")
    assert "You have played the daily 1" in again.text
    page = await scene.ask("daily")
    assert "dgo:fr:1" not in labels(page)
    assert "You have played it: 12 of 43 (27.9%)" in page.text
    scene.clock.now = TOMORROW + 1
    assert "just being closed" in (await scene.ask("dgo:fr:1:fun")).text
    scene.clock.now = TOMORROW + SETTLING
    assert "dgo:fr:1:fun" in labels(await scene.ask("dgo:fr:1"))
    assert not scene.services.rounds.live.rooms()
    for_fun = await scene.ask("dgo:fr:1:fun")
    assert for_fun.title == "Daily 1 · French"
    on = scene.services.rounds.live.record(own_room(ana.ref))
    assert on is not None
    assert on.purpose == ForDaily(1)
    assert "⏳" in (await scene.ask("dgo:fr:1")).text  # "Go on" of the daily's page


def _by_words(lexicon: Callable[[str], Lexicon]) -> EnglishScene:
    """Return a scene of real words, on another grid each day."""
    scene = EnglishScene(lexicon=lexicon, dealer=Dealer(lexicon, count()))

    def made(order: Order) -> Made:
        return handmade(order, grid=GRID if order.number == 1 else Grid.parse("OUNEDIPLA 3x3"))

    scene.services.dailies.maker = maker(scene.store, scene.clock, make=made)
    return scene


async def test_hints_are_for_what_is_played_for_fun_alone(
    lexicon: Callable[[str], Lexicon],
) -> None:
    scene, refused = _by_words(lexicon), "Hints are only for a daily whose day is over"
    words = solve(GRID, lexicon("fr"), ruleset("ruzzle", "fr"))
    assert refused in (await scene.ask("hint")).text
    board = await scene.ask("dgo:fr:1")
    assert "dhint" not in labels(board)
    for road in ("dhint", "hint"):
        told = await scene.ask(road)
        assert refused in told.text
    await scene.ask(f"dend:{_on(scene)}")
    scene.clock.now = TOMORROW + SETTLING
    assert "dhint" in labels(await scene.ask("dgo:fr:1:fun"))
    for road in ("dhint", "hint"):
        told = await scene.ask(road)
        assert told.audience is Audience.SECRET
        assert "Words to be found that begin on each tile:" in told.text
        counts = [int(each) for each in re.findall(r"\b\d+", told.text)][:9]
        assert 0.9 * len(words) <= sum(counts) <= len(words)  # but for unfit ones
        ((first, length),) = re.findall(r"Within reach: ([A-Z])… \((\d+) letters\)", told.text)
        meant = [each for each in words if len(each.word) == int(length)]
        assert any(each.word[0] == first.lower() for each in meant)
        assert "quits" not in told.text
    for each in words:
        await scene.type(each.display, alone=True)
    assert refused in (await scene.ask("dhint", who=ben)).text
    assert "Within reach" not in (await scene.ask("dhint")).text


async def test_a_hint_is_no_road_to_words_of_a_round_that_others_play(
    lexicon: Callable[[str], Lexicon],
) -> None:
    scene = _by_words(lexicon)
    await scene.ask("dgo:fr:1")
    await scene.ask(f"dend:{_on(scene)}")
    scene.clock.now = TOMORROW + SETTLING
    await scene.ask("dgo:fr:1:fun")
    assert "Words to be found" in (await scene.ask("dhint", who=ana)).text
    await scene.ask(f"dend:{_on(scene)}")
    await scene.services.rounds.start(ROOM, ben, Terms(lexicon="fr"), grid=GRID)
    await scene.ask("dgo:fr:1:fun")
    assert "Words to be found" not in (await scene.ask("dhint")).text
    await scene.services.rounds.stop(ROOM, ben)
    assert "Words to be found" in (await scene.ask("dhint")).text


def _on(scene: Scene) -> int:
    """Return the number of the attempt that Ana plays."""
    record = scene.services.rounds.live.record(own_room(ana.ref))
    assert record
    return record.id


async def test_a_press_while_it_is_on_shows_the_board_again() -> None:
    scene = EnglishScene()
    await scene.ask("dgo:fr:1")
    await scene.type("tas", alone=True)
    again = await scene.ask("dgo:fr:1")
    assert "7 · ✅ 1" in again.text
    assert len(scene.services.rounds.live.rooms()) == 1


async def test_cards_places_and_leaderboards() -> None:
    scene = EnglishScene()
    assert "Place so far: 1 of 1" in await play(scene, ana, "quit", "tas")
    card = await play(scene, ben, "quits", "quit", "rest")
    assert "Place so far: 1 of 2" in card
    assert "Rarest word: quits (found by 1 of 2)" in card
    board = await scene.ask("dtop:fr:1:day:world", who=ben)
    assert "🥇 you · 32 of 43 (74.4%) · 3 words" in board.text
    assert "🥈 Ana · 19 of 43 (44.2%) · 2 words" in board.text
    week = await scene.ask("dtop:fr:1:week:world")
    assert "Nobody has played yet." in week.text  # the day is not closed
    scene.clock.now = TOMORROW + 500
    assert len(await scene.services.dailies.close_due()) == 1
    assert await scene.services.dailies.close_due() == []
    week = await scene.ask("dtop:fr:1:week:world")
    assert "🥇 Ben · 74.4% · 1 daily" in week.text
    assert "🥈 you · 44.2% · 1 daily" in week.text


async def test_what_is_shared_gives_no_word_away() -> None:
    scene = EnglishScene()
    await play(scene, ana, "quits", "tas")
    shared = await scene.ask("dshare:fr:1")
    assert shared.text.splitlines() == [
        "Seize · Daily 1 · French",
        "As many words as can be",
        "2 words · 20 points",
        "⬜1 🟩1",
        "🔥 Streak: 1 daily",
    ]


async def test_the_key_opens_to_all_when_the_day_is_over() -> None:
    scene = EnglishScene()
    await play(scene, ana, "tas")
    for now in (scene.clock(), TOMORROW + SETTLING - 1):  # attempts may still be under way
        scene.clock.now = now
        for who in (ana, ben):
            closed = await scene.ask("dkey:fr:1:0", who=who)
            assert "when its day is over" in closed.text
            assert (closed.image, closed.file) == (None, None)
        for page in (await scene.ask("dcard:fr:1"), await scene.ask("daily", "1")):
            assert "dkey:fr:1:0" not in labels(page)
    scene.clock.now = TOMORROW + SETTLING
    for who in (ana, ben):
        assert "dkey:fr:1:0" in labels(await scene.ask("daily", "1", who=who))
        assert "quits" in (await scene.ask("dkey:fr:1:0", who=who)).text


async def test_a_card_shows_ones_own_words_and_some_of_what_was_missed(
    lexicon: Callable[[str], Lexicon],
) -> None:
    french = lexicon("fr")
    dealer = Dealer(lexicon, count())
    scene = EnglishScene(lexicon=lexicon, dealer=dealer)
    solution = solve(GRID, french, ruleset("ruzzle", "fr"))
    common = [each.display for each in solution if french.rank(each.word)]
    assert "Within reach" not in await play(scene, ben)
    assert "Within reach" not in await play(scene, mod, *common[:4])
    card = await play(scene, ana, *common[:5])
    assert f"Words found: {common[0]} +" in card
    assert all(word in card for word in common[:6])  # the sixth was missed
    assert "All words are shown when the day is over." in card
    _, _, missed = card.partition("Within reach: ")
    assert missed.splitlines()[0].count("+") == 1


async def test_nothing_but_the_card_tells_what_an_attempt_missed() -> None:
    scene = EnglishScene()
    await scene.ask("dgo:fr:1", alone=True)
    on = scene.services.rounds.live.record(own_room(ana.ref))
    assert on is not None
    key = f"{on.id}:{on.token}"
    for verb in ("words", "missed", "card"):  # as anybody may make them up
        asked = await scene.ask(f"{verb}:{key}:0", alone=True)
        assert "No round is running here" in asked.text
    ended = await scene.ask(f"dend:{on.id}", alone=True)
    assert ended.image is None
    for verb in ("words", "missed", "card"):
        asked = await scene.ask(f"{verb}:{key}:0", alone=True)
        assert "quit" not in asked.text
        assert "No round is running here" in asked.text


async def test_nobody_solves_or_looks_up_what_is_being_played() -> None:
    scene = EnglishScene()
    await scene.ask("dgo:fr:1")
    refused = await scene.ask("check", "tas")
    assert "when it is over" in refused.text


async def test_days_ahead_that_an_earlier_version_made_are_made_anew() -> None:
    scene = EnglishScene()
    dailies = scene.services.dailies

    def older(order: Order) -> Made:
        made = handmade(order)
        return replace(made, recipe=replace(made.recipe, apart=0))

    await maker(scene.store, scene.clock, ("fr",), older).make_missing()
    async with scene.store.read() as work:
        before = await work.puzzles.since(TODAY)
    assert await dailies.maker.missing()
    made = await replace(dailies.maker, languages=("fr",)).make_missing()
    async with scene.store.read() as work:
        after = await work.puzzles.since(TODAY)
    assert [each.id for each in after] == [each.id for each in before]
    assert after[0] == before[0]  # which is open, and its seal told
    assert after[1:] == made
    assert all(Recipe.from_json(each.recipe).apart for each in after[1:])
    assert not await replace(dailies.maker, languages=("fr",)).missing()
    assert await replace(dailies.maker, languages=("fr",)).make_missing() == []


async def test_yesterday_and_numbers() -> None:
    scene = EnglishScene()
    told = (await scene.ask("daily", "yesterday")).text
    assert told == "There is no daily of yesterday: today's is the first"
    await play(scene, ana, "tas")
    scene.clock.now = TOMORROW + 5
    page = await scene.ask("daily", "yesterday")
    assert page.title == "Daily 1 · French"
    assert "The day of 2026-09-21 is over." in page.text
    assert (await scene.ask("daily", "2")).title == "Daily 2 · French"
    assert (await scene.ask("daily", "1 en")).title == "Daily 1 · English"
    assert "There is no daily 7" in (await scene.ask("daily", "7")).text
    assert "is not a daily" in (await scene.ask("daily", "soon")).text
    assert "no daily in “de”" in (await scene.ask("daily", "de")).text


async def test_yesterdays_page_leads_back_to_todays() -> None:
    scene = EnglishScene()
    await scene.ask("daily")
    scene.clock.forward(86_400)
    today = await scene.ask("daily")
    assert "dday:fr:1" in labels(today)
    yesterday = await scene.ask("dday:fr:1")
    assert yesterday.replaces
    assert "dday:fr:2" in labels(yesterday)
    assert (await scene.ask("dday:fr:2")).title == today.title
    scene.clock.forward(86_400)
    await scene.ask("daily")
    assert "dday:fr:2" not in labels(await scene.ask("daily", "1"))


async def test_w_sends_words_of_the_daily_that_is_on() -> None:
    scene = EnglishScene()
    await scene.ask("dgo:fr:1")
    told = await scene.ask("w", "quit zut")
    assert told.audience is Audience.ASKER
    assert told.text.splitlines()[0].startswith("+")
    # What all read is for the room.
    await scene.type("rest", message_id="public")
    on = scene.services.rounds.live.running(own_room(ana.ref))
    assert on
    assert [each.verdict.word for each in on.plays] == ["quit", "zut"]


async def test_a_daily_is_shown_as_text_to_its_player_alone() -> None:
    scene = EnglishScene()
    board = await scene.ask("dgo:fr:1", alone=True)
    button = next(each for each in labels(board) if each.startswith("text:"))
    for alone in (True, False):
        shown = await scene.ask(button, alone=alone)
        assert shown.title == "The grid"
        assert shown.audience is Audience.ASKER
    assert "no round" in (await scene.ask(button, who=ben, alone=True)).text.lower()


@pytest.mark.parametrize("button", ["dgo:fr:9", "dcard:xx:1", "dkey:fr:x:0", "dend:77", "dtop::"])
async def test_buttons_that_anybody_may_have_made_are_refused(button: str) -> None:
    scene = EnglishScene()
    answer = await scene.ask(button)
    assert "There is no daily" in answer.text or "No round is running here" in answer.text
    assert not scene.services.rounds.live.rooms()


async def test_moderators_are_told_of_two_accounts_with_one_hand(
    lexicon: Callable[[str], Lexicon],
) -> None:
    scene = EnglishScene(lexicon=lexicon, dealer=Dealer(lexicon, count()))
    words = [each.display for each in solve(GRID, lexicon("fr"), ruleset("ruzzle", "fr"))][:20]
    eve = Member(PlayerRef("test", "eve"), "Eve")
    await play(scene, ana, *words[:14])
    scene.clock.forward(600)
    await play(scene, ben, *words[1:14], words[15])
    await play(scene, eve, *words[14::-1])
    for each in (ana, ben, eve):  # who are seen in the chat by a round there
        await scene.ask("play", who=each)
        await scene.ask("stop", who=each)
    assert "order" not in (await scene.ask("dtop:fr:1:day:chat", who=ben)).text
    told = (await scene.ask("dtop:fr:1:day:chat", who=mod)).text
    flags = [line for line in told.splitlines() if "same order" in line]
    assert flags == [
        "⚑ For moderators: Ana and Ben: 13 of 14 words in the same order, 11 min apart."
    ]


async def test_moderators_are_told_of_hurry(
    lexicon: Callable[[str], Lexicon],
) -> None:
    scene = EnglishScene(lexicon=lexicon)
    await scene.ask("dgo:fr:1")
    await scene.type("quits quit rest tas est tis", alone=True)
    await scene.time_up()
    await scene.services.rounds.tick()
    assert "faster" not in (await scene.ask("dtop:fr:1:day:chat", who=ben)).text
    # Ana is seen in the chat by a round there.
    await scene.ask("play")
    await scene.ask("stop")
    told = (await scene.ask("dtop:fr:1:day:chat", who=mod)).text
    assert "For moderators: Ana sent 3 words faster than anybody reads." in told


async def test_moderators_are_told_of_what_only_a_program_finds_so(
    lexicon: Callable[[str], Lexicon],
) -> None:
    def made(order: Order) -> Made:
        return replace(handmade(order), words=200, common=60)

    scene = EnglishScene(lexicon=lexicon, dealer=Dealer(lexicon, count()))
    scene.services.dailies.maker = maker(scene.store, scene.clock, make=made)
    french = lexicon("fr")
    words = [each.display for each in solve(GRID, french, ruleset("ruzzle", "fr"))]
    rare = [word for word in words if not french.rank(word)]
    common = [word for word in words if french.rank(word)]
    await play(scene, ana, *rare[:18], *common[:4])
    await scene.ask("dgo:fr:1", who=ben)
    for number, word in enumerate([*rare[:4], *common[:18]]):
        scene.clock.forward((2, 7, 4)[number % 3])
        await scene.type(word, ben, alone=True)
    on = scene.services.rounds.live.record(own_room(ben.ref))
    assert on is not None
    await scene.ask(f"dend:{on.id}", who=ben)
    for each in (ana, ben):  # who are seen in the chat by a round there
        await scene.ask("play", who=each)
        await scene.ask("stop", who=each)
    assert "program" not in (await scene.ask("dtop:fr:1:day:chat", who=ben)).text
    told = (await scene.ask("dtop:fr:1:day:chat", who=mod)).text
    even, blind = (line for line in told.splitlines() if "program" in line)
    assert even.startswith("⚑ For moderators: Ana found 22 words as evenly as a program")
    assert even.endswith(": one every 4.0 s, give or take 0%.")
    assert blind.startswith("⚑ For moderators: Ana found 22 words, 18 of them rare: a program")
    assert blind.endswith("would find 15; people find far fewer.")


async def test_reminders_are_for_those_who_ask_and_have_not_played() -> None:
    scene = EnglishScene()
    await scene.ask("daily")
    told = (await scene.ask("dbell:en")).text
    assert "Reminder set: the daily in English at 9:00 (UTC)" in told
    await scene.ask("dbell:en", who=ben)
    scene.clock.now = midnight(date(2026, 9, 22)) + 8 * 3600
    for _who in (ana, ben):
        await scene.services.dailies.today("en")
    await scene.ask("dgo:en:2", who=ben)
    await scene.time_up()
    async with scene.running():
        scene.clock.now = midnight(date(2026, 9, 22)) + 9 * 3600 + 1
        await scene.waits.pass_on()
        await scene.waits.until(
            lambda: any(r == private_room(ana.ref) for r, _ in scene.outbox.posts)
        )
        for _ in range(3):
            await scene.waits.pass_on()
    reminded = [room for room, reply in scene.outbox.posts if "dday:en:2" in labels(reply)]
    assert reminded == [private_room(ana.ref)]
    assert "No more reminders." in (await scene.ask("dbell:en")).text


async def test_a_chat_is_told_once_at_its_hour_where_that_was_set(
    lexicon: Callable[[str], Lexicon],
) -> None:
    scene = EnglishScene(lexicon=lexicon)
    await scene.ask("settings", "daily 9", who=mod)
    await scene.ask("settings", "interface en", who=mod)
    await scene.ask("settings", "timezone Europe/Paris", who=mod)
    await scene.ask("play")
    await scene.ask("stop")
    await play(scene, ana, "quits", "tas")
    async with scene.running():
        scene.clock.now = midnight(date(2026, 9, 22)) + 7 * 3600 - 1
        await scene.services.dailies.today("fr")
        for _ in range(3):
            await scene.waits.pass_on()
        assert not [room for room, _ in scene.outbox.posts if room == ROOM]
        scene.clock.forward(1)
        await scene.waits.until(lambda: any(room == ROOM for room, _ in scene.outbox.posts))
        for _ in range(5):
            scene.clock.forward(1000)
            await scene.waits.pass_on()
    told = [reply for room, reply in scene.outbox.posts if room == ROOM]
    assert len(told) == 1
    assert told[0].title == "Daily 1 is over"
    assert "🥇 Ana · 20 of 43 (46.5%)" in told[0].text
    assert "Within reach: quit +12, rest +7, èst +3" in told[0].text


async def test_a_code_makes_two_accounts_one_player() -> None:
    scene = EnglishScene()
    other = Member(PlayerRef("telegram", "7"), "Ana T")
    await play(scene, ana, "tas")
    offered = await scene.ask("link")
    code = offered.body[0].text
    assert "Linked" in (await scene.ask("link", code.lower(), who=other)).text
    assert "not known, or not any more" in (await scene.ask("link", code, who=ben)).text
    assert "You have played the daily 1" in (await scene.ask("dgo:fr:1", who=other)).text
    board = await scene.ask("dtop:fr:1:day:world", who=other)
    assert "🥇 you" in board.text
    assert "try again tomorrow" in (await scene.ask("link", "off", who=other)).text
    scene.clock.now = TOMORROW + SETTLING
    await scene.services.dailies.close_due()
    assert "a player alone again" in (await scene.ask("link", "off", who=other)).text
    assert "linked with no other" in (await scene.ask("link", "off", who=other)).text
    assert (await scene.ask("dgo:fr:2", who=other)).title == "Daily 2 · French"


async def test_a_code_is_too_old_after_ten_minutes() -> None:
    scene = EnglishScene()
    code = (await scene.ask("link")).body[0].text
    scene.clock.forward(601)
    assert "not known, or not any more" in (await scene.ask("link", code, who=ben)).text
    assert (
        "one player already"
        in (await scene.ask("link", (await scene.ask("link")).body[0].text)).text
    )


async def test_an_attempt_goes_on_after_a_restart() -> None:
    scene = EnglishScene()
    await scene.ask("dgo:fr:1")
    await scene.type("tas", alone=True)
    scene.clock.forward(30)
    again = EnglishScene(store=scene.store)
    again.clock.now = scene.clock.now
    async with again.running():
        (room, board), *_ = again.outbox.posts
        assert room == own_room(ana.ref)
        assert "7 · ✅ 1" in board.text
        await again.type("quit", alone=True, after=40)
        await again.time_up(100 + GRACE)
    (_, card) = again.outbox.posts[-1]
    assert "Points: 19 of 43 (44.2%)" in card.text


async def test_an_attempt_whose_player_cannot_be_written_to_goes_on() -> None:
    scene = EnglishScene()
    await scene.ask("dgo:fr:1")
    again = EnglishScene(store=scene.store)
    again.clock.now = scene.clock.now + 5
    again.outbox.gone.add(own_room(ana.ref))
    async with again.running():
        assert again.services.rounds.live.is_on(own_room(ana.ref))
        await again.type("quit", alone=True, after=40)
        await again.time_up()
    assert "Points: 12 of 43" in (await again.ask("dcard:fr:1")).text


async def test_an_export_holds_attempts_and_linked_accounts() -> None:
    scene = EnglishScene()
    other = Member(PlayerRef("telegram", "7"), "Ana T")
    await play(scene, ana, "quit", "tas")
    await scene.ask("link", (await scene.ask("link")).body[0].text, who=other)
    export = await scene.services.privacy.export(other.ref)
    assert export["accounts"] == [{"platform": "test", "id": "ana"}]
    [attempt] = export["dailies"]
    assert (attempt["number"], attempt["day"], attempt["points"]) == (1, "2026-09-21", 19)
    assert attempt["started_at"] == "2026-09-21T14:13:20+00:00"


async def test_who_is_forgotten_leaves_the_points_of_closed_days_without_a_name() -> None:
    scene = EnglishScene()
    await play(scene, ana, "quit", "tas")
    await play(scene, ben, "tis")
    assert await scene.services.privacy.forget(ben.ref, 1.0)
    scene.clock.now = TOMORROW + SETTLING
    await scene.services.dailies.close_due()
    assert await scene.services.privacy.forget(ana.ref, 1.0)
    board = await scene.ask("dtop:fr:1:day:world", who=ben)
    assert board.text == "🥇 someone who left · 19 of 43 (44.2%) · 2 words"
    assert (await scene.services.privacy.export(ana.ref))["dailies"] == []


async def test_a_word_accepted_later_counts_for_who_sent_it(
    lexicon: Callable[[str], Lexicon],
) -> None:
    grid = Grid.parse("CRESAMINILATLSER")
    dealer = Dealer(lexicon, count())
    scene = EnglishScene(lexicon=lexicon, dealer=dealer)
    words = lexicon("fr")
    solution = solve(grid, words, ruleset("ruzzle", "fr"))
    scene.services.dailies.maker = maker(
        scene.store, scene.clock, make=partial(handmade, solution=solution)
    )
    assert "cresi" not in words
    await play(scene, ana, "cresi", "mina")
    refused = await play(scene, ben, "amin", "tas")
    assert "Points:" in refused
    dailies = scene.services.dailies
    puzzle = await dailies.numbered("fr", 1)
    with pytest.raises(NotOver):
        await dailies.accept(puzzle, "cresi")
    scene.clock.now = TOMORROW + 500
    await dailies.close_due()
    puzzle = await dailies.numbered("fr", 1)
    before = (await dailies.outcome(puzzle, ana.ref)) or pytest.fail("nothing played")
    [gained] = await dailies.accept(puzzle, "cresi")
    assert (gained.player, gained.before) == (ana.ref, before.attempt.points)
    assert gained.after > gained.before
    changed = await dailies.numbered("fr", 1)
    assert (changed.words, changed.points > puzzle.points) == (puzzle.words + 1, True)
    assert f"🥇 Ana · {gained.after} of" in (await scene.ask("dtop:fr:1:day:world", who=ben)).text
    with pytest.raises(NotOnGrid):
        await dailies.accept(changed, "cresi")


async def test_a_chats_boards_can_be_asked_for_in_private_by_its_members() -> None:
    scene = EnglishScene()
    page = await scene.ask("daily")  # in the chat; Telegram answers in private
    [top] = [data for data in labels(page) if data.startswith("dtop:")]
    await play(scene, ana, "quit")
    board = await scene.ask(top, alone=True)
    assert board.title == "Daily 1 · French · today · this chat"
    assert "🥇 you · 12 of 43 (27.9%)" in board.text
    week = next(data for data in labels(board) if ":week:chat:" in data)
    assert (await scene.ask(week, alone=True)).title == "Daily 1 · French · this week · this chat"
    # Who was never seen there is shown the world.
    assert "the world" in (await scene.ask(top, who=ben, alone=True)).title
    scene.clock.now = TOMORROW + 40 * 86_400
    later = await scene.ask(week, alone=True)
    assert later.title == "Daily 1 · French · 2026-09-21 – 2026-09-27 · this chat"


async def test_the_attempt_of_another_is_nobodys_business(
    lexicon: Callable[[str], Lexicon],
) -> None:
    scene = EnglishScene(lexicon=lexicon)
    await scene.ask("dgo:fr:1")
    await scene.type("quit", alone=True)
    record = scene.services.rounds.live.record(own_room(ana.ref))
    assert record is not None
    for verb in ("type", "text", "why", "words", "missed", "card"):
        told = await scene.ask(f"{verb}:{record.id}:{record.token}:0", who=ben, alone=True)
        assert told.text == "No round is running here", verb
    await scene.ask(f"dend:{record.id}")
    told = await scene.ask("solve", "TIQu/ASE/STR", who=ben)
    assert told.text == wording("en").notice(SecretWords())


async def test_the_proof_of_a_day_that_is_over_is_a_file() -> None:
    scene = EnglishScene()
    await play(scene, ana, "quit")
    sealed = await scene.ask("dproof:fr:1")
    assert sealed.text == "The daily 1 can be verified when its day is over"
    assert sealed.file is None
    scene.clock.now = TOMORROW + SETTLING
    await scene.services.dailies.maker.make_missing()
    assert "dproof:fr:1" in labels(await scene.ask("daily", "yesterday"))
    given = await scene.ask("dproof:fr:1")
    assert "seize daily verify --file daily-fr-1.json" in given.text
    assert given.file is not None
    proof = ProofFile.from_json(given.file.data.decode())
    puzzle = await scene.services.dailies.numbered("fr", 1)
    assert (proof.grid, proof.seal, proof.late) == (str(puzzle.grid), puzzle.seal, True)
