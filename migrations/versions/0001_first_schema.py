"""Keep players, chats, rounds with their journal, standings and house words."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "chats",
        sa.Column("id", KEY, nullable=False),
        sa.Column("platform", sa.String(length=20), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chats")),
        sa.UniqueConstraint("platform", "external_id", name=op.f("uq_chats_platform_external_id")),
    )
    op.create_table(
        "lexicons",
        sa.Column("id", KEY, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("added", sa.Text(), nullable=False),
        sa.Column("removed", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lexicons")),
        sa.UniqueConstraint("digest", "name", name=op.f("uq_lexicons_digest_name")),
    )
    op.create_table(
        "players",
        sa.Column("id", KEY, nullable=False),
        sa.Column("platform", sa.String(length=20), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint(
            "platform", "external_id", name=op.f("uq_players_platform_external_id")
        ),
    )
    op.create_table(
        "boards",
        sa.Column("id", KEY, nullable=False),
        sa.Column("chat", KEY, nullable=True),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("period", sa.String(length=10), nullable=False),
        sa.Column("start", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_boards_chat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_boards")),
    )
    op.create_index(
        "uq_boards_chat",
        "boards",
        ["chat", "language", "period", "start"],
        unique=True,
        sqlite_where=sa.text("chat IS NOT NULL"),
        postgresql_where=sa.text("chat IS NOT NULL"),
    )
    op.create_index(
        "uq_boards_world",
        "boards",
        ["language", "period", "start"],
        unique=True,
        sqlite_where=sa.text("chat IS NULL"),
        postgresql_where=sa.text("chat IS NULL"),
    )

    op.create_table(
        "house_words",
        sa.Column("chat", KEY, nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("word", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_house_words_chat")),
        sa.PrimaryKeyConstraint("chat", "language", "word", name=op.f("pk_house_words")),
    )
    op.create_table(
        "memberships",
        sa.Column("player", KEY, nullable=False),
        sa.Column("chat", KEY, nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_memberships_chat")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_memberships_player")),
        sa.PrimaryKeyConstraint("player", "chat", name=op.f("pk_memberships")),
    )
    op.create_table(
        "requests",
        sa.Column("id", KEY, nullable=False),
        sa.Column("chat", KEY, nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("word", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("requested_by", KEY, nullable=False),
        sa.Column("requested_at", sa.Double(), nullable=False),
        sa.Column("answer", sa.String(length=10), nullable=False),
        sa.Column("decided_by", KEY, nullable=True),
        sa.Column("decided_at", sa.Double(), nullable=True),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_requests_chat")),
        sa.ForeignKeyConstraint(
            ["decided_by"], ["players.id"], name=op.f("fk_requests_decided_by")
        ),
        sa.ForeignKeyConstraint(
            ["requested_by"], ["players.id"], name=op.f("fk_requests_requested_by")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requests")),
    )
    op.create_index(op.f("ix_requests_chat_answer"), "requests", ["chat", "answer"], unique=False)
    op.create_index(op.f("ix_requests_requested_by"), "requests", ["requested_by"], unique=False)
    op.create_index(op.f("ix_requests_decided_by"), "requests", ["decided_by"], unique=False)

    op.create_table(
        "rounds",
        sa.Column("id", KEY, nullable=False),
        sa.Column("chat", KEY, nullable=False),
        sa.Column("topic", sa.String(length=64), nullable=False),
        sa.Column("started_by", KEY, nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("match_id", KEY, nullable=False),
        sa.Column("grid", sa.String(length=200), nullable=False),
        sa.Column("lexicon", KEY, nullable=False),
        sa.Column("rules", sa.String(length=20), nullable=False),
        sa.Column("min_length", sa.Integer(), nullable=False),
        sa.Column("law", sa.String(length=20), nullable=False),
        sa.Column("words", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("starts_at", sa.Double(), nullable=False),
        sa.Column("deadline", sa.Double(), nullable=False),
        sa.Column("grace", sa.Double(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("termination", sa.String(length=20), nullable=True),
        sa.Column("finished_at", sa.Double(), nullable=True),
        sa.Column("stopped_by", KEY, nullable=True),
        sa.Column("announced_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_rounds_chat")),
        sa.ForeignKeyConstraint(["lexicon"], ["lexicons.id"], name=op.f("fk_rounds_lexicon")),
        sa.ForeignKeyConstraint(["started_by"], ["players.id"], name=op.f("fk_rounds_started_by")),
        sa.ForeignKeyConstraint(["stopped_by"], ["players.id"], name=op.f("fk_rounds_stopped_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rounds")),
    )
    op.create_index(
        op.f("ix_rounds_chat_topic_starts_at"),
        "rounds",
        ["chat", "topic", "starts_at"],
        unique=False,
    )
    op.create_index(op.f("ix_rounds_match_id"), "rounds", ["match_id"], unique=False)
    op.create_index(
        "ix_rounds_unannounced",
        "rounds",
        ["id"],
        unique=False,
        sqlite_where=sa.text("announced_at IS NULL"),
        postgresql_where=sa.text("announced_at IS NULL"),
    )
    op.create_index(
        "uq_rounds_active",
        "rounds",
        ["chat", "topic"],
        unique=True,
        sqlite_where=sa.text("state != 'finished'"),
        postgresql_where=sa.text("state != 'finished'"),
    )

    op.create_table(
        "settings",
        sa.Column("chat", KEY, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_settings_chat")),
        sa.PrimaryKeyConstraint("chat", "name", name=op.f("pk_settings")),
    )
    op.create_table(
        "plays",
        sa.Column("round", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("message_id", sa.String(length=64), nullable=True),
        sa.Column("word", sa.String(length=16), nullable=False),
        sa.Column("display", sa.String(length=64), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("path", sa.LargeBinary(), nullable=True),
        sa.Column("cause", sa.String(length=20), nullable=True),
        sa.Column("letters", sa.String(length=64), nullable=True),
        sa.Column("bound", sa.Integer(), nullable=True),
        sa.Column("taken_by", KEY, nullable=True),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_plays_player")),
        sa.ForeignKeyConstraint(["round"], ["rounds.id"], name=op.f("fk_plays_round")),
        sa.ForeignKeyConstraint(["taken_by"], ["players.id"], name=op.f("fk_plays_taken_by")),
        sa.PrimaryKeyConstraint("round", "number", name=op.f("pk_plays")),
        sqlite_with_rowid=False,
    )
    op.create_index("uq_plays_message", "plays", ["player", "message_id", "round"], unique=True)

    op.create_table(
        "results",
        sa.Column("player", KEY, nullable=False),
        sa.Column("round", KEY, nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("words", sa.Integer(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("best", sa.String(length=64), nullable=False),
        sa.Column("best_points", sa.Integer(), nullable=False),
        sa.Column("longest", sa.String(length=64), nullable=False),
        sa.Column("share", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_results_player")),
        sa.ForeignKeyConstraint(["round"], ["rounds.id"], name=op.f("fk_results_round")),
        sa.PrimaryKeyConstraint("player", "round", name=op.f("pk_results")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_results_round"), "results", ["round"], unique=False)

    op.create_table(
        "standings",
        sa.Column("board", KEY, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("best", sa.String(length=64), nullable=False),
        sa.Column("best_points", sa.Integer(), nullable=False),
        sa.Column("shares", sa.BigInteger(), nullable=False),
        sa.Column("average", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["board"], ["boards.id"], name=op.f("fk_standings_board")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_standings_player")),
        sa.PrimaryKeyConstraint("board", "player", name=op.f("pk_standings")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_standings_player", "standings", ["player"], unique=False)

    for name in ("points", "wins", "best_points", "average"):
        op.create_index(
            f"ix_standings_{name}",
            "standings",
            ["board", "shown", sa.text(f"{name} DESC"), "player", "rounds"],
        )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("standings")

    op.drop_table("results")

    op.drop_table("plays")
    op.drop_table("settings")

    op.drop_table("rounds")

    op.drop_table("requests")
    op.drop_table("memberships")
    op.drop_table("house_words")

    op.drop_table("boards")
    op.drop_table("players")
    op.drop_table("lexicons")
    op.drop_table("chats")
