"""Discord as a bot meets it: REST v10 and the gateway on 127.0.0.1, strict about every limit.

`server.DiscordSimulator` is what a test starts; `people.Person` is what it acts with.
"""

from tests.simulators.discord.interactions import SimInteraction
from tests.simulators.discord.messages import SimMessage
from tests.simulators.discord.people import NotPossible, Person
from tests.simulators.discord.server import DiscordSimulator
from tests.simulators.discord.world import Channel, Guild

__all__ = [
    "Channel",
    "DiscordSimulator",
    "Guild",
    "NotPossible",
    "Person",
    "SimInteraction",
    "SimMessage",
]
