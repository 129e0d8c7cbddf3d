"""Times as people read them."""

_UNITS = (
    (2 * 86_400, 86_400, "days"), (2 * 3600, 3600, "hours"), (600, 60, "minutes"),
    (1, 1, "s"), (1e-3, 1e-3, "ms"), (0, 1e-6, "µs"),
)  # fmt: skip


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it, with two digits or more: "1.3 ms", "430 s"."""
    unit, name = next((unit, name) for least, unit, name in _UNITS if seconds >= least)
    number = seconds / unit
    return f"{number:.1f} {name}" if number < 9.95 else f"{number:,.0f} {name}"
