"""The methods that ask about the bot, chats, members and files, pin and leave."""

from tests.simulators.telegram.calls import Call
from tests.simulators.telegram.errors import Json, bad_request
from tests.simulators.telegram.members import Member
from tests.simulators.telegram.targets import chat_of, message_of
from tests.simulators.telegram.world import World

# Bot API: getFile: bots can download files of up to 20 MB.
DOWNLOAD_BYTES = 20 * 1024 * 1024


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
    """Carry out getChat; return the ChatFullInfo."""
    chat = chat_of(world, call)
    gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription")
    body = chat.to_json() | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys((*gifts, "gifts_from_channels"), False),
    }
    if chat.available_reactions is not None:
        emoji = sorted(chat.available_reactions)
        body["available_reactions"] = [{"type": "emoji", "emoji": one} for one in emoji]
    pinned = [message for message in chat.messages if message.pinned and not message.deleted]
    return body | ({"pinned_message": pinned[-1].to_json()} if pinned else {})


def get_chat_member(world: World, call: Call) -> Json:
    """Carry out getChatMember; return the ChatMember."""
    chat = chat_of(world, call)
    number = call.integer("user_id")
    account = world.bot if number == world.bot.id else world.users.get(number)
    member = chat.members.get(number)
    if member:
        return member.to_json()
    if not account:
        raise bad_request("invalid user_id specified")
    return Member(account, "left").to_json()


def get_chat_administrators(world: World, call: Call) -> list[Json]:
    """Carry out getChatAdministrators, which passes over other bots; return ChatMembers."""
    chat = chat_of(world, call)
    if chat.kind == "private":
        raise bad_request("there are no administrators in the private chat")
    return [
        member.to_json()
        for member in chat.members.values()
        if member.is_admin and (not member.account.is_bot or member.account is world.bot)
    ]


def get_chat_member_count(world: World, call: Call) -> int:
    """Carry out getChatMemberCount; return the number."""
    return len(chat_of(world, call).accounts)


def get_file(world: World, call: Call) -> Json:
    """Carry out getFile; return the File with the path to download it from."""
    file = world.files.get(call.text("file_id"))
    if not file:
        raise bad_request("invalid file_id")
    if len(file.content) > DOWNLOAD_BYTES:
        raise bad_request("file is too big")
    shared = ("file_id", "file_unique_id", "file_size")
    return {name: file.to_json()[name] for name in shared} | {"file_path": file.path}


def pin_chat_message(world: World, call: Call) -> bool:
    """Carry out pinChatMessage; return True."""
    return _pin(world, call, pinned=True)


def unpin_chat_message(world: World, call: Call) -> bool:
    """Carry out unpinChatMessage; return True."""
    return _pin(world, call, pinned=False)


def _pin(world: World, call: Call, *, pinned: bool) -> bool:
    chat = chat_of(world, call)
    message = message_of(call, chat, "pin" if pinned else "unpin")
    if chat.kind != "private" and not chat.bot_member.is_admin:
        why = "not enough rights to manage pinned messages in the chat"
        raise bad_request(why, blame="world")
    message.pinned = pinned
    world.changes.notify()
    return True


def leave_chat(world: World, call: Call) -> bool:
    """Carry out leaveChat; return True."""
    chat = chat_of(world, call)
    if chat.kind == "private":
        raise bad_request("chat member status can't be changed in private chats")
    chat.change_bot("left", world.bot)
    return True
