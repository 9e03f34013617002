"""Corrections at the console after the rules have changed."""

from pitboss.table import commands as c
from pitboss.tui.dealer.dealer_actions import dealer_actions
from pitboss.tui.dealer.floor_actions import floor_actions
from tests.filings import filing
from tests.tui.console_driver import desk_of
from tests.tui.console_steps import all_offers, check_log, find_action, step, take, until

ASKED: dict[str, int | str] = {"cents": 1234, "reason": "paid by the old table"}


def test_a_wager_that_is_no_longer_offered_can_still_be_corrected() -> None:
    """By its name in the rules that the round was played by."""
    desk = desk_of("criss-cross", seats=6)
    desk.open()
    while True:
        until(desk, "CloseRound", rounds=desk.tally.rounds + 3)
        round_ = desk.table.state.round
        assert round_ is not None
        seats = [
            seat
            for seat, wager_result in round_.results.items()
            if "five_card_bonus" in wager_result
        ]
        until(desk, "OpenRound", rounds=desk.tally.rounds + 3)
        if seats:
            break
    without = filing("criss-cross", {"wagers": {"five_card_bonus": {"offered": False}}})
    desk.process(desk.table.execute(c.Propose(without), desk.dealer))
    take(desk, find_action(floor_actions(desk), "Approve proposal"))
    assert "five_card_bonus" not in {side.key for side in desk.rules.sides}
    assert all_offers(desk)
    offer = find_action(dealer_actions(desk), "Propose a corrected payout")
    take(desk, offer, f"seat {seats[0]}, Five Card Bonus", ASKED)
    take(desk, find_action(floor_actions(desk), "Approve proposal"))
    assert f"Seat {seats[0]}, round" in desk.sentences[-1]
    desk.end()
    check_log(desk)


def test_merchandise_is_handed_over() -> None:
    """Offered as long as its value is paid, and once two people have agreed, no more."""
    wheel = [{"symbol": "Star", "stops": 1}]
    goods = {"top_symbol": "Star", "merchandise": "a boat", "fixed_prize": 50_000}
    submission = {"wagers": {"bonus_spin": {"paytable": "A", "wheel": wheel} | goods}}
    desk = desk_of("criss-cross", seats=6, submission=submission)
    desk.open()
    words = "Propose handing over merchandise"
    while not any(offer.label.startswith(words) for offer in dealer_actions(desk)):
        assert desk.tally.rounds < 40, "nobody won the boat"
        step(desk)
    take(desk, find_action(dealer_actions(desk), words), "a boat, $500", {"reason": "receipt 17"})
    take(desk, find_action(floor_actions(desk), "Approve proposal"))
    assert "its value of $500 is taken back." in desk.sentences[-1]
    desk.end()
    check_log(desk)
