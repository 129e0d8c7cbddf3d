"""The way of words from a chat to a round: which texts are words, and of which round."""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from bot.chat.boards import Boards
from bot.chat.metrics import Metrics
from bot.chat.names import Names
from bot.messages import Mark, Said, Typed
from bot.presenters.feed import WordMark
from bot.presenters.verdicts import refusal, verdict_line
from bot.presenters.wording import Wording
from core.errors import SeizeError
from core.ids import PlayerRef, Room, own_room
from core.latest import Latest
from core.lexicon.unfit import unfit
from core.rounds.events import WordJudged
from core.rounds.round import Round
from core.rounds.verdict import Trait
from core.services.rounds import RoundsService
from core.texts import bare

MOST_WORDS = 50  # of one text: more than anybody types in a round at once
_BETWEEN = re.compile(r"[\s,;]+")
_CALLS = ("/", "@")  # what begins so is a command, or calls somebody
_SEATED = 10_000  # players, the last to take a seat
_CHAT = 40  # characters of a line beyond which it is surely no word

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Judged:
    """The words of a text, each judged in the round of a room, or an error in its place.

    `anew`: not all of them had been stored before.
    """

    room: Room
    words: list[WordJudged | SeizeError]
    round: Round | None
    anew: bool

    @property
    def mark(self) -> Mark | None:
        """The mark of the text: one word that counts makes it count; None without words."""
        marks = {mark_of(each) for each in self.words}
        ranked = (Mark.FAILED, Mark.ACCEPTED, Mark.REPEATED, Mark.REFUSED)
        return next((each for each in ranked if each in marks), None)

    def marks(self, *, hidden: bool) -> tuple[WordMark, ...]:
        """Return the marks as all in the room may read them; `hidden`: but not the words.

        Unfit words are not repeated, either.
        """
        untold = unfit(self.round.alphabet.language) if self.round else frozenset[str]()
        return tuple(
            _word_mark(each, hidden=hidden or _word_of(each) in untold) for each in self.words
        )

    def said(self, wording: Wording) -> list[Said]:
        """Put into words what each word got, for who typed it."""
        solution = self.round.solution if self.round else None
        return [
            Said(
                refusal(each, wording)
                if isinstance(each, SeizeError)
                else verdict_line(each.verdict, wording, solution, each.player),
                mark_of(each),
            )
            for each in self.words
        ]


class WordIntake:
    """Takes the words of one platform's players to the rounds that they are for."""

    def __init__(
        self, rounds: RoundsService, names: Names, boards: Boards, metrics: Metrics
    ) -> None:
        self._rounds = rounds
        self._names = names
        self._boards = boards
        self._metrics = metrics
        self._seats: Latest[PlayerRef, Room] = Latest(_SEATED)

    def seat(self, player: PlayerRef, room: Room) -> None:
        """Let what a player types in private count in a room."""
        self._seats[player] = room

    def forget(self, player: PlayerRef) -> None:
        """Keep no seat of a player."""
        self._seats.pop(player, None)

    def room_of(self, typed: Typed) -> Room | None:
        """Return the room whose round a text is for, None if no round is on for it.

        Where nobody else reads it, a daily comes before all else: it is timed, and there is one
        a day.
        """
        player = typed.member.ref
        daily, seat = own_room(player), self._seats.get(player)
        if typed.round_id:
            rooms = [typed.room, daily, *([seat] if seat else [])]
            return next((room for room in rooms if self._is(room, typed.round_id)), None)
        if (typed.alone or not typed.marked) and self._rounds.live.is_on(daily):
            return daily
        if self._rounds.live.is_on(typed.room):
            return typed.room
        if not typed.alone:
            return None
        if seat and self._rounds.live.is_on(seat):
            return seat
        self._seats.pop(player, None)
        return next(iter(self._rounds.live.rooms_of(player)), None)

    def _is(self, room: Room, round_id: int) -> bool:
        record = self._rounds.live.record(room)
        return record is not None and record.id == round_id

    async def take(self, typed: Typed) -> Judged | None:
        """Judge the words of a text, each once it is stored; None if no round is on for it.

        It has no words if the text is none, or was sent before the round.
        """
        room = self.room_of(typed)
        if room is None:
            return None
        scope = "" if room == typed.room else "@"  # ids are unique within a room only
        judged: list[WordJudged | SeizeError] = []
        anew = False
        found = list(words(typed.text, meant=typed.meant))
        if not (found or typed.marked):  # there is nobody else to say that it was no word
            found = [typed.text.strip()[:_CHAT]]
        for number, text in enumerate(found):
            message_id = f"{scope}{typed.id}{f'.{number}' if number else ''}"
            round_ = self._rounds.live.running(room)
            known = round_.recall(typed.member.ref, message_id) if round_ else None
            if answer := known or await self._judge(room, typed, text, message_id):
                judged.append(answer)
                anew |= known is None
        if judged:
            self._names.see(typed.member)
            self._boards.touch(room)
        return Judged(room, judged, self._rounds.live.running(room), anew)

    async def _judge(
        self, room: Room, typed: Typed, text: str, message_id: str
    ) -> WordJudged | SeizeError | None:
        began = perf_counter()
        try:
            play = await self._rounds.submit(
                room, typed.member, text, typed.at, message_id, typed.arrived
            )
        except SeizeError as error:
            logger.warning("word not kept", extra={"reason": type(error).__name__})
            return error
        if play:
            seconds = perf_counter() - began
            self._metrics.word_judged(room.chat.platform, play.verdict.accepted, seconds)
        return play


def words(text: str, *, meant: bool) -> Iterator[str]:
    """Yield the words of a text: all that white space or commas part, if they are `meant`.

    Else it may be talk: then it counts only if it is nothing but one word a line. What is only
    decoration is no word.
    """
    text = text[: MOST_WORDS * _CHAT]
    if meant:
        yield from list(filter(None, map(bare, _BETWEEN.split(text))))[:MOST_WORDS]
        return
    lines = [line for line in map(_said_in, text.splitlines()) if line]
    if all(len(line) == 1 and _may_be_word(line[0]) for line in lines):
        yield from (line[0] for line in lines[:MOST_WORDS])


def guess_in(typed: Typed) -> str:
    """Return the part of a text that may be a guess of a Wordle, "" for none.

    Where others read it, one word alone; else all of it, to be refused if it is no guess.
    """
    found = list(words(typed.text, meant=typed.meant))
    if len(found) == 1:
        return found[0]
    return typed.text.strip()[:_CHAT] if typed.alone or not typed.marked else ""


def _said_in(line: str) -> list[str]:
    """Return a line without its decoration; commands and calls stay as they are."""
    parts = (part if part.startswith(_CALLS) else bare(part) for part in line.split())
    return [part for part in parts if part]


def _may_be_word(text: str) -> bool:
    return len(text) <= _CHAT and text.isalpha()


def _word_mark(judged: WordJudged | SeizeError, *, hidden: bool) -> WordMark:
    mark = mark_of(judged)
    if isinstance(judged, SeizeError):
        return WordMark(mark)
    found = judged.verdict.found
    word = found.display if found else judged.verdict.word
    return WordMark(mark, "" if hidden else word, found.points if found else 0)


def _word_of(judged: WordJudged | SeizeError) -> str:
    return "" if isinstance(judged, SeizeError) else judged.verdict.word


def mark_of(judged: WordJudged | SeizeError) -> Mark:
    """Return the mark of a word."""
    if isinstance(judged, SeizeError):
        return Mark.FAILED
    if judged.verdict.accepted:
        return Mark.ACCEPTED
    return Mark.REPEATED if judged.verdict.has(Trait.REPEAT) else Mark.REFUSED
