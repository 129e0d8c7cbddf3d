"""No page is lost: whatever replaces one leads back to it."""

import pytest

from bot.chat.commands import BUTTONS, verb_of
from bot.messages import Audience, Reply
from core.store.memory import MemoryStore
from tests.helpers.chat import OpenLexicon, Scene, labels
from tests.helpers.wordles import drawing

# Buttons that change something: the page that they replace is out of date.
ACTS = {"vend", "vno", "vtake", "vagain", "forgotten", "wend", "whard", "show", "races", "wguess"}


class Walk:
    """Presses every button of every page from some commands on, each once."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.pressed: set[str] = set()
        self.replaced: set[str] = set()

    async def ask(self, name: str, text: str = "") -> Reply:
        return await self.scene.ask(name, text, locale="en-GB", alone=False)

    async def look_around(self, shown: Reply) -> None:
        for button in (each for row in shown.buttons for each in row):
            verb = verb_of(button.verb)
            known = button.data in self.pressed or not button.data
            if known or verb.effect or verb.name in ACTS:
                continue
            self.pressed.add(button.data)
            reply = await self.ask(button.data)
            # What all in a room see is not replaced by what one of them is shown; and who goes
            # back has come from there.
            replaced = reply.replaces and shown.audience is not Audience.ROOM
            if replaced and not button.label.startswith("◀"):
                self.replaced.add(verb.name)
                await self.check(shown, reply)
            await self.look_around(reply)

    async def check(self, before: Reply, after: Reply) -> None:
        """Raise unless a button of a page shows the one that it has replaced."""
        for button in labels(after):
            verb = verb_of(button.partition(":")[0])
            if verb.effect is None and verb.name not in ACTS:
                shown = await self.ask(button)
                if shown.title == before.title:
                    return
        raise AssertionError((before.title, after.title, labels(after)))


@pytest.mark.parametrize(
    "start",
    [
        ("daily", ""),
        ("daily", "yesterday"),
        ("duel", "machine=3"),
        ("duels", ""),
        ("privacy", ""),
        ("wordle", ""),
        ("wordle", "top"),
        ("solve", "PETESRNIEIATMSEL"),
        ("letters", "retains"),
    ],
)
async def test_every_page_that_replaces_another_leads_back(
    lexicon: OpenLexicon, start: tuple[str, str]
) -> None:
    scene = Scene(MemoryStore(), lexicon, choose=drawing("crane", lexicon))
    await scene.ask("duel", "machine=3")
    walk = Walk(scene)
    await walk.look_around(await walk.ask(*start))
    assert walk.replaced <= BUTTONS.keys()
