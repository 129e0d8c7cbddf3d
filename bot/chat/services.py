"""The services behind the commands of one platform."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.chat.page_links import PageLinks
from core.lexicon import Lexicon
from core.ports import Clock
from core.services.calendar import Calendar
from core.services.dailies import DailiesService
from core.services.duels import DuelsService
from core.services.ghosts import GhostsService
from core.services.house import HouseService
from core.services.links import LinkingService
from core.services.practice import PracticeService
from core.services.privacy import PrivacyService
from core.services.ratings import RatingsService
from core.services.rounds import RoundsService
from core.services.secrets import SecretsService
from core.services.settings import SettingsService
from core.services.standings import StandingsService
from core.services.wordle_shelf import WordleShelf
from core.services.wordles import WordlesService
from core.services.workers import Workers


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one platform. `lexicon` opens a word list, and may take a second.

    `shelf` has the words and coaches of Wordle. `page` leads to the page, None where none is
    served.
    """

    rounds: RoundsService
    standings: StandingsService
    ratings: RatingsService
    house: HouseService
    settings: SettingsService
    privacy: PrivacyService
    dailies: DailiesService
    practice: PracticeService
    duels: DuelsService
    ghosts: GhostsService
    calendar: Calendar
    linking: LinkingService
    wordles: WordlesService
    shelf: WordleShelf
    secrets: SecretsService
    lexicon: Callable[[str], Lexicon]
    clock: Clock
    workers: Workers
    page: PageLinks | None = None
