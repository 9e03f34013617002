"""A broken machine: two people file another method, and later the old one again."""

import re

import pytest

from pitboss.console.actions import possible_actions
from pitboss.games.deck_tasks import Device
from pitboss.games.game_parts import AUTOMATED_SHOE, BY_HAND
from pitboss.table.decks import devices_in_use
from pitboss.tui.dealer.dealer_session import DealerSession
from tests.rotation import with_games
from tests.tui.console_driver import Console, deal, dealer_session
from tests.tui.console_steps import (
    SUBMISSIONS,
    check_log,
    dealer_actions,
    find_action,
    floor_actions,
    incident_actions,
    take,
    until,
)

ANOTHER = "File a different dealing method"


def break_down(session: DealerSession, device: Device) -> None:
    take(session, find_action(incident_actions(session), "A device cannot be used"), device)


@pytest.mark.parametrize(("key", "device"), with_games([Device.SHUFFLER, Device.SHOE]))
def test_another_method_while_a_machine_is_out_of_order(key: str, device: Device) -> None:
    session = dealer_session(key, SUBMISSIONS["counting"])
    session.open()
    until(session, "OpenRound")
    was = session.rules.table
    break_down(session, device)
    assert "mark it as out of order" in find_action(dealer_actions(session), ANOTHER).refusal
    take(session, find_action(dealer_actions(session), "Mark the"), "covered")
    assert possible_actions(floor_actions(session))[0].label == f"The {device} works again"
    pointer = find_action(floor_actions(session), ANOTHER)
    assert "the dealer proposes it" in pointer.refusal
    another = find_action(dealer_actions(session), ANOTHER)
    assert another.is_urgent
    still = "shuffler: none" if device is Device.SHUFFLER else "ealing: "
    assert all(still in way.label for way in another.variants)
    assert not any(AUTOMATED_SHOE in way.label for way in another.variants if device is Device.SHOE)
    take(session, another, another.variants[0].label)
    assert session.sentences[-1].startswith("Dealer proposes: a new submission, dealing: ")
    approve = find_action(floor_actions(session), "Approve proposal")
    assert "changes from" in approve.detail
    take(session, approve)
    assert device not in devices_in_use(session.rules)
    assert session.rules == session.table.rules
    assert session.card.table == session.rules.table
    assert ANOTHER not in [floor_action.label for floor_action in floor_actions(session)]
    until(session, "NoMoreBets")
    until(session, "CloseRound")
    until(session, "OpenRound")
    take(session, find_action(floor_actions(session), f"The {device} works again"))
    back = f"Dealing: {was.dealing}, shuffler: {was.shuffler}, decks: {was.decks}"
    take(session, find_action(dealer_actions(session), ANOTHER), back)
    take(session, find_action(floor_actions(session), "Approve proposal"))
    assert session.rules.table == was
    until(session, "NoMoreBets")
    session.end()
    check_log(session)


def test_two_decks_become_one_without_a_shuffler() -> None:
    session = dealer_session("criss-cross", SUBMISSIONS["two decks"])
    session.open()
    until(session, "OpenRound")
    break_down(session, Device.SHUFFLER)
    take(session, find_action(dealer_actions(session), "Mark the"), "covered")
    take(
        session,
        find_action(dealer_actions(session), ANOTHER),
        "Dealing: manual shoe, shuffler: none",
    )
    assert (
        "The number of decks changes from 2 to 1."
        in possible_actions(floor_actions(session))[0].detail
    )
    take(session, possible_actions(floor_actions(session))[0])
    assert (session.rules.table.shuffler, session.rules.table.decks) == (BY_HAND, 1)
    until(session, "NoMoreBets")
    session.end()
    check_log(session)


def test_a_table_without_machines_that_broke_changes_between_rounds_or_after_one() -> None:
    session = dealer_session("holdem-bonus")
    session.open()
    until(session, "OpenRound")
    another = find_action(dealer_actions(session), ANOTHER)
    assert not another.refusal
    assert not another.is_urgent
    assert len({way.label for way in another.variants}) == len(another.variants)
    assert f"Dealing: manual shoe, shuffler: {BY_HAND}, decks: 1" not in {
        way.label for way in another.variants
    }
    until(session, "Decide")
    before = session.rules
    for withdrawn in (True, False):
        another = find_action(dealer_actions(session), ANOTHER)
        take(session, another, another.variants[0].label)
        assert session.sentences[-1].endswith(", after this round.")
        take(session, find_action(floor_actions(session), "Approve proposal"))
        assert re.fullmatch(
            r"Submission \d+ takes effect after this round\.", session.sentences[-1]
        )
        if withdrawn:
            take(session, find_action(floor_actions(session), "Withdraw submission"))
    assert session.rules == before
    until(session, "OpenRound")
    assert session.rules == session.table.rules != before
    assert "Withdraw" not in "".join(floor_action.label for floor_action in floor_actions(session))
    session.end()
    check_log(session)


def test_by_the_keys() -> None:
    async def day(console: Console) -> None:
        session = console.session
        await console.until("OpenRound")
        await console.page("i", "A device cannot be used")
        await console.choose("shuffler")
        await console.press("enter")
        assert "or file another dealing method" in console.words
        await console.page("d", ANOTHER)
        await console.choose("shuffler: none")
        # The clause stands at the end of the first line of the instruction.
        assert "resolve this before the next deal: a submission is PROG-1" in console.words
        assert "waiting for approval. F for the floorperson" in console.words
        await console.page("f", "Approve proposal")
        assert session.rules.table.shuffler == BY_HAND
        await console.until("NoMoreBets")

    deal(dealer_session("stud-235", {"table": {"shuffler": "automated"}}), day)


def test_a_reshuffling_device_is_offered_with_its_approval_only() -> None:
    """ROUND-11, CCP 5.G: a dealer proposes nothing that would not be put in force."""

    def ways(submission: dict[str, object]) -> str:
        session = dealer_session("criss-cross", submission)
        session.open()
        return " ".join(way.label for way in find_action(dealer_actions(session), ANOTHER).variants)

    assert "shuffler: automated counting" in ways({})
    assert "shuffler: automated reshuffling" not in ways({})


def test_a_reshuffling_device_that_was_approved_is_offered_again() -> None:
    """ROUND-11, CCP 5.G: its approval goes with it and comes back with it."""
    device = {"dealing": "automated shoe", "shuffler": "automated reshuffling"}
    session = dealer_session("criss-cross", {"table": device})
    session.open()
    until(session, "OpenRound")
    approval = {"reference": "example, not an approval", "date": "2026-01-01"}
    for words, approvals in (
        ("Dealing: manual shoe, shuffler: none", {}),
        ("Dealing: automated shoe, shuffler: automated reshuffling", {"shuffler": approval}),
    ):
        take(session, find_action(dealer_actions(session), ANOTHER), words)
        take(session, possible_actions(floor_actions(session))[0])
        filing = session.table.state.filed[-1].submission["approvals"]
        assert {key: filing[key] for key in filing if key not in ("filing", "layout")} == approvals
    session.end()
    check_log(session)
