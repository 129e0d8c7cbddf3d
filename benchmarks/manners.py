"""The attempts that moderators are told of by their manner: of people, and of programs.

    python -m benchmarks.manners [--attempts 2000] [--languages en,fr]

People are played by computer players (core/opponents), of level 7, 8 and 9, and by two who know
nearly each word of the list: an expert as fast as level 8, and a champion, faster than level 9.
Programs know all words; they send the longest first or any, so many a second, with pauses that are
even, up to 30 % or 50 % longer or shorter, as uneven as people's, or without memory. A program that
sends what a person would, when a person would, is none of them: nothing tells it. Only attempts of
FEWEST words or more count.

Last result, 2026-11-26, a 2-core virtual machine with other work. People, 4,000 attempts of each in
English, French and German: 1 of 26,149 is told of; of those who know each word 13 of 21,082.
Programs, 1,000 attempts of each in English:

    1.4 words a second, of any kind             1000 of 1000, none of them in a hurry
    0.5 a second, longest first, of any kind    1000 of 1000
    0.5 a second, any words, even or 30 %       1000 of 1000
    0.5 a second, any words, 50 %                963 of 1000
    0.25 a second, any words, as people         2593 of 3959
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, product
from statistics import fmean

import numpy as np

from bot.app import App
from bot.settings import Settings
from core.daily.pace import FEWEST, Manner
from core.generator import generator
from core.lexicon import Lexicon
from core.opponents import finds as people
from core.opponents.finds import Skill, finds
from core.playable import playable_grids
from core.scoring import Rules, ruleset
from core.solver.solution import Solution
from core.solver.solver import solve

SECONDS, GRIDS = 120.0, 100
LEVELS, RATES = (7, 8, 9), (1.4, 0.5, 0.25)
KNOWING = {"expert": Skill(1e6, 4.0, 0.3), "champion": Skill(1e6, 1.8, 0.1)}
PAUSES: dict[str, Callable[[np.random.Generator, int], np.ndarray]] = {
    "even": lambda _, n: np.ones(n),
    "30 %": lambda rng, n: rng.uniform(0.7, 1.3, n),
    "50 %": lambda rng, n: rng.uniform(0.5, 1.5, n),
    "as people": lambda rng, n: np.exp(0.5 * rng.standard_normal(n)),
    "no memory": lambda rng, n: rng.exponential(size=n),
}
Attempt = tuple[list[str], list[float]]
Play = Callable[[Solution, Lexicon, int], Attempt]
"""The words of an attempt and their times, on a grid, with a seed."""


def person(solution: Solution, lexicon: Lexicon, seed: int, *, level: int) -> Attempt:
    """Return the attempt of a computer player."""
    found = finds(solution, lexicon, level, SECONDS, str(seed))
    return [each.found.word for each in found], [each.at for each in found]


def knowing(solution: Solution, lexicon: Lexicon, seed: int, *, how: Skill) -> Attempt:
    """Return that of a person of another skill."""
    usual, people.skill = people.skill, lambda _: how  # type: ignore[assignment]
    try:
        return person(solution, lexicon, seed, level=9)
    finally:
        people.skill = usual


def program(
    solution: Solution, _: Lexicon, seed: int, *, rate: float, pauses: str, longest: bool
) -> Attempt:
    """Return that of a program that knows all words."""
    rng, words = generator(seed), [each.word for each in solution]
    rng.shuffle(words)
    if longest:
        words.sort(key=len, reverse=True)
    times = 2 + np.cumsum(PAUSES[pauses](rng, len(words)) / rate)
    count = int(np.searchsorted(times, SECONDS))
    return words[:count], times[:count].tolist()


def plays() -> Iterator[tuple[str, Play]]:
    """Yield all kinds of attempts."""
    for level in LEVELS:
        yield f"person, level {level}", partial(person, level=level)
    for name, how in KNOWING.items():
        yield name, partial(knowing, how=how)
    for rate, pauses, longest in product(RATES, PAUSES, (True, False)):
        order = "longest first" if longest else "any words"
        kind = partial(program, rate=rate, pauses=pauses, longest=longest)
        yield f"program, {rate} a s, {pauses}, {order}", kind


def manners(
    lexicon: Lexicon, solutions: list[Solution], attempts: int, play: Play
) -> Iterator[Manner]:
    """Yield the manners of attempts that have words enough."""
    shares = [fmean(not lexicon.rank(each.word) for each in one) for one in solutions]
    for number in range(attempts):
        which = number % len(solutions)
        words, times = play(solutions[which], lexicon, number)
        if len(words) >= FEWEST:
            rare = sum(not lexicon.rank(word) for word in words)
            yield Manner.of(times, rare, shares[which])


def main(attempts: int, languages: list[str]) -> None:
    app = App(Settings.from_environment())
    app.find_kernels()
    for language in languages:
        lexicon, rules = app.lexicon(language), ruleset(Rules.RUZZLE, language)
        grids = islice(playable_grids(lexicon, rules, generator(1)), GRIDS)
        solutions = [solve(grid, lexicon, rules) for grid in grids]
        for name, play in plays():
            found = list(manners(lexicon, solutions, attempts, play))
            even = sum(each.is_even for each in found)
            blind = sum(each.is_blind for each in found)
            told = sum(each.is_even or each.is_blind for each in found)
            words = fmean(each.words for each in found) if found else 0
            print(
                f"{language} {name:42} told of {told:5} of {len(found):5} (even {even}, rare "
                f"{blind}); {words:.0f} words",
                flush=True,
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How attempts look that moderators are told of.")
    parser.add_argument("--attempts", type=int, default=2000)
    parser.add_argument("--languages", default="en,fr")
    given = parser.parse_args()
    main(given.attempts, given.languages.split(","))
