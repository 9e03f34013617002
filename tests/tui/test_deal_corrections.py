"""Corrections at the console after the rules have changed."""

from pitboss.table import commands as c
from pitboss.tui.console.floor import floor_offers
from pitboss.tui.console.others import dealer_offers
from tests.filings import filing
from tests.tui.dealing import desk_of
from tests.tui.desks import all_offers, check_log, offered, take, until

ASKED: dict[str, int | str] = {"cents": 1234, "reason": "paid by the old table"}


def test_a_wager_that_is_no_longer_offered_can_still_be_corrected() -> None:
    """By its name in the rules that the round was played by."""
    desk = desk_of("criss-cross", seats=6)
    desk.open()
    while True:
        until(desk, "CloseRound", rounds=desk.tally.rounds + 3)
        now = desk.table.state.round
        assert now is not None
        seats = [seat for seat, won in now.results.items() if "five_card_bonus" in won]
        until(desk, "OpenRound", rounds=desk.tally.rounds + 3)
        if seats:
            break
    without = filing("criss-cross", {"wagers": {"five_card_bonus": {"offered": False}}})
    desk.hear(desk.table.say(c.Propose(without), desk.dealer))
    take(desk, offered(floor_offers(desk), "Approve proposal"))
    assert "five_card_bonus" not in {side.key for side in desk.rules.sides}
    assert all_offers(desk)
    offer = offered(dealer_offers(desk), "Propose another payout")
    take(desk, offer, f"seat {seats[0]}, Five Card Bonus", ASKED)
    take(desk, offered(floor_offers(desk), "Approve proposal"))
    assert f"Seat {seats[0]} in round" in desk.told[-1]
    desk.end()
    check_log(desk)
