from core.latest import Latest


def test_the_oldest_goes_and_what_is_set_again_is_the_latest() -> None:
    latest: Latest[str, int] = Latest(2)
    latest.update({"a": 1, "b": 2})
    latest["a"] = 3
    latest["c"] = 4
    assert list(latest.items()) == [("a", 3), ("c", 4)]
