"""The files of the page, each under a name with a digest, so that browsers may keep them."""

import base64
import gzip
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

from bot.presenters.pictures.colours import END, MIDDLE, START, Theme, css, ink_on
from core.grid import MULTIPLIERS

FOLDER = Path(__file__).parent / "static"
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_PACKED = 500  # bytes of a file from which it is worth packing


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is served: its address, its type, its bytes, plain and packed."""

    address: str
    content_type: str
    plain: bytes
    packed: bytes | None


@dataclass(frozen=True, slots=True)
class Assets:
    """All files, by their addresses; and the pages, whose scripts may do nothing but theirs."""

    by_address: dict[str, Asset]
    template: Template
    way_in: Template
    policy: str

    def page(self, language: str, title: str, texts: object, noscript: str) -> str:
        """Return the page in a language, with its texts."""
        said = json.dumps(texts, ensure_ascii=False).replace("<", "\\u003c")
        return self.template.substitute(
            language=language, title=_escaped(title), texts=said, noscript=_escaped(noscript)
        )

    def entrance(self, language: str, texts: dict[str, str]) -> str:
        """Return the entrance in a language, with its texts."""
        said = json.dumps(texts, ensure_ascii=False).replace("<", "\\u003c")
        noscript = _escaped(texts["noscript"])
        return self.way_in.substitute(language=language, texts=said, noscript=noscript)


@cache
def assets() -> Assets:
    """Read the files of the page."""
    files = {file.name: file.read_bytes() for file in FOLDER.iterdir() if file.suffix in _TYPES}
    files["colours.css"] = colours().encode()
    made = {name: _asset(name, data) for name, data in files.items()}
    scripts = sorted(name for name in made if name.endswith(".js"))
    imports = json.dumps(
        {"imports": {f"/static/{name}": made[name].address for name in scripts}},
        separators=(",", ":"),
    )
    facts = {
        **{name.partition(".")[0]: asset.address for name, asset in made.items()},
        "imports": imports,
        "preloads": "\n".join(
            f'<link rel="modulepreload" href="{made[name].address}">'
            for name in scripts
            if name not in ("main.js", "entrance.js")
        ),
    }
    page, way_in = (
        Template((FOLDER / name).read_text("utf-8")).safe_substitute(facts)
        for name in ("page.html", "entrance.html")
    )
    digest = base64.b64encode(hashlib.sha256(imports.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'self' 'sha256-{digest}'; style-src 'self'; "
        "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
    )
    return Assets(
        {each.address: each for each in made.values()}, Template(page), Template(way_in), policy
    )


def colours() -> str:
    """Return the colours of the pictures as a style sheet, with the classes of bonus tiles."""
    light, dark = _variables(Theme.LIGHT), _variables(Theme.DARK)
    names = [bonus.label.lower() for bonus in MULTIPLIERS]
    return "".join(
        f".tile.{name}{{background:var(--{name});color:var(--on-{name})}}\n" for name in names
    ) + (
        f":root{{{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        f':root[data-theme="light"]{{{light}}}\n:root[data-theme="dark"]{{{dark}}}\n'
    )


def _variables(theme: Theme) -> str:
    shown = theme.value
    named = {
        "page": shown.page,
        "text": shown.text,
        "faint": shown.faint,
        "tile": shown.tile,
        "ink": ink_on(shown.tile),
        "start": START,
        "middle": MIDDLE,
        "end": END,
        "on-path": ink_on(MIDDLE),
    }
    for bonus in MULTIPLIERS:
        named[bonus.label.lower()] = shown.tile_colour(bonus)
        named[f"on-{bonus.label.lower()}"] = ink_on(shown.tile_colour(bonus))
    scheme = "light" if theme is Theme.LIGHT else "dark"
    declared = "".join(f"--{name}:{css(colour)};" for name, colour in named.items())
    return f"color-scheme:{scheme};{declared}"


def _asset(name: str, data: bytes) -> Asset:
    stem, dot, suffix = name.partition(".")
    digest = hashlib.sha256(data).hexdigest()[:10]
    packed = gzip.compress(data, 9, mtime=0) if len(data) >= _PACKED else None
    return Asset(f"/static/{stem}.{digest}{dot}{suffix}", _TYPES[f".{suffix}"], data, packed)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
