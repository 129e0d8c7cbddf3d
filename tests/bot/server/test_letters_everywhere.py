"""`/letters` on both platforms: pages that outlive the process, and grids that are still played."""

from pathlib import Path
from typing import Any

import pytest

from tests.helpers.platforms import (
    GRIDS,
    PLATFORMS,
    SIDES,
    DiscordSide,
    Lexicons,
    Shown,
    a_scene,
    shown_on_discord,
    shown_on_telegram,
)

PARTIAL = "Words of a grid that is still played may be missing"
SECRET = "could tell words of a grid that is still played"  # noqa: S105 (no password)
PLAYING = "You are in a round"


async def ask(
    side: Any, player: Any, sentence: str, command: str, *, alone: bool = False, **options: str
) -> Shown:
    """Use a command where others are, or alone; return the answer with a sentence in it."""
    person = player.person
    if isinstance(side, DiscordSide):
        asked = await person.slash(person.dm if alone else side.channel, command, **options)
        answer = shown_on_discord(await asked.response())
        assert sentence in answer.text
        return answer
    place = person.private if alone else side.group
    had = len(place.bot_messages)
    await person.says(place, " ".join([f"/{command}", *options.values()]))

    def found() -> Shown | None:
        fresh = map(shown_on_telegram, place.bot_messages[had:])
        return next((each for each in fresh if sentence in each.text), None)

    shown: Shown | None = await side.sim.until(found)
    assert shown
    return shown


async def turned(side: Any, player: Any, shown: Shown) -> str:
    """Press the last button below a page; return what stands there then."""
    message, before = shown.message, shown.text
    data = shown.buttons[-1]
    show = shown_on_discord if isinstance(side, DiscordSide) else shown_on_telegram
    await player.person.clicks(message, f"seize:{data}" if show is shown_on_discord else data)
    await side.sim.until(lambda: show(message).text != before)
    return show(message).text


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_pages_are_turned_by_the_next_process(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    async with SIDES[platform](scene) as side:
        ana = side.player("Ana")
        async with side.process():
            page = await ask(side, ana, "Page 1 of ", "letters", letters="PERSLATESIND??")
            assert page.text.startswith("PERSLATESIND?? · English\n")
            assert not page.private
        async with side.process():
            assert "Page 2 of " in await turned(side, ana, page)


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_what_players_type_is_no_markup_and_mentions_nobody(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    async with SIDES[platform](scene) as side, side.process():
        ana = side.player("Ana")
        for text in ("<b>@all", "_x_", "@everyone", "<@1>"):
            said = f"in “{text}” cannot be used: the letters are"
            shown = await ask(side, ana, said, "letters", letters=text)
            assert not shown.message.pings


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_grids_that_are_played_keep_their_words(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    async with SIDES[platform](scene) as side, side.process() as services:
        ana, ben, clo, dan = (side.player(name) for name in ("Ana", "Ben", "Clo", "Dan"))
        await services.dailies.maker.make_missing()
        today, ahead = GRIDS
        await ask(side, ben, PARTIAL, "letters", letters="".join(sorted(today)))
        await ask(side, clo, f"{ahead[:15]}Q · English", "letters", letters=f"{ahead[:15]}Q")

        await ask(side, ana, "⏳", "play", language="en")
        (room,) = services.rounds.live.rooms()
        solution = services.rounds.live.running(room).solution
        letters = solution.grid.letters
        await ask(side, dan, PLAYING, "letters", letters="STONE")
        if platform == "telegram":
            await ben.person.starts()
        await ask(side, ben, SECRET, "solve", alone=True, letters=letters)
        await ask(side, ben, PARTIAL, "letters", alone=True, letters=letters[::-1])
        await ask(side, ben, SECRET, "check", alone=True, word=solution.words[0].display)
        await ask(side, ben, "STONE", "letters", alone=True, letters="STONE")
        await ask(side, ana, "The round is over", "stop")
        await ask(side, ben, solution.words[0].display, "solve", alone=True, letters=letters)


@pytest.mark.parametrize("played", PLATFORMS)
async def test_a_round_of_one_platform_is_secret_on_the_other(
    played: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    (other,) = set(PLATFORMS) - {played}
    async with (
        SIDES[played](scene) as there,
        SIDES[other](scene) as here,
        there.process() as services,
        here.process(),
    ):
        await ask(there, there.player("Ana"), "⏳", "play", language="en")
        (room,) = services.rounds.live.rooms()
        solution = services.rounds.live.running(room).solution
        letters, best = solution.grid.letters, solution.words[0].display
        parts = [letters[:12], letters[4:], *map("".join, zip(*_columns(letters), strict=True))]
        for number, asked in enumerate([letters, *parts]):  # each of them by somebody new
            rows = 4 if number in (0, 3, 4) else 3
            cols = len(asked) // rows
            by_rows = "/".join(asked[at : at + cols] for at in range(0, len(asked), cols))
            cheat = here.player(f"Cheat {number}")
            await ask(here, cheat, SECRET, "solve", letters=by_rows)
            await ask(here, cheat, SECRET, "check", word=best)
            # Nor is anything said of what could be a word.
            await ask(here, cheat, SECRET, "check", word=letters[:4])
        for number in (0, 7):
            rack = letters[:number] + letters[number + 1 :]
            shown = await ask(here, here.player(f"Ben {number}"), PARTIAL, "letters", letters=rack)
            assert best not in shown.text
            await ask(here, here.player(f"Clo {number}"), "STONE", "letters", letters="STONE")


def _columns(letters: str) -> list[tuple[str, str]]:
    """Return each row of a 4x4 grid without its last letter, and without its first one."""
    rows = [letters[at : at + 4] for at in range(0, 16, 4)]
    return [(row[:3], row[1:]) for row in rows]
