"""Corrections that a dealer proposes: of a wrong payout, or for merchandise handed over."""

from collections.abc import Iterator

from pitboss.money import dollars
from pitboss.settle import WagerResult
from pitboss.table import commands as c
from pitboss.table.filing import rules_of_round
from pitboss.table.house import CORRECTIONS
from pitboss.table.state import GIFTS, RoundState
from pitboss.tui.console.desk import Desk
from pitboss.tui.console.offers import Answers, Ask, Offer, Way

CREDIT = Ask("cents", "What should it have been credited, the stake included, in dollars?", "money")
WHY = Ask("reason", "Why?", "text")
RECEIPT = Ask("reason", "Which receipt did the player sign?", "text")


def correction_offers(desk: Desk) -> Iterator[Offer]:
    """Each wager of the last closed round, by seat, with what it was credited.

    Also envy and community pay, where the seat could have got any.
    """
    was = next(iter(reversed(desk.table.state.last)), None)
    ways = tuple(_ways(desk, was)) if was is not None else ()
    if was is not None and ways:
        yield Offer(
            words=f"Propose another payout for a wager of round {was.number:,}",
            detail="A floorperson approves it.",
            clause=CORRECTIONS,
            ways=ways,
            asks=(CREDIT, WHY),
        )
    merchandise = tuple(_merchandise(desk))
    if merchandise:
        yield Offer(
            words="Propose that merchandise is handed over instead of its value",
            detail="The chips that stand for it go back to the tray; a floorperson approves it.",
            clause=CORRECTIONS,
            ways=merchandise,
            asks=(RECEIPT,),
        )


def _merchandise(desk: Desk) -> Iterator[Way]:
    """Merchandise of the last rounds that was paid as its value, as long as that is there."""
    for was in reversed(desk.table.state.last):
        for seat, results in sorted(was.results.items()):
            for key, result in results.items():
                if result.merchandise and result.credit:
                    yield _hand_over(desk, was.number, seat, key, result)


def _hand_over(desk: Desk, number: int, seat: int, key: str, result: WagerResult) -> Way:
    def make(given: Answers) -> c.Command:
        why = str(given["reason"])
        return c.Propose(c.CorrectPayout(number, seat, key, 0, why, handed_over=True))

    words = f"seat {seat}, round {number:,}: {result.merchandise}, {dollars(result.credit)}"
    return desk.way(desk.dealer, words, make)


def _ways(desk: Desk, was: RoundState) -> Iterator[Way]:
    labels = {w.key: w.label for w in rules_of_round(desk.table.state, was).wagers}
    for seat, results in sorted(was.results.items()):
        for key, result in results.items():
            yield _way(desk, was.number, seat, key, labels[key], result.credit)
        for key, why in GIFTS.items():
            had = was.gifts.get(seat, {}).get(why, 0)
            trial = c.Propose(c.CorrectPayout(was.number, seat, key, had + 1, "to see"))
            if not desk.refusal(desk.dealer, trial):
                yield _way(desk, was.number, seat, key, why, had)


def _way(desk: Desk, number: int, seat: int, key: str, label: str, credit: int) -> Way:
    def make(given: Answers) -> c.Command:
        cents, why = int(given["cents"]), str(given["reason"])
        return c.Propose(c.CorrectPayout(number, seat, key, cents, why))

    return desk.way(desk.dealer, f"seat {seat}, {label}: {dollars(credit)}", make)
