"""The root of all errors and warnings, and the tree of them, by the modules that raise them.

    bot.server.doctor.calls: Unreachable
    core.daily.verification: Unproven
    core.errors: SeizeError
        bot.chat.arguments: Missing, NotUnderstood
        bot.chat.handlers.swiping: NoPage
        bot.console_app.daily.attempt: NoInput
        bot.console_app.daily.days: BadDay
        bot.discord_app.errors: GatewayRefused, TokenRefused
        bot.dotenv_file: BadDotenv
        bot.server.health: NoPort
        bot.server.logs: BadLevel
        bot.settings: BadVariable
        bot.telegram_app.errors: TokenRefused, WebhookRefused
        bot.telegram_app.init_data: NotVouched
        bot.telegram_app.memberships: MembersHidden
        bot.web_app.app: PortTaken
        core.anagrams: BadRack
        core.chats.kinds: BadSetting
        core.chats.settings: UnknownSetting
        core.daily.maker: NoPuzzle
        core.daily.proof_file: BadProofFile
        core.daily.recipe: BadRecipe
        core.dice: NoDice
        core.duels.transitions: DuelRefused
        core.grid: BadGrid
        core.languages: UnknownLanguage
        core.lexicon.alphabet: BadSpelling
        core.lexicon.catalogue: UnknownLexicon
        core.lexicon.house: BadLength
        core.lexicon.wordlist: BadWordList
        core.optimizer.constraints: Impossible
        core.optimizer.fame: BadRecord
        core.optimizer.legs: WrongLexicon
        core.optimizer.methods: BadMethod
        core.optimizer.objective: BadObjective
        core.optimizer.proof.certificate: BadCertificate
        core.optimizer.proof.question: NotAskedFor
        core.optimizer.team: WorkersLost
        core.playable: NoPlayableGrid
        core.ports: Conflict, NotYet, StoreError
        core.rounds.events: IllegalEvent
        core.scoring: UnknownRules
        core.secrets: SecretWords
        core.services.dailies: AlreadyPlayed, NotOnGrid
        core.services.duel_acts: NoDuel
        core.services.duels: CannotDuel, NotShown
        core.services.ghosts: NoGhost
        core.services.hints: NoHints
        core.services.house: AlreadyAccepted, AlreadyDecided, BadReason, NotAccepted,
            TooManyRequests, UnknownRequest
        core.services.leases: Lost, Taken
        core.services.links: BadCode
        core.services.refusals: NoDaily, NoRound, NotHere, NothingKept, Playing, RoundActive
        core.services.refusals: NotAllowed
            core.services.refusals: NotYours
            core.services.wordles: NotYourWordle
        core.services.refusals: TooEarly
            core.services.refusals: NotOver, NotProvable
        core.services.settings: AdminsOnly
        core.services.wordles: CoachShut, DailyStays, LateForHard, NoWordle, WordleActive
        core.services.workers: TooMuch
        core.tickets: BadTicket, TicketOver, TicketUsed
        core.wordle.contradictions: Contradiction
        core.wordle.game: GameOver
        core.wordle.game: Refused
            core.wordle.game: Misplaced, NotAWord, Unused, WrongLength
        core.wordle.marks: BadMarks
        core.wordle.position: BadTurn
        core.wordle.words: BadWordLength
    core.errors: SeizeWarning
        bot.console_app.play.session: NotKept
        bot.console_app.words.keeper: WordsKept
        bot.dotenv_file: DotenvWarning
        core.errors: CacheWarning
        core.lexicon.wordlist: WordListWarning
        core.optimizer.fame: DamagedRecord
        core.store.sql.servers: OptionWarning

Each is a sentence to a person, in English, with the facts that fill it (see Notice).
"""


def translatable(message: str) -> str:
    """Mark a sentence for the catalogues where it stands, to be put into words elsewhere."""
    return message


class Notice(Exception):
    """A message to a person: `template`, an English sentence, filled with `facts`.

    A class that always says the same has its template as an attribute; any other is given one
    where it is raised. The template is the key of its translations. `str()` is the English
    line; text that people typed stands in it as {fact!r}, which shows control characters as
    escapes.
    """

    template: str

    def __init__(self, template: str = "", **facts: object) -> None:
        self.template = template or self.template
        self.facts = facts
        super().__init__(self.template.format(**facts))

    def __reduce__(self) -> tuple[object, ...]:
        # As exceptions are pickled by default, __init__ would get the line as its template.
        return _restore, (type(self), self.template, self.facts), self.__dict__


def _restore(kind: type[Notice], template: str, facts: dict[str, object]) -> Notice:
    notice = kind.__new__(kind)
    Notice.__init__(notice, template, **facts)
    return notice


class SeizeError(Notice):
    """Bad input that a person can mend; its line names the cause and what would work."""


class Unprepared(Exception):
    """Raised when a job needs what is slow to make, and is made elsewhere: run it again then.

    `what` names it.
    """

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class SeizeWarning(Notice, UserWarning):
    """Something that a person should know, and that stops nothing."""


class CacheWarning(SeizeWarning):
    """Raised when what was computed cannot be kept for the next start."""

    def __init__(self, folder: object, error: OSError) -> None:
        super().__init__(
            translatable(
                "cannot keep files in {folder!r} ({reason}): every start will be slower; "
                "set SEIZE_DATA_DIR to a folder with room"
            ),
            folder=str(folder),
            reason=error.strerror or error,
        )
