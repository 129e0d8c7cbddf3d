"""The likeness of two positions: where advice on one is advice on the other, too."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from core.wordle.columns import marks_against, spelt
from core.wordle.game import Turn
from core.wordle.marks import code_of

# Of the words of two positions, so many times as many in common as of words drawn at random.
_ALIKE = 4

Left = NDArray[np.bool_]


def tells_of(asked: Sequence[Turn], own: Sequence[Turn], answers: Collection[str]) -> bool:
    """Return whether advice on a position would be advice on a game, too.

    `asked` are the turns of the position, `own` those of the game, whose word is among `answers`:
    words of one length. By what is left of these: all that is left of the position may be left of
    the game, or all of the game's of the position, though not of any; or the two have _ALIKE times
    as many words in common as by chance. Of a position that no answer fits, a turn that follows
    from the game is enough, for then it tells what the game cannot come to. Before the first guess
    of either, nothing is alike. Cost: some 0.1 ms a turn.
    """
    if not asked or not own or len(asked[0].word) != len(own[0].word):
        return False
    letters = spelt(list(answers), len(own[0].word))
    game, position = _left(own, letters), _left(asked, letters)
    if not position.any():
        return any(_follows(_left([turn], letters), game) for turn in asked)
    common = np.count_nonzero(position & game)
    by_chance = position.mean() * game.mean() * len(letters)
    inside = bool(common == np.count_nonzero(position))
    return inside or _follows(position, game) or bool(common >= _ALIKE * by_chance)


def _left(turns: Sequence[Turn], letters: NDArray[np.uint8]) -> Left:
    """Return bool[answers]: which would have told what the turns tell."""
    told = [marks_against(turn.word, letters) == code_of(turn.marks) for turn in turns]
    left: Left = np.logical_and.reduce(told)
    return left


def _follows(position: Left, game: Left) -> bool:
    """Return whether a position tells something, and nothing that the game does not tell."""
    return bool(position[game].all()) and not position.all()
