"""Words typed in a chat, without a platform: what counts, and how it is marked."""

import pytest

import bot.chat.words
import core.rounds.round
from bot.messages import Audience, Mark
from core.ids import Room
from core.rounds.verdict import Cause
from core.store.memory import MemoryStore
from tests.helpers.chat import ROOM, OpenLexicon, Scene, ana, ben, labels, mod, plays, settle
from tests.helpers.fakes import Flaky
from tests.helpers.typed import decorated


async def test_words_are_marked_and_the_board_counts_them(scene: Scene) -> None:
    async with scene.running():
        await scene.ask("play")
        assert await scene.type("QUIT", message_id="a") == []
        await scene.type("rest", ben, message_id="b")
        await scene.type("zut", ben, message_id="c")
        await scene.type("quit", message_id="d")
        await scene.waits.until(lambda: bool(scene.outbox.edits))
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


async def test_what_no_mark_tells_the_board_does(scene: Scene) -> None:
    scene.outbox.marks_late = True
    async with scene.running():
        await scene.ask("play")
        await scene.type("quit")
        await scene.type("quit", ben)
        await scene.type("quit\nzut\nrest", ben)
        await scene.type("tas", mod, hidden=True)
        await scene.waits.until(lambda: bool(scene.outbox.edits))
        board = scene.outbox.edits[-1][1]
        assert board.urgent
        lines = board.text.splitlines()
        assert "Ana 12 · ✅ quit 12" in next(line for line in lines if "Ana" in line)
        ben_line = next(line for line in lines if "Ben" in line)
        assert ben_line.endswith("✅ rest 7 ❌ zut 🔁 quit ✅ quit 12")
        assert "✅7" in next(line for line in lines if "Mod" in line)
        assert "tas" not in board.text
        # What all could read is no news any more.
        await scene.waits.until(lambda: len(scene.outbox.edits) > 1)
        assert not scene.outbox.edits[-1][1].urgent


async def test_the_board_tells_nobody_what_is_typed_in_private(scene: Scene) -> None:
    scene.outbox.marks_late = True
    async with scene.running():
        await scene.ask("play")
        await scene.type("quit", ben, marked=False)
        await scene.ask(f"type:{plays_in(scene)}", alone=True)
        await scene.type("rest", alone=True)
        await scene.waits.until(lambda: bool(scene.outbox.edits))
        text = scene.outbox.edits[-1][1].text.lower()
    assert "ana · 7" in text
    assert "ben · 12" in text
    assert "quit" not in text
    assert "rest" not in text


async def test_a_quiet_board_tells_no_words(scene: Scene) -> None:
    scene.outbox.marks_late = True
    async with scene.running():
        await scene.ask("settings", "quiet on", mod)
        await scene.ask("play")
        await scene.type("quit")
        await scene.waits.until(lambda: bool(scene.outbox.edits))
        assert "quit" not in scene.outbox.edits[-1][1].text.lower()
    assert scene.outbox.marks == {}


def plays_in(scene: Scene) -> str:
    """Return the round that is on, as a button carries it."""
    record = scene.services.rounds.live.record(ROOM)
    assert record
    return f"{record.id}:{record.token}"


async def test_talk_is_no_word_and_costs_nothing(scene: Scene) -> None:
    await scene.ask("play")
    for talk in ("bien joué tout le monde", "https://example.org", "<@123>", "", "😀", "4x4"):
        assert await scene.type(talk) == []
    assert scene.outbox.marks == {}
    assert plays(scene) == ()


async def test_what_phones_make_of_a_word_counts_as_the_word(scene: Scene) -> None:
    for number, typed in enumerate(decorated("rest")):
        await scene.ask("play", room=Room(ROOM.chat, str(number)))
        room = Room(ROOM.chat, str(number))
        await scene.type(typed, room=room, message_id="a")
        assert [play.verdict.word for play in plays(scene, room)] == ["rest"], ascii(typed)
        assert scene.outbox.marks.pop("a") is Mark.ACCEPTED
        await scene.ask("stop", room=room)


@pytest.mark.parametrize(
    "talk",
    [
        *(
            "👍",
            "…",
            "\u200b",
            "—",
            "¿?",
            "1️⃣",
            "🇫🇷",
            "/quit",
            "@quit",
            "<@123>",
            "quit\n@ana",
            "#1",
        ),
        *("qu1t", "quit.fr", "quit!rest", "quit👍rest", "quit — rest", "‘quit rest’"),  # noqa: RUF001
    ],
)
async def test_decoration_and_talk_are_no_words(scene: Scene, talk: str) -> None:
    await scene.ask("play")
    assert await scene.type(talk) == []
    assert plays(scene) == ()
    assert scene.outbox.marks == {}


async def test_decoration_that_was_meant_is_refused_where_nobody_else_tells(scene: Scene) -> None:
    await scene.ask("play")
    assert (await scene.ask("w", "👍")).text == "«\u202f👍\u202f» n’est pas une lettre"
    assert (await scene.ask("w", "— quit, 👍 ‘rest’", ben)).text == "+12 quit\n+7 rest"  # noqa: RUF001
    await scene.type("👍", meant=True)
    assert scene.outbox.marks == {}


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
        ("zut\u202f: pas de Z dans la grille", Mark.REFUSED),
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
    assert reply.text == "zut\u202f: pas de Z dans la grille"
    assert (await scene.ask("why:1", who=mod)).text == "Aucun de tes mots n’a été refusé."


async def test_after_the_round_each_can_look_at_words_and_card(scene: Scene) -> None:
    await scene.ask("play")
    await scene.type("rest", ben)
    await scene.ask("stop")
    assert "Ben (7): rest +7" in (await scene.ask("words:1:token:0")).text
    assert "quits +13, quit +12" in (await scene.ask("missed:1:token:0")).text
    assert "rest +7" in (await scene.ask("card:1", who=ben)).text
    assert "Tu n’étais pas dans cette manche" in (await scene.ask("card:1", who=mod)).text


async def test_unfit_words_count_and_are_not_repeated(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (core.rounds.round, bot.chat.words):
        monkeypatch.setattr(module, "unfit", lambda _: frozenset({"quits", "quit", "zut"}))
    scene.outbox.marks_late = True
    async with scene.running():
        await scene.ask("play")
        await scene.type("quit\nzut\nrest", ben)
        await scene.waits.until(lambda: bool(scene.outbox.edits))
        assert "Ben 19 · ✅ rest 7 ❌ ✅12" in scene.outbox.edits[-1][1].text
        end = (await scene.ask("stop")).text
    assert "rest +7" in end
    assert "quit" not in end
    missed = (await scene.ask("missed:1:token:0")).text
    assert "quit" not in missed
    assert "1 mot déplaisant est omis" in missed
    assert "quit +12, rest +7" in (await scene.ask("words:1:token:0")).text


@pytest.mark.parametrize(
    ("text", "count"),
    [("qqq www zzz jjj quit xxx rest", 2), ("qqq www zzz jjj xxx quit rest", 0)],
)
async def test_each_miss_in_a_text_counts(scene: Scene, text: str, count: int) -> None:
    await scene.ask("play")
    said = await scene.type(text, meant=True, marked=False)
    assert sum(play.verdict.accepted for play in plays(scene)) == count
    wait = "5 erreurs de suite\u202f: attends une seconde, puis continue"
    assert [each.text for each in said].count(wait) == 2 - count
    said = await scene.type("quits", meant=True, marked=False, after=1)
    assert [each.mark for each in said] == [Mark.ACCEPTED]


async def test_what_people_put_around_a_word_is_not_of_it(scene: Scene) -> None:
    await scene.ask("play")
    await scene.type("||quit||", message_id="a")
    await scene.type("**rest**.", message_id="b")
    assert scene.outbox.marks == {"a": Mark.ACCEPTED, "b": Mark.ACCEPTED}


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


async def test_without_ears_the_board_says_how_to_send_words(scene: Scene) -> None:
    deaf = await scene.ask("play", room=Room(ROOM.chat, "deaf"))
    assert deaf.text != (await scene.ask("play")).text


async def test_w_answers_each_word_to_who_sent_it(scene: Scene) -> None:
    await scene.ask("play")
    reply = await scene.ask("w", "quit zut", ben)
    assert reply.audience is Audience.ASKER
    assert reply.text.splitlines()[0] == "+12 quit"


@pytest.mark.parametrize(
    ("messages", "words", "a_second", "stamp"),
    [(200, 1, 10, float), (200, 1, 10, int), (20, 50, 1, float)],
    ids=["one a message", "stamped with whole seconds", "fifty a message"],
)
async def test_the_brake_holds_however_many_words_a_message_has(
    scene: Scene, messages: int, words: int, a_second: int, stamp: type[float]
) -> None:
    tries = 5 + 19  # at once, and one in each second after that
    async with scene.running():
        await scene.ask("play")
        for number in range(messages):
            await scene.type("\n".join(["zut"] * words), after=stamp(number / a_second))
        refused = plays(scene)
        assert sum(play.verdict.cause is not Cause.PAUSED for play in refused) == tries
        assert len(refused) <= 2 * tries
        await scene.type("quit", after=60)
        assert plays(scene)[-1].verdict.accepted
