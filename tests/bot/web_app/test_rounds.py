"""Rounds on pages: each word once, one ranking, and no word of the grid before its end."""

import json

from core.ids import ChatRef, Room
from tests.bot.web_app.conftest import CODE, Frame, Page, Site
from tests.helpers.adapters import LETTERS

ROOM = Room(ChatRef("web", CODE))


async def begun(page: Page, **args: str) -> Frame:
    """Start a round; return its state."""
    await page.says("press", verb="play", args={"language": "en", **args})
    return await page.hears("state")


async def test_a_round_from_its_start_to_its_card(site: Site) -> None:
    ana = await site.opens(name="Ana")
    assert await ana.hears("welcome") == {
        "type": "welcome",
        "name": "Ana",
        "guest": True,
        "alone": False,
    }
    assert await ana.hears("idle") == {"type": "idle", "wait": 0}
    state = await begun(ana)
    assert "".join(tile["face"] for tile in state["tiles"]) == LETTERS
    assert state["tiles"][4] == {"face": "O", "value": 1, "bonus": "TL"}
    assert (state["left"], state["seconds"], state["mine"]) == (120_000, 120, True)

    verdict = await ana.traces("mat", state["round"])
    assert (verdict["mark"], verdict["text"][-4:]) == ("accepted", " mat")
    standing = await ana.hears("standing")
    assert [each["word"] for each in standing["found"]] == ["mat"]
    assert standing["standing"][0] | {"points": 0} == {
        "rank": 1, "name": "Ana", "points": 0, "words": 1, "you": True,
    }  # fmt: skip
    repeated = await ana.traces("mat", state["round"])
    assert (repeated["mark"], repeated["text"]) == ("repeated", "mat: already found")
    refused = await ana.types("wizard", state["round"])
    assert (refused["mark"], refused["text"]) == ("refused", "wizard: no W on the grid")

    await ana.says("press", verb="halt")
    over = await ana.hears("over")
    assert [each["word"] for each in over["mine"]] == ["mat"]
    assert over["lines"][1].startswith("Words: 1 of ")
    assert {each["word"] for each in over["known"]} <= {each["word"] for each in over["missed"]}
    assert all(
        "".join(LETTERS[cell] for cell in each["path"]).lower() == each["word"]
        for each in over["missed"]
        if each["word"].isascii()
    )
    await ana.says("press", verb="again")
    assert (await ana.hears("state"))["round"] == state["round"] + 1


async def test_two_pages_play_one_round_and_see_each_other(site: Site) -> None:
    ana = await site.opens(name="Ana")
    state = await begun(ana)
    ben = await site.opens(name="Ben", language="fr")
    assert (await ben.hears("state"))["mine"] is False
    await ana.traces("mat", state["round"])
    assert (await ben.traces("mat", state["round"]))["mark"] == "accepted"
    await ben.traces("rat", state["round"])
    standing = await ana.hears("standing")
    while [each["words"] for each in standing["standing"]] != [2, 1]:
        standing = await ana.hears("standing")
    assert [(each["name"], each["you"]) for each in standing["standing"]] == [
        ("Ben", False),
        ("Ana", True),
    ]
    assert [each["word"] for each in standing["found"]] == ["mat"]  # Ben's are his own
    await ben.says("press", verb="halt")
    refused = await ben.hears("note")
    assert refused["text"].startswith("Seul")
    site.clock.forward(124)
    site.dispatcher.look_again()
    assert [each["name"] for each in (await ana.hears("over"))["standing"]] == ["Ben", "Ana"]
    assert (await ben.hears("over"))["title"] == "anglais · Ruzzle"


async def test_a_word_that_is_sent_again_counts_once(site: Site) -> None:
    browser = await site.browser()
    ana = await site.opens(browser, name="Ana")
    state = await begun(ana)
    verdict = await ana.traces("mat", state["round"])
    again = await site.connects(browser)
    await again.says("hello", version=1, page=ana.name, round=state["round"])
    whole = await again.hears("state")  # whoever comes back is shown all
    assert [each["word"] for each in whole["found"]] == ["mat"]
    path = [LETTERS.index(letter) for letter in "MAT"]
    await again.says("word", number=1, round=state["round"], path=path, ago=900)
    assert await again.hears("verdict") == verdict
    async with site.store.read() as work:
        assert len(await work.plays.of(state["round"])) == 1


async def test_what_was_traced_in_time_counts_though_it_comes_late(site: Site) -> None:
    browser = await site.browser()
    ana = await site.opens(browser, name="Ana")
    state = await begun(ana)
    site.clock.forward(115)
    await ana.socket.close()  # its network goes
    for clock in (site.clock, site.steady):
        clock.forward(6)
    back = await site.connects(browser)
    await back.says("hello", version=1, page="b", round=state["round"])
    assert (await back.traces("mat", state["round"]))["text"] == "Too late: the round is over"
    assert (await back.traces("rat", state["round"], ago=3000))["mark"] == "accepted"
    site.clock.forward(3)
    site.dispatcher.look_again()
    await back.hears("over")
    assert (await back.traces("tar", state["round"], ago=3500))["mark"] == "refused"


async def test_no_word_of_the_grid_is_sent_before_the_round_is_over(site: Site) -> None:
    ana = await site.opens(name="Ana")
    state = await begun(ana)
    await ana.traces("mat", state["round"])
    await ana.hears("standing")
    record = site.dispatcher.views.services.rounds.live.running(ROOM)
    assert record
    sent = json.dumps(ana.heard).lower()
    assert not [each.word for each in record.solution if len(each.word) > 4 and each.word in sent]


async def test_a_page_that_comes_back_after_the_end_is_shown_the_card(site: Site) -> None:
    browser = await site.browser()
    ana = await site.opens(browser, name="Ana")
    state = await begun(ana)
    await ana.says("press", verb="halt")
    over = await ana.hears("over")
    back = await site.opens(browser, round=state["round"])
    assert await back.hears("over") == over
    elsewhere = await site.opens(browser, code="GFDCB", round=state["round"])
    assert (await elsewhere.hears("idle"))["wait"] == 0  # that round is none of its room


async def test_a_match_goes_on_by_itself(site: Site) -> None:
    ana = await site.opens(name="Ana")
    await begun(ana, rounds="3", seconds="30")
    site.clock.forward(34)
    site.dispatcher.look_again()
    assert 0 < (await ana.hears("over"))["wait"] <= 15_000
    site.clock.forward(16)
    site.dispatcher.look_again()
    assert (await ana.hears("state"))["title"] == "Round 2 of 3 · English · Ruzzle"


async def test_bad_terms_are_refused_in_the_player_s_language(site: Site) -> None:
    ana = await site.opens(language="fr")
    for args, told in (({"seconds": "5"}, "30"), ({"language": "klingon"}, "klingon")):
        await ana.says("press", verb="play", args=args)
        assert told in (await ana.hears("note"))["text"]
    state = await begun(ana)
    await ana.says("press", verb="play")  # the page shows what is running already
    assert (await ana.traces("mat", state["round"]))["mark"] == "accepted"
    assert [frame["type"] for frame in ana.heard].count("note") == 2


async def test_a_guest_has_a_name_and_may_take_another(site: Site) -> None:
    ana = await site.opens(language="fr")
    assert (await ana.hears("welcome"))["name"].startswith("Invité ")
    await ana.says("rename", name=" Ana\n<b>\u202e " + "x" * 30)
    assert (await ana.hears("welcome"))["name"] == "Ana <b> " + "x" * 16
    state = await begun(ana)
    assert state["standing"][0]["name"] == "Ana <b> " + "x" * 16
    await ana.says("rename", name="\u3164\u2800")
    assert (await ana.hears("welcome"))["name"] == "Ana <b> " + "x" * 16
