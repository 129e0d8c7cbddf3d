"""Messages as words: which are, whose, where and when."""

from bot.hindrances import Hindered, Hindrance
from bot.messages import Mark, Said, private_room
from core.ids import PlayerRef
from tests.bot.discord_app.conftest import Play, Stage
from tests.simulators.discord.shapes import moment


async def test_a_message_is_a_text_that_may_be_words(play: Play) -> None:
    written = await play.ana.says(play.channel, " plie ")
    await play.dispatcher.until(lambda: play.dispatcher.texts)
    [typed] = play.dispatcher.texts
    assert (typed.room, typed.text, typed.id) == (play.room, "plie", str(written.id))
    assert (typed.meant, typed.marked, typed.alone) == (False, True, False)
    assert typed.member.ref == PlayerRef("discord", str(play.ana.id))
    assert (typed.member.name, typed.member.admin) == ("Ana", False)
    assert "Players" in typed.member.roles
    assert typed.at == moment(written.id)


async def test_moderators_are_admins_when_they_write(play: Play) -> None:
    boss = play.sim.add_user("Boss")
    play.guild.join(boss, moderator=True)
    await boss.says(play.channel, "plie")
    await play.dispatcher.until(lambda: play.dispatcher.texts)
    assert play.dispatcher.texts[0].member.admin


async def test_replies_and_mentions_are_meant(play: Play) -> None:
    board = await (await play.ana.slash(play.channel, "play")).response()
    await play.ana.says(play.channel, "plie ici", reply_to=board)
    await play.ana.says(play.channel, f"<@{play.sim.me.id}> , plie la")
    await play.ana.says(play.channel, f"plie <@{play.sim.me.id}>")
    await play.dispatcher.until(lambda: len(play.dispatcher.texts) == 3)
    found = sorted((typed.text, typed.meant) for typed in play.dispatcher.texts)
    assert found[0] == (f"plie <@{play.sim.me.id}>", False)
    assert found[1:] == [("plie ici", True), ("plie la", True)]


async def test_emoji_of_a_server_are_no_part_of_a_word(play: Play) -> None:
    await play.ana.says(play.channel, "plie <:gg:123><a:hop_2:45>")
    await play.ana.says(play.channel, "<:gg:123>")
    await play.ana.says(play.channel, "last")
    await play.dispatcher.until(lambda: len(play.dispatcher.texts) == 2)
    assert sorted(typed.text for typed in play.dispatcher.texts) == ["last", "plie"]


async def test_bots_edits_and_pictures_are_not_words(play: Play) -> None:
    robot = play.sim.add_user("Robot", play.guild)
    robot.bot = True
    await robot.says(play.channel, "beep")
    await play.ana.says(play.channel, f"<@{play.sim.me.id}>")
    await play.ana.says(play.channel, "", files=[("a.png", b"a")])
    kept = await play.ana.says(play.channel, "plie")
    await play.ana.edits(kept, "other")
    last = await play.ana.says(play.channel, "last")
    await play.dispatcher.until(lambda: any(t.id == str(last.id) for t in play.dispatcher.texts))
    assert sorted(typed.text for typed in play.dispatcher.texts) == ["last", "plie"]


async def test_in_direct_messages_all_is_meant_and_refusals_are_told(play: Play) -> None:
    play.dispatcher.said = [Said("PLIE: 12", Mark.ACCEPTED), Said("<@1>: no word", Mark.REFUSED)]
    await play.ana.says(play.ana.dm, "plie xx")
    await play.sim.until(lambda: len(play.ana.dm.messages) == 2)
    answer = play.ana.dm.messages[1]
    assert answer.embeds[0]["description"] == r"\<\@1\>: no word"
    [typed] = play.dispatcher.texts
    assert typed.room == private_room(typed.member.ref)
    assert (typed.alone, typed.meant, typed.marked) == (True, True, True)


async def test_accepted_words_are_marked_only(play: Play) -> None:
    play.dispatcher.said = [Said("PLIE: 12", Mark.ACCEPTED)]
    await play.ana.says(play.ana.dm, "plie")
    await play.dispatcher.until(lambda: play.dispatcher.texts)
    play.dispatcher.said = [Said("XX: no word", Mark.REFUSED)]
    await play.ana.says(play.ana.dm, "xx")
    await play.sim.until(lambda: len(play.ana.dm.messages) == 3)
    assert "XX: no word" in str(play.ana.dm.messages[-1].embeds)


async def test_a_message_delivered_twice_has_one_id(play: Play) -> None:
    await play.ana.says(play.channel, "plie")
    play.sim.redeliver()
    await play.dispatcher.until(lambda: len(play.dispatcher.texts) == 2)
    assert len({typed.id for typed in play.dispatcher.texts}) == 1


async def test_threads_are_rooms_of_their_own(play: Play) -> None:
    thread = play.channel.add_thread("quick")
    await play.ana.says(thread, "plie")
    await play.dispatcher.until(lambda: play.dispatcher.texts)
    assert play.dispatcher.texts[0].room == play.room_of(thread)
    assert play.app.hears(play.room_of(thread))


async def test_what_is_heard_depends_on_the_channel(play: Play) -> None:
    assert play.app.hears(play.room)
    assert play.app.hears(private_room(PlayerRef("discord", "5")))
    hidden = play.guild.add_channel("hidden")
    hidden.deny("VIEW_CHANNEL")
    await play.ana.says(play.channel, "now it is known")
    await play.dispatcher.until(lambda: play.dispatcher.texts)
    assert not play.app.hears(play.room_of(hidden))


async def test_without_the_setting_only_what_is_meant_is_heard(stage: Stage) -> None:
    async with stage.running(message_content=False) as app:
        assert not app.hears(stage.room)
        await stage.ana.says(stage.channel, "plie")
        await stage.ana.says(stage.channel, f"<@{stage.sim.me.id}> plie")
        await stage.ana.says(stage.ana.dm, "alone")
        await stage.dispatcher.until(lambda: len(stage.dispatcher.texts) == 2)
        assert sorted(typed.text for typed in stage.dispatcher.texts) == ["alone", "plie"]


async def test_removal_ends_what_is_on(play: Play) -> None:
    play.guild.remove_bot()
    await play.dispatcher.until(lambda: play.dispatcher.gone)
    assert play.dispatcher.gone == [play.room.chat]


async def test_an_outage_is_no_removal(play: Play) -> None:
    play.guild.go_down()
    play.guild.come_back()
    await play.ana.says(play.channel, "plie")
    await play.dispatcher.until(lambda: play.dispatcher.texts)
    assert play.dispatcher.gone == []


async def test_what_hinders_words_in_a_channel_is_known(play: Play) -> None:
    thread = play.channel.add_thread("quick")
    await play.ana.says(play.channel, "now it is known")
    await play.dispatcher.until(lambda: play.dispatcher.texts)
    assert await play.app.hindrances(play.room) == []
    assert await play.app.hindrances(private_room(PlayerRef("discord", "5"))) == []
    play.channel.slow = 30
    play.channel.deny("ADD_REACTIONS")
    thread.slow, thread.locked = 21_600, True
    thread.allow()
    await play.ana.says(play.channel, "later")
    await play.dispatcher.until(lambda: len(play.dispatcher.texts) == 2)
    lacking = Hindered(Hindrance.RIGHTS, {"permissions": "Add Reactions"})
    assert await play.app.hindrances(play.room) == [
        lacking,
        Hindered(Hindrance.SLOW, {"seconds": 30}),
    ]
    assert await play.app.hindrances(play.room_of(thread)) == [
        lacking,
        Hindered(Hindrance.CLOSED),
        Hindered(Hindrance.SLOW, {"seconds": 21_600}),
    ]


async def test_without_the_intent_plain_words_are_hindered(stage: Stage) -> None:
    async with stage.running(message_content=False) as app:
        assert await app.hindrances(stage.room) == [Hindered(Hindrance.CONTENT)]
