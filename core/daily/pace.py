"""The pace of words: what nobody can have read from the grid is told to moderators."""

from collections.abc import Iterable

from core.rounds.events import WordJudged

# Words that a grid shows at a glance, and words a second after that. The fastest who swipe
# come to about one word a second; forms send many at once, but not before they were typed.
AT_ONCE = 3
A_SECOND = 1.5


def hurry(plays: Iterable[WordJudged], starts_at: float) -> int:
    """Return how many accepted words came before anybody can have read them, 0 for none.

    That is, the most by which the words so far ever exceed AT_ONCE and A_SECOND for each
    second since `starts_at`. Times are seconds of UTC epoch.
    """
    times = sorted(play.at for play in plays if play.verdict.accepted)
    return max(
        (
            int(count - AT_ONCE - A_SECOND * (at - starts_at))
            for count, at in enumerate(times, 1)
            if count > AT_ONCE + A_SECOND * (at - starts_at)
        ),
        default=0,
    )
