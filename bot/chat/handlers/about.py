"""Help and rules."""

from bot.chat.context import Answer, Context
from bot.messages import Audience, Button, Reply, Span, Style
from bot.presenters.bonuses import legend
from bot.presenters.languages import lexicon_label
from bot.presenters.laws import LAWS
from bot.presenters.texts import COMMAND_HERE, Line, paragraphs, plain, with_command
from core.lexicon.catalogue import listing
from core.scoring import Rules, ruleset


async def show_help(context: Context) -> Answer:
    """List the commands."""
    own = context.own
    listed: list[Line] = [
        (
            Span(context.command(command.name), Style.COMMAND),
            Span(f" · {command.summary_in(own.language)}"),
        )
        for command in context.commands.values()
    ]
    start = own.gettext(
        "Sixteen letters, two minutes, every word you can trace. Start with {command}",
        command=COMMAND_HERE,
    )
    return Reply(
        title="Seize",
        body=paragraphs([with_command(start, context.command("play"))], listed),
        buttons=((Button("📖 " + own.gettext("Rules"), "rules"),),),
        audience=Audience.ASKER,
    )


async def rules(context: Context) -> Answer:
    """Tell how to play, and how words score in the round that is on, or in this chat."""
    own = context.own
    on = context.services.rounds.live.record(context.room)
    terms = on.terms if on else context.settings.terms()
    scoring = ruleset(terms.rules, listing(terms.lexicon).language)
    least = terms.min_length or scoring.min_length
    how = own.gettext(
        "Trace words over tiles that touch, in all eight directions; no tile twice in a word."
    )
    letters = own.gettext("Words have {least} letters or more, and each counts once.", least=least)
    if terms.rules is Rules.RUZZLE:
        points = own.gettext(
            "Points: the letters' values, with {bonuses}; "
            "then +5, +10, +15, +20, +25 for 5, 6, 7, 8, 9 letters or more.",
            bonuses=legend(own),
        )
    else:
        points = own.gettext(
            "Points: 1 for 3 or 4 letters, 2 for 5, 3 for 6, 5 for 7, 11 for 8 or more."
        )
    accents = own.gettext("Accents and capitals make no difference.")
    name = lexicon_label(terms.lexicon, own)
    facts = f"{name} · {terms.rules.capitalize()} · {terms.seconds} s"
    return Reply(
        title=own.gettext("Rules"),
        body=paragraphs(
            [plain(how), plain(letters), plain(accents)],
            [plain(points), plain(own.gettext(LAWS[terms.law]))],
            [plain(facts)],
        ),
        audience=Audience.ASKER,
    )


async def expired(context: Context) -> Answer:
    """Refuse a button that is known no more."""
    told = context.own.gettext("This button is too old: ask again.")
    return Reply(body=plain(told), audience=Audience.ASKER)
