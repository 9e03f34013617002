"""Corrections of payments and meters: what is refused."""

from typing import Final

import pytest

from pitboss.money import dollars
from pitboss.settle.settlement import max_credit
from pitboss.table import Person, Role
from pitboss.table import commands as c

from .round_scenes import BOB, CY, EVERY, METERED, Scene, at
from .tables import DEE, FLO, REQUIRED, STUD, THB

BUSY: Final = "a meter cannot be corrected while a round is open"


def payout(
    game: str, credit: int, *, number: int = 1, seat: int = 2, wager: str = "", why: str = "misread"
) -> c.Propose:
    """Return a correction of a wager's credit; Bob's first one by default."""
    wager = wager or REQUIRED[game][0]
    return c.Propose(c.CorrectPayout(number, seat, wager, credit, why))


def credited(scene: Scene) -> int:
    """Return the credit of Bob's first wager."""
    return scene.round.results[2][REQUIRED[scene.game][0]].credit


def meter(cents: int | str, name: str = "meter", why: str = "misread") -> c.Propose:
    """Return a correction of a meter."""
    return c.Propose(c.CorrectMeter(name, cents, why))


@EVERY
@pytest.mark.parametrize("number", [0, 2, -1, 10**30, "1", None])
def test_a_round_that_is_not_remembered(game: str, number: int) -> None:
    progress = payout(game, 0, number=number)
    words = "cannot be corrected: choose from 1"
    at(game, "closed").refuses(DEE, progress, words, "LEDG-5")
    at(game, "to close").refuses(
        DEE, payout(game, 0), "no round has been closed yet, so none can be corrected", "LEDG-5"
    )


@EVERY
def test_a_wager_that_does_not_exist(game: str) -> None:
    scene = at(game, "closed")
    for seat in (0, 3, 5, 7, 10**30, "2", None):
        progress = payout(game, 0, seat=seat)  # type: ignore[arg-type]
        scene.refuses(DEE, progress, "had no", "LEDG-5")
    for wager in ("antes", "x" * 500, "a\nb"):
        words = "wager in round 1"
        scene.refuses(DEE, payout(game, 0, wager=wager), words, "LEDG-5")


@EVERY
@pytest.mark.parametrize("credit", [-1, 10**12 + 1, 10**30, True, 1.0, "1", None])
def test_a_credit_that_is_not_an_amount(game: str, credit: int) -> None:
    words = "credit must be a whole number of cents"
    at(game, "closed").refuses(DEE, payout(game, credit), words, "LEDG-1")


@EVERY
def test_a_credit_that_changes_nothing(game: str) -> None:
    scene = at(game, "closed")
    scene.refuses(
        DEE, payout(game, credited(scene)), "the credit of that wager is already $", "LEDG-5"
    )


@EVERY
def test_more_than_the_cards_could_pay(game: str) -> None:
    """LEDG-6: an ante wins at most even money, or what its table pays."""
    scene = at(game, "closed")
    rules, key = scene.state.rules, REQUIRED[game][0]
    assert rules is not None
    most = max_credit(rules, key, scene.round.results[2][key].stake, {})
    limit = f"no cards pay this wager more than {dollars(most)}"
    words = f"a credit of $10,000,000,000 is too high: {limit}"
    scene.refuses(DEE, payout(game, 10**12), words, "LEDG-6")
    scene.refuses(DEE, payout(game, most + 1), "no cards pay this wager more than", "LEDG-6")
    if most != credited(scene):
        assert scene.allows(DEE, payout(game, most))


@EVERY
def test_chips_that_a_player_no_longer_has(game: str) -> None:
    """Cashed-out chips cannot be taken back at the table."""
    scene = at(game, "closed")
    if not credited(scene):
        scene = scene.after((DEE, payout(game, 1000)), (FLO, c.Approve(scene.state.proposed + 1)))
    broke = scene.after((BOB, c.CashOut()))
    broke.refuses(DEE, payout(game, 0), "cannot be taken back", "LEDG-1")
    assert broke.after((BOB, c.Leave(2))).allows(DEE, payout(game, 0))


@EVERY
@pytest.mark.parametrize("reason", ["", " ", "x" * 501])
def test_a_correction_without_a_reason(game: str, reason: str) -> None:
    words = "give a reason of 1 to 500 printable characters"
    scene = at(game, "closed")
    scene.refuses(DEE, payout(game, 0, why=reason), words, "LEDG-5")
    scene.refuses(DEE, meter(1, why=reason), words, "LEDG-5")


@EVERY
def test_a_second_correction_to_the_same_sum(game: str) -> None:
    scene = at(game, "closed")
    both = scene.after((DEE, payout(game, 777)), (DEE, payout(game, 777)))
    number = both.state.proposed
    scene_after = both.after((FLO, c.Approve(number - 1)))
    words = "the credit of that wager is already $7.77"
    scene_after.refuses(FLO, c.Approve(number), words, "LEDG-5")


@EVERY
def test_an_unknown_meter(game: str) -> None:
    for name in ("mega", "", "x" * 500, "a\nb"):
        words = "this table has no meters" if game == THB else ": choose from meter"
        at(game, "no round").refuses(DEE, meter(1, name), words, "PROG-1")


@METERED
def test_a_meter_while_a_round_is_open(game: str) -> None:
    for moment in ("bets are open", "to count", "asked", "to close", "void"):
        at(game, moment).refuses(DEE, meter(1), BUSY, "PROG-1")


@METERED
def test_a_correction_outdated_by_a_round(game: str) -> None:
    scene = at(game, "no round").after((DEE, meter(1)))
    number = scene.state.proposed
    scene.after((DEE, c.OpenRound())).refuses(FLO, c.Approve(number), BUSY, "PROG-1")


@METERED
@pytest.mark.parametrize(
    "cents", ["", "a lot", "1/0", "nan", "1//2", True, 1.5, None, "1" * 41, "x" * 500]
)
def test_a_correction_that_is_not_a_number(game: str, cents: str) -> None:
    words = "but must be a number such as 50, -50 or '1/3'"
    at(game, "no round").refuses(DEE, meter(cents), words, "LEDG-5")


@METERED
def test_a_correction_of_zero_or_out_of_range(game: str) -> None:
    scene = at(game, "no round")
    for nothing in (0, "0", "0/3"):
        scene.refuses(DEE, meter(nothing), "cents is 0, which changes nothing", "LEDG-5")
    shows = scene.state.meter_amount("meter")
    bounds = (
        f"the meter shows {shows} cents, and must stay between 0 and 10^12 after the correction"
    )
    for cents in (-int(shows) - 1, f"-{shows}1/10", 10**12, 10**30, -(10**30)):
        scene.refuses(DEE, meter(cents), bounds, "PROG-1")
    assert scene.allows(DEE, meter(-int(shows)))


def test_two_corrections_that_exceed_the_limit_together() -> None:
    """Each is possible alone, but not both."""
    scene = at(STUD, "no round")
    shows = int(scene.state.meter_amount("meter"))
    both = scene.after((DEE, meter(-shows)), (DEE, meter(-shows)))
    number = both.state.proposed
    scene_after = both.after((FLO, c.Approve(number - 1)))
    words = "the meter shows 0 cents, and must stay between 0 and 10^12 after the correction"
    scene_after.refuses(FLO, c.Approve(number), words, "PROG-1")


@EVERY
def test_nobody_corrects_a_round_they_played(game: str) -> None:
    """A player who left the table and now works there may not decide."""
    scene = at(game, "closed")
    credit = 0 if credited(scene) else 100
    scene_left = scene.after((CY, c.Leave(4)))
    for by in (Person("Cy", Role.DEALER), Person("cy", Role.FLOORPERSON)):
        scene_left.refuses(by, payout(game, credit), "played in round 1", "SEC-3")
    progress = scene_left.after((DEE, payout(game, credit)))
    approval = c.Approve(progress.state.proposed)
    progress.refuses(Person("CY", Role.FLOORPERSON), approval, "played in round 1", "SEC-3")
    assert progress.allows(FLO, approval)
