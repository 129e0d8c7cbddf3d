"""Duels in words: their titles, how they stand, how they ended."""

from bot.presenters.cards import round_title
from bot.presenters.languages import lexicon_label
from bot.presenters.people import Name, called
from bot.presenters.wording import Wording
from core.duels.duel import ROUNDS, Duel, Ending, Side
from core.errors import translatable

_WON, _LOST = "🏆", "⚔"
_MINE = {
    Ending.RESIGNED: translatable("You resigned."),
    Ending.DECLINED: translatable("You declined this duel."),
    Ending.WITHDRAWN: translatable("You took this duel back."),
}
_THEIRS = {
    Ending.RESIGNED: translatable("{name} resigned: you won."),
    Ending.DECLINED: translatable("{name} declined this duel."),
    Ending.WITHDRAWN: translatable("{name} took this duel back."),
}


def rival(duel: Duel, side: Side, wording: Wording, name: Name) -> str:
    """Return the name of the player across; "someone" where nobody has accepted yet."""
    other = duel.player(side.other)
    return called(name(other), other, wording) if other else wording.gettext("someone")


def score(duel: Duel, side: Side) -> str:
    """Return "312 : 280", one's own points first."""
    return f"{duel.points(side)} : {duel.points(side.other)}"


def outcome(duel: Duel, side: Side, wording: Wording, name: Name) -> str:
    """Return how a duel ended, for one side: "🏆 You won: 312 : 280"."""
    gettext, other = wording.gettext, rival(duel, side, wording, name)
    if duel.ended_by is side and duel.ending in _MINE:
        return gettext(_MINE[duel.ending])
    if duel.ended_by is not None and duel.ending in _THEIRS:
        mark = f"{_WON} " if duel.ending is Ending.RESIGNED else ""
        return mark + gettext(_THEIRS[duel.ending], name=other)
    told = score(duel, side)
    if duel.ending is Ending.UNANSWERED:
        return gettext("Nobody accepted in time.")
    results = {
        None: "🤝 " + gettext("A draw: {score}", score=told),
        side: f"{_WON} " + gettext("You won: {score}", score=told),
        side.other: f"{_LOST} " + gettext("{name} won: {score}", name=other, score=told),
    }
    return results[duel.winner]


def round_lines(duel: Duel, side: Side, wording: Wording) -> list[str]:
    """Return a line a round, without what is still hidden: "Round 1 of 3: 120 : 98"."""
    lines = []
    for number in range(1, ROUNDS + 1):
        mine, theirs = duel.run(side, number), duel.run(side.other, number)
        if mine is None and theirs is None:
            continue
        own = _points(mine.points if mine and mine.finished_at is not None else None)
        other = _points(theirs.points if theirs and theirs.finished_at is not None else None)
        if not duel.is_shown(number, side):
            other = "✔" if duel.finished(side.other, number) else "…"
        told = f"{own} : {other}"
        title = round_title(number, wording)
        lines.append(wording.gettext("{label}: {value}", label=title, value=told))
    return lines


def share_text(duel: Duel, side: Side, wording: Wording, page: str = "") -> str:
    """Return a text to be shared, which tells points and no words."""
    words = lexicon_label(duel.lexicon.name, wording)
    won = duel.winner
    mark = "🤝" if won is None else _WON if won is side else _LOST
    rounds = [
        " : ".join(_bar(duel, each, number) for each in (side, side.other))
        for number in range(1, ROUNDS + 1)
        if duel.run(side, number) or duel.run(side.other, number)
    ]
    head = f"Seize · {wording.gettext('Duel')} · {words}"
    return "\n".join([head, f"{mark} {score(duel, side)}", *rounds, *([page] if page else [])])


def _bar(duel: Duel, side: Side, number: int) -> str:
    run = duel.run(side, number)
    points = run.points if run and run.finished_at is not None else 0
    both = [duel.run(each, number) for each in Side]
    most = max((each.points for each in both if each), default=0)
    filled = round(5 * points / most) if most else 0
    return "🟩" * filled + "⬜" * (5 - filled)


def _points(points: int | None) -> str:
    return "–" if points is None else str(points)
