"""What one platform's commands are done with."""

from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import ParamSpec, TypeVar

from core.lexicon import Lexicon
from core.ports import Clock
from core.services.calendar import Calendar
from core.services.dailies import DailiesService
from core.services.house import HouseService
from core.services.linking import LinkingService
from core.services.privacy import PrivacyService
from core.services.rounds import RoundsService
from core.services.settings import SettingsService
from core.services.standings import StandingsService
from core.services.wordle_shelf import WordleShelf
from core.services.wordles import WordlesService

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Services:
    """All that one platform's commands need. `lexicon` opens a word list, and may take a second.

    `shelf` has the words and coaches of Wordle. Slow work is done in `executor` (None: the event
    loop's threads).
    """

    rounds: RoundsService
    standings: StandingsService
    house: HouseService
    settings: SettingsService
    privacy: PrivacyService
    dailies: DailiesService
    calendar: Calendar
    linking: LinkingService
    wordles: WordlesService
    shelf: WordleShelf
    lexicon: Callable[[str], Lexicon]
    clock: Clock
    executor: Executor | None = None

    async def work(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what slow `work` returns, done off the event loop."""
        call = partial(work, *args, **kwargs)
        return await get_running_loop().run_in_executor(self.executor, call)
