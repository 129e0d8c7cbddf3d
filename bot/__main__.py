"""The way into `seize`, also as `python -m bot`."""

import sys

from bot.interrupts import on_interrupt, quit_now


def main() -> None:
    """Run the command, and exit with its status."""
    on_interrupt(quit_now)
    from bot import cli  # noqa: PLC0415 (Ctrl-C is seen to first)

    sys.exit(cli.main())


if __name__ == "__main__":
    main()
