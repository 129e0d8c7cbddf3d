"""The meanings of words, asked for in a chat: by name, after a round, after a Wordle."""

from dataclasses import replace

import pytest

from bot.messages import Audience, Request
from bot.presenters.wording import wording
from core.ids import Member
from core.secrets import SecretWords
from tests.core.rounds.boards import START
from tests.helpers.chat import ROOM, OpenLexicon, Scene, ana, ben, labels
from tests.helpers.wordles import drawing

SECRET = wording("en").notice(SecretWords())


@pytest.fixture
def scene(lexicon: OpenLexicon) -> Scene:
    return Scene(lexicon=lexicon)


async def define(scene: Scene, text: str, who: Member = ana) -> str:
    """Ask in English in a French chat; return the answer without its looks."""
    reply = await scene.ask("define", text, who, locale="en-GB")
    assert reply.audience is Audience.ASKER
    return reply.text


async def test_each_kind_of_meaning_is_told_as_what_it_is(scene: Scene) -> None:
    house = await define(scene, "House english")
    assert house.startswith("house · a dwelling")
    assert house.endswith("\n\nSource: Princeton WordNet, WordNet License")
    assert (await define(scene, "CUCHILLO es")).startswith("cuchillo · near: facón, puñal, daga")
    assert (await define(scene, "birra it")).startswith("birra · in English: ale, beer\n")
    assert "Hund · Haustier" in await define(scene, "hund de")


async def test_a_word_with_several_spellings_has_the_meaning_of_each(scene: Scene) -> None:
    told = await define(scene, "cote fr")
    lines = [line.partition(" · ")[0] for line in told.splitlines()]
    assert {"côte", "côté", "cote"} <= set(lines)
    assert told.count("Source: ") == 1


async def test_a_word_of_another_language_is_offered_there(scene: Scene) -> None:
    reply = await scene.ask("define", "dwelling", locale="en-GB")
    assert "❌ dwelling · not in the dictionary" in reply.text
    assert "dwelling is not a word in French; it is one in: English" in reply.text
    assert labels(reply) == ["means:en:dwelling"]
    offered = await scene.ask("means:en:dwelling", locale="en-GB")
    assert offered.title == "English"
    assert offered.text.startswith("dwelling · housing that someone is living in")
    # By the letters of that language.
    assert labels(await scene.ask("define", "Fähre en")) == ["means:de:fähre"]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("a" * 1000, "is not a word of 2 to 16 letters"),
        ("слово", "cannot be used: the letters are a–z"),
        ("x", "is not a word of 2 to 16 letters"),
        ("l'eau", "leau · not in the dictionary"),
        ("7", "cannot be used"),
        ("qqqq", "not in the dictionary"),
        ("maison klingon", "klingon"),
    ],
)
async def test_what_is_no_word_is_explained(scene: Scene, asked: str, answer: str) -> None:
    told = await define(scene, asked)
    assert answer in told
    assert len(told) < 400


async def test_without_a_word_it_tells_how_to_ask(scene: Scene) -> None:
    assert (await scene.ask("define")).text.endswith("/definir mot [langue]")


async def test_a_word_whose_meaning_nobody_wrote(scene: Scene) -> None:
    await scene.ask("suggest", "seizer parce", replace(ana, admin=True))
    await scene.ask("accept:1", who=replace(ana, admin=True))
    told = await define(scene, "seizer")
    assert told == "✅ seizer\n\nIt is a word, but nobody has written what it means."


async def test_check_leads_to_the_meaning(scene: Scene) -> None:
    assert labels(await scene.ask("check", "maison")) == ["means:fr:maison"]
    assert (await scene.ask("means:fr:maison")).text.startswith("maison · ")
    assert labels(await scene.ask("check", "maisom")) == []


async def test_who_plays_looks_nothing_up(scene: Scene) -> None:
    await scene.ask("play")
    playing = "You are in a round: words can be looked up when it is over"
    assert await define(scene, "maison") == playing
    assert (await scene.ask("means:fr:maison", locale="en-GB")).text == playing
    request = Request(name="define", id="1", room=ROOM, member=ana, at=START)
    assert await scene.dispatcher.choices("define", "word", "maison", request) == []


async def test_words_are_completed_as_they_are_typed(scene: Scene) -> None:
    request = Request(name="define", id="1", room=ROOM, member=ana, at=START, locale="fr")
    choices = await scene.dispatcher.choices("define", "word", "maison", request)
    assert choices[0] == ("maison", "maison")


async def test_a_secret_word_is_not_defined(lexicon: OpenLexicon) -> None:
    scene = Scene(lexicon=lexicon)  # whose dailies are all on one grid
    puzzle = await scene.services.dailies.today("fr")
    scene.clock.now = puzzle.opens_at
    assert (await scene.ask("solve", "QuITESARTS fr", ben, locale="en-GB")).text == SECRET
    assert await define(scene, "quits fr", ben) == SECRET
    # Nor does the definition of another word, by the words that it is written in.
    assert await define(scene, "acquitté fr", ben) == SECRET
    assert await define(scene, "acquitté fr", ana) != SECRET
    assert "zut · " in await define(scene, "zut fr")


async def test_the_missed_words_of_a_round_are_defined_page_by_page(scene: Scene) -> None:
    await scene.ask("play")
    await scene.type("rest", ben)
    await scene.ask("stop")
    (button,) = labels(await scene.ask("missed:1:token:0"))
    first = await scene.ask(button, locale="en-GB")
    assert first.audience is Audience.ASKER
    assert "Source: Wiktionnaire, CC BY-SA 4.0" in first.text
    assert "rest ·" not in first.text
    assert "tas · Monceau, amas" in first.text
    again = await scene.ask(f"{button}:turn", locale="en-GB")
    assert (again.text, again.replaces) == (first.text, True)
    nothing = await scene.ask(button.removesuffix("0") + "999", locale="en-GB")
    assert nothing.text.startswith("None.")


async def test_the_answer_of_a_wordle_is_defined_when_it_is_over(lexicon: OpenLexicon) -> None:
    scene = Scene(lexicon=lexicon, choose=drawing("crane", lexicon))
    await scene.ask("wordle", "daily en", locale="en-GB")
    unfinished = await scene.ask("wmean:1", locale="en-GB")
    assert "6 tries left" in unfinished.text
    assert "crane" not in unfinished.text
    board = await scene.ask("wguess:1:5", "crane", locale="en-GB")
    assert "wmean:1" in labels(board)
    assert (await scene.ask("wmean:1", locale="en-GB")).text.startswith("crane · ")


@pytest.mark.parametrize("typed", ["mai’son", "‘maison’", "MAİSON", "mai\u00adson👍", "—maison"])  # noqa: RUF001
async def test_words_are_looked_up_as_phones_write_them(scene: Scene, typed: str) -> None:
    assert labels(await scene.ask("check", typed)) == ["means:fr:maison"]
    assert (await scene.ask("define", typed)).text == (await scene.ask("define", "maison")).text
