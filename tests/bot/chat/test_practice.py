"""Practice in a chat: from the first grid to words that come again, without a platform."""

from collections.abc import Callable
from itertools import count

import pytest

from bot.messages import Audience, Reply
from core.ids import Member, own_room
from core.lexicon import Lexicon
from core.rounds.purpose import ForPractice
from core.rounds.record import RoundRecord
from core.services.dealer import Dealer
from tests.helpers.chat import ROOM, Scene, ana, ben, labels

DAY = 86_400.0


@pytest.fixture
def scene(lexicon: Callable[[str], Lexicon]) -> Scene:
    return Scene(lexicon=lexicon, dealer=Dealer(lexicon, count(1)))


def practice_of(scene: Scene, who: Member) -> RoundRecord:
    record = scene.services.rounds.live.record(own_room(who.ref))
    assert record is not None
    return record


def practised(record: RoundRecord) -> tuple[str, ...]:
    assert isinstance(record.purpose, ForPractice)
    return record.purpose.words


async def practise(scene: Scene, ask: str, *words: str, late: str = "") -> tuple[Reply, Reply]:
    """Practise through; return the board and the end."""
    board = await scene.ask(ask, "en" if ask == "practice" else "", locale="en-GB")
    on = practice_of(scene, ana)
    for word in words:
        scene.clock.forward(2)
        await scene.type(word, ana, alone=True)
    if late:
        scene.clock.forward(70)
        await scene.type(late, ana, alone=True)
    return board, await scene.ask(f"dend:{on.id}", locale="en-GB")


async def test_who_has_played_nothing_gets_a_grid_of_common_words(scene: Scene) -> None:
    board = await scene.ask("practice", "en", locale="en-GB")
    assert board.audience is Audience.SECRET
    assert board.title == "Practice · English"
    on = practice_of(scene, ana)
    assert len(practised(on)) >= 5
    again = await scene.ask("practice", "en", locale="en-GB")
    assert again.title == board.title
    assert practice_of(scene, ana).id == on.id


async def test_words_come_again_when_they_are_due_and_by_what_became_of_them(
    scene: Scene,
) -> None:
    await scene.ask("practice", "en", locale="en-GB")
    first, second, third, *_ = words = practised(practice_of(scene, ana))
    _, end = await practise(scene, "practice", first, second, late=third)
    assert end.audience is Audience.SECRET
    assert end.text.count("found at once · comes again") == 2
    assert end.text.count("found late · comes again") == 1
    assert end.text.count("missed this time · comes again today") == len(words) - 3
    assert "drill:en" in labels(end)
    stats = (await scene.ask("stats", locale="en-GB", room_locale="en-GB", alone=True)).text
    assert "Rounds: " not in stats  # it counts for no leaderboard
    scene.clock.forward(30 * DAY)
    await scene.ask("drill:en", locale="en-GB")
    assert len(set(practised(practice_of(scene, ana))) & set(words)) >= 4


async def test_a_practice_is_secret_and_its_players_own(scene: Scene) -> None:
    await scene.ask("practice", "en", locale="en-GB")
    on = practice_of(scene, ana)
    other = await scene.ask(f"text:{on.id}:{on.token}", who=ben, alone=True)
    assert other.text == "Aucune manche en cours ici"
    letters = on.grid.letters if isinstance(on.grid.letters, str) else "".join(on.grid.letters)
    solved = await scene.ask("solve", f"{letters} en", who=ben, locale="en-GB")
    assert "still played" in solved.text
    assert scene.outbox.posts == []
    assert not scene.services.rounds.live.is_on(ROOM)
