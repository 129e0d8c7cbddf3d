"""Wordle on Discord: a form for each guess, alone in a channel or with all who are there."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.helpers.platforms import (
    DiscordSide,
    Lexicons,
    Shown,
    a_scene,
    discord_side,
    shown_on_discord,
)
from tests.helpers.wordles import drawing
from tests.simulators.discord.writing import delete


@pytest.fixture
async def side(tmp_path: Path, lexicon: Lexicons) -> AsyncIterator[DiscordSide]:
    scene = a_scene(tmp_path, lexicon, choose=drawing("crane", lexicon))
    async with discord_side(scene) as new:
        yield new


def latest(side: DiscordSide) -> Shown:
    """Return the last message in the channel."""
    return side.told()[-1]


@pytest.mark.parametrize("patience", [0.5, 0])
async def test_the_own_board_is_shown_anew_in_its_place(side: DiscordSide, patience: float) -> None:
    ana = side.player("Ana")
    async with side.process(patience=patience):
        board = await ana.asks("wordle", "6 tries left")
        assert board.private
        assert board.picture
        first = board.message.attachments[0]
        told = await ana.guesses(board, "slate", "5 tries left")
        assert told.message is board.message
        assert told.private
        assert told.picture
        assert told.message.attachments != [first]
        told = await ana.presses(told, "wleft", "what is known")
        assert told.message is not board.message
        board = await ana.guesses(shown_on_discord(board.message), "Crâne", "Solved: 2/6")
        assert "The word: CRANE" in board.text
        assert "2/6" in (await ana.presses(board, "wshare", "Seize Wordle en 1 2/6")).text
        await ana.presses(board, "wcoach", "2. CRANE")
        await ana.presses(board, "wstat", "Solved: 1 of 1")
        top = await ana.presses(board, "wtop", "🥇 you · 2/6")
        week = await ana.presses(top, top.button("wtop"), "5 points")
        assert week.message is top.message
        other = await ana.presses(board, "wnew", "6 tries left")
        assert other.message is not board.message
    assert side.told() == []


async def test_a_refused_guess_is_told_beside_the_board(side: DiscordSide) -> None:
    ana = side.player("Ana")
    async with side.process():
        board = await ana.asks("wordle", "Hard mode", mode="hard")
        board = await ana.guesses(board, "slate", "5 tries left")
        for word, why in (
            ("crone", "Hard mode: letter 3 must stay A"),
            ("zzzzz", "“zzzzz” is not in the dictionary"),
            ("plane ts", "cannot be used"),
            ("a*@here*", "cannot be used"),
        ):
            refused = await ana.guesses(board, word, why)
            assert refused.private
            assert refused.message is not board.message
        assert "5 tries left" in shown_on_discord(board.message).text


async def test_a_form_asks_for_as_many_letters_as_the_word_has(side: DiscordSide) -> None:
    ana = side.player("Ana")
    async with side.process():
        board = await ana.asks("wordle", "Wordle · English · 8 letters", what="free", length=8)
        pressed = await ana.person.clicks(board.message, f"seize:{board.button('wguess')}")
        (field,) = (await pressed.form()).inputs
        assert field["label"] == "Type a word of 8 letters."
        assert field["max_length"] == 16


async def test_a_channel_shares_a_game(side: DiscordSide) -> None:
    ana, ben = side.player("Ana"), side.player("**Ben** @everyone")
    async with side.process():
        board = await ana.asks("wordle", "Everyone may guess", what="here")
        assert not board.private
        shown = await ben.guesses(board, "slate", "5 tries left")
        assert shown.message is board.message
        assert "Ben" in shown.text
        assert "@everyone" in shown.text
        refused = await ben.guesses(board, "zzzzz", "“zzzzz” is not in the dictionary")
        assert refused.private
        for talk in ("lol", "zzzzz", "well done"):
            await ben.person.says(side.channel, talk)
        await side.sim.until(lambda: "“zzzzz” is not in the dictionary" in latest(side).text)
        await ben.person.says(side.channel, "brick")
        await side.sim.until(lambda: "4 tries left" in shown_on_discord(board.message).text)
        assert len(side.told()) == 2
        reply = await ana.person.says(side.channel, "zzzzz", reply_to=board.message)
        await side.sim.until(lambda: "“zzzzz” is not in the dictionary" in latest(side).text)
        assert reply.author is ana.person
        won = await ana.asks("w", "Solved: 3/6", words="crane")
        assert not won.private
        again = await ben.presses(won, "wnew", "6 tries left")
        assert not again.private
        assert again.message is not won.message
    assert not any(each.message.mentioned.everyone for each in side.told())


async def test_typed_guesses_change_one_board(side: DiscordSide) -> None:
    ana, ben = side.player("Ana"), side.player("Ben")

    async def guessed(sentence: str) -> None:
        await side.sim.until(lambda: any(sentence in each.text for each in side.told()))
        assert latest(side).picture

    async with side.process():
        board = await ana.asks("wordle", "Everyone may guess", what="here")
        pictures = [board.message.attachments]
        for who, word, sentence in (
            (ana, "slate", "5 tries left"),
            (ben, "brick", "4 tries left"),
            (ana, "dumpy", "3 tries left"),
        ):
            await who.person.says(side.channel, word)
            await guessed(sentence)
            assert [each.message for each in side.told()] == [board.message]
            assert len(board.message.attachments) == 1
            assert board.message.attachments not in pictures
            pictures.append(board.message.attachments)
        delete(side.sim, board.message)
        await ben.person.says(side.channel, "vague")
        await guessed("2 tries left")
        (new,) = side.told()
        await ana.person.says(side.channel, "crane")
        await guessed("Solved: 5/6")
        assert [each.message for each in side.told()] == [new.message]
        assert not latest(side).has("wguess")


async def test_boards_outlive_the_process(side: DiscordSide) -> None:
    ana, ben = side.player("Ana"), side.player("Ben")
    async with side.process():
        shared = await ben.asks("wordle", "Everyone may guess", what="here")
        await ben.guesses(shared, "brick", "5 tries left")
        own = await ana.asks("wordle", "6 tries left")
        own = await ana.guesses(own, "slate", "5 tries left")
    async with side.process():
        own = await ana.guesses(shown_on_discord(own.message), "crane", "Solved: 2/6")
        assert own.picture
        shared = await ana.guesses(shown_on_discord(shared.message), "crane", "Solved: 2/6")
        assert not shared.private


async def test_it_is_played_in_direct_messages(side: DiscordSide) -> None:
    ana = side.player("Ana")
    ana.where = ana.person.dm
    async with side.process():
        await ana.asks("wordle", "6 tries left")
        await ana.says("slate")
        board = await side.sim.until(lambda: ana.told("5 tries left"))
        assert board
        assert board.picture
        await ana.says("zzzzz")
        await side.sim.until(lambda: ana.told("“zzzzz” is not in the dictionary"))
        await ana.guesses(board, "crane", "Solved: 2/6")


async def test_the_coach_answers_in_a_channel(side: DiscordSide) -> None:
    ana = side.player("Ana")
    async with side.process():
        told = await ana.asks("wordle", "can be it", what="solve", position="SLATE:--G-G")
        assert told.private
        await ana.asks("wordle", "does not mark", what="solve", position="SLATE:--?-G")
