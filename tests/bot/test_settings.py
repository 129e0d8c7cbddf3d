"""Settings come from the environment, then from `.env`, and show no secret."""

import random
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.dotenv_file import BadDotenv
from bot.settings import BadVariable, Settings, variable, variables
from tests.helpers.command import seize

TOKEN = "MTIz.Abc-def_GHI"  # noqa: S105 (of nobody)


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in variables():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def test_every_setting_has_a_default_and_a_reason() -> None:
    settings = Settings.from_environment()
    assert (settings.http_host, settings.http_port) == ("127.0.0.1", 8080)
    assert settings.discord_api_url == "https://discord.com/api/v10"
    assert settings.discord_gateway_url == "wss://gateway.discord.gg/"
    assert settings.telegram_api_url == "https://api.telegram.org"
    assert (settings.telegram_webhook_url, settings.telegram_webhook_port) == ("", 8443)
    assert settings.message_content is True
    assert not settings.discord_token.get_secret_value()
    assert not settings.telegram_token.get_secret_value()
    assert settings.log_level == ""
    assert all(field.description for field in Settings.model_fields.values())


def test_the_variables_have_their_names() -> None:
    assert variable("database") == "SEIZE_DATABASE_URL"
    assert variable("message_content") == "SEIZE_DISCORD_MESSAGE_CONTENT"
    assert variable("telegram_webhook_secret") == "SEIZE_TELEGRAM_WEBHOOK_SECRET"


def test_one_folder_holds_all_but_a_cache_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEIZE_DATA_DIR", "/d")
    settings = Settings.from_environment()
    assert (settings.cache_dir, settings.database) == (Path("/d"), Path("/d/seize.db"))
    assert (settings.lexicons, settings.kernels) == (Path("/d/lexicons"), Path("/d/kernels"))
    monkeypatch.setenv("SEIZE_CACHE_DIR", "~/c")
    settings = Settings.from_environment()
    assert settings.cache_dir == Path("~/c").expanduser()
    assert settings.database == Path("/d/seize.db")


def test_a_folder_of_a_user_that_there_is_not_is_refused_and_not_made(tmp_path: Path) -> None:
    ran = seize("leaderboard", data_dir=Path("~nobody-of-this-name/d"))
    assert (ran.status, ran.out) == (2, "")
    assert (
        ran.err == "seize: SEIZE_DATA_DIR names the home of an unknown user: write the whole path\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_the_environment_wins_over_the_file_even_where_it_is_empty(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text(
        "# bot\nSEIZE_HTTP_PORT=1\nexport SEIZE_HTTP_HOST='0.0.0.0'\nSEIZE_LOG_LEVEL=INFO\n"
        f'SEIZE_DISCORD_TOKEN="{TOKEN}"\nLANG=fr\nOTHER=1\n'
    )
    monkeypatch.setenv("SEIZE_HTTP_PORT", "2")
    monkeypatch.setenv("SEIZE_LOG_LEVEL", "")
    settings = Settings.from_environment()
    assert (settings.http_port, settings.http_host, settings.log_level) == (2, "0.0.0.0", "")  # noqa: S104
    assert settings.discord_token.get_secret_value() == TOKEN


def test_white_space_around_a_value_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEIZE_TELEGRAM_TOKEN", f" {TOKEN}\r\n")
    monkeypatch.setenv("SEIZE_DISCORD_TOKEN", "  ")
    monkeypatch.setenv("SEIZE_DISCORD_MESSAGE_CONTENT", " False ")
    monkeypatch.setenv("SEIZE_DISCORD_API_URL", "http://127.0.0.1:5000/api/")
    settings = Settings.from_environment()
    assert settings.telegram_token.get_secret_value() == TOKEN
    assert settings.discord_token.get_secret_value() == ""
    assert settings.message_content is False
    assert settings.discord_api_url == "http://127.0.0.1:5000/api"


def test_no_secret_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEIZE_TELEGRAM_TOKEN", TOKEN)
    monkeypatch.setenv("SEIZE_DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SEIZE_TELEGRAM_WEBHOOK_SECRET", TOKEN.replace(".", "-"))
    monkeypatch.setenv("SEIZE_DATABASE_URL", f"postgresql://u:{TOKEN}@host/name")
    settings = Settings.from_environment()
    assert "MTIz" not in repr(settings) + str(settings)


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        Settings.from_environment().http_port = 1


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("SEIZE_HTTP_PORT", "x", "'x': write a whole number from 0 to 65535"),
        ("SEIZE_HTTP_PORT", "65536", "'65536': write a whole number"),
        ("SEIZE_TELEGRAM_WEBHOOK_PORT", "-1", "'-1': write a whole number"),
        ("SEIZE_DISCORD_MESSAGE_CONTENT", "maybe", "'maybe': write true or false"),
        ("SEIZE_DISCORD_API_URL", "discord.com", "such as https://example.org"),
        ("SEIZE_DISCORD_GATEWAY_URL", "https://discord.gg", "such as wss://example.org/"),
        ("SEIZE_TELEGRAM_API_URL", "https://u:secret@host", "such as https://example.org"),
        ("SEIZE_TELEGRAM_WEBHOOK_URL", "ftp://secret", "such as https://example.org"),
        ("SEIZE_TELEGRAM_WEBHOOK_SECRET", "sécret secret", "at most 256 letters, digits"),
        ("SEIZE_WEB_URL", "http://play.example.org", "begin with https://"),
        ("SEIZE_WEB_URL", "https://play.example.org/secret", "end with the host"),
        ("SEIZE_WEB_URL", "play.secret.org", "as in https://play.example.org"),
        ("SEIZE_TRUSTED_PROXIES", "secret.org", "such as 127.0.0.1, 172.16.0.0/12"),
        ("SEIZE_TRUSTED_PROXIES", "10.0.0.1/33", "write addresses or networks"),
        ("SEIZE_TELEGRAM_APP", "t.me/secret_bot/swipe", "short name that BotFather gave"),
        ("SEIZE_DISCORD_TOKEN", "Bot secret", "characters that no token has"),
        ("SEIZE_TELEGRAM_TOKEN", "1:a/../secret", "characters that no token has"),
    ],
)
def test_a_bad_value_gets_one_line_that_names_the_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, said: str
) -> None:
    monkeypatch.setenv(name, text)
    with pytest.raises(BadVariable) as caught:
        Settings.from_environment()
    assert name in str(caught.value)
    assert said in str(caught.value)
    assert "secret" not in str(caught.value).lower().replace("webhook_secret", "")
    assert caught.value.__context__ is None or caught.value.__suppress_context__
    ran = seize("solve", "ABCD", data_dir=Path("unused"))
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("seize: ")
    assert seize("--help", data_dir=Path("unused")).status == 0


UTF_16 = "is UTF-16, as PowerShell writes it, or no text at all: save it as UTF-8"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            b"\n\nSEIZE_DISCORD_TOKEN\n",
            "line 3 of the file .env of this folder: write",
        ),
        (
            b"SEIZE_DISCORD_TOKEN='abc\n",
            "line 1 of the file .env of this folder: write",
        ),
        (
            b"A=1\nSEIZE_HTTP_HOST=\xff\n",
            "line 2 of the file .env of this folder is not UTF-8",
        ),
        (random.Random(1).randbytes(300).replace(b"\0", b""), "is not UTF-8 text"),
        ("SEIZE_DISCORD_TOKEN=abc\n".encode("utf-16"), UTF_16),
        ("SEIZE_DISCORD_TOKEN=abc\n".encode("utf-16-be"), UTF_16),
        (b"SEIZE_HTTP_PORT=x\n", "SEIZE_HTTP_PORT is “x”"),
    ],
)
@pytest.mark.parametrize("command", ["lexicons", "serve", "db check"])
def test_what_cannot_be_read_gets_one_line(
    tmp_path: Path, content: bytes, said: str, command: str
) -> None:
    (tmp_path / ".env").write_bytes(content)
    ran = seize(*command.split(), data_dir=tmp_path)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err.replace("seize: Line", "seize: line")
    assert "abc" not in ran.err
    doctor = seize("doctor", data_dir=tmp_path)
    assert doctor.status == 1
    assert doctor.out.startswith("✗ settings: ")
    assert said in doctor.out


NOTHING = "sets nothing: write VARIABLE=value, or # before a remark"
UNKNOWN = "sets nothing that Seize knows"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("A=1\n\nSEIZE_HTTP_PORT=9\ndef ghi\n", [f"line 4 {NOTHING}"]),
        ("what is this abc\nA\n", [f"line 1 {NOTHING}", f"line 2 {NOTHING}"]),
        ("SEIZE_DISCORD_TOKN=abc\n", [f"line 1 {UNKNOWN}: is SEIZE_DISCORD_TOKEN meant?"]),
        ("\nseize_telegram_token=abc\n", [f"line 2 {UNKNOWN}: is SEIZE_TELEGRAM_TOKEN meant?"]),
        ("SIEZE_HTTP_PORT=9\n", [f"line 1 {UNKNOWN}: is SEIZE_HTTP_PORT meant?"]),
        ("SEIZE_DISCORD_TOKEN:abc=\n", [f"line 1 {UNKNOWN}: is SEIZE_DISCORD_TOKEN meant?"]),
        ("SEIZE_XYZZY=abc\n", [f"line 1 {UNKNOWN}: .env.example has all names"]),
        ("# abc\nexport A=1\nDJANGO_SECRET_KEY=abc\nDISCORD_TOKEN=abc\nPOSTGRES_PASSWORD=\n", []),
        ("", []),
    ],
)
def test_what_sets_nothing_is_told_and_stops_nothing(
    tmp_path: Path, data_dir: Path, content: str, said: list[str]
) -> None:
    (tmp_path / ".env").write_text(content)
    for command in ("lexicons", "leaderboard"):
        ran = seize(*command.split(), data_dir=tmp_path)
        assert ran.status == 0
        lines = ran.err.replace("of the file .env of this folder ", "").splitlines()
        assert lines == [f"seize: {line[0].upper()}{line[1:]}" for line in said]
    ran = seize("doctor", data_dir=data_dir, SEIZE_DATABASE_URL=f"sqlite:///{tmp_path}/bot.db")
    assert ran.err == ""
    first = ran.out.replace("of the file .env of this folder ", "").splitlines()[: len(said) or 1]
    assert first == ([f"! settings: {line}" for line in said] or ["✓ settings: readable"])
    assert "abc" not in ran.out


def test_a_file_that_cannot_be_read_at_all_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / ".env").symlink_to(".env")
    with pytest.raises(BadDotenv, match=r"cannot read the file \.env of this folder: Too many"):
        Settings.from_environment()


def test_a_folder_named_env_is_no_file(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    assert Settings.from_environment().http_port == 8080


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"\xef\xbb\xbfSEIZE_HTTP_PORT=9\r\n")
    assert Settings.from_environment().http_port == 9


def test_all_commands_find_the_database_of_the_bot(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"SEIZE_DATABASE_URL=sqlite:///{tmp_path}/bot.db\n")
    assert seize("db", "upgrade", data_dir=tmp_path / "elsewhere").status == 0
    copied = seize("db", "backup", str(tmp_path / "copy.db"), data_dir=tmp_path / "elsewhere")
    assert (copied.status, copied.err) == (0, "")
    assert (tmp_path / "bot.db").exists()
    assert not (tmp_path / "elsewhere").exists()
