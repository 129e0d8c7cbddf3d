"""Every command of the chats, once: what it is called, what it takes, what it does.

The adapters register, parse and complete from this table; `bot/chat/handlers` does what it says.
"""

from collections.abc import Mapping
from types import MappingProxyType

from bot.chat.arguments import Argument, Kind, Names
from bot.chat.context import Command, Handler
from bot.chat.handlers import (
    about,
    chats,
    dailies,
    letters,
    linking,
    privacy,
    rounds,
    scores,
    solving,
    wordle_coach,
    wordle_guesses,
    wordle_scores,
    wordles,
    words,
)
from bot.messages import Audience
from bot.presenters.laws import CHOICES as LAW_CHOICES
from bot.presenters.standings import MEASURES, PERIODS
from core.errors import translatable
from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS
from core.rounds.match import LADDER
from core.scoring import Rules
from core.standings import Measure, Period
from core.wordle.game import LONGEST, SHORTEST


def _named(fr: str, de: str, es: str, it: str) -> Names:
    return {"fr": fr, "de": de, "es": es, "it": it}


_LANGUAGE = Argument(
    name="language",
    summary=translatable("The word list"),
    kind=Kind.LANGUAGE,
    names=_named("langue", "sprache", "idioma", "lingua"),
)
_MATCH = str(len(LADDER))
_PLAY = (
    _LANGUAGE,
    Argument(
        name="seconds",
        summary=translatable("How long the round is: 30 to 600 seconds"),
        kind=Kind.INTEGER,
        names=_named("secondes", "sekunden", "segundos", "secondi"),
        low=30,
        high=600,
    ),
    Argument(
        name="size",
        summary=translatable("Rows and columns, such as 4x4 or 5x5"),
        kind=Kind.CHOICE,
        names=_named("taille", "feld", "tablero", "griglia"),
        choices={size: size for size in ("3x3", "4x4", "5x5", "6x6", "4x5", "5x6", "8x8")},
    ),
    Argument(
        name="rules",
        summary=translatable("Ruzzle: letters have values; Boggle: length counts"),
        kind=Kind.CHOICE,
        names=_named("regles", "regeln", "reglas", "regole"),
        choices={str(rules): rules.capitalize() for rules in Rules},
    ),
    Argument(
        name="law",
        summary=translatable("Who scores a word that several find"),
        kind=Kind.CHOICE,
        names=_named("partage", "wertung", "reparto", "punteggio"),
        choices=LAW_CHOICES,
    ),
    Argument(
        name="rounds",
        summary=translatable("One round, or a match of three"),
        kind=Kind.CHOICE,
        names=_named("manches", "runden", "rondas", "round"),
        choices={"1": "1", _MATCH: _MATCH},
    ),
)
_WORDLE = (
    Argument(
        name="what",
        summary=translatable("What to do; the word of the day if left out"),
        kind=Kind.CHOICE,
        names=_named("quoi", "was", "que", "cosa"),
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
        name="length",
        summary=translatable("How many letters the word has"),
        kind=Kind.INTEGER,
        names=_named("longueur", "laenge", "longitud", "lunghezza"),
        low=SHORTEST,
        high=LONGEST,
    ),
    Argument(
        name="mode",
        summary=translatable("Hard mode: each guess must use what was told"),
        kind=Kind.CHOICE,
        names=_named("mode", "modus", "modo", "modo"),
        choices={"normal": translatable("normal"), "hard": translatable("hard")},
    ),
    Argument(
        name="position",
        summary=translatable("For the best next word: CRANE:-Y-G- SPILT:01200"),
        names=_named("position", "stellung", "posicion", "posizione"),
    ),
)

COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        each.name: each
        for each in (
            Command(
                name="play",
                summary=translatable("Start a round here: two minutes, every word you can trace"),
                handler=rounds.play,
                names=_named("jouer", "spielen", "jugar", "gioca"),
                arguments=_PLAY,
            ),
            Command(
                name="stop",
                summary=translatable("End the round now; the words so far count"),
                handler=rounds.stop,
                names=_named("arreter", "stopp", "parar", "ferma"),
            ),
            Command(
                name="w",
                summary=translatable("Send words of the round, as many as you like"),
                handler=rounds.send_words,
                names=_named("m", "w", "p", "p"),
                arguments=(
                    Argument(
                        name="words",
                        summary=translatable("One word or several"),
                        names=_named("mots", "woerter", "palabras", "parole"),
                        required=True,
                    ),
                ),
                audience=Audience.ASKER,
            ),
            Command(
                name="daily",
                summary=translatable("The daily: the same grid for everybody, one attempt each"),
                handler=dailies.daily,
                names=_named("defi", "taeglich", "diario", "sfida"),
                arguments=(
                    Argument(
                        name="day",
                        summary=translatable("Its number, or “yesterday”; today's if left out"),
                        kind=Kind.DAY,
                        names=_named("jour", "tag", "dia", "giorno"),
                    ),
                    _LANGUAGE,
                ),
                audience=Audience.SECRET,
            ),
            Command(
                name="wordle",
                summary=translatable("Wordle: find the word of the day in six tries, or another"),
                handler=wordles.wordle,
                names=_named("wordle", "wordle", "wordle", "wordle"),
                arguments=_WORDLE,
                audience=Audience.SECRET,
            ),
            Command(
                name="solve",
                summary=translatable("All words of a grid, with the best path of each"),
                handler=solving.solve,
                names=_named("resoudre", "loesen", "resolver", "risolvi"),
                arguments=(
                    Argument(
                        name="letters",
                        summary=translatable("The letters, row by row: ABCD… or ABC/DEF/GHI"),
                        kind=Kind.GRID,
                        names=_named("lettres", "buchstaben", "letras", "lettere"),
                        required=True,
                    ),
                    Argument(
                        name="bonuses",
                        summary=translatable("A sign a tile: . none, d DL, t TL, D DW, T TW"),
                        kind=Kind.BONUSES,
                        names=_named("bonus", "boni", "bonificaciones", "bonus"),
                    ),
                    _LANGUAGE,
                ),
            ),
            Command(
                name="letters",
                summary=translatable("All words that letters make, in any order"),
                handler=letters.letters,
                names=_named("lettres", "buchstaben", "letras", "lettere"),
                arguments=(
                    Argument(
                        name="letters",
                        summary=translatable("Up to 16 letters; ? is any letter, at most four"),
                        kind=Kind.LETTERS,
                        names=_named("lettres", "buchstaben", "letras", "lettere"),
                        required=True,
                    ),
                    _LANGUAGE,
                    Argument(
                        name="min_length",
                        summary=translatable("Fewest letters of a word: 2 to 16"),
                        kind=Kind.INTEGER,
                        names=_named(
                            "longueur_min", "mindestlaenge", "longitud_min", "lunghezza_min"
                        ),
                        low=MIN_LETTERS,
                        high=MAX_LETTERS,
                    ),
                ),
            ),
            Command(
                name="check",
                summary=translatable("Is a word in the dictionary? If not, which is nearest?"),
                handler=words.check,
                names=_named("verifier", "pruefen", "comprobar", "controlla"),
                arguments=(
                    Argument(
                        name="word",
                        summary=translatable("The word"),
                        kind=Kind.WORD,
                        names=_named("mot", "wort", "palabra", "parola"),
                        required=True,
                    ),
                    _LANGUAGE,
                ),
                audience=Audience.ASKER,
            ),
            Command(
                name="suggest",
                summary=translatable("Ask for a word to be added here, or see what was asked"),
                handler=words.suggest,
                names=_named("proposer", "vorschlagen", "sugerir", "proponi"),
                arguments=(
                    Argument(
                        name="word",
                        summary=translatable("The word; with - before it, to have it removed"),
                        kind=Kind.WORD,
                        names=_named("mot", "wort", "palabra", "parola"),
                    ),
                    Argument(
                        name="reason",
                        summary=translatable("The reason, for the moderators"),
                        names=_named("raison", "grund", "motivo", "motivo"),
                    ),
                ),
            ),
            Command(
                name="leaderboard",
                summary=translatable("Who leads here, or in the world"),
                handler=scores.leaderboard,
                names=_named("classement", "rangliste", "clasificacion", "classifica"),
                arguments=(
                    Argument(
                        name="period",
                        summary=translatable("Which period"),
                        kind=Kind.CHOICE,
                        names=_named("periode", "zeitraum", "periodo", "periodo"),
                        choices={str(period): PERIODS[period][0] for period in Period}
                        | {f"last-{period}": PERIODS[period][1] for period in list(Period)[:3]},
                    ),
                    Argument(
                        name="scope",
                        summary=translatable("This chat, or the world"),
                        kind=Kind.CHOICE,
                        names=_named("portee", "bereich", "ambito", "ambito"),
                        choices={
                            "chat": translatable("this chat"),
                            "world": translatable("the world"),
                        },
                    ),
                    Argument(
                        name="measure",
                        summary=translatable("What to rank by"),
                        kind=Kind.CHOICE,
                        names=_named("mesure", "mass", "medida", "misura"),
                        choices={str(measure): MEASURES[measure] for measure in Measure},
                    ),
                ),
            ),
            Command(
                name="stats",
                summary=translatable("Your rounds, words and streaks, or another player's"),
                handler=scores.stats,
                names=_named("stats", "statistik", "estadisticas", "statistiche"),
                arguments=(
                    Argument(
                        name="player",
                        summary=translatable("Whose; yours if you name nobody"),
                        kind=Kind.PLAYER,
                        names=_named("joueur", "spieler", "jugador", "giocatore"),
                    ),
                ),
            ),
            Command(
                name="settings",
                summary=translatable("What is set here, and how to change it"),
                handler=chats.settings,
                names=_named("reglages", "einstellungen", "ajustes", "impostazioni"),
                arguments=(
                    Argument(
                        name="name",
                        summary=translatable("Which setting"),
                        kind=Kind.CHOICE,
                        names=_named("nom", "name", "nombre", "nome"),
                        choices={name: name for name in chats.NAMES},
                    ),
                    Argument(
                        name="value",
                        summary=translatable("What to set it to; “default” takes it back"),
                        names=_named("valeur", "wert", "valor", "valore"),
                    ),
                ),
                audience=Audience.ASKER,
            ),
            Command(
                name="language",
                summary=translatable("The language Seize speaks with you"),
                handler=chats.language,
                names=_named("langue", "sprache", "idioma", "lingua"),
                arguments=(
                    Argument(
                        name="language",
                        summary=translatable("One of the five"),
                        kind=Kind.SPEECH,
                        names=_named("langue", "sprache", "idioma", "lingua"),
                    ),
                ),
                audience=Audience.ASKER,
            ),
            Command(
                name="rules",
                summary=translatable("How to play, and how words score here"),
                handler=about.rules,
                names=_named("regles", "regeln", "reglas", "regole"),
                audience=Audience.ASKER,
            ),
            Command(
                name="link",
                summary=translatable("Be one player on Discord and Telegram"),
                handler=linking.link,
                names=_named("lier", "verbinden", "vincular", "collega"),
                arguments=(
                    Argument(
                        name="code",
                        summary=translatable(
                            "The code your other account was given; “off” parts them"
                        ),
                        names=_named("code", "code", "codigo", "codice"),
                    ),
                ),
                audience=Audience.SECRET,
            ),
            Command(
                name="privacy",
                summary=translatable("Your data: see it, hide it, have it forgotten"),
                handler=privacy.privacy,
                names=_named("vie_privee", "datenschutz", "privacidad", "privacy"),
                audience=Audience.SECRET,
            ),
            Command(
                name="help",
                summary=translatable("What Seize can do"),
                handler=about.show_help,
                names=_named("aide", "hilfe", "ayuda", "aiuto"),
                audience=Audience.ASKER,
            ),
        )
    }
)

# What buttons ask for, by their verbs; their arguments are numbered from "1".
BUTTONS: Mapping[str, Handler] = MappingProxyType(
    {
        "type": rounds.sit_down,  # round id
        "why": rounds.why,  # round id
        "text": rounds.as_text,  # round id
        "halt": rounds.stop,
        "again": rounds.again,  # round id
        "words": rounds.found_words,  # round id, page
        "missed": rounds.missed_words,  # round id, page
        "card": rounds.card,  # round id
        "key": solving.turn_page,  # page, lexicon, rules, grid
        "rack": letters.turn_page,  # page, lexicon, least length, letters
        "dday": dailies.show_day,  # language, number
        "dgo": dailies.start,  # language, number, "fun" for one that is over
        "dend": dailies.finish,  # round id
        "dcard": dailies.card,  # language, number
        "dshare": dailies.share,  # language, number
        "dkey": dailies.key,  # language, number, page
        "dtop": dailies.leaderboard,  # language, number, period, scope
        "dstat": dailies.statistics,  # language, number
        "dproof": dailies.proof,  # language, number
        "dbell": dailies.remind,  # language, on or off
        "wshow": wordle_guesses.show,  # game id
        "wguess": wordle_guesses.guess,  # game id, letters, the guess of a form
        "whard": wordles.set_hard,  # game id, on or off
        "wleft": wordles.remaining,  # game id
        "wend": wordles.give_up,  # game id
        "wshare": wordles.share,  # game id
        "wnew": wordles.another,  # game id
        "wcoach": wordle_coach.review,  # game id
        "wstat": wordle_scores.statistics,  # language
        "wtop": wordle_scores.leaderboard,  # language, day, period, scope, chat
        "accept": words.accept,  # request id
        "reject": words.reject,  # request id
        "asked": words.show_requests,  # page
        "export": privacy.export,
        "forget": privacy.ask_forget,
        "forgotten": privacy.forget,
        "show": privacy.show_scores,  # visibility
        "speak": chats.language,  # language
        "help": about.show_help,
        "rules": about.rules,
    }
)
