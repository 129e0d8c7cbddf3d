"""Rounds in a chat, without a platform: what each act is answered."""

import asyncio

from bot.chat.boards import FAR, GATHER, REFRESH, REST
from bot.chat.commands import COMMANDS
from bot.messages import Audience, Reply, Request
from core.ids import ChatRef, Room
from core.store.memory import MemoryStore
from tests.core.rounds.boards import SOLUTION, START
from tests.helpers.chat import ROOM, OpenLexicon, Scene, ana, ben, labels, mod, plays, settle
from tests.helpers.fakes import Flaky


async def test_play_shows_the_board_with_its_picture_and_its_buttons(scene: Scene) -> None:
    reply = await scene.ask("play", "60")
    assert reply.audience is Audience.ROOM
    assert reply.title == "français · Ruzzle"
    assert "1:00" in reply.text
    assert "6 mots, 43 points" in reply.text
    assert reply.image is not None
    assert reply.image.data.startswith(b"\x89PNG")
    assert "Qu, I, T" in reply.image.alt
    assert [each.split(":")[0] for each in labels(reply)] == ["type", "why", "text", "halt"]


async def test_play_takes_its_arguments_in_any_order(lexicon: OpenLexicon) -> None:
    scene = Scene(lexicon=lexicon)
    reply = await scene.ask("play", "first 3 boggle 90 english 5x5")
    record = scene.services.rounds.live.record(ROOM)
    assert record is not None
    assert (record.seconds, record.rounds, record.law.value) == (90, 3, "first")
    assert (record.lexicon.name, record.rules.value) == ("en", "boggle")
    assert reply.title.startswith("Manche 1 sur 3")


async def test_the_end_is_told_with_podium_rarest_and_missed(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play", "120 fr")
        await scene.type("quit")
        await scene.type("quit", ben)
        await scene.type("rest", ben)
        await settle()
        await scene.time_up()
        ((room, reply),) = scene.outbox.posts
        message_id, board = scene.outbox.edits[-1]
    assert room == ROOM
    assert message_id == "answer i1"
    assert board.buttons == ()
    assert "🥇 Ben" in reply.text
    assert "🥈 Ana" in reply.text
    assert "rest +7 (Ben)" in reply.text
    assert "quits +13" in reply.text
    assert reply.image is not None
    assert "quits" in reply.image.alt
    assert [each.split(":")[0] for each in labels(reply)] == ["card", "words", "missed", "again"]
    async with scene.store.read() as work:
        record = await work.rounds.get(1)
    assert record is not None
    assert record.announced_at is not None


async def test_a_round_is_no_business_of_another_chat(scene: Scene) -> None:
    await scene.ask("play")
    await scene.ask("stop")
    elsewhere = Room(ChatRef("test", "other"))
    reply = await scene.ask("missed:1:token:0", room=elsewhere)
    assert "quits" not in reply.text
    for number in ("0", "99", "-1", "x", "9" * 30, "²"):
        assert (await scene.ask(f"missed:{number}:token:0")).audience is Audience.ASKER


async def test_only_the_starter_and_moderators_stop_a_round(scene: Scene) -> None:
    await scene.ask("play")
    assert (await scene.ask("stop", who=ben)).audience is Audience.ASKER
    assert scene.services.rounds.live.is_on(ROOM)
    assert (await scene.ask("halt", who=mod)).audience is Audience.ROOM
    assert not scene.services.rounds.live.is_on(ROOM)


async def test_a_match_goes_on_by_itself_and_ends(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play", "3")
        await scene.type("quit")
        await scene.time_up()
        first = scene.outbox.posts[-1][1]
        assert "Manche 2 sur 3" in first.text
        assert "again:1" not in labels(first)
        await scene.time_up(15)
        assert scene.outbox.posts[-1][1].title.startswith("Manche 2 sur 3")
        await scene.ask("stop")
        assert not scene.services.rounds.live.is_on(ROOM)


async def test_play_again_starts_a_round_like_the_last(scene: Scene) -> None:
    await scene.ask("play", "45 unique")
    await scene.ask("stop")
    await scene.ask("again:1", who=ben)
    record = scene.services.rounds.live.record(ROOM)
    assert record is not None
    assert (record.seconds, record.law.value, record.started_by) == (45, "unique", ben.ref)


async def test_what_cannot_be_sent_as_an_answer_is_posted(scene: Scene) -> None:
    async def send(reply: Reply) -> str:
        raise ConnectionError(reply.title)

    request = Request(name="play", id="1", room=ROOM, member=ana, at=START)
    async with scene.running():
        await scene.dispatcher.answer(request, send)
        await scene.dispatcher.told()
        assert [room for room, _ in scene.outbox.posts] == [ROOM]


async def test_nobody_comes_to_a_round_they_were_not_shown(scene: Scene) -> None:
    card = await scene.ask("play")
    number, token = labels(card)[0].split(":")[1:]
    for forged in (f"type:{number}", f"type:{number}:0000000000", f"text:{number}:x"):
        reply = await scene.ask(forged, who=ben, alone=True)
        assert (reply.image, reply.audience) == (None, Audience.ASKER)
        assert "Qu" not in reply.text
    shown = await scene.ask(f"text:{number}:{token}", who=ben, alone=True)
    assert "Qu I  T" in shown.text


async def test_a_button_stops_no_other_round_than_its_own(scene: Scene) -> None:
    halt = labels(await scene.ask("play"))[-1]
    await scene.ask("stop")
    await scene.ask("play")
    assert (await scene.ask(halt)).audience is Audience.ASKER
    assert scene.services.rounds.live.is_on(ROOM)


async def test_a_round_called_off_before_it_began_shows_nothing_of_its_grid(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play", "3")
        await scene.type("quit")
        await scene.time_up()
        halt = labels(scene.outbox.posts[-1][1])[-1]
        stopped = await scene.ask(halt)
    assert stopped.title == "Le match est terminé."
    assert "Ana" in stopped.text
    assert stopped.image is None
    assert stopped.buttons == ()
    assert "quits" not in stopped.text


async def test_a_grid_that_waits_is_shown_to_nobody(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play", "3")
        await scene.time_up()
        assert "Qu" not in (await scene.ask("text:2:token")).text


async def test_the_board_of_an_earlier_process_is_left_for_the_new_one(
    lexicon: OpenLexicon,
) -> None:
    store = MemoryStore()
    scene = Scene(store, lexicon)
    await scene.ask("play")
    again = Scene(store, lexicon)
    async with again.running():
        await settle()
        left = dict(again.outbox.edits)["answer i1"]
        assert left.buttons == ()
        assert "plus bas" in left.text
        await again.time_up()
    closed = dict(again.outbox.edits)["post 1"]
    assert closed.buttons == ()


async def test_a_board_out_of_sight_comes_down_again(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play")
        for _ in range(FAR + 1):
            await scene.type("well then", ben)
        await scene.type("quit")
        await scene.waits.until(lambda: bool(scene.outbox.edits))
        assert not scene.outbox.posts  # so soon, who looks up finds it
        scene.clock.forward(REST)
        await scene.type("rest")
        await scene.waits.until(lambda: bool(scene.outbox.posts))
        ((room, board),) = scene.outbox.posts
        assert room == ROOM
        assert board.image
        assert "✅ 2" in board.text
        await scene.waits.until(lambda: not dict(scene.outbox.edits)["answer i1"].buttons)
        assert "plus bas" in dict(scene.outbox.edits)["answer i1"].text
        await scene.type("tas")
        await scene.waits.until(lambda: "post 1" in dict(scene.outbox.edits))
        assert len(scene.outbox.posts) == 1
        record = await scene.services.rounds.live.look_up(1)
        assert record.board == "post 1"


async def test_a_board_whose_edits_are_all_refused_is_posted_ever_more_rarely(scene: Scene) -> None:
    await scene.ask("play")
    scene.outbox.lost = {"answer i1", *(f"post {number}" for number in range(1, 9))}
    await scene.waits.until(lambda: len(scene.outbox.posts) == 7)
    pauses = {GATHER, REFRESH, scene.outbox.rush}
    assert [each for each in scene.waits.asked if each not in pauses][:6] == [6, 12, 24, 48, 60, 60]


async def test_a_board_that_cannot_be_posted_now_is_posted_later(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play")
        scene.outbox.lost = {"answer i1"}
        scene.outbox.broken = 2
        await scene.waits.until(lambda: bool(scene.outbox.posts))
        assert scene.outbox.broken == 0
        assert len(scene.outbox.posts) == 1


async def test_a_board_posted_again_as_its_round_ends_is_closed(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play")
        scene.outbox.lost, scene.outbox.slow = {"answer i1"}, asyncio.Event()
        await scene.waits.until(lambda: scene.outbox.posting > 0)
        await scene.ask("stop")
        scene.outbox.slow.set()
        await scene.waits.until(lambda: "post 1" in dict(scene.outbox.edits))
    assert not dict(scene.outbox.edits)["post 1"].buttons
    assert "terminée" in dict(scene.outbox.edits)["post 1"].text


async def test_play_in_a_round_shows_its_board_to_the_asker(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play", "60")
        await scene.type("quit")
        for asked in ("play", "again:1"):
            shown = await scene.ask(asked, who=ben)
            assert shown.audience is Audience.ASKER
            assert shown.image
            assert "Une manche est en cours ici" in shown.text
            assert "✅ 1" in shown.text
            ((link,),) = shown.buttons
            assert link.url == "https://chat.test/channel/answer i1"
        assert not scene.outbox.posts
        await scene.time_up(60)
        last = await scene.ask("play")
    assert last.audience is Audience.ROOM


async def test_play_finds_out_that_the_board_is_gone(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play")
        scene.outbox.lost = {"answer i1"}
        assert (await scene.ask("play", who=ben)).image
        await scene.waits.until(lambda: scene.outbox.posts)
        ((_, board),) = scene.outbox.posts
    assert [each.split(":")[0] for each in labels(board)] == ["type", "why", "text", "halt"]


async def test_play_alone_in_a_round_brings_its_board_down(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play", alone=True)
        again = await scene.ask("play", alone=True)
        assert labels(again)
        await scene.waits.until(lambda: "answer i1" in dict(scene.outbox.edits))
    assert not dict(scene.outbox.edits)["answer i1"].buttons


async def test_play_between_two_rounds_of_a_match_shows_no_grid(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play", "3")
        await scene.time_up()
        told = await scene.ask("play", who=ben)
    assert told.image is None
    assert told.audience is Audience.ASKER


async def test_words_stored_before_keep_no_new_ones_waiting(lexicon: OpenLexicon) -> None:
    store = MemoryStore()
    before = Scene(store, lexicon)
    await before.ask("play")
    await before.type("quit", message_id="old", after=1)
    await before.type("rest", message_id="recent", after=21)
    scene = Scene(store, lexicon)
    scene.outbox.marks_late = True
    scene.clock.now = START + 30
    async with scene.running():
        await scene.type("quit", message_id="old", after=1)
        await scene.type("rest", message_id="recent", after=21)
        await scene.type("tas", message_id="new", after=2)
        assert scene.outbox.ages == {"recent": 9.0, "new": 0.0}
        await scene.waits.until(lambda: any(reply.urgent for _, reply in scene.outbox.edits))
        board = scene.outbox.edits[-1][1].text
    assert "tas" in board
    assert "rest" in board
    assert "quit" not in board


async def test_an_end_that_cannot_be_told_is_told_later(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play")
        scene.outbox.broken = 1
        scene.clock.forward(200)
        await scene.waits.until(lambda: scene.outbox.broken == 0)
        assert scene.outbox.posts == []
        await scene.waits.until(lambda: bool(scene.outbox.posts))
        assert len(scene.outbox.posts) == 1
        await scene.dispatcher.told()
    async with scene.store.read() as work:
        assert await work.rounds.unannounced({"test"}) == []


async def test_a_board_that_cannot_be_closed_keeps_nobody_waiting(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play")
        scene.outbox.stuck = True
        assert (await scene.ask("stop")).audience is Audience.ROOM
        assert (await scene.ask("play")).image is not None
    async with scene.store.read() as work:
        assert await work.rounds.unannounced({"test"}) == []


async def test_old_requests_are_left_alone(scene: Scene) -> None:
    request = Request(name="play", id="1", room=ROOM, member=ana, at=START - 300)
    sent: list[Reply] = []

    async def send(reply: Reply) -> str:
        sent.append(reply)
        return "1"

    await scene.dispatcher.answer(request, send)
    assert sent == []
    assert not scene.services.rounds.live.is_on(ROOM)


async def test_a_round_in_a_room_that_is_gone_is_given_up(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play", "3")
        scene.outbox.gone.add(ROOM)
        await scene.time_up()
        await scene.waits.pass_on()
        await scene.dispatcher.told()
    assert not scene.services.rounds.live.is_on(ROOM)
    async with scene.store.read() as work:
        assert await work.rounds.unannounced({"test"}) == []
        assert await work.rounds.active_on({"test"}) == []


async def test_a_chat_that_is_left_has_its_rounds_ended(scene: Scene) -> None:
    await scene.ask("play")
    await scene.dispatcher.left(ROOM.chat)
    assert scene.dispatcher.rooms() == []


async def test_a_chat_that_moves_takes_its_round_along(scene: Scene) -> None:
    new = ChatRef("test", "supergroup")
    await scene.ask("play")
    await scene.type("quit")
    await scene.dispatcher.moved(ROOM.chat, new)
    there = Room(new, ROOM.topic)
    assert [room for room, _ in scene.dispatcher.rooms()] == [there]
    assert [room for room, _ in scene.outbox.posts] == [there]
    await scene.type("rest", room=there)
    assert len(plays(scene, there)) == 2


async def test_a_store_that_fails_is_told_in_the_players_language(lexicon: OpenLexicon) -> None:
    store = Flaky(MemoryStore())
    scene = Scene(store, lexicon)
    store.refusals = 1
    reply = await scene.ask("leaderboard", locale="de-AT")
    assert reply.audience is Audience.ASKER
    assert reply.text


async def test_solve_shows_pages_and_keeps_the_words_of_a_grid_being_played(scene: Scene) -> None:
    reply = await scene.ask("solve", "PETESRNIEIATMSEL")
    assert "919 mots" in reply.text
    assert reply.file is not None
    assert reply.file.data.decode().count("\n") == 919
    assert reply.image is not None
    (turn,) = labels(reply)
    second = await scene.ask(turn)
    assert second.replaces
    assert second.text != reply.text
    await scene.ask("play")
    for turned in ("QuITESARTS", "QuER/IST/TAS"):
        told = await scene.ask("solve", turned)  # words of two letters do not count in this round
        assert "10 mots" in told.text
        assert "manquent peut-être" in told.text
        assert not [found.display for found in SOLUTION if f" {found.display} " in told.text]


async def test_a_player_is_spoken_to_in_their_own_language(scene: Scene) -> None:
    assert (await scene.ask("rules", locale="en-US")).title == "Rules"
    assert (await scene.ask("rules", locale="pt-BR")).title == "Règles"
    assert "italiano" in (await scene.ask("language", "Italienisch")).text
    assert (await scene.ask("rules", locale="en-US")).title == "Regole"
    assert (await scene.ask("rules", who=ben, locale="en-US")).title == "Rules"
    assert "speak:fr" in labels(await scene.ask("language"))
    await scene.ask("speak:de")
    assert (await scene.ask("rules")).title == "Regeln"
    assert (await scene.ask("play", alone=True)).title == "Deutsch · Ruzzle"


async def test_boards_are_text_where_that_is_asked_for(scene: Scene) -> None:
    await scene.ask("settings", "board text", mod)
    reply = await scene.ask("play")
    assert reply.image is None
    assert "Qu I  T" in reply.text
    await scene.ask("settings", "board text", alone=True)
    own = await scene.ask("type:1", alone=True)
    assert own.image is None
    assert "Qu I  T" in (await scene.ask("text:1", who=ben)).text
    assert (await scene.ask("stop")).image is None


async def test_leaderboard_and_stats(scene: Scene) -> None:
    assert (await scene.ask("leaderboard")).text == "Personne n’a encore joué."
    await scene.ask("play")
    await scene.type("quit", ben)
    await scene.ask("stop")
    assert "1. Ben · 12" in (await scene.ask("leaderboard", "day chat points")).text
    assert "1. Ben · 12" in (await scene.ask("leaderboard", "world")).text
    assert "12" in (await scene.ask("stats", who=ben)).text
    assert "Ben" in (await scene.ask("stats", people={"player": ben})).title
    await scene.ask("show:nobody", who=ben)
    assert (await scene.ask("stats", people={"player": ben})).audience is Audience.ASKER
    assert "Ben" not in (await scene.ask("leaderboard", "day")).text


async def test_help_names_every_command_in_the_players_language(scene: Scene) -> None:
    for language in ("en", "fr", "de", "es", "it"):
        text = (await scene.ask("help", locale=language)).text
        for command in COMMANDS.values():
            assert f"/{command.name_in(language)} " in text
