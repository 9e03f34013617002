"""What was paid wrongly in the last round: a dealer proposes what it should have been."""

from collections.abc import Iterator

from pitboss.money import dollars
from pitboss.table import commands as c
from pitboss.table.filing import rules_of
from pitboss.table.house import CORRECTIONS
from pitboss.table.state import GIFTS, RoundState
from pitboss.tui.console.desk import Desk
from pitboss.tui.console.offers import Answers, Ask, Offer, Way

CREDIT = Ask("cents", "What should it have been credited, the stake included, in dollars?", "money")
WHY = Ask("reason", "Why?", "text")


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


def _ways(desk: Desk, was: RoundState) -> Iterator[Way]:
    labels = _labels(desk, was)
    for seat, results in sorted(was.results.items()):
        for key, result in results.items():
            yield _way(desk, was.number, seat, key, labels.get(key, key), result.credit)
        for key, why in GIFTS.items():
            had = was.gifts.get(seat, {}).get(why, 0)
            trial = c.Propose(c.CorrectPayout(was.number, seat, key, had + 1, "to see"))
            if not desk.refusal(desk.dealer, trial):
                yield _way(desk, was.number, seat, key, why, had)


def _labels(desk: Desk, was: RoundState) -> dict[str, str]:
    """The wagers by the rules that the round was played by, which may no longer be in force."""
    filed = (one.submission for one in desk.table.state.filed if one.hash == was.rules)
    rules = next((rules_of(desk.game.key, one) for one in filed), desk.rules)
    return {wager.key: wager.label for wager in rules.wagers}


def _way(desk: Desk, number: int, seat: int, key: str, label: str, credit: int) -> Way:
    def make(given: Answers) -> c.Command:
        cents, why = int(given["cents"]), str(given["reason"])
        return c.Propose(c.CorrectPayout(number, seat, key, cents, why))

    return desk.way(desk.dealer, f"seat {seat}, {label}: {dollars(credit)}", make)
