"""The number of deals that `advise` accepts."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import DECK, cards, rank
from pitboss.games.grammar import (
    FOLD,
    AtLeast,
    Game,
    HandOf,
    OnlyWith,
    Order,
    Place,
    Raise,
    Required,
    Reveal,
    Street,
    showdown,
)
from pitboss.lab.advice import advise
from pitboss.lab.generic.limits import (
    MAX_DEALS,
    TooManyDeals,
    check_deals,
    check_deals_after,
    count_deals,
    count_deals_after,
)
from pitboss.lab.shape_registry import find_shape
from pitboss.submission import Rules, resolve


def highest_card(dealer: int) -> Rules:
    """Return a game on the highest of six cards where a pair may raise more, so no shape fits."""
    game = Game(
        key="highest-card",
        name="Highest Card",
        story="The highest of your six cards against the dealer's.",
        seats=1,
        hole=6,
        places=(Place("dealer", "Dealer", cards=dealer),),
        hands=(
            HandOf("player", ("hole",), "your highest card", Order(1)),
            HandOf("dealer", ("dealer",), "the dealer's highest card", Order(1)),
            HandOf("two", ("first", "second"), "your first two cards", Order(2)),
        ),
        wagers=(
            Required("ante", "Ante", showdown("player", "dealer")),
            Raise("bet", "Bet", showdown("player", "dealer"), of="ante"),
        ),
        streets=(
            Street(
                "bet",
                {"fold": FOLD, "1x": 1, "3x": OnlyWith(3, AtLeast("two", "pair"))},
                (Reveal(("dealer",)),),
            ),
        ),
    )
    return resolve(game)


@pytest.mark.parametrize("text", ["Qh Qd 5c 4c 3d 2s", "Qh 9d 5c 4c 3d 2s"])
def test_advice_is_available_where_few_deals_remain(text: str) -> None:
    rules, hole = highest_card(4), cards(text)
    assert find_shape(rules) is None
    assert count_deals(rules) > MAX_DEALS
    with pytest.raises(TooManyDeals):
        check_deals(rules)
    rest, mine = [c for c in DECK if c not in hole], max(map(rank, hole))
    ends = Counter(max(map(rank, some)) for some in combinations(rest, 4))
    assert ends.total() == count_deals_after(rules, 0) == 163_185
    net = sum(n * ((mine > theirs) - (mine < theirs)) for theirs, n in ends.items())
    each = Fraction(net, ends.total())
    more = {"3x": 4 * each} if text.startswith("Qh Qd") else {}
    assert advise(rules, hole).decisions == {"fold": -1, "1x": 2 * each, **more}


def test_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = "pitboss.lab.generic.limits"
    rules = highest_card(4)
    monkeypatch.setattr(f"{limits}.MAX_DEALS_AFTER", 163_185)
    check_deals_after(rules, 0)
    monkeypatch.setattr(f"{limits}.MAX_DEALS_AFTER", 163_184)
    with pytest.raises(TooManyDeals, match="the 163,185 deals that can follow this decision"):
        check_deals_after(rules, 0)
    # Any game that can be solved has advice.
    monkeypatch.setattr(f"{limits}.MAX_DEALS", count_deals(rules))
    check_deals_after(rules, 0)


def test_too_many_remaining_deals_are_refused() -> None:
    rules = highest_card(8)
    assert count_deals_after(rules, 0) == 260_932_815
    check_deals_after(rules, 0)
    rules = highest_card(9)
    with pytest.raises(TooManyDeals, match="the 1,101,716,330 deals that can follow this decision"):
        advise(rules, cards("Qh Qd 5c 4c 3d 2s"))
