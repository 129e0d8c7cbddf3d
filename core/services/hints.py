"""Hints: where the words begin that a player has not found, in what does not count."""

from dataclasses import dataclass

from core.errors import SeizeError, translatable
from core.grid import Grid
from core.ids import PlayerRef, own_room
from core.services.rounds import RoundsService
from core.services.secrets import SecretsService
from core.solver.solution import FoundWord


class NoHints(SeizeError):
    """Raised when a player is in no round that takes hints."""

    template = translatable("hints are only for a daily whose day is over, while you play it")


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for a grid.

    `begin`: how many words begin on each cell, as they are traced best; `within_reach`: one of
    them that the player can know, None if there is none.
    """

    grid: Grid
    begin: tuple[int, ...]
    within_reach: FoundWord | None


async def hint(rounds: RoundsService, secrets: SecretsService, player: PlayerRef) -> Hint:
    """Return a hint for what a player plays for fun; raises NoHints, SecretWords.

    Words of grids that are still played by others are left out of it.
    """
    room = own_room(player)
    round_, record = await rounds.running(room), rounds.live.record(room)
    if round_ is None or record is None or not record.purpose.takes_hints:
        raise NoHints
    if not await rounds.shows_words(record):  # it is for fun while others play for their rank
        raise NoHints
    result = round_.result()
    found = result.found_by(player)
    missed = [each for each in result.fit if each.word not in found]
    told = await secrets.tell(player, [each.word for each in missed])
    missed = [each for each in missed if each.word not in told.left_out]
    told.check(missed)
    lessons = await secrets.dealer.lessons(missed, (), record.lexicon.name)
    starts = [each.path[0] for each in missed]
    begin = tuple(map(starts.count, range(len(record.grid.tiles))))
    return Hint(record.grid, begin, next(iter(lessons.known), None))
