"""`/letters` in a chat without a platform, whose rounds are on one handmade grid."""

from collections.abc import Callable
from itertools import count

import pytest

from bot.chat.commands import COMMANDS
from bot.messages import MAX_BODY, MAX_DATA, Audience, Reply
from bot.presenters.wording import wording
from core.ids import ChatRef, Room
from core.lexicon import Lexicon
from core.services.refusals import Playing
from tests.helpers.chat import Scene, ben, labels, mod

ELSEWHERE = Room(ChatRef("test", "elsewhere"))


async def letters(scene: Scene, text: str, **knobs: object) -> Reply:
    return await scene.ask("letters", text, **({"locale": "en-GB"} | knobs))  # type: ignore[arg-type]


async def test_words_are_shown_by_length_with_their_anagrams(scene: Scene) -> None:
    reply = await letters(scene, "Nihec")
    assert reply.title == "NIHEC · français"
    assert reply.text == (
        "19 mots\n\n5 lettres (3)\nchien = chine = niche\n\n4 lettres (3)\nchie, ciné, hein\n\n"
        "3 lettres (4)\nchi = hic, hie, nie\n\n"
        "2 lettres (9)\nce, ci, eh = hé, en = ne, hi, in = ni"
    )
    assert (reply.audience, reply.file, reply.buttons) == (Audience.ROOM, None, ())


async def test_language_least_length_and_wildcards_are_taken(scene: Scene) -> None:
    reply = await letters(scene, "CHI?N 5 English")
    assert reply.title == "CHIN? · anglais"
    assert "5 lettres" in reply.text
    assert "chain = china" in reply.text
    assert "4 lettres" not in reply.text


async def test_all_pages_together_hold_all_words_once(scene: Scene) -> None:
    page = await letters(scene, "CRESAMINILATLSER fr-gutenberg 8")
    assert page.file is not None
    rows = [line.split("\t") for line in page.file.data.decode().splitlines()]
    shown: list[str] = []
    for number in count(1):
        assert len(page.text) <= MAX_BODY
        words = [line for line in page.text.splitlines() if line and not line[0].isdigit()]
        shown += [line for line in words if not line.startswith("Page")]
        turn = [each for each in labels(page) if each.startswith(f"rack:{number}:")]
        if not turn:
            break
        assert len(turn[0].encode()) <= MAX_DATA
        page = await scene.ask(turn[0])
        assert page.replaces
        assert page.file is None
    assert number > 5
    assert ", ".join(shown).split(", ") == [row[1] for row in rows]
    lengths = [int(row[0]) for row in rows]
    assert lengths == sorted(lengths, reverse=True)
    assert min(lengths) == 8


async def test_buttons_outlive_the_process(scene: Scene, lexicon: Callable[[str], Lexicon]) -> None:
    (on,) = labels(await letters(scene, "ÑANDUESROTIL?? español"))
    assert on == "rack:1:es:2:ÑANDUESROTIL??"
    another = Scene(lexicon=lexicon)
    page = await another.ask(on)
    assert page.title.startswith("ÑANDUESROTIL?? · espagnol")
    assert page.text != (await scene.ask(labels(page)[0])).text


async def test_none_is_told(scene: Scene) -> None:
    reply = await letters(scene, "xzqk")
    assert reply.text == "Aucun mot ne peut se faire avec ces lettres."
    assert reply.buttons == ()


async def test_house_words_of_the_chat_count(scene: Scene) -> None:
    await scene.ask("suggest", "qzxk for fun", mod)
    await scene.ask("accept:1", who=mod)
    await scene.ask("suggest", "-niche for fun", mod)
    await scene.ask("accept:2", who=mod)
    assert "4 lettres (1)\nqzxk" in (await letters(scene, "XZQK")).text
    assert (await letters(scene, "chien fr 5")).text.endswith("5 lettres (2)\nchien = chine")
    assert "chien = chine = niche" in (await letters(scene, "chien fr 5", room=ELSEWHERE)).text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Something is missing: /letters letters [language] [min_length]"),
        ("A" * 40, "40 letters: give 1 to 16"),
        ("A" * 10_000, "200 letters: give 1 to 16"),
        ("CH1EN", "“1” in “CH1EN” cannot be used: the letters are"),
        ("<@1>", "“<” in “<@1>” cannot be used: the letters are"),
        ("CHI???", "3 wildcards: use 0 to 2"),
        ("CHIEN 6", "Words of 6 letters cannot be made of 5"),
        ("CHIEN 17", "“17” is not understood here: /letters"),
        ("CHIEN min_length=99", "Words of 99 letters cannot be made of 5"),
        ("CHIEN klingon", "“klingon” is not understood here: /letters"),
    ],
)
async def test_bad_input_is_explained_to_who_asked(scene: Scene, text: str, said: str) -> None:
    reply = await letters(scene, text)
    assert reply.audience is Audience.ASKER
    assert said in reply.text
    assert len(reply.text) < 400


@pytest.mark.parametrize(
    "data",
    ["rack", "rack:1", "rack:1:xx:2:CHIEN", "rack:1:fr:2:", "rack:1:fr:99:CHIEN", "rack::fr::4"],
)
async def test_made_up_buttons_are_refused(scene: Scene, data: str) -> None:
    reply = await scene.ask(data, locale="en-GB")
    assert reply.audience is Audience.ASKER
    assert "Something went wrong" not in reply.text


async def test_a_page_that_there_is_not_is_the_last(scene: Scene) -> None:
    assert (await scene.ask("rack:999:fr:2:CHIEN")).text.startswith("19 mots")


async def test_nobody_looks_words_up_in_a_round(scene: Scene) -> None:
    (on,) = labels(await letters(scene, "CRESAMINILAT"))
    await scene.ask("play")
    playing = "You are in a round: words can be looked up when it is over"
    assert (await letters(scene, "CHIEN", who=ben)).text == playing
    assert (await scene.ask(on, who=ben, locale="en-GB")).text == playing
    assert (await letters(scene, "CHIEN", room=ELSEWHERE)).text == playing
    assert "19" in (await letters(scene, "CHIEN", who=ben, room=ELSEWHERE)).text
    await scene.ask("stop")
    assert "19" in (await letters(scene, "CHIEN")).text


def test_the_menu_says_how_many_wildcards_a_chat_takes() -> None:
    assert COMMANDS["letters"].arguments[0].summary.endswith("? is any letter, at most two")


async def test_in_an_attempt_no_words_are_looked_up_anywhere(scene: Scene) -> None:
    await scene.ask("dgo:fr:1")
    told = await letters(scene, "CHIEN", room=ELSEWHERE, locale="fr")
    assert told.text == wording("fr").notice(Playing())
    assert "19" in (await letters(scene, "CHIEN", who=ben, room=ELSEWHERE)).text
