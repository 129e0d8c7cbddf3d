"""The daily on Discord: alone in a channel, in direct messages, and where neither goes."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.discord_app.outbox import LIFETIME
from bot.messages import private_room
from core.ids import ChatRef, PlayerRef, Room, own_room
from core.services.rounds import GRACE
from core.solver.solution import FoundWord
from tests.helpers.platforms import (
    DiscordPlayer,
    DiscordSide,
    Lexicons,
    Shown,
    a_scene,
    discord_side,
    noon,
    shown_on_discord,
    words_of,
)
from tests.simulators.discord.interactions import COMPONENT, SimInteraction
from tests.simulators.discord.limits import Faults
from tests.simulators.discord.sent import owners_of, send

ATTEMPTS = "SELECT count(*) FROM attempts"


@pytest.fixture
async def side(tmp_path: Path, lexicon: Lexicons) -> AsyncIterator[DiscordSide]:
    async with discord_side(a_scene(tmp_path, lexicon)) as new:
        yield new


@pytest.fixture
def found(lexicon: Lexicons) -> list[FoundWord]:
    return words_of(1, lexicon)


async def begun(player: DiscordPlayer) -> Shown:
    """Return the board of an attempt that has just begun."""
    return await player.presses(await player.asks("daily", "Daily 1"), "dgo", "⏳")


def ref(player: DiscordPlayer) -> PlayerRef:
    return PlayerRef("discord", str(player.person.id))


def press(player: DiscordPlayer, shown: Shown, data: str) -> SimInteraction:
    """Press a button that Discord would not show to this player."""
    person, channel = player.person, player.side.channel
    pressed = {"custom_id": f"seize:{data}", "component_type": 2, "id": 1}
    owners = owners_of(person, channel, [0])
    return send(COMPONENT, person, channel, owners, pressed, f"[{data}]", shown.message)


async def test_an_attempt_and_the_round_of_its_channel_do_not_mix(
    side: DiscordSide, found: list[FoundWord]
) -> None:
    ana, ben = side.player("Ana"), side.player("Ben")
    async with side.process() as services:
        public = await ben.asks("play", "⏳", language="en")
        assert not public.private
        here = Room(ChatRef("discord", str(side.guild.id)), str(side.channel.id))
        round_, own = services.rounds.live.running(here), own_room(ref(ana))
        assert round_
        assert round_.solution
        mine = next(each for each in found if round_.solution.get(each.word) is None)
        both = next(each for each in round_.solution if each.word != mine.word)

        board = await begun(ana)
        board = await ana.types(board, mine.display)
        assert "· ✅ 1" in board.text
        attempt = services.rounds.live.running(own)
        assert attempt
        assert [play.verdict.word for play in attempt.plays] == [mine.word]
        assert not services.rounds.live.running(here).plays  # type: ignore[union-attr]

        said = await ana.types(public, both.display)
        assert said.private
        assert f"+{both.points}" in said.text or str(both.points) in said.text
        spoken = await ana.person.says(side.channel, mine.display)
        await side.sim.until(lambda: spoken.reactions)
        assert len(attempt.plays) == 1
        round_ = services.rounds.live.running(here)
        assert round_
        assert [play.verdict.word for play in round_.plays] == [both.word, mine.word]


async def test_the_card_comes_where_it_was_played_and_the_board_is_closed(
    side: DiscordSide, found: list[FoundWord]
) -> None:
    ana = side.player("Ana")
    async with side.process():
        board = await begun(ana)
        await ana.types(board, found[0].display)
        await side.scene.time_up(lambda: ana.told("Place so far"))
        card = ana.told("Place so far")
        assert card
        assert card.message.ephemeral
        assert card.message.channel is side.channel
        await side.sim.until(lambda: not board.message.buttons)
        closed = shown_on_discord(board.message)
        assert "The round is over." in closed.text
        assert closed.picture
        assert not ana.person.dm.messages


async def test_done_ends_it_and_closes_the_board(side: DiscordSide, found: list[FoundWord]) -> None:
    ana = side.player("Ana")
    async with side.process():
        board = await ana.types(await begun(ana), found[0].display)
        card = await ana.presses(board, "dend", "Place so far: 1 of 1")
        assert card.message.ephemeral
        await side.sim.until(lambda: not board.message.buttons)
        again = await press(ana, board, board.button("dend")).response()
        assert "Place so far: 1 of 1" in shown_on_discord(again).text
        late = await press(ana, board, board.button("type")).form()
        answer = await ana.person.submits(late, {"words": found[1].display})
        assert (await answer.response()).ephemeral
    assert side.scene.rows(ATTEMPTS) == [(1,)]


async def test_what_was_seen_alone_long_ago_is_told_in_direct_messages(
    side: DiscordSide, found: list[FoundWord]
) -> None:
    ana = side.player("Ana")
    async with side.process():
        await ana.types(await begun(ana), found[0].display)
        await side.scene.pass_by(LIFETIME, lambda: ana.told("Place so far"))
    card = ana.told("Place so far")
    assert card
    assert card.message.channel is ana.person.dm


async def test_a_host_that_is_ahead_does_not_take_an_interaction_for_an_old_one(
    side: DiscordSide, found: list[FoundWord]
) -> None:
    side.scene.clock.now = noon() - 7 * 86400  # for the client library all is a week old
    ana = side.player("Ana")
    async with side.process():
        await ana.types(await begun(ana), found[0].display)
        await side.scene.time_up(lambda: ana.told("Place so far"))
    card = ana.told("Place so far")
    assert card
    assert card.private
    assert card.message.channel is side.channel


async def test_where_nothing_can_be_told_the_card_is_kept(
    side: DiscordSide, found: list[FoundWord]
) -> None:
    ana = side.player("Ana")
    ana.person.refuses_dms = True
    async with side.process() as services:
        await ana.types(await begun(ana), found[0].display)
        ended = "SELECT count(*) FROM rounds WHERE announced_at IS NOT NULL"
        await side.scene.pass_by(LIFETIME, lambda: side.scene.rows(ended) == [(1,)])
        assert not services.rounds.live.is_on(own_room(ref(ana)))
        page = await ana.asks("daily", f"You have played it: {found[0].points} of")
        card = await ana.presses(page, "dcard", f"Points: {found[0].points} of")
        assert card.private
        assert card.has("dshare")


async def test_the_attempt_goes_on_where_the_bot_was_thrown_out(
    side: DiscordSide, found: list[FoundWord]
) -> None:
    ana = side.player("Ana")
    async with side.process() as services:
        board = await ana.types(await begun(ana), found[0].display)
        side.guild.remove_bot()
        await ana.person.says(ana.person.dm, "zzzz")
        room = own_room(ref(ana))
        await side.sim.until(lambda: len(services.rounds.live.running(room).plays) == 2)  # type: ignore[union-attr]
        await side.scene.time_up(lambda: ana.told("Place so far"))
        assert not services.rounds.live.is_on(room)
    assert board.message.ephemeral


async def test_buttons_of_others_do_nothing(side: DiscordSide, found: list[FoundWord]) -> None:
    ana, ben = side.player("Ana"), side.player("Ben")
    async with side.process() as services:
        board = await begun(ana)
        answer = await press(ben, board, board.button("dend")).response()
        assert answer.ephemeral
        assert "Only who started the round" in shown_on_discord(answer).text
        form = await press(ben, board, board.button("type")).form()
        sent = await ben.person.submits(form, {"words": found[0].display})
        await sent.response()
        attempt = services.rounds.live.running(own_room(ref(ana)))
        assert attempt
        assert not attempt.plays
        assert not services.rounds.live.is_on(own_room(ref(ben)))
        # Whoever presses Start of a page begins an attempt of their own.
        await press(ben, board, "dgo:en:1").response()
        assert services.rounds.live.is_on(own_room(ref(ben)))
        assert shown_on_discord(board.message).has("dend")


async def test_start_pressed_twice_at_once_begins_one_attempt(side: DiscordSide) -> None:
    ana = side.player("Ana")
    async with side.process():
        pages = [await ana.asks("daily", "Daily 1") for _ in range(2)]
        boards = await asyncio.gather(*(ana.presses(page, "dgo", "⏳") for page in pages))
        assert all(board.has("dend") and board.picture for board in boards)
        twice = [await ana.person.clicks(boards[0].message, "■ Done") for _ in range(2)]
        for sent in twice:
            await sent.response()
    assert side.scene.rows(ATTEMPTS) == [(1,)]


async def test_slow_answers_are_as_private_and_keep_their_picture(
    side: DiscordSide, found: list[FoundWord]
) -> None:
    ana = side.player("Ana")
    async with side.process(patience=0):
        page = await ana.asks("daily", "Daily 1")
        assert page.private
        board = await ana.presses(page, "dgo", "⏳")
        assert board.message is page.message
        shown = await ana.types(board, found[0].display)
        assert shown.message is board.message
        assert shown.picture
        assert len(side.channel.ephemerals) == 1
        card = await ana.presses(shown, "dend", "Place so far")
        assert card.private
        await side.sim.until(lambda: not board.message.buttons)


async def test_a_board_that_cannot_be_answered_with_is_sent(
    side: DiscordSide, found: list[FoundWord]
) -> None:
    ana = side.player("Ana")
    async with side.process():
        page = await ana.asks("daily", "Daily 1")
        side.sim.fail_next("POST", "/callback", status=404, times=20)
        await ana.person.clicks(page.message, "seize:dgo:en:1")
        board = await side.sim.until(lambda: ana.told("or write them to me"))
        assert board
        assert board.message.channel is ana.person.dm
        assert board.picture
        side.sim.faults = Faults()
        await ana.writes(found[0].display)
        await side.scene.waits.until(lambda: "· ✅ 1" in shown_on_discord(board.message).text)
        await side.scene.time_up(lambda: ana.told("Place so far"))
    card = ana.told("Place so far")
    assert card
    assert card.message.channel is ana.person.dm


async def test_it_is_played_in_direct_messages_alone(
    side: DiscordSide, found: list[FoundWord]
) -> None:
    solo = DiscordPlayer(side, person := side.sim.add_user("Solo", locale="en-GB"), side.channel)
    person.installed, solo.where = True, person.dm
    async with side.process() as services:
        board = await begun(solo)
        assert board.picture
        await solo.writes(found[0].display)
        await side.scene.waits.until(lambda: "· ✅ 1" in shown_on_discord(board.message).text)
        assert shown_on_discord(board.message).picture
        again = await solo.presses(await solo.asks("daily", "in the middle"), "dgo", "· ✅ 1")
        board = await solo.types(again, found[1].display)
        assert board.picture
        await solo.presses(board, "dend", "Place so far")
        await side.scene.waits.until(
            lambda: (
                not any(
                    shown_on_discord(each).has("dend") or shown_on_discord(each).has("type")
                    for each in person.dm.messages
                )
            )
        )
        assert not services.rounds.live.is_on(private_room(ref(solo)))
    assert not side.channel.messages


async def test_who_goes_on_in_direct_messages_is_told_there(
    side: DiscordSide, found: list[FoundWord]
) -> None:
    ana = side.player("Ana")
    async with side.process():
        await begun(ana)
        ana.where = ana.person.dm
        board = await ana.presses(await ana.asks("daily", "in the middle"), "dgo", "⏳")
        await ana.types(board, found[0].display)
        await side.scene.time_up(lambda: ana.told("Place so far"))
    card = ana.told("Place so far")
    assert card
    assert card.message.channel is ana.person.dm


async def test_it_is_played_where_only_the_player_has_the_app(
    side: DiscordSide, found: list[FoundWord]
) -> None:
    guild = side.sim.add_guild("Strangers", has_bot=False)
    channel = guild.add_channel("talk")
    person = side.sim.add_user("Eve", guild, locale="en-GB", installed=True)
    eve = DiscordPlayer(side, person, channel)
    async with side.process():
        board = await eve.types(await begun(eve), found[0].display)
        assert board.private
        assert board.picture
        side.scene.clock.forward(60 - GRACE)
        card = await eve.presses(board, "dend", "Place so far: 1 of 1")
        assert card.message.ephemeral
