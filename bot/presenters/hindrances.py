"""What hinders words in a room, in words."""

from bot.hindrances import Hindered
from bot.presenters.wording import Wording


def hindrance_text(hindered: Hindered, wording: Wording) -> str:
    """Return what players are told: "⚠ Slow mode: one message every 30 s each; …"."""
    kind = hindered.kind
    label, told = wording.gettext(kind.label), wording.gettext(kind.told, **hindered.facts)
    return "⚠ " + wording.gettext("{label}: {value}", label=label, value=told)


def hindrance_line(hindered: Hindered, wording: Wording) -> str:
    """Return that with the remedy, for those who can mend it."""
    return f"{hindrance_text(hindered, wording)} → {wording.gettext(hindered.kind.remedy)}"
