"""One's own page: what the table of commands puts there, and a duel played by its buttons."""

import json
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

import bot.web_app
from bot.chat.commands import BUTTONS, COMMANDS, commands_on_page, rows_on_page, verb_of
from bot.chat.context import OnPage
from core.ids import Member, Room, own_room
from core.lexicon import Lexicon
from tests.bot.web_app.conftest import Frame, Page
from tests.bot.web_app.test_entrance import House, open_house
from tests.helpers.chat import ROOM, ana, ben

STATIC = Path(bot.web_app.__file__).parent / "static"


@pytest.fixture
async def house(lexicon: Callable[[str], Lexicon]) -> AsyncIterator[House]:
    async with open_house(lexicon) as house:
        yield house


async def page_of(house: House, who: Member, room: Room | None = None) -> Page:
    """Open a page: somebody's own, or that of a room."""
    browser = await house.browser()
    room = room or own_room(who.ref)
    _, said = await house.enters(browser, ticket=house.ticket(who, room))
    page = await house.opens(browser, said["to"])
    await page.hears("welcome", alone=room != ROOM)
    return page


async def presses(page: Page, sheet: Frame, label: str) -> None:
    """Press what a sheet or a card offers."""
    (offer,) = (each for each in sheet["offers"] if label in each["label"])
    await page.says("press", verb=offer["verb"], args=offer["args"])


def labels(sheet: Frame) -> str:
    return ", ".join(each["label"] for each in sheet["offers"])


async def plays(page: Page, word: str) -> Frame:
    """Find a word in the round that begins, and end it; return its card."""
    state = await page.hears("state")
    assert (await page.traces(word, state["round"]))["mark"] == "accepted"
    await page.says("press", verb="halt")
    return await page.hears("over", round=state["round"])


async def test_a_duel_is_played_by_its_buttons_and_keeps_its_secrets(house: House) -> None:
    mine, theirs = await page_of(house, ana), await page_of(house, ben)
    await mine.says("press", verb="duels")
    await presses(mine, await mine.hears("sheet", title="Your duels"), "New duel")
    offer = await mine.hears("sheet")
    assert "challenges whoever accepts first" in offer["lines"][0]
    await presses(mine, offer, "My rounds")
    await presses(mine, await mine.hears("sheet"), "Round 1")
    over = await plays(mine, "mat")
    assert (over["missed"], over["known"], over["rare"]) == ([], [], [])
    assert not over["again"]
    assert "Round 2" in labels(over)
    assert "⚖" not in labels(over)

    code = next(each["args"]["1"] for each in over["offers"])
    await theirs.says("press", verb="vsee", args={"1": code})
    await presses(theirs, await theirs.hears("sheet"), "Accept")
    taken = await theirs.hears("sheet")
    await theirs.says("press", verb="vcmp", args={"1": code, "2": "1"})
    assert (await theirs.hears("note"))["text"]
    told = json.dumps([*mine.heard, *theirs.heard])
    await presses(theirs, taken, "Round 1")
    over = await plays(theirs, "rat")
    words = [each["word"] for each in over["missed"] if len(each["word"]) > 4]
    assert words
    assert not [word for word in words if re.search(rf"\b{word}\b", told)]

    await presses(theirs, over, "⚖ Round 1")
    compared = "\n".join((await theirs.hears("sheet"))["lines"])
    assert "mat" in compared
    assert "rat" in compared


async def test_a_duel_is_given_up_on_the_page(house: House) -> None:
    page = await page_of(house, ana)
    await page.says("press", verb="duel", args={"machine": "4"})
    await presses(page, await page.hears("sheet"), "Resign")
    await presses(page, await page.hears("sheet"), "Yes")
    assert "Rematch" in labels(await page.hears("sheet"))


@pytest.mark.parametrize("room", [None, ROOM], ids=["own", "room"])
async def test_a_page_presses_only_what_the_table_puts_there(
    house: House, room: Room | None
) -> None:
    free = [
        name
        for name in {**COMMANDS, **BUTTONS}
        if (place := verb_of(name).on_page) and (room is None or not place.is_own)
    ]
    refused = sorted({*COMMANDS, *BUTTONS, "", "zzz"} - set(free))
    for start in range(0, len(refused), 9):  # after ten problems a page is sent away
        page = await page_of(house, ana, room)
        for verb in refused[start : start + 9]:
            await page.says("press", verb=verb)
            reason = (await page.hears("problem"))["reason"]
            assert set(reason.removeprefix("the verbs are ").split(", ")) == set(free)


def test_the_table_tells_the_page_its_buttons() -> None:
    assert all(row.start for row in commands_on_page(OnPage.START))
    assert commands_on_page(OnPage.START) == rows_on_page(OnPage.START)
    for place in (OnPage.FORM, OnPage.OVER, OnPage.RUNNING):
        (row,) = rows_on_page(place)
        assert not place.is_below or row.takes == "round token"
    for script in STATIC.glob("*.js"):
        assert not re.search(r"verb: ['\"]", script.read_text(encoding="utf-8")), script.name
