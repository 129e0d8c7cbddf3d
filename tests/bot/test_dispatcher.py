"""Commands, buttons and words, without a platform: what each is answered."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.messages import Audience, Mark, Reply, Request, private_room
from core.ids import ChatRef, Room
from core.lexicon import Lexicon
from core.rounds.events import WordJudged
from core.store.memory import MemoryStore
from tests.core.rounds.boards import START
from tests.helpers.chat import ROOM, Scene, ana, ben, mod, settle
from tests.helpers.fakes import Flaky

OpenLexicon = Callable[[str], Lexicon]


@pytest.fixture
def scene(lexicon: OpenLexicon) -> Scene:
    return Scene(lexicon=lexicon)


def plays(scene: Scene, room: Room = ROOM) -> tuple[WordJudged, ...]:
    round_ = scene.services.rounds.running(room)
    assert round_ is not None
    return round_.plays


def labels(reply: Reply) -> list[str]:
    return [button.data for row in reply.buttons for button in row]


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
    record = scene.services.rounds.record(ROOM)
    assert record is not None
    assert (record.seconds, record.rounds, record.law.value) == (90, 3, "first")
    assert (record.lexicon.name, record.rules.value) == ("en", "boggle")
    assert reply.title.startswith("Manche 1 sur 3")


async def test_words_are_marked_and_the_board_counts_them(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play")
        assert await scene.type("QUIT", message_id="a") == []
        await scene.type("rest", ben, message_id="b")
        await scene.type("zut", ben, message_id="c")
        await scene.type("quit", message_id="d")
        await settle()
    assert scene.outbox.marks == {
        "a": Mark.ACCEPTED,
        "b": Mark.ACCEPTED,
        "c": Mark.REFUSED,
        "d": Mark.REPEATED,
    }
    board = scene.outbox.edits[-1][1]
    assert "1. Ana · 12 · ✅ 1" in board.text
    assert "quit" not in board.text.lower()  # who plays in private shows no words to others


async def test_the_board_is_edited_once_for_many_words(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play")
        for word in ("quit", "rest", "tas", "est"):
            await scene.type(word)
        await settle()
        edits = len(scene.outbox.edits)
        assert edits <= 2
        await scene.waits.pass_on()
        assert "✅ 4" in scene.outbox.edits[-1][1].text


async def test_talk_is_no_word_and_costs_nothing(scene: Scene) -> None:
    await scene.ask("play")
    for talk in ("bien joué tout le monde", "https://example.org", "<@123>", "", "😀", "4x4"):
        assert await scene.type(talk) == []
    assert scene.outbox.marks == {}
    assert plays(scene) == ()


async def test_lines_of_one_word_each_are_words(scene: Scene) -> None:
    await scene.ask("play")
    await scene.type("quit\n rest\n\ntas", message_id="a")
    assert [(play.verdict.word, play.message_id) for play in plays(scene)] == [
        ("quit", "a"),
        ("rest", "a.1"),
        ("tas", "a.2"),
    ]
    assert scene.outbox.marks == {"a": Mark.ACCEPTED}


async def test_decomposed_accents_are_letters(scene: Scene) -> None:
    await scene.ask("play")
    await scene.type("e\u0301st", message_id="a")
    assert scene.outbox.marks == {"a": Mark.ACCEPTED}


async def test_words_that_are_meant_may_stand_in_one_line(scene: Scene) -> None:
    await scene.ask("play")
    said = await scene.type("quit, rest zut", meant=True, marked=False)
    assert [(each.text, each.mark) for each in said] == [
        ("+12 quit", Mark.ACCEPTED),
        ("+7 rest", Mark.ACCEPTED),
        ("zut\u00a0: pas de Z dans la grille", Mark.REFUSED),
    ]
    assert scene.outbox.marks == {}


async def test_a_message_that_comes_twice_counts_once(scene: Scene) -> None:
    await scene.ask("play")
    for _ in range(2):
        await scene.type("quit\nrest", message_id="a")
    assert len(plays(scene)) == 2


async def test_private_words_count_in_the_round_one_sat_down_at(scene: Scene) -> None:
    invitation = labels(await scene.ask("play"))[0]
    board = await scene.ask(invitation, who=ben, alone=True)
    assert board.image is not None
    assert board.buttons == ()
    said = await scene.type("quit", ben, alone=True, message_id="7")
    assert [each.text for each in said] == ["+12 quit"]
    (play,) = plays(scene)
    assert (play.player, play.message_id) == (ben.ref, "@7")


async def test_private_words_count_where_one_plays_even_after_a_restart(
    lexicon: OpenLexicon,
) -> None:
    store = MemoryStore()
    scene = Scene(store, lexicon)
    await scene.ask("play")
    await scene.type("rest", ben)
    again = Scene(store, lexicon)
    async with again.running():
        assert again.outbox.caught_up == 1
        assert [room for room, _ in again.outbox.posts] == [ROOM]  # the board goes on
        assert [each.text for each in await again.type("quit", ben, alone=True)] == ["+12 quit"]


async def test_private_words_without_a_round_are_told_so(scene: Scene) -> None:
    (said,) = await scene.type("quit", alone=True)
    assert said.mark is Mark.REFUSED


async def test_why_tells_the_exact_causes_to_who_asks_alone(scene: Scene) -> None:
    await scene.ask("play")
    await scene.type("zut", ben)
    await scene.type("quiz", ana)
    reply = await scene.ask("why:1", who=ben)
    assert reply.audience is Audience.ASKER
    assert reply.text == "zut\u00a0: pas de Z dans la grille"
    assert (await scene.ask("why:1", who=mod)).text == "Aucun de tes mots n’a été refusé."


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


async def test_after_the_round_each_can_look_at_words_and_card(scene: Scene) -> None:
    await scene.ask("play")
    await scene.type("rest", ben)
    await scene.ask("stop")
    assert "Ben (7): rest +7" in (await scene.ask("words:1:token:0")).text
    assert "quits +13, quit +12" in (await scene.ask("missed:1:token:0")).text
    assert "rest +7" in (await scene.ask("card:1", who=ben)).text
    assert "tu n’étais pas dans cette manche" in (await scene.ask("card:1", who=mod)).text


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
    assert scene.services.rounds.is_on(ROOM)
    assert (await scene.ask("halt", who=mod)).audience is Audience.ROOM
    assert not scene.services.rounds.is_on(ROOM)


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
        assert not scene.services.rounds.is_on(ROOM)


async def test_play_again_starts_a_round_like_the_last(scene: Scene) -> None:
    await scene.ask("play", "45 unique")
    await scene.ask("stop")
    await scene.ask("again:1", who=ben)
    record = scene.services.rounds.record(ROOM)
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
    assert scene.services.rounds.is_on(ROOM)


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
    assert not scene.services.rounds.is_on(ROOM)


async def test_a_grid_like_no_other_keeps_nobody_waiting(scene: Scene) -> None:
    await scene.ask("suggest", "aaaaaaaaaaaaaaaa for fun", mod)
    await scene.ask("accept:1", who=mod)
    reply = await scene.ask("solve", "A" * 64)
    assert reply.audience is Audience.ASKER
    assert "solve" not in reply.text


async def test_five_misses_in_one_text_take_nothing_from_its_other_words(scene: Scene) -> None:
    await scene.ask("play")
    await scene.type("qqq www zzz jjj xxx quit rest", meant=True, marked=False)
    assert sum(play.verdict.accepted for play in plays(scene)) == 2


async def test_what_people_put_around_a_word_is_not_of_it(scene: Scene) -> None:
    await scene.ask("play")
    await scene.type("||quit||", message_id="a")
    await scene.type("**rest**.", message_id="b")
    assert scene.outbox.marks == {"a": Mark.ACCEPTED, "b": Mark.ACCEPTED}


async def test_who_hides_is_in_no_public_reply(scene: Scene) -> None:
    await scene.ask("play")
    await scene.type("quit", ben)
    await scene.ask("stop")
    await scene.ask("show:nobody", who=ben)
    assert "12" not in (await scene.ask("leaderboard", who=ben)).text
    await scene.ask("show:chat", who=ben)
    elsewhere = Room(ChatRef("test", "other"))
    asked = await scene.ask("stats", room=elsewhere, people={"player": ben})
    assert asked.audience is Audience.ASKER
    assert (await scene.ask("stats", people={"player": ben})).audience is Audience.ROOM


async def test_a_round_in_a_room_that_is_gone_is_given_up(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play", "3")
        scene.outbox.gone.add(ROOM)
        await scene.time_up()
        await scene.waits.pass_on()
        await scene.dispatcher.told()
    assert not scene.services.rounds.is_on(ROOM)
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


async def test_words_the_store_refuses_are_marked_so_and_lost_by_nobody(
    lexicon: OpenLexicon,
) -> None:
    store = Flaky(MemoryStore())
    scene = Scene(store, lexicon)
    await scene.ask("play")
    store.fails = "before"
    await scene.type("quit", message_id="a")
    assert scene.outbox.marks == {"a": Mark.FAILED}
    await scene.type("quit", message_id="a")
    assert scene.outbox.marks == {"a": Mark.ACCEPTED}


async def test_a_store_that_fails_is_told_in_the_players_language(lexicon: OpenLexicon) -> None:
    store = Flaky(MemoryStore())
    scene = Scene(store, lexicon)
    store.refusals = 1
    reply = await scene.ask("leaderboard", locale="de-AT")
    assert reply.audience is Audience.ASKER
    assert reply.text


async def test_solve_shows_pages_and_refuses_the_grid_being_played(scene: Scene) -> None:
    reply = await scene.ask("solve", "PETESRNIEIATMSEL")
    assert "912 mots" in reply.text
    assert reply.file is not None
    assert reply.file.data.decode().count("\n") == 912
    assert reply.image is not None
    (turn,) = labels(reply)
    second = await scene.ask(turn)
    assert second.replaces
    assert second.text != reply.text
    await scene.ask("play")
    for turned in ("QuITESARTS", "QuER/IST/TAS"):
        assert (await scene.ask("solve", turned)).audience is Audience.ASKER


@pytest.mark.parametrize(
    "text", ["", "A", "ABC", "ABCDEFGHIJKLMNO1", "ABCD/EFG", "é" * 16 + "£", "A" * 10_000]
)
async def test_a_bad_grid_is_explained(scene: Scene, text: str) -> None:
    reply = await scene.ask("solve", text)
    assert reply.audience is Audience.ASKER
    assert 0 < len(reply.text) < 400


async def test_solve_takes_rows_bonuses_and_a_language_in_any_order(scene: Scene) -> None:
    whole = await scene.ask("solve", "TASER")
    assert whole.audience is Audience.ASKER
    rows = await scene.ask("solve", "STON AREL TIDE SAMP english")
    assert rows.title == "STONARELTIDESAMP · anglais · Ruzzle"
    slashes = await scene.ask("solve", "STO/ARE/TID/SAM ..t.D....... fr")
    assert slashes.title.startswith("STOARETIDSAM · français")


async def test_check_explains(scene: Scene) -> None:
    assert "✅ maison" in (await scene.ask("check", "Maison")).text
    assert "maison" in (await scene.ask("check", "maisom")).text
    assert "house" in (await scene.ask("check", "hoouse english")).text
    assert "❌" in (await scene.ask("check", "l'eau")).text
    assert (await scene.ask("check")).text.endswith("/verifier mot [langue]")


async def test_requests_are_made_seen_and_decided(scene: Scene) -> None:
    asked = await scene.ask("suggest", "seizer parce qu'on le dit", ben)
    assert labels(asked) == ["accept:1", "reject:1"]
    assert "Ben: parce qu'on le dit" in asked.text
    assert labels(await scene.ask("suggest")) == ["accept:1", "reject:1"]
    assert "Ben" not in (await scene.ask("accept:1", who=ben)).text
    done = await scene.ask("accept:1", who=mod)
    assert done.replaces
    assert "seizer" in done.text
    assert (await scene.ask("accept:1", who=mod)).audience is Audience.ASKER
    assert "✅ seizer" in (await scene.ask("check", "seizer")).text
    await scene.ask("suggest", "-zut trop vulgaire", ben)
    await scene.ask("accept:2", who=mod)
    assert "❌ zut" in (await scene.ask("check", "zut")).text


async def test_settings_are_shown_to_all_and_changed_by_moderators(scene: Scene) -> None:
    assert "seconds: 120" in (await scene.ask("settings")).text
    assert (await scene.ask("settings", "seconds 90")).audience is Audience.ASKER
    assert "90" in (await scene.ask("settings", "seconds 90", mod)).text
    assert "seconds: 90" in (await scene.ask("settings")).text
    await scene.ask("settings", "language deutsch", mod)
    await scene.ask("settings", "rooms here", mod)
    assert "rooms: channel" in (await scene.ask("settings", "rooms")).text
    assert (await scene.ask("play", room=Room(ROOM.chat, "other"))).audience is Audience.ASKER
    await scene.ask("settings", "moderators <@&77>", mod)
    helper = replace(ben, roles=frozenset({"77"}))
    assert "2:00" not in (await scene.ask("settings", "seconds 60", helper)).text
    assert "seconds: 60" in (await scene.ask("settings")).text
    for bad in ("nope 1", "seconds 1e9", "board purple", "timezone ../../etc/passwd"):
        assert (await scene.ask("settings", bad, mod)).audience is Audience.ASKER


async def test_a_chat_speaks_the_language_it_was_found_in(scene: Scene) -> None:
    assert (await scene.ask("play", room_locale="es-ES")).title == "español · Ruzzle"
    assert (await scene.ask("stop", room_locale="de")).title.endswith("español · Ruzzle")


async def test_a_player_is_spoken_to_in_their_own_language(scene: Scene) -> None:
    assert (await scene.ask("rules", locale="en-US")).title == "Rules"
    assert (await scene.ask("rules", locale="pt-BR")).title == "Règles"
    assert "italiano" in (await scene.ask("language", "Italienisch")).text
    assert (await scene.ask("rules", locale="en-US")).title == "Regole"
    assert (await scene.ask("rules", who=ben, locale="en-US")).title == "Rules"
    assert labels(await scene.ask("language"))[0] == "speak:fr"
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


async def test_without_ears_the_board_says_how_to_send_words(scene: Scene) -> None:
    deaf = await scene.ask("play", room=Room(ROOM.chat, "deaf"))
    assert deaf.text != (await scene.ask("play")).text


async def test_w_answers_each_word_to_who_sent_it(scene: Scene) -> None:
    await scene.ask("play")
    reply = await scene.ask("w", "quit zut", ben)
    assert reply.audience is Audience.ASKER
    assert reply.text.splitlines()[0] == "+12 quit"


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


async def test_privacy_shows_hides_exports_and_forgets(scene: Scene) -> None:
    await scene.ask("settings", "board light", ben, alone=True)
    await scene.ask("play")
    await scene.type("quit", ben)
    await scene.ask("stop")
    assert (await scene.ask("privacy", who=ben)).audience is Audience.SECRET
    exported = await scene.ask("export", who=ben)
    assert exported.file is not None
    assert json.loads(exported.file.data)["plays"][0]["word"] == "quit"
    assert labels(await scene.ask("forget", who=ben)) == ["forgotten"]
    assert (await scene.ask("forgotten", who=ben)).audience is Audience.SECRET
    assert "Ben" not in (await scene.ask("words:1:token:0")).text
    async with scene.store.read() as work:
        assert await work.chats.settings(private_room(ben.ref).chat) == {}
    exported = await scene.ask("export", who=ben)
    assert exported.file is not None
    again = json.loads(exported.file.data)
    assert again["plays"] == []


async def test_help_names_every_command_in_the_players_language(scene: Scene) -> None:
    from bot.commands import COMMANDS

    for language in ("en", "fr", "de", "es", "it"):
        text = (await scene.ask("help", locale=language)).text
        for command in COMMANDS.values():
            assert f"/{command.name_in(language)} " in text


async def test_an_unknown_button_is_too_old(scene: Scene) -> None:
    assert (await scene.ask("nope:1:2")).audience is Audience.ASKER


async def test_a_surprise_is_answered_with_an_apology_and_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scene = Scene()  # its word lists raise AssertionError
    reply = await scene.ask("check", "mot", locale="en")
    assert "Something went wrong" in reply.text
    assert "mot" not in caplog.text.replace("not answered", "")


async def test_completions(scene: Scene) -> None:
    request = Request(name="play", id="1", room=ROOM, member=ana, at=START, locale="de")
    choices = scene.dispatcher.choices
    assert ("fr", "Französisch") in await choices("play", "language", "franz", request)
    assert len(await choices("play", "language", "", request)) == 7
    assert await choices("language", "language", "", request) != []
    words = await choices("check", "word", "maison", replace(request, args={"language": "fr"}))
    assert words[0] == ("maison", "maison")
    assert len(words) <= 25
    assert await choices("check", "word", "1", request) == []
    assert await choices("suggest", "word", "mai", request) == []
    await scene.ask("play")
    assert await choices("check", "word", "maison", request) == []
