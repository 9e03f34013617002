"""ROUND-11, PROG-1: a filing approved during a round takes effect when the round is over."""

from datetime import UTC, datetime
from typing import Final

import pytest

from pitboss.errors import Refused
from pitboss.submission import Lapse
from pitboss.table import Automation, Person, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.apply import apply_with_postings
from pitboss.table.export import export_lines, public_log, replay, round_log
from pitboss.table.people import ANONYMOUS
from pitboss.table.state import encode_state, rules_for_submission
from pitboss.verify import verify
from tests.filings import complete, own

from .clocks import Clock
from .round_scenes import ANN, EVERY, METERED, Scene, at
from .tables import CCP, DEE, FLO, MACHINE, STUD, THB, antes

ABE: Final = Person("Abe", Role.FLOORPERSON)
AUDITOR: Final = Person("Sue", Role.AUDITOR)


def later(game: str, **table: object) -> c.FileSubmission:
    """Return a filing with these table settings, to take effect after the round."""
    return c.FileSubmission(
        complete(game, MACHINE | {"table": {**MACHINE["table"], **table}}), True
    )


def propose(scene: Scene, matter: c.Matter, by: Person = DEE) -> Scene:
    return scene.after((by, c.Propose(matter)))


def approved_round(game: str, moment: str = "asked", **table: object) -> Scene:
    """Return a round during which two people approved other rules."""
    scene = propose(at(game, moment), later(game, **table or {"minimum": 1000}))
    return scene.after((FLO, c.Approve(scene.state.proposed)))


def void_and_close(scene: Scene) -> Table:
    """Have two people void the round, and close it."""
    table = scene.table()
    table.execute(c.Propose(c.VoidRound(scene.number, "a card lies face up")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    table.execute(c.CloseRound(), DEE)
    return table


@EVERY
def test_a_filing_approved_during_a_round_takes_effect_after_it(game: str) -> None:
    scene = approved_round(game)
    rules = scene.state.rules
    assert rules == at(game, "asked").state.rules
    coming = scene.state.upcoming
    assert coming is not None
    assert (coming.by, coming.approved_by) == ("Dee", "Flo")
    assert not scene.state.proposals
    table = void_and_close(scene)
    assert table.rules.table.minimum == 1000
    assert table.state.upcoming is None
    assert [filing.hash for filing in table.state.filed[-2:]] == [rules.hash, table.rules.hash]  # type: ignore[union-attr]


@EVERY
def test_closing_the_round_puts_it_in_force(game: str) -> None:
    """It is one transaction: no bets can be opened in between."""
    scene = at(game, "to close")
    scene = propose(scene, later(game, minimum=1000))
    table = scene.after((FLO, c.Approve(scene.state.proposed))).table()
    event_types = [type(item.event) for item in table.execute(c.CloseRound(), DEE)]
    assert event_types[:3] == [e.SeedOpened, e.RoundClosed, e.SubmissionApproved]


@EVERY
def test_without_after_round_the_table_says_what_to_do(game: str) -> None:
    words = "while a round is open: file the submission to take effect after this round"
    for moment in ("bets are open", "asked", "to close"):
        at(game, moment).refuses(DEE, c.Propose(c.FileSubmission(complete(game))), words, "PROG-1")


@EVERY
def test_prog_1_a_proposal_for_later_does_not_delay_the_next_round(game: str) -> None:
    waits = propose(at(game, "closed"), c.FileSubmission(complete(game, MACHINE)))
    assert any("a submission is waiting" in item.why for item in waits.table().instruction.ahead)
    later_one = propose(at(game, "closed"), later(game, minimum=1000))
    assert not any(
        "a submission is waiting" in item.why for item in later_one.table().instruction.ahead
    )


@EVERY
def test_between_rounds_it_takes_effect_with_its_approval(game: str) -> None:
    scene = propose(at(game, "closed"), later(game, minimum=1000))
    after = scene.after((FLO, c.Approve(scene.state.proposed)))
    assert after.state.upcoming is None
    assert after.state.rules is not None
    assert after.state.rules.table.minimum == 1000


@EVERY
def test_everybody_sees_what_is_pending_and_staff_see_who_proposed_it(game: str) -> None:
    before, scene = at(game, "asked").table(), approved_round(game, maximum=20_000).table()
    assert before.view(ANN).upcoming is None
    for viewer in (ANN, ANONYMOUS, DEE, AUDITOR):
        view = scene.view(viewer)
        assert view.rules == scene.rules.hash
        coming = view.upcoming
        assert coming
        assert (coming.minimum, coming.maximum) == (scene.rules.table.minimum, 20_000)
        assert coming.rules != scene.rules.hash
        people = ("Dee", "Flo") if viewer in (DEE, AUDITOR) else ("", "")
        assert (coming.by, coming.approved_by) == people
    table = void_and_close(approved_round(game, maximum=20_000))
    assert table.view(ANN).upcoming is None
    assert table.view(ANN).rules == table.rules.hash != scene.rules.hash


@EVERY
def test_it_can_be_withdrawn_before_it_takes_effect(game: str) -> None:
    scene = approved_round(game)
    number = scene.state.proposed
    scene.refuses(ANN, c.Reject(number), "has the role player", "SEC-4")
    for by in (DEE, FLO, ABE):
        left = scene.after((by, c.Reject(number)))
        assert left.state.upcoming is None
        left.refuses(FLO, c.Reject(number), "no proposal is waiting for approval", "SEC-3")
        table = void_and_close(left)
        assert table.rules == scene.state.rules


@EVERY
def test_sec_3_the_proposer_does_not_approve_it(game: str) -> None:
    scene = propose(at(game, "asked"), later(game, minimum=1000), FLO)
    scene.refuses(FLO, c.Approve(scene.state.proposed), "somebody else must approve it", "SEC-3")
    assert scene.allows(ABE, c.Approve(scene.state.proposed))


@EVERY
def test_only_one_filing_can_be_pending(game: str) -> None:
    scene = propose(approved_round(game), later(game, minimum=2000))
    number = scene.state.proposed
    words = f"submission {number - 1} takes effect after this round: withdraw it first"
    scene.refuses(FLO, c.Approve(number), words, "PROG-1")
    assert scene.after((DEE, c.Reject(number - 1))).allows(FLO, c.Approve(number))


@EVERY
def test_a_filing_approved_during_a_round_is_checked_too(game: str) -> None:
    scene = at(game, "asked")
    scene.refuses(DEE, c.Propose(c.FileSubmission({}, True)), "operator is missing", "ROUND-11")
    odd = c.FileSubmission(complete(game, MACHINE), 1)  # type: ignore[arg-type]
    scene.refuses(DEE, c.Propose(odd), "after_round must be true or false", "PROG-1")


def test_a_machine_that_broke_since_prevents_it_from_taking_effect() -> None:
    """The table reports the reason, and continues under the old rules."""
    scene = approved_round(THB, shuffler="none", dealing="manual shoe")
    scene = scene._replace(automation=Automation.NOTHING)
    state, _ = apply_with_postings(scene.state, e.DeviceDown("shuffler"))
    table = void_and_close(scene._replace(state=state))
    assert table.state.lapsed == Lapse.MACHINE
    assert table.rules == scene.state.rules
    assert table.state.upcoming is None
    assert table.view(ANN).lapsed == Lapse.MACHINE.sentence
    lapses = [item.event for item in table.log if isinstance(item.event, e.FilingLapsed)]
    assert lapses == [e.FilingLapsed(scene.state.upcoming.number, Lapse.MACHINE)]  # type: ignore[union-attr]
    assert not any(isinstance(item.event, e.SubmissionApproved) for item in table.log)


@METERED
def test_prog_2_a_meter_that_fills_in_the_meantime_keeps_it_from_taking_effect(game: str) -> None:
    """The round that the filing waits for adds to the meter."""
    key = {CCP: "bonus_spin"}.get(game, "progressive")
    table = Table.open(game, MACHINE, automation=Automation.EVERYTHING)
    table.execute(c.TakeSeat(1), ANN)
    table.execute(c.BuyIn(500_00), ANN)
    for name in list(table.state.books):
        cents = -int(table.state.meter_amount(name))
        table.execute(c.Propose(c.CorrectMeter(name, cents, "it is taken off")), DEE)
        table.execute(c.Approve(table.state.proposed), FLO)
    table.execute(c.OpenRound())
    side = next(item for item in table.rules.sides if item.key == key)
    table.execute(c.PlaceWagers(1, {**antes(game), key: side.minimum}), ANN)
    filing = complete(game, MACHINE | {"wagers": {key: {"offered": False}}})
    table.execute(c.Propose(c.FileSubmission(filing, True)), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    table.execute(c.NoMoreBets())
    while table.state.has_open_round:
        choices = table.view(ANN).choices
        assert choices
        stays = next(choice for choice in choices if choice.stake or not choice.folds)
        table.execute(c.Decide(1, stays.decision), ANN)
    assert table.state.lapsed == Lapse.METER
    assert any(item.key == key for item in table.rules.sides)
    assert verify(line + b"\n" for line in table.export()).rounds == 1


@pytest.mark.parametrize("earlier", [False, True])
def test_fair_6_its_file_is_valid(earlier: bool) -> None:
    """This covers the whole shift and the single round, also if proposed before the round."""
    table = Table.open(STUD, MACHINE, practice="after round")
    table.execute(c.TakeSeat(1), ANN)
    table.execute(c.BuyIn(500_00), ANN)
    if earlier:
        table.execute(c.Propose(later(STUD, minimum=1000)), DEE)
    table.execute(c.OpenRound())
    table.execute(c.PlaceWagers(1, antes(STUD)), ANN)
    if not earlier:
        table.execute(c.Propose(later(STUD, minimum=1000)), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    table.execute(c.NoMoreBets())
    while table.state.has_open_round:
        table.execute(c.Decide(1, "check"), ANN)
    assert table.rules.table.minimum == 1000
    table.execute(c.OpenRound())
    with pytest.raises(Refused, match="must be"):
        table.execute(c.PlaceWagers(1, antes(STUD)), ANN)
    table.execute(c.PlaceWagers(1, antes(STUD, 1000)), ANN)
    for lines in (
        table.export(),
        table.export(1),
        export_lines(public_log(round_log(table.log, 1))),
    ):
        assert verify(line + b"\n" for line in lines).rounds == 1
    assert encode_state(replay(table.export())) == encode_state(table.state)


def test_round_11_the_date_is_checked_again_when_it_takes_effect() -> None:
    """The clock gives the date, even where an old log accepted an approval that was too early."""
    filing = c.FileSubmission(own(STUD, MACHINE), True)
    clock = Clock(int(datetime(2026, 10, 1, 23, 59, 0, tzinfo=UTC).timestamp()))
    table = Table.open(STUD, MACHINE, clock=clock)
    table.execute(c.TakeSeat(1), ANN)
    table.execute(c.BuyIn(500_00), ANN)
    table.execute(c.OpenRound())
    late = "may not be later than 2026-10-01"
    with pytest.raises(Refused, match=late):
        table.execute(c.Propose(filing), DEE)
    number = table.state.proposed + 1
    state, _ = apply_with_postings(table.state, e.Proposed(number, filing, DEE.name))
    state, _ = apply_with_postings(state, e.Approved(number, FLO.name))
    for seconds, in_force in ((0, False), (60, True)):
        table.resume(state, table.shoe, None)
        clock.at += seconds
        table.execute(c.Propose(c.VoidRound(1, "a card lies face up")), DEE)
        table.execute(c.Approve(table.state.proposed), FLO)
        assert (table.state.lapsed == Lapse.INCOMPLETE) is not in_force
        assert (len(table.state.filed) == 2) is in_force


def test_old_lines_without_the_new_keys_can_be_read() -> None:
    old = b'{"event":{"type":"Proposed","number":1,"matter":{"type":"FileSubmission",'
    old += b'"submission":{}},"by":"Dee"}}'
    (proposal,) = replay([old]).proposals.values()
    assert proposal.matter == c.FileSubmission({})
    assert rules_for_submission(STUD, {}) == rules_for_submission(STUD, complete(STUD))
