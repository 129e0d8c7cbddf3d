"""The addresses of visitors, behind proxies and before them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.addresses import networks, visitor

PROXIES = networks("10.0.0.0/8, 192.0.2.1, fd00::/8")


@pytest.mark.parametrize(
    ("peer", "forwarded", "seen"),
    [
        ("203.0.113.5", [], "203.0.113.5"),
        ("203.0.113.5", ["198.51.100.1"], "203.0.113.5"),  # who is no proxy is not believed
        ("10.0.0.2", [], "10.0.0.2"),
        ("10.0.0.2", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.2", ["6.6.6.6, 198.51.100.1"], "198.51.100.1"),  # the first is the visitor's word
        ("10.0.0.2", ["6.6.6.6", "198.51.100.1"], "198.51.100.1"),
        ("10.0.0.2", ["6.6.6.6, 198.51.100.1, 192.0.2.1, 10.9.9.9"], "198.51.100.1"),
        ("10.0.0.2", ["198.51.100.1:4711"], "198.51.100.1"),
        ("::ffff:10.0.0.2", ["::ffff:198.51.100.1"], "198.51.100.1"),
        ("fd00::2", ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::/64"),
        ("fd00::2", ["[2001:db8:1:2::9]:4711"], "2001:db8:1:2::/64"),
        ("10.0.0.2", ["unknown"], "10.0.0.2"),
        ("10.0.0.2", ["198.51.100.1, "], "10.0.0.2"),
        ("10.0.0.2", ["198.51.100.1, 10.0.0.3, [", "10.0.0.4"], "10.0.0.4"),
        ("10.0.0.2", ["10.0.0.3"], "10.0.0.3"),  # the network's own people
        ("fe80::1%eth0", [], "fe80::/64"),
        ("", [], ""),
    ],
)
def test_a_visitor_is_known_by_the_last_address_that_a_trusted_proxy_saw(
    peer: str, forwarded: list[str], seen: str
) -> None:
    assert visitor(peer, forwarded, PROXIES) == seen


@given(said=st.lists(st.text(max_size=60), max_size=5))
def test_what_strangers_send_changes_nothing(said: list[str]) -> None:
    assert visitor("203.0.113.5", said, PROXIES) == "203.0.113.5"
    assert visitor("10.0.0.2", [*said, "198.51.100.1"], PROXIES) == "198.51.100.1"


@pytest.mark.parametrize("text", ["x", "10.0.0.0/33", "localhost", "1.2.3.4 5.6.7.8"])
def test_what_is_no_network_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="does not appear"):
        networks(text)
