"""Days are simulated where a meter is paid on a hand of any size."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from pitboss import games
from pitboss.days import run_days
from pitboss.games.grammar import HandOf, Meter, Progressive, Side, money, prizes
from pitboss.games.library.ultimate_holdem import ULTIMATE_HOLDEM

HANDS = {
    2: (("hole",), "pair"),
    3: (("hole", "turn"), "three of a kind"),
    4: (("hole", "turn", "river"), "three of a kind"),
    7: (("hole", "flop", "turn", "river"), "straight"),
}


@pytest.mark.parametrize("size", HANDS)
def test_a_meter_is_hit(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    places, kind = HANDS[size]
    key = f"jackpot-{size}"
    monkeypatch.setitem(games._added_games, key, jackpot_game(key, places, kind))
    tally = run_days(60, "jackpot", key)
    assert tally.rounds == {key: 60}
    assert tally.paid > 0


def jackpot_game(key: str, places: Sequence[str], kind: str) -> games.Game:
    """Return hold 'em with a meter that is paid on these cards."""
    pays = Progressive(
        "jackpot",
        prizes(f"{kind} or better   100% of major"),
        (Meter("major", money("$1,000")),),
        {500: prizes("")},
    )
    hand = HandOf("jackpot", tuple(places), "your jackpot hand")
    side = Side("jackpot", "Jackpot", pays)
    return replace(
        ULTIMATE_HOLDEM,
        key=key,
        name="Jackpot",
        hands=(*ULTIMATE_HOLDEM.hands, hand),
        wagers=(*ULTIMATE_HOLDEM.wagers[:-1], side),
        layout=replace(ULTIMATE_HOLDEM.layout, seat=LAYOUT),
    )


LAYOUT = """
    .      jackpot   .
    ante   blind     play
"""
