"""The services and dispatchers of the platforms, put together."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from bot.dispatcher import Dispatcher
from bot.messages import Outbox
from bot.metrics import Metrics
from bot.services import Services
from core.lexicon import Lexicon
from core.ports import Clock, Store
from core.services.dealing import Dealer
from core.services.house import HouseService
from core.services.privacy import PrivacyService
from core.services.rounds import RoundsService
from core.services.settings import SettingsService
from core.services.standings import StandingsService


@dataclass(frozen=True, slots=True)
class Desk:
    """What all platforms share."""

    store: Store
    lexicon: Callable[[str], Lexicon]
    rng: np.random.Generator
    clock: Clock
    metrics: Metrics
    executor: Executor | None = None

    def services(self, platform: str, dealer: Dealer | None = None) -> Services:
        """Return the services of a platform; `dealer` instead of one for random grids."""
        dealer = dealer or Dealer(self.lexicon, self.rng, self.executor)
        rounds = RoundsService(self.store, dealer, self.clock, {platform})
        return Services(
            rounds=rounds,
            standings=StandingsService(self.store),
            house=HouseService(self.store, self.lexicon),
            settings=SettingsService(self.store),
            privacy=PrivacyService(self.store, rounds.reread),
            lexicon=self.lexicon,
            clock=self.clock,
            executor=self.executor,
        )

    def dispatcher(self, outbox: Outbox) -> Dispatcher:
        """Return the dispatcher of a platform."""
        return Dispatcher(self.services(outbox.platform), outbox, self.metrics)
