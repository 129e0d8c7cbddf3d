"""The share of a secret grid's points that a cheat is told, and what honest players miss.

    python -m benchmarks.secrets [LEXICON] [GRIDS]

A cheat asks 50 questions by each road, and by all of them, each time the one that brings most
(see tests/helpers/cheat.py). "more than by chance" is what they were told of the secret's points
less what the same answers tell of 240 other random grids. Honest players each ask for one of
GRIDS random 4x4 grids, or one player for 50 of them, while ten grids are open: a rich one of
each language, and five rounds of this one.

"lives" are of a cheat whose bot is started anew, "accounts" of cheats in one chat who tell each
other all: each has its words checked, one by one.

Last result, 2026-11-22, French, 2,000 honest players, a 2-core virtual machine with other work:

    each asks once: 0.15 % of 2000 answers have less than half of their words, 11.30 % not all;
    0.607 % of the words are left out; 5.21 ms a question
    each asks 50 times: 0.00 % have less than half of their words, 58.00 % not all; 2.948 %
    4x4 /letters     told 13.4 %, more than by chance 3.7 % on average, 5.1 % at most
    4x4 all roads    told  6.1 %, more than by chance 5.1 % on average, 6.2 % at most
    5x5 /letters     told 14.8 %, more than by chance 5.6 % on average, 7.4 % at most
"""

import sys
import time
from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np

from bot.app import App
from bot.settings import Settings
from core.generator import generator, place_bonuses, random_grids
from core.grid import Grid
from core.languages import languages
from core.lexicon import Lexicon
from core.limits import Spent
from core.playable import playable_grids
from core.rounds.match import LADDER
from core.scoring import Rules, Ruleset, ruleset
from core.secrets import ALLOWANCE_TOGETHER, Answer, Secret, Tally, Words, tell
from core.solver.solver import solve
from tests.helpers.cheat import QUESTIONS, Answers, Cheat, Table

OTHERS = 240
TABLES = 10
COUNTS, FEW = (2, 10), 3  # lives, and accounts; on so many grids, for these take long


def rounds(
    lexicon: Lexicon, rules: Ruleset, rng: np.random.Generator, size: tuple[int, int] = (4, 4)
) -> Iterator[Grid]:
    """Yield grids as rounds have them."""
    for grid in playable_grids(lexicon, rules, rng, size):
        yield place_bonuses(grid, LADDER[-1], rng)


def rich(lexicon: Lexicon, rules: Ruleset, rng: np.random.Generator) -> Grid:
    """Return the richest of many grids."""
    grids = islice(playable_grids(lexicon, rules, rng), 300)
    return max(grids, key=lambda grid: len(solve(grid, lexicon, rules)))


def cheat(lexicon: Lexicon, rules: Ruleset, size: tuple[int, int], tables: int) -> None:
    """Print what cheats are told, by each road."""
    rng = generator(2)
    grids = rounds(lexicon, rules, rng, size)
    others = Words.of(solve(grid, lexicon, rules) for grid in islice(grids, OTHERS))
    random = random_grids(lexicon, rules, rng)
    floods = [solve(next(random), lexicon, rules) for _ in range(QUESTIONS)]
    flood = [frozenset(found.word for found in each) for each in floods]
    shares: dict[str, list[tuple[float, float]]] = {}
    for grid in islice(grids, tables):
        table = Table.of(grid, lexicon, rules)
        secret = table.secret(rng)
        answers = {road: make() for road, make in table.roads().items()}
        every = {question: words for each in answers.values() for question, words in each.items()}
        for road, asked in [*answers.items(), ("all", every), ("40 honest, then all", every)]:
            thief = Cheat(secret, others)
            for words in flood[:40] if "honest" in road else ():
                thief.ask(words)
            thief.play(asked, 10 if "honest" in road else QUESTIONS)
            shares.setdefault(road, []).append((thief.share, thief.excess))
        for count in COUNTS if len(shares["all"]) <= FEW else ():
            for kind, play in (("lives", lives), ("accounts", accounts)):
                thief = play(secret, others, answers["/check"], count)
                shares.setdefault(f"/check, {count} {kind}", []).append((thief.share, thief.excess))
    for road, got in shares.items():
        share, excess = np.array(got).T
        print(
            f"{size[0]}x{size[1]} {road:20} told {100 * share.mean():5.1f} %, more than by chance "
            f"{100 * excess.mean():5.1f} % on average, {100 * excess.max():5.1f} % at most"
        )


def lives(secret: Secret, others: Words, asked: Answers, count: int) -> Cheat:
    """Play a cheat whose bot is started anew, so many times in all; return the last one."""
    stored, told, heard = Spent(), set[str](), set[str]()
    for _ in range(count):
        thief = Cheat(secret, others, told, heard)
        thief.tally.join(stored)
        thief.play(asked)
        stored += thief.tally.unkept(secret) or Spent()
    return thief


def accounts(secret: Secret, others: Words, asked: Answers, count: int) -> Cheat:
    """Play so many cheats of one chat who tell each other all; return the last one."""
    together, told, heard = Tally.none(secret, ALLOWANCE_TOGETHER), set[str](), set[str]()
    for _ in range(count):
        thief = Cheat(secret, others, told, heard, together)
        thief.play(asked)
    return thief


def told(secrets: Iterable[tuple[Secret, Tally]], words: frozenset[str]) -> frozenset[str]:
    """Return which of these words a player is told."""
    answer = Answer(words)
    for secret, tally in secrets:
        answer = answer.without(tell(secret, tally, answer))
    return answer.words


def honest(lexicon: Lexicon, rules: Ruleset, secrets: list[Secret], count: int) -> None:
    """Print what honest players miss."""
    grids = random_grids(lexicon, rules, generator(3))
    tallies = ([Tally.none(secret) for secret in secrets] for _ in range(count))
    print(f"honest players, {len(secrets)} grids open")
    missing(lexicon, rules, secrets, grids, tallies, "each asks once")
    same = [[Tally.none(secret) for secret in secrets] for _ in range(20)]
    often = (tallies for tallies in same for _ in range(QUESTIONS))
    missing(lexicon, rules, secrets, grids, often, f"each asks {QUESTIONS} times")


def missing(
    lexicon: Lexicon,
    rules: Ruleset,
    secrets: list[Secret],
    grids: Iterator[Grid],
    players: Iterable[list[Tally]],
    how: str,
) -> None:
    """Print how much is left out of the answers of players, and what it costs to know."""
    asked = refused = partial = words = missed = 0
    took = 0.0
    for tallies in players:
        solution = solve(next(grids), lexicon, rules)
        answer = frozenset(found.word for found in solution)
        began = time.perf_counter()
        left = told(zip(secrets, tallies, strict=True), answer)
        took += time.perf_counter() - began
        asked += 1
        words += len(answer)
        missed += len(answer) - len(left)
        partial += len(left) < len(answer)
        refused += 2 * len(left) < len(answer)
    print(
        f"{how}: {100 * refused / asked:.2f} % of {asked} answers have less than half of their "
        f"words, {100 * partial / asked:.2f} % not all; {100 * missed / words:.3f} % of the words "
        f"are left out; {1000 * took / asked:.2f} ms a question"
    )


def main(name: str = "fr", count: str = "10000") -> None:
    app = App(Settings.from_environment())
    app.prepare_solver()
    rng = generator(1)
    lexicon = app.lexicon(name)
    rules = ruleset(Rules.RUZZLE, lexicon.language)
    secrets = []
    for code in languages():
        other = app.lexicon(code)
        its_rules = ruleset(Rules.RUZZLE, other.language)
        secrets.append(Table.of(rich(other, its_rules, rng), other, its_rules).secret(rng))
    played = islice(rounds(lexicon, rules, rng), 5)
    secrets += [Table.of(grid, lexicon, rules).secret(rng) for grid in played]
    honest(lexicon, rules, secrets, int(count))
    cheat(lexicon, rules, (4, 4), TABLES)
    cheat(lexicon, rules, (5, 5), 3)


if __name__ == "__main__":
    main(*sys.argv[1:])
