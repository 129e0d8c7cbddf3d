"""Every command of the chats, once: what it is called, what it takes, what it does.

The adapters register, parse and complete from this table; `bot/chat/handlers` does what it says.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from bot.chat.arguments import Argument, Kind
from bot.chat.context import Command, Effect, Entry, OnPage, Verb
from bot.chat.handlers import (
    about,
    chats,
    dailies,
    dictionary,
    duels,
    ghosts,
    letters,
    links,
    meanings,
    own_rounds,
    practice,
    privacy,
    rounds,
    scores,
    solutions,
    swiping,
    wordle_guesses,
    wordles,
    words,
)
from bot.messages import Audience
from bot.presenters.laws import CHOICES as LAW_CHOICES
from bot.presenters.standings import MEASURES, PERIODS
from core.errors import translatable
from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS
from core.opponents.levels import LEVELS
from core.rounds.match import LADDER
from core.scoring import Rules
from core.standings import Measure, Period
from core.wordle.game import LONGEST, SHORTEST

R = TypeVar("R", bound=Verb)


def _by_name(*rows: R) -> Mapping[str, R]:
    return MappingProxyType({row.name: row for row in rows})


_LANGUAGE = Argument("language", translatable("The word list"), Kind.LANGUAGE)
_MATCH = str(len(LADDER))
_PLAY = (
    _LANGUAGE,
    Argument(
        "seconds",
        translatable("How long the round is: 30 to 600 seconds"),
        Kind.INTEGER,
        low=30,
        high=600,
    ),
    Argument(
        "size",
        translatable("Rows and columns, such as 4x4 or 5x5"),
        Kind.CHOICE,
        choices={size: size for size in ("3x3", "4x4", "5x5", "6x6", "4x5", "5x6", "8x8")},
        pattern=r"\dx\d",
    ),
    Argument(
        "rules",
        translatable("Ruzzle: letters have values; Boggle: length counts"),
        Kind.CHOICE,
        choices={str(rules): rules.capitalize() for rules in Rules},
    ),
    Argument(
        "law", translatable("Who scores a word that several find"), Kind.CHOICE, choices=LAW_CHOICES
    ),
    Argument(
        "rounds",
        translatable("One round, or a match of three"),
        Kind.CHOICE,
        choices={"1": "1", _MATCH: _MATCH},
    ),
    Argument(
        "with",
        translatable("A computer player who plays along, from 1 (gentle) to 9"),
        Kind.INTEGER,
        low=LEVELS[0],
        high=LEVELS[-1],
    ),
)
_DUEL = (
    *(each for each in _PLAY if each.name in {"language", "seconds", "size", "rules"}),
    Argument(
        "machine",
        translatable("The computer instead of a friend, from 1 (gentle) to 9"),
        Kind.INTEGER,
        low=LEVELS[0],
        high=LEVELS[-1],
    ),
    Argument(
        "ranked",
        translatable("Whether it counts for the rating"),
        Kind.CHOICE,
        choices={duels.FRIENDLY: translatable("no"), duels.RANKED: translatable("yes")},
    ),
    Argument("code", translatable("The code of a duel that you accept"), Kind.CODE),
    Argument(
        "player", translatable("Whom you challenge; all who are here if left out"), Kind.PLAYER
    ),
)
_WORDLE = (
    Argument(
        "what",
        translatable("What to do; the word of the day if left out"),
        Kind.CHOICE,
        choices={
            "daily": translatable("the word of the day"),
            "free": translatable("another word, for you alone"),
            "here": translatable("a word for everyone here"),
            "solve": translatable("the best next word of any game"),
            "stats": translatable("your statistics"),
            "top": translatable("the leaderboard"),
        },
    ),
    _LANGUAGE,
    Argument(
        "length",
        translatable("How many letters the word has"),
        Kind.INTEGER,
        low=SHORTEST,
        high=LONGEST,
    ),
    Argument(
        "mode",
        translatable("Hard mode: each guess must use what was told"),
        Kind.CHOICE,
        choices={"normal": translatable("normal"), "hard": translatable("hard")},
    ),
    Argument("position", translatable("For the best next word: CRANE:-Y-G- SPILT:01200")),
)

HELP = "help"  # what those get who open the private chat with no request

COMMANDS: Mapping[str, Command] = _by_name(
    Command(
        "play",
        rounds.play,
        on_page=OnPage.FORM,
        summary=translatable("Start a round here: two minutes, every word you can trace"),
        effect=Effect.STARTS_ROUND,
        shows_board=True,
        arguments=_PLAY,
    ),
    Command(
        "stop",
        rounds.stop,
        summary=translatable("End the round now; the words so far count"),
        effect=Effect.ENDS_ROUND,
        by_admins=True,
    ),
    Command(
        "w",
        words.send_words,
        summary=translatable("Send words of the round, as many as you like"),
        entry=Entry.WORDS,
        arguments=(Argument("words", translatable("One word or several"), required=True),),
        audience=Audience.ASKER,
    ),
    Command(
        "daily",
        dailies.daily,
        on_page=OnPage.START,
        start=translatable("Today's daily"),
        summary=translatable("The daily: the same grid for everybody, one attempt each"),
        audience=Audience.SECRET,
        arguments=(
            Argument(
                "day", translatable("Its number, or “yesterday”; today's if left out"), Kind.DAY
            ),
            _LANGUAGE,
        ),
    ),
    Command(
        "practice",
        practice.practise,
        on_page=OnPage.START,
        start=translatable("Practise words you missed"),
        summary=translatable("Practise common words that you missed, alone"),
        audience=Audience.SECRET,
        effect=Effect.STARTS_ATTEMPT,
        arguments=(_LANGUAGE,),
    ),
    Command(
        "duel",
        duels.duel,
        on_page=OnPage.SHEET,
        summary=translatable("A duel: three grids against a friend, each when they like"),
        arguments=_DUEL,
    ),
    Command(
        "duels",
        duels.mine,
        on_page=OnPage.START,
        start=translatable("Your duels"),
        summary=translatable("Your duels, and your rounds in them"),
        audience=Audience.SECRET,
    ),
    Command(
        "ghost",
        ghosts.race,
        on_page=OnPage.START,
        start=translatable("Race your last round"),
        summary=translatable("Race a friend's last round, or your own, on the same grid"),
        audience=Audience.SECRET,
        effect=Effect.STARTS_ATTEMPT,
        arguments=(
            Argument("player", translatable("Whose; yours if you name nobody"), Kind.PLAYER),
        ),
    ),
    Command(
        "hint",
        dailies.give_hint,
        summary=translatable("A hint for a daily of another day, while you play it"),
        audience=Audience.SECRET,
    ),
    Command(
        "wordle",
        wordles.wordle,
        summary=translatable("Wordle: find the word of the day in six tries, or another"),
        audience=Audience.SECRET,
        shows_board=True,
        arguments=_WORDLE,
    ),
    Command(
        "solve",
        solutions.solve,
        summary=translatable("All words of a grid, with the best path of each"),
        arguments=(
            Argument(
                "letters",
                translatable("The letters, row by row: ABCD… or ABC/DEF/GHI"),
                Kind.GRID,
                required=True,
            ),
            Argument(
                "bonuses",
                translatable("One character per tile: . none, {bonuses}"),
                Kind.BONUSES,
            ),
            _LANGUAGE,
        ),
    ),
    Command(
        "letters",
        letters.letters,
        summary=translatable("All words that letters make, in any order"),
        in_round=False,
        arguments=(
            Argument(
                "letters",
                translatable("Up to 16 letters; ? is any letter, at most two"),
                Kind.LETTERS,
                required=True,
            ),
            _LANGUAGE,
            Argument(
                "min_length",
                translatable("Fewest letters of a word: 2 to 16"),
                Kind.INTEGER,
                low=MIN_LETTERS,
                high=MAX_LETTERS,
            ),
        ),
    ),
    Command(
        "check",
        dictionary.check,
        summary=translatable("Is a word in the dictionary? If not, which is nearest?"),
        in_round=False,
        arguments=(
            Argument("word", translatable("The word"), Kind.ENTRY, required=True),
            _LANGUAGE,
        ),
        audience=Audience.ASKER,
    ),
    Command(
        "define",
        meanings.define,
        summary=translatable("What a word means"),
        in_round=False,
        arguments=(
            Argument("word", translatable("The word"), Kind.ENTRY, required=True),
            _LANGUAGE,
        ),
        audience=Audience.ASKER,
    ),
    Command(
        "suggest",
        dictionary.suggest,
        summary=translatable("Ask for a word to be added here, or see what was asked"),
        arguments=(
            Argument(
                "word", translatable("The word; with - before it, to have it removed"), Kind.WORD
            ),
            Argument("reason", translatable("The reason, for the moderators")),
        ),
    ),
    Command(
        "leaderboard",
        scores.leaderboard,
        summary=translatable("Who leads here, or in the world"),
        arguments=(
            Argument(
                "period",
                translatable("Which period"),
                Kind.CHOICE,
                choices={str(period): PERIODS[period][0] for period in Period}
                | {f"last-{period}": PERIODS[period][1] for period in list(Period)[:3]},
            ),
            Argument(
                "scope",
                translatable("This chat, or the world"),
                Kind.CHOICE,
                choices={
                    "chat": translatable("this chat"),
                    "world": translatable("the world"),
                },
            ),
            Argument(
                "measure",
                translatable("What to rank by"),
                Kind.CHOICE,
                choices={str(measure): MEASURES[measure] for measure in Measure}
                | {scores.RATING: translatable("rating")},
            ),
        ),
    ),
    Command(
        "stats",
        scores.stats,
        summary=translatable("Your rounds, words and streaks, or another player's"),
        arguments=(
            Argument("player", translatable("Whose; yours if you name nobody"), Kind.PLAYER),
        ),
    ),
    Command(
        "settings",
        chats.settings,
        summary=translatable("What is set here, and how to change it"),
        by_admins=True,
        arguments=(
            Argument(
                "name",
                translatable("Which setting"),
                Kind.CHOICE,
                choices={name: name for name in chats.NAMES},
            ),
            Argument("value", translatable("What to set it to; “default” takes it back")),
        ),
        audience=Audience.ASKER,
    ),
    Command(
        "language",
        chats.language,
        summary=translatable("The language in which Seize answers you"),
        audience=Audience.ASKER,
        arguments=(Argument("language", translatable("Which one"), Kind.SPEECH),),
    ),
    Command(
        "rules",
        about.rules,
        summary=translatable("How to play, and how words score here"),
        audience=Audience.ASKER,
    ),
    Command(
        "link",
        links.link,
        summary=translatable("Be one player on Discord and Telegram"),
        audience=Audience.SECRET,
        arguments=(
            Argument(
                "code", translatable("The code your other account was given; “off” parts them")
            ),
        ),
    ),
    Command(
        "privacy",
        privacy.privacy,
        summary=translatable("Your data: see it, hide it, have it forgotten"),
        audience=Audience.SECRET,
    ),
    Command(
        HELP,
        about.show_help,
        summary=translatable("What Seize can do"),
        audience=Audience.ASKER,
    ),
)

BUTTONS: Mapping[str, Verb] = _by_name(
    Verb(
        "type",
        rounds.sit_down,
        "round token",
        effect=Effect.TAKES_SEAT,
        entry=Entry.WORDS,
        by_link=True,
        on_board=True,
    ),
    Verb("swipe", swiping.swipe, "round token", by_link=True),
    Verb("why", rounds.why, "round token", by_link=True, on_board=True),
    Verb("text", rounds.as_text, "round token", by_link=True, on_board=True),
    Verb(
        "halt",
        rounds.stop,
        "round token",
        effect=Effect.ENDS_ROUND,
        by_admins=True,
        on_page=OnPage.RUNNING,
    ),
    Verb(
        "again",
        rounds.again,
        "round token",
        effect=Effect.STARTS_ROUND,
        shows_board=True,
        on_page=OnPage.OVER,
    ),
    Verb("words", rounds.found_words, "round token page turn", by_link=True),
    Verb("missed", rounds.missed_words, "round token page turn", by_link=True),
    Verb("defs", meanings.missed, "round token page turn", by_link=True),
    Verb("card", rounds.card, "round token", by_link=True),
    Verb("key", solutions.turn_page, "page lexicon rules letters", by_link=True),
    Verb("means", meanings.define, "language word", by_link=True, in_round=False),
    Verb("rack", letters.turn_page, "page lexicon least letters", in_round=False),
    Verb("race", ghosts.again, "round", effect=Effect.STARTS_ATTEMPT, on_page=OnPage.SHEET),
    Verb(
        "drill", practice.practise, "language", effect=Effect.STARTS_ATTEMPT, on_page=OnPage.SHEET
    ),
    Verb("dday", dailies.show_day, "language number", by_link=True, on_page=OnPage.SHEET),
    Verb(
        "dgo",
        dailies.start,
        "language number fun",
        effect=Effect.STARTS_ATTEMPT,
        on_page=OnPage.SHEET,
    ),
    Verb("dend", own_rounds.finish, "round", effect=Effect.ENDS_ATTEMPT),
    Verb("dhint", dailies.give_hint, by_link=True, on_page=OnPage.SHEET),
    Verb("dcard", dailies.card, "language number", by_link=True, on_page=OnPage.SHEET),
    Verb("dshare", dailies.share, "language number", by_link=True),
    Verb("dkey", dailies.key, "language number page", by_link=True),
    Verb(
        "dtop",
        dailies.leaderboard,
        "language number period scope chat",
        by_admins=True,
        by_link=True,
        on_page=OnPage.SHEET,
    ),
    Verb("dstat", dailies.statistics, "language number", by_link=True, on_page=OnPage.SHEET),
    Verb("dproof", dailies.proof, "language number", by_link=True),
    Verb("dbell", dailies.remind, "language wanted"),
    Verb("vlist", duels.mine, by_link=True, on_page=OnPage.SHEET),
    Verb("vsee", duels.show, "code", by_link=True, on_page=OnPage.SHEET),
    Verb("vtake", duels.accept, "code", on_page=OnPage.SHEET),
    Verb("vno", duels.decline, "code", on_page=OnPage.SHEET),
    Verb("vplay", duels.play, "code", effect=Effect.STARTS_ATTEMPT, on_page=OnPage.SHEET),
    Verb("vcmp", duels.compare, "code number", by_link=True, on_page=OnPage.SHEET),
    Verb("vquit", duels.ask_resign, "code", by_link=True, on_page=OnPage.SHEET),
    Verb("vend", duels.resign, "code", effect=Effect.ENDS_ATTEMPT, on_page=OnPage.SHEET),
    Verb("vagain", duels.rematch, "code", on_page=OnPage.SHEET),
    Verb("vshare", duels.share, "code", by_link=True),
    Verb("vseal", duels.seal, "code", by_link=True),
    Verb("vblock", duels.block, "code wanted", on_page=OnPage.SHEET),
    Verb("vbell", duels.remind, "wanted"),
    Verb("wshow", wordle_guesses.show, "game", by_link=True),
    Verb("wguess", wordle_guesses.guess, "game length", entry=Entry.GUESS),
    Verb("whard", wordles.set_hard, "game wanted"),
    Verb("wleft", wordles.remaining, "game", by_link=True),
    Verb("wend", wordles.give_up, "game", by_admins=True),
    Verb("wshare", wordles.share, "game", by_link=True),
    Verb("wnew", wordles.another, "game", shows_board=True),
    Verb("wcoach", wordles.review, "game", by_link=True),
    Verb("wmean", meanings.answer, "game", by_link=True),
    Verb("wstat", wordles.statistics, "language", by_link=True),
    Verb("wtop", wordles.leaderboard, "language day period scope chat", by_link=True),
    Verb("accept", dictionary.accept, "request", by_admins=True),
    Verb("reject", dictionary.reject, "request", by_admins=True),
    Verb("asked", dictionary.show_requests, "page", by_link=True),
    Verb("export", privacy.export, by_link=True),
    Verb("forget", privacy.ask_forget, by_link=True),
    Verb("forgotten", privacy.forget),
    Verb("show", privacy.show_scores, "visibility"),
    Verb("races", privacy.let_race, "wanted"),
    Verb("speak", chats.language, "language"),
)

_EXPIRED = Verb("", about.expired)
_VERBS = {**BUTTONS, **COMMANDS}


def verb_of(name: str) -> Verb:
    """Look up what a command or a button is; an unknown one is a button of an earlier version."""
    return _VERBS.get(name, _EXPIRED)


def rows_on_page(place: OnPage) -> list[Verb]:
    """Return the commands and buttons that have a place on the page in a browser."""
    return [row for row in _VERBS.values() if row.on_page is place]


def commands_on_page(place: OnPage) -> list[Command]:
    """Return the commands among them."""
    return [row for row in COMMANDS.values() if row.on_page is place]
