"""Looking at pictures: what is drawn, and whether two look alike."""

from io import BytesIO

from PIL import Image

ALIKE = 10  # of 256 bits: another FreeType moves a few, another design many
_SIDE, _LEVELS = 16, 3


def opened(png: bytes) -> Image.Image:
    """Return the picture in a PNG file."""
    return Image.open(BytesIO(png)).convert("RGB")


def difference_hash(png: bytes) -> int:
    """Return a bit for each of 16 x 16 places: set where the next one to the right is darker."""
    size = (_SIDE + 1, _SIDE)
    grey = opened(png).convert("L").resize(size, Image.Resampling.BOX).tobytes()
    places = [row * size[0] + col for row in range(_SIDE) for col in range(_SIDE)]
    # Where both are as good as equal, chance does not decide.
    return sum(
        1 << bit for bit, place in enumerate(places) if grey[place] > grey[place + 1] + _LEVELS
    )


def alike(png: bytes, pinned: int) -> bool:
    """Return whether a picture looks as one with this hash."""
    return (difference_hash(png) ^ pinned).bit_count() <= ALIKE
