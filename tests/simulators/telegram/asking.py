"""The methods that ask about the bot and members."""

from tests.simulators.telegram.calls import Call
from tests.simulators.telegram.errors import Json, bad_request
from tests.simulators.telegram.members import Member
from tests.simulators.telegram.targets import chat_of
from tests.simulators.telegram.world import World


def get_me(world: World, call: Call) -> Json:
    """Carry out getMe; return the User, with what only getMe tells."""
    assert call.method
    return world.bot.to_json() | {
        "can_join_groups": True,
        "can_read_all_group_messages": not world.privacy,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def get_chat(world: World, call: Call) -> Json:
    """Carry out getChat; return the ChatFullInfo of a group, as far as bots read it."""
    chat = chat_of(world, call)
    delay = {"slow_mode_delay": chat.slow} if chat.slow else {}
    return {
        "id": chat.id,
        "type": chat.kind,
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(
            ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription"), False
        )
        | {"gifts_from_channels": False},
        "permissions": {"can_send_messages": not chat.muted},
    } | delay


def get_chat_member(world: World, call: Call) -> Json:
    """Carry out getChatMember; return the ChatMember."""
    chat = chat_of(world, call)
    number = call.integer("user_id")
    account = world.bot if number == world.bot.id else world.users.get(number)
    member = chat.members.get(number)
    if member:
        return member.to_json()
    if chat.hides_members:
        raise bad_request("member list is inaccessible", blame="world")
    if not account:
        raise bad_request("invalid user_id specified", blame="world")
    return Member(account, "left").to_json()
