"""Wordle, as it is played: the word of the day, free games, and games that a room shares."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import date

from core.daily.puzzle import day_of
from core.errors import SeizeError, translatable
from core.ids import ChatRef, Member, PlayerRef, Room
from core.lexicon.alphabet import alphabet
from core.limits import word_limit
from core.ports import Clock, Conflict, Store
from core.services.leaderboards import DailyBoard, leaderboard
from core.services.locks import Locks
from core.services.refusals import NotAllowed
from core.standings import Board, Period
from core.wordle.game import CLASSIC, GameOver, Turn
from core.wordle.likeness import tells_of
from core.wordle.record import Guess, WordleRecord, WordOfTheDay, wordle_room
from core.wordle.statistics import WordleStats, wordle_stats
from core.wordle.words import WordleWords

# Words of the day after which one may come again: years, and never all there are.
_FRESH = 1000
_RANKED = 7  # words of the day whose games may still change a week's leaderboard


class NoWordle(SeizeError):
    """Raised when there is no such game, or none is on in a room."""

    template = translatable("no Wordle is on here: begin one")


class WordleActive(SeizeError):
    """Raised when a room that shares a game is to have a second one."""

    template = translatable("a Wordle is on here already: guess along")


class NotYourWordle(NotAllowed):
    """Raised when a game is another player's own, or somebody else began it."""

    template = translatable("this Wordle is somebody else's: begin your own")


class LateForHard(SeizeError):
    """Raised when hard mode is chosen after the first guess."""

    template = translatable("hard mode is chosen before the first guess")


class DailyStays(SeizeError):
    """Raised when a player tries to give up the word of the day."""

    template = translatable("the word of the day cannot be given up")


class CoachShut(SeizeError):
    """Raised when the coach's answer would tell of a player's open game at a word of the day."""

    template = translatable(
        "Your game at the word of the day goes on: the coach looks at it when it is over"
    )


@dataclass(frozen=True, slots=True)
class WordlesService:
    """The Wordles of all players.

    `words` are those of a language and length; `choose(n)` draws 0 to n - 1, so that nobody
    can guess what.
    """

    store: Store
    clock: Clock
    words: Callable[[str, int], Awaitable[WordleWords]]
    choose: Callable[[int], int]
    _locks: Locks = field(default_factory=Locks)

    async def today(self, language: str) -> WordOfTheDay:
        """Return the word of this day (of UTC), drawn when it is asked for first."""
        day = day_of(self.clock())
        if word := await self._word_on(language, day):
            return word
        answers = (await self.words(language, CLASSIC)).answers
        try:
            async with self.store.write() as work:
                last = await work.wordles.words(language, min(_FRESH, len(answers) // 2))
                fresh = sorted(set(answers) - {each.answer for each in last})
                number = last[0].number + 1 if last else 1
                word = WordOfTheDay(language, number, day, fresh[self.choose(len(fresh))])
                await work.wordles.add_word(word)
        except Conflict:  # another process drew it
            if not await self._word_on(language, day):
                raise
        found = await self._word_on(language, day)
        if found is None:
            raise NoWordle
        return found

    async def daily(self, member: Member, language: str, *, hard: bool = False) -> WordleRecord:
        """Return a player's game at today's word, by whichever account; begin it if need be.

        With `hard` in hard mode; raises LateForHard. Who had one, and was forgotten or parted from
        other accounts since, gets one at another word, for fun.
        """
        word = await self.today(language)
        async with self.store.read() as work:
            record = await work.wordles.at_word(word.id, member.ref)
            used = await work.limits.used(member.ref)
        if record is None and word_limit(word.id, word.day).name in used:
            return await self.free(member, language, CLASSIC, hard=hard)
        if record is None:
            try:
                room = wordle_room(member.ref)
                return await self._begin(member, room, language, word.answer, hard, word)
            except Conflict:  # it was asked for twice at once
                async with self.store.read() as work:
                    record = await work.wordles.at_word(word.id, member.ref)
                if record is None:
                    raise
        return await self._in_mode(await self.open(record), hard=hard)

    async def free(
        self, member: Member, language: str, length: int, *, hard: bool = False
    ) -> WordleRecord:
        """Begin a player's own game at a random word, or go on with one of that length.

        Raises BadWordLength, LateForHard.
        """
        room = wordle_room(member.ref)
        answer = await self._draw(language, length)
        async with self._locks.of(room):
            async with self.store.read() as work:
                on = await work.wordles.active(room, (language, length))
            if on is None:
                return await self._begin(member, room, language, answer, hard)
        return await self._in_mode(await self.open(on), hard=hard)

    async def share(
        self, room: Room, member: Member, language: str, length: int, *, hard: bool = False
    ) -> WordleRecord:
        """Begin a game that all in a room share; raises BadWordLength, WordleActive."""
        answer = await self._draw(language, length)
        if await self.active(room):
            raise WordleActive
        try:
            return await self._begin(member, room, language, answer, hard)
        except Conflict:
            raise WordleActive from None

    async def record(self, game_id: int) -> WordleRecord:
        """Return a game; raises NoWordle."""
        async with self.store.read() as work:
            record = await work.wordles.record(game_id)
        if record is None:
            raise NoWordle
        return record

    async def active(self, room: Room) -> WordleRecord | None:
        """Return the game that takes the words of a room, None if there is none."""
        async with self.store.read() as work:
            return await work.wordles.active(room)

    async def open(self, record: WordleRecord) -> WordleRecord:
        """Let a game take what its player types from now on."""
        if record.finished_at is None:
            async with self.store.write() as work:
                await work.wordles.touch(record.id, self.clock())
        return record

    async def guess(
        self, game_id: int, member: Member, text: str, at: float, message_id: str = ""
    ) -> WordleRecord:
        """Make a guess; return the game after it. The same message twice changes nothing.

        Raises Refused for what costs no try, BadSpelling, GameOver, NoWordle, NotYourWordle,
        and Conflict where other processes took two guesses in between.
        """
        async with self._locks.of(game_id):
            try:
                return await self._guess(await self.record(game_id), member, text, at, message_id)
            except Conflict:
                return await self._guess(await self.record(game_id), member, text, at, message_id)

    async def _guess(
        self, record: WordleRecord, member: Member, text: str, at: float, message_id: str
    ) -> WordleRecord:
        if record.is_own:
            await self._check_begun(record, member.ref)
        if message_id and any(
            (each.player, each.message_id) == (member.ref, message_id) for each in record.guesses
        ):
            return record
        if record.finished_at is not None:
            raise GameOver
        words = await self.words(record.language, len(record.answer))
        word = alphabet(record.language).read(text)
        ended = record.game.guessed(word, words.__contains__).end
        guess = Guess(word, member.ref, at, message_id)
        async with self.store.write() as work:
            await work.players.see(member, None if record.is_own else record.room.chat, at)
            await work.wordles.guess(record.id, guess, len(record.guesses))
            if ended:
                await work.wordles.finish(record.id, self.clock())
        return await self.record(record.id)

    async def give_up(
        self, game_id: int, member: Member, *, moderates: bool = False
    ) -> WordleRecord:
        """End a game without its answer: one's own, one that one began, any as a moderator.

        Raises NoWordle, NotYourWordle, DailyStays, GameOver.
        """
        record = await self.record(game_id)
        if record.daily:
            raise DailyStays
        if not moderates or record.is_own:
            await self._check_begun(record, member.ref)
        if record.finished_at is not None:
            raise GameOver
        async with self.store.write() as work:
            await work.wordles.finish(game_id, self.clock(), given_up=True)
        return await self.record(game_id)

    async def set_hard(self, game_id: int, member: Member, *, hard: bool) -> WordleRecord:
        """Change the mode of a game before its first guess.

        Raises NoWordle, NotYourWordle, and Conflict after it.
        """
        record = await self.record(game_id)
        await self._check_begun(record, member.ref)
        async with self.store.write() as work:
            await work.wordles.set_hard(game_id, hard)
        return await self.record(game_id)

    async def check_coached(
        self, player: PlayerRef, language: str, positions: Sequence[Sequence[Turn]]
    ) -> None:
        """Raise CoachShut where advice on a position tells of a player's open word of the day.

        By whichever account. A refusal tells nothing of that word: the positions are compared
        with what the player was shown (see core/wordle/likeness.py).
        """
        async with self.store.read() as work:
            words = await work.wordles.words(language, _RANKED)
            games = [await work.wordles.at_word(word.id, player) for word in words]
        open_ = [game for game in games if game and game.finished_at is None and game.guesses]
        if not open_:
            return
        answers = (await self.words(language, CLASSIC)).answers
        for game in open_:
            known = {*answers, game.answer}  # which a newer list may not have
            if any(tells_of(position, game.game.turns, known) for position in positions):
                raise CoachShut

    async def stats(self, player: PlayerRef, language: str) -> WordleStats:
        """Return how a player's games went, by all accounts."""
        async with self.store.read() as work:
            games = await work.wordles.played(player, language)
        return wordle_stats(games, day_of(self.clock()))

    async def board(
        self,
        language: str,
        period: Period,
        day: date,
        chat: ChatRef | None,
        viewer: PlayerRef | None = None,
    ) -> DailyBoard:
        """Return the leaderboard of a chat or (None) the world for the period of a day."""
        board = Board(chat, language, period, period.start(day))
        async with self.store.read() as work:
            return await leaderboard(work.wordles, board, viewer)

    async def _word_on(self, language: str, day: date) -> WordOfTheDay | None:
        async with self.store.read() as work:
            return await work.wordles.word_on(language, day)

    async def _draw(self, language: str, length: int) -> str:
        answers = (await self.words(language, length)).answers
        today = await self._word_on(language, day_of(self.clock()))
        others = [word for word in answers if today is None or word != today.answer]
        return others[self.choose(len(others))]

    async def _in_mode(self, record: WordleRecord, *, hard: bool) -> WordleRecord:
        """Return a game in hard mode, if that is asked for; raises LateForHard."""
        if not hard or record.hard or record.finished_at is not None:
            return record
        if record.guesses:
            raise LateForHard
        async with self.store.write() as work:
            await work.wordles.set_hard(record.id, hard=True)
        return await self.record(record.id)

    async def _begin(
        self,
        member: Member,
        room: Room,
        language: str,
        answer: str,
        hard: bool,
        daily: WordOfTheDay | None = None,
    ) -> WordleRecord:
        now = self.clock()
        record = WordleRecord(
            room=room,
            started_by=member.ref,
            language=language,
            answer=answer,
            hard=hard,
            daily=daily.id if daily else 0,
            number=daily.number if daily else 0,
            started_at=now,
            touched_at=now,
        )
        async with self.store.write() as work:
            await work.players.see(member, None if record.is_own else room.chat, now)
            game_id = await work.wordles.add(record)
        return await self.record(game_id)

    async def _check_begun(self, record: WordleRecord, player: PlayerRef) -> None:
        """Raise NotYourWordle for a game that somebody else began."""
        async with self.store.read() as work:
            accounts = await work.links.accounts(player)
        if record.started_by not in accounts:
            raise NotYourWordle
