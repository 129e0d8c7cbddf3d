"""Messages, files, clicks and reactions: what is kept, and what gets stale."""

from collections.abc import Awaitable
from typing import Any

import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    InputMediaDocument,
    InputMediaPhoto,
    MessageEntity,
    ReplyParameters,
    User,
)
from telegram.error import (
    BadRequest,
)

from tests.helpers.fakes import FakeClock
from tests.simulators.telegram import SimGroup, TelegramSimulator
from tests.simulators.telegram.client import UNLIMITED, bot_of, keyboard, picture, updates


async def test_a_file_can_be_downloaded(bot: Bot, group: SimGroup) -> None:
    sent = await bot.send_document(group.id, b"words", filename="words.txt", caption="list")
    assert group.last
    assert group.last.document
    assert (group.last.document.filename, group.last.text) == ("words.txt", "list")
    assert sent.document
    file = await sent.document.get_file()
    assert bytes(await file.download_as_bytearray()) == b"words"
    with pytest.raises(BadRequest, match="Type of file mismatch"):
        await bot.send_photo(group.id, sent.document.file_id)
    photo = (await bot.send_photo(group.id, picture())).photo[-1]
    await bot.send_photo(group.id, photo.file_id)


async def test_media_are_grouped_and_edited(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    two = [InputMediaPhoto(picture()), InputMediaPhoto(picture(), caption="second")]
    assert len(await bot.send_media_group(group.id, two)) == 2
    sent = await bot.send_photo(group.id, picture(), caption="before")
    new = InputMediaPhoto(picture(30, 30), "<b>after</b>", parse_mode="HTML")
    await bot.edit_message_media(new, group.id, sent.message_id, reply_markup=keyboard("Go"))
    message = group.said("after")
    assert message
    assert message.photo
    assert (message.photo.width, message.kinds("bold")) == (30, ["after"])
    assert message.labels == [["Go"]]
    assert [version.text for version in message.history] == ["before"]
    await bot.edit_message_reply_markup(group.id, sent.message_id)
    assert message.buttons == []
    assert telegram.violations == []


async def test_an_edit_without_keyboard_takes_it_away(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    sent = await bot.send_message(group.id, "a", reply_markup=keyboard("Go"))
    await sent.edit_text("b")
    assert group.last
    assert group.last.buttons == []
    with pytest.raises(BadRequest, match="Message is not modified"):
        await sent.edit_text("b")
    assert telegram.wasted[0].startswith("editMessageText: Bad Request: message is not modified")
    assert telegram.violations == []


async def test_deleted_messages_cannot_be_used(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    sent = await bot.send_message(group.id, "a")
    message = group.last
    assert message
    group.delete(message)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await sent.edit_text("b")
    with pytest.raises(BadRequest, match="Message to delete not found"):
        await sent.delete()
    with pytest.raises(BadRequest, match="Message to be replied not found"):
        await sent.reply_text("b", do_quote=True)
    await bot.send_message(
        group.id,
        "c",
        reply_parameters=ReplyParameters(sent.message_id, allow_sending_without_reply=True),
    )
    assert group.last
    assert (group.last.text, group.last.reply_to) == ("c", None)
    assert telegram.violations == []


async def test_a_click_goes_stale() -> None:
    clock = FakeClock()
    async with TelegramSimulator(limits=UNLIMITED, monotonic=clock, query_seconds=10) as telegram:
        group = telegram.add_group("Words")
        ana = telegram.add_user("Ana")
        group.join(ana)
        async with bot_of(telegram) as bot:
            sent = await bot.send_message(group.id, "a", reply_markup=keyboard("Go"))
            message = group.find(sent.message_id)
            assert message
            queries = [await ana.clicks(message, "Go"), await ana.clicks(message, "press:Go")]
            with pytest.raises(LookupError):
                await ana.clicks(message, "Gone")
            await ana.clicks(message, "old data", stale=True)
            got = [one.callback_query for one in await updates(bot)]
            assert [one.data for one in got if one] == ["press:Go", "press:Go", "old data"]
            assert got[0]
            assert got[1]
            await got[0].answer()
            assert (await queries[0].answered()).text == ""
            clock.forward(11)
            await _refused(got[1].answer(), "Query is too old and response timeout expired")
            assert telegram.violations == []
            assert len(telegram.late) == 1
            assert len(telegram.unanswered) == 2
            await _refused(got[0].answer(), "Query is too old")
            assert len(telegram.violations) == 1


async def _refused(call: Awaitable[Any], why: str) -> None:
    with pytest.raises(BadRequest, match=why):
        await call


async def test_a_click_on_a_deleted_message_tells_little_of_it(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    ana = telegram.add_user("Ana")
    group.join(ana)
    await bot.send_message(group.id, "a", reply_markup=keyboard("Go"))
    assert group.last
    message = group.last
    group.delete(message)
    await ana.clicks(message, "press:Go", stale=True)
    query = (await updates(bot))[0].callback_query
    assert query
    assert query.message
    assert not query.message.is_accessible


async def test_the_bot_reacts_once(telegram: TelegramSimulator, bot: Bot, group: SimGroup) -> None:
    ana = telegram.add_user("Ana")
    group.join(ana)
    said = await ana.says(group, "/word")
    await bot.set_message_reaction(group.id, said.message_id, "🤷‍♂️")
    await bot.set_message_reaction(group.id, said.message_id, "👍")
    assert said.reactions == {telegram.bot.id: "👍"}
    group.available_reactions = {"👍"}
    assert (await bot.get_chat(group.id)).available_reactions
    with pytest.raises(BadRequest, match="Reaction_invalid"):
        await bot.set_message_reaction(group.id, said.message_id, "👎")
    assert telegram.violations == []
    with pytest.raises(BadRequest, match="Reaction_invalid"):
        await bot.set_message_reaction(group.id, said.message_id, "✅")
    with pytest.raises(BadRequest, match="Reactions_too_many"):
        await bot.set_message_reaction(group.id, said.message_id, ["👍", "🔥"])
    assert len(telegram.violations) == 2


async def test_commands_and_descriptions_are_kept_by_scope_and_language(
    telegram: TelegramSimulator, bot: Bot
) -> None:
    await bot.set_my_commands([("play", "Play")])
    scope = BotCommandScopeAllGroupChats()
    await bot.set_my_commands([("jouer", "Jouer")], scope=scope, language_code="fr")
    assert telegram.commands() == [{"command": "play", "description": "Play"}]
    assert telegram.commands("all_group_chats", "fr")[0]["command"] == "jouer"
    assert list(await bot.get_my_commands()) == [BotCommand("play", "Play")]
    await bot.delete_my_commands()
    assert list(await bot.get_my_commands()) == []
    assert telegram.command_writes == 3
    await bot.set_my_short_description("Words", language_code="fr")
    assert telegram.profile_text("short_description", "fr") == "Words"
    assert (await bot.get_my_short_description("fr")).short_description == "Words"
    assert (await bot.get_my_description()).description == ""


async def test_messages_can_be_deleted_for_two_days() -> None:
    clock = FakeClock()
    async with TelegramSimulator(limits=UNLIMITED, clock=clock) as telegram:
        group = telegram.add_group("Words")
        ana = telegram.add_user("Ana")
        group.join(ana)
        async with bot_of(telegram) as bot:
            sent = [await bot.send_message(group.id, text) for text in "abc"]
            hers = await ana.says(group, "/play")
            await sent[0].delete()
            group.promote_bot()
            await bot.delete_messages(group.id, [99, sent[1].message_id, hers.message_id])
            assert [message.text for message in group.bot_messages] == ["c"]
            assert hers.deleted
            clock.forward(48 * 3600 + 1)
            await _refused(sent[2].delete(), "Message can't be deleted")
        assert telegram.violations == []
        assert len(telegram.late) == 1


async def test_only_a_hundred_entities_are_kept(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    await bot.send_message(group.id, "<b>x</b> " * 101, parse_mode="HTML")
    assert group.last
    assert len(group.last.entities) == 100
    assert telegram.violations == ["sendMessage: of 101 entities only 100 are kept"]


async def test_entities_can_be_given_as_such(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    ana = telegram.add_user("Ana")
    group.join(ana)
    user = User(ana.id, "Ana", is_bot=False)
    entities = [MessageEntity("bold", 0, 2), MessageEntity("text_mention", 3, 3, user=user)]
    await bot.send_message(group.id, "hi Ana", entities=entities)
    assert group.last
    assert (group.last.kinds("bold"), group.last.pings) == (["hi"], [ana])
    with pytest.raises(BadRequest, match="entity lies beyond the text"):
        await bot.send_photo(group.id, picture(), "hi", caption_entities=entities)


async def test_captions_are_edited_and_media_put_into_texts(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    photo = await bot.send_photo(group.id, picture(), "before", reply_markup=keyboard("Go"))
    await photo.edit_caption("<u>after</u>", parse_mode="HTML", reply_markup=keyboard("Go"))
    with pytest.raises(BadRequest, match="Message is not modified"):
        await photo.edit_caption("<u>after</u>", parse_mode="HTML", reply_markup=keyboard("Go"))
    with pytest.raises(BadRequest, match="Message is not modified"):
        await photo.edit_reply_markup(keyboard("Go"))
    text = await bot.send_message(group.id, "text")
    await text.edit_media(InputMediaDocument(b"words", caption="list"))
    assert group.last
    assert group.last.document
    assert (group.last.text, group.last.photo) == ("list", None)
    assert (len(telegram.wasted), telegram.violations) == (2, [])
