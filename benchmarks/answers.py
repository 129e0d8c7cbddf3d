"""A sample of what Wordle asks for, to be read. Cost: a second.

    python -m benchmarks.answers [LANGUAGE] [COUNT] [LENGTH] [SEED]

It prints how many answers there are of each length, and COUNT of those of LENGTH letters.
"""

import random
import sys
import textwrap

from bot.app import App
from bot.settings import Settings
from core.wordle.game import LONGEST, SHORTEST
from core.wordle.words import wordle_words


def main(language: str, count: int, length: int, seed: int) -> None:
    """Print the numbers, and a sample in the order of the alphabet."""
    lexicon = App(Settings.from_environment()).lexicon(language)
    words = {n: wordle_words(lexicon, n) for n in range(SHORTEST, LONGEST + 1)}
    for n, each in words.items():
        print(f"{n} letters: {len(each.answers):,} answers of {len(each.targets):,} common words")
    answers = words[length].answers
    sample = sorted(random.Random(seed).sample(answers, min(count, len(answers))))
    print(textwrap.fill(" ".join(sample), 100))


if __name__ == "__main__":
    arguments = dict(enumerate(sys.argv[1:]))
    main(
        arguments.get(0, "en"),
        int(arguments.get(1, 300)),
        int(arguments.get(2, 5)),
        int(arguments.get(3, 1)),
    )
