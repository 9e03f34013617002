"""A broken machine: two people file another method, and later the old one again."""

import re

import pytest

from pitboss.games.deck_tasks import Device
from pitboss.games.game_parts import AUTOMATED_SHOE, BY_HAND
from pitboss.table.decks import devices_in_use
from pitboss.tui.dealer.dealer_actions import dealer_actions
from pitboss.tui.dealer.dealer_session import DealerSession, possible_actions
from pitboss.tui.dealer.floor_actions import floor_actions, incident_actions
from tests.rotation import with_games
from tests.tui.console_driver import Console, deal, desk_of
from tests.tui.console_steps import SUBMISSIONS, check_log, find_action, take, until

ANOTHER = "File a different dealing method"


def break_down(desk: DealerSession, device: Device) -> None:
    take(desk, find_action(incident_actions(desk), "A device cannot be used"), device)


@pytest.mark.parametrize(("key", "device"), with_games([Device.SHUFFLER, Device.SHOE]))
def test_another_method_while_a_machine_is_out_of_order(key: str, device: Device) -> None:
    desk = desk_of(key, SUBMISSIONS["counting"])
    desk.open()
    until(desk, "OpenRound")
    was = desk.rules.table
    break_down(desk, device)
    assert "mark it as out of order" in find_action(dealer_actions(desk), ANOTHER).refusal
    take(desk, find_action(dealer_actions(desk), "Mark the"), "covered")
    assert possible_actions(floor_actions(desk))[0].label == f"The {device} works again"
    pointer = find_action(floor_actions(desk), ANOTHER)
    assert "the dealer proposes it" in pointer.refusal
    another = find_action(dealer_actions(desk), ANOTHER)
    assert another.is_urgent
    still = "shuffler: none" if device is Device.SHUFFLER else "ealing: "
    assert all(still in way.label for way in another.variants)
    assert not any(AUTOMATED_SHOE in way.label for way in another.variants if device is Device.SHOE)
    take(desk, another, another.variants[0].label)
    assert desk.sentences[-1].startswith("Dealer proposes: a new submission, dealing: ")
    approve = find_action(floor_actions(desk), "Approve proposal")
    assert "changes from" in approve.detail
    take(desk, approve)
    assert device not in devices_in_use(desk.rules)
    assert desk.rules == desk.table.rules
    assert desk.card.table == desk.rules.table
    assert ANOTHER not in [floor_action.label for floor_action in floor_actions(desk)]
    until(desk, "NoMoreBets")
    until(desk, "CloseRound")
    until(desk, "OpenRound")
    take(desk, find_action(floor_actions(desk), f"The {device} works again"))
    back = f"Dealing: {was.dealing}, shuffler: {was.shuffler}, decks: {was.decks}"
    take(desk, find_action(dealer_actions(desk), ANOTHER), back)
    take(desk, find_action(floor_actions(desk), "Approve proposal"))
    assert desk.rules.table == was
    until(desk, "NoMoreBets")
    desk.end()
    check_log(desk)


def test_two_decks_become_one_without_a_shuffler() -> None:
    desk = desk_of("criss-cross", SUBMISSIONS["two decks"])
    desk.open()
    until(desk, "OpenRound")
    break_down(desk, Device.SHUFFLER)
    take(desk, find_action(dealer_actions(desk), "Mark the"), "covered")
    take(desk, find_action(dealer_actions(desk), ANOTHER), "Dealing: manual shoe, shuffler: none")
    assert (
        "The number of decks changes from 2 to 1."
        in possible_actions(floor_actions(desk))[0].detail
    )
    take(desk, possible_actions(floor_actions(desk))[0])
    assert (desk.rules.table.shuffler, desk.rules.table.decks) == (BY_HAND, 1)
    until(desk, "NoMoreBets")
    desk.end()
    check_log(desk)


def test_a_table_without_machines_that_broke_changes_between_rounds_or_after_one() -> None:
    desk = desk_of("holdem-bonus")
    desk.open()
    until(desk, "OpenRound")
    another = find_action(dealer_actions(desk), ANOTHER)
    assert not another.refusal
    assert not another.is_urgent
    assert len({way.label for way in another.variants}) == len(another.variants)
    assert f"Dealing: manual shoe, shuffler: {BY_HAND}, decks: 1" not in {
        way.label for way in another.variants
    }
    until(desk, "Decide")
    before = desk.rules
    for withdrawn in (True, False):
        another = find_action(dealer_actions(desk), ANOTHER)
        take(desk, another, another.variants[0].label)
        assert desk.sentences[-1].endswith(", after this round.")
        take(desk, find_action(floor_actions(desk), "Approve proposal"))
        assert re.fullmatch(r"Submission \d+ takes effect after this round\.", desk.sentences[-1])
        if withdrawn:
            take(desk, find_action(floor_actions(desk), "Withdraw submission"))
    assert desk.rules == before
    until(desk, "OpenRound")
    assert desk.rules == desk.table.rules != before
    assert "Withdraw" not in "".join(floor_action.label for floor_action in floor_actions(desk))
    desk.end()
    check_log(desk)


def test_by_the_keys() -> None:
    async def day(console: Console) -> None:
        desk = console.desk
        await console.until("OpenRound")
        await console.page("i", "A device cannot be used")
        await console.choose("shuffler")
        await console.press("enter")
        assert "file another method" in console.words
        await console.page("d", ANOTHER)
        await console.choose("shuffler: none")
        assert "a submission is waiting for approval" in console.words
        await console.page("f", "Approve proposal")
        assert desk.rules.table.shuffler == BY_HAND
        await console.until("NoMoreBets")

    deal(desk_of("stud-235", {"table": {"shuffler": "automated"}}), day)


def test_a_reshuffling_device_is_offered_with_its_approval_only() -> None:
    """ROUND-11, CCP 5.G: a dealer proposes nothing that would not be put in force."""

    def ways(submission: dict[str, object]) -> str:
        desk = desk_of("criss-cross", submission)
        desk.open()
        return " ".join(way.label for way in find_action(dealer_actions(desk), ANOTHER).variants)

    assert "shuffler: automated counting" in ways({})
    assert "shuffler: automated reshuffling" not in ways({})


def test_a_reshuffling_device_that_was_approved_is_offered_again() -> None:
    """ROUND-11, CCP 5.G: its approval goes with it and comes back with it."""
    device = {"dealing": "automated shoe", "shuffler": "automated reshuffling"}
    desk = desk_of("criss-cross", {"table": device})
    desk.open()
    until(desk, "OpenRound")
    approval = {"reference": "example, not an approval", "date": "2026-01-01"}
    for words, approvals in (
        ("Dealing: manual shoe, shuffler: none", {}),
        ("Dealing: automated shoe, shuffler: automated reshuffling", {"shuffler": approval}),
    ):
        take(desk, find_action(dealer_actions(desk), ANOTHER), words)
        take(desk, possible_actions(floor_actions(desk))[0])
        filing = desk.table.state.filed[-1].submission["approvals"]
        assert {key: filing[key] for key in filing if key not in ("filing", "layout")} == approvals
    desk.end()
    check_log(desk)
