"""Faults planted in the table are detected, and reproduced by the printed seed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from math import floor
from typing import Any

import msgspec
import pytest

from pitboss.days import Failure, run_days
from pitboss.games import GAMES
from pitboss.settle import Round, RoundResult, settle
from pitboss.submission import Rules
from pitboss.table import State, apply, events, postings
from pitboss.table import table as tables
from pitboss.table.handlers import proposals, settlement
from pitboss.table.instructions import Instruction
from pitboss.table.ledger import Cents, Posting, apply_postings

ROUNDS = 1_200
SEED = "planted"
Patch = pytest.MonkeyPatch


def failure(rounds: int = ROUNDS, game: str | None = None) -> Failure:
    """Return the fault that a run reports; a second run must report the same."""
    outcome = []
    for _ in range(2):
        with pytest.raises(Failure) as failure_:
            run_days(rounds, SEED, game)
        outcome.append(failure_.value)
    assert outcome[0].args == outcome[1].args
    assert outcome[0].seed == SEED
    return outcome[0]


def void_keeps_a_stake(patch: Patch) -> None:
    """Plant a fault: a void leaves the chips of the last wager in place."""
    back = postings._return_postings

    def short(*arguments: Any) -> Iterator[Posting]:  # noqa: ANN401
        yield from [*back(*arguments)][:-1]

    patch.setattr(postings, "_return_postings", short)


def void_forgets_a_wager(patch: Patch) -> None:
    """Plant a fault: the settlement of a void round omits one wager."""

    def short(rules: Rules, round_: Round) -> RoundResult:
        result = settle(rules, round_)
        for progress in result.seats.values():
            progress.wagers.popitem()
        return result

    patch.setattr(settlement, "settle", short)


def meters_lose_fractions(patch: Patch) -> None:
    patch.setattr(postings, "normalize_cents", floor)


def balances_lose_fractions(patch: Patch) -> None:
    def short(balances: Mapping[str, Cents], postings_: Iterable[Posting]) -> dict[str, Cents]:
        return {
            account: floor(cents) for account, cents in apply_postings(balances, postings_).items()
        }

    patch.setattr(apply, "apply_postings", short)


def winners_are_paid_a_cent_more(patch: Patch) -> None:
    def generous(rules: Rules, round_: Round) -> RoundResult:
        result = settle(rules, round_)
        for progress in result.seats.values():
            for key, item in progress.wagers.items():
                if item.outcome == "win":
                    progress.wagers[key] = msgspec.structs.replace(item, credit=item.credit + 1)
        return result

    patch.setattr(settlement, "settle", generous)


def nobody_has_anything_to_do(patch: Patch) -> None:
    patch.setattr(tables, "instruction", lambda *_: Instruction("", "", ""))


def the_table_breaks(patch: Patch) -> None:
    def apply_wrongly(*_: object) -> State:
        raise KeyError("cards")

    patch.setitem(apply._APPLIERS, events.CardsDealt, apply_wrongly)


def the_fold_is_not_pure(patch: Patch) -> None:
    """Plant a fault: the fold counts its own calls, so that replaying gives another state."""
    apply_close, times = apply._APPLIERS[events.RoundClosed], count()

    def forgets(state: State, event: object) -> State:
        after = apply_close(state, event)
        return msgspec.structs.replace(after, last=after.last[-1 - next(times) % 3 :])

    patch.setitem(apply._APPLIERS, events.RoundClosed, forgets)


def one_person_is_enough(patch: Patch) -> None:
    patch.setattr(proposals, "same_person", lambda *_: False)


PLANTED = [
    void_keeps_a_stake,
    void_forgets_a_wager,
    meters_lose_fractions,
    balances_lose_fractions,
    winners_are_paid_a_cent_more,
    nobody_has_anything_to_do,
    the_table_breaks,
    one_person_is_enough,
]


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_fault_is_detected_and_reproduced(
    plant: Callable[[Patch], None], monkeypatch: Patch
) -> None:
    plant(monkeypatch)
    outcome = failure()
    game, _, number = outcome.table.rpartition(" ")
    assert game in GAMES
    assert int(number) >= 1
    assert outcome.reason
    assert str(outcome) == f"table {outcome.table}, round {outcome.round}: {outcome.reason}"


def test_an_impure_fold_is_detected(monkeypatch: Patch) -> None:
    """Neither the log nor the run replays."""
    the_fold_is_not_pure(monkeypatch)
    with pytest.raises(Failure, match="leads to another state"):
        run_days(ROUNDS, SEED)


def test_without_a_fault_the_same_run_holds() -> None:
    assert run_days(60, SEED).rounds.total() == 60


NOT_KEPT = {
    events.BoughtIn,
    events.BreachRecorded,
    events.CardsCorrected,
    events.CashedOut,
    events.ChipsTransferred,
    events.MeterCorrected,
    events.SeedLost,
}
"""Events that only move money or only inform; and that of physical decks, which days have not."""
FORGOTTEN = [kind for kind in apply._APPLIERS if kind not in NOT_KEPT | {events.TrayFilled}]
WHERE: dict[type[Any], str] = {
    events.CardOut: "stud-235",
    events.Forfeited: "criss-cross",
    events.GiftsPaid: "criss-cross",
    events.SatOut: "run-em-twice",
    events.ShuffleSpoilt: "stud-235",
    events.WheelSpun: "criss-cross",
}
"""Games in which the event is frequent."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", FORGOTTEN, ids=lambda kind: kind.__name__)
def test_an_event_that_the_state_ignores_is_detected(kind: type[Any], monkeypatch: Patch) -> None:
    monkeypatch.setitem(apply._APPLIERS, kind, lambda state, _: state)
    with pytest.raises(Failure):
        run_days(ROUNDS, SEED, WHERE.get(kind))
