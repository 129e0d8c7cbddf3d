"""Games of Wordle, and the words of the day, over dicts."""

from dataclasses import dataclass, replace
from datetime import date

from core.daily.puzzle import DailyLine, midnight
from core.ids import PlayerRef, Room
from core.limits import word_limit
from core.ports import Conflict
from core.standings import Board
from core.store.memory.boards import MemoryBoards
from core.store.memory.limits import drop, use_up
from core.store.memory.tables import Tables
from core.wordle.record import Guess, WordleRecord, WordOfTheDay, wordle_room


@dataclass(frozen=True, slots=True)
class MemoryWordles(MemoryBoards):
    """See core.ports.Wordles."""

    async def add_word(self, word: WordOfTheDay) -> int:
        last = next(iter(await self.words(word.language, 1)), None)
        if word.number != (last.number if last else 0) + 1:
            raise Conflict(f"word {word.number} is not the next one of {word.language}")
        if last and word.day <= last.day:
            raise Conflict(f"{word.day} does not come after {last.day}")
        drop(self.tables, midnight(word.day))
        key = len(self.tables.wordle_words) + 1
        self.tables.wordle_words[key] = replace(word, id=key)
        return key

    async def word_on(self, language: str, day: date) -> WordOfTheDay | None:
        those = self.tables.wordle_words.values()
        return next((each for each in those if (each.language, each.day) == (language, day)), None)

    async def words(self, language: str, count: int) -> list[WordOfTheDay]:
        those = [each for each in self.tables.wordle_words.values() if each.language == language]
        return those[::-1][:count]

    async def add(self, record: WordleRecord) -> int:
        self.tables.player(record.started_by)
        word = self.tables.wordle_words.get(record.daily)
        if record.daily and (word is None or await self.at_word(word.id, record.started_by)):
            raise Conflict(f"{record.daily} is no word, or was begun by {record.started_by}")
        if not record.is_own and await self.active(record.room):
            raise Conflict(f"another game goes on in {record.room}")
        if word:
            use_up(self.tables, word_limit(word.id, word.day), record.started_by)
        key = max(self.tables.wordles, default=0) + 1
        self.tables.wordles[key] = replace(
            record,
            id=key,
            number=word.number if word else 0,
            day=word.day if word else None,
            guesses=(),
        )
        return key

    async def record(self, game_id: int) -> WordleRecord | None:
        return self.tables.wordles.get(game_id)

    async def active(self, room: Room, free: tuple[str, int] | None = None) -> WordleRecord | None:
        those = [
            each
            for each in self.tables.wordles.values()
            if each.room == room
            and each.finished_at is None
            and (not free or (not each.daily and (each.language, len(each.answer)) == free))
        ]
        return max(those, key=lambda each: (each.touched_at, each.id), default=None)

    async def at_word(self, word_id: int, player: PlayerRef) -> WordleRecord | None:
        accounts = self.tables.accounts(player)
        those = [
            each
            for each in self.tables.wordles.values()
            if each.daily == word_id and each.started_by in accounts
        ]
        return min(those, key=_first_finished, default=None)

    async def guess(self, game_id: int, guess: Guess, number: int) -> None:
        record = self._going_on(game_id)
        self.tables.player(guess.player)
        if len(record.guesses) != number:
            raise Conflict(f"game {game_id} has {len(record.guesses)} guesses, not {number}")
        sent = [(each.player, each.message_id) for each in record.guesses if each.message_id]
        if (guess.player, guess.message_id) in sent:
            raise Conflict(f"message {guess.message_id} was a guess before")
        self.tables.wordles[game_id] = replace(
            record, guesses=(*record.guesses, guess), touched_at=guess.at
        )

    async def touch(self, game_id: int, at: float) -> None:
        if game_id in self.tables.wordles:
            self.tables.wordles[game_id] = replace(self.tables.wordles[game_id], touched_at=at)

    async def set_hard(self, game_id: int, hard: bool) -> None:
        record = self._going_on(game_id)
        if record.guesses:
            raise Conflict(f"game {game_id} has guesses")
        self.tables.wordles[game_id] = replace(record, hard=hard)

    async def finish(self, game_id: int, at: float, *, given_up: bool = False) -> None:
        record = self._going_on(game_id)
        self.tables.wordles[game_id] = replace(record, finished_at=at, given_up=given_up)
        self.tables.wordle_scores[game_id] = record.points, len(record.guesses)

    async def played(self, player: PlayerRef, language: str) -> list[WordleRecord]:
        return [each for each in self._counted(player) if each.language == language]

    async def by(self, player: PlayerRef) -> list[WordleRecord]:
        return [
            each
            for each in self.tables.wordles.values()
            if player in (each.started_by, *(guess.player for guess in each.guesses))
        ]

    def add_up(self, board: Board) -> dict[PlayerRef, DailyLine]:
        days = {key: each.day for key, each in self.tables.wordle_words.items()}
        lines = {}
        for person in {self.tables.person(each) for each in self.tables.players}:
            scores = [
                self.tables.wordle_scores[each.id]
                for each in self._counted(person)
                if each.daily
                and each.language == board.language
                and board.period.start(days[each.daily]) == board.start
            ]
            if scores:
                value, words = map(sum, zip(*scores, strict=True))
                lines[person] = self.line(
                    person, board.chat, value=value, days=len(scores), points=value, words=words
                )
        return lines

    def _going_on(self, game_id: int) -> WordleRecord:
        record = self.tables.wordles.get(game_id)
        if record is None or record.finished_at is not None:
            raise Conflict(f"game {game_id} does not go on")
        return record

    def _counted(self, player: PlayerRef) -> list[WordleRecord]:
        """Return a player's own finished games, at each word of the day one."""
        accounts = self.tables.accounts(player)
        own = [
            each
            for each in self.tables.wordles.values()
            if each.is_own and each.finished_at is not None and each.started_by in accounts
        ]
        first: dict[int, WordleRecord] = {}
        for each in sorted(own, key=_first_finished):
            first.setdefault(each.daily or -each.id, each)
        return sorted(first.values(), key=lambda each: each.id)


def _first_finished(record: WordleRecord) -> tuple[bool, float, int]:
    return record.finished_at is None, record.finished_at or 0, record.id


def inherit(tables: Tables, ref: PlayerRef) -> None:
    """Give a player's games at words of the day to the first other account of theirs, if any."""
    heir = next((each for each in tables.accounts(ref) if each != ref), None)
    if heir is None:
        return
    played = {each.daily for each in tables.wordles.values() if each.started_by == heir}
    for key, record in list(tables.wordles.items()):
        if record.started_by == ref and record.daily and record.daily not in played:
            guesses = tuple(
                replace(each, player=heir) if each.player == ref else each
                for each in record.guesses
            )
            room = wordle_room(heir)
            tables.wordles[key] = replace(record, room=room, started_by=heir, guesses=guesses)


def forget(tables: Tables, ref: PlayerRef, anonymous: PlayerRef) -> None:
    """Leave of a player's games what core.ports.Players.forget says, under another reference."""
    latest = {word.language: word.id for word in tables.wordle_words.values()}.values()

    def renamed(guess: Guess) -> Guess:
        mine = guess.player == ref
        return replace(guess, player=anonymous, message_id="") if mine else guess

    for key, record in list(tables.wordles.items()):
        if record.room != wordle_room(ref):
            starter = anonymous if record.started_by == ref else record.started_by
            guesses = tuple(map(renamed, record.guesses))
            tables.wordles[key] = replace(record, started_by=starter, guesses=guesses)
        elif record.finished_at is not None and record.daily and record.daily not in latest:
            own = wordle_room(anonymous)
            tables.wordles[key] = replace(record, room=own, started_by=anonymous, guesses=())
        else:
            del tables.wordles[key]
            tables.wordle_scores.pop(key, None)
