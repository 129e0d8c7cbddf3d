"""Roads to the words of a grid that others play, each taken through the dispatcher."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.messages import Reply, Request, private_room
from bot.presenters.wording import wording
from core.generator import generator, place_bonuses, seeds_of
from core.ids import ChatRef, Member, PlayerRef, Room, private_chat
from core.lexicon import Lexicon
from core.playable import playable_grids
from core.ports import Store, UnitOfWork
from core.rounds.match import LADDER
from core.scoring import ruleset
from core.secrets import SecretWords, Words
from core.services.dealer import Dealer
from core.services.secrets import SecretsService
from core.solver.solution import Solution
from core.solver.solver import solve
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from tests.helpers.chat import ROOM, Scene, ben, mod

MOST = 0.10  # of a secret's points more than by chance
SECRET = wording("en").notice(SecretWords())
PARTIAL = "Words of a grid that is still played may be missing"
ROADS = ("solve", "letters", "check", "define", "suggest", "complete", "wordle")


class Thief:
    """Asks in private about the round that runs, and keeps the words that are told."""

    def __init__(self, scene: Scene, who: Member = ben) -> None:
        self.scene, self.who = scene, who
        self.told: set[str] = set()
        (room,) = scene.services.rounds.live.rooms()
        running = scene.services.rounds.live.running(room)
        assert running
        self.solution: Solution = running.solution
        self.letters = self.solution.grid.letters

    async def ask(self, command: str, text: str) -> Reply:
        """Ask in English where nobody else is."""
        locale = {"locale": "en-GB", "room_locale": "en-GB"}
        return await self.scene.ask(command, text, self.who, alone=True, **locale)  # type: ignore[arg-type]

    async def take(self, road: str, at: int, size: int) -> None:
        """Take a road with a question about some place of the grid."""
        word = self.solution.words[at % len(self.solution)].word
        if road == "solve":
            rows = [self.letters[row : row + 4] for row in range(0, 16, 4)]
            top, left = at % 3, at // 3 % 3
            part = [row[left : left + 2 + size % 3] for row in rows[top : top + 2 + size % 3]]
            wide = [f"{row}{'KXZ'[: at % 4]}" for row in part]
            self.read(await self.ask("solve", "/".join(wide) + " english"))
        elif road == "letters":
            out = at % 16
            rack = self.letters[:out] + self.letters[out + 1 + size :] if at % 2 else word
            self.read(await self.ask("letters", f"{rack} english"))
        elif road == "check":
            shown = (await self.ask("check", f"{word} english")).text
            self.told |= {word} if "✅" in shown else set()
        elif road == "define":
            self.read(await self.ask("define", f"{word} english"))
        elif road == "suggest":
            shown = (await self.ask("suggest", f"{word} because")).text
            self.told |= {word} if "already" in shown else set()
        elif road == "complete":
            self.told |= await self.complete(word[: 1 + size])
        elif len(word) in range(4, 11):
            self.read(await self.ask("wordle", f"solve english {word}:{'G' * len(word)}"))

    async def complete(self, text: str) -> set[str]:
        """Return the words that go on from a text."""
        request = Request(
            name="check",
            id="c",
            room=private_room(self.who.ref),
            member=self.who,
            at=self.scene.clock(),
            args={"language": "en"},
            alone=True,
        )
        found = await self.scene.dispatcher.choices("check", "word", text, request)
        return {word for word, _ in found}

    def read(self, reply: Reply) -> None:
        """Keep the words of an answer, with those of its file."""
        text = reply.text + (reply.file.data.decode() if reply.file else "")
        self.told |= set(re.findall("[a-z]{2,}", text.lower()))


def a_scene(lexicon: Callable[[str], Lexicon], seed: int = 1, store: Store | None = None) -> Scene:
    """Return a chat whose rounds are on random grids."""
    return Scene(store, lexicon, Dealer(lexicon, seeds_of(generator(seed))))


class Counting(MemoryStore):
    """A store that counts how often it is written to."""

    written = 0

    def write(self, room: Room | None = None) -> AbstractAsyncContextManager[UnitOfWork]:  # type: ignore[override]
        self.written += 1
        return super().write(room)


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    opened = await open_store(f"sqlite:///{tmp_path}/seize.db")
    yield opened
    await opened.close()


def others(lexicon: Lexicon) -> Words:
    """Return the words of random grids, of which as much is told by chance."""
    rules, rng = ruleset("ruzzle", "en"), generator(77)
    grids = islice(playable_grids(lexicon, rules, rng), 40)
    return Words.of(solve(place_bonuses(grid, LADDER[-1], rng), lexicon, rules) for grid in grids)


def excess(solution: Solution, told: set[str], by_chance: Words) -> float:
    """Return how much more was told of a solution than of others, of 1."""
    mine, theirs = Words.of([solution]), by_chance
    share = float(mine.weights @ mine.among(told))
    return share - float(theirs.weights @ theirs.among(told))


steps = st.tuples(st.sampled_from(ROADS), st.integers(0, 200), st.integers(0, 3))


@settings(max_examples=3)
@given(st.integers(1, 5), st.lists(steps, min_size=10, max_size=15))
def test_no_way_of_asking_tells_more_than_a_tenth(
    lexicon: Callable[[str], Lexicon], seed: int, asked: list[tuple[str, int, int]]
) -> None:
    async def play() -> None:
        scene = a_scene(lexicon, seed)
        await scene.ask("play", "english", who=mod)
        thief = Thief(scene)
        for road, at, size in asked:
            await thief.take(road, at, size)
        assert excess(thief.solution, thief.told, others(lexicon("en"))) <= MOST

    asyncio.run(play())


@pytest.mark.parametrize("road", ROADS)
async def test_each_road_comes_to_an_end(lexicon: Callable[[str], Lexicon], road: str) -> None:
    scene = a_scene(lexicon)
    await scene.ask("play", "english", who=mod)
    thief = Thief(scene)
    for at in range(12 if road == "solve" else 30):  # which draws pictures
        await thief.take(road, at, 0 if road == "letters" else 2)
    assert excess(thief.solution, thief.told, others(lexicon("en"))) <= MOST


async def test_refusals_tell_words_from_no_words_to_nobody(
    lexicon: Callable[[str], Lexicon],
) -> None:
    scene = a_scene(lexicon)
    await scene.ask("play", "english", who=mod)
    thief = Thief(scene)
    grid = thief.solution.grid
    assert (await thief.ask("solve", f"{thief.letters} english")).text == SECRET
    word = thief.solution.words[0].word
    nothing = next(
        text
        for text in (grid.spell(found.path) + "s" for found in thief.solution)
        if grid.trace(text)[0] and text not in lexicon("en")
    )
    for text in (word, nothing):
        assert (await thief.ask("check", f"{text} english")).text == SECRET
        assert (await thief.ask("suggest", f"{text} because")).text == SECRET
        shown = (await thief.ask("letters", f"{text} english {len(text)}")).text
        assert shown == SECRET or (PARTIAL in shown and text not in shown)
        assert (await thief.complete(text)) == set()
    # What the grid does not hold is answered, and who did not ask is.
    assert "not in the dictionary" in (await thief.ask("check", "zzxzz english")).text
    assert PARTIAL in (await thief.ask("letters", "jukebox english")).text
    other = Thief(scene, Member(PlayerRef("test", "clo"), "Clo"))
    assert "✅" in (await other.ask("check", f"{word} english")).text
    await scene.ask("stop", who=mod)
    assert "✅" in (await thief.ask("check", f"{word} english")).text


async def test_two_accounts_that_are_one_player_are_told_once(
    lexicon: Callable[[str], Lexicon],
) -> None:
    scene = a_scene(lexicon)
    await scene.ask("play", "english", who=mod)
    thief = Thief(scene)
    clo = Member(PlayerRef("elsewhere", "clo"), "Clo")
    async with scene.store.write() as work:
        for each in (ben, clo):
            await work.players.see(each, None, scene.clock())
        await work.links.join(ben.ref, clo.ref)
    assert (await thief.ask("solve", f"{thief.letters} english")).text == SECRET
    word = thief.solution.words[0].word
    assert (await Thief(scene, clo).ask("check", f"{word} english")).text == SECRET


async def test_a_daily_is_secret_while_its_day_lasts(lexicon: Callable[[str], Lexicon]) -> None:
    scene = Scene(lexicon=lexicon)  # whose dailies are all on one grid

    async def told() -> str:
        return (await scene.ask("check", "statiques fr", ben, locale="en-GB")).text

    async def solved() -> str:
        return (await scene.ask("solve", "QuITESARTS fr", ben, room_locale="en-GB")).text

    puzzle = await scene.services.dailies.today("fr")
    scene.clock.now = puzzle.opens_at - 1
    assert "statiques" in await solved()  # to refuse it the day before would tell it
    assert PARTIAL not in await solved()
    scene.clock.now = puzzle.opens_at
    assert await solved() == SECRET
    assert await told() == SECRET
    scene.clock.now = puzzle.closes_at - 1
    assert await solved() == SECRET
    scene.clock.now = puzzle.closes_at + 86_400
    assert "statiques" in await solved()


async def test_questions_at_once_are_told_no_more_than_one_by_one(
    lexicon: Callable[[str], Lexicon],
) -> None:
    scene = a_scene(lexicon)
    await scene.ask("play", "english", who=mod)
    thief = Thief(scene)
    secrets, words = scene.services.secrets, [found.word for found in thief.solution]
    parts = [words[at::10] for at in range(10)]
    answers = await asyncio.gather(*(secrets.tell(ben.ref, part) for part in parts))
    left = [set(part) - each.left_out for part, each in zip(parts, answers, strict=True)]
    assert excess(thief.solution, set().union(*left), others(lexicon("en"))) <= MOST
    assert sum(map(bool, left)) <= 1


def restarted(scene: Scene) -> SecretsService:
    """Return the secrets of another process, or of the next one, with the same store."""
    secrets = scene.services.secrets
    again = SecretsService(scene.store, secrets.dealer, scene.clock)
    again._decoys = secrets._decoys  # to deal them takes long
    return again


@dataclass
class Asked:
    """What a question by `player` in `chat` is told of a solution's words."""

    secrets: SecretsService
    words: list[str]

    async def by(self, player: PlayerRef, chat: ChatRef | None = None) -> set[str]:
        told = await self.secrets.tell(player, self.words, chat)
        return set(self.words) - told.left_out


def parts(words: list[str], count: int) -> list[list[str]]:
    """Split words so that each part is worth about as much."""
    return [words[at::count] for at in range(count)]


async def test_no_restart_and_no_second_process_brings_a_player_more(
    lexicon: Callable[[str], Lexicon], store: Store
) -> None:
    scene = a_scene(lexicon, store=store)
    await scene.ask("play", "english", who=mod)
    thief, told = Thief(scene), set[str]()
    words = [found.word for found in thief.solution]
    for life in range(3):
        processes = restarted(scene), scene.services.secrets
        for number, part in enumerate(parts(words[life::3], 10)):
            told |= await Asked(processes[number % 2], part).by(ben.ref)
    assert 0.0 < excess(thief.solution, told, others(lexicon("en"))) <= MOST
    # Who was refused is refused everywhere, for good, and forgotten or not.
    word = next(word for word in words if word not in told)
    await scene.ask("forget", who=ben)
    async with scene.store.write() as work:
        await work.players.forget(ben.ref, 1.0)
    with pytest.raises(SecretWords):
        await restarted(scene).check(ben.ref, word, known=True)
    await restarted(scene).check(PlayerRef("test", "zoe"), word, known=True)


async def test_who_asked_long_ago_is_not_told_anew(
    lexicon: Callable[[str], Lexicon], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.services.secrets._ASKERS", 3)
    scene = a_scene(lexicon)
    await scene.ask("play", "english", who=mod)
    thief, told = Thief(scene), set[str]()
    for part in parts([found.word for found in thief.solution], 30):
        told |= await Asked(scene.services.secrets, part).by(ben.ref)
        for other in ("zoe", "yan", "xue"):
            await scene.services.secrets.tell(PlayerRef("test", other), ())
    assert excess(thief.solution, told, others(lexicon("en"))) <= MOST


async def test_all_accounts_of_a_round_are_told_a_quarter_together(
    lexicon: Callable[[str], Lexicon],
) -> None:
    scene = a_scene(lexicon)
    await scene.ask("play", "english", who=mod)
    thief, told = Thief(scene), set[str]()
    secrets, words = scene.services.secrets, [found.word for found in thief.solution]
    for number, part in enumerate(parts(words, 40)):
        if number == 20:
            secrets = restarted(scene)
        told |= await Asked(secrets, part).by(PlayerRef("elsewhere", f"{number}"))
    assert 0.15 <= excess(thief.solution, told, others(lexicon("en"))) <= 0.25


async def test_accounts_of_a_chat_share_what_is_told_of_a_daily(
    lexicon: Callable[[str], Lexicon],
) -> None:
    scene, french = Scene(lexicon=lexicon), lexicon("fr")
    puzzle = await scene.services.dailies.today("fr")
    scene.clock.now = puzzle.opens_at
    solution = solve(puzzle.grid, french, ruleset("ruzzle", "fr"))
    words, secrets = [found.word for found in solution], scene.services.secrets
    told, elsewhere, alone = set[str](), set[str](), set[str]()
    for number, part in enumerate(parts(words, 40)):
        account = PlayerRef("test", f"{number}")
        told |= await Asked(secrets, part).by(account, ROOM.chat)
        # In private it counts where they were seen.
        known = Member(PlayerRef("test", f"known {number}"), "Known")
        async with scene.store.write() as work:
            await work.players.see(known, ROOM.chat, scene.clock())
        elsewhere |= await Asked(secrets, part).by(known.ref, private_chat(known.ref))
        alone |= await Asked(secrets, part).by(PlayerRef("test", f"alone {number}"))
    grids = islice(playable_grids(french, solution.rules, generator(3), (3, 3)), 40)
    by_chance = Words.of(solve(grid, french, solution.rules) for grid in grids)
    assert 0.15 <= excess(solution, told | elsewhere, by_chance) <= 0.25 + 0.02
    assert 0.15 <= excess(solution, alone, by_chance) <= 0.25 + 0.02
    word = next(word for word in words if word not in told | alone)
    with pytest.raises(SecretWords):
        await secrets.check(PlayerRef("test", "new"), word, ROOM.chat, known=True)
    await secrets.check(PlayerRef("test", "new"), word, ChatRef("test", "other"), known=True)


async def test_little_is_written_and_nothing_where_nothing_new_is_told(
    lexicon: Callable[[str], Lexicon],
) -> None:
    store = Counting()
    scene = a_scene(lexicon, store=store)
    await scene.ask("play", "english", who=mod)
    thief = Thief(scene)
    some = [found.word for found in thief.solution][:10]
    await scene.services.secrets.tell(ben.ref, some)
    written = store.written
    for _ in range(20):
        await scene.services.secrets.tell(ben.ref, some)
        await scene.services.secrets.check(ben.ref, "zzxzz", known=False)
    assert store.written == written


async def test_what_is_kept_of_players_has_a_bound(lexicon: Callable[[str], Lexicon]) -> None:
    scene = a_scene(lexicon)
    await scene.ask("play", "english", who=mod)
    secrets = scene.services.secrets
    for number in range(2002):
        await secrets.tell(PlayerRef("test", f"{number}"), ["stone"])
    assert len(secrets._tallies) == 1000
    await scene.ask("stop", who=mod)
    await secrets.tell(PlayerRef("test", "2001"), ["stone"])
    assert secrets._tallies[PlayerRef("test", "2001")] == {}
    assert secrets._known == {}
