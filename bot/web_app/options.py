"""The options of the page's server, and the names of its rooms."""

from dataclasses import dataclass

from bot.addresses import Networks

PLATFORM = "web"
PORT = 8016  # by default; sixteen letters
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # of a room's code: no vowels, so that it spells nothing
CODE = 5  # letters of a room's code: three million rooms


@dataclass(frozen=True, slots=True)
class WebOptions:
    """The address to serve on (port 0: any free one), and the most connections at a time.

    Proxies of `trusted` networks tell whose connections theirs are. `public`: see Origins.
    """

    host: str = "0.0.0.0"  # noqa: S104 (friends on the same network are to come)
    port: int = PORT
    most: int = 1000
    trusted: Networks = ()
    public: str = ""
