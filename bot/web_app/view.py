"""The sights of a page: the round that is on, its places, and its card when it is over."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bot.chat.commands import verb_of
from bot.chat.views import Views
from bot.messages import Button, Reply, split_data
from bot.presenters.board import ghost_signs
from bot.presenters.cards import card_lines
from bot.presenters.meanings import meaning_text
from bot.presenters.people import called
from bot.presenters.wording import Wording
from bot.web_app.protocol import Found, Idle, Offer, Over, Place, Sheet, Standing, State, Tile
from core.errors import SeizeError
from core.ids import Member, PlayerRef, Room
from core.latest import Latest
from core.rounds.lessons import Lessons
from core.rounds.purpose import ForRace
from core.rounds.record import RoundRecord
from core.rounds.result import Card, Result
from core.rounds.round import Round
from core.rounds.round import State as Stage
from core.scoring import Ruleset
from core.services.news import end_of
from core.solver.solution import FoundWord

Sight = State | Standing | Over | Idle

_PLACES = 50  # of a standing
_KEPT = 100  # rounds that are over, whose results are kept for those who still look


@dataclass(frozen=True, slots=True)
class Sights:
    """Makes what pages show of one platform's rooms.

    A result is computed once for all pages, after each change.
    """

    views: Views
    _running: Latest[int, tuple[int, Result]] = field(default_factory=lambda: Latest(_KEPT))
    _over: Latest[int, tuple[RoundRecord, Result]] = field(default_factory=lambda: Latest(_KEPT))

    async def of(
        self, rooms: Sequence[Room], viewer: Member, wording: Wording, shown: int, *, whole: bool
    ) -> Sight:
        """Return the state of rooms for a player, on a page that shows the round `shown` (0: none).

        That is the round that is on: `whole`, or its places if it is shown already; else the card
        of the one that is shown. Raises StoreError.
        """
        live = self.views.services.rounds.live
        room = next((each for each in rooms if live.is_on(each)), rooms[-1])
        record, running = live.record(room), live.running(room)
        if record and running is None and record.state is not Stage.WAITING:
            running = await self.views.services.rounds.running(room)  # the copy is stale
            record = live.record(room)
        if record and running and running.id == record.id:
            return await self._on(record, running, viewer, wording, 0 if whole else shown)
        wait = self._wait(record)
        over = await self._ended(rooms, shown) if shown else None
        return await self._card(*over, viewer, wording, wait) if over else Idle(wait)

    def _wait(self, record: RoundRecord | None) -> int:
        """Return the milliseconds until a round begins that waits."""
        if record is None or record.state is not Stage.WAITING:
            return 0
        return _milliseconds(record.starts_at - self.views.services.clock())

    async def _on(
        self, record: RoundRecord, running: Round, viewer: Member, wording: Wording, shown: int
    ) -> State | Standing:
        count, result = self._running.get(running.id, (-1, None))
        if result is None or count != len(running.plays):
            result = running.result()
            self._running[running.id] = len(running.plays), result
        standing = await self._standing(result, viewer.ref, wording)
        found = _latest_first(running, viewer.ref, result)
        ghost = ghost_signs(running) if isinstance(record.purpose, ForRace) else ""
        if shown == running.id:
            return Standing(running.id, standing, found, ghost)
        settings = await self.views.services.settings.of(record.room.chat)
        return State(
            round=running.id,
            title=await self.views.title(record, wording),
            rows=record.grid.rows,
            cols=record.grid.cols,
            tiles=_tiles(record, record.ruleset),
            letters=running.alphabet.letters,
            words=record.words,
            points=record.points,
            left=_milliseconds(record.deadline - self.views.services.clock()),
            seconds=record.seconds,
            mine=record.started_by == viewer.ref or settings.may_moderate(viewer),
            standing=standing,
            found=found,
            ghost=ghost,
        )

    async def _ended(self, rooms: Sequence[Room], number: int) -> tuple[RoundRecord, Result] | None:
        """Return a round of some rooms that is over, None if there is no such."""
        if number in self._over:
            over = self._over[number]
            return over if over[0].room in rooms else None
        rounds = self.views.services.rounds
        try:
            record = await rounds.live.look_up(number)
        except SeizeError:
            return None
        if record.room not in rooms or record.state is not Stage.FINISHED:
            return None
        self._over[number] = record, (await rounds.live.replay(record)).result()
        return self._over[number]

    async def _card(
        self, record: RoundRecord, result: Result, viewer: Member, wording: Wording, wait: int
    ) -> Over:
        rounds, player = self.views.services.rounds, viewer.ref
        card = next((each for each in result.standing if each.player == player), None)
        offers: tuple[Offer, ...] = ()
        if record.purpose.is_own:
            settings = await self.views.services.settings.of(record.room.chat)
            shown = replace(settings, board="text")
            end = sheet_of(await self.views.reply(end_of(record, result), shown))
            lines, offers, lessons = end.lines, end.offers, Lessons()
        else:
            lessons = await rounds.lessons(record, result, player)
            longest = Lessons(longest=lessons.longest)
            told = card_lines(result, longest, player, wording) if card else []
            lines = tuple(line.text(wording) for line in told)
        return Over(
            round=record.id,
            title=await self.views.title(record, wording),
            rows=record.grid.rows,
            cols=record.grid.cols,
            tiles=_tiles(record, record.ruleset),
            standing=await self._standing(result, player, wording),
            lines=lines,
            mine=_found(card.words if card else ()),
            known=_found(lessons.known),
            rare=_found([lessons.rare] if lessons.rare else []),
            meaning=_meaning(lessons, wording),
            missed=_found(result.missed if await rounds.shows_words(record) else ()),
            again=not record.purpose.is_own,
            offers=offers,
            wait=wait,
        )

    async def _standing(
        self, result: Result, viewer: PlayerRef, wording: Wording
    ) -> tuple[Place, ...]:
        names, cards = self.views.names, result.standing[:_PLACES]
        if all(card.player != viewer for card in cards):
            cards += tuple(card for card in result.standing[_PLACES:] if card.player == viewer)
        await names.load(card.player for card in cards)
        return tuple(
            Place(
                rank=card.rank,
                name=called(names.get(card.player), card.player, wording),
                points=card.points,
                words=len(card.words),
                you=card.player == viewer,
            )
            for card in cards
        )


def sheet_of(reply: Reply) -> Sheet:
    """Return a reply as one's own page shows it, with those of its buttons that a page has."""
    lines = tuple(line for line in reply.text.splitlines() if line)
    offered = (_offer(each) for row in reply.buttons for each in row if _is_offered(each))
    return Sheet(reply.title, lines, tuple(offered))


def _is_offered(button: Button) -> bool:
    place = verb_of(button.verb).on_page
    return place is not None and place.is_own


def _offer(button: Button) -> Offer:
    verb, args = split_data(button.data)
    return Offer(button.label, verb, args)


def _meaning(lessons: Lessons, wording: Wording) -> str:
    """Return the first sense of the word to learn, behind its base form if that is another."""
    if lessons.meaning is None or lessons.rare is None:
        return ""
    first = replace(lessons.meaning, text=lessons.meaning.text.split("; ")[0])
    told = meaning_text(first, wording)
    if lessons.base == lessons.rare.display:
        return told
    return wording.gettext("{label}: {value}", label=lessons.base, value=told)


def _latest_first(running: Round, player: PlayerRef, result: Result) -> tuple[Found, ...]:
    """Return a player's words as they stand now, the last found first."""
    kept = {word.word: word for word in _words(result.standing, player)}
    order = dict.fromkeys(play.verdict.word for play in running.plays if play.player == player)
    return _found(kept[word] for word in reversed(order) if word in kept)


def _words(standing: Iterable[Card], player: PlayerRef) -> tuple[FoundWord, ...]:
    return next((card.words for card in standing if card.player == player), ())


def _found(words: Iterable[FoundWord]) -> tuple[Found, ...]:
    return tuple(Found(each.display, each.points, tuple(each.path)) for each in words)


def _tiles(record: RoundRecord, rules: Ruleset) -> tuple[Tile, ...]:
    shown = rules.uses_bonuses
    return tuple(
        Tile(
            rules.tile_letters(tile.letters).capitalize(),
            rules.tile_value(tile.letters) if shown else 0,
            tile.bonus.label if shown else "",
        )
        for tile in record.grid.tiles
    )


def _milliseconds(seconds: float) -> int:
    return max(round(seconds * 1000), 0)
