"""Commands beside rounds, without a platform: what each is answered."""

import json
import logging
from dataclasses import replace

import pytest

from bot.messages import Audience, Gone, Reply, Request, private_room
from core.ids import ChatRef, Room
from tests.core.rounds.boards import START
from tests.helpers.chat import ROOM, Scene, ana, ben, labels, mod


async def test_a_grid_like_no_other_keeps_nobody_waiting(scene: Scene) -> None:
    await scene.ask("suggest", "aaaaaaaaaaaaaaaa for fun", mod)
    await scene.ask("accept:1", who=mod)
    reply = await scene.ask("solve", "A" * 64)
    assert reply.audience is Audience.ASKER
    assert "solve" not in reply.text


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
    assert (
        "Durée d’une manche en secondes (seconds)\u202f: 120" in (await scene.ask("settings")).text
    )
    assert (await scene.ask("settings", "seconds 90")).audience is Audience.ASKER
    assert "90" in (await scene.ask("settings", "seconds 90", mod)).text
    assert "(seconds)\u202f: 90" in (await scene.ask("settings")).text
    await scene.ask("settings", "language deutsch", mod)
    await scene.ask("settings", "rooms here", mod)
    assert "Salons (rooms)\u202f: channel" in (await scene.ask("settings", "rooms")).text
    assert (await scene.ask("play", room=Room(ROOM.chat, "other"))).audience is Audience.ASKER
    await scene.ask("settings", "moderators <@&77>", mod)
    helper = replace(ben, roles=frozenset({"77"}))
    assert "2:00" not in (await scene.ask("settings", "seconds 60", helper)).text
    assert "(seconds)\u202f: 60" in (await scene.ask("settings")).text
    for bad in ("nope 1", "seconds 1e9", "board purple", "timezone ../../etc/passwd"):
        assert (await scene.ask("settings", bad, mod)).audience is Audience.ASKER


async def test_a_chat_speaks_the_language_it_was_found_in(scene: Scene) -> None:
    assert (await scene.ask("play", room_locale="es-ES")).title == "español · Ruzzle"
    assert (await scene.ask("stop", room_locale="de")).title.endswith("español · Ruzzle")


@pytest.mark.parametrize(
    ("locale", "name"), [("de-CH", "/einstellungen"), ("pt-BR", "/settings"), ("", "/reglages")]
)
async def test_commands_are_named_as_menus_name_them(scene: Scene, locale: str, name: str) -> None:
    assert f"{name} interface fr" in (await scene.ask("language", "fr", locale=locale)).text


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


async def test_half_a_surrogate_pair_is_exported_as_it_was_typed(scene: Scene) -> None:
    await scene.ask("play")
    await scene.type("ab\ud800cd", ben, meant=True)
    exported = await scene.ask("export", who=ben)
    assert exported.file is not None
    play = json.loads(exported.file.data.decode())["plays"][0]
    assert "\ud800" in play["word"] + play["letters"]


async def test_an_unknown_button_is_too_old(scene: Scene) -> None:
    assert (await scene.ask("nope:1:2")).audience is Audience.ASKER


async def test_a_surprise_is_answered_with_an_apology_and_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scene = Scene()  # its word lists raise AssertionError
    reply = await scene.ask("check", "mot", locale="en")
    assert "Something went wrong" in reply.text
    assert "mot" not in caplog.text.replace("not answered", "")


async def test_a_chat_that_threw_it_out_in_the_middle_of_a_command_is_no_error(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    async def send(_: Reply) -> str:
        raise Gone

    caplog.set_level(logging.INFO)
    request = Request(name="rules", id="1", room=ROOM, member=ana, at=scene.clock())
    await scene.dispatcher.answer(request, send)
    assert [(each.levelname, each.msg) for each in caplog.records] == [("INFO", "failed")]
    assert caplog.records[0].exc_info is None


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
