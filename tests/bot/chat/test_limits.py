"""No act of a player turns "has played" into "may play ranked", in whatever order.

Whatever is in the table of commands is an act, a new one, too.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chat.commands import BUTTONS, COMMANDS
from bot.chat.context import Verb
from core.ids import Member, PlayerRef, own_room
from core.rounds.purpose import ForDaily
from core.services.dailies import AlreadyPlayed
from tests.helpers.chat import OpenLexicon, Scene, ana, ben

cleo = Member(PlayerRef("test", "cleo"), "Cleo")
EVERYBODY = (ana, ben, cleo)
VERBS = tuple({**COMMANDS, **BUTTONS}.values())
# Those that move what an account has played, or begin it, are used more often.
MOVING = ("forgotten", "link", "link", "daily", "dgo", "dend", "wordle", "wguess", "vend")


@dataclass(frozen=True)
class Act:
    """A verb, used by one account; `pick` chooses among what its arguments can be."""

    who: int
    verb: str
    pick: int

    async def on(self, scene: Scene) -> None:
        member = EVERYBODY[self.who]
        verb = COMMANDS.get(self.verb) or BUTTONS[self.verb]
        if self.verb in COMMANDS:
            name, text = self.verb, await self._text(scene)
        else:
            name, text = ":".join([self.verb, *await self._arguments(scene, verb)]), "crane"
        people = {"player": EVERYBODY[self.pick % 3]} if self.pick % 2 else {}
        await scene.ask(name, text, member, alone=self.pick % 3 == 0, people=people)
        if self.pick % 4 == 0:
            await scene.type("quit", member, alone=True)

    async def _text(self, scene: Scene) -> str:
        """Return what is typed after a command: for /link, a code that another was just given."""
        if self.verb != "link":
            needed = [each for each in COMMANDS[self.verb].arguments if each.required]
            return " ".join("quit" for _ in needed)
        if self.pick % 3 == 0:
            return "off"
        given = await scene.ask("link", who=EVERYBODY[(self.who + self.pick) % 3])
        return given.body[0].text

    async def _arguments(self, scene: Scene, verb: Verb) -> Sequence[str]:
        """Return what a button carries, as far as something of the kind is there."""
        record = scene.services.rounds.live.record(own_room(EVERYBODY[self.who].ref))
        async with scene.store.read() as work:
            duels = await work.duels.open_of([each.ref for each in EVERYBODY])
        values: Mapping[str, str] = {
            "language": ("fr", "en")[self.pick % 2],
            "number": "1",
            "fun": "fun",
            "round": str(record.id if record else self.pick),
            "token": record.token if record else "token",
            "page": "0",
            "code": duels[-1].code if duels else "code",
            "game": str(1 + self.pick % 4),
            "length": "5",
            "wanted": ("on", "off")[self.pick % 2],
            "visibility": ("world", "chat", "nobody")[self.pick % 3],
            "request": "1",
            "word": "quit",
            "letters": "QUITESARTS",
            "lexicon": "fr",
            "rules": "ruzzle",
            "least": "2",
            "scope": "world",
            "period": "day",
            "day": "20260921",
            "chat": "guild",
            "turn": "1",
        }
        given = [values[name] for name in verb.takes.split()]
        return given[:-1] if "fun" in verb.takes and self.pick % 2 else given


acts = st.builds(
    Act,
    st.integers(0, 2),
    st.one_of(st.sampled_from(MOVING), st.sampled_from([verb.name for verb in VERBS])),
    st.integers(0, 11),
)


class Tries:
    """The ranked tries that accounts were seen to have, known apart from the store."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._had: dict[tuple[PlayerRef, int], int] = {}
        self._used: set[tuple[PlayerRef, str]] = set()

    async def look(self) -> None:
        """See what is going on: nobody has a second try, and what was used up stays so."""
        for ref in (each.ref for each in EVERYBODY):
            record = self._scene.services.rounds.live.record(own_room(ref))
            if record and isinstance(record.purpose, ForDaily) and record.purpose.ranked:
                had = self._had.setdefault((ref, record.purpose.puzzle), record.id)
                assert had == record.id, "a second ranked attempt"
            async with self._scene.store.read() as work:
                used = {(ref, name) for name in await work.limits.used(ref)}
            assert {each for each in self._used if each[0] == ref} <= used
            self._used |= used

    async def try_again(self) -> None:
        """Try all once more, each account in its turn."""
        services = self._scene.services
        for member in EVERYBODY:
            played = {puzzle for ref, puzzle in self._had if ref == member.ref}
            for language in ("fr", "en"):
                if services.rounds.live.is_on(own_room(member.ref)):
                    await services.rounds.stop(own_room(member.ref), member)
                puzzle = await services.dailies.today(language)
                with suppress(AlreadyPlayed):
                    news = await services.dailies.open(puzzle, member)
                    assert isinstance(news.record.purpose, ForDaily)
                    assert not (news.record.purpose.ranked and puzzle.id in played)


async def play(scene: Scene, sequence: Sequence[Act]) -> None:
    tries = Tries(scene)
    for act in sequence:
        await act.on(scene)
        await tries.look()
    await tries.try_again()


@settings(max_examples=8, deadline=None)
@given(sequence=st.lists(acts, min_size=4, max_size=12))
def test_no_acts_of_players_give_a_second_ranked_try(
    lexicon: OpenLexicon, sequence: list[Act]
) -> None:
    asyncio.run(play(Scene(lexicon=lexicon), sequence))


@pytest.mark.parametrize("verb", [each.name for each in VERBS])
async def test_no_command_and_no_button_gives_a_second_try(scene: Scene, verb: str) -> None:
    """After the ranked tries, by one of two linked accounts, this is done by each."""
    await scene.ask("link", (await scene.ask("link")).body[0].text, who=ben)
    await scene.ask("dgo:fr:1")
    await scene.ask("wordle")
    tries = Tries(scene)
    await tries.look()
    for who in (0, 1):
        for pick in (0, 1):
            await Act(who, verb, pick).on(scene)
            await tries.look()
    await tries.try_again()
    async with scene.store.read() as work:
        for member in (ana, ben):
            assert {"daily 1", "wordle 1"} <= {*await work.limits.used(member.ref)}
