"""The end of a round against a ghost."""

from bot.messages import Audience, Button, Image, Look, Reply
from bot.presenters.comparisons import comparison_text
from bot.presenters.people import called
from bot.presenters.titles import title_of
from bot.presenters.wording import Wording
from core.duels.comparison import Comparison
from core.duels.duel import Side
from core.opponents.levels import GHOST
from core.rounds.record import RoundRecord


def ghost_end(
    record: RoundRecord, comparison: Comparison, wording: Wording, image: Image | None
) -> Reply:
    """Return a round beside its ghost's, which is the other side."""
    again = Button("👻 " + wording.gettext("Play again"), f"race:{record.id}", Look.MAIN)
    ghost = called("", GHOST.ref, wording)
    return Reply(
        title=title_of(record, wording),
        body=comparison_text(comparison, Side.CHALLENGER, ghost, wording),
        image=image,
        buttons=((again,),),
        audience=Audience.SECRET,
    )
