"""Rounds that were played before a word list changed: on both platforms, what counted counts."""

from pathlib import Path
from typing import Any

import pytest

from core.lexicon import Lexicon
from core.lexicon.alphabet import alphabet
from core.lexicon.catalogue import listing
from core.lexicon.wordlist import parse_words
from tests.bot.server.guests import DiscordGuest, Guest, TelegramGuest, text_of
from tests.helpers.platforms import PLATFORMS, SIDES, DiscordSide, Lexicons, a_scene

TABLES = {"leaderboard": "Leaderboard", "stats": "Rounds: 1"}
BUTTONS = {"card": "Longest found", "words": "Words found"}


def without(word: str) -> Lexicon:
    """Return the English list as it is once a word has been removed from it."""
    letters, listed = alphabet("en"), listing("en")
    spellings = [each for each in listed.text("words").split() if each != word]
    common, bases = (listed.text(part).splitlines() for part in ("common", "bases"))
    words = parse_words(spellings, letters)
    return Lexicon.build("en", letters, "0" * 64, words, common, bases)


async def a_guest(side: Any) -> Guest:
    """Return somebody in the chat of a side, who has started the bot where that is done."""
    person = side.player("Ana").person
    if isinstance(side, DiscordSide):
        return DiscordGuest(side.sim, "en", side.channel, person)
    await person.starts()
    return TelegramGuest(side.sim, "en", side.group, person)


async def says(side: Any, guest: Any, word: str) -> None:
    """Write a word in the chat, and wait until it is marked."""
    if isinstance(side, DiscordSide):
        message = await guest.person.says(side.channel, word)
    else:
        message = await guest.user.says(side.group, word)
    await side.sim.until(lambda: message.reactions)


async def told(guest: Guest, end: Any) -> list[str]:
    """Return the tables that the round counts in, its card and its words."""
    tables = [await guest.asks(command, sentence) for command, sentence in TABLES.items()]
    pages = [await guest.presses(end, verb, sentence) for verb, sentence in BUTTONS.items()]
    return [
        shown.text if isinstance(guest, TelegramGuest) else text_of(shown)
        for shown in (*tables, *pages)
    ]


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_word_that_counted_counts_when_the_list_has_it_no_more(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    async with SIDES[platform](scene) as side:
        async with side.process() as services:
            guest = await a_guest(side)
            await guest.asks("play", "⏳")
            (room,) = services.rounds.live.rooms()
            words = services.rounds.live.running(room).solution.words
            # Not the best of the grid, which is told of the list as it is now.
            found = next(each for each in words[1:] if not lexicon("en").rank(each.word))
            scene.think()
            await says(side, guest, found.word)
            end = await guest.asks("stop", f"Rarest word: {found.word} +{found.points}")
            before = await told(guest, end)
        changed = without(found.word)
        scene.lexicon = lambda name: changed if name == "en" else lexicon(name)
        async with side.process():
            await guest.asks("check", "not in the dictionary", found.word, word=found.word)
            assert await told(guest, end) == before
    assert all(str(found.points) in page for page in before)
    assert all(found.word in page for page in before[1:])
    assert scene.rows("SELECT DISTINCT digest FROM lexicons") == [(listing("en").sha256,)]
