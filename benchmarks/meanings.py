"""How many common words have a meaning, what that weighs, and how long a question takes.

    python -m benchmarks.meanings [--languages CODE …] [--sample N] [--seed S]

With --sample it prints so many common words, drawn at random by the seed, with what is shown of
each, to be read and judged.
"""

import argparse
import random
import time
from collections import Counter

from bot.app import App
from bot.presenters.meanings import heading, meaning_text
from bot.presenters.wording import wording
from bot.settings import Settings
from core.languages import languages
from core.lexicon import Lexicon
from core.lexicon.meanings import Meanings, meanings
from dictionaries import folders

ASKED = 2000  # words whose questions are timed


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--languages", nargs="+", default=languages(), metavar="CODE")
    parser.add_argument("--sample", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    options = parser.parse_args()
    seize = App(Settings.from_environment())
    total = 0
    for language in options.languages:
        lexicon = seize.lexicon(language)
        if options.sample:
            show(lexicon, options.sample, options.seed)
        else:
            total += measure(lexicon)
    if total:
        print(f"all: {total / 1e6:.1f} MB")


def common(lexicon: Lexicon) -> list[str]:
    """Return the common words, in the order of the alphabet."""
    return [word for word in lexicon if lexicon.rank(word)]


def measure(lexicon: Lexicon) -> int:
    """Print the figures of a language; return the bytes of its archive."""
    began = time.perf_counter()
    opened = meanings(lexicon)
    opening = time.perf_counter() - began
    words = common(lexicon)
    kinds = Counter(meaning.kind for word in words if (meaning := opened.of(word)))
    asked = random.Random(1).sample(words, ASKED)
    times = sorted(timed(opened, word) for word in asked)
    size = (folders()[lexicon.name] / "meanings.zip").stat().st_size
    told = ", ".join(f"{kind} {count / len(words):.1%}" for kind, count in kinds.most_common())
    print(
        f"{lexicon.name}: {len(words):,} common words, {kinds.total() / len(words):.1%} with a "
        f"meaning ({told}); {size / 1e6:.2f} MB; opened in {opening * 1000:.1f} ms, a question "
        f"{times[ASKED // 2] * 1000:.2f} ms, 99 of 100 below {times[ASKED * 99 // 100] * 1000:.2f}"
    )
    return size


def timed(opened: Meanings, word: str) -> float:
    """Return how many seconds a question takes."""
    began = time.perf_counter()
    opened.of(word)
    return time.perf_counter() - began


def show(lexicon: Lexicon, count: int, seed: int) -> None:
    """Print what is shown of common words that are drawn at random."""
    english = wording("en")
    for word in random.Random(seed).sample(common(lexicon), count):
        meaning = meanings(lexicon).of(word)
        text = meaning and f"{heading(lexicon.display(word), meaning)}: "
        print(text + meaning_text(meaning, english) if text and meaning else f"{word}: -")


if __name__ == "__main__":
    main()
