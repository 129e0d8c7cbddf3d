"""Measure practice: reviews that a simulated learner needs, and grids of due words.

    python -m benchmarks.practice [--grids 200]

Seconds are those of the processor.

The learner forgets by another model than that of FSRS: a word is recalled after t days with
probability 2^(-t/h). The half-life h of a new word is 1 day times a factor drawn for each word
(log-normal, sigma 0.7). A success multiplies h by 1 + 1.6 (1 - p)^0.5 + 0.3, where p was the
probability of recall: what was nearly forgotten gains most; a failure takes h back to a third, but
not below its first value. Half of what is recalled is found at once, half late.

Each policy has the same 300 words, 20 new ones a day, and as long as it likes for reviews. Compared
are the reviews a word until the mean recall of all words was 90 % for 14 days on end, and those of
a year with its mean recall from day 60 on. The fixed ladder is 1, 3, 7, 14, 30, 60, 120 days, back
to 1 after a failure; others are the same ladder, denser: which of them is best for a learner,
nobody knows before.
"""

import argparse
import math
import random
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

from bot.app import App
from bot.settings import Settings
from core.practice.cards import Card, Outcome, review

DAY = 86_400.0
WORDS, NEW, DAYS, SETTLED = 300, 20, 365, 60
GOAL, HELD = 0.9, 14
LADDER = (1.0, 3.0, 7.0, 14.0, 30.0, 60.0, 120.0)
WANTED = 15  # due words that a grid may choose from


class Cost(NamedTuple):
    """Reviews a word until GOAL was held (inf: never), in all; the mean recall once settled."""

    until: float
    reviews: float
    recall: float

    def __str__(self) -> str:
        until = f"{self.until:.1f} reviews a word to 90 %"
        return f"{until}, {self.reviews:.1f} in a year at {self.recall:.1%}"


class Memory:
    """One word in the learner's memory."""

    def __init__(self, rng: random.Random) -> None:
        self.first = self.half_life = rng.lognormvariate(0.0, 0.7)
        self.seen = 0.0

    def recall(self, day: float) -> float:
        """Return the probability that it is recalled."""
        return float(2.0 ** (-(day - self.seen) / self.half_life))

    def review(self, day: float, rng: random.Random) -> bool:
        """Return whether it is recalled now; learn from it."""
        probability = self.recall(day)
        known = rng.random() < probability
        if known:
            self.half_life *= 1.3 + 1.6 * (1.0 - probability) ** 0.5
        else:
            self.half_life = max(self.half_life / 3.0, self.first)
        self.seen = day
        return known


Due = Callable[[int, bool, float], float]
"""Returns the day on which a word is to come again, by its number, success and the day."""


def learn(due: Due, seed: int) -> Cost:
    rng = random.Random(seed)
    memories = [Memory(rng) for _ in range(WORDS)]
    dues: dict[int, float] = {}
    reviews, recalls, held, until = 0, list[float](), 0, math.inf
    for day in range(DAYS):
        for number in range(day * NEW, min((day + 1) * NEW, WORDS)):
            memories[number].seen = day
            dues[number] = due(number, False, day)  # missed: so it came to be practised
        for number in [each for each, at in dues.items() if at < day + 1 and at >= 0]:
            if memories[number].seen == day:  # once a day
                continue
            known = memories[number].review(day, rng)
            reviews += 1
            dues[number] = due(number, known, day)
        if day * NEW >= WORDS:
            recalls.append(statistics.fmean(memory.recall(day + 0.5) for memory in memories))
            held = held + 1 if recalls[-1] >= GOAL else 0
            if held == HELD:
                until = min(until, reviews / WORDS)
    settled = recalls[SETTLED - DAYS :]
    return Cost(until, reviews / WORDS, statistics.fmean(settled))


def fsrs(seed: int) -> Cost:
    cards: dict[int, Card] = {}
    chance = random.Random(seed + 1)

    def due(number: int, known: bool, day: float) -> float:
        found = Outcome.FAST if chance.random() < 0.5 else Outcome.LATE
        outcome = found if known else Outcome.MISSED
        cards[number] = review("en", "word", cards.get(number), outcome, day * DAY)
        return cards[number].due / DAY

    return learn(due, seed)


def ladder(seed: int, stretch: float = 1.0) -> Cost:
    steps: dict[int, int] = {}

    def due(number: int, known: bool, day: float) -> float:
        steps[number] = min(steps[number] + 1, len(LADDER) - 1) if known else 0
        return day + max(round(LADDER[steps[number]] * stretch), 1)

    return learn(due, seed)


def mean(costs: list[Cost]) -> Cost:
    return Cost(*(statistics.fmean(each) for each in zip(*costs, strict=True)))


def learners(seeds: range) -> None:
    ours = mean([fsrs(seed) for seed in seeds])
    print(f"FSRS: {ours}")
    for stretch in (1.0, 0.7, 0.5, 0.4, 0.3, 0.2):
        fixed = mean([ladder(seed, stretch) for seed in seeds])
        fewer = f"; FSRS needs {1 - ours.until / fixed.until:.0%} fewer to 90 %"
        print(f"ladder times {stretch:g}: {fixed}{fewer * math.isfinite(fixed.until)}", flush=True)


def grids(count: int) -> None:
    seize = App(Settings.from_environment())
    seize.prepare_solver()
    from core.generator import generator
    from core.practice.grids import ENOUGH, grid_with
    from core.scoring import ruleset
    from core.solver.solver import solve

    for language in ("fr", "en", "de", "es", "it"):
        lexicon = seize.lexicon(language)
        rules = ruleset("ruzzle", lexicon.language)
        common = [word for word in lexicon if lexicon.rank(word) and 4 <= len(word) <= 8]
        for wanted in (ENOUGH, WANTED):
            draw, rng, times, placed = random.Random(1), generator(1), [], []
            for _ in range(count):
                words = draw.sample(common, wanted)
                began = time.thread_time()
                layout = grid_with(words, lexicon, rules, rng)
                times.append(time.thread_time() - began)
                assert layout
                assert all(solve(layout.grid, lexicon, rules).get(each) for each in layout.words)
                placed.append(len(layout.words))
            times.sort()
            enough = sum(each >= ENOUGH for each in placed) / count
            print(
                f"{language}, of {wanted} due: {statistics.fmean(placed):.1f} words laid, "
                f"five or more in {enough:.0%}; "
                f"median {times[count // 2]:.2f} s, p95 {times[int(0.95 * count)]:.2f} s",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--grids", type=int, default=200, help="grids a language")
    parser.add_argument("--learners", type=int, default=10, help="simulated learners")
    asked = parser.parse_args()
    learners(range(asked.learners))
    grids(asked.grids)


if __name__ == "__main__":
    main()
