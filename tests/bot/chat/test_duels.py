"""Duels in a chat, from the offer to the comparison, without a platform."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from bot.messages import Audience, Reply, private_room
from core.duels.duel import LIFETIME, REMINDED, Side
from core.ids import ChatRef, Member, PlayerRef, own_room
from core.lexicon import Lexicon
from core.ratings import Rating
from core.services.dealer import Dealer
from core.services.rounds import GRACE
from tests.helpers.chat import ROOM, Scene, ana, ben, labels, mod

CHAT_OF_NOBODY = ChatRef("test", "empty")
ROBOT = Member(PlayerRef("test", "robot"), "Robot", bot=True)


class EnglishScene(Scene):
    """A French chat whose people speak English."""

    async def ask(self, name: str, text: str = "", who: Member = ana, **knobs: Any) -> Reply:
        alone = {"room_locale": "en-GB"} if knobs.get("alone") else {}
        return await super().ask(name, text, who, **({"locale": "en-GB"} | alone | knobs))

    async def round(self, code: str, who: Member, *words: str) -> Reply:
        """Play the next round of a duel in two minutes; return how it went."""
        board = await self.ask(f"vplay:{code}", who=who)
        assert board.audience is Audience.SECRET, board.text
        for word in words:
            self.clock.forward(4)
            await self.type(word, who, alone=True)
        before = len(self.ends(who))
        self.clock.forward(121 + GRACE)
        self.dispatcher.look_again()
        await self.waits.until(lambda: len(self.ends(who)) > before)
        return self.ends(who)[-1]

    def ends(self, who: Member) -> list[Reply]:
        """Return the ends that somebody was told of rounds that they played alone."""
        return [each for room, each in self.outbox.posts if room == own_room(who.ref)]

    async def told(self, who: Member, sentence: str) -> Reply:
        """Wait until somebody is told something in private."""

        def found() -> list[Reply]:
            home = private_room(who.ref)
            return [
                each for room, each in self.outbox.posts if room == home and sentence in each.text
            ]

        await self.waits.until(lambda: bool(found()))
        (reply,) = found()
        return reply


def code_of(reply: Reply) -> str:
    """Return the code of a duel that somebody was shown."""
    return next(each for each in labels(reply) if each.startswith(("vsee:", "vplay:")))[-8:]


async def challenge(scene: EnglishScene, to: Member | None = ben) -> str:
    reply = await scene.ask("duel", people={"player": to} if to else {})
    assert reply.audience is Audience.ROOM
    return code_of(reply)


async def test_a_whole_duel() -> None:
    scene = EnglishScene()
    async with scene.running():
        offer = await scene.ask("duel", people={"player": ben})
        assert offer.title == "Duel · French · Ruzzle"
        assert "Ana challenges Ben to a duel." in offer.text
        code = code_of(offer)
        assert f"/duel {code}" in offer.text
        asked = await scene.told(ben, "Ana challenges you")
        assert {f"vtake:{code}", f"vno:{code}"} <= set(labels(asked))
        page = await scene.ask(f"vtake:{code}", who=ben)
        assert "Against Ana" in page.text
        assert page.audience is Audience.SECRET
        await scene.told(ana, "Ben has accepted")
        first = await scene.round(code, ben, "quit", "rest", "zoo")
        assert first.title == "Duel · Round 1 of 3 · French"
        assert "Points: 19" in first.text
        assert "shown when Ana has played it" in first.text
        assert "Round 1 of 3: – : ✔" in (await scene.ask(f"vsee:{code}")).text
        hidden = await scene.ask(f"vcmp:{code}:1", who=ben)
        assert "when both have played" in hidden.text
        second = await scene.round(code, ana, "quits", "quit")
        assert "Ben: 19" in second.text
        assert second.image
        assert f"vcmp:{code}:1" in labels(second)
        news = await scene.told(ben, "Ana has played round 1, too.")
        assert "Round 1 of 3: 19 : 25" in news.text
        compared = await scene.ask(f"vcmp:{code}:1")
        assert "Points: 25 : 19" in compared.text
        assert "Found by both: quit +12" in compared.text
        assert "Only you: quits +13" in compared.text
        assert "Only Ben: rest +7" in compared.text
        assert "By neither: tas +7, èst +3, tis +1" in compared.text
        assert "Best word: quits +13 : quit +12" in compared.text
        assert compared.image
        assert compared.image.alt == "Duel · Round 1 of 3 · French: You 25, Ben 19"
        for _ in range(2):
            await scene.round(code, ana, "tas")
            await scene.round(code, ben, "rest", "tis")
        over = await scene.told(ana, "🏆 You won: 39 : 35")
        assert {f"vagain:{code}", f"vseal:{code}", f"vcmp:{code}:3"} <= set(labels(over))
        await scene.told(ben, "⚔ Ana won: 35 : 39")
        shared = await scene.ask(f"vshare:{code}")
        assert shared.text == (
            "Seize · Duel · French\n🏆 39 : 35\n🟩🟩🟩🟩🟩 : 🟩🟩🟩🟩⬜\n"
            "🟩🟩🟩🟩⬜ : 🟩🟩🟩🟩🟩\n🟩🟩🟩🟩⬜ : 🟩🟩🟩🟩🟩"
        )


async def test_what_was_sealed_can_be_checked_when_it_is_over() -> None:
    scene = EnglishScene()
    code = await challenge(scene)
    page = await scene.ask(f"vsee:{code}")
    assert "not over yet" in (await scene.ask(f"vseal:{code}")).text
    await scene.ask(f"vend:{code}")
    told = await scene.ask(f"vseal:{code}")
    assert told.file
    seal = hashlib.sha256(told.file.data).hexdigest()
    assert seal in told.text
    assert f"Seal of the grids: {seal[:16]}" in page.text
    assert len(json.loads(told.file.data)["grids"]) == 3


async def test_an_open_duel_is_taken_by_its_code_anywhere() -> None:
    scene = EnglishScene()
    code = await challenge(scene, None)
    elsewhere = replace(ROOM, chat=replace(ROOM.chat, id="other"))
    taken = await scene.ask("duel", code.lower(), ben, room=elsewhere)
    assert "Against Ana" in taken.text
    late = await scene.ask("duel", code, mod, room=elsewhere)
    assert late.text == "Somebody else has accepted this duel already"
    assert "Against Ana" in (await scene.ask("duel", code, ben)).text


async def test_declining_resigning_and_a_rematch() -> None:
    scene = EnglishScene()
    async with scene.running():
        code = await challenge(scene)
        assert "You declined" in (await scene.ask(f"vno:{code}", who=ben)).text
        await scene.told(ana, "Ben declined this duel.")
        again = code_of(await scene.ask(f"vagain:{code}"))
        await scene.ask(f"vtake:{again}", who=ben)
        await scene.ask(f"vplay:{again}")
        assert "Then you lose" in (await scene.ask(f"vquit:{again}")).text
        assert "You resigned." in (await scene.ask(f"vend:{again}")).text
        await scene.told(ben, "🏆 Ana resigned: you won.")
        assert not scene.services.rounds.live.rooms()  # the round, too
        assert "is over" in (await scene.ask(f"vplay:{again}")).text


async def test_who_is_blocked_is_told_so_once_it_matters() -> None:
    scene = EnglishScene()
    code = await challenge(scene)
    await scene.ask(f"vno:{code}", who=ben)
    block, unblock = f"vblock:{code}:on", f"vblock:{code}:off"
    assert block in labels(await scene.ask(f"vsee:{code}", who=ben))
    blocked = await scene.ask(block, who=ben)
    assert "Ana can challenge you no more." in blocked.text
    assert unblock in labels(blocked)
    assert "takes no duels from you" in (await scene.ask("duel", people={"player": ben})).text
    assert unblock in labels(await scene.ask(f"vsee:{code}", who=ben))
    assert block in labels(await scene.ask(f"vsee:{code}"))  # Ana has blocked nobody
    assert "again" in (await scene.ask(unblock, who=ben)).text
    await challenge(scene)


async def test_who_is_blocked_is_refused_after_they_were_forgotten_too() -> None:
    scene = EnglishScene()
    code = await challenge(scene)
    await scene.ask(f"vno:{code}", who=ben)
    await scene.ask(f"vblock:{code}:on", who=ben)
    await scene.ask("forgotten")
    assert "takes no duels from you" in (await scene.ask("duel", people={"player": ben})).text
    unblock = f"vblock:{code}:off"
    assert unblock in labels(await scene.ask(f"vsee:{code}", who=ben))
    assert "again" in (await scene.ask(unblock, who=ben)).text
    await challenge(scene)


async def test_time_runs_out_after_one_reminder_for_who_wants_it() -> None:
    scene = EnglishScene()
    async with scene.running():
        code = await challenge(scene)
        await scene.ask(f"vtake:{code}", who=ben)
        await scene.ask("vbell:off", who=ben, alone=True)
        await scene.round(code, ana, "tis")
        scene.clock.forward(LIFETIME - REMINDED)
        reminder = await scene.told(ana, "ends soon")
        assert "vbell:off" in labels(reminder)
        scene.clock.forward(REMINDED)
        await scene.told(ana, "You won: 1 : 0")
        await scene.told(ben, "Ana won: 0 : 1")
        home = private_room(ben.ref)
        assert not [each for at, each in scene.outbox.posts if at == home and "soon" in each.text]


async def test_ones_duels_are_listed() -> None:
    scene = EnglishScene()
    assert "You have no duels" in (await scene.ask("duels")).text
    code = await challenge(scene)
    listed = await scene.ask("duels")
    assert "Ben: Not accepted yet" in listed.text
    assert f"vsee:{code}" in labels(listed)
    await scene.ask(f"vtake:{code}", who=ben)
    await scene.ask(f"vplay:{code}", who=ben)
    assert "Ana: 1/3 – 0/3" in (await scene.ask("duels", who=ben)).text
    await scene.ask(f"vend:{code}", who=ben)
    assert "Ana: You resigned." in (await scene.ask("duels", who=ben)).text


@pytest.mark.parametrize(
    ("text", "people", "sentence"),
    [
        ("", {"player": ana}, "A duel takes two: name somebody else"),
        ("", {"player": ROBOT}, "Bots play no duels"),
        ("@nobody", {}, "to name a player, reply to one of their messages"),
        ("machine=0", {}, "choose from 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("machine=5 ranked=yes", {}, "Duels with the computer are not ranked"),
        ("ranked=x", {}, "choose from yes, no"),
        ("ZZZZZZZ2", {}, "There is no such duel: check the code"),
    ],
)
async def test_what_cannot_be_is_refused_in_a_sentence(
    text: str, people: dict[str, Member], sentence: str
) -> None:
    scene = EnglishScene()
    reply = await scene.ask("duel", text, people=people)
    assert sentence.lower() in reply.text.lower()
    assert "You have no duels" in (await scene.ask("duels")).text


async def test_others_see_nothing_of_it() -> None:
    scene = EnglishScene()
    code = await challenge(scene)
    for data in ("vsee", "vtake", "vno", "vplay", "vcmp", "vquit", "vend", "vagain", "vshare"):
        told = await scene.ask(f"{data}:{code}:1", who=mod)
        assert told.text == "This duel is between others", data
    for data in ("vseal", "vblock"):
        assert "between others" in (await scene.ask(f"{data}:{code}", who=mod)).text


async def test_the_computer_is_a_rival_and_its_words_are_sealed(
    lexicon: Callable[[str], Lexicon],
) -> None:
    scene = EnglishScene(lexicon=lexicon, dealer=Dealer(lexicon, count(1)))
    async with scene.running():
        page = await scene.ask("duel", "machine 5 en")
        assert "Against 🤖 Computer 5" in page.text
        assert "1 of 3: – : ✔" in page.text
        code = code_of(page)
        duel = await scene.services.duels.seen(code, ana.ref)
        words = next(found for _, found in duel.runs[Side.OPPONENT][0].found)
        end = await scene.round(code, ana, words)
        assert "🤖 Computer 5: " in end.text
        compared = await scene.ask(f"vcmp:{code}:1")
        assert f"Found by both: {words}" in compared.text
        for _ in range(2):
            await scene.round(code, ana)
        await scene.told(ana, "🤖 Computer 5 won")
        again = await scene.ask(f"vagain:{code}")
        assert "Against 🤖 Computer 5" in again.text


async def test_a_grid_of_a_duel_is_a_secret_to_its_players(
    lexicon: Callable[[str], Lexicon],
) -> None:
    scene = EnglishScene(lexicon=lexicon, dealer=Dealer(lexicon, count(1)))
    async with scene.running():
        code = code_of(await scene.ask("duel", "en", people={"player": ben}))
        await scene.ask(f"vtake:{code}", who=ben)
        await scene.round(code, ben)
        duel = await scene.services.duels.seen(code, ana.ref)
        letters = "".join(tile.letters for tile in duel.grids[0].grid.tiles)
        for who in (ana, ben):
            asked = await scene.ask("solve", f"{letters} en", who)
            assert "still played" in asked.text
        await scene.round(code, ana)
        asked = await scene.ask("solve", f"{letters} en")
        assert "still played" not in asked.text


async def test_who_leads_by_rating() -> None:
    scene = EnglishScene()
    async with scene.store.write() as work:
        for who, rating in ((ana, Rating(30, 4, 20)), (ben, Rating(25, 4, 12)), (mod, Rating())):
            await work.players.see(who, ROOM.chat, 0.0)
            await work.ratings.put(who.ref, "fr", rating)
    page = await scene.ask("leaderboard", "rating")
    assert page.title == "Cote · français"  # the room's language
    assert page.text == "🥇 Ana · 1\u202f720\n🥈 Ben · 1\u202f520"
    empty = await scene.ask("leaderboard", "rating", room=replace(ROOM, chat=CHAT_OF_NOBODY))
    assert "Personne n’a encore de cote sûre" in empty.text
    stats = await scene.ask("stats")
    assert "Cote\u202f: 1\u202f720" in stats.text
