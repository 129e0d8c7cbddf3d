"""Record a round on the page, swiped on a phone: docs/page.gif, docs/page.png, and the French ones.

`python -m docs.swiping` serves the page as `seize web` does, and plays in Chromium: Ana swipes, Ben
types. The grids are dealt anew each time.
"""

import asyncio
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import Browser

from bot.app import App
from bot.settings import Settings
from core.lexicon import Lexicon
from core.solver.solution import FoundWord
from tests.helpers.browser import Phone, chromium, phone, web_server, words_of

FOLDER = Path(__file__).parent
LOCALES = {"en": ("en-GB", ""), "fr": ("fr-FR", ".fr")}
SIZE = {"width": 360, "height": 720}
FRAME = 90  # milliseconds
READ = 8  # frames for which a verdict is read
WIDTH, SHADES = 270, 48  # pixels, and colours, of the recording
GAP = 40  # pixels between the three pictures
LENGTHS, UNKNOWN = range(5, 8), 10**9


class Recorder:
    """A phone, and what has been seen on it."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self.frames: list[Image.Image] = []
        self.waits: list[int] = []

    async def look(self, frames: int = 1) -> Image.Image:
        """Note what is seen, for so many frames."""
        picture = Image.open(BytesIO(await self._phone.page.screenshot())).convert("RGB")
        self.frames.append(picture)
        self.waits.append(frames * FRAME)
        return picture

    async def swipe(self, path: Sequence[int]) -> Image.Image:
        """Trace a word; return what is seen before the finger leaves the page."""
        touch = await self._phone.context.new_cdp_session(self._phone.page)
        middles = await self._phone.middles()
        for place, cell in enumerate(path):
            kind = "touchMove" if place else "touchStart"
            x, y = middles[cell]
            points = [{"x": x, "y": y}]
            await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            picture = await self.look(2)
        await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await self._phone.verdict()
        await self.look(READ)
        return picture


async def record(browser: Browser, url: str, lexicon: Lexicon) -> None:
    """Play a round in a language, and write its pictures."""
    locale, suffix = LOCALES[lexicon.language]
    look = {
        "locale": locale,
        "viewport": SIZE,
        "color_scheme": "dark",
        "device_scale_factor": 2,
        "reduced_motion": "reduce",  # no picture is to show a tile between two colours
    }
    ana = await phone(browser, url, "Ana", **look)
    ben = await phone(browser, ana.page.url, "Ben", **look)
    film = Recorder(ana)
    await film.look(6)
    await ana.page.click("#play")
    for player in (ana, ben):
        await player.until("#controls")
    words = _known(await ana.grid(), lexicon)
    await film.look(4)
    for mine, theirs in zip(words[:4], words[4:8], strict=True):
        await ben.swipe(theirs.path)
        swiped = await film.swipe(mine.path)
    told = film.frames[-1]
    await ana.page.click("#stop")
    await ana.until("#card")
    await film.look(10)
    await ana.page.locator("#within button").first.click()
    await ana.page.evaluate("scrollTo(0, 40)")
    card = await film.look(20)
    _save(film, FOLDER / f"page{suffix}.gif")
    _beside([swiped, told, card], FOLDER / f"page{suffix}.png")


def _known(grid: str, lexicon: Lexicon) -> list[FoundWord]:
    """Return words of a grid, those that people know best first."""
    found = [word for length in LENGTHS for word in words_of(grid, lexicon, length)]
    ranked = [(lexicon.rank(word.word), word) for word in found]
    return [word for rank, word in sorted(ranked, key=lambda each: each[0] or UNKNOWN) if rank]


def _save(film: Recorder, file: Path) -> None:
    height = round(WIDTH * SIZE["height"] / SIZE["width"])
    frames = [each.resize((WIDTH, height), Image.Resampling.LANCZOS) for each in film.frames]
    palette = frames[len(frames) // 2].quantize(SHADES)
    first, *others = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in frames]
    first.save(file, save_all=True, append_images=others, duration=film.waits, loop=0)


def _beside(pictures: Sequence[Image.Image], file: Path) -> None:
    width = sum(each.width for each in pictures) + GAP * (len(pictures) - 1)
    height = max(each.height for each in pictures)
    whole, left = Image.new("RGB", (width, height), "white"), 0
    for each in pictures:
        whole.paste(each, (left, 0))
        left += each.width + GAP
    half = whole.resize((width * 5 // 8, height * 5 // 8), Image.Resampling.LANCZOS)
    half.quantize(64).save(file, optimize=True)


async def main(languages: Sequence[str]) -> None:
    """Record rounds in some languages."""
    app = App(Settings.from_environment())
    app.find_kernels()
    with TemporaryDirectory() as folder:
        data = app.settings.data_dir or Path(folder)
        async with chromium() as browser, web_server(Path(folder), data) as server:
            for language in languages:
                await record(browser, server.url, app.lexicon(language))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:] or list(LOCALES)))
