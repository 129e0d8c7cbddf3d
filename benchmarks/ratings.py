"""Ratings of simulated players: how near they come to the truth, and how well they predict.

    python -m benchmarks.ratings [PLAYERS] [MATCHES]

1,000 players have strengths of a normal distribution whose deviation is 1.65 times that of a
player's results: two players a deviation apart are one of the nine levels of computer players and a
half more (benchmarks/opponents.py). Each plays MATCHES matches against others drawn by chance:
duels, or rounds of two to five. Printed are the rank correlation of the ratings with the truth, and
the mean log-loss of what was predicted of each pair before each match, beside Glicko-2's on the
same games; then how long 10,000 duels take to rate.
"""

import math
import random
import sys
import time
from collections.abc import Sequence
from itertools import combinations
from statistics import fmean

import glicko2
import numpy as np

from core.ratings import BETA, Rating, rated

SPREAD = 1.65
KINDS = {"duels": (2,), "rounds of 2 to 5": (2, 2, 3, 4, 5)}
SEEDS = (1, 2, 3)

Game = tuple[list[int], list[float]]  # players, and how well each played


def games(strengths: Sequence[float], sizes: Sequence[int], matches: int, seed: int) -> list[Game]:
    """Return the matches of all players, in their order."""
    rng, played, made = random.Random(seed), [0] * len(strengths), list[Game]()
    while len(left := [n for n, count in enumerate(played) if count < matches]) > 1:
        rng.shuffle(left)
        while len(left) > 1:
            size = min(rng.choice(sizes), len(left))
            group, left = left[:size], left[size:]
            made.append((group, [strengths[each] + rng.gauss(0, 1) for each in group]))
            for each in group:
                played[each] += 1
    return made


def ours(players: int, made: Sequence[Game]) -> tuple[list[float], float]:
    """Return the ratings after all games, and the mean log-loss."""
    ratings, losses = [Rating()] * players, list[float]()
    for group, results in made:
        for (one, first), (other, second) in combinations(zip(group, results, strict=True), 2):
            a, b = ratings[one], ratings[other]
            spread = math.sqrt(2 * BETA**2 + a.sigma**2 + b.sigma**2)
            chance = 0.5 * (1 + math.erf((a.mu - b.mu) / spread / math.sqrt(2)))
            losses.append(-math.log(chance if first > second else 1 - chance))
        ranks = [1 + sum(other > each for other in results) for each in results]
        for each, rating in zip(
            group, rated([ratings[each] for each in group], ranks), strict=True
        ):
            ratings[each] = rating
    return [each.mu for each in ratings], fmean(losses)


def theirs(players: int, made: Sequence[Game]) -> tuple[list[float], float]:
    """Return the same by Glicko-2, with a period a match."""
    kept, losses = [glicko2.Player() for _ in range(players)], list[float]()
    unit = math.log(10) / 400
    for group, results in made:
        before = [(kept[each].rating, kept[each].rd) for each in group]
        for one, other in combinations(range(len(group)), 2):
            (a, c), (b, d) = before[one], before[other]
            damping = 1 / math.sqrt(1 + 3 * unit**2 * (c * c + d * d) / math.pi**2)
            chance = 1 / (1 + 10 ** (-damping * (a - b) / 400))
            losses.append(-math.log(chance if results[one] > results[other] else 1 - chance))
        for place, each in enumerate(group):
            others = [number for number in range(len(group)) if number != place]
            kept[each].update_player(
                [before[number][0] for number in others],
                [before[number][1] for number in others],
                [float(results[place] > results[number]) for number in others],
            )
    return [each.rating for each in kept], fmean(losses)


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    ranks = np.array([np.argsort(np.argsort(each)) for each in (one, other)])
    return float(np.corrcoef(ranks)[0, 1])


def main(players: int, matches: int) -> None:
    for kind, sizes in KINDS.items():
        found = []
        for seed in SEEDS:
            rng = random.Random(seed)
            truth = [rng.gauss(0, SPREAD) for _ in range(players)]
            made = games(truth, sizes, matches, seed)
            found.append(
                [
                    value
                    for ratings, loss in (ours(players, made), theirs(players, made))
                    for value in (correlation(ratings, truth), loss)
                ]
            )
        a, b, c, d = (fmean(column) for column in zip(*found, strict=True))
        print(f"{kind}: rank correlation {a:.3f} (Glicko-2 {c:.3f}), log-loss {b:.4f} ({d:.4f})")
    pairs = [[Rating(), Rating()] for _ in range(10_000)]
    began = time.perf_counter()
    for pair in pairs:
        rated(pair, [1, 2])
    print(f"10,000 duels rated in {time.perf_counter() - began:.2f} s")


if __name__ == "__main__":
    main(*[*map(int, sys.argv[1:]), *(1_000, 10)[len(sys.argv) - 1 :]])
