"""Dailies: the page of one, an attempt at it, its card, key and leaderboards."""

from dataclasses import replace
from functools import partial

from bot.chat.context import Answer, Context
from bot.chat.handlers.own_rounds import begin_or_show, running
from bot.messages import Audience, File, Reply
from bot.presenters.daily.leaderboards import DailyBoardView
from bot.presenters.daily.pages import DailyView
from bot.presenters.hints import hint_reply
from bot.presenters.keys import KeyView
from bot.presenters.languages import language_label
from bot.presenters.pictures.spreads import spread_picture
from bot.presenters.texts import COMMAND_HERE, paragraphs, plain, with_command
from bot.presenters.wording import wording
from core.daily.puzzle import Puzzle
from core.errors import translatable
from core.languages import languages
from core.rounds.purpose import ForDaily
from core.services.dailies import Watched
from core.services.hints import hint
from core.services.refusals import NoDaily
from core.standings import Period
from core.texts import whole_number

_YESTERDAY = translatable("yesterday")
_HOUR = 9  # at which players are reminded, unless they set another


async def daily(context: Context) -> Answer:
    """Show today's daily, yesterday's, or the one of a number."""
    return await _page(context, await _asked(context))


async def show_day(context: Context) -> Answer:
    """Show the page of a daily that a button names."""
    return await _page(context, await _puzzle(context), replaces=True)


async def start(context: Context) -> Answer:
    """Begin an attempt, or show the round of one's own that is running."""
    puzzle, dailies = await _puzzle(context), context.services.dailies
    ranked = context.arg("fun") is None and not _is_at(context, puzzle)
    if ranked and await _is_for_fun(context, puzzle):
        return await _page(context, puzzle, replaces=True)  # it was ranked when that was shown
    return await begin_or_show(context, lambda: dailies.open(puzzle, context.member))


async def give_hint(context: Context) -> Answer:
    """Tell where words of a daily begin that is played for fun."""
    services = context.services
    told = await hint(services.rounds, services.secrets, context.member.ref)
    return hint_reply(told, context.own)


async def card(context: Context) -> Answer:
    """Show how the ranked attempt of who asks went."""
    view = await _view(context)
    outcome = await context.services.dailies.outcome(view.puzzle, context.member.ref)
    if outcome is None:
        return await _page(context, view.puzzle)
    return view.card(outcome)


async def share(context: Context) -> Answer:
    """Give the text to be shared."""
    view = await _view(context)
    outcome = await context.services.dailies.outcome(view.puzzle, context.member.ref)
    if outcome is None:
        return await _page(context, view.puzzle)
    return view.shared(outcome)


async def key(context: Context) -> Answer:
    """Show a page of the answer key of a daily whose day is over."""
    puzzle = await _puzzle(context)
    solution = await context.services.dailies.key(puzzle)
    view = KeyView(solution, puzzle.lexicon.name, context.own)
    view = replace(view, turning=f"dkey:{puzzle.language}:{puzzle.number}")
    page, image, file = context.number("page"), None, None
    if page == 0:
        image, file = await context.views.picture(view.picture, context.mine.board), view.file()
    return replace(view.page(page, image, file=file), audience=Audience.ASKER)


async def leaderboard(context: Context) -> Answer:
    """Show who leads: of the day, the week, the month or all time, here or in the world."""
    services, here = context.services, await context.leaderboard_chat()
    view = replace(await _view(context), chat=here.id if here else "")
    known = {str(period): period for period in Period}
    period = known.get(context.arg("period") or "", Period.DAY)
    chat = None if context.arg("scope") == "world" else here
    board = await services.dailies.board(
        view.puzzle.language, period, view.puzzle.day, chat, context.member.ref
    )
    watched = Watched()
    moderates = not context.request.alone and context.settings.may_moderate(context.member)
    if moderates and period is Period.DAY:
        watched = await services.dailies.watched(view.puzzle, here)
    turned = context.arg("scope") is not None
    return DailyBoardView(view, board).reply(watched, replaces=turned)


async def statistics(context: Context) -> Answer:
    """Show how many played a daily, and how their points spread."""
    view, image = await _view(context), None
    if points := await context.services.dailies.points(view.puzzle):
        draw = partial(spread_picture, points, context.own)
        image = await context.views.picture(draw, context.mine.board)
    return view.statistics(points, image)


async def proof(context: Context) -> Answer:
    """Give what it takes to verify a daily whose day is over, as a file."""
    view = await _view(context)
    kept = await context.services.dailies.proof(view.puzzle)
    name = f"daily-{view.puzzle.language}-{view.puzzle.number}.json"
    told = context.own.gettext(
        "With this file anybody can find the grid again: {command}", command=COMMAND_HERE
    )
    return Reply(
        body=with_command(told, f"seize daily verify --file {name}"),
        file=File(name, kept.to_json().encode()),
        audience=Audience.ASKER,
    )


async def remind(context: Context) -> Answer:
    """Remind who asks of the dailies, in private at an hour of theirs, or do so no more."""
    services, home = context.services, context.home.chat
    asked = context.arg("wanted") or ("on" if context.mine.daily is None else "off")
    wanted = asked == "on"
    hour = _HOUR if context.mine.daily is None else context.mine.daily
    mine = await services.settings.ensure_language(home, context.own.language)
    if wanted:
        await services.dailies.today(mine.language_code)  # refuses a language that has none
    me, at = replace(context.member, admin=True), context.request.at
    mine = await services.settings.change(home, me, "daily", str(hour) if wanted else None, at)
    gettext = context.own.gettext
    if not wanted:
        return Reply(body=plain(gettext("No more reminders.")), audience=Audience.ASKER)
    await services.calendar.begin(home, mine)
    told = gettext(
        "Reminder set: the daily in {language} at {hour}:00 ({zone}), unless you have played it "
        "by then.",
        language=language_label(mine.language_code, context.own),
        hour=hour,
        zone=mine.timezone,
    )
    note = gettext("In our private chat, change that with {command}", command=COMMAND_HERE)
    command = f"{context.command('settings')} daily 20"
    return Reply(
        body=paragraphs([plain(f"🔔 {told}")], [with_command(note, command)]),
        audience=Audience.ASKER,
    )


async def _is_for_fun(context: Context, puzzle: Puzzle) -> bool:
    dailies, now = context.services.dailies, context.services.clock()
    return puzzle.is_over(now) or await dailies.is_spent(puzzle, context.member.ref)


async def _asked(context: Context) -> Puzzle:
    dailies, language = context.services.dailies, context.language
    text = (context.arg("day") or "").strip().lower()
    if not text:
        return await dailies.today(language)
    if text in {wording(code).gettext(_YESTERDAY).lower() for code in languages()}:
        return await dailies.yesterday(language)
    number = whole_number(text, digits=12)
    if number is None:
        raise NoDaily.text(text)
    return await dailies.numbered(language, number)


async def _puzzle(context: Context) -> Puzzle:
    """Return the puzzle that a button names: a language and a number."""
    language, number = context.arg("language") or "", context.number("number")
    return await context.services.dailies.numbered(language, number)


async def _view(context: Context) -> DailyView:
    return DailyView(await _puzzle(context), context.own, context.services.clock())


async def _page(context: Context, puzzle: Puzzle, *, replaces: bool = False) -> Reply:
    services, member = context.services, context.member
    here = await context.leaderboard_chat()
    view = DailyView(
        puzzle,
        context.own,
        services.clock(),
        here.id if here else "",
        services.page.own(member.ref, puzzle.ends_at) if services.page else "",
    )
    return view.page(
        await services.dailies.page(puzzle, member.ref),
        running=_is_at(context, puzzle),
        reminded=context.mine.daily is not None,
        replaces=replaces,
    )


def _is_at(context: Context, puzzle: Puzzle) -> bool:
    """Return whether the requester is in the middle of an attempt at a puzzle."""
    on = running(context)
    return on is not None and isinstance(on.purpose, ForDaily) and on.purpose.puzzle == puzzle.id
