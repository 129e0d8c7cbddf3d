"""Endpoints of interactions: the callback, the original answer, the followups.

Source: Discord docs, Interactions: Receiving and Responding.
"""

from tests.simulators.discord import bodies, writing
from tests.simulators.discord.command_rules import check_choices
from tests.simulators.discord.components import check_modal
from tests.simulators.discord.errors import (
    Form,
    Refusal,
    empty_message,
    unknown_interaction,
    unknown_message,
)
from tests.simulators.discord.interactions import (
    AUTOCOMPLETE,
    CHOICES,
    DEFER,
    DEFER_UPDATE,
    MODAL,
    MODAL_SUBMIT,
    REPLY,
    UPDATE,
    Modal,
    SimInteraction,
)
from tests.simulators.discord.messages import (
    CHAT_INPUT_COMMAND,
    DEFAULT,
    EPHEMERAL,
    LOADING,
    SimMessage,
)
from tests.simulators.discord.rest import Answer, Call, Endpoint, endpoint
from tests.simulators.discord.rest_messages import edit_checked
from tests.simulators.discord.shapes import Json

FOLLOWUPS_WITHOUT_BOT = 5


def callback(call: Call) -> Answer:
    """Create Interaction Response."""
    interaction = call.sim.interactions.get(call.params["token"])
    if interaction is None or str(interaction.id) != call.params["interaction_id"]:
        raise unknown_interaction(late=False)
    if interaction.callback is not None:
        text = "Interaction has already been acknowledged."
        raise Refusal(400, 40060, text, mistake=interaction.heard < 2)
    if interaction.age > call.sim.callback_deadline:
        raise unknown_interaction(late=True)
    body = call.body if isinstance(call.body, dict) else {}
    kind = _allowed_kind(interaction, body.get("type"))
    _respond(call, interaction, kind, body.get("data"))
    interaction.callback = kind
    interaction.acknowledged_after = interaction.age
    if call.query.get("with_response") not in ("true", "True", "1"):
        return 204, None
    return 200, _callback_response(call, interaction, kind)


def _allowed_kind(interaction: SimInteraction, kind: object) -> int:
    # Interaction Callback Type: which answers which interaction takes.
    allowed = {REPLY, DEFER}
    if interaction.type == AUTOCOMPLETE:
        allowed = {CHOICES}
    else:
        allowed |= {DEFER_UPDATE, UPDATE} if interaction.source else set()
        allowed |= {MODAL} if interaction.type != MODAL_SUBMIT else set()
    form = Form()
    form.choice(("type",), kind, allowed)
    form.finish()
    assert isinstance(kind, int)
    return kind


def _respond(call: Call, interaction: SimInteraction, kind: int, data: object) -> None:
    if kind == REPLY:
        interaction.original = _new(call, interaction, data)
    elif kind == DEFER:
        _defer(call, interaction, data)
    elif kind == UPDATE and interaction.source:
        _check_and_edit(call, interaction, interaction.source, data or {})
    elif kind == CHOICES:
        interaction.choices = _choices(data)
    elif kind == MODAL:
        modal = check_modal(data)
        values = (modal["title"], modal["custom_id"], modal["components"])
        interaction.modal = Modal(interaction, *values)


def _new(call: Call, interaction: SimInteraction, data: object) -> SimMessage:
    body = bodies.check_body(data, call.uploads, ephemeral_allowed=True)
    bodies.check_sizes(call.uploads, call.sim.attachment_limit)
    bodies.check_not_empty(body, bodies.merged_attachments(body, call.uploads, []))
    message = _blank(call, interaction, body.get("flags") or 0)
    may = interaction.channel.bot_permissions()
    return writing.create(call.sim, message, body, call.uploads, may)


def _blank(call: Call, interaction: SimInteraction, flags: int) -> SimMessage:
    type_ = CHAT_INPUT_COMMAND if interaction.by_command else DEFAULT
    message = SimMessage(call.sim.ids.new(), interaction.channel, call.sim.me, type=type_)
    guild = interaction.channel.guild
    # Without USE_EXTERNAL_APPS the answer is for its user alone, whatever the app asks.
    if guild and interaction.only_user_installed and not guild.allows_external_apps:
        flags |= EPHEMERAL
    message.flags = flags
    message.interaction = interaction
    if interaction.callback is None:
        interaction.ephemeral = message.ephemeral
    return message


def _defer(call: Call, interaction: SimInteraction, data: object) -> None:
    flags = (data.get("flags") or 0) if isinstance(data, dict) else 0
    if flags & ~EPHEMERAL:
        Form().refuse(("data", "flags"), "FLAGS_NOT_SETTABLE", "A deferral takes EPHEMERAL only.")
    interaction.original = _blank(call, interaction, flags)
    interaction.original.flags |= LOADING
    writing.publish(call.sim, interaction.original)


def _choices(data: object) -> list[Json]:
    form = Form()
    path = ("data", "choices")
    listed = data.get("choices") if isinstance(data, dict) else None
    choices = form.items(path, listed, 0, 25)
    check_choices(form, path, choices)
    form.finish()
    return choices


def _callback_response(call: Call, interaction: SimInteraction, kind: int) -> Json:
    answer: Json = {"id": str(interaction.id), "type": interaction.type}
    full: Json = {"interaction": answer, "resource": {"type": kind}}
    message = interaction.by_original()
    if message:
        answer |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.ephemeral,
        }
        if kind in (REPLY, UPDATE):
            full["resource"]["message"] = writing.shown(call.sim, message)
    return full


def _interaction_of(call: Call) -> SimInteraction:
    if call.params["webhook_id"] != str(call.sim.application_id):
        raise Refusal(404, 10015, "Unknown Webhook", mistake=True)
    interaction = call.sim.interactions.get(call.params["token"])
    if interaction is None or interaction.age > call.sim.token_lifetime:
        raise Refusal(401, 50027, "Invalid Webhook Token", mistake=True)
    if interaction.callback is None:
        raise Refusal(404, 10015, "Unknown Webhook", mistake=True)
    return interaction


def _message_of(call: Call, interaction: SimInteraction) -> SimMessage:
    name = call.params["message_id"]
    mine = [interaction.by_original(), *interaction.followups]
    for message in mine:
        wanted = message is mine[0] if name == "@original" else message and name == str(message.id)
        if message and wanted and not message.deleted:
            return message
    raise unknown_message()


def follow_up(call: Call) -> Answer:
    """Create Followup Message; right after a deferral it edits the loading message."""
    interaction = _interaction_of(call)
    if interaction.original and interaction.original.loading and not interaction.original.deleted:
        _check_and_edit(call, interaction, interaction.original, call.body)
        return 200, writing.shown(call.sim, interaction.original)
    if interaction.only_user_installed and len(interaction.followups) >= FOLLOWUPS_WITHOUT_BOT:
        text = "Interaction has reached its limit of follow-up messages"
        raise Refusal(400, 40094, text, mistake=True)
    message = _new(call, interaction, call.body)
    interaction.followups.append(message)
    return 200, writing.shown(call.sim, message)


def get_message(call: Call) -> Answer:
    """Get Original Interaction Response, Get Followup Message."""
    message = _message_of(call, _interaction_of(call))
    return 200, writing.shown(call.sim, message)


def edit_message(call: Call) -> Answer:
    """Edit Original Interaction Response, Edit Followup Message."""
    interaction = _interaction_of(call)
    message = _message_of(call, interaction)
    _check_and_edit(call, interaction, message, call.body)
    return 200, writing.shown(call.sim, message)


def _check_and_edit(
    call: Call, interaction: SimInteraction, message: SimMessage, body: object
) -> None:
    call.body = body
    if body == {} and message.loading:
        raise empty_message()
    edit_checked(call, message, interaction.channel.bot_permissions())
    if message is interaction.source:
        interaction.updated = True


def delete_message(call: Call) -> Answer:
    """Delete Original Interaction Response, Delete Followup Message."""
    writing.delete(call.sim, _message_of(call, _interaction_of(call)))
    return 204, None


HOOK = "/webhooks/{webhook_id}/{token}"
ENDPOINTS: list[Endpoint] = [
    endpoint("POST", "/interactions/{interaction_id}/{token}/callback", callback, "callbacks"),
    endpoint("POST", HOOK, follow_up, "webhooks"),
    endpoint("GET", f"{HOOK}/messages/{{message_id}}", get_message, "webhooks"),
    endpoint("PATCH", f"{HOOK}/messages/{{message_id}}", edit_message, "webhooks"),
    endpoint("DELETE", f"{HOOK}/messages/{{message_id}}", delete_message, "webhooks"),
]
