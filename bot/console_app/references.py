"""References as a person writes them."""

from core.errors import SeizeError, translatable


def read_ref(text: str) -> tuple[str, str]:
    """Return the platform and the id that PLATFORM:ID names; raises SeizeError."""
    platform, _, external_id = text.partition(":")
    # What is no text, such as half of a pair, is nobody's id.
    if not (platform and external_id and text.isprintable()):
        raise SeizeError(
            translatable("{text!r} names nobody: write PLATFORM:ID, such as terminal:you"),
            text=text.encode(errors="replace").decode(),
        )
    return platform, external_id
