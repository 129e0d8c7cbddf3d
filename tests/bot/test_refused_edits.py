"""What counted is seen, whichever way a platform refuses the edit that was to tell it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.patience import PATIENCE
from tests.helpers.platforms import (
    SIDES,
    DiscordSide,
    Lexicons,
    Scene,
    Shown,
    TelegramSide,
    a_scene,
    shown_on_telegram,
)
from tests.helpers.wordles import drawing
from tests.simulators.discord.writing import delete

WRONG = ("slate", "brick", "dumpy")
LONG = 3600.0  # seconds for which a limit is said to last
EDITS = ("editMessageText", "editMessageCaption", "editMessageMedia")


@dataclass(frozen=True)
class Refusal:
    """A refusal of an edit: Discord's by status and code, Telegram's by status and text."""

    status: int
    code: int = 0
    text: str = ""


REFUSALS: dict[str, list[Refusal]] = {
    "discord": [
        Refusal(404, 10008),  # unknown message
        Refusal(403, 50005),  # by another author
        Refusal(403, 50001),  # missing access
        Refusal(403, 50013),  # missing permissions
        Refusal(400, 50083),  # thread archived
        Refusal(400, 50035),  # invalid form body
        Refusal(400, 40005),  # too large
    ],
    "telegram": [
        Refusal(400, text="Bad Request: message to edit not found"),
        Refusal(400, text="Bad Request: message can't be edited"),
        Refusal(400, text="Bad Request: MESSAGE_ID_INVALID"),
        Refusal(400, text="Bad Request: message is too old"),
        Refusal(400, text="Bad Request: not enough rights to edit the message"),
        Refusal(400, text="Bad Request: nobody knows why"),
        Refusal(403, text="Forbidden: bot can't edit here"),
    ],
}
LASTING = [  # on Discord; Telegram's are of all that is said in a chat
    Refusal(429, 30046),  # too many edits of a message older than an hour
    Refusal(503),
    Refusal(429),  # of all messages of the channel
]


def refuse(side: Any, refusal: Refusal, *, presses: bool = False) -> None:
    """Let a platform refuse the next edit: by the bot itself, or as the answer to a press."""
    if isinstance(side, TelegramSide):
        for method in EDITS:  # of one message only one can be meant
            side.sim.fail_next(method, refusal.status, description=refusal.text)
        return
    way = ("POST", "/callback$") if presses else ("PATCH", "/messages/")
    if refusal.status == 429:
        side.sim.limit_next(*way, LONG, code=refusal.code)
    else:
        times = 9 if refusal.status >= 500 else 1
        side.sim.fail_next(*way, status=refusal.status, code=refusal.code, times=times)


def forgive(side: Any) -> None:
    """Let the platform take edits again."""
    if isinstance(side, TelegramSide):
        side.sim.server.faults.clear()
    else:
        side.sim.faults.clear()


@asynccontextmanager
async def serving(
    scene: Scene, platform: str, patience: float = PATIENCE
) -> AsyncIterator[tuple[Any, Any]]:
    """Run the bot on a platform; on Discord edits that take so many seconds count as refused."""
    async with SIDES[platform](scene) as side:
        options = {}
        if isinstance(side, DiscordSide):
            options, side.sim.limits.scale = {"edit_patience": patience}, 100
        async with side.process(**options) as services:
            yield side, services


async def says(side: Any, player: Any, text: str) -> None:
    await player.person.says(side.channel if isinstance(side, DiscordSide) else side.group, text)


async def begin(side: Any, player: Any, command: str, **options: Any) -> None:
    if isinstance(side, DiscordSide):
        await player.person.slash(side.channel, command, **options)
    else:
        await says(side, player, " ".join([f"/{command}", *options.values()]))


def boards(side: Any, verb: str) -> list[Shown]:
    """Return the messages that all see with a button of a verb ("wend", or "wend:1")."""
    told: list[Shown] = side.told()
    return [each for each in told if any(f"{key}:".startswith(f"{verb}:") for key in each.buttons)]


@pytest.fixture
def scene(tmp_path: Path, lexicon: Lexicons) -> Scene:
    return a_scene(tmp_path, lexicon, choose=drawing("crane", lexicon))


@pytest.mark.parametrize("platform", SIDES)
async def test_the_words_of_a_round_are_seen(scene: Scene, platform: str) -> None:
    async with serving(scene, platform) as (side, services):
        ana = side.player("Ana")
        await begin(side, ana, "play")
        await scene.waits.until(lambda: boards(side, "halt"))
        (room,) = services.rounds.live.rooms()
        words = [each.word for each in services.rounds.live.running(room).solution]
        for count, refusal in enumerate(REFUSALS[platform], 1):
            (before,) = boards(side, "halt")
            refuse(side, refusal)
            await says(side, ana, words[count])

            def seen(count: int = count, before: Shown = before) -> bool:
                last = boards(side, "halt")[-1]
                return f"✅ {count}" in last.text and last.message is not before.message

            await scene.waits.until(seen)
            forgive(side)
            # What is left of the other one says where to look.
            await scene.waits.until(lambda: len(boards(side, "halt")) == 1)
            assert "The round goes on below." in side.told()[-2].text


@pytest.mark.parametrize("platform", SIDES)
async def test_the_guesses_of_a_room_are_seen(scene: Scene, platform: str) -> None:
    async with serving(scene, platform) as (side, _):
        ana = side.player("Ana")
        for game, refusal in enumerate(REFUSALS[platform], 1):
            await begin(side, ana, "wordle", what="here")
            await side.sim.until(lambda game=game: boards(side, f"wend:{game}"))
            before = len(side.told())
            refuse(side, refusal)
            await says(side, ana, "slate")
            await side.sim.until(lambda before=before: len(side.told()) > before)
            assert "5 tries left" in side.told()[-1].text
            forgive(side)
            await says(side, ana, "brick")
            await side.sim.until(lambda: "4 tries left" in side.told()[-1].text)
            assert len(side.told()) == before + 1  # once
            await says(side, ana, "crane")
            await side.sim.until(lambda: "Solved: 3/6" in side.told()[-1].text)


@pytest.mark.parametrize("platform", SIDES)
async def test_what_a_button_did_is_seen(scene: Scene, platform: str) -> None:
    async with serving(scene, platform) as (side, _):
        ana = side.player("Ana")
        for game, refusal in enumerate(REFUSALS[platform], 1):
            await begin(side, ana, "wordle", what="here")
            await side.sim.until(lambda game=game: boards(side, f"wend:{game}"))
            (board,) = boards(side, f"wend:{game}")
            refuse(side, refusal, presses=True)
            pressed = board.button("wend")
            await ana.person.clicks(
                board.message, f"seize:{pressed}" if platform == "discord" else pressed
            )
            await side.sim.until(lambda: "Given up" in side.told()[-1].text)
            forgive(side)


async def test_guesses_do_not_wait_for_a_refusal_that_lasts(scene: Scene) -> None:
    async with serving(scene, "discord", patience=0.5) as (side, _):
        ana = side.player("Ana")
        await begin(side, ana, "wordle", what="here")
        await side.sim.until(lambda: boards(side, "wend"))
        for number, refusal in enumerate(LASTING):
            refuse(side, refusal)
            await says(side, ana, WRONG[number])
            told = f"{5 - number} tries left"
            await side.sim.until(lambda told=told: told in side.told()[-1].text)
            forgive(side)
        # Nor does the game wait for the edit that is still under way.
        await says(side, ana, "crane")
        await side.sim.until(lambda: "Solved: " in side.told()[-1].text)


async def test_words_do_not_wait_for_a_refusal_that_lasts(scene: Scene) -> None:
    async with serving(scene, "discord", patience=0.5) as (side, services):
        ana = side.player("Ana")
        await begin(side, ana, "play")
        await scene.waits.until(lambda: boards(side, "halt"))
        (room,) = services.rounds.live.rooms()
        words = [each.word for each in services.rounds.live.running(room).solution]
        for count, refusal in enumerate(LASTING, 1):
            refuse(side, refusal)
            await says(side, ana, words[count])

            def seen(told: str = f"✅ {count}") -> bool:
                return told in boards(side, "halt")[-1].text

            await scene.waits.until(seen)
            forgive(side)


async def test_an_old_board_on_discord_is_left_as_it_is(scene: Scene) -> None:
    async with serving(scene, "discord") as (side, _):
        ana = side.player("Ana")
        await begin(side, ana, "wordle", what="here")
        await side.sim.until(lambda: boards(side, "wend"))
        scene.clock.forward(51 * 60)
        await says(side, ana, "slate")
        await side.sim.until(lambda: len(side.told()) == 2)
        assert "5 tries left" in side.told()[-1].text
        assert not [each for each in side.sim.requests if each.method == "PATCH"]


@pytest.mark.parametrize("platform", SIDES)
async def test_a_board_that_somebody_deletes_is_posted_again(scene: Scene, platform: str) -> None:
    async with serving(scene, platform) as (side, services):
        ana = side.player("Ana")
        await begin(side, ana, "play", rounds="3")
        await scene.waits.until(lambda: boards(side, "halt"))
        (room,) = services.rounds.live.rooms()
        words = [each.word for each in services.rounds.live.running(room).solution]
        (board,) = boards(side, "halt")
        delete(side.sim, board.message) if platform == "discord" else side.group.delete(
            board.message
        )
        await says(side, ana, words[0])
        await scene.waits.until(lambda: any("✅ 1" in each.text for each in boards(side, "halt")))
        (again,) = boards(side, "halt")
        assert again.picture
        await scene.time_up(lambda: "The round is over." in side.told()[0].text)
        record = await services.rounds.live.look_up(1)
        assert record.board == str(
            again.message.id if platform == "discord" else again.message.message_id
        )


@pytest.mark.parametrize("platform", SIDES)
async def test_play_in_a_round_leads_to_its_board(scene: Scene, platform: str) -> None:
    async with serving(scene, platform) as (side, services):
        ana, ben = side.player("Ana"), side.player("Ben")
        await begin(side, ana, "play")
        await scene.waits.until(lambda: boards(side, "halt"))
        while not (await services.rounds.live.look_up(1)).board:  # noted once it is shown
            await scene.waits.pass_on()
        (board,) = boards(side, "halt")
        if isinstance(side, DiscordSide):
            copy = await ben.asks("play", "A round is running here")
            assert copy.private
            place = f"{side.guild.id}/{side.channel.id}/{board.message.id}"
            assert copy.message.buttons[0]["url"] == f"https://discord.com/channels/{place}"
        else:
            await says(side, ben, "/play")
            said = await side.sim.until(lambda: side.group.said("A round is running here"))
            copy = shown_on_telegram(said)
            assert said.reply_to.sender is ben.person
            place = f"{str(side.group.id).removeprefix('-100')}/{board.message.message_id}"
            assert copy.buttons == (f"https://t.me/c/{place}",)
        assert copy.picture
        assert len(boards(side, "halt")) == 1
