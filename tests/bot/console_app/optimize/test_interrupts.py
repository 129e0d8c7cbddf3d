"""Ctrl-C as a wish, then as an order."""

import signal

import pytest

from bot.console_app.interrupts import interruptible


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_is_told(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with interruptible() as come:
        assert not come()
        assert signal.getsignal(number) is not before
        signal.raise_signal(number)
        assert come()
        assert signal.getsignal(number) is before
    assert signal.getsignal(number) is before


def test_the_second_acts_as_ever() -> None:
    # Whoever runs the tests may have told this process to ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with interruptible():
            signal.raise_signal(signal.SIGINT)
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_without_one_all_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interruptible() as come:
        pass
    assert not come()
    assert signal.getsignal(signal.SIGINT) is before
