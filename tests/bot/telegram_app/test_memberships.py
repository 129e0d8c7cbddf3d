"""Who is in a group, by what Telegram says."""

import pytest

from bot.telegram_app.memberships import MembersHidden
from core.ids import ChatRef, PlayerRef, Room
from tests.bot.telegram_app.stage import Stage, stage
from tests.simulators.telegram.chats import SimChat


async def is_in(scene: Stage, group: SimChat, number: int) -> bool | None:
    room = Room(ChatRef("telegram", str(group.id)))
    return await scene.app.is_member(room, PlayerRef("telegram", str(number)))


async def test_whoever_is_in_a_group_is_told() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        assert await is_in(scene, group, ada.id) is False
        group.join(ada)
        assert await is_in(scene, group, ada.id) is True
        for status, inside in (("restricted", True), ("kicked", False), ("left", False)):
            group.members[ada.id].status = status
            assert await is_in(scene, group, ada.id) is inside
        assert await is_in(scene, group, 7) is False  # nobody whom Telegram knows


async def test_an_error_is_no_answer() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        scene.sim.fail_next("getChatMember")
        assert await is_in(scene, group, ada.id) is None
        assert await is_in(scene, group, ada.id) is True


async def test_a_group_that_hides_its_members_says_what_would_help() -> None:
    async with stage() as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.hides_members = True
        with pytest.raises(MembersHidden, match="make Seize an admin"):
            await is_in(scene, group, ada.id)
