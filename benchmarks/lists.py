"""The share of the words that people use in a word list, and its words beside them.

    python -m benchmarks.lists NAME [--frequencies FILE …] [--official FILE …] [--real FILE]
        [--junk FILE] [--grids N] [--show]

With your own files, in UTF-8: a word a line, and what follows it does not count. Frequencies are
sorted, the most frequent first, and the first 10,000 words of 2-16 letters are looked up; those of
wordfreq always are. Of the words that the list refuses, those of --real, judged by a reader, count
as real words; with --official, those that an official list has, too (names among them: york).
With --junk, words judged to be none are counted on the answer keys of N dealt grids, of seeds
1, 2, …; --show prints the words to judge: those refused, and those of 2 and 3 letters on the grids
that no official list has.
"""

import argparse
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from wordfreq import top_n_list

from bot.app import App
from bot.settings import Settings
from core.lexicon import Lexicon
from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS, Alphabet, BadSpelling, alphabet
from core.playable import playable_grids
from core.scoring import ruleset
from core.solver.solver import solve

FREQUENT = 10_000
SHORT = (2, 3)


def read(file: Path, letters: Alphabet) -> list[str]:
    """Return the first words of the lines of a file, normalised, each once and in their order."""
    lines = file.read_text(encoding="utf-8").lower().splitlines()
    return normalised((line.split()[0] for line in lines if line.strip()), letters)


def normalised(spellings: Iterable[str], letters: Alphabet) -> list[str]:
    """Return the words of the spellings that are some, each once and in their order."""
    words = dict[str, None]()
    for spelling in spellings:
        try:
            word = letters.normalise(spelling)
        except BadSpelling:
            continue
        if MIN_LETTERS <= len(word) <= MAX_LETTERS:
            words[word] = None
    return list(words)


def coverage(source: str, frequent: list[str], lexicon: Lexicon, real: set[str]) -> list[str]:
    """Print how many of the most frequent words the list has; return those that it refuses."""
    looked_up = frequent[:FREQUENT]
    refused = [word for word in looked_up if word not in lexicon]
    missing = [word for word in refused if word in real]
    accepted = len(looked_up) - len(refused)
    share = accepted / (accepted + len(missing))
    print(f"{source}: accepts {accepted:,} of {len(looked_up):,}, and {share:.2%} of the real ones")
    print(f"    real and refused: {len(missing)} {' '.join(missing)}")
    return refused


def dealt(lexicon: Lexicon, grids: int) -> Counter[str]:
    """Return on how many of so many dealt grids each word lies. Cost: some 10 ms a grid."""
    rules, counts = ruleset("ruzzle", lexicon.language), Counter[str]()
    for seed in range(1, grids + 1):
        grid = next(playable_grids(lexicon, rules, np.random.default_rng(seed)))
        counts.update({found.word for found in solve(grid, lexicon, rules)})
    return counts


def main() -> None:
    """Print the figures of the list that the command line names."""
    options = _parser().parse_args()
    lexicon = App(Settings.from_environment()).lexicon(options.name)
    letters = alphabet(lexicon.language)
    officials = {file.stem: set(read(file, letters)) for file in options.official}
    official = set().union(*officials.values())
    real = official | set(read(options.real, letters) if options.real else ())
    refused = dict.fromkeys(
        word
        for source, frequent in (
            *((file.name, read(file, letters)) for file in options.frequencies),
            ("wordfreq", normalised(top_n_list(lexicon.language, 2 * FREQUENT), letters)),
        )
        for word in coverage(source, frequent, lexicon, real)
    )
    for source, words in officials.items():
        for length in SHORT:
            short = {word for word in words if len(word) == length}
            missing = sorted(word for word in short if word not in lexicon)
            share = 1 - len(missing) / len(short)
            print(f"{source}: {share:.1%} of {len(short):,} of {length} letters: {missing}")
    counts = dealt(lexicon, options.grids)
    print(f"dealt grids: {counts.total() / options.grids:.0f} words each")
    if options.junk:
        found = {word: counts[word] for word in read(options.junk, letters) if counts[word]}
        print(f"    junk: {sum(found.values()) / options.grids:.2f} words each: {found}")
    if options.show:
        print("refused:", *(word for word in refused if word not in real))
        print(
            "short:", *(w for w, _ in counts.most_common() if len(w) in SHORT and w not in official)
        )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("name", help="of a word list, as fr")
    for option in ("--frequencies", "--official"):
        parser.add_argument(option, type=Path, nargs="+", default=[], metavar="FILE")
    for option in ("--real", "--junk"):
        parser.add_argument(option, type=Path, metavar="FILE")
    parser.add_argument("--grids", type=int, default=300, metavar="N")
    parser.add_argument("--show", action="store_true")
    return parser


if __name__ == "__main__":
    main()
