"""What Seize must be allowed to do in a channel, by the names that Discord shows."""

import logging
from collections.abc import Mapping

import discord

logger = logging.getLogger(__name__)

NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
}
IN_THREADS = {"send_messages": ("send_messages_in_threads", "Send Messages in Threads")}
WISHED = {"read_message_history": "Read Message History", "add_reactions": "Add Reactions"}


def missing(may: discord.Permissions, *, thread: bool) -> list[str]:
    """Return the names of permissions without which no round can be played."""
    needed = dict(NEEDED)
    if thread:
        for flag, (other, name) in IN_THREADS.items():
            needed.pop(flag)
            needed[other] = name
    return _lacking(may, needed)


def note_wished(may: discord.Permissions) -> None:
    """Log the permissions that rounds are poorer without."""
    if lacking := _lacking(may, WISHED):
        logger.info("permissions wished for", extra={"missing": ", ".join(lacking)})


def invitation(application_id: int) -> str:
    """Return the address under which an admin adds Seize to a server."""
    flags = [*NEEDED, *WISHED, *(flag for flag, _ in IN_THREADS.values())]
    wanted = discord.Permissions(**dict.fromkeys(flags, True))
    return discord.utils.oauth_url(
        application_id, permissions=wanted, scopes=("bot", "applications.commands")
    )


def _lacking(may: discord.Permissions, needed: Mapping[str, str]) -> list[str]:
    if may.administrator:
        return []
    return [name for flag, name in needed.items() if not getattr(may, flag)]
