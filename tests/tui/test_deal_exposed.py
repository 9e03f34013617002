"""A card that lies open was seen: the console asks once more before such a report is made."""

import pytest
from msgspec.structs import replace

from pitboss.games import GAMES
from pitboss.school.reports import reports
from pitboss.table import events as e
from pitboss.table.day import known_of
from pitboss.table.deciding import decide
from pitboss.tui.console.desk import Desk
from pitboss.tui.console.irregular import incident_offers
from tests.tui.dealing import LARGE, SMALL, Console, deal, desk_of
from tests.tui.desks import offered, step, take, until


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_an_exposure_is_asked_about_once_more(size: tuple[int, int]) -> None:
    async def day(console: Console) -> None:
        desk = console.desk
        await console.until("Decide")
        version = desk.table.state.version
        for no in ("n", "N", "escape"):
            await console.page("i", "A card of the dealer was exposed")
            await console.choose("Dealer, card 2")
            card = "This card will lie open for all: Dealer, card 2."
            assert console.sure.startswith(card)
            assert "The round is void and every wager goes back" in console.sure
            assert "A floorperson rules on it first." in console.sure
            await console.press("enter", "space", "1")
            assert console.sure  # only yes or no answers it
            await console.press(no)
            assert not console.sure
        assert desk.table.state.version == version
        await console.page("i", "exposed a player's card")
        await console.choose("seat 2, first card")
        assert "will lie open for all: seat 2, first card." in console.sure
        assert "A floorperson rules: void or go on." in console.sure
        await console.press("y")
        assert desk.table.state.day.incident is not None
        assert "lies open before its time" in " ".join(desk.told)

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
    desk, seen = desk_of(key), set()
    desk.open()
    for name in ("OpenRound", "Deal", "Decide", "Settle"):
        until(desk, name)
        for number, incident in enumerate(desk.rules.incidents):
            asked = {way.words: way.sure for way in incident_offers(desk)[number].ways}
            opened = {words: _opens(desk, words, number) for words in asked}
            assert {words: bool(sure) for words, sure in asked.items()} == opened
            seen |= {incident.kind} if any(opened.values()) else set()
    assert len(seen) >= 2


def _opens(desk: Desk, words: str, number: int) -> bool:
    """Whether a card lies open by this report, as the table itself has it."""
    state, kind = desk.table.state, desk.rules.incidents[number].kind
    kinds = (kind, *(one.kind for one in desk.rules.incidents))  # the next card has two places
    found = (one for each in kinds for one in reports(desk.rules, state, each))
    report = next(one for said, one in found if said == words)
    if state.round is not None:
        report = replace(report, round=state.round.number)
    happens = decide(state, desk.dealer, report, desk.table.shoe)
    return any(isinstance(event, e.CardExposed | e.CardOut) for event in happens)


@pytest.mark.parametrize(
    ("key", "when", "which", "listed", "clause"),
    [
        ("stud-235", "Community", "for Community", "A community card was exposed", "235 13.E"),
        ("holdem-bonus", "Dealer", "for Dealer", "A card of the dealer was exposed", "THB 13.F"),
    ],
)
def test_the_next_card_is_found_where_a_dealer_looks_for_it(
    key: str, when: str, which: str, listed: str, clause: str
) -> None:
    """Among the cards that were drawn in error, whatever clause then applies; and that is said."""
    desk = desk_of(key)
    desk.open()
    until(desk, "Deal")
    while when not in desk.table.duty.what:
        step(desk)
    for menu in ("A card was drawn in error and exposed", listed):
        offer = offered(incident_offers(desk), menu)
        assert not offer.refusal
        (way,) = [one for one in offer.ways if which in one.words]
        assert f"What follows [{clause}]: The round is void and every wager goes back" in way.sure
        assert "A floorperson rules on it first." in way.sure
        assert "void or go on" not in way.sure
    take(desk, offered(incident_offers(desk), "drawn in error and exposed"), which)
    waits = desk.table.state.day.incident
    assert waits is not None
    assert known_of(waits.kinds).startswith(listed.lower())
