"""The lines of a board in a busy room: each player's points, with the verdicts on their last words.

There are many, and space for few characters: where it runs out, first the words go that were on
the board before, then long names are cut, then signs stand for words.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.messages import Mark, Marking
from bot.presenters.people import called
from bot.presenters.texts import Line, bold, plain
from bot.presenters.wording import Wording
from core.ids import PlayerRef
from core.rounds.result import Card

SIGNS = {Mark.ACCEPTED: "✅", Mark.REFUSED: "❌", Mark.REPEATED: "🔁", Mark.FAILED: "⚠️"}
_LONGEST = 16  # letters of a word; of names, see _SHAPES
_OTHERS = 10  # players on a board; of more, only those who typed something


@dataclass(frozen=True, slots=True)
class WordMark:
    """The mark of a word; `word` is "" if not everybody there can read what was typed."""

    mark: Mark
    word: str = ""
    points: int = 0

    def shown(self, *, spelt: bool) -> str:
        """Return it in a few characters: "✅ spider 27", or "✅27"."""
        sign, points = SIGNS[self.mark], str(self.points or "")
        if not spelt or not self.word:
            return f"{sign}{points}"
        word = self.word if len(self.word) <= _LONGEST else f"{self.word[: _LONGEST - 1]}…"
        return f"{sign} {word} {points}".rstrip()


@dataclass(frozen=True, slots=True, eq=False)
class Heard:
    """The marks of a message's words, the first first; `at` is when it came, in UTC epoch."""

    words: tuple[WordMark, ...]
    marking: Marking
    at: float

    @property
    def player(self) -> PlayerRef:
        """Return who wrote the message."""
        return self.marking.player


@dataclass(frozen=True, slots=True)
class _Shape:
    """So much of each player: characters of the name, old words, spelt words."""

    name: int
    old: int
    spelt: bool


_SHAPES = (
    _Shape(32, 3, spelt=True),
    _Shape(12, 1, spelt=True),
    _Shape(8, 0, spelt=True),
    _Shape(12, 0, spelt=False),
    _Shape(6, 0, spelt=False),
)


def busy_lines(
    cards: Sequence[Card],
    heard: Sequence[Heard],
    name: Callable[[PlayerRef], str],
    wording: Wording,
    most: int,
) -> list[Line]:
    """Return a line a player, in at most so many characters; `heard` has the newest first.

    Whose words could not be kept has no card, and is to read just that.
    """
    typed = dict.fromkeys(each.player for each in heard)
    known, last = {card.player for card in cards}, 1 + sum(card.points > 0 for card in cards)
    cards = [*cards, *(Card(last, each, 0, (), ()) for each in typed if each not in known)]
    shown = [card for place, card in enumerate(cards) if place < _OTHERS or card.player in typed]
    for shape in _SHAPES:
        found = [_line(card, heard, name, wording, shape) for card in shown]
        if sum(len(span.text) for line in found for span in line) + len(found) <= most:
            break
    more = len(cards) - len(shown)
    return found + ([plain(f"… +{more}")] if more else [])


def _line(
    card: Card,
    heard: Iterable[Heard],
    name: Callable[[PlayerRef], str],
    wording: Wording,
    shape: _Shape,
) -> Line:
    who = called(name(card.player), card.player, wording)
    who = who if len(who) <= shape.name else f"{who[: shape.name - 1]}…"
    mine = [each for each in heard if each.player == card.player]
    due = [each for each in mine if not each.marking.told]
    old = [each for each in mine if each.marking.told][: max(shape.old - len(due), 0)]
    words = [word for each in (*due, *old) for word in reversed(each.words)]
    signs = " ".join(word.shown(spelt=shape.spelt) for word in words)
    return bold(f"{card.rank}. {who}", f" {card.points}{' · ' if signs else ''}{signs}")
