"""The button Swipe: who is led to which page, and what is said where there is none."""

from dataclasses import replace

import pytest

from bot.chat.dispatcher import Dispatcher
from bot.chat.page_links import PageLinks
from bot.messages import Audience
from core.ids import own_room
from core.services.tickets import TicketsService
from tests.helpers.chat import ROOM, Scene, ana, ben


@pytest.fixture
async def scene() -> Scene:
    """Return a scene whose rounds have a page."""
    scene = Scene()
    tickets = TicketsService(scene.store, scene.clock, lambda: "x" * 24)
    await tickets.prepare()
    scene.services = replace(scene.services, page=PageLinks("https://a.org", tickets))
    scene.dispatcher = Dispatcher(scene.services, scene.outbox, scene.metrics, scene.waits)
    return scene


def page_of(scene: Scene) -> PageLinks:
    assert scene.services.page
    return scene.services.page


async def test_a_board_leads_everybody_in_the_room_to_its_page(scene: Scene) -> None:
    async with scene.running():
        board = await scene.ask("play")
        button = board.buttons[0][0]
        assert (button.verb, button.label) == ("swipe", "👆 Glisser")
        assert page_of(scene).tickets.invited(button.ticket) == ROOM
        reply = await scene.ask(button.data, who=ben, locale="en")
        assert reply.audience is Audience.ASKER
        ((link,),) = reply.buttons
        assert link.ticket == button.ticket
        address, _, ticket = link.url.partition("#")
        assert address == "https://a.org/in"
        assert len(link.url) <= 512  # Discord takes no longer address
        found = page_of(scene).tickets.linked(ticket)
        assert (found.room, found.member) == (ROOM, ben)
        assert found.locale == "en"


async def test_in_private_the_button_of_the_room_leads_there_too(scene: Scene) -> None:
    async with scene.running():
        data = (await scene.ask("play")).buttons[0][0].data
        ((link,),) = (await scene.ask(data, who=ben, alone=True)).buttons
        assert page_of(scene).tickets.linked(link.url.partition("#")[2]).room == ROOM
        forged = await scene.ask(f"{data[:-1]}{'0' if data[-1] != '0' else '1'}", alone=True)
        assert forged.buttons == ()


async def test_without_a_round_it_leads_to_one_s_own_page(scene: Scene) -> None:
    async with scene.running():
        ((link,),) = (await scene.ask("swipe")).buttons
        home = own_room(ana.ref)
        assert page_of(scene).tickets.linked(link.url.partition("#")[2]).room == home
        assert page_of(scene).tickets.invited(link.ticket) == home


async def test_where_there_is_no_page_no_board_has_the_button() -> None:
    scene = Scene()
    async with scene.running():
        board = await scene.ask("play")
        assert "swipe" not in str(board.buttons)
        old = await scene.ask("swipe", locale="en")
        assert old.text == "There is no page here any more: play right in the chat"
