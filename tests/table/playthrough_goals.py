"""Goals of the golden playthroughs; a practice seed is searched for each."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from pitboss.settle.model import WagerResult
from pitboss.table import Table
from pitboss.table import events as e

from .log_queries import events_of


class Result(NamedTuple):
    """The result of one wager of a shift."""

    round: int
    seat: int
    wager: str
    came: WagerResult

    @property
    def outcome(self) -> str:
        """Return win, push or lose."""
        return self.came.outcome


def results(table: Table) -> Iterator[Result]:
    """Return the result of every wager of a shift."""
    for item in events_of(table, e.SeatSettled):
        for key, came in item.wagers.items():
            yield Result(item.round, item.seat, key, came)


def some(table: Table, outcome: str, *wagers: str) -> list[Result]:
    """Return wagers with this outcome; without names, any wager."""
    return [r for r in results(table) if r.outcome == outcome and (not wagers or r.wager in wagers)]


def after_a_fold(table: Table, *wagers: str) -> bool:
    """Return whether such a wager won for a seat that had folded."""
    folds = {(item.round, item.seat) for item in events_of(table, e.Decided) if item.folded}
    return any((item.round, item.seat) in folds for item in some(table, "win", *wagers))


def a_meter_is_hit(table: Table) -> bool:
    """Return whether anything was paid from a meter."""
    return any(item.hits for item in events_of(table, e.SeatSettled))


def several(table: Table, *wagers: str) -> bool:
    """Return whether two seats won such a wager in one round."""
    rounds = [item.round for item in some(table, "win", *wagers)]
    return any(rounds.count(number) > 1 for number in rounds)


class Wish(NamedTuple):
    """A goal, as text and as a predicate."""

    words: str
    happens: Callable[[Table], bool]


WISHES: Final = {
    "run-em-twice, manual shoe": Wish(
        "four of a kind takes a meter, which is reset; a push",
        lambda t: a_meter_is_hit(t) and bool(some(t, "push")),
    ),
    "run-em-twice, hand": Wish(
        "wins from the Progressive and of Ultimate Pairs, and a push",
        lambda t: (
            bool(some(t, "win", "progressive"))
            and bool(some(t, "win", "ultimate_pairs"))
            and bool(some(t, "push"))
        ),
    ),
    "run-em-twice, automated shoe": Wish(
        "a folded hand wins from the Progressive; a Five Card Bonus",
        lambda t: after_a_fold(t, "progressive") and bool(some(t, "win", "five_card_bonus")),
    ),
    "criss-cross, manual shoe": Wish(
        "a spin brings community pay; a push",
        lambda t: bool(events_of(t, e.GiftsPaid)) and bool(some(t, "push")),
    ),
    "criss-cross, hand": Wish(
        "the wheel stops at the jackpot, and the meter is reset", a_meter_is_hit
    ),
    "criss-cross, automated shoe": Wish(
        "two spins in one round, and one after a fold",
        lambda t: several(t, "bonus_spin") and after_a_fold(t, "bonus_spin"),
    ),
    "holdem-bonus, manual shoe": Wish(
        "a tie with the dealer, and a Bonus after a fold",
        lambda t: bool(some(t, "push", "flop")) and after_a_fold(t, "bonus"),
    ),
    "holdem-bonus, hand": Wish(
        "a Bonus of 20 to 1 or more, and an ante that is paid",
        lambda t: (
            any(r.came.credit > 20 * r.came.stake for r in some(t, "win", "bonus"))
            and bool(some(t, "win", "ante"))
        ),
    ),
    "holdem-bonus, automated shoe": Wish(
        "an ante that is paid and one that only comes back",
        lambda t: bool(some(t, "win", "ante")) and bool(some(t, "push", "ante")),
    ),
    "holdem-bonus, automated shoe, reshuffling": Wish(
        "a tie with the dealer, a Bonus, and an ante that is paid",
        lambda t: all((some(t, "push", "flop"), some(t, "win", "bonus"), some(t, "win", "ante"))),
    ),
    "stud-235, manual shoe": Wish("four of a kind takes a meter, which is reset", a_meter_is_hit),
    "stud-235, hand": Wish(
        "wins from the Progressive and of Win'em All",
        lambda t: bool(some(t, "win", "progressive")) and bool(some(t, "win", "win_em_all")),
    ),
    "stud-235, automated shoe": Wish(
        "a win from the Progressive that Dee starts and Flo validates",
        lambda t: any(item.round == 1 for item in some(t, "win", "progressive")),
    ),
    "stud-235, automated shoe, reshuffling": Wish(
        "two wins from the Progressive in one round", lambda t: several(t, "progressive")
    ),
    "mississippi-stud, manual shoe": Wish(
        "a push, and a win at 2 to 1 or more",
        lambda t: (
            bool(some(t, "push"))
            and any(item.came.credit > 2 * item.came.stake for item in some(t, "win"))
        ),
    ),
    "let-it-ride, manual shoe": Wish(
        "bets that ride win, and others were pulled",
        lambda t: several(t, "bet_3") and bool(some(t, "win", "bet_1")),
    ),
    "three-card, manual shoe": Wish(
        "the dealer does not qualify; Pair Plus wins after a fold",
        lambda t: bool(some(t, "push", "play")) and after_a_fold(t, "pair_plus"),
    ),
    "caribbean-stud, manual shoe": Wish(
        "an unqualified dealer, whose raise comes back; another is paid",
        lambda t: bool(some(t, "push", "raise")) and bool(some(t, "win", "raise")),
    ),
    "ultimate-holdem, manual shoe": Wish(
        "a blind that comes back, a win on Trips",
        lambda t: bool(some(t, "push", "blind")) and bool(some(t, "win", "trips")),
    ),
}
"""Goals by method of dealing; one for a library game, since its methods look the same."""
