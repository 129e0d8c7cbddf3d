"""Matches of computer players: how often each level beats the one below.

    python -m benchmarks.opponents [--matches 10000] [--grids 100] [--languages fr,en,de,es,it]

A match is a round of two minutes on a random grid under Ruzzle's rules; who has more points wins,
and a draw is half a win. Prints, by language, the share of the matches that levels 2 to 9 win
against the level below, the points and words of each level, and how long it takes to make a round
of theirs.
"""

import argparse
from itertools import pairwise
from statistics import fmean
from time import perf_counter

from bot.app import App
from bot.settings import Settings
from core.generator import generator, place_bonuses
from core.opponents.finds import finds
from core.opponents.levels import LEVELS
from core.playable import playable_grids
from core.rounds.match import LADDER
from core.scoring import ruleset
from core.solver.solver import solve

_SECONDS = 120.0


def main(matches: int, grids: int, languages: list[str]) -> None:
    app = App(Settings.from_environment())
    app.find_kernels()
    for language in languages:
        lexicon = app.lexicon(language)
        rules, rng = ruleset("ruzzle", language), generator(1)
        dealt = playable_grids(lexicon, rules, rng, (4, 4))
        solved = [
            solve(place_bonuses(grid, LADDER[-1], rng), lexicon, rules)
            for _, grid in zip(range(grids), dealt, strict=False)
        ]
        points: list[list[int]] = []
        words: list[float] = []
        began = perf_counter()
        for level in LEVELS:
            played = [
                finds(solved[number % grids], lexicon, level, _SECONDS, str(number))
                for number in range(matches)
            ]
            points.append([sum(each.found.points for each in one) for one in played])
            words.append(fmean(len(one) for one in played))
        cost = (perf_counter() - began) / (matches * len(LEVELS))
        won = [
            fmean((a > b) + (a == b) / 2 for b, a in zip(lower, upper, strict=True))
            for lower, upper in pairwise(points)
        ]
        print(
            f"{language}: wins {', '.join(f'{100 * each:.0f}' for each in won)} %; points "
            f"{', '.join(f'{fmean(each):.0f}' for each in points)}; words "
            f"{', '.join(f'{each:.0f}' for each in words)}; {1000 * cost:.2f} ms each",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--grids", type=int, default=100)
    parser.add_argument("--languages", default="fr,en,de,es,it")
    given = parser.parse_args()
    main(given.matches, given.grids, given.languages.split(","))
