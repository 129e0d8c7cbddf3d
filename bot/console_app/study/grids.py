"""Words in random grids: `seize study grids`, its table, picture and JSON.

Imports the compiled solver: only for after `App.prepare_solver`.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from bot.console_app.optimize.hall import table_for
from bot.console_app.words.histogram import bar
from core.dice import NoDice, dice
from core.generator import Model, generator
from core.lexicon import Lexicon
from core.scoring import Rules, ruleset
from core.study.grids import (
    CLASS_WIDTH,
    PUBLISHED_GRIDS,
    PUBLISHED_HOURS,
    REAL,
    TAIL,
    USUAL,
    Spread,
    count_words,
)

_SIZE = (4, 4)
_ROW = 50  # words, of a row in the terminal


def run(lexicon: Lexicon, count: int, seed: int, plot: Path | None, *, json_: bool) -> None:
    """Count the words of `count` random 4x4 grids of each model, by the rules of Ruzzle.

    Each model draws from the same seed; `plot` is a PNG file to draw them in. The JSON is
    one object: lexicon, language, rules, size, count, seed; class_width; usual and real,
    ranges of words (most of the published random grids; the real game's grids, in French);
    published {grids, hours}, what the article counted in what time; models, each {model,
    grids, words (of all grids), mean, median, most, usual and real (shares of the grids in
    those ranges, 0 to 1), seconds, classes (item i: grids that hold class_width * i words or
    up to class_width - 1 more)}; without, {model: why it was left out}.
    """
    rules = ruleset(Rules.RUZZLE, lexicon.language)
    models, without = _models(lexicon)
    spreads = [
        count_words(lexicon, rules, generator(seed), count, _SIZE, model) for model in models
    ]
    if json_:
        asked = {"count": count, "seed": seed}
        print(json.dumps(_facts(spreads, lexicon, asked, without), ensure_ascii=False))
    else:
        _show(spreads, lexicon, without, Console())
    if plot:
        from bot.console_app.study.grids_plot import plot_spreads  # noqa: PLC0415 (an extra)

        plot_spreads(spreads, lexicon, plot)


def _models(lexicon: Lexicon) -> tuple[list[Model], dict[Model, str]]:
    """Return the models that the language of a lexicon has, and why it lacks the others."""
    try:
        dice(lexicon.language, _SIZE)
    except NoDice as error:
        return [model for model in Model if model is not Model.DICE], {Model.DICE: str(error)}
    return list(Model), {}


def _facts(
    spreads: Sequence[Spread], lexicon: Lexicon, asked: dict[str, int], without: dict[Model, str]
) -> dict[str, Any]:
    return {
        "lexicon": lexicon.name,
        "language": lexicon.language,
        "rules": str(Rules.RUZZLE),
        "size": "x".join(map(str, _SIZE)),
        **asked,
        "class_width": CLASS_WIDTH,
        "usual": USUAL,
        "real": REAL,
        "published": {"grids": PUBLISHED_GRIDS, "hours": PUBLISHED_HOURS},
        "models": [
            {
                "model": spread.model,
                "grids": spread.grids,
                "words": spread.words,
                "mean": round(spread.mean, 3),
                "median": spread.quantile(0.5),
                "most": spread.most,
                "usual": spread.share(*USUAL),
                "real": spread.share(*REAL),
                "seconds": round(spread.seconds, 3),
                "classes": spread.classes().tolist(),
            }
            for spread in spreads
        ],
        "without": without,
    }


def _show(
    spreads: Sequence[Spread], lexicon: Lexicon, without: dict[Model, str], console: Console
) -> None:
    print(f"Words in random 4x4 grids ({lexicon.name}, {Rules.RUZZLE})")
    figures = {
        "grids": [f"{s.grids:,}" for s in spreads],
        "mean": [f"{s.mean:.1f}" for s in spreads],
        "median": [f"{s.quantile(0.5)}" for s in spreads],
        "{}-{}".format(*USUAL): [f"{s.share(*USUAL):.1%}" for s in spreads],
        "{}-{}".format(*REAL): [f"{s.share(*REAL):.1%}" for s in spreads],
        "most": [f"{s.most}" for s in spreads],
        "seconds": [f"{s.seconds:.1f}" for s in spreads],
        "grids/s": [f"{s.grids / s.seconds:,.0f}" for s in spreads],
    }
    models = [str(spread.model) for spread in spreads]
    table = table_for(console, ("words", *models), right=models, fold=())
    for name, cells in figures.items():
        table.add_row(name, *cells)
    console.print(table)
    _bars(spreads, console)
    for model, reason in without.items():
        print(f"without {model}: {reason}")
    if lexicon.language == "fr":
        print(
            f"D. Müller: {PUBLISHED_GRIDS:,} grids by letters in about {PUBLISHED_HOURS} hours, "
            "most of 50-200 words; grids of the real game hold 250-350"
        )


def _bars(spreads: Sequence[Spread], console: Console) -> None:
    """Print the share of the grids of each model in classes of 50 words, as bars."""
    shares = [spread.classes(_ROW) / spread.grids for spread in spreads]
    tallest = max(float(each.max()) for each in shares)
    last = max(spread.quantile(TAIL) for spread in spreads) // _ROW
    width = min(20, (console.width - 8) // len(spreads) - 9)
    table = table_for(console, ("words", *(s.model for s in spreads)), right=(), fold=())
    for row in range(last + 1):
        low = row * _ROW
        end = None if row == last else row + 1
        cells = [float(each[row:end].sum()) for each in shares]
        drawn = [f"{cell:6.2%} {bar(cell / tallest, width)}" if cell else "" for cell in cells]
        table.add_row(f"{low}-{low + _ROW - 1}" if end else f"{low}+", *drawn)
    console.print(table)
