"""Tables move to the node where most of their viewers are, as far as no node gets too many."""

from collections.abc import Mapping

import pytest

from pitboss.room.nodes.directory import Directory, NodeInfo, Ownership
from pitboss.room.nodes.node import departures

STREAMS = "abcdefgh"


def moves(owners: str, homes: Mapping[str, str], nodes: str = "xy") -> list[tuple[str, str]]:
    """Return what node x gives away, if ``owners`` own the streams a, b, c, … in this order."""
    streams = {
        stream: Ownership(owner, 1, 0) for stream, owner in zip(STREAMS, owners, strict=False)
    }
    live = {name: NodeInfo(name, f"http://{name}", "", is_alive=True) for name in nodes}
    return list(departures(Directory(live, streams), "x", lambda stream: homes.get(stream, "")))


def test_a_table_goes_where_its_viewers_are() -> None:
    assert moves("xyxy", {"c": "y"})[0] == ("c", "y")
    assert moves("xyxy", {"c": "x"}) == []
    assert moves("xyxy", {}) == []


def test_a_table_whose_home_is_dead_stays() -> None:
    assert moves("xyxy", {"c": "z"}) == []


def test_no_node_gets_much_more_than_its_share() -> None:
    """The share of each is 4, and a fourth more is 5."""
    homes = dict.fromkeys(STREAMS, "y")
    assert ("a", "y") in moves("xxxxyyyy", homes)
    assert moves("xxxyyyyy", homes) == []


def test_tables_at_home_stay_at_a_node_that_owns_a_few_more() -> None:
    at_home = dict.fromkeys("abcde", "x")
    assert moves("xxxxxyyy", at_home) == []
    assert moves("xxxxxyyy", at_home | {"b": ""}) == [("b", "y")]


def test_a_new_node_gets_tables_that_are_at_home_elsewhere() -> None:
    assert moves("xxxxxxxx", dict.fromkeys(STREAMS, "x"))[0] == ("a", "y")


@pytest.mark.parametrize("homes", ["xxxxxxxx", "yyyyyyyy", "xyxyxyxy", "xxyyzzzz", "zzzzzzzz", ""])
def test_moves_come_to_an_end(homes: str) -> None:
    """Whatever the homes are, the nodes do not pass a table back and forth."""
    names = dict(zip(STREAMS, homes, strict=False))
    owners = dict.fromkeys(STREAMS, "x")
    for _ in range(30):
        has_change = False
        for name in "xyz":
            roles = {"x": name, name: "x"}  # so that each node takes the part of x
            owners_text = "".join(roles.get(owners[s], owners[s]) for s in STREAMS)
            at = {s: roles.get(home, home) for s, home in names.items()}
            for stream, to in moves(owners_text, at, "xyz")[:1]:
                owners[stream], has_change = roles.get(to, to), True
        if not has_change:
            return
    raise AssertionError(f"tables still move: {owners}")
