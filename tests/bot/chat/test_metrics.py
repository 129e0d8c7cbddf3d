"""The metrics for Prometheus, without a trace of what people wrote."""

from prometheus_client.parser import text_string_to_metric_families

from bot.chat.metrics import Metrics


def read(metrics: Metrics) -> dict[frozenset[str], float]:
    return {
        frozenset({sample.name, *sample.labels.values()}): sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }


def test_what_happened_is_counted_and_timed() -> None:
    metrics = Metrics(commands=["play", "solve"], kinds=["card"])
    for accepted, seconds in [(True, 0.004), (False, 0.09), (True, 0.2)]:
        metrics.word_judged("discord", accepted, seconds)
    metrics.command_answered("telegram", "play", 0.3)
    metrics.rounds_running("discord", 7)
    metrics.rounds_running("discord", 3)
    metrics.rate_limited("telegram")
    metrics.watch_clock(lambda: -3.5)
    metrics.reaction_dropped("discord")
    metrics.delivery_failed("discord", "card")
    found = read(metrics)
    assert found[frozenset({"seize_words_total", "discord", "accepted"})] == 2
    assert found[frozenset({"seize_words_total", "discord", "refused"})] == 1
    assert found[frozenset({"seize_acknowledgement_seconds_bucket", "discord", "0.1"})] == 2
    assert found[frozenset({"seize_acknowledgement_seconds_count", "discord"})] == 3
    assert found[frozenset({"seize_response_seconds_sum", "telegram", "play"})] == 0.3
    assert found[frozenset({"seize_rounds_running", "discord"})] == 3
    assert found[frozenset({"seize_rate_limited_total", "telegram"})] == 1
    assert found[frozenset({"seize_dropped_reactions_total", "discord"})] == 1
    assert found[frozenset({"seize_failures_total", "discord", "card"})] == 1
    assert found[frozenset({"seize_clock_ahead_seconds"})] == -3.5
    assert any("seize_build_info" in key for key in found)


def test_no_label_holds_what_people_typed() -> None:
    metrics = Metrics(commands=["play"], kinds=["card"])
    metrics.command_answered("discord", "my secret", 1)
    metrics.delivery_failed("discord", "my secret")
    assert b"secret" not in metrics.text()
    found = read(metrics)
    assert found[frozenset({"seize_response_seconds_count", "discord", "other"})] == 1
    assert found[frozenset({"seize_failures_total", "discord", "other"})] == 1


def test_two_are_apart() -> None:
    one, other = Metrics([], []), Metrics([], [])
    one.rate_limited("discord")
    assert frozenset({"seize_rate_limited_total", "discord"}) not in read(other)
