"""Structures compared, as JSON."""

import json
from dataclasses import asdict
from typing import Any

from core.study import published
from core.study.comparing import HeightRow, LettersRow, SearchRow, Study


def to_json(study: Study) -> str:
    """Return a study as one line of JSON, an object.

    - lexicon, language; words (how many), grids (of each size), seed, limit (s)
    - found: {"3x3": words in all grids of the size, "4x4": …}
    - structures: [{structure, construction (s), memory (bytes), published}]
    - searches: [{size, search, structure, run, published}]; the last of a structure is its best
    - heights: [{height, lists, mean, largest (words of a list), construction (s), run,
      published: {mean, largest, source}}], the hybrid tries, and how they search the 4x4 grids
    - letters: [{structure, construction (s), run, published}], words of the letters of each
      4x4 grid in any order; published is construction and one search together

    run: {each (s a grid), tasks (grids), finished (of them), answers (to be given), answered,
    seconds (of all that ran)}. If answered < answers, each is extrapolated: seconds * answers /
    answered / tasks. published: [{told, source}], empty where no one told.
    """
    facts = {
        "lexicon": study.lexicon.name,
        "language": study.lexicon.language,
        "words": len(study.lexicon),
        "grids": study.grids,
        "seed": study.seed,
        "limit": study.limit,
        "found": study.found,
        "structures": [
            {
                "structure": row.structure,
                "construction": row.construction,
                "memory": row.memory,
                "published": _known(published.CONSTRUCTIONS.get(row.structure, ())),
            }
            for row in study.structures
        ],
        "searches": [
            _row(row, published.SEARCHES.get((row.search, row.structure, row.size), ()))
            for row in study.searches
        ],
        "heights": [_height(row) for row in study.heights],
        "letters": [_row(row, published.LETTERS.get(row.structure, ())) for row in study.letters],
    }
    return json.dumps(facts, ensure_ascii=False)


def _row(row: SearchRow | HeightRow | LettersRow, known: published.Known = ()) -> dict[str, Any]:
    run = {"each": row.run.each} | asdict(row.run)
    return asdict(row) | {"run": run, "published": _known(known)}


def _height(row: HeightRow) -> dict[str, Any]:
    mean, largest = published.LISTS[row.height]
    known = {"mean": mean, "largest": largest, "source": published.REPORT}
    return _row(row) | {"published": known}


def _known(known: published.Known) -> list[dict[str, str]]:
    return [{"told": told, "source": source} for told, source in known]
