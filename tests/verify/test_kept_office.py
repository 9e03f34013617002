"""What the office, the seats and the cage keep to: one thing that cannot be, told in a sentence."""

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
from tests.verify.lawless import (
    ANN,
    BOB,
    DAN,
    FAY,
    Lawless,
    betting,
    closed,
    opened,
    three_boxes,
    wagered,
)
from tests.verify.shifts import equipped

CY: Final = Person("Cy", Role.PLAYER)


def proposed(matter: c.Matter, table: Lawless | None = None) -> Lawless:
    table = table or closed()
    return table.happen(e.Proposed(table.state.proposed + 1, matter, "Dan"), DAN)


def approved(matter: c.Matter, table: Lawless | None = None) -> Lawless:
    table = proposed(matter, table)
    return table.happen(e.Approved(table.state.proposed, "Fay"), FAY)


def corrected(**changed: int | str) -> c.CorrectPayout:
    made = {"round": 1, "seat": 2, "wager": "across", "credit": 700, "reason": "misread"} | changed
    return c.CorrectPayout(**made)  # type: ignore[arg-type]


def meter(cents: int | str, name: str = "meter") -> c.CorrectMeter:
    return c.CorrectMeter(name, cents, "counted")


def opens(event: e.TableOpened, by: Person = FAY) -> Lawless:
    return Lawless(practice="lawless").happen(event, by)


def without_rules() -> Lawless:
    return opens(e.TableOpened("table 1", "criss-cross", 100))


def with_onlooker() -> Lawless:
    """Bets are closed; Cy sits there, but has not wagered."""
    table = wagered()
    table.player("Cy").take_seat(6)
    table.no_more_bets()
    return table


def three_seats() -> Lawless:
    """Ann has three boxes; a round is over."""
    table = three_boxes(1)
    table.no_more_bets()
    for _ in range(2):
        table.player("Ann").decide(1, "check")
    return table


def closed_and_left() -> Lawless:
    """A round is over, and Ann has left the table."""
    table = closed()
    table.player("Ann").leave(2)
    return table


RULES: Final = opened().rules.hash
LOW: Final = filing("criss-cross", {"table": {"minimum": 300}})
PART: Final = c.FileSubmission({"table": {"minimum": 300}})
BARE: Final = c.FileSubmission(
    {
        **complete("criss-cross", equipped("automated shoe", "automated reshuffling")),
        "approvals": {},
    }
)

CASES: Final[dict[str, tuple[Callable[[], Lawless], str]]] = {
    # The table
    "no table": (
        lambda: Lawless().happen(e.BoughtIn("Ann", 100), ANN),
        "'Ann' does not sit at this table",
    ),
    "no such game": (lambda: opens(e.TableOpened("table 1", "poker", 1)), "'poker' is not a game"),
    "no chips": (lambda: opens(e.TableOpened("table 1", "criss-cross", 0)), "a bank of"),
    "no name": (lambda: opens(e.TableOpened(" ", "criss-cross", 1)), "is no table's name"),
    "by a player": (
        lambda: opens(e.TableOpened("table 1", "criss-cross", 1), ANN),
        "not for the role of player",
    ),
    "opened twice": (
        lambda: opened().happen(e.TableOpened("table 1", "criss-cross", 5), FAY),
        "TableOpened stands here, but RoundOpened is due",
    ),
    "no rules": (
        lambda: without_rules().happen(e.PlayerSeated(1, "Ann"), ANN),
        "no submission has been approved",
    ),
    # Two people
    "numbered wrongly": (
        lambda: opened().happen(e.Proposed(4, LOW, "Dan"), DAN),
        "this is proposal 3",
    ),
    "proposed by a player": (
        lambda: opened().happen(e.Proposed(3, LOW, "Ann"), ANN),
        "not for the role of player",
    ),
    "under another name": (
        lambda: opened().happen(e.Proposed(3, LOW, "Dot"), DAN),
        "it names 'Dot', but 'Dan' did it",
    ),
    "approved by the proposer": (
        lambda: opened().happen(e.Proposed(3, LOW, "Fay"), FAY).happen(e.Approved(3, "Fay"), FAY),
        "'Fay' proposed it: somebody else approves it",
    ),
    "approved by a dealer": (
        lambda: proposed(LOW).happen(e.Approved(3, "Dot"), Person("Dot", Role.DEALER)),
        "not for the role of dealer",
    ),
    "approved twice": (
        lambda: (
            approved(meter(5))
            .happen(e.MeterCorrected("meter", "5", "counted"), FAY)
            .happen(e.Approved(3, "Fay"), FAY)
        ),
        "proposal 3 does not wait for approval",
    ),
    "rejected out of nowhere": (
        lambda: opened().happen(e.Rejected(7, "Fay"), FAY),
        "proposal 7 does not wait",
    ),
    "approved and not done": (
        lambda: approved(LOW).happen(e.PlayerSeated(1, "Cy"), CY),
        "PlayerSeated stands here, but SubmissionApproved is due",
    ),
    "approved and done by another": (
        lambda: approved(meter(5)).happen(e.MeterCorrected("meter", "5", "counted"), DAN),
        "it is by 'Dan', but follows from line",
    ),
    "done without approval": (
        lambda: closed().happen(e.MeterCorrected("meter", "5", "counted"), FAY),
        "MeterCorrected stands here, but RoundOpened is due",
    ),
    "rules without approval": (
        lambda: opened().happen(e.SubmissionApproved({}, "0" * 64, __version__), FAY),
        "SubmissionApproved stands here, but RoundOpened is due",
    ),
    # Submissions
    "not the submission that was approved": (
        lambda: approved(LOW).happen(e.SubmissionApproved({}, "0" * 64, __version__), FAY),
        "SubmissionApproved is wrong: submission.game is missing",
    ),
    "a submission in a round": (
        lambda: proposed(LOW, betting()),
        "rules are not changed while a round is open",
    ),
    "a submission that cannot be": (
        lambda: proposed(c.FileSubmission({"table": {"minimum": -1}}), opened()),
        "table.minimum",
    ),
    "a filing that leaves something out": (  # ROUND-11
        lambda: approved(PART),
        re.escape("the filing is not complete: game is missing [CCP 7.E(2)]; operator is missing"),
    ),
    "a filing without the approvals that the book asks for": (
        lambda: approved(BARE),
        re.escape(
            "the filing is not complete: approvals.filing.reference is missing [CCP 7.E(2)]; "
            "approvals.filing.date is missing [CCP 7.E(2)]; approvals.layout.reference is missing "
            "[CCP 2.B]; approvals.layout.date is missing [CCP 2.B]; approvals.shuffler.reference "
            "is missing [CCP 5.G]; approvals.shuffler.date is missing [CCP 5.G]"
        ),
    ),
    "a filing in another name with the approvals of the example": (
        lambda: approved(c.FileSubmission(complete("criss-cross", {"operator": "Grand Casino"}))),
        re.escape(
            "approvals.layout.reference is still the example's: enter the Commission's reference"
        ),
    ),
    "a filing for another edition": (
        lambda: approved(c.FileSubmission(complete("criss-cross") | {"edition": "MLGCA 1.1"})),
        re.escape("edition is 'MLGCA 1.1' but must be 'MLGCA 1.2' [CCP 7.E(2)]"),
    ),
    "fewer boxes than somebody has": (
        lambda: proposed(c.FileSubmission({"table": {"boxes_per_player": 1}}), three_seats()),
        "'Ann' plays 3 positions, but may play 1",
    ),
    "a round while a submission waits": (
        lambda: proposed(LOW, opened()).happen(
            e.RoundOpened(1, RULES, "0" * 64, "0" * 64, True, 1, 10, 0), DAN
        ),
        "a submission waits for its approval",
    ),
    # Voids
    "void without a round": (lambda: proposed(c.VoidRound(1, "why")), "round 1 is not open"),
    "void of another round": (
        lambda: proposed(c.VoidRound(2, "why"), betting()),
        "round 2 is not open",
    ),
    "void without a reason": (
        lambda: proposed(c.VoidRound(1, " "), betting()),
        "a reason has 1 to 500 plain characters",
    ),
    "void that settles what it does not": (
        lambda: proposed(c.VoidRound(1, "why", "five_card_bonus"), betting()),
        "that wager is not settled in a void round",
    ),
    "void for another reason": (
        lambda: approved(c.VoidRound(1, "why"), betting()).happen(
            e.RoundVoided(1, "because", {}), FAY
        ),
        "reason is 'because', not 'why'",
    ),
    "void that gives nothing back": (
        lambda: approved(c.VoidRound(1, "why"), wagered()).happen(e.RoundVoided(1, "why", {}), FAY),
        "seats.4 is missing",
    ),
    # Corrections
    "no such round": (lambda: proposed(corrected(round=2)), "no closed round has that wager"),
    "no such wager": (lambda: proposed(corrected(wager="up")), "no closed round has that wager"),
    "a credit below nothing": (lambda: proposed(corrected(credit=-1)), "-1 cents are no credit"),
    "a correction without a reason": (lambda: proposed(corrected(reason="")), "a reason has"),
    "a correction of one's own round": (
        lambda: closed_and_left().happen(
            e.Proposed(3, corrected(), "ann"), Person("ann", Role.DEALER)
        ),
        "'ann' played in round 1",
    ),
    "a correction of one's own round approved": (
        lambda: proposed(corrected(), closed_and_left()).happen(
            e.Approved(3, "Ann"), Person("Ann", Role.FLOORPERSON)
        ),
        "'Ann' played in round 1",
    ),
    "no such meter": (lambda: proposed(meter(5, "mega")), "'mega' is no meter here"),
    "a meter by nothing": (lambda: proposed(meter(0)), "a meter cannot be corrected by that"),
    "a meter below nothing": (lambda: proposed(meter(-(10**9))), "cannot be corrected by that"),
    "a meter by a word": (lambda: proposed(meter("some")), "'some' is not a number of cents"),
    "a meter by a fraction of nothing": (
        lambda: proposed(meter("1/0")),
        "is not a number of cents",
    ),
    "a meter in a round": (lambda: proposed(meter(5), betting()), "meters are not changed while"),
    "a meter by another sum": (
        lambda: approved(meter(5)).happen(e.MeterCorrected("meter", "6", "counted"), FAY),
        "cents is '6', not '5'",
    ),
    # Seats
    "a seat that is taken": (
        lambda: opened().happen(e.PlayerSeated(2, "Cy"), CY),
        "seat 2 is taken",
    ),
    "no such seat": (lambda: opened().happen(e.PlayerSeated(7, "Cy"), CY), "7 is not a seat"),
    "a second seat": (lambda: opened().happen(e.PlayerSeated(3, "Ann"), ANN), "plays 2 positions"),
    "seated by another": (
        lambda: opened().happen(e.PlayerSeated(3, "Cy"), ANN),
        "somebody else sat down for this player",
    ),
    "a dealer who plays here": (
        lambda: opened().happen(e.Proposed(3, LOW, "ann"), Person("ann", Role.DEALER)),
        "'ann' plays at this table, and does not work at it",
    ),
    "the same player, otherwise spelt": (
        lambda: opened().happen(e.PlayerSeated(3, "ANN"), Person("ANN", Role.PLAYER)),
        "'ANN' sits here already, otherwise spelt",
    ),
    "nobody": (
        lambda: opened().happen(e.PlayerSeated(3, ""), Person("", Role.PLAYER)),
        "'' is no name",
    ),
    # Chips
    "chips for nobody": (
        lambda: opened().happen(e.BoughtIn("Cy", 500), CY),
        "'Cy' does not sit at this table",
    ),
    "chips for another": (
        lambda: opened().happen(e.BoughtIn("Bob", 500), ANN),
        "somebody else bought in",
    ),
    "half a chip": (lambda: opened().happen(e.BoughtIn("Ann", 550), ANN), r"no chips make \$5.50"),
    "more than one has": (
        lambda: opened().happen(e.CashedOut("Ann", 100_100), ANN),
        "stack:Ann would hold -100 cents",
    ),
    "nothing cashed": (
        lambda: opened().happen(e.CashedOut("Ann", 0), ANN),
        "0 cents are cashed out",
    ),
    "cashed by another": (
        lambda: opened().happen(e.CashedOut("Ann", 100), BOB),
        "somebody else cashed out",
    ),
    "cashed by the dealer": (
        lambda: opened().happen(e.CashedOut("Ann", 100), DAN),
        "CashedOut is wrong: cents is 100, not 100000",
    ),
    # Leaving
    "the box between": (
        lambda: three_boxes().happen(e.PlayerLeft(2, "Ann"), ANN),
        "the positions of 'Ann' are not adjacent",
    ),
    "chips left behind": (
        lambda: opened().happen(e.PlayerLeft(2, "Ann"), ANN),
        r"stack:Ann still holds \$1,000",
    ),
    "wagers left behind": (
        lambda: (
            wagered().happen(e.CashedOut("Ann", 99_000), ANN).happen(e.PlayerLeft(2, "Ann"), ANN)
        ),
        "seat 2 has wagers",
    ),
    "another's seat": (
        lambda: opened().happen(e.PlayerLeft(4, "Bob"), ANN),
        "'Ann' does not sit in seat 4",
    ),
    "under another's name": (
        lambda: opened().happen(e.PlayerLeft(2, "Bob"), ANN),
        "'Ann' left, not 'Bob'",
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
        lambda: wagered().happen(e.PlayerAway(1, 2), DAN),
        "wagers can still be taken back",
    ),
    "away while bets are open": (
        lambda: wagered().happen(e.PlayerAway(1, 2), ANN),
        "wagers can still be taken back",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_is_told(name: str) -> None:
    made, sentence = CASES[name]
    assert re.search(sentence, made().told())


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
def test_an_approval_of_another_day(moment: str | None, valid: bool) -> None:
    """ROUND-11: it is in force from its day on, by the time of the line, in UTC."""
    table = approved(c.FileSubmission(own("criss-cross")), without_rules())
    table.log[:] = [replace(item, at=moment) for item in table.log]
    late = "approvals.filing.date is 2026-10-02 but may not be later than"
    assert (late in table.told()) is not valid


def test_a_number_that_would_take_years_to_work_out() -> None:
    assert "is not a number of cents" in proposed(meter("1e99999999")).told()


def test_a_correction_that_changes_nothing() -> None:
    was = closed().state.last[-1].results[2]["across"].credit
    assert "credited" in proposed(corrected(credit=was)).told()


def test_more_than_a_player_has_is_not_taken_back() -> None:
    table = closed()
    table.dealer("Dan").propose(c.CorrectPayout(1, 4, "across", 1234_00, "a flush"))
    table.floorperson("Fay").approve(table.state.proposed)
    table.player("Ann").cash_out()
    table.player("Bob").cash_out()
    matter = c.CorrectPayout(1, 4, "across", 0, "misread")
    assert "has too few chips to give back" in proposed(matter, table).told()
