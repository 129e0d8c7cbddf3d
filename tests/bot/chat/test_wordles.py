"""Wordle in a chat, from the first guess to the coach's last word, without a platform."""

import asyncio
from typing import Any

import pytest

from bot.messages import MAX_DATA, Audience, Reply
from core.ids import ChatRef, Member, PlayerRef, Room
from core.store.memory import MemoryStore
from core.wordle.game import TRIES
from tests.helpers.chat import ROOM, OpenLexicon, Scene, ana, ben, labels, mod
from tests.helpers.fakes import Flaky
from tests.helpers.wordles import drawing

ELSEWHERE = Room(ROOM.chat, "elsewhere")
WRONG = ("slate", "crony", "brick", "dumpy", "vague", "fudge")


class WordleScene(Scene):
    """An English chat whose words are all the same."""

    async def ask(self, name: str, text: str = "", who: Member = ana, **knobs: Any) -> Reply:
        return await super().ask(name, text, who, **{"room_locale": "en-GB", **knobs})

    async def guesses(self, *words: str, who: Member = ana, game: int = 1) -> Reply:
        """Send in a form for each word; return the last answer."""
        for word in words:
            answer = await self.ask(f"wguess:{game}:{len(word)}", word, who)
        return answer


@pytest.fixture
def scene(lexicon: OpenLexicon) -> WordleScene:
    return WordleScene(lexicon=lexicon, choose=drawing("crane", lexicon))


def shown(reply: Reply) -> str:
    """Return the text of a board for those who see no picture."""
    return "".join(span.text for span in reply.without_image or reply.body)


async def test_the_word_of_the_day_from_start_to_end(scene: WordleScene) -> None:
    board = await scene.ask("wordle")
    assert board.audience is Audience.SECRET
    assert board.title == "Wordle 1 · English"
    assert board.image
    assert "6 tries left" in board.text
    assert labels(board) == ["wguess:1:5", "wleft:1", "whard:1:on"]
    board = await scene.guesses("slate")
    assert board.replaces
    assert "5 tries left" in board.text
    assert "⬛⬛🟩⬛🟩 SLATE" in shown(board)
    assert "crane" not in shown(board).lower()
    assert labels(board) == ["wguess:1:5", "wleft:1"]
    board = await scene.guesses("Crâne")
    assert "Solved: 2/6" in board.text
    assert "The word: CRANE" in board.text
    top = "wtop:en:20260921:day::guild"
    assert labels(board) == ["wshare:1", "wcoach:1", "wmean:1", "wnew:1", "wstat:en", top]
    assert (await scene.ask("wordle")).title == board.title
    assert "That game is over" in (await scene.guesses("crane")).text


async def test_it_is_lost_with_the_last_try(scene: WordleScene) -> None:
    await scene.ask("wordle")
    board = await scene.guesses(*WRONG)
    assert len(WRONG) == TRIES
    assert "Not found" in board.text
    assert "The word: CRANE" in board.text
    shared = await scene.ask("wshare:1")
    assert shared.text.splitlines()[0] == "Seize Wordle en 1 X/6"
    assert "CRANE" not in shared.text.upper()


@pytest.mark.parametrize(
    ("guess", "why"),
    [
        ("crone", "Hard mode: letter 3 must stay A"),
        ("brand", "Hard mode: letter 5 must stay E"),
        ("zzzzz", "“zzzzz” is not in the dictionary"),
        ("planet", "“planet” is not a 5-letter word"),
        ("cr4ne", "“4” in “cr4ne” cannot be used: the letters are"),
        ("<b>@all", "cannot be used"),
    ],
)
async def test_what_is_refused_says_why_and_costs_nothing(
    scene: WordleScene, guess: str, why: str
) -> None:
    await scene.ask("wordle", "hard")
    await scene.guesses("slate")
    refused = await scene.guesses(guess)
    assert why in refused.text
    assert not refused.replaces
    assert refused.audience is Audience.ASKER
    assert "5 tries left" in (await scene.ask("wshow:1")).text


async def test_the_mode_changes_before_the_first_guess_only(scene: WordleScene) -> None:
    await scene.ask("wordle")
    assert (await scene.ask("whard:1:on")).title == "Wordle 1 · English · Hard mode"
    assert "whard:1:off" in labels(await scene.ask("wordle"))
    assert (await scene.ask("whard:1:off")).title == "Wordle 1 · English"
    await scene.guesses("slate")
    assert (await scene.ask("whard:1:on")).title == "Wordle 1 · English"


async def test_how_many_words_fit_is_told_to_who_asks(scene: WordleScene) -> None:
    await scene.ask("wordle")
    await scene.guesses("slate", "brick")
    told = await scene.ask("wleft:1")
    assert told.audience is Audience.ASKER
    count = int(told.text.split()[0])
    await scene.guesses("crony")
    assert "1 word fits what is known." in (await scene.ask("wleft:1")).text
    assert count > 1


async def test_in_private_words_are_just_typed(scene: WordleScene) -> None:
    [nothing] = await scene.type("slate", alone=True)
    assert nothing.text == "No round is running here"
    await scene.ask("wordle", alone=True)
    assert await scene.type("slate", alone=True) == []
    [board] = scene.answers
    assert board.audience is Audience.SECRET
    assert "5 tries left" in board.text
    for refused, why in (("zzzzz", "not in the dictionary"), ("slate brick", "cannot be used")):
        assert await scene.type(refused, alone=True) == []
        assert why in scene.answers[-1].text
    assert "4 tries left" in (await scene.ask("w", "brick", alone=True)).text
    await scene.type("crane", alone=True)
    assert "Solved: 3/6" in scene.answers[-1].text


@pytest.mark.parametrize(
    "typed",
    ["sl’ate", "SLATE\u200f", "‘slate’", "s\u200blate 👍", "¡slate!", "ｓｌａｔｅ"],  # noqa: RUF001
)
async def test_what_phones_make_of_a_guess_is_the_guess(scene: WordleScene, typed: str) -> None:
    await scene.ask("wordle", alone=True)
    await scene.type(typed, alone=True)
    assert "5 tries left" in scene.answers[-1].text
    await scene.ask("wordle", "here")
    await scene.type(typed)
    assert "SLATE" in scene.outbox.edits[-1][1].text
    position = f"{typed.replace(' ', '')}:01020"
    assert "SLATE -Y-G-" in (await scene.ask("wordle", position, ben)).text


async def test_the_game_opened_last_takes_what_is_typed(scene: WordleScene) -> None:
    await scene.ask("wordle", alone=True)
    scene.clock.forward(1)
    other = await scene.ask("wordle", "free fr 5", alone=True)
    assert other.title == "Wordle · French · 5 letters"
    scene.clock.forward(1)
    await scene.ask("wshow:1", alone=True)
    await scene.type("slate", alone=True)
    assert scene.answers[-1].title == "Wordle 1 · English"


async def test_a_round_comes_first(scene: WordleScene) -> None:
    await scene.ask("wordle", alone=True)
    await scene.ask("wordle", "here")
    async with scene.running():
        await scene.ask("play", alone=True)
        await scene.ask("play")
        assert "5 tries left" not in (await scene.ask("w", "slate")).text
        await scene.type("slate", alone=True)
        await scene.type("slate")
    for game in (1, 2):
        assert "6 tries left" in (await scene.ask(f"wshow:{game}")).text


async def test_a_room_shares_a_game(scene: WordleScene) -> None:
    board = await scene.ask("wordle", "here hard")
    assert board.audience is Audience.ROOM
    assert "Everyone may guess: type a word of 5 letters." in board.text
    assert labels(board) == ["wguess:1:5", "wleft:1", "whard:1:off", "wend:1"]
    assert await scene.type("slate", ben) == []
    [(_, board)] = scene.outbox.edits
    assert board.audience is Audience.ROOM
    assert "Ben · SLATE" in board.text
    for talk in ("lol", "well done", "ok?", "zzzzzz"):
        assert await scene.type(talk, ben) == []
    assert not scene.answers
    for guess, why in (("zzzzz", "not in the dictionary"), ("crone", "letter 3 must stay A")):
        await scene.type(guess, ben)
        assert why in scene.answers[-1].text
    assert len(scene.answers) == 2
    await scene.ask("settings", "quiet on", who=mod)
    await scene.type("zzzzz", ben)
    assert len(scene.answers) == 2
    await scene.ask("settings", "quiet off", who=mod)
    await scene.type("crone", ben, meant=True)
    assert scene.answers[-1].text == "Hard mode: letter 3 must stay A"
    assert scene.answers[-1].audience is Audience.ASKER
    board = await scene.guesses("crane", who=ana)
    assert board.audience is Audience.ROOM
    assert board.replaces
    assert "Ana · CRANE" in board.text
    assert labels(board) == ["wshare:1", "wcoach:1", "wmean:1", "wnew:1"]
    again = await scene.ask("wnew:1", who=ben)
    assert again.audience is Audience.ROOM
    assert not again.replaces
    assert again.title.endswith("Hard mode")


async def test_there_is_one_shared_game_a_room(scene: WordleScene) -> None:
    await scene.ask("wordle", "here")
    await scene.type("slate")
    second = await scene.ask("wordle", "here fr", who=ben)
    assert "A Wordle is on here already: guess along" in second.text
    assert "5 tries left" in second.text
    refused = await scene.ask("w", "brick", room=ELSEWHERE)
    assert refused.text == "No round is running here"


async def test_two_guesses_at_once_both_count(scene: WordleScene) -> None:
    await scene.ask("wordle", "here")
    await asyncio.gather(scene.type("slate", ana), scene.type("brick", ben))
    assert "4 tries left" in (await scene.ask("wshow:1")).text


async def test_guesses_of_a_room_change_its_board(scene: WordleScene) -> None:
    await scene.ask("wordle", "here")
    await asyncio.gather(*(scene.type(word, ben) for word in ("slate", "brick", "dumpy")))
    message_id, board = scene.outbox.edits[-1]
    assert "3 tries left" in board.text
    await scene.type("crane")
    assert scene.outbox.edits[-1][0] == message_id
    assert "Solved: 4/6" in scene.outbox.edits[-1][1].text
    assert not scene.answers


async def test_a_board_out_of_sight_is_shown_anew(scene: WordleScene) -> None:
    await scene.ask("wordle", "here")
    for _ in range(9):
        await scene.type("well done", ben)
    await scene.type("slate")
    assert not scene.outbox.edits
    assert "5 tries left" in scene.answers[-1].text
    await scene.type("brick")
    assert [message_id for message_id, _ in scene.outbox.edits] == ["answer 1"]


async def test_a_room_that_is_not_heard_is_told_how_to_guess(scene: WordleScene) -> None:
    deaf = Room(ROOM.chat, "deaf")
    board = await scene.ask("wordle", "here", room=deaf)
    assert "press the first button" in board.text
    scene.outbox.forms = False
    board = await scene.ask("wshow:1", room=deaf)
    assert "reply to this message with a word of 5 letters" in board.text
    assert "wguess:1:5" not in labels(board)


@pytest.mark.parametrize(
    "verb", ["wshow", "wguess", "wleft", "wshare", "wcoach", "wmean", "wend", "wnew"]
)
async def test_buttons_of_others_are_refused(scene: WordleScene, verb: str) -> None:
    await scene.ask("wordle", "free")
    await scene.ask("wordle", "here")
    refused = await scene.ask(f"{verb}:1", who=ben)
    assert refused.text == "This Wordle is somebody else's: begin your own"
    elsewhere = await scene.ask(f"{verb}:2", who=ben, room=ELSEWHERE)
    assert elsewhere.text == "No Wordle is on here: begin one"
    for forged in ("", "x", "77", "1" * 30):
        assert (await scene.ask(f"{verb}:{forged}")).text == "No Wordle is on here: begin one"


async def test_a_form_of_others_takes_no_guess(scene: WordleScene) -> None:
    await scene.ask("wordle")
    assert "somebody else's" in (await scene.guesses("slate", who=ben)).text
    assert "6 tries left" in (await scene.ask("wordle")).text


async def test_giving_up_is_for_who_began_and_moderators(scene: WordleScene) -> None:
    await scene.ask("wordle", "here")
    assert "somebody else's" in (await scene.ask("wend:1", who=ben)).text
    board = await scene.ask("wend:1", who=mod)
    assert "Given up" in board.text
    assert "The word: CRANE" in board.text
    assert labels(board) == ["wshare:1", "wmean:1", "wnew:1"]
    await scene.ask("wordle", "here")
    assert "Given up" in (await scene.ask("wend:2")).text
    await scene.ask("wordle")
    assert (await scene.ask("wend:3")).text == "The word of the day cannot be given up"


async def test_no_game_in_a_room_that_is_kept_free(scene: WordleScene) -> None:
    await scene.ask("settings", "rooms elsewhere", who=mod)
    assert (await scene.ask("wordle", "here")).text == "No rounds here: this chat plays elsewhere"
    assert (await scene.ask("wordle", "here", room=ELSEWHERE)).audience is Audience.ROOM


async def test_a_restart_loses_nothing(scene: WordleScene, lexicon: OpenLexicon) -> None:
    await scene.ask("wordle", "here")
    await scene.type("brick", ben)
    await scene.ask("wordle")
    await scene.guesses("slate", game=2)
    later = WordleScene(scene.store, lexicon)
    later.clock.forward(60)
    assert "⬛⬛🟩⬛🟩 SLATE" in shown(await later.ask("wordle"))
    await later.type("crane", alone=True, message_id="later")
    assert "Solved: 2/6" in later.answers[-1].text
    await later.type("crane", ben, message_id="later")
    assert "Solved: 2/6" in later.answers[-1].text


async def test_a_message_delivered_twice_is_one_guess(scene: WordleScene) -> None:
    await scene.ask("wordle", alone=True)
    for _ in range(2):
        await scene.type("slate", alone=True, message_id="same")
    assert "5 tries left" in scene.answers[-1].text


async def test_what_is_not_kept_is_told_to_who_meant_it(lexicon: OpenLexicon) -> None:
    store = Flaky(MemoryStore())
    scene = WordleScene(store, lexicon, choose=drawing("crane", lexicon))
    await scene.ask("wordle", "here")
    store.fails = "before"
    assert await scene.type("slate") == []
    assert not scene.answers  # it may have been mere talk
    store.fails = "before"
    await scene.type("slate", meant=True)
    assert "This cannot be kept right now" in scene.answers[-1].text
    await scene.type("slate")
    assert "5 tries left" in scene.outbox.edits[-1][1].text


async def test_linked_accounts_play_one_game(scene: WordleScene) -> None:
    phone = Member(PlayerRef("test", "phone"), "Ana on the phone")
    code = (await scene.ask("link")).text.split("/link ")[1][:8]
    await scene.ask("link", code, who=phone, alone=True)
    await scene.ask("wordle")
    await scene.guesses("slate")
    board = await scene.ask("wordle", who=phone, alone=True)
    assert "5 tries left" in board.text
    await scene.type("crane", phone, alone=True)
    assert "Solved: 2/6" in scene.answers[-1].text


async def test_boards_as_text(scene: WordleScene) -> None:
    await scene.ask("settings", "board text", alone=True)
    await scene.ask("settings", "palette contrast", alone=True)
    await scene.ask("wordle", alone=True)
    await scene.type("slate", alone=True)
    board = scene.answers[-1]
    assert board.image is None
    assert "⬛⬛🟧⬛🟧 SLATE" in board.text
    assert "A E in place" in board.text
    assert "L S T not there" in board.text


async def test_statistics_and_leaderboards(scene: WordleScene) -> None:
    assert "No game has ended yet." in (await scene.ask("wordle", "stats")).text
    for player, words in ((ana, ("slate", "crane")), (ben, WRONG)):
        board = await scene.ask("wordle", who=player)
        game = int(labels(board)[0].split(":")[1])
        await scene.guesses(*words, who=player, game=game)
    stats = await scene.ask("wstat:en")
    assert "Solved: 1 of 1 (100.0%)" in stats.text
    assert "Streak: 1 day" in stats.text
    assert "2 ████████████ 1\n3 0" in stats.text
    top = await scene.ask("wtop:en:20260921:day", who=ben)
    assert "🥇 Ana · 2/6" in top.text
    assert "🥈 you · X/6" in top.text
    assert top.title == "Wordle · English · today · this chat"
    week = await scene.ask("wtop:en:20260921:week:world")
    assert week.replaces
    assert "🥇 you · 5 points · 1 game" in week.text
    assert all(len(data.encode()) <= MAX_DATA for data in labels(week))
    assert "🥇 Ana" in (await scene.ask("wordle", "top", who=ben)).text
    forged = await scene.ask("wtop:en:soon:ever:chat:0")
    assert forged.title == "Wordle · English · today · this chat"


async def test_free_games_are_of_any_kind(scene: WordleScene) -> None:
    board = await scene.ask("wordle", "free 7 de hard")
    assert board.title == "Wordle · German · 7 letters · Hard mode"
    assert "wend:1" in labels(board)
    await scene.ask("wend:1")
    again = await scene.ask("wnew:1")
    assert again.title == board.title
    assert "wend:2" in labels(again)
    assert "wend:2" in labels(await scene.ask("wordle", "free 7 de"))  # it goes on
    assert "wend:2" in labels(await scene.ask("wordle", "7 de"))  # no word of the day has seven


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("free 12", "“12” is not understood here: /wordle"),
        ("free length=12", "Words of 12 letters: use 4 to 10"),
        ("free length=x", "Words of 0 letters: use 4 to 10"),
        ("what=nonsense", "“nonsense” is not understood here: /wordle"),
        ("solve CRANE", "“CRANE” is not a guess with its marks: write CRANE:-Y-G-"),
        ("solve CRANE:-Y-Q-", "“-Y-Q-” does not mark “CRANE”"),
        ("solve CRANE:-Y-", "“-Y-” does not mark “CRANE”"),
        ("solve CRANE:----- PLANET:------", "“planet” is not a 5-letter word"),
        ("solve ZZZZZ:-----", "“zzzzz” is not in the dictionary"),
        ("solve CR4NE:-----", "“4” in “CR4NE” cannot be used: the letters are"),
        ("solve CRANE:GGGGG SLATE:-----", "Guesses 1 and 2: letter 3 cannot be A and not A"),
    ],
)
async def test_what_is_no_game_and_no_position_gets_one_line(
    scene: WordleScene, text: str, why: str
) -> None:
    refused = await scene.ask("wordle", text)
    assert why in refused.text
    assert "\n" not in refused.text
    assert not refused.title


async def test_the_coach_solves_any_position(scene: WordleScene) -> None:
    answer = await scene.ask("wordle", "SLATE:--G-G, brick: 02010")
    assert answer.audience is Audience.SECRET
    assert answer.title == "Wordle · Coach · English"
    assert "SLATE --G-G" in answer.text
    assert "CRANE" in answer.text
    assert "bits · words left:" in answer.text
    assert "can be it" in answer.text
    opening = await scene.ask("wordle", "solve fr 6")
    assert "words are left" in opening.text


async def test_the_coach_keeps_out_of_ones_own_game_at_the_word_of_the_day(
    scene: WordleScene,
) -> None:
    await scene.ask("wordle")
    await scene.guesses("slate", "brick")
    for position in (
        "slate:--G-G",
        "SLATE:00202 brick:02010",
        "fudge:----G brick:-G-Y-",
        "stale:--G-G",  # the same letters, with the marks that follow
        "tales:-Y-Y- brick:-G-Y-",
        "plate:--G-G crimp:GG---",  # nearly the same
        "slate:--G-G brick:-G-Y- crane:GGGGG",  # what may become of it
        "crane:GGGGG",
        "fuzzy:GG--- slate:--G-G",  # no word fits; that is not told, either
    ):
        shut = await scene.ask("wordle", position)
        assert "the coach looks at it when it is over" in shut.text
    # Who was not told these marks learns nothing by being answered, nor by another position.
    assert "CRANE" in (await scene.ask("wordle", "slate:--G-G brick:-G-Y-", ben)).text
    assert "Best:" in (await scene.ask("wordle", "slate:-G---")).text
    assert "words are left" in (await scene.ask("wordle", "solve")).text
    scene.clock.forward(24 * 3600)  # it may still be finished, and count for the week
    assert "when it is over" in (await scene.ask("wordle", "slate:--G-G")).text
    await scene.guesses("crane")
    assert "CRANE" in (await scene.ask("wordle", "slate:--G-G brick:-G-Y-")).text


async def test_no_other_game_brings_the_coach_into_ones_own(lexicon: OpenLexicon) -> None:
    drawn = ["crane"]

    def choose(count: int) -> int:
        return drawing(drawn[-1], lexicon)(count)

    scene = WordleScene(lexicon=lexicon, choose=choose)
    await scene.ask("wordle")
    await scene.guesses("slate")
    drawn.append("brave")  # of which the first guess is told the same
    for game, (way, who) in enumerate((("free", ana), ("here", ben)), 2):
        await scene.ask("wordle", way, who)
        await scene.guesses("slate", who=who, game=game)
        assert "the coach looks at it when it is over" in (await scene.ask(f"wleft:{game}")).text
        await scene.guesses("fudge", "brave", who=who, game=game)
        assert "the coach looks at it when it is over" in (await scene.ask(f"wcoach:{game}")).text
    assert "Cost of all guesses" in (await scene.ask("wcoach:3", who=ben)).text
    assert "fit what is known" in (await scene.ask("wleft:1")).text  # as anybody is told
    await scene.guesses("crane")
    assert "Cost of all guesses" in (await scene.ask("wcoach:2")).text


async def test_the_coach_looks_back_at_a_game(scene: WordleScene) -> None:
    await scene.ask("wordle")
    await scene.guesses("fudge")
    unfinished = await scene.ask("wcoach:1")
    assert "5 tries left" in unfinished.text
    await scene.guesses("slate", "crane")
    review = await scene.ask("wcoach:1")
    first, second, third = review.text.splitlines()[:3]
    assert first.startswith("1. FUDGE · ")
    assert "best: " in first
    assert second.startswith("2. SLATE")
    assert third.startswith("3. CRANE")
    assert "Cost of all guesses" in review.text


async def test_who_sees_a_chat_only_in_private_has_no_board_of_it(scene: WordleScene) -> None:
    await scene.ask("wordle", alone=True)
    await scene.type("crane", alone=True)
    board = scene.answers[-1]
    assert "wtop:en:20260921:day" in labels(board)
    assert board.audience is Audience.SECRET
    assert (await scene.ask("wtop:en:20260921:day:chat:guild", alone=True)).title.endswith("world")


async def test_private_games_are_never_shared(scene: WordleScene) -> None:
    board = await scene.ask("wordle", "here", alone=True)
    assert board.audience is Audience.SECRET
    assert board.title == "Wordle · English · 5 letters"


async def test_names_are_shown_as_they_stand(scene: WordleScene) -> None:
    eve = Member(PlayerRef("test", "eve"), "<b>@everyone</b> **x**")
    await scene.ask("wordle", "here")
    await scene.type("slate", eve)
    _, board = scene.outbox.edits[-1]
    assert "<b>@everyone</b> **x** · SLATE" in board.text


async def test_a_chat_of_another_platform_is_none_of_ours(scene: WordleScene) -> None:
    stranger = Room(ChatRef("test", "other"))
    await scene.ask("wordle", "here")
    assert await scene.type("slate", ben, room=stranger) == []
    assert not scene.answers


async def test_what_everyone_guessed_may_be_shared_and_reviewed_in_private(
    scene: WordleScene,
) -> None:
    await scene.ask("wordle", "here")
    await scene.type("slate", ben)
    await scene.type("crane", ben, message_id="2")
    assert (await scene.ask("wshare:1")).audience is Audience.ROOM
    for verb in ("wshare:1", "wcoach:1"):
        seen = await scene.ask(verb, who=ben, alone=True)
        assert "No Wordle is on here" not in seen.text
        stranger = Member(PlayerRef("discord", "99"), "Zoe")
        unseen = await scene.ask(verb, who=stranger, alone=True)
        assert unseen.text == "No Wordle is on here: begin one"


async def test_a_leaderboard_of_days_to_come_is_todays(scene: WordleScene) -> None:
    await scene.ask("wordle")
    await scene.guesses("crane")
    for day in ("99991231", "20270101", "never"):
        assert "you" in (await scene.ask(f"wtop:en:{day}:day")).text


async def test_long_texts_are_refused_in_short(scene: WordleScene) -> None:
    await scene.ask("wordle")
    await scene.type("no word " * 500, alone=True)
    assert len(scene.answers[-1].text) < 200
