"""Interactions as sent to the bot: their JSON, with every mandatory field.

Source: Discord docs, Receiving and Responding: Interaction Structure, Interaction Context
Types, Authorizing Integration Owners Object.
"""

import secrets
from typing import TYPE_CHECKING

from tests.simulators.discord import payloads
from tests.simulators.discord.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    MODAL_SUBMIT,
    SimInteraction,
)
from tests.simulators.discord.messages import SimMessage, event_payload
from tests.simulators.discord.permissions import DIRECT, Permission
from tests.simulators.discord.shapes import Json

if TYPE_CHECKING:
    from tests.simulators.discord.world import Channel, User

GUILD, BOT_DM, PRIVATE_CHANNEL = 0, 1, 2


def context_of(channel: "Channel") -> int:
    """Return the interaction context type of a channel."""
    if channel.guild:
        return GUILD
    return BOT_DM if channel.sim.me in channel.recipients else PRIVATE_CHANNEL


def owners_of(user: "User", channel: "Channel", types: list[int]) -> dict[str, str]:
    """Return who authorized the app here, among the installations that a command takes."""
    owners: dict[str, str] = {}
    context = context_of(channel)
    if 0 in types and context == GUILD and channel.guild and channel.guild.has_bot:
        owners["0"] = str(channel.guild.id)
    if 0 in types and context == BOT_DM:
        owners["0"] = "0"
    if 1 in types and user.installed:
        owners["1"] = str(user.id)
    return owners


def send(
    type_: int,
    user: "User",
    channel: "Channel",
    owners: dict[str, str],
    data: Json,
    what: str,
    message: SimMessage | None = None,
) -> SimInteraction:
    """Send an interaction to the bot; return it."""
    sim = channel.sim
    by_command = type_ in (COMMAND, AUTOCOMPLETE) or (type_ == MODAL_SUBMIT and message is None)
    interaction = SimInteraction(
        sim, sim.ids.new(), f"aW50ZXJhY3Rpb246{secrets.token_hex(16)}", type_, user, channel,
        owners, what, sim.monotonic(), message, by_command,
    )  # fmt: skip
    sim.interactions[interaction.token] = interaction
    payload = _payload(interaction, data)
    interaction.heard = sim.dispatch("INTERACTION_CREATE", payload, channel.guild)
    return interaction


def _payload(interaction: SimInteraction, data: Json) -> Json:
    sim, channel, user = interaction.sim, interaction.channel, interaction.user
    payload: Json = {
        "id": str(interaction.id),
        "application_id": str(sim.application_id),
        "type": interaction.type,
        "data": data,
        "token": interaction.token,
        "version": 1,
        "channel_id": str(channel.id),
        "channel": payloads.channel(channel),
        "app_permissions": str(int(_app_permissions(channel))),
        "locale": user.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": interaction.owners,
        "context": context_of(channel),
        "attachment_size_limit": sim.attachment_limit,
    }
    guild = channel.guild
    if guild is None:
        payload["user"] = payloads.user(user)
    else:
        may = channel.user_permissions(user)
        payload["channel"] |= {"permissions": str(int(may))}
        member = payloads.member(guild, guild.members[user.id])
        payload |= {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": member | {"permissions": str(int(may))},
        }
    if interaction.source:
        # An interaction shows its message whole, whatever the intents.
        payload["message"] = event_payload(interaction.source)
    return payload


def _app_permissions(channel: "Channel") -> Permission:
    if channel.guild and not channel.guild.has_bot:
        return DIRECT & ~Permission.MENTION_EVERYONE
    return channel.bot_permissions() or DIRECT
