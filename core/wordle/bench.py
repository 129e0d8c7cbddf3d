"""The benchmark of the coach: every target found by its choices."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from core.wordle.coach import Coach, Strategy
from core.wordle.game import TRIES, Turn
from core.wordle.marks import marks


@dataclass(frozen=True, slots=True)
class Score:
    """The numbers of games that took 1 to 6 guesses, or were lost, which counts as 7."""

    games: Counter[int] = field(default_factory=Counter)

    @property
    def answers(self) -> int:
        """Return how many games were played."""
        return self.games.total()

    @property
    def total(self) -> int:
        """Return the guesses of all games."""
        return sum(guesses * games for guesses, games in self.games.items())

    @property
    def mean(self) -> float:
        """Return the guesses of a game, on average."""
        return self.total / self.answers

    @property
    def losses(self) -> int:
        """Return how many games were lost."""
        return self.games[TRIES + 1]


def bench(coach: Coach, strategy: Strategy, opener: str = "") -> Score:
    """Play every answer by the coach's choices, from `opener` on if one is given.

    Games that have been told the same so far go on together. Cost: seconds for words of 5
    letters, minutes for long ones.
    """
    score = Score()
    groups: list[tuple[tuple[Turn, ...], list[str]]] = [((), list(coach.words.answers))]
    while groups:
        turns, answers = groups.pop()
        if len(turns) == TRIES:
            score.games[TRIES + 1] += len(answers)
            continue
        first = opener if not turns else ""
        word = first or coach.advise(turns, strategy, count=1)[0].word
        parts = defaultdict(list)
        for answer in answers:
            parts[Turn(word, marks(word, answer))].append(answer)
        for turn, part in parts.items():
            if turn.is_right:
                score.games[len(turns) + 1] += 1
            else:
                groups.append(((*turns, turn), part))
    return score
