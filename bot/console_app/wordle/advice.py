"""The coach of Wordle in a terminal: its best next words, and its own score."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from rich.table import Table

from bot.presenters.wording import Wording
from core.wordle.bench import Score
from core.wordle.coach import Advice
from core.wordle.game import TRIES

_FEW = 10  # words that are named


def advice_json(advice: Sequence[Advice], left: Sequence[str]) -> str:
    """Return the next words, the best first, and the words that fit, as one line of JSON."""
    facts = {"remaining": len(left), "words": left, "advice": [asdict(each) for each in advice]}
    return json.dumps(facts, ensure_ascii=False)


def advice_table(advice: Sequence[Advice], words: Wording) -> Table:
    """Return the table of the next words, the best first."""
    gettext = words.gettext
    told = gettext("bits"), gettext("words left"), gettext("at most"), gettext("guesses")
    table = _table((gettext("word"), *told, ""))
    for each in advice:
        table.add_row(
            each.word.upper(),
            words.number(each.bits, 3),
            words.number(each.expected, 2),
            words.number(each.worst),
            "" if each.guesses is None else words.number(each.guesses, 3),
            words.gettext("can be it") if each.possible else "",
        )
    return table


def left_line(left: Sequence[str], words: Wording) -> str:
    """Say how many words fit, and name a few of them."""
    few = ", ".join(left[:_FEW]) + (", …" if len(left) > _FEW else "")
    return words.ngettext(
        "{count} word fits: {words}", "{count} words fit: {words}", len(left), words=few
    )


def score_json(score: Score, seconds: float) -> str:
    """Return the coach's score as one line of JSON; `distribution` is of 1 to 6 guesses."""
    return json.dumps(
        {
            "answers": score.answers,
            "total": score.total,
            "mean": score.mean,
            "losses": score.losses,
            "distribution": [score.games[tries] for tries in range(1, TRIES + 1)],
            "seconds": seconds,
        }
    )


def score_table(score: Score, words: Wording) -> Table:
    """Draw the number of words that took 1 guess, 2, and so on."""
    table = _table((words.gettext("guesses"), words.gettext("words")))
    for tries in range(1, TRIES + 1):
        table.add_row(str(tries), str(score.games[tries]))
    table.add_row(words.gettext("lost"), str(score.losses))
    return table


def score_line(score: Score, seconds: float, words: Wording) -> str:
    """Return the sums of a table of guesses."""
    return words.gettext(
        "{answers} words, {total} guesses: {mean} each, in {seconds} s",
        answers=words.number(score.answers),
        total=words.number(score.total),
        mean=words.number(score.mean, 4),
        seconds=words.number(seconds, 1),
    )


def _table(titles: Iterable[str]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for index, title in enumerate(titles):
        table.add_column(title, justify="right" if index else "left")
    return table
