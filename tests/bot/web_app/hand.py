"""A hand that swipes words over the board, with errors: a model, not people.

It aims at the middle of each tile and misses it by a normal error, goes from aim to aim at an even
pace, and lags behind what it wants, as an arm does: that cuts corners. The screen tells where it is
60 times a second. With these parameters the rule of the best-known open game (a circle of a third
of a tile around each middle, the newest event alone, no way back) reads 95, 51 and 23 % of words as
meant at 6, 9 and 12 tiles a second.
"""

from collections.abc import Iterator

import numpy as np

from core.grid import adjacency

ERROR = 0.07  # standard deviation of an aim, in sides of a tile
LAG = 0.05  # seconds that the hand is behind
RATE = 60  # events a second
_REST = 0.1  # seconds that it stays at the last tile

Trace = tuple[list[int], list[list[float]]]  # the tiles that were meant, and the way: x, y


def traces(count: int, pace: float, seed: int, rows: int = 4, cols: int = 4) -> Iterator[Trace]:
    """Yield traces of words of three to eight tiles, at `pace` tiles a second."""
    rng = np.random.default_rng(seed)
    touching = adjacency(rows, cols)
    for _ in range(count):
        path = [int(rng.integers(rows * cols))]
        length = int(rng.integers(3, 9))
        while len(path) < length and (free := [c for c in touching[path[-1]] if c not in path]):
            path.append(int(rng.choice(free)))
        aims = np.array([(cell % cols, cell // cols) for cell in path], float)
        aims += rng.normal(0, ERROR, aims.shape)
        yield path, way(aims, pace)


def way(aims: np.ndarray, pace: float) -> list[list[float]]:
    """Return the events of a hand that goes from aim to aim."""
    seconds = (len(aims) - 1) / pace + _REST
    steps = np.minimum(np.arange(int(seconds * RATE) + 1) / RATE * pace, len(aims) - 1)
    wanted = np.stack([np.interp(steps, np.arange(len(aims)), axis) for axis in aims.T], axis=1)
    at, keep, events = aims[0], np.exp(-1 / (RATE * LAG)), []
    for aim in wanted:
        at = keep * at + (1 - keep) * aim
        events.append([round(float(x), 3) for x in at])
    return events
