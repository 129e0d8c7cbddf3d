"""The effect of a result on ratings, in the unit of work that stores it."""

from collections.abc import Mapping, Sequence

from core.chats.players import FORGOTTEN
from core.duels.duel import Duel, Ending, Side
from core.ids import PlayerRef
from core.ports import UnitOfWork
from core.ratings import MOST_OF_A_PAIR, is_late, rated, week_of
from core.rounds.events import WordJudged
from core.rounds.record import RoundRecord
from core.standings import Score, world_day

_COUNTING = (Ending.PLAYED, Ending.EXPIRED, Ending.RESIGNED)


async def rate_round(
    work: UnitOfWork, record: RoundRecord, scores: Sequence[Score], plays: Sequence[WordJudged]
) -> None:
    """Rate who was in a round of a room from early on, if these are two or more.

    Whoever was forgotten since has no rating; and what a page says of its times gains no place.
    """
    first: dict[PlayerRef, float] = {}
    for play in plays:
        if play.verdict.accepted:
            first.setdefault(play.player, play.came)
    on_time = [
        score
        for score in scores
        if not is_late(first[score.player], record.starts_at, record.deadline)
        and score.player.platform != FORGOTTEN
    ]
    places = {score.player: score.rank for score in on_time}
    await _rate(work, record.lexicon.language, places, record.starts_at)


async def rate_duel(work: UnitOfWork, duel: Duel) -> None:
    """Rate a ranked duel that has just ended, if anybody has played in it."""
    opponent = duel.opponent
    if not duel.ranked or opponent is None or duel.ending not in _COUNTING:
        return
    if not any(duel.runs):
        return
    won = duel.winner
    places = {
        player: 1 if won in (None, side) else 2
        for side, player in ((Side.CHALLENGER, duel.challenger), (Side.OPPONENT, opponent))
    }
    await _rate(work, duel.language, places, duel.ended_at or duel.made_at)


async def _rate(
    work: UnitOfWork, language: str, places: Mapping[PlayerRef, int], at: float
) -> None:
    """Rate players by their places; of two, only so often a week."""
    persons: dict[PlayerRef, int] = {}
    for player, place in places.items():
        accounts = await work.links.accounts(player)
        persons.setdefault(accounts[0], place)
    if len(persons) < 2:
        return
    players = list(persons)
    if len(players) == 2:
        met = await work.ratings.meet(players[0], players[1], language, week_of(world_day(at)))
        if met > MOST_OF_A_PAIR:
            return
    before = [await work.ratings.of(player, language) for player in players]
    after = rated(before, [persons[player] for player in players])
    for player, rating in zip(players, after, strict=True):
        await work.ratings.put(player, language, rating)
