"""The services and dispatchers of the platforms, put together."""

from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import randbelow

import numpy as np

from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.chat.page_links import PageLinks
from bot.chat.services import Services
from bot.codes import draw_code
from bot.messages import Outbox
from core.generator import seeds_of
from core.ids import PlayerRef, private_chat
from core.lexicon import Lexicon
from core.ports import Clock, Store
from core.services.calendar import Calendar
from core.services.dailies import DailiesService
from core.services.daily_maker import DailyMaker
from core.services.dealer import Dealer
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
class Assembly:
    """Builds each platform's services. `choose` draws the words of Wordle: 0 to n - 1.

    The platforms of `split` are served shard by shard, by several processes; `owner` is this one.
    """

    store: Store
    lexicon: Callable[[str], Lexicon]
    rng: np.random.Generator
    clock: Clock
    metrics: Metrics
    maker: DailyMaker
    workers: Workers = field(default_factory=Workers)
    choose: Callable[[int], int] = randbelow
    split: frozenset[str] = frozenset()
    owner: str = ""
    page: PageLinks | None = None
    shelf: WordleShelf = field(init=False)
    secrets: SecretsService = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "shelf", WordleShelf(self.lexicon, self.workers))
        (rng,) = self.rng.spawn(1)
        dealer = Dealer(self.lexicon, seeds_of(rng), self.workers)
        object.__setattr__(self, "secrets", SecretsService(self.store, dealer, self.clock))

    def services(self, platform: str, dealer: Dealer | None = None) -> Services:
        """Return the services of a platform; `dealer` instead of one for random grids."""
        dealer = dealer or Dealer(self.lexicon, seeds_of(self.rng), self.workers)
        rounds = RoundsService(
            self.store,
            dealer,
            self.clock,
            {platform},
            shared=platform in self.split,
            owner=self.owner,
        )
        dailies = DailiesService(self.store, self.clock, self.maker, rounds, dealer)
        settings = SettingsService(self.store, self.clock)

        def forgotten(player: PlayerRef) -> None:
            rounds.reread(player)
            settings.reread(private_chat(player))

        return Services(
            rounds=rounds,
            standings=StandingsService(self.store),
            ratings=RatingsService(self.store),
            house=HouseService(self.store, self.lexicon, self.workers),
            settings=settings,
            privacy=PrivacyService(self.store, forgotten),
            dailies=dailies,
            practice=PracticeService(self.store, self.clock, rounds, dealer),
            duels=DuelsService(self.store, self.clock, rounds, dealer, draw_code),
            ghosts=GhostsService(self.store, self.clock, rounds, dealer, settings.of),
            calendar=Calendar(self.store, self.clock, dailies, rounds.served),
            linking=LinkingService(self.store, self.clock, draw_code),
            wordles=WordlesService(self.store, self.clock, self.shelf.words, self.choose),
            shelf=self.shelf,
            secrets=self.secrets,
            lexicon=self.lexicon,
            clock=self.clock,
            workers=self.workers,
            page=self.page,
        )

    def dispatcher(self, outbox: Outbox) -> Dispatcher:
        """Return the dispatcher of a platform."""
        return Dispatcher(self.services(outbox.platform), outbox, self.metrics)
