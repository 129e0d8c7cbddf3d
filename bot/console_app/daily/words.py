"""Words of a day that no dictionary has: who sent them, and who gains if they count."""

import json
from collections.abc import Iterator, Mapping, Sequence

from bot.presenters.people import called
from bot.presenters.standings import number
from bot.presenters.wording import Wording
from core.daily.puzzle import Gained, Puzzle


def by_senders(refused: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return words with how many sent each: most first, then by the alphabet."""
    return sorted(refused.items(), key=lambda each: (-each[1], each[0]))


def refused_lines(refused: Mapping[str, int], wording: Wording) -> Iterator[str]:
    """Yield a line for each word that was sent."""
    if not refused:
        yield wording.gettext("nobody sent a word on the grid that is in no dictionary")
    for word, count in by_senders(refused):
        sent = wording.ngettext("{count} player", "{count} players", count)
        yield f"{word} · {sent}"


def gained_lines(word: str, gained: Sequence[Gained], wording: Wording) -> Iterator[str]:
    """Tell who gained by a word that counts now, in a line each."""
    told = wording.ngettext("{count} player gained", "{count} players gained", len(gained))
    yield f"{word} · {told}"
    for each in gained:
        name = called(each.name, each.player, wording)
        yield f"  {name}: {number(each.before, wording)} → {number(each.after, wording)}"


def words_json(
    puzzle: Puzzle, refused: Mapping[str, int], accepted: Mapping[str, Sequence[Gained]]
) -> str:
    """Return the words as JSON: what was sent, and who gained by what counts now."""
    return json.dumps(
        {
            "number": puzzle.number,
            "language": puzzle.language,
            "day": puzzle.day.isoformat(),
            "refused": dict(by_senders(refused)),
            "accepted": {
                word: [
                    {
                        "player": f"{each.player.platform}:{each.player.id}",
                        "name": each.name,
                        "before": each.before,
                        "after": each.after,
                    }
                    for each in gained
                ]
                for word, gained in accepted.items()
            },
        },
        ensure_ascii=False,
    )
