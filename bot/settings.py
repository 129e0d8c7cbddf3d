"""Settings of the whole program: the environment, and below it `.env` in the current folder."""

import os
import re
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from annotated_types import Ge, Le
from platformdirs import user_cache_path, user_data_path
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from bot.addresses import Networks, networks
from bot.dotenv_file import read_dotenv
from bot.locale import locale_language
from core.errors import SeizeError, translatable
from core.languages import languages
from core.store import CONNECTIONS
from core.texts import shortened

# pydantic-settings is imported by every command: of the 0.9 s that `seize solve` takes on the
# machine where this was measured, it and the class below are 0.045 s. So there is one way to
# read a setting, not a quick one for some commands and a careful one for others.

Port = Annotated[int, Field(ge=0, le=65535)]
_OTHER_NAMES = {"database": "DATABASE_URL", "message_content": "DISCORD_MESSAGE_CONTENT"}
_EXAMPLES = {"https": "https://example.org", "wss": "wss://example.org/"}
_SCHEMES = {
    "discord_api_url": ("https", "http"),
    "discord_gateway_url": ("wss", "ws"),
    "telegram_api_url": ("https", "http"),
    "telegram_webhook_url": ("https", "http"),
    "web_url": ("https", "http"),
}


class BadVariable(SeizeError):
    """Raised when the value of a variable makes no sense; a secret is never shown."""


class Settings(BaseSettings):
    """Everything that can be set from outside; `from_environment` reads it.

    `lexicons` and `kernels` are folders in `cache_dir`. Secrets are not in repr().
    """

    model_config = SettingsConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    data_dir: Path | None = Field(
        default=None,
        description="Folder of all that Seize writes, where the user's own do not fit.",
    )
    cache_dir: Path = Field(
        default_factory=lambda said: said["data_dir"] or user_cache_path("seize"),
        description="Folder of what can be made anew, where it is not to lie with the data: an "
        "image brings it along, and may keep it read-only.",
    )
    language: str = Field(
        default_factory=locale_language,
        description="ISO 639 code of the user's language, of the locale.",
    )
    database: Path | str = Field(
        default_factory=lambda said: (said["data_dir"] or user_data_path("seize")) / "seize.db",
        repr=False,
        description="File of players and scores, or URL of a database; it may hold a password.",
    )
    database_connections: Annotated[int, Field(ge=2, le=1000)] = Field(
        default=CONNECTIONS,
        description="Connections of a process to a PostgreSQL server at a time, at most.",
    )
    log_level: str = Field(default="", description='One of bot.server.logs.LEVELS, "" for no logs.')
    discord_token: SecretStr = Field(
        default=SecretStr(""), description="What Discord knows the bot by; empty: no Discord."
    )
    telegram_token: SecretStr = Field(
        default=SecretStr(""), description="What Telegram knows the bot by; empty: no Telegram."
    )
    http_host: str = Field(
        default="127.0.0.1",
        description="Address to serve health and metrics on. They are for this machine only, "
        "except in a container, whose ports are published by its host.",
    )
    http_port: Port = Field(
        default=8080, description="TCP port of health and metrics; 0: any free one."
    )
    discord_api_url: str = Field(
        default="https://discord.com/api/v10",
        description="Discord's HTTP API, or a proxy before it.",
    )
    discord_gateway_url: str = Field(
        default="wss://gateway.discord.gg/",
        description="Discord's WebSocket, or a proxy before it.",
    )
    discord_shards: Annotated[int, Field(ge=0, le=1024)] = Field(
        default=0,
        description="Least number of connections to split the bot on Discord into; 0: as many as "
        "Discord asks for.",
    )
    telegram_api_url: str = Field(
        default="https://api.telegram.org",
        description="Telegram's Bot API, or a server of one's own.",
    )
    telegram_webhook_url: str = Field(
        default="",
        description="Address that Telegram sends to; empty: the bot asks (long polling).",
    )
    telegram_webhook_secret: SecretStr = Field(
        default=SecretStr(""),
        description="What Telegram shows with what it sends, so that nobody else can",
    )
    telegram_webhook_port: Port = Field(
        default=8443, description="TCP port to listen on for Telegram; a proxy brings the TLS."
    )
    telegram_app: str = Field(
        default="",
        description="Short name under which BotFather knows the page as a Mini App: so that a "
        "button in a group opens it at once.",
    )
    web_url: str = Field(
        default="",
        description="Public address of the page to swipe on, which a proxy serves by https; "
        "empty: no page, and no button for it.",
    )
    web_port: Port = Field(default=8016, description="TCP port to serve the page on.")
    trusted_proxies: str = Field(
        default="",
        description="Addresses and networks of the proxies before the page, separated by commas: "
        "whom they forward is told from X-Forwarded-For, which nobody else is believed.",
    )
    daily_languages: str = Field(
        default_factory=lambda: ",".join(languages()),
        description="Languages that there is a daily in, with commas between; empty: all.",
    )
    daily_hour: Annotated[int, Field(ge=0, le=23)] = Field(
        default=2,
        description="Hour of UTC at which the dailies of the days ahead are made: when few play.",
    )
    daily_seconds: Annotated[int, Field(ge=1, le=3600)] = Field(
        default=60,
        description="Seconds that the search for one daily may take, of one processor: in ten the "
        "best grids are found, in sixty others as good.",
    )
    message_content: bool = Field(
        default=True,
        description="Whether to ask Discord for what people write: without it words are played "
        "by command, mention or reply only, and the portal need not grant the intent.",
    )

    @classmethod
    def from_environment(cls) -> "Settings":
        """Read the variables that docs/owners.md lists; raises BadVariable, BadDotenv."""
        try:
            return cls()
        except ValidationError as error:
            # Not `from error`: what it holds of the input may be secret.
            first = error.errors(include_url=False, include_context=False)[0]
            name = str(first["loc"][0])
            facts = {"variable": variable(name), "value": shortened(str(first.get("input", "")))}
            if str(first["type"]).startswith("bool"):
                template = translatable("{variable} is {value!r}: write true or false")
                raise BadVariable(template, **facts) from None
            low, high = _limits(name)
            raise BadVariable(
                translatable("{variable} is {value!r}: write a whole number from {low} to {high}"),
                low=low,
                high=high,
                **facts,
            ) from None

    @property
    def lexicons(self) -> Path:
        """Return the folder of packed lexicons."""
        return self.cache_dir / "lexicons"

    @property
    def kernels(self) -> Path:
        """Return the folder of compiled kernels."""
        return self.cache_dir / "kernels"

    @property
    def platforms(self) -> tuple[str, ...]:
        """Return the platforms that there is a token for."""
        tokens = {"discord": self.discord_token, "telegram": self.telegram_token}
        return tuple(name for name, token in tokens.items() if token)

    @property
    def dailies(self) -> tuple[str, ...]:
        """Return the languages that there is a daily in."""
        return tuple(dict.fromkeys(self.daily_languages.split(",")))

    @property
    def proxies(self) -> Networks:
        """Return the networks of trusted proxies."""
        return networks(self.trusted_proxies)

    @property
    def fame(self) -> Path:
        """Return the file of the grids that this user's searches found."""
        return (self.data_dir or user_data_path("seize")) / "fame.jsonl"

    @field_validator("data_dir", "cache_dir", mode="before")
    @classmethod
    def _of_user(cls, folder: Any, info: ValidationInfo) -> Any:
        if not isinstance(folder, str):
            return folder
        try:
            return Path(folder).expanduser()
        except RuntimeError:
            template = translatable(
                "{variable} names the home of an unknown user: write the whole path"
            )
            raise BadVariable(template, variable=variable(str(info.field_name))) from None

    @field_validator("discord_token", "telegram_token")
    @classmethod
    def _token(cls, token: SecretStr, info: ValidationInfo) -> SecretStr:
        # It goes into headers and addresses, whose errors would show it.
        if not re.fullmatch(r"[\w.:=+~-]*", token.get_secret_value(), re.ASCII):
            raise BadVariable(
                translatable(
                    "{variable} holds characters that no token has: copy the token again, alone"
                ),
                variable=variable(str(info.field_name)),
            )
        return token

    @field_validator("daily_languages")
    @classmethod
    def _languages(cls, text: str, info: ValidationInfo) -> str:
        codes = [code.strip().lower() for code in text.split(",") if code.strip()]
        if not set(codes) <= set(languages()):
            raise BadVariable(
                translatable("{variable}: write some of {known}, with commas between"),
                variable=variable(str(info.field_name)),
                known=", ".join(languages()),
            )
        return ",".join(codes or languages())

    @field_validator("trusted_proxies")
    @classmethod
    def _proxies(cls, text: str, info: ValidationInfo) -> str:
        try:
            networks(text)
        except ValueError:
            raise BadVariable(
                translatable(
                    "{variable}: write addresses or networks, comma-separated, such as {example}"
                ),
                variable=variable(str(info.field_name)),
                example="127.0.0.1, 172.16.0.0/12",
            ) from None
        return text

    @field_validator("telegram_webhook_secret")
    @classmethod
    def _webhook_secret(cls, secret: SecretStr, info: ValidationInfo) -> SecretStr:
        if not re.fullmatch(r"[\w-]{0,256}", secret.get_secret_value(), re.ASCII):
            raise BadVariable(
                translatable(
                    "{variable}: write at most 256 letters, digits, _ and -, without accents"
                ),
                variable=variable(str(info.field_name)),
            )
        return secret

    @field_validator("telegram_app")
    @classmethod
    def _app(cls, name: str, info: ValidationInfo) -> str:
        if name and not re.fullmatch(r"[A-Za-z0-9_]{3,30}", name, re.ASCII):
            raise BadVariable(
                translatable(
                    "{variable}: write the short name that BotFather gave the Mini App, 3 to 30 "
                    "letters, digits and _"
                ),
                variable=variable(str(info.field_name)),
            )
        return name

    @field_validator("web_url")
    @classmethod
    def _public(cls, url: str, info: ValidationInfo) -> str:
        here = re.match(r"http://(localhost|127\.0\.0\.1)(:\d+)?(/|$)", url)
        if (url and not (url.startswith("https://") or here)) or urlsplit(url).path.strip("/"):
            raise BadVariable(
                translatable(
                    "{variable} is to begin with https:// and to end with the host, as in "
                    "{example}: Telegram opens no other pages"
                ),
                variable=variable(str(info.field_name)),
                example="https://play.example.org",
            )
        return url

    @field_validator(*_SCHEMES)
    @classmethod
    def _address(cls, url: str, info: ValidationInfo) -> str:
        name = str(info.field_name)
        scheme = "|".join(_SCHEMES[name])
        if url and not re.fullmatch(rf"({scheme})://[^\s/?#@]+(/[^\s?#]*)?", url):
            raise BadVariable(
                translatable("{variable} is no address that fits: write one such as {example}"),
                variable=variable(name),
                example=_EXAMPLES[_SCHEMES[name][0]],
            )
        return url.rstrip("/") if scheme == "https|http" else url

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the sources of settings, the strongest first."""
        return init_settings, _Variables(settings_cls)


class _Variables(PydanticBaseSettingsSource):
    """The environment, and where it does not name a variable, `.env`.

    What is empty has its default: so `VARIABLE= seize …` sets aside what `.env` says.
    """

    def get_field_value(
        self,
        field: Any,  # noqa: ARG002
        field_name: str,
    ) -> tuple[Any, str, bool]:
        return self().get(field_name), field_name, False

    def __call__(self) -> dict[str, Any]:
        said = read_dotenv(Path(".env"), variables()) | os.environ
        texts = {name: said.get(variable(name), "").strip() for name in _from_variables()}
        return {name: text for name, text in texts.items() if text}


def _limits(name: str) -> tuple[int, int]:
    """Return the least and the most that a field of Settings may be, where it is a number."""
    bounds = Settings.model_fields[name].metadata
    low = next((each.ge for each in bounds if isinstance(each, Ge)), 0)
    high = next((each.le for each in bounds if isinstance(each, Le)), 0)
    return low, high  # type: ignore[return-value]


def variable(name: str) -> str:
    """Return the variable of a field of Settings."""
    return f"SEIZE_{_OTHER_NAMES.get(name, name.upper())}"


def variables() -> list[str]:
    """Return the variables that Seize reads, but for those of the locale."""
    return [variable(name) for name in _from_variables()]


def _from_variables() -> list[str]:
    return [name for name in Settings.model_fields if name != "language"]
