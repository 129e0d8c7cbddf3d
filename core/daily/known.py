"""The grids that everybody may have seen: no daily is one of them, or much like one.

These are the records of the hall of fame, and the grids that README and docs show.
"""

from contextlib import suppress
from pathlib import Path

from core.grid import Grid
from core.optimizer import fame

# A test finds each grid that is written there, and tells which one is missing here.
SHOWN = (
    "APEDRMLREIAESNTS",
    "CRESAMINILATLSER",
    "CTESARINPMATERES",
    "DGESERATCMINARES",
    "MUCUEISINARNGSEK",
    "PETESRNIEIATMSEL",
    "RTNSEAIESLMRLIAC",
    "SEEOSUDLTINAPTST",
    "SMATORGVTREIADPS",
    "SMLPEIAERTNRSAIT",
    "STIPENALARIMSTES",
    "UAUOCUDHIENULESD",
)


def known_grids(own: Path | None = None) -> tuple[str, ...]:
    """Return the letters of the known grids of any size, each once, however it is turned.

    `own` is a file of further records, which come first; one that cannot be read has none.
    """
    records = fame.shipped()
    with suppress(fame.BadRecord):
        records = fame.hall(own) if own else records
    grids = (Grid.parse(text) for text in (*SHOWN, *(record.grid for record in records)))
    plain = (grid.with_bonuses("." * len(grid.tiles)) for grid in grids)
    return tuple({grid.canonical(): str(grid) for grid in plain}.values())[::-1]
