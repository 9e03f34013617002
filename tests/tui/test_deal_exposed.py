"""The console asks for confirmation before an exposed card is reported."""

import pytest
from msgspec.structs import replace

from pitboss.games import GAMES
from pitboss.school.incident_questions import possible_reports
from pitboss.table import events as e
from pitboss.table.day import describe_kinds
from pitboss.table.handlers import handle
from pitboss.tui.dealer.dealer_session import DealerSession
from pitboss.tui.dealer.floor_actions import incident_actions
from tests.tui.console_driver import LARGE, SMALL, Console, deal, desk_of
from tests.tui.console_steps import find_action, step, take, until


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_an_exposure_is_asked_about_once_more(size: tuple[int, int]) -> None:
    async def day(console: Console) -> None:
        desk = console.desk
        await console.until("Decide")
        version = desk.table.state.version
        for no in ("n", "N", "escape"):
            await console.page("i", "A card of the dealer was exposed")
            await console.choose("Dealer, card 2")
            card = "This card will be shown to everyone: Dealer, card 2."
            assert console.sure.startswith(card)
            assert "The round is void and every wager is returned" in console.sure
            assert "A floorperson rules on it first." in console.sure
            await console.press("enter", "space", "1")
            assert console.sure  # only yes or no answers it
            await console.press(no)
            assert not console.sure
        assert desk.table.state.version == version
        await console.page("i", "exposed a player's card")
        await console.choose("seat 2, first card")
        assert "will be shown to everyone: seat 2, first card." in console.sure
        assert "A floorperson rules: void or go on." in console.sure
        await console.press("y")
        assert desk.table.state.day.incident is not None
        assert "was exposed too early" in " ".join(desk.sentences)

    deal(desk_of("holdem-bonus"), day, size=size)


def test_what_exposes_nothing_is_reported_at_once() -> None:
    async def day(console: Console) -> None:
        await console.until("Decide")
        await console.page("i", "wrong number of cards")
        await console.choose("seat 2")
        assert not console.sure
        assert console.desk.table.state.day.incident is not None

    deal(desk_of("criss-cross"), day)


@pytest.mark.parametrize("key", GAMES)
def test_whatever_lays_a_card_open_is_asked_about_and_nothing_else(key: str) -> None:
    desk, visible = desk_of(key), set()
    desk.open()
    for name in ("OpenRound", "Deal", "Decide", "Settle"):
        until(desk, name)
        for number, incident in enumerate(desk.rules.incidents):
            confirmations = {
                way.label: way.confirmation for way in incident_actions(desk)[number].variants
            }
            opens_by_words = {words: _opens(desk, words, number) for words in confirmations}
            assert {words: bool(sure) for words, sure in confirmations.items()} == opens_by_words
            visible |= {incident.kind} if any(opens_by_words.values()) else set()
    assert len(visible) >= 2


def _opens(desk: DealerSession, words: str, number: int) -> bool:
    """Whether a card lies open by this report, as the table itself has it."""
    state, kind = desk.table.state, desk.rules.incidents[number].kind
    kinds = (kind, *(item.kind for item in desk.rules.incidents))  # the next card has two places
    result = (
        possible_report
        for each in kinds
        for possible_report in possible_reports(desk.rules, state, each)
    )
    report = next(item for label, item in result if label == words)
    if state.round is not None:
        report = replace(report, round=state.round.number)
    happens = handle(state, desk.dealer, report, desk.table.shoe)
    return any(isinstance(event, e.CardExposed | e.CardOut) for event in happens)


@pytest.mark.parametrize(
    ("key", "when", "which", "options_text", "clause"),
    [
        ("stud-235", "Community", "for Community", "A community card was exposed", "235 13.E"),
        ("holdem-bonus", "Dealer", "for Dealer", "A card of the dealer was exposed", "THB 13.F"),
    ],
)
def test_the_next_card_is_found_where_a_dealer_looks_for_it(
    key: str, when: str, which: str, options_text: str, clause: str
) -> None:
    """Among the cards that were drawn in error, whatever clause then applies; and that is said."""
    desk = desk_of(key)
    desk.open()
    until(desk, "Deal")
    while when not in desk.table.instruction.what:
        step(desk)
    for menu in ("A card was drawn in error and exposed", options_text):
        offer = find_action(incident_actions(desk), menu)
        assert not offer.refusal
        (way,) = [variant for variant in offer.variants if which in variant.label]
        assert (
            f"Consequence [{clause}]: The round is void and every wager is returned"
            in way.confirmation
        )
        assert "A floorperson rules on it first." in way.confirmation
        assert "void or go on" not in way.confirmation
    take(desk, find_action(incident_actions(desk), "drawn in error and exposed"), which)
    waits = desk.table.state.day.incident
    assert waits is not None
    assert describe_kinds(waits.kinds).startswith(options_text.lower())
