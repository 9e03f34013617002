"""The console asks for confirmation before an exposed card is reported."""

import pytest
from msgspec.structs import replace

from pitboss.console.incident_reports import possible_reports
from pitboss.games import GAMES
from pitboss.table import events as e
from pitboss.table.day import describe_kinds
from pitboss.table.handlers import handle
from pitboss.tui.dealer.dealer_session import DealerSession
from tests.tui.console_driver import LARGE, SMALL, Console, deal, dealer_session
from tests.tui.console_steps import find_action, incident_actions, step, take, until


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_an_exposure_needs_confirmation(size: tuple[int, int]) -> None:
    async def day(console: Console) -> None:
        session = console.session
        await console.until("Decide")
        version = session.table.state.version
        for no in ("n", "N", "escape"):
            await console.page("i", "A dealer card was exposed")
            await console.choose("Dealer, card 2")
            card = "This card will be shown to everyone: Dealer, card 2."
            assert console.sure.startswith(card)
            assert "The round is void and every wager is returned" in console.sure
            assert "A floorperson rules on it first." in console.sure
            await console.press("enter", "space", "1")
            assert console.sure  # only yes or no is accepted
            await console.press(no)
            assert not console.sure
        assert session.table.state.version == version
        await console.page("i", "exposed a player's card")
        await console.choose("seat 2's first card")
        assert "will be shown to everyone: seat 2's first card." in console.sure
        assert "A floorperson rules: void the round or go on." in console.sure
        await console.press("y")
        assert session.table.state.day.incident is not None
        assert "was exposed too early" in " ".join(session.sentences)

    deal(dealer_session("holdem-bonus"), day, size=size)


def test_reports_that_expose_nothing_need_no_confirmation() -> None:
    async def day(console: Console) -> None:
        await console.until("Decide")
        await console.page("i", "wrong number of cards")
        await console.choose("seat 2")
        assert not console.sure
        assert console.session.table.state.day.incident is not None

    deal(dealer_session("criss-cross"), day)


@pytest.mark.parametrize("key", GAMES)
def test_exactly_the_reports_that_expose_a_card_need_confirmation(key: str) -> None:
    session, visible = dealer_session(key), set()
    session.open()
    for name in ("OpenRound", "Deal", "Decide", "Settle"):
        until(session, name)
        for number, incident in enumerate(session.rules.incidents):
            confirmations = {
                way.label: way.confirmation for way in incident_actions(session)[number].variants
            }
            opens_by_words = {words: _opens(session, words, number) for words in confirmations}
            assert {words: bool(sure) for words, sure in confirmations.items()} == opens_by_words
            visible |= {incident.kind} if any(opens_by_words.values()) else set()
    assert len(visible) >= 2


def _opens(session: DealerSession, words: str, number: int) -> bool:
    """Return whether this report exposes a card, according to the table."""
    state, kind = session.table.state, session.rules.incidents[number].kind
    kinds = (kind, *(item.kind for item in session.rules.incidents))  # the next card has two places
    result = (
        possible_report
        for each in kinds
        for possible_report in possible_reports(session.rules, state, each)
    )
    report = next(item for label, item in result if label == words)
    if state.round is not None:
        report = replace(report, round=state.round.number)
    happens = handle(state, session.dealer, report, session.table.shoe)
    return any(isinstance(event, e.CardExposed | e.CardOut) for event in happens)


@pytest.mark.parametrize(
    ("key", "when", "which", "options_text", "clause"),
    [
        ("stud-235", "Community", "for Community", "A community card was exposed", "235 13.E"),
        ("holdem-bonus", "Dealer", "for Dealer", "A dealer card was exposed", "THB 13.F"),
    ],
)
def test_the_next_card_is_found_where_a_dealer_looks_for_it(
    key: str, when: str, which: str, options_text: str, clause: str
) -> None:
    """It is listed with the cards drawn in error, whatever clause then applies, and says so."""
    session = dealer_session(key)
    session.open()
    until(session, "Deal")
    while when not in session.table.instruction.what:
        step(session)
    for menu in ("A card was drawn in error and exposed", options_text):
        offer = find_action(incident_actions(session), menu)
        assert not offer.refusal
        (way,) = [variant for variant in offer.variants if which in variant.label]
        assert (
            f"Consequence [{clause}]: The round is void and every wager is returned"
            in way.confirmation
        )
        assert "A floorperson rules on it first." in way.confirmation
        assert "void or go on" not in way.confirmation
    take(session, find_action(incident_actions(session), "drawn in error and exposed"), which)
    waits = session.table.state.day.incident
    assert waits is not None
    assert describe_kinds(waits.kinds).startswith(options_text.lower())
