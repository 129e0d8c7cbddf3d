"""Who sees a channel, by what Discord says."""

import asyncio

from bot.discord_app.app import DiscordApp
from core.ids import ChatRef, PlayerRef, Room
from tests.bot.discord_app.conftest import Play
from tests.helpers.patience import PATIENCE
from tests.simulators.discord import Channel, Person


async def sees(play: Play, who: Person, channel: Channel) -> bool | None:
    return await play.app.is_member(play.room_of(channel), PlayerRef("discord", str(who.id)))


async def loses(play: Play, who: Person, channel: Channel) -> None:
    """Wait until somebody does not see a channel any more."""
    async with asyncio.timeout(PATIENCE):
        while await sees(play, who, channel):
            pass


async def test_whoever_sees_the_channel_may_be_there(play: Play) -> None:
    ben = play.sim.add_user("Ben", play.guild)
    assert await sees(play, play.ana, play.channel) is True
    play.channel.hide(ben)
    thread = play.channel.add_thread("talk")
    await loses(play, ben, play.channel)  # in the server, but not there
    assert await sees(play, ben, thread) is False
    assert await sees(play, play.ana, thread) is True
    assert await sees(play, play.guild.owner, play.channel) is True  # type: ignore[arg-type]
    play.guild.part(play.ana)
    assert await sees(play, play.ana, play.channel) is False


async def test_a_private_thread_is_for_those_in_it(play: Play) -> None:
    ben = play.sim.add_user("Ben", play.guild)
    thread = play.channel.add_thread("talk", play.ana)
    assert await sees(play, play.ana, thread) is True
    assert await sees(play, ben, thread) is False
    assert await sees(play, play.guild.owner, thread) is True  # type: ignore[arg-type]


async def test_what_is_not_there_is_seen_by_nobody(play: Play) -> None:
    player = PlayerRef("discord", str(play.ana.id))
    for room in (
        Room(ChatRef("discord", "7"), str(play.channel.id)),
        Room(play.room.chat, "7"),
        Room(play.room.chat, ""),
    ):
        assert await play.app.is_member(room, player) is False
    play.channel.delete()
    await loses(play, play.ana, play.channel)


async def test_an_error_is_no_answer(play: Play) -> None:
    play.sim.fail_next("GET", "members", times=9)
    assert await sees(play, play.ana, play.channel) is None
    app = DiscordApp(play.options(), play.metrics)  # which has not connected yet
    player = PlayerRef("discord", str(play.ana.id))
    assert await app.is_member(play.room, player) is None
    assert await app.is_member(Room(ChatRef("discord", f"@{play.ana.id}")), player) is True
