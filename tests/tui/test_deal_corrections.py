"""Corrections at the console after the rules have changed."""

from pitboss.table import commands as c
from tests.filings import filing
from tests.tui.console_driver import dealer_session
from tests.tui.console_steps import (
    all_offers,
    check_log,
    dealer_actions,
    find_action,
    floor_actions,
    step,
    take,
    until,
)

ASKED: dict[str, int | str] = {"cents": 1234, "reason": "paid by the old table"}


def test_a_wager_that_is_no_longer_offered_can_still_be_corrected() -> None:
    """It is found by its name in the rules of the round."""
    session = dealer_session("criss-cross", seats=6)
    session.open()
    while True:
        until(session, "CloseRound", rounds=session.tally.rounds + 3)
        round_ = session.table.state.round
        assert round_ is not None
        seats = [
            seat
            for seat, wager_result in round_.results.items()
            if "five_card_bonus" in wager_result
        ]
        until(session, "OpenRound", rounds=session.tally.rounds + 3)
        if seats:
            break
    without = filing("criss-cross", {"wagers": {"five_card_bonus": {"offered": False}}})
    session.process(session.table.execute(c.Propose(without), session.dealer))
    take(session, find_action(floor_actions(session), "Approve proposal"))
    assert "five_card_bonus" not in {side.key for side in session.rules.sides}
    assert all_offers(session)
    offer = find_action(dealer_actions(session), "Propose a corrected payout")
    take(session, offer, f"seat {seats[0]}, Five Card Bonus", ASKED)
    take(session, find_action(floor_actions(session), "Approve proposal"))
    assert f"Seat {seats[0]}, round" in session.sentences[-1]
    session.end()
    check_log(session)


def test_merchandise_is_handed_over() -> None:
    """It is offered as long as its value is paid, until two people have agreed."""
    wheel = [{"symbol": "Star", "stops": 1}]
    goods = {"top_symbol": "Star", "merchandise": "a boat", "fixed_prize": 50_000}
    submission = {"wagers": {"bonus_spin": {"paytable": "A", "wheel": wheel} | goods}}
    session = dealer_session("criss-cross", seats=6, submission=submission)
    session.open()
    words = "Propose handing over merchandise"
    while not any(offer.label.startswith(words) for offer in dealer_actions(session)):
        assert session.tally.rounds < 40, "nobody won the boat"
        step(session)
    take(
        session,
        find_action(dealer_actions(session), words),
        "a boat, $500",
        {"reason": "receipt 17"},
    )
    take(session, find_action(floor_actions(session), "Approve proposal"))
    assert "its value of $500 is taken back." in session.sentences[-1]
    session.end()
    check_log(session)
