"""Accounts, and what they are in a chat (Bot API: User, ChatMember)."""

from dataclasses import dataclass, field

from tests.simulators.telegram.errors import Json

ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
)
# Bot API: ChatPermissions.
SEND_RIGHTS = {
    "can_send_messages": "text messages",
    "can_send_audios": "audio",
    "can_send_documents": "documents",
    "can_send_photos": "photos",
    "can_send_videos": "videos",
    "can_send_video_notes": "video notes",
    "can_send_voice_notes": "voice messages",
    "can_send_polls": "polls",
    "can_send_other_messages": "stickers",
}
OTHER_RIGHTS = (
    "can_add_web_page_previews",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
    "can_react_to_messages",
    "can_edit_tag",
)
PRESENT = {"creator", "administrator", "member", "restricted"}


@dataclass(eq=False)
class Account:
    """A person or a bot."""

    id: int
    first_name: str
    username: str = ""
    language_code: str = ""
    is_bot: bool = False

    def to_json(self) -> Json:
        """Return the User."""
        user: Json = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        if self.username:
            user["username"] = self.username
        if self.language_code:
            user["language_code"] = self.language_code
        return user

    def __repr__(self) -> str:
        return f"<{self.first_name}>"


@dataclass
class Member:
    """A member of a chat; a status is one of those of the Bot API's ChatMember."""

    account: Account
    status: str = "member"
    denied: set[str] = field(default_factory=set)

    @property
    def present(self) -> bool:
        """Whether the account is in the chat."""
        return self.status in PRESENT

    @property
    def is_admin(self) -> bool:
        """Whether the account runs the chat."""
        return self.status in {"creator", "administrator"}

    def to_json(self) -> Json:
        """Return the ChatMember, with every field that its status calls for."""
        body: Json = {"user": self.account.to_json(), "status": self.status}
        if self.status == "creator":
            body["is_anonymous"] = False
        elif self.status == "administrator":
            body |= {"can_be_edited": False, "is_anonymous": False}
            body |= {right: right not in self.denied for right in ADMIN_RIGHTS}
        elif self.status == "restricted":
            body |= {"is_member": True, "until_date": 0}
            rights = (*SEND_RIGHTS, *OTHER_RIGHTS)
            body |= {right: right not in self.denied for right in rights}
        elif self.status == "kicked":
            body["until_date"] = 0
        return body
