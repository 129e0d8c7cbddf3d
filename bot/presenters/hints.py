"""A hint: how many words begin on each tile, and the first letter of one."""

from bot.messages import Audience, Reply, Span, Style
from bot.presenters.texts import paragraphs, plain
from bot.presenters.wording import Wording
from core.services.hints import Hint


def hint_lines(hint: Hint, wording: Wording) -> list[str]:
    """Return a hint in lines, a row of the grid in each of those in the middle."""
    gettext, grid = wording.gettext, hint.grid
    tiles = [
        f"{tile.face:>2} {count:<3}" for tile, count in zip(grid.tiles, hint.begin, strict=True)
    ]
    rows = [
        " ".join(tiles[start : start + grid.cols]).rstrip()
        for start in range(0, len(tiles), grid.cols)
    ]
    told = [gettext("Words to be found that begin on each tile:"), *rows]
    if word := hint.within_reach:
        first = gettext(
            "{word} ({count} letters)", word=f"{word.display[0].upper()}…", count=len(word.word)
        )
        told.append(gettext("{label}: {value}", label=gettext("Within reach"), value=first))
    return told


def hint_reply(hint: Hint, wording: Wording) -> Reply:
    """Return a hint as a message for who asked for it alone."""
    head, *lines = hint_lines(hint, wording)
    rows, last = lines[: hint.grid.rows], lines[hint.grid.rows :]
    board = (Span("\n".join(rows), Style.CODE),)
    return Reply(
        title=wording.gettext("Hint"),
        body=paragraphs([plain(head), board], [plain(line) for line in last]),
        audience=Audience.SECRET,
    )
