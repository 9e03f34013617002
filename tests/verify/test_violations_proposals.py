"""Violations with proposals, seats and the cage: each is reported in one sentence."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss import __version__
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from tests.filings import complete, filing, own
from tests.verify.random_shifts import submission_for
from tests.verify.unchecked_table import (
    ANN,
    BOB,
    DAN,
    FAY,
    Lawless,
    betting,
    closed_round,
    open_table,
    three_boxes,
    with_wagers,
)

CY: Final = Person("Cy", Role.PLAYER)


def propose(matter: c.Matter, table: Lawless | None = None) -> Lawless:
    table = table or closed_round()
    return table.happen(e.Proposed(table.state.proposed + 1, matter, "Dan"), DAN)


def approve(matter: c.Matter, table: Lawless | None = None) -> Lawless:
    table = propose(matter, table)
    return table.happen(e.Approved(table.state.proposed, "Fay"), FAY)


def correction(**change: int | str) -> c.CorrectPayout:
    correction_ = {
        "round": 1,
        "seat": 2,
        "wager": "across",
        "credit": 700,
        "reason": "misread",
    } | change
    return c.CorrectPayout(**correction_)  # type: ignore[arg-type]


def meter(cents: int | str, name: str = "meter") -> c.CorrectMeter:
    return c.CorrectMeter(name, cents, "counted")


def opens(event: e.TableOpened, by: Person = FAY) -> Lawless:
    return Lawless(practice="lawless").happen(event, by)


def without_rules() -> Lawless:
    return opens(e.TableOpened("table 1", "criss-cross", 100))


def with_onlooker() -> Lawless:
    """Return a table with closed bets; Cy is seated, but has not wagered."""
    table = with_wagers()
    table.player("Cy").take_seat(6)
    table.no_more_bets()
    return table


def three_seats() -> Lawless:
    """Return a table after a round, at which Ann has three boxes."""
    table = three_boxes(1)
    table.no_more_bets()
    for _ in range(2):
        table.player("Ann").decide(1, "check")
    return table


def closed_and_left() -> Lawless:
    """Return a table after a round, which Ann has left."""
    table = closed_round()
    table.player("Ann").leave(2)
    return table


RULES: Final = open_table().rules.hash
LOW: Final = filing("criss-cross", {"table": {"minimum": 300}})
PART: Final = c.FileSubmission({"table": {"minimum": 300}})
BARE: Final = c.FileSubmission(
    {
        **complete("criss-cross", submission_for("automated shoe", "automated reshuffling")),
        "approvals": {},
    }
)

CASES: Final[dict[str, tuple[Callable[[], Lawless], str]]] = {
    # The table
    "no table": (
        lambda: Lawless().happen(e.BoughtIn("Ann", 100), ANN),
        "'Ann' is not seated at this table",
    ),
    "no such game": (lambda: opens(e.TableOpened("table 1", "poker", 1)), "'poker' is not a game"),
    "no chips": (lambda: opens(e.TableOpened("table 1", "criss-cross", 0)), "a bank of"),
    "no name": (lambda: opens(e.TableOpened(" ", "criss-cross", 1)), "is not a valid table name"),
    "by a player": (
        lambda: opens(e.TableOpened("table 1", "criss-cross", 1), ANN),
        "cannot be caused by the role player",
    ),
    "opened twice": (
        lambda: open_table().happen(e.TableOpened("table 1", "criss-cross", 5), FAY),
        "found TableOpened, expected RoundOpened",
    ),
    "no rules": (
        lambda: without_rules().happen(e.PlayerSeated(1, "Ann"), ANN),
        "no submission has been approved",
    ),
    # Two people
    "numbered wrongly": (
        lambda: open_table().happen(e.Proposed(4, LOW, "Dan"), DAN),
        "number is 4, expected 3",
    ),
    "proposed by a player": (
        lambda: open_table().happen(e.Proposed(3, LOW, "Ann"), ANN),
        "cannot be caused by the role player",
    ),
    "under another name": (
        lambda: open_table().happen(e.Proposed(3, LOW, "Dot"), DAN),
        "it names 'Dot', but 'Dan' did it",
    ),
    "approved by the proposer": (
        lambda: (
            open_table().happen(e.Proposed(3, LOW, "Fay"), FAY).happen(e.Approved(3, "Fay"), FAY)
        ),
        "'Fay' proposed it, so somebody else must approve it",
    ),
    "approved by a dealer": (
        lambda: propose(LOW).happen(e.Approved(3, "Dot"), Person("Dot", Role.DEALER)),
        "cannot be caused by the role dealer",
    ),
    "approved twice": (
        lambda: (
            approve(meter(5))
            .happen(e.MeterCorrected("meter", "5", "counted"), FAY)
            .happen(e.Approved(3, "Fay"), FAY)
        ),
        "proposal 3 is not waiting for approval",
    ),
    "rejected out of nowhere": (
        lambda: open_table().happen(e.Rejected(7, "Fay"), FAY),
        "proposal 7 is not waiting",
    ),
    "approved and not done": (
        lambda: approve(LOW).happen(e.PlayerSeated(1, "Cy"), CY),
        "found PlayerSeated, expected SubmissionApproved",
    ),
    "approved and done by another": (
        lambda: approve(meter(5)).happen(e.MeterCorrected("meter", "5", "counted"), DAN),
        "it is by 'Dan', but belongs to line",
    ),
    "done without approval": (
        lambda: closed_round().happen(e.MeterCorrected("meter", "5", "counted"), FAY),
        "found MeterCorrected, expected RoundOpened",
    ),
    "rules without approval": (
        lambda: open_table().happen(e.SubmissionApproved({}, "0" * 64, __version__), FAY),
        "found SubmissionApproved, expected RoundOpened",
    ),
    # Submissions
    "not the submission that was approved": (
        lambda: approve(LOW).happen(e.SubmissionApproved({}, "0" * 64, __version__), FAY),
        "SubmissionApproved is wrong: submission.game is missing",
    ),
    "a submission in a round": (
        lambda: propose(LOW, betting()),
        "rules cannot change while a round is open",
    ),
    "a submission that cannot be": (
        lambda: propose(c.FileSubmission({"table": {"minimum": -1}}), open_table()),
        "table.minimum",
    ),
    "a filing that leaves something out": (  # ROUND-11
        lambda: approve(PART),
        re.escape("the filing is incomplete: game is missing [CCP 7.E(2)]; operator is missing"),
    ),
    "a filing without the approvals that the book asks for": (
        lambda: approve(BARE),
        re.escape(
            "the filing is incomplete: approvals.filing.reference is missing [CCP 7.E(2)]; "
            "approvals.filing.date is missing [CCP 7.E(2)]; approvals.layout.reference is missing "
            "[CCP 2.B]; approvals.layout.date is missing [CCP 2.B]; approvals.shuffler.reference "
            "is missing [CCP 5.G]; approvals.shuffler.date is missing [CCP 5.G]"
        ),
    ),
    "a filing in another name with the approvals of the example": (
        lambda: approve(c.FileSubmission(complete("criss-cross", {"operator": "Grand Casino"}))),
        re.escape(
            "approvals.layout.reference is still the example's: enter the Commission's reference"
        ),
    ),
    "a filing for another edition": (
        lambda: approve(c.FileSubmission(complete("criss-cross") | {"edition": "MLGCA 1.1"})),
        re.escape("edition is 'MLGCA 1.1' but must be 'MLGCA 1.2' [CCP 7.E(2)]"),
    ),
    "fewer boxes than somebody has": (
        lambda: propose(c.FileSubmission({"table": {"boxes_per_player": 1}}), three_seats()),
        "'Ann' plays 3 positions, but may play 1",
    ),
    "a round while a submission waits": (
        lambda: propose(LOW, open_table()).happen(
            e.RoundOpened(1, RULES, "0" * 64, "0" * 64, True, 1, 10, 0), DAN
        ),
        "a submission is waiting for approval",
    ),
    # Voids
    "void without a round": (lambda: propose(c.VoidRound(1, "why")), "round 1 is not open"),
    "void of another round": (
        lambda: propose(c.VoidRound(2, "why"), betting()),
        "round 2 is not open",
    ),
    "void without a reason": (
        lambda: propose(c.VoidRound(1, " "), betting()),
        "a reason must have 1 to 500 printable characters",
    ),
    "void that settles what it does not": (
        lambda: propose(c.VoidRound(1, "why", "five_card_bonus"), betting()),
        "that wager is not settled in a void round",
    ),
    "void for another reason": (
        lambda: approve(c.VoidRound(1, "why"), betting()).happen(
            e.RoundVoided(1, "because", {}), FAY
        ),
        "reason is 'because', expected 'why'",
    ),
    "void that gives nothing back": (
        lambda: approve(c.VoidRound(1, "why"), with_wagers()).happen(
            e.RoundVoided(1, "why", {}), FAY
        ),
        "seats.4 is missing",
    ),
    # Corrections
    "no such round": (lambda: propose(correction(round=2)), "no closed round has that wager"),
    "no such wager": (lambda: propose(correction(wager="up")), "no closed round has that wager"),
    "a credit below nothing": (
        lambda: propose(correction(credit=-1)),
        "a credit of -1 cents is not possible",
    ),
    "a correction without a reason": (lambda: propose(correction(reason="")), "a reason must have"),
    "a correction of one's own round": (
        lambda: closed_and_left().happen(
            e.Proposed(3, correction(), "ann"), Person("ann", Role.DEALER)
        ),
        "'ann' played in round 1 and cannot correct it",
    ),
    "a correction of one's own round approved": (
        lambda: propose(correction(), closed_and_left()).happen(
            e.Approved(3, "Ann"), Person("Ann", Role.FLOORPERSON)
        ),
        "'Ann' played in round 1 and cannot correct it",
    ),
    "no such meter": (lambda: propose(meter(5, "mega")), "'mega' is not a meter of this table"),
    "a meter by nothing": (
        lambda: propose(meter(0)),
        "a meter cannot be corrected by this amount",
    ),
    "a meter below nothing": (
        lambda: propose(meter(-(10**9))),
        "cannot be corrected by this amount",
    ),
    "a meter by a word": (lambda: propose(meter("some")), "'some' is not a number of cents"),
    "a meter by a fraction of nothing": (
        lambda: propose(meter("1/0")),
        "is not a number of cents",
    ),
    "a meter in a round": (lambda: propose(meter(5), betting()), "meters cannot change while"),
    "a meter by another sum": (
        lambda: approve(meter(5)).happen(e.MeterCorrected("meter", "6", "counted"), FAY),
        "cents is '6', expected '5'",
    ),
    # Seats
    "a seat that is taken": (
        lambda: open_table().happen(e.PlayerSeated(2, "Cy"), CY),
        "seat 2 is taken",
    ),
    "no such seat": (
        lambda: open_table().happen(e.PlayerSeated(7, "Cy"), CY),
        "7 is not a seat",
    ),
    "a second seat": (
        lambda: open_table().happen(e.PlayerSeated(3, "Ann"), ANN),
        "plays 2 positions",
    ),
    "seated by another": (
        lambda: open_table().happen(e.PlayerSeated(3, "Cy"), ANN),
        "somebody other than the player took this seat",
    ),
    "a dealer who plays here": (
        lambda: open_table().happen(e.Proposed(3, LOW, "ann"), Person("ann", Role.DEALER)),
        "'ann' plays at this table and cannot also be staff",
    ),
    "the same player, otherwise spelt": (
        lambda: open_table().happen(e.PlayerSeated(3, "ANN"), Person("ANN", Role.PLAYER)),
        "'ANN' is already seated here under another spelling",
    ),
    "nobody": (
        lambda: open_table().happen(e.PlayerSeated(3, ""), Person("", Role.PLAYER)),
        "'' is not a valid name",
    ),
    # Chips
    "chips for nobody": (
        lambda: open_table().happen(e.BoughtIn("Cy", 500), CY),
        "'Cy' is not seated at this table",
    ),
    "chips for another": (
        lambda: open_table().happen(e.BoughtIn("Bob", 500), ANN),
        "somebody other than the player bought in",
    ),
    "half a chip": (
        lambda: open_table().happen(e.BoughtIn("Ann", 550), ANN),
        r"\$5.50 cannot be made with these chips",
    ),
    "more than one has": (
        lambda: open_table().happen(e.CashedOut("Ann", 100_100), ANN),
        "stack:Ann would hold -100 cents",
    ),
    "nothing cashed": (
        lambda: open_table().happen(e.CashedOut("Ann", 0), ANN),
        "cents is 0, expected at least 1",
    ),
    "cashed by another": (
        lambda: open_table().happen(e.CashedOut("Ann", 100), BOB),
        "somebody other than the player cashed out",
    ),
    "cashed by the dealer": (
        lambda: open_table().happen(e.CashedOut("Ann", 100), DAN),
        "CashedOut is wrong: cents is 100, expected 100000",
    ),
    # Leaving
    "the box between": (
        lambda: three_boxes().happen(e.PlayerLeft(2, "Ann"), ANN),
        "the positions of 'Ann' are not adjacent",
    ),
    "chips left behind": (
        lambda: open_table().happen(e.PlayerLeft(2, "Ann"), ANN),
        r"stack:Ann still holds \$1,000",
    ),
    "wagers left behind": (
        lambda: (
            with_wagers()
            .happen(e.CashedOut("Ann", 99_000), ANN)
            .happen(e.PlayerLeft(2, "Ann"), ANN)
        ),
        "seat 2 has wagers",
    ),
    "another's seat": (
        lambda: open_table().happen(e.PlayerLeft(4, "Bob"), ANN),
        "'Ann' is not in seat 4",
    ),
    "under another's name": (
        lambda: open_table().happen(e.PlayerLeft(2, "Bob"), ANN),
        "player is 'Bob', expected 'Ann'",
    ),
    "away without wagers": (
        lambda: with_onlooker().happen(e.PlayerAway(1, 6), CY),
        "seat 6 has no wagers in this round",
    ),
    "seen to be away without wagers": (
        lambda: with_onlooker().happen(e.PlayerAway(1, 6), DAN),
        "seat 6 has no wagers in this round",
    ),
    "seen to be away where nobody sits": (
        lambda: with_onlooker().happen(e.PlayerAway(1, 3), FAY),
        "seat 3 has no wagers in this round",
    ),
    "seen to be away while bets are open": (
        lambda: with_wagers().happen(e.PlayerAway(1, 2), DAN),
        "bets are still open, so wagers can be taken back",
    ),
    "away while bets are open": (
        lambda: with_wagers().happen(e.PlayerAway(1, 2), ANN),
        "bets are still open, so wagers can be taken back",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_violation_is_reported(name: str) -> None:
    build_case, sentence = CASES[name]
    assert re.search(sentence, build_case().detected_fault())


@pytest.mark.parametrize(
    ("moment", "valid"),
    [
        (None, True),
        ("2026-10-01T23:59:59.999Z", False),
        ("2026-10-01T23:59:59-05:00", True),
        ("0001-01-01T00:00:00+05:00", False),
        ("9999-12-31T23:59:59-05:00", True),
    ],
)
def test_approval_on_another_day(moment: str | None, valid: bool) -> None:
    """ROUND-11: it is in force from that day on, by the time of the line, in UTC."""
    table = approve(c.FileSubmission(own("criss-cross")), without_rules())
    table.log[:] = [replace(item, at=moment) for item in table.log]
    late = "approvals.filing.date is 2026-10-02 but may not be later than"
    assert (late in table.detected_fault()) is not valid


def test_number_too_large_to_compute() -> None:
    assert "is not a number of cents" in propose(meter("1e99999999")).detected_fault()


def test_a_correction_that_changes_nothing() -> None:
    was = closed_round().state.last[-1].results[2]["across"].credit
    assert "credited" in propose(correction(credit=was)).detected_fault()


def test_correction_does_not_exceed_the_player_s_chips() -> None:
    table = closed_round()
    table.dealer("Dan").propose(c.CorrectPayout(1, 4, "across", 1234_00, "a flush"))
    table.floorperson("Fay").approve(table.state.proposed)
    table.player("Ann").cash_out()
    table.player("Bob").cash_out()
    matter = c.CorrectPayout(1, 4, "across", 0, "misread")
    assert "has too few chips to give back" in propose(matter, table).detected_fault()
