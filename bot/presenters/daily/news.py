"""News of dailies that chats subscribe to: the end of a day, a reminder."""

from bot.messages import Button, Look, Reply
from bot.presenters.daily.pages import DailyView, fact
from bot.presenters.daily.texts import daily_title, seal_line, share, theme_line
from bot.presenters.leaderboards import MEDALS
from bot.presenters.people import called
from bot.presenters.texts import bold, paragraphs, plain
from bot.presenters.verdicts import word_points
from bot.presenters.wording import Wording
from core.services.calendar import DayNews, Reminder


def day_news(news: DayNews, wording: Wording, now: float) -> Reply:
    """Return the daily news of a chat: who won, which words were missed, what is on now."""
    over, gettext = DailyView(news.over, wording, now), wording.gettext
    podium = [
        bold(
            f"{MEDALS.get(each.rank, f'{each.rank}.')} "
            f"{called(each.line.name, each.line.player, wording)}",
            f" · {share(each.line.points, news.over.points, wording)}",
        )
        for each in news.podium.lines
    ]
    played = wording.ngettext("{count} player", "{count} players", news.players)
    world = fact(gettext("In the world"), played, wording)
    missed = ", ".join(word_points(found) for found in news.missed)
    words = [fact(gettext("Within reach"), missed, wording)] if missed else []
    today = [
        bold(daily_title(news.today, wording)),
        plain(theme_line(news.today, wording)),
    ]
    if news.seal:
        today.append(plain(seal_line(news.today.number + 1, news.seal, wording)))
    play = f"dday:{news.today.language}:{news.today.number}"
    return Reply(
        title=gettext("Daily {number} is over", number=news.over.number),
        body=paragraphs(
            podium or [plain(gettext("Nobody here has played it."))], [world, *words], today
        ),
        buttons=(
            (
                Button("▶ " + gettext("Play today's"), play, Look.MAIN),
                Button("🏆 " + gettext("Leaderboard"), f"dtop:{over.key}:day:chat"),
            ),
        ),
    )


def reminder(news: Reminder, wording: Wording) -> Reply:
    """Return the reminder of a player who asked for one."""
    view = theme_line(news.today, wording)
    lines = [plain(view)]
    if news.streak:
        kept = wording.ngettext(
            "It goes on with your streak of {count}.",
            "It goes on with your streak of {count}.",
            news.streak,
        )
        lines.append(plain(f"🔥 {kept}"))
    play = f"dday:{news.today.language}:{news.today.number}"
    return Reply(
        title=daily_title(news.today, wording),
        body=paragraphs(lines),
        buttons=(
            (
                Button("▶ " + wording.gettext("Play today's"), play, Look.MAIN),
                Button(
                    "🔕 " + wording.gettext("No more reminders"), f"dbell:{news.today.language}:off"
                ),
            ),
        ),
    )
