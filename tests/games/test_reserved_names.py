"""Reserved names, and paytable lines for high cards."""

from collections import Counter
from itertools import combinations

import pytest
from msgspec.structs import replace

from pitboss.cards import DECK
from pitboss.errors import Refused
from pitboss.games.checks.wagers_and_names import RESERVED_WAGER_NAMES
from pitboss.games.grammar import Meter, Progressive, Required, Side, paytable, prizes
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD, PAYS
from pitboss.games.paytables import line_odds
from pitboss.hands import Order, ranking
from pitboss.table import notation

SHARE = prizes("royal flush  100% of third")
JACKPOT = Progressive("five", SHARE, (Meter("third", 100),), {100: prizes("")})


def test_words_of_the_notation_are_reserved() -> None:
    assert set(notation._MARKS) == RESERVED_WAGER_NAMES


def test_a_wager_with_a_reserved_key() -> None:
    wagers = (*MISSISSIPPI_STUD.wagers, Side("spin", "Spin", PAYS))
    with pytest.raises(Refused, match="the wager 'spin' needs another name"):
        replace(MISSISSIPPI_STUD, wagers=wagers)
    with pytest.raises(Refused, match="the wager 'big bet' needs another name"):
        replace(MISSISSIPPI_STUD, wagers=(Required("big bet", "Bet", PAYS),))


def test_a_meter_with_the_name_of_a_place() -> None:
    wagers = (*MISSISSIPPI_STUD.wagers, Side("jackpot", "Jackpot", JACKPOT))
    with pytest.raises(Refused, match="the meter 'third' of jackpot needs another name"):
        replace(MISSISSIPPI_STUD, wagers=wagers)


def test_lines_on_high_cards() -> None:
    table = paytable("""
        pair or better           4 to 1
        ace high                 3 to 1
        jack high to king high   2 to 1
    """)
    order, ranks = Order(2), ranking(2)
    odds = Counter(line_odds(table, ranks.strength(two), order) for two in combinations(DECK, 2))
    line_names = {x.name for x in paytable("queen high or better  1 to 1").lines}
    assert line_names == {"queen high or better"}
    high = Counter(
        max(c >> 2 for c in two)
        for two in combinations(DECK, 2)
        if ranks.name(ranks.strength(two)) == "high card"
    )
    assert odds[3] == high[12]
    assert odds[2] == high[9] + high[10] + high[11]
    assert sum(odds.values()) == 1326


def test_high_cards_or_better_covers_every_higher_hand() -> None:
    table = paytable("queen high or better  1 to 1")
    order, ranks = Order(2), ranking(2)
    for two in combinations(DECK, 2):
        strength = ranks.strength(two)
        high = ranks.name(strength) == "high card" and max(c >> 2 for c in two) < 10
        assert line_odds(table, strength, order) == (-1 if high else 1)


def test_a_span_of_high_cards_from_better_to_worse() -> None:
    with pytest.raises(Refused, match="is not a hand that a paytable can name"):
        paytable("king high to jack high  1 to 1")
