"""What a bot sees in groups and topics, and how it is shut out of them."""

import pytest
from telegram import (
    Bot,
)
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
)

from tests.simulators.telegram import SimGroup, TelegramSimulator
from tests.simulators.telegram.client import UNLIMITED, bot_of, picture, texts, updates


async def said_in_group(telegram: TelegramSimulator, bot: Bot, group: SimGroup) -> list[str]:
    ana = telegram.add_user("Ana")
    group.join(ana)
    sent = await bot.send_message(group.id, "question")
    question = group.find(sent.message_id)
    await ana.says(group, "chatter")
    await ana.says(group, "hi @seize_bot")
    await ana.says(group, "/play")
    await ana.says(group, "/play@seize_bot fr")
    await ana.says(group, "/play@other_bot")
    await ana.says(group, "not /play")
    await ana.says(group, "answer", reply_to=question)
    await ana.says(group, "/stop@other_bot", reply_to=question)
    group.other_bot_says("beep")
    await ana.says(group, "/score")
    return await texts(bot)


MEANT = ["/play", "/play@seize_bot fr", "answer"]
ALL = [
    "chatter",
    "hi @seize_bot",
    "/play",
    "/play@seize_bot fr",
    "/play@other_bot",
    "not /play",
    "answer",
    "/stop@other_bot",
    "/score",
]


async def test_privacy_mode_lets_only_what_is_meant_for_the_bot(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    assert (await bot.get_me()).can_read_all_group_messages is False
    assert await said_in_group(telegram, bot, group) == MEANT


async def test_an_admin_gets_all(telegram: TelegramSimulator, bot: Bot, group: SimGroup) -> None:
    group.promote_bot()
    assert await said_in_group(telegram, bot, group) == ALL


async def test_without_privacy_mode_all_comes() -> None:
    async with TelegramSimulator(privacy=False, limits=UNLIMITED) as telegram:
        group = telegram.add_group("Words")
        async with bot_of(telegram) as bot:
            assert (await bot.get_me()).can_read_all_group_messages is True
            assert await said_in_group(telegram, bot, group) == ALL


async def test_messages_of_topics_tell_their_topic(telegram: TelegramSimulator, bot: Bot) -> None:
    forum = telegram.add_group("Forum", forum=True)
    ana = telegram.add_user("Ana")
    forum.join(ana)
    games = forum.add_topic("Games")
    await ana.says(forum, "/play", topic=games)
    await ana.says(forum, "/general")
    got = [one.message for one in await updates(bot) if one.message]
    created, in_topic, in_general = got
    assert created.forum_topic_created
    assert (in_topic.message_thread_id, in_topic.is_topic_message) == (games.thread_id, True)
    assert in_topic.reply_to_message
    assert in_topic.reply_to_message.forum_topic_created
    assert (in_general.message_thread_id, in_general.is_topic_message) == (None, None)

    await in_topic.reply_text("here")
    assert forum.last
    assert forum.last.topic is games
    await bot.send_message(forum.id, "there")
    assert forum.last.topic is None
    games.closed = True
    with pytest.raises(BadRequest, match="Topic_closed"):
        await bot.send_message(forum.id, "closed", message_thread_id=games.thread_id)
    games.deleted = True
    with pytest.raises(BadRequest, match="Message thread not found"):
        await bot.send_message(forum.id, "gone", message_thread_id=games.thread_id)
    assert telegram.violations == []
    for number in (1, 999):
        with pytest.raises(BadRequest, match="Message thread not found"):
            await bot.send_message(forum.id, "nowhere", message_thread_id=number)
    assert len(telegram.violations) == 2


async def test_an_answer_in_a_supergroup_makes_a_thread_that_is_no_topic(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    ana = telegram.add_user("Ana")
    group.join(ana)
    sent = await bot.send_message(group.id, "question")
    await ana.says(group, "answer", reply_to=group.find(sent.message_id))
    got = (await updates(bot))[0].message
    assert got
    assert (got.message_thread_id, got.is_topic_message) == (sent.message_id, None)
    with pytest.raises(BadRequest, match="thread not found"):
        await bot.send_message(group.id, "x", message_thread_id=got.message_thread_id)


async def test_a_group_becomes_a_supergroup(telegram: TelegramSimulator, bot: Bot) -> None:
    group = telegram.add_group("Words", supergroup=False)
    assert group.to_json()["type"] == "group"
    new = group.migrate()
    told = [one.message for one in await updates(bot) if one.message]
    assert [(one.chat.id, one.migrate_to_chat_id, one.migrate_from_chat_id) for one in told] == [
        (group.id, new.id, None),
        (new.id, None, group.id),
    ]
    with pytest.raises(ChatMigrated) as caught:
        await bot.send_message(group.id, "hello")
    assert caught.value.new_chat_id == new.id
    await bot.send_message(new.id, "hello")
    assert new.said("hello")
    assert telegram.violations == []


async def test_a_kicked_bot_is_told_and_refused(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    group.kick_bot()
    change = (await updates(bot))[0].my_chat_member
    assert change
    assert (change.old_chat_member.status, change.new_chat_member.status) == ("member", "kicked")
    with pytest.raises(Forbidden, match="bot was kicked from the supergroup chat"):
        await bot.send_message(group.id, "hello")
    group.add_bot()
    await bot.send_message(group.id, "hello")
    await bot.leave_chat(group.id)
    with pytest.raises(Forbidden, match="bot is not a member of the supergroup chat"):
        await bot.send_message(group.id, "hello")
    assert telegram.violations == []


async def test_people_start_and_block_the_bot(telegram: TelegramSimulator, bot: Bot) -> None:
    ana = telegram.add_user("Ana")
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await bot.send_message(ana.id, "hello")
    await ana.starts()
    await bot.send_message(ana.id, "hello")
    ana.blocks_bot()
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(ana.id, "hello")
    await ana.starts()
    await bot.send_message(ana.id, "welcome")
    changes = [one.my_chat_member for one in await updates(bot) if one.my_chat_member]
    assert [one.new_chat_member.status for one in changes] == ["kicked", "member"]
    assert telegram.violations == []


async def test_rights_to_send_can_be_taken(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    group.restrict_bot(can_send_photos=False)
    await bot.send_message(group.id, "hello")
    with pytest.raises(BadRequest, match="Not enough rights to send photos to the chat"):
        await bot.send_photo(group.id, picture())
    group.restrict_bot(can_send=False)
    with pytest.raises(BadRequest, match="Not enough rights to send text messages to the chat"):
        await bot.send_message(group.id, "hello")
    me = await bot.get_chat_member(group.id, bot.id)
    assert me.status == "restricted"
    group.restrict_bot()
    await bot.send_message(group.id, "hello")
    assert telegram.violations == []


async def test_questions_about_chats(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    ana, ben = telegram.add_user("Ana"), telegram.add_user("Ben")
    group.join(ana, admin=True)
    group.join(ben)
    assert (await bot.get_chat(group.id)).title == "Words"
    assert (await bot.get_chat_member(group.id, ana.id)).status == "administrator"
    assert (await bot.get_chat_member(group.id, telegram.add_user("Cy").id)).status == "left"
    admins = [one.user.first_name for one in await bot.get_chat_administrators(group.id)]
    assert admins == ["Owner", "Ana"]
    assert await bot.get_chat_member_count(group.id) == 4
    assert await bot.send_chat_action(group.id, "typing")
    group.leave(ben)
    assert await bot.get_chat_member_count(group.id) == 3
    with pytest.raises(BadRequest, match="Not enough rights to manage pinned messages"):
        await (await bot.send_message(group.id, "x")).pin()
    group.promote_bot()
    await (await bot.send_message(group.id, "y")).pin()
    pinned = (await bot.get_chat(group.id)).pinned_message
    assert pinned
    assert pinned.text == "y"


async def test_other_messages_than_texts_of_people(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    ana = telegram.add_user("Ana")
    await ana.starts()
    await ana.shows(ana.private, "words.txt", b"words")
    await ana.shows(ana.private, "words.txt", b"words", "list")
    group.anonymous_says("/play")
    _, plain, captioned, anonymous = [one.message for one in await updates(bot) if one.message]
    assert (plain.text, plain.caption, captioned.caption) == (None, None, "list")
    assert captioned.document
    file = await captioned.document.get_file()
    assert bytes(await file.download_as_bytearray()) == b"words"
    assert (anonymous.text, anonymous.from_user and anonymous.from_user.is_bot) == ("/play", True)
    assert anonymous.sender_chat
    assert anonymous.sender_chat.id == group.id
