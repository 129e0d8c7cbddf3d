"""The schema: what is kept, in which columns. Steps to it are in `migrations/`.

Times are seconds of UTC epoch, days are ISO dates, what is called `*_id` without being
a key is the platform's. Sums are integers: see core/standings.py.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    literal_column,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows by itself only where the key is of type INTEGER to the letter.
Key = BigInteger().with_variant(Integer, "sqlite")
Sum = BigInteger()
Time: Double[float] = Double()

players = Table(
    "players",
    metadata,
    Column("id", Key, primary_key=True),
    Column("platform", String(20), nullable=False),
    Column("external_id", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("since", Time, nullable=False),
    Column("visibility", String(10), nullable=False),
    # The first of the accounts that are one player, NULL for that one itself, and for who has
    # one only. No foreign key: SQLite adds one to a table only by a copy of it.
    Column("person", Key),
    UniqueConstraint("platform", "external_id"),
)
Index(
    "ix_players_person",
    players.c.person,
    sqlite_where=players.c.person.is_not(None),
    postgresql_where=players.c.person.is_not(None),
)

chats = Table(
    "chats",
    metadata,
    Column("id", Key, primary_key=True),
    Column("platform", String(20), nullable=False),
    Column("external_id", String(64), nullable=False),
    UniqueConstraint("platform", "external_id"),
)

memberships = Table(
    "memberships",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("chat", ForeignKey("chats.id"), primary_key=True),
    Column("since", Time, nullable=False),
    Index(None, "chat", "player"),
)

settings = Table(
    "settings",
    metadata,
    Column("chat", ForeignKey("chats.id"), primary_key=True),
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

# A lexicon with house words, as rounds were played with it; `added` and `removed` are
# words with a space between.
lexicons = Table(
    "lexicons",
    metadata,
    Column("id", Key, primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("language", String(2), nullable=False),
    Column("added", Text, nullable=False),
    Column("removed", Text, nullable=False),
    UniqueConstraint("digest", "name"),
)

rounds = Table(
    "rounds",
    metadata,
    Column("id", Key, primary_key=True),
    Column("chat", ForeignKey("chats.id"), nullable=False),
    Column("topic", String(64), nullable=False),
    Column("started_by", ForeignKey("players.id"), nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("match_id", Key, nullable=False),
    Column("grid", String(200), nullable=False),
    Column("lexicon", ForeignKey("lexicons.id"), nullable=False),
    Column("rules", String(20), nullable=False),
    Column("min_length", Integer, nullable=False),
    Column("law", String(20), nullable=False),
    Column("words", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("starts_at", Time, nullable=False),
    Column("deadline", Time, nullable=False),
    Column("grace", Time, nullable=False),
    Column("day", String(10), nullable=False),
    Column("state", String(10), nullable=False),
    Column("termination", String(20)),
    Column("finished_at", Time),
    Column("stopped_by", ForeignKey("players.id")),
    Column("announced_at", Time),
    Column("board", String(64), nullable=False, server_default=""),
    Column("puzzle", Key),  # no foreign key: as players.person
    Column("ranked", Boolean, nullable=False, server_default=false()),
    Column("practice", Text),  # the words that it was made for, with spaces; NULL: no practice
    Column("opponent", Integer),  # the level of the computer player; NULL: none
    Column("duel", Key),  # no foreign key: as players.person
    Column("ghost", Text),  # words of an earlier round with their seconds, as JSON; NULL: none
    Column("teller", String(200), nullable=False, server_default=""),  # of its end: leases.owner
    Index(None, "chat", "topic", "starts_at"),
    Index(None, "match_id"),
)
# Not by a parameter: an index of some rows is used only where these are named as here.
ACTIVE = rounds.c.state != literal_column("'finished'")
Index(
    "uq_rounds_active",
    rounds.c.chat,
    rounds.c.topic,
    unique=True,
    sqlite_where=ACTIVE,
    postgresql_where=ACTIVE,
)
Index(
    "ix_rounds_unannounced",
    rounds.c.id,
    sqlite_where=rounds.c.announced_at.is_(None),
    postgresql_where=rounds.c.announced_at.is_(None),
)
Index(
    "ix_rounds_puzzle",
    rounds.c.puzzle,
    sqlite_where=rounds.c.puzzle.is_not(None),
    postgresql_where=rounds.c.puzzle.is_not(None),
)

# The journal lies on disk by round and arrival: that is how it is read.
plays = Table(
    "plays",
    metadata,
    Column("round", ForeignKey("rounds.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("at", Time, nullable=False),
    Column("message_id", String(64)),
    Column("word", String(16), nullable=False),
    Column("display", String(64)),
    Column("points", Integer),
    Column("path", LargeBinary),
    Column("cause", String(20)),
    Column("letters", String(64)),
    Column("bound", Integer),
    Column("taken_by", ForeignKey("players.id")),
    Column("arrived", Time),
    # Also finds what a player sent; NULL is never a duplicate.
    Index("uq_plays_message", "player", "message_id", "round", unique=True),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("round", ForeignKey("rounds.id"), primary_key=True),
    Column("rank", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    Column("words", Integer, nullable=False),
    Column("misses", Integer, nullable=False),
    Column("best", String(64), nullable=False),
    Column("best_points", Integer, nullable=False),
    Column("longest", String(64), nullable=False),
    Column("share", Integer, nullable=False),
    Index(None, "round"),
    sqlite_with_rowid=False,
)

# A board is a chat's (or, without one, the world's), of a language, from a day.
boards = Table(
    "boards",
    metadata,
    Column("id", Key, primary_key=True),
    Column("chat", ForeignKey("chats.id")),
    Column("language", String(2), nullable=False),
    Column("period", String(10), nullable=False),
    Column("start", String(10), nullable=False),
)
Index(
    "uq_boards_chat",
    boards.c.chat,
    boards.c.language,
    boards.c.period,
    boards.c.start,
    unique=True,
    sqlite_where=boards.c.chat.is_not(None),
    postgresql_where=boards.c.chat.is_not(None),
)
Index(
    "uq_boards_world",
    boards.c.language,
    boards.c.period,
    boards.c.start,
    unique=True,
    sqlite_where=boards.c.chat.is_(None),
    postgresql_where=boards.c.chat.is_(None),
)

standings = Table(
    "standings",
    metadata,
    Column("board", ForeignKey("boards.id"), primary_key=True),
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("shown", Boolean, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("points", Sum, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("best", String(64), nullable=False),
    Column("best_points", Integer, nullable=False),
    Column("shares", Sum, nullable=False),
    Column("average", Integer, nullable=False),
    Index("ix_standings_player", "player"),
    *(
        # Each answers a top ten and a count of who is ahead without looking at the rows.
        Index(f"ix_standings_{name}", "board", "shown", text(f"{name} DESC"), "player", "rounds")
        for name in ("points", "wins", "best_points", "average")
    ),
    sqlite_with_rowid=False,
)

house_words = Table(
    "house_words",
    metadata,
    Column("chat", ForeignKey("chats.id"), primary_key=True),
    Column("language", String(2), primary_key=True),
    Column("word", String(16), primary_key=True),
    Column("side", String(10), nullable=False),
)

requests = Table(
    "requests",
    metadata,
    Column("id", Key, primary_key=True),
    Column("chat", ForeignKey("chats.id"), nullable=False),
    Column("language", String(2), nullable=False),
    Column("word", String(16), nullable=False),
    Column("side", String(10), nullable=False),
    Column("reason", Text, nullable=False),
    Column("requested_by", ForeignKey("players.id"), nullable=False),
    Column("requested_at", Time, nullable=False),
    Column("answer", String(10), nullable=False),
    Column("decided_by", ForeignKey("players.id")),
    Column("decided_at", Time),
    Column("decision", Text, nullable=False),
    Index(None, "chat", "answer"),
    Index(None, "requested_by"),
    Index(None, "decided_by"),
)

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", Key, primary_key=True),
    Column("language", String(2), nullable=False),
    Column("number", Integer, nullable=False),
    Column("day", String(10), nullable=False),
    Column("theme", String(20), nullable=False),
    Column("grid", String(200), nullable=False),
    Column("lexicon", ForeignKey("lexicons.id"), nullable=False),
    Column("words", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("common", Integer, nullable=False),
    Column("difficulty", Integer, nullable=False),
    Column("recipe", Text, nullable=False),
    Column("seal", String(64), nullable=False),
    Column("made_at", Time, nullable=False),
    Column("closed_at", Time),
    UniqueConstraint("language", "number"),
    UniqueConstraint("language", "day"),
    Index(None, "day"),
)
rounds.add_is_dependent_on(puzzles)

# Who has several accounts is one player: attempts and totals bear the key of the first.
attempts = Table(
    "attempts",
    metadata,
    Column("puzzle", ForeignKey("puzzles.id"), primary_key=True),
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("round", ForeignKey("rounds.id"), nullable=False),
    Column("started_at", Time, nullable=False),
    Column("finished_at", Time),
    Column("shown", Boolean, nullable=False),  # on the boards of the world
    Column("points", Integer, nullable=False),
    Column("words", Integer, nullable=False),
    Column("share", Integer, nullable=False),
    Column("best", String(64), nullable=False),
    Column("best_points", Integer, nullable=False),
    Column("hurry", Integer, nullable=False),
    Index("uq_attempts_round", "round", unique=True),
    Index(None, "player"),
    sqlite_with_rowid=False,
)
# Answers a top ten and a count of who is ahead without looking at the rows.
Index(
    "ix_attempts_points",
    attempts.c.puzzle,
    attempts.c.shown,
    attempts.c.points.desc(),
    attempts.c.player,
    attempts.c.finished_at,
    sqlite_where=attempts.c.finished_at.is_not(None),
    postgresql_where=attempts.c.finished_at.is_not(None),
)

finders = Table(
    "finders",
    metadata,
    Column("puzzle", ForeignKey("puzzles.id"), primary_key=True),
    Column("word", String(16), primary_key=True),
    Column("count", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# What the attempts at closed puzzles add up to, on the boards of the world but those of a day;
# a chat's boards are read from these. Keys of boards keep the indexes small: a day that is
# closed writes them once a player and board.
totals = Table(
    "totals",
    metadata,
    Column("board", ForeignKey("boards.id"), primary_key=True),
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("shown", Boolean, nullable=False),
    Column("days", Integer, nullable=False),
    Column("points", Sum, nullable=False),
    Column("words", Sum, nullable=False),
    Column("shares", Sum, nullable=False),
    Index(None, "player"),
    Index("ix_totals_shares", "board", "shown", text("shares DESC"), "player"),
    sqlite_with_rowid=False,
)

told = Table(
    "told",
    metadata,
    Column("chat", ForeignKey("chats.id"), primary_key=True),
    Column("language", String(2), primary_key=True),
    Column("number", Integer, nullable=False),
)

codes = Table(
    "codes",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("until", Time, nullable=False),
    Index(None, "player"),
)

wordle_words = Table(
    "wordle_words",
    metadata,
    Column("id", Key, primary_key=True),
    Column("language", String(2), nullable=False),
    Column("number", Integer, nullable=False),
    Column("day", String(10), nullable=False),
    Column("answer", String(16), nullable=False),
    UniqueConstraint("language", "number"),
    UniqueConstraint("language", "day"),
)

# What a finished game brought outlives its guesses, which go with a player who is forgotten.
wordles = Table(
    "wordles",
    metadata,
    Column("id", Key, primary_key=True),
    Column("chat", ForeignKey("chats.id"), nullable=False),
    Column("topic", String(64), nullable=False),
    Column("own", Boolean, nullable=False),
    Column("started_by", ForeignKey("players.id"), nullable=False),
    Column("language", String(2), nullable=False),
    Column("answer", String(16), nullable=False),
    Column("hard", Boolean, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("word", ForeignKey("wordle_words.id")),
    Column("started_at", Time, nullable=False),
    Column("touched_at", Time, nullable=False),
    Column("finished_at", Time),
    Column("given_up", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    Column("used", Integer, nullable=False),
    # Also finds all games of a player; NULL is never a duplicate.
    UniqueConstraint("started_by", "word"),
    Index(None, "chat", "topic", "finished_at"),
)
_SHARED = text("finished_at IS NULL AND NOT own")
Index(
    "uq_wordles_shared",
    wordles.c.chat,
    wordles.c.topic,
    unique=True,
    sqlite_where=_SHARED,
    postgresql_where=_SHARED,
)
# Answers for all of a board without looking at the rows.
Index(
    "ix_wordles_points",
    wordles.c.word,
    wordles.c.started_by,
    wordles.c.finished_at,
    wordles.c.points,
    wordles.c.used,
    sqlite_where=wordles.c.finished_at.is_not(None),
    postgresql_where=wordles.c.finished_at.is_not(None),
)

wordle_guesses = Table(
    "wordle_guesses",
    metadata,
    Column("wordle", ForeignKey("wordles.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("at", Time, nullable=False),
    Column("message_id", String(64)),
    Column("word", String(16), nullable=False),
    # Also finds what a player sent; NULL is never a duplicate.
    Index("uq_wordle_guesses_message", "player", "message_id", "wordle", unique=True),
    sqlite_with_rowid=False,
)

# Which process runs which platform. No times: the clocks of two machines need not agree.
leases = Table(
    "leases",
    metadata,
    Column("what", String(64), primary_key=True),
    Column("owner", String(200), nullable=False),
    Column("renewals", Integer, nullable=False),
)

# Words that players practise: see core/practice/cards.py.
cards = Table(
    "cards",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("language", String(2), primary_key=True),
    Column("word", String(16), primary_key=True),
    Column("phase", Integer, nullable=False),
    Column("step", Integer),
    Column("stability", Double, nullable=False),
    Column("difficulty", Double, nullable=False),
    Column("due", Time, nullable=False),
    Column("reviewed_at", Time, nullable=False),
    sqlite_with_rowid=False,
)

# What tickets to the page are sealed with, and those that let in nobody any more: core/tickets.py.
keys = Table(
    "keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)
used_tickets = Table(
    "used_tickets",
    metadata,
    Column("nonce", String(64), primary_key=True),
    Column("until", Time, nullable=False),
)

# How much of a secret was told to whom: a pseudonym, see pseudonyms.py. Shares of its points.
tallies = Table(
    "tallies",
    metadata,
    Column("who", String(32), primary_key=True),
    Column("secret", String(40), primary_key=True),
    Column("told", Double, nullable=False),
    Column("chance", Double, nullable=False),
    Column("shut", Boolean, nullable=False),
    Column("until", Time, nullable=False),
    Index(None, "until"),
    sqlite_with_rowid=False,
)

# Each side's rounds are in `duel_runs`; `grids` is JSON: [[grid, words, points], …].
duels = Table(
    "duels",
    metadata,
    Column("id", Key, primary_key=True),
    Column("code", String(16), nullable=False, unique=True),
    Column("chat", ForeignKey("chats.id"), nullable=False),
    Column("topic", String(64), nullable=False),
    Column("challenger", ForeignKey("players.id"), nullable=False),
    Column("opponent", ForeignKey("players.id")),
    Column("ranked", Boolean, nullable=False),
    Column("lexicon", ForeignKey("lexicons.id"), nullable=False),
    Column("rules", String(20), nullable=False),
    Column("min_length", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("grids", Text, nullable=False),
    Column("salt", String(64), nullable=False),
    Column("made_at", Time, nullable=False),
    Column("expires_at", Time, nullable=False),
    Column("reminded_at", Time),
    Column("state", String(10), nullable=False),
    Column("ending", String(10)),
    Column("ended_at", Time),
    Column("ended_by", Integer),
    Index(None, "challenger"),
    Index(None, "opponent"),
)
OPEN_DUEL = duels.c.state != literal_column("'over'")
Index(
    "ix_duels_open",
    duels.c.expires_at,
    sqlite_where=OPEN_DUEL,
    postgresql_where=OPEN_DUEL,
)

# `round` is 0 for a computer player, whose words are `found`: JSON, [[seconds, word], …].
duel_runs = Table(
    "duel_runs",
    metadata,
    Column("duel", ForeignKey("duels.id"), primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("round", Key, nullable=False),
    Column("started_at", Time, nullable=False),
    Column("finished_at", Time),
    Column("points", Integer, nullable=False),
    Column("words", Integer, nullable=False),
    Column("found", Text),
    sqlite_with_rowid=False,
)

duel_news = Table(
    "duel_news",
    metadata,
    Column("id", Key, primary_key=True),
    Column("duel", ForeignKey("duels.id"), nullable=False),
    Column("side", Integer, nullable=False),
    Column("topic", String(10), nullable=False),
    Column("number", Integer, nullable=False),
    Column("told_at", Time),
    Index(None, "duel"),
)
UNTOLD_DUEL = duel_news.c.told_at.is_(None)
Index(
    "ix_duel_news_untold",
    duel_news.c.id,
    sqlite_where=UNTOLD_DUEL,
    postgresql_where=UNTOLD_DUEL,
)

# By the first account of a player; `value` is what a leaderboard ranks by.
ratings = Table(
    "ratings",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("language", String(2), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("value", Integer, nullable=False),
    Index(None, "language", "value"),
    sqlite_with_rowid=False,
)

# Ratings of accounts that were forgotten, for those that come back: by codes, as in `limits`.
forgotten_ratings = Table(
    "forgotten_ratings",
    metadata,
    Column("code", String(32), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("until", Time, nullable=False),
    sqlite_with_rowid=False,
)

# What was used up of limits (core/limits.py), by codes of accounts: see pseudonyms.py.
limits = Table(
    "limits",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("code", String(32), primary_key=True),
    Column("until", Time),
    Column("count", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# Whose duels a player does not want: of which account that was said, and for which accounts it
# holds, by their codes, as in `limits`.
blocks = Table(
    "blocks",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("code", String(32), primary_key=True),
    Column("blocked", ForeignKey("players.id"), nullable=False),
    sqlite_with_rowid=False,
)
