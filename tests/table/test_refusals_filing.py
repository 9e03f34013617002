# ruff: noqa: N802 - a test is called by its clause
"""ROUND-11: a table needs a complete filing, with the approvals that the books require."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from pitboss import __version__
from pitboss.errors import Refused
from pitboss.games import GAMES, find_game
from pitboss.submission import SubmissionRefused, omissions
from pitboss.table import Automation, LogEntry, State, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.apply import apply_with_postings
from pitboss.table.decks import are_rules_in_force
from pitboss.table.export import export_lines, replay
from pitboss.table.state import rules_for_submission
from tests.filings import complete, filing, own

from .clocks import Clock
from .deck_steps import RESHUFFLING
from .round_scenes import EVERY, Scene, at
from .tables import CCP, DEE, FLO, MACHINE, RET, STUD, THB, Json

NEW: Final = "ROUND-11"


def without(submission: Json, path: str) -> Json:
    """Return the filing without one key."""
    key, _, rest = path.partition(".")
    if rest:
        return {**submission, key: without(submission[key], rest)}
    return {name: part for name, part in submission.items() if name != key}


def assert_refused(game: str, submission: Json, *sentences: str) -> None:
    """Check that it is refused, with or without rules in force, with all faults at once."""
    for moment in ("no rules", "no round", "closed"):
        scene = at(game, moment)
        scene.refuses(DEE, c.Propose(c.FileSubmission(submission)), "; ".join(sentences), NEW)


def needs_approval(game: str, submission: Mapping[str, Any], name: str, clause: str) -> None:
    """Check that without this approval there are no rules, so no count and no cards."""
    whole = complete(game, submission)
    assert_refused(
        game,
        without(whole, f"approvals.{name}"),
        f"approvals.{name}.reference is missing [{clause}]",
        f"approvals.{name}.date is missing [{clause}]",
    )
    for key in ("reference", "date"):
        path = f"approvals.{name}.{key}"
        assert_refused(game, without(whole, path), f"{path} is missing [{clause}]")
    table = Table(automation=Automation.NOTHING)
    table.execute(c.OpenTable("table 1", game, 100), FLO)
    with pytest.raises(SubmissionRefused):
        table.execute(c.Propose(c.FileSubmission(without(whole, f"approvals.{name}"))), DEE)
    for by, command in ((DEE, c.Propose(c.OpeningCount(100))), (DEE, c.OpenRound())):
        with pytest.raises(Refused, match="no submission has been approved"):
            table.execute(command, by)
    table.execute(c.Propose(c.FileSubmission(whole)), DEE)
    table.execute(c.Approve(1), FLO)
    table.execute(c.Propose(c.OpeningCount(100)), DEE)
    assert table.state.filed[-1].submission["approvals"][name] == whole["approvals"][name]


def test_ret_2_B() -> None:
    needs_approval(RET, MACHINE, "layout", "RET 2.B")


def test_ccp_2_B() -> None:
    needs_approval(CCP, MACHINE, "layout", "CCP 2.B")


def test_thb_2_B() -> None:
    needs_approval(THB, MACHINE, "layout", "THB 2.B")


def test_235_2_B() -> None:
    needs_approval(STUD, MACHINE, "layout", "235 2.B")


def test_ret_5_G() -> None:
    needs_approval(RET, RESHUFFLING, "shuffler", "RET 5.G")


def test_ccp_5_G() -> None:
    needs_approval(CCP, RESHUFFLING, "shuffler", "CCP 5.G")


def test_thb_5_I() -> None:
    needs_approval(THB, RESHUFFLING, "shuffler", "THB 5.I")


def test_235_5_I() -> None:
    needs_approval(STUD, RESHUFFLING, "shuffler", "235 5.I")


def test_a_filing_is_approved() -> None:
    needs_approval(RET, MACHINE, "filing", "RET 7.E(2)")
    needs_approval(CCP, MACHINE, "filing", "CCP 7.E(2)")
    needs_approval(THB, MACHINE, "filing", "THB 7.F(2)")
    needs_approval(STUD, MACHINE, "filing", "235 7.F")


def offers(game: str, key: str, clause: str) -> None:
    """Check that a filing says whether it is offered, and that it cannot be wagered if not."""
    whole = complete(game, MACHINE)
    assert_refused(
        game, without(whole, f"wagers.{key}"), f"wagers.{key}.offered is missing [{clause}]"
    )
    bare = {**whole, "wagers": {**whole["wagers"], key: {"offered": False}}}
    table = Table()
    table.open_table("table 1", game, 100_000_00)
    table.propose(c.FileSubmission(bare))
    table.approve(1)
    assert key not in [side.key for side in table.rules.sides]


def test_ret_7_E_2() -> None:
    offers(RET, "five_card_bonus", "RET 7.E(2)(a)")
    offers(RET, "ultimate_pairs", "RET 7.E(2)(b)")
    offers(RET, "progressive", "RET 7.E(2)(c)")


def test_ccp_7_E_2() -> None:
    offers(CCP, "five_card_bonus", "CCP 7.E(2)(a)")
    offers(CCP, "bonus_spin", "CCP 7.E(2)(b)")


def test_thb_7_F_2() -> None:
    offers(THB, "bonus", "THB 7.F(2)")


def test_235_7_E_2() -> None:
    offers(STUD, "win_em_all", "235 7.E(2)")


def test_235_7_E_3() -> None:
    offers(STUD, "progressive", "235 7.E(3)")


def test_235_7_F() -> None:
    left_out = without(complete(STUD, MACHINE), "table.boxes_per_player")
    assert_refused(STUD, left_out, "table.boxes_per_player is missing [235 7.F]")


@EVERY
def test_every_omission_is_named_at_once(game: str) -> None:
    assert_refused(game, {}, *map(str, omissions(find_game(game), {})))


@EVERY
def test_another_edition_is_not_put_in_force(game: str) -> None:
    progress = c.Propose(c.FileSubmission(complete(game) | {"edition": "MLGCA 0.1"}))
    words = f"edition is 'MLGCA 0.1' but must be '{GAMES[game].edition}'"
    at(game, "no round").refuses(DEE, progress, words, "ROUND-2")


# Filings put in force by an older program


def older(game: str) -> tuple[LogEntry, ...]:
    """Return the log of a table whose filing has neither an edition nor approvals."""
    filing_ = without(without(complete(game, MACHINE), "edition"), "approvals")
    script = (
        (FLO, e.TableOpened("table 1", game, 100_000_00)),
        (DEE, e.Proposed(1, c.FileSubmission(MACHINE), DEE.name)),
        (FLO, e.Approved(1, FLO.name)),
        (FLO, e.SubmissionApproved(filing_, rules_for_submission(game, filing_).hash)),
    )
    state, log = State(), []
    for by, event in script:
        state, postings = apply_with_postings(state, event)
        log.append(LogEntry(state.version, event, by, postings))
    return tuple(log)


@EVERY
def test_an_older_filing_can_be_read_and_opens_no_round(game: str) -> None:
    scene = Scene(game, replay(export_lines(older(game))), None)
    assert scene.state.rules == rules_for_submission(game, complete(game, MACHINE))
    assert not are_rules_in_force(scene.state)
    words = "the filing in force is incomplete or out of date (edition is missing ["
    scene.refuses(DEE, c.Propose(c.OpeningCount(100)), words, NEW)
    state_open, _ = apply_with_postings(scene.state, e.OpeningCounted(100_000_00, 0))
    signed_state, _ = apply_with_postings(state_open, e.ChecklistSigned((), "Dee"))
    scene = scene._replace(state=signed_state)
    scene.refuses(DEE, c.OpenRound(), words, NEW)
    words = f"file a complete one, such as `pitboss submission new {game}` writes"
    scene.refuses(DEE, c.OpenRound(), words, NEW)
    whole = complete(game, MACHINE)
    after = scene.after((DEE, c.Propose(c.FileSubmission(whole))), (FLO, c.Approve(2)))
    assert are_rules_in_force(after.state)


@EVERY
def test_an_approval_with_a_future_date_is_refused(game: str) -> None:
    """The table's clock gives the date, both when it is proposed and when it is approved."""
    filing_ = own(game, MACHINE)
    clock = Clock(int(datetime(2026, 10, 1, 23, 59, 59, tzinfo=UTC).timestamp()))
    table = Table(automation=Automation.NOTHING, clock=clock)
    table.execute(c.OpenTable("table 1", game, 100), FLO)
    late = "approvals.filing.date is 2026-10-02 but may not be later than 2026-10-01"
    with pytest.raises(SubmissionRefused, match=late) as refused:
        table.execute(c.Propose(c.FileSubmission(filing_), at=2**35), DEE)
    assert refused.value.clause == NEW
    assert [fault.clause for fault in refused.value.faults][1] == f"{GAMES[game].short} 2.B"
    with pytest.raises(SubmissionRefused, match=late):
        table.verify(c.Propose(c.FileSubmission(filing_)), DEE)
    state, _ = apply_with_postings(table.state, e.Proposed(1, c.FileSubmission(filing_), DEE.name))
    table.resume(state, None, None)  # as an older program accepted it
    with pytest.raises(SubmissionRefused, match=late):
        table.execute(c.Approve(1), FLO)
    clock.at += 1
    table.execute(c.Approve(1), FLO)
    assert are_rules_in_force(table.state)


def test_a_table_without_a_clock_has_no_date() -> None:
    table = Table(automation=Automation.NOTHING)
    table.execute(c.OpenTable("table 1", STUD, 100), FLO)
    table.execute(c.Propose(c.FileSubmission(own(STUD))), DEE)
    for progress in (True, "noon", None, 2**41):
        with pytest.raises(Refused, match="but must be a time in whole seconds since 1970 in UTC"):
            table.execute(c.Approve(1, at=progress), FLO)  # type: ignore[arg-type]
    with pytest.raises(SubmissionRefused, match="may not be later than 1970-01-01"):
        table.execute(c.Approve(1, at=5), FLO)
    table.execute(c.Approve(1, at=2**40), FLO)
    assert are_rules_in_force(table.state)


@EVERY
def test_an_older_filing_with_a_needless_approval_can_be_read(game: str) -> None:
    """Its rules are known, but the table needs a complete filing before it opens."""
    approval = {"shuffler": {"reference": "2026-17", "date": "2026-10-02"}}
    filing_ = complete(game) | {"approvals": complete(game)["approvals"] | approval}
    rules = rules_for_submission(game, filing_)
    event = e.SubmissionApproved(filing_, rules.hash, __version__)
    state, _ = apply_with_postings(at(game, "no rules").state, event)
    assert state.rules == rules
    assert "approvals.shuffler is not needed" in state.filed[-1].lacks
    named_filing = complete(game, {"operator": "Grand Casino"})
    assert_refused(game, filing_, state.filed[-1].lacks.partition("(")[2].partition("):")[0])
    with pytest.raises(
        SubmissionRefused, match=r"approvals\.layout\.reference is still the example's"
    ):
        Table.open(game, named_filing)


@EVERY
def test_an_older_proposal_can_no_longer_be_approved(game: str) -> None:
    scene = at(game, "no round")
    number = scene.state.proposed + 1
    state, _ = apply_with_postings(scene.state, e.Proposed(number, c.FileSubmission({}), DEE.name))
    scene = scene._replace(state=state)
    scene.refuses(FLO, c.Approve(number), "operator is missing", NEW)
    assert scene.after((FLO, c.Reject(number))).allows(DEE, c.Propose(filing(game)))
