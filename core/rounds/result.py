"""The end card of a round as a value: who found what, and what nobody found."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.ids import PlayerRef
from core.rounds.laws import Finders, Law
from core.solver.solution import SORT_KEYS, FoundWord, Solution, Sort, longest


@dataclass(frozen=True, slots=True)
class Card:
    """One player's round. `rank` counts from 1; who has as many points shares it.

    `words` are those the player keeps under the law, with what each brought them, the
    most points first; `points` is the sum. `fit` are those that may be shown to others unasked.
    """

    rank: int
    player: PlayerRef
    points: int
    words: tuple[FoundWord, ...]
    fit: tuple[FoundWord, ...]

    @property
    def best(self) -> FoundWord | None:
        """Return the fit word of most points: of several, the longest, then alphabetical."""
        return self.fit[0] if self.fit else None

    @property
    def longest(self) -> FoundWord | None:
        """Return the longest fit word, of several the last in the alphabet."""
        return longest(self.fit)


@dataclass(frozen=True, slots=True)
class Result:
    """A round's outcome: the cards by rank, and the words that nobody found, best first.

    What is shown unasked holds no unfit word: `fit` are the words of the grid but for them, the
    best first, and `missed` leaves `left_out` of them out. `finders` are those who found a word.
    How many words and points were possible is the solution's to say.
    """

    solution: Solution
    standing: tuple[Card, ...]
    missed: tuple[FoundWord, ...]
    left_out: int
    fit: tuple[FoundWord, ...]
    finders: Mapping[str, Collection[PlayerRef]]

    @property
    def found(self) -> int:
        """Return how many words were found, by all players together."""
        return len(self.solution) - len(self.missed) - self.left_out

    def of(self, player: PlayerRef) -> Card:
        """Return a player's card; raises KeyError for one who was not in the round."""
        for card in self.standing:
            if card.player == player:
                return card
        raise KeyError(player)

    def found_by(self, player: PlayerRef) -> set[str]:
        """Return the words that a player found, whether they keep them or not."""
        return {word for word, players in self.finders.items() if player in players}


def summarise(
    solution: Solution,
    law: Law,
    tie_window: float,
    players: Iterable[PlayerRef],
    finders: Mapping[str, Finders],
    unfit: Collection[str],
    held_up: Mapping[str, Finders] = MappingProxyType({}),
) -> Result:
    """Return the card of a round from the finders of each word; `tie_window` in seconds.

    `finders` and `held_up` are as `Law.shares` has them, of each word. Every finder is one of
    `players`. Players of equal points stay in that order. `unfit` are
    the words that are not to be shown unasked.
    """
    points = dict.fromkeys(players, 0)
    words: dict[PlayerRef, list[FoundWord]] = {player: [] for player in points}
    for found in solution:
        late = held_up.get(found.word, {})
        kept = law.shares(found.points, finders.get(found.word, {}), tie_window, late)
        for player, share in kept.items():
            points[player] += share
            words[player].append(found._replace(points=share))
    cards = []
    for player, kept_words in words.items():
        kept_words.sort(key=SORT_KEYS[Sort.POINTS])
        place, fit = rank(points[player], points.values()), fit_words(kept_words, unfit)
        cards.append(Card(place, player, points[player], tuple(kept_words), fit))
    cards.sort(key=lambda card: card.rank)
    who = {
        word: tuple({**finders.get(word, {}), **held_up.get(word, {})})
        for word in {**finders, **held_up}
    }
    missed = tuple(found for found in solution if found.word not in who)
    fit_missed, fit = fit_words(missed, unfit), fit_words(solution, unfit)
    left_out = len(missed) - len(fit_missed)
    return Result(solution, tuple(cards), fit_missed, left_out, fit, who)


def fit_words(words: Iterable[FoundWord], unfit: Collection[str]) -> tuple[FoundWord, ...]:
    """Return the words that may be shown unasked, in their order."""
    return tuple(found for found in words if found.word not in unfit)


def rank(points: int, everyone: Collection[int]) -> int:
    """Return the place of `points` among `everyone`'s: 1, 2, 2, 4."""
    return 1 + sum(other > points for other in everyone)
