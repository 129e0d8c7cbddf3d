"""The end card of a round as a value: who found what, and what nobody found."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from core.ids import PlayerRef
from core.rounds.laws import Finders, Law
from core.solver.solution import SORT_KEYS, FoundWord, Solution, Sort, longest


@dataclass(frozen=True, slots=True)
class Card:
    """One player's round. `rank` counts from 1; who has as many points shares it.

    `words` are those the player keeps under the law, with what each brought them, the
    most points first; `points` is the sum.
    """

    rank: int
    player: PlayerRef
    points: int
    words: tuple[FoundWord, ...]

    @property
    def best(self) -> FoundWord | None:
        """Return the word of most points: of several, the longest, then alphabetical."""
        return self.words[0] if self.words else None

    @property
    def longest(self) -> FoundWord | None:
        """Return the longest word, of several the last in the alphabet."""
        return longest(self.words)


@dataclass(frozen=True, slots=True)
class Result:
    """A round's outcome: the cards by rank, and the words that nobody found, best first.

    What was possible (words, points, the longest) is the solution's to say.
    """

    solution: Solution
    standing: tuple[Card, ...]
    missed: tuple[FoundWord, ...]

    def of(self, player: PlayerRef) -> Card:
        """Return a player's card; raises KeyError for one who was not in the round."""
        for card in self.standing:
            if card.player == player:
                return card
        raise KeyError(player)


def summarise(
    solution: Solution,
    law: Law,
    tie_window: float,
    players: Iterable[PlayerRef],
    finders: Mapping[str, Finders],
) -> Result:
    """Return the card of a round from the finders of each word; `tie_window` in seconds.

    Every finder is one of `players`. Players of equal points stay in that order.
    """
    points = dict.fromkeys(players, 0)
    words: dict[PlayerRef, list[FoundWord]] = {player: [] for player in points}
    for found in solution:
        kept = law.shares(found.points, finders.get(found.word, {}), tie_window)
        for player, share in kept.items():
            points[player] += share
            words[player].append(found._replace(points=share))
    by_points = SORT_KEYS[Sort.POINTS]
    cards = [
        Card(
            rank(points[player], points.values()),
            player,
            points[player],
            tuple(sorted(words[player], key=by_points)),
        )
        for player in points
    ]
    cards.sort(key=lambda card: card.rank)
    missed = tuple(found for found in solution if found.word not in finders)
    return Result(solution, tuple(cards), missed)


def rank(points: int, everyone: Collection[int]) -> int:
    """Return the place of `points` among `everyone`'s: 1, 2, 2, 4."""
    return 1 + sum(other > points for other in everyone)
