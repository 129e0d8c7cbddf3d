"""The settings of the Discord adapter."""

from dataclasses import dataclass, field

PLATFORM = "discord"
API_URL = "https://discord.com/api/v10"
GATEWAY_URL = "wss://gateway.discord.gg/"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordOptions:
    """The address of Discord, the bot's token, and the times that answers take.

    `message_content`: ask for the texts of messages, so that words can just be typed. `shards`: at
    least so many, or as many as Discord asks for (0). `patience`
    is how many seconds an answer may take before it is announced (Discord waits 3);
    `edit_patience` how many an edit may be held up before it counts as refused;
    `settling` how long no guild must come before all are taken to have come; `pause` the
    first of the growing backoff between tries.
    """

    token: str = field(repr=False)
    api_url: str = API_URL
    gateway_url: str = GATEWAY_URL
    message_content: bool = True
    shards: int = 0
    patience: float = 0.5
    edit_patience: float = 6.0  # five edits in five seconds are a channel's share
    settling: float = 2.0
    pause: float = 0.5
