"""The file `.env`: variables that need not be typed before each command."""

from io import StringIO
from pathlib import Path

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from bot.setting_errors import BadSetting


def read_dotenv(path: Path) -> dict[str, str]:
    """Return the variables of Seize that a file sets; raises BadSetting.

    No file, a folder of that name, or the file of another program set none.
    """
    try:
        data = path.read_bytes()
    except (FileNotFoundError, IsADirectoryError):
        return {}
    except OSError as error:
        raise BadSetting.unreadable(error.strerror or type(error).__name__) from None
    if b"SEIZE_" not in data:
        return {}
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadSetting.not_text() from None
    for binding in parse_stream(StringIO(text)):
        if binding.error or (binding.key and binding.value is None):
            leading = binding.original.string[: -len(binding.original.string.lstrip()) or None]
            raise BadSetting.line(binding.original.line + leading.count("\n"))
    found = dotenv_values(stream=StringIO(text))
    return {name: value or "" for name, value in found.items() if name.startswith("SEIZE_")}
