"""What stops Seize on Discord."""

from core.errors import SeizeError, translatable


class TokenRefused(SeizeError):
    """Discord knows no bot by the token."""

    def __init__(self) -> None:
        super().__init__(
            translatable(
                "Discord refuses SEIZE_DISCORD_TOKEN: copy the token anew from the developer "
                "portal (Bot, Reset Token)"
            )
        )


class GatewayRefused(SeizeError):
    """Discord closes the connection for good."""

    def __init__(self, code: int) -> None:
        super().__init__(
            translatable("Discord closed the connection for good (code {code}): upgrade Seize"),
            code=code,
        )
