"""Letters of words and of the best grids: `seize study letters`, its table, picture and JSON."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from bot.console_app.optimize.hall import table_for
from core.lexicon import Lexicon
from core.study.letters import PUBLISHED_PERCENT, LetterStudy, percent, study_letters

_PAIRS = 30
_PAIRS_SHOWN = 12


def run(lexicon: Lexicon, plot: Path | None, *, json_: bool) -> None:
    """Count the letters of a lexicon and show them; `plot` is a PNG file to draw them in.

    Raises SeizeError where that cannot be written.

    The JSON is one object: lexicon, language, words and spellings (how many); letters, the
    most frequent first: {letter, words, spellings, tiles (how often it comes in each, tiles
    being those of the best grids), words_percent, spellings_percent, tiles_percent,
    published_percent (the article's of the spellings, or null), grids (how many of the best
    have it)}; pairs, the 30 most frequent: {pair, count, percent}; best_grids: {grid, score,
    objective, published (in the article, not found by us)}; used and avoided, the letters
    that some best grid has and those of words that none has.
    """
    study = study_letters(lexicon)
    if json_:
        print(json.dumps(_facts(study, lexicon), ensure_ascii=False))
    else:
        _show(study, lexicon, Console())
    if plot:
        from bot.console_app.study.letters_plot import plot_letters  # noqa: PLC0415 (an extra)

        plot_letters(study, lexicon, plot)


def _facts(study: LetterStudy, lexicon: Lexicon) -> dict[str, Any]:
    counts = {"words": study.words, "spellings": study.spellings, "tiles": study.tiles}
    shares = {f"{name}_percent": percent(each).round(4) for name, each in counts.items()}
    published = PUBLISHED_PERCENT.get(lexicon.name, {})
    letters = [
        {
            "letter": study.letters[i],
            **{name: int(each[i]) for name, each in counts.items()},
            **{name: float(each[i]) for name, each in shares.items()},
            "published_percent": published.get(study.letters[i]),
            "grids": int(study.grids[i]),
        }
        for i in study.order()
    ]
    return {
        "lexicon": lexicon.name,
        "language": lexicon.language,
        "words": study.word_total,
        "spellings": study.spelling_total,
        "letters": letters,
        "pairs": [
            {"pair": pair.letters, "count": pair.times, "percent": round(pair.percent, 4)}
            for pair in study.top_pairs(_PAIRS)
        ],
        "best_grids": [
            {
                "grid": g.letters,
                "score": g.score,
                "objective": g.objective,
                "published": g.published,
            }
            for g in study.best
        ],
        "used": study.used(),
        "avoided": study.avoided(),
    }


def _show(study: LetterStudy, lexicon: Lexicon, console: Console) -> None:
    print(f"{lexicon.name}: {study.word_total:,} words, {study.spelling_total:,} spellings")
    shares = {"words %": percent(study.words), "spellings %": percent(study.spellings)}
    if published := PUBLISHED_PERCENT.get(lexicon.name):
        shares["Müller %"] = np.array([published[letter] for letter in study.letters])
    shares["best %"] = percent(study.tiles)
    titles = ("letter", *shares, "in best")
    table = table_for(console, titles, right=titles[1:], fold=())
    for i in study.order():
        cells = [f"{each[i]:.2f}" for each in shares.values()]
        table.add_row(study.letters[i].upper(), *cells, f"{study.grids[i]}/{len(study.best)}")
    console.print(table)
    for grid in study.best:
        source = "Müller" if grid.published else "hall of fame"
        print(f"best grid: {grid.letters}, {grid.score:,} {grid.objective} ({source})")
    print(f"they use {_spaced(study.used())}; never {_spaced(study.avoided())}")
    pairs = (f"{p.letters.upper()} {p.percent:.2f} %" for p in study.top_pairs(_PAIRS_SHOWN))
    print(f"most frequent pairs: {', '.join(pairs)}")


def _spaced(letters: str) -> str:
    return " ".join(letters.upper())
