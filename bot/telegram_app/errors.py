"""The errors that stop Seize on Telegram, and the meaning of Telegram's own."""

from telegram.error import BadRequest, Forbidden, NetworkError, TelegramError

from core.errors import SeizeError, translatable


class TokenRefused(SeizeError):
    """Raised when Telegram knows no bot by the token."""

    def __init__(self) -> None:
        super().__init__(
            translatable("Telegram refuses the token: copy it again from {father} into {variable}"),
            father="@BotFather",
            variable="SEIZE_TELEGRAM_TOKEN",
        )


class WebhookRefused(SeizeError):
    """Raised when Telegram does not take the address, or nothing can listen on the port."""


# Parts of descriptions, in small letters: the Bot API has no codes for these.
_GONE = (
    "chat not found",
    "not enough rights",
    "have no rights to send",
    "chat_write_forbidden",
    "chat_send_plain_forbidden",
    "chat_restricted",
    "topic_closed",
    "topic_deleted",
    "message thread not found",
    "peer_id_invalid",
    "group chat was deactivated",
)
_NO_MEDIA = (
    "not enough rights to send photos",
    "not enough rights to send documents",
    "chat_send_photos_forbidden",
    "chat_send_docs_forbidden",
)
_LOST = ("message to edit not found", "message can't be edited", "message_id_invalid")
_NO_REACTIONS = ("reaction_invalid", "reactions_too_many", "not enough rights", "not allowed")


def _says(error: TelegramError, parts: tuple[str, ...]) -> bool:
    said = error.message.lower()
    return any(part in said for part in parts)


def may_pass(error: Exception) -> bool:
    """Return whether a call failed on its way, and may succeed another time."""
    return isinstance(error, NetworkError) and not isinstance(error, BadRequest)


def is_gone(error: TelegramError) -> bool:
    """Return whether the bot cannot speak there any more, or may not."""
    return isinstance(error, Forbidden) or (isinstance(error, BadRequest) and _says(error, _GONE))


def is_without_media(error: TelegramError) -> bool:
    """Return whether only texts may be sent there."""
    return _says(error, _NO_MEDIA)


def is_unchanged(error: TelegramError) -> bool:
    """Return whether an edit would have changed nothing."""
    return _says(error, ("message is not modified",))


def is_lost(error: TelegramError) -> bool:
    """Return whether a message is not there to be edited."""
    return _says(error, _LOST)


def is_other_kind(error: TelegramError) -> bool:
    """Return whether the message has a caption and no text, or the other way round."""
    return _says(error, ("there is no text in the message", "there is no caption in the message"))


def is_too_late(error: TelegramError) -> bool:
    """Return whether a press was answered already, or too late."""
    return _says(error, ("query is too old", "query id is invalid"))


def forbids_reactions(error: TelegramError) -> bool:
    """Return whether a chat does not take such a reaction from the bot at all."""
    return isinstance(error, Forbidden) or _says(error, _NO_REACTIONS)
