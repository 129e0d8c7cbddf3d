"""Small pictures."""

import io

from PIL import Image as Picture

from bot.messages import Image


def image(colour: str = "red") -> Image:
    data = io.BytesIO()
    Picture.new("RGB", (20, 20), colour).save(data, "PNG")
    return Image(data.getvalue(), "a square")
