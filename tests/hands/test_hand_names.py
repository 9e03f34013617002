"""Names of hands, their kickers, and the cards that form them, worked out by hand."""

import pytest

from pitboss.cards import RANKS, cards, cards_text
from pitboss.hands import hand, ranking
from pitboss.hands.ranking import straight_top

# cards, name, kickers, the cards that count, starting with those that form the hand
SHOWN = [
    # five cards
    ("Th Ah Kh Jh Qh", "royal flush", "A", "Ah Kh Qh Jh Th"),
    ("9s Ks Qs Ts Js", "straight flush", "K", "Ks Qs Js Ts 9s"),
    ("As 2s 5s 3s 4s", "straight flush", "5", "5s 4s 3s 2s As"),
    ("2c 9d 9h 9s 9c", "four of a kind", "92", "9c 9d 9h 9s 2c"),
    ("Ac 2d 2h 2s 2c", "four of a kind", "2A", "2c 2d 2h 2s Ac"),
    ("3c 3d Kh Ks 3s", "full house", "3K", "3c 3d 3s Kh Ks"),
    ("2h 9h Th Jh Ah", "flush", "AJT92", "Ah Jh Th 9h 2h"),
    ("Td Ac Kh Js Qh", "straight", "A", "Ac Kh Qh Js Td"),
    ("Ad 2c 5h 3s 4h", "straight", "5", "5h 4h 3s 2c Ad"),
    ("6d 2c 5h 3s 4h", "straight", "6", "6d 5h 4h 3s 2c"),
    ("7c 4d 7h As 7s", "three of a kind", "7A4", "7c 7h 7s As 4d"),
    ("7c 4d 7h 4s Ks", "two pair", "74K", "7c 7h 4d 4s Ks"),
    ("Ac 4d 7h 4s 7s", "two pair", "74A", "7h 7s 4d 4s Ac"),
    ("Ac 4d 7h 4s Ks", "pair", "4AK7", "4d 4s Ac Ks 7h"),
    ("Ac 4d 7h 9s Ks", "high card", "AK974", "Ac Ks 9s 7h 4d"),
    ("Ac Kd Qh Js 9s", "high card", "AKQJ9", "Ac Kd Qh Js 9s"),
    # three cards
    ("Qh Ah Kh", "mini royal", "A", "Ah Kh Qh"),
    ("Jh Qh Kh", "straight flush", "K", "Kh Qh Jh"),
    ("Ah 2h 3h", "straight flush", "3", "3h 2h Ah"),
    ("5c 5h 5d", "three of a kind", "5", "5c 5d 5h"),
    ("Qc Ah Kh", "straight", "A", "Ah Kh Qc"),
    ("Ah 3d 2c", "straight", "3", "3d 2c Ah"),
    ("2s Ts 8s", "flush", "T82", "Ts 8s 2s"),
    ("2s Th 2h", "pair", "2T", "2h 2s Th"),
    ("2s Th 4h", "high card", "T42", "Th 4h 2s"),
    # two cards
    ("Kh Ah", "straight", "A", "Ah Kh"),
    ("Kh Ad", "straight", "A", "Ad Kh"),
    ("Ad 2d", "straight", "2", "2d Ad"),
    ("8h Jh", "flush", "J8", "Jh 8h"),
    ("8h 8c", "pair", "8", "8c 8h"),
    ("8h Jc", "high card", "J8", "Jc 8h"),
    # the best five of seven
    ("2h 3h Ah Kh Jh Qh Th", "royal flush", "A", "Ah Kh Qh Jh Th"),
    ("Ah 2h 3h 4h 5h 6h 9c", "straight flush", "6", "6h 5h 4h 3h 2h"),
    ("Ah 2h 3h 4h 5h Ac Ad", "straight flush", "5", "5h 4h 3h 2h Ah"),
    ("9c 9d 9h 9s Kc Kd Kh", "four of a kind", "9K", "9c 9d 9h 9s Kc"),
    ("9c 9d 9h Ks Kc Kd 2h", "full house", "K9", "Kc Kd Ks 9c 9d"),
    ("9c 9d 9h Ks Kc Ad Ah", "full house", "9A", "9c 9d 9h Ad Ah"),
    ("2h 4h 6h 8h Th Qh Ac", "flush", "QT864", "Qh Th 8h 6h 4h"),
    ("2h 3d 4h 5s 6h 7c 7d", "straight", "7", "7c 6h 5s 4h 3d"),
    ("Ah 2d 3h 4s 5h Ac Ad", "straight", "5", "5h 4s 3h 2d Ah"),
    ("3h 3d 3c 5s 8h Jc Kd", "three of a kind", "3KJ", "3c 3d 3h Kd Jc"),
    ("3h 3d 5c 5s 8h 8c Kd", "two pair", "85K", "8c 8h 5c 5s Kd"),
    ("3h 3d 5c 5s 8h 8c 2d", "two pair", "853", "8c 8h 5c 5s 3d"),
    ("3h 3d 5c 7s 9h Jc Kd", "pair", "3KJ9", "3d 3h Kd Jc 9h"),
    ("2h 3d 5c 7s 9h Jc Kd", "high card", "KJ975", "Kd Jc 9h 7s 5c"),
]


@pytest.mark.parametrize(("holding", "name", "kickers", "counting"), SHOWN)
def test_a_hand_is_shown(holding: str, name: str, kickers: str, counting: str) -> None:
    display = hand(cards(holding))
    assert display.name == name
    assert "".join(RANKS[k] for k in display.kickers) == kickers
    if len(cards(holding)) == 7:  # it does not matter which of two equal cards counts
        assert [c[0] for c in cards_text(display.cards).split()] == [c[0] for c in counting.split()]
    else:
        assert cards_text(display.cards) == counting
        assert str(display) == f"{name} ({counting})"


@pytest.mark.parametrize(
    ("holding", "name", "kickers", "counting"),
    [
        ("As 2s 5s 3s 4s", "flush", "A5432", "As 5s 4s 3s 2s"),
        ("Ad 2c 5h 3s 4h", "high card", "A5432", "Ad 5h 4h 3s 2c"),
        ("6d 2c 5h 3s 4h", "straight", "6", "6d 5h 4h 3s 2c"),
        ("Td Ac Kh Js Qh", "straight", "A", "Ac Kh Qh Js Td"),
        ("Ah 2h 3h", "flush", "A32", "Ah 3h 2h"),
        ("Ah 2h 3d", "high card", "A32", "Ah 3d 2h"),
        ("Ah Kh Qd", "straight", "A", "Ah Kh Qd"),
        ("Ad 2d", "flush", "A2", "Ad 2d"),
        ("Ad 2h", "high card", "A2", "Ad 2h"),
        ("Ad Kh", "straight", "A", "Ad Kh"),
        ("Ah 2d 3h 4s 5h Kc Jd", "high card", "AKJ54", "Ah Kc Jd 5h 4s"),
    ],
)
def test_an_ace_that_is_never_low(holding: str, name: str, kickers: str, counting: str) -> None:
    display = hand(cards(holding), low_ace=False)
    assert display.name == name
    assert "".join(RANKS[k] for k in display.kickers) == kickers
    assert cards_text(display.cards) == counting


@pytest.mark.parametrize(
    ("size", "names"),
    [
        (2, "high card/pair/flush/straight"),
        (3, "high card/pair/flush/straight/three of a kind/straight flush/mini royal"),
        (
            5,
            "high card/pair/two pair/three of a kind/straight/flush/full house/four of a kind/"
            "straight flush/royal flush",
        ),
    ],
)
def test_names_from_the_lowest_up(size: int, names: str) -> None:
    assert ranking(size, low_ace=True).kinds == tuple(names.split("/"))


def test_seven_cards_are_ranked_as_five() -> None:
    assert ranking(7, low_ace=True).kinds == ranking(5, low_ace=True).kinds
    assert ranking(7, low_ace=True).size == 5


@pytest.mark.parametrize(
    "order",
    [
        ["Ad 2c 3h 4s 5h", "2c 3h 4s 5h 6d", "9c Td Jh Qs Kh", "Td Ac Kh Js Qh"],
        ["2d 2c 3h 4s 5h", "2d 2c 3h 4s 6h", "2d 2c Kh Qs Jh", "3d 3c 2h 4s 5h"],
        ["3d 3c 2h 2s 4h", "3d 3c 2h 2s Ah", "Kd Kc 2h 2s 3h", "Kd Kc 3h 3s 2h"],
        ["2d 2c 2h As Ah", "3d 3c 3h 2s 2h", "3d 3c 3h Ks Kh"],
        ["2d 2c 2h 2s Ah", "3d 3c 3h 3s 2h", "3d 3c 3h 3s 4h"],
        ["2d 3d 4d 5d 7d", "2d 3d 4d 6d 7d", "9d Jd Qd Kd Ad"],
        ["Ad 2d 3d 4d 5d", "2d 3d 4d 5d 6d", "9d Td Jd Qd Kd", "Td Jd Qd Kd Ad"],
        ["2d 3d 4d 5c 7d", "2d 3d 4d 6c 7d", "9d Jd Qd Kc Ad"],
        ["Ad 2c 3h", "2c 3h 4d", "Qd Kc Ah"],
        ["Ad 2c", "2c 3h", "Kc Ah"],
        ["2c 2d", "3c 3d", "Ac Ad"],
    ],
)
def test_within_a_kind_the_telling_ranks_decide(order: list[str]) -> None:
    ranked = [hand(cards(text)) for text in order]
    assert ranked == sorted(ranked)
    assert len(set(ranked)) == len(order)


@pytest.mark.parametrize(
    ("ranks", "length", "low_ace", "top"),
    [
        ([12, 0, 1, 2, 3], 5, True, 3),
        ([12, 0, 1, 2, 3], 5, False, None),
        ([12, 0, 1, 2, 3, 4], 5, True, 4),
        ([12, 11, 10, 9, 8], 5, False, 12),
        ([11, 12, 0, 1, 2], 5, True, None),  # no straight wraps around the ace
        ([12, 0], 2, True, 0),
        ([12, 0], 2, False, None),
        ([12, 11], 2, False, 12),
        ([12, 0, 1], 3, True, 1),
        ([0, 1, 2], 3, False, 2),
        ([0, 1, 3], 3, True, None),
    ],
)
def test_the_top_of_a_straight(
    ranks: list[int], length: int, low_ace: bool, top: int | None
) -> None:
    assert straight_top(ranks, length, low_ace) == top
