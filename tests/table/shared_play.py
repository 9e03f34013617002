"""Chapter 11, shared by the books: decisions, folds, reveals, settlement."""

from collections.abc import Mapping
from typing import Final

from pitboss.table import Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.ledger import TRAY, escrow_account
from pitboss.table.state import open_street

from .log_queries import (
    ONLOOKER,
    answers,
    assert_refused,
    events_of,
    hand_seen,
    player,
    round_view,
    showdown_order,
)
from .tables import (
    DEE,
    FLO,
    MACHINE,
    STAYS,
    Json,
    answer,
    antes,
    bet,
    bet_and_lock,
    current_round,
    finish,
    seated_table,
    stay,
    step,
    until_asked,
)

LOOKS: Final = 2
"""How many of their cards players see before the first decision, in all four games."""


def check_decision_order(game: str, *streets: str) -> None:
    """Check that each street starts at the lowest seat, and that nobody decides out of turn."""
    table = seated_table(game)
    seats = (6, 2, 1, 4)
    bet(table, {seat: antes(game) for seat in seats})
    table.dealer("Dee").no_more_bets()
    while (seat_asked := until_asked(table)) is not None:
        street = open_street(table.rules, current_round(table))
        assert street is not None
        assert (table.instruction.who, table.instruction.seat) == ("player", seat_asked)
        assert table.instruction.said.startswith(f"Seat {seat_asked}, {street.label}: ")
        assert f"{STAYS[game]} for $" in table.instruction.said
        for seat in seats:
            if seat != seat_asked:
                early = c.Decide(seat, STAYS[game], street.name)
                clause = table.rules.cite(street.clause) or ""
                assert_refused(table, player(table, seat), early, clause)
        answer(table, STAYS[game])
    finish(table)
    assert answers(table) == [(street, seat) for street in streets for seat in (1, 2, 4, 6)]


def check_cards_stay_face_down(game: str) -> None:
    """Check that during decisions players see their own cards and nobody else's."""
    table = seated_table(game, {1: "Kh Qs", 2: "9c 9d"})
    bet_and_lock(table, 1, 2)
    while until_asked(table) is not None:
        for name, own, other in (("Ann", 1, 2), ("Bob", 2, 1)):
            viewer = Person(name, Role.PLAYER)
            assert "??" not in hand_seen(table, own, viewer).cards[:LOOKS]
            assert set(hand_seen(table, other, viewer).cards[:LOOKS]) == {"??"}
        for viewer in (ONLOOKER, DEE, FLO):
            for seat in (1, 2):
                assert set(hand_seen(table, seat, viewer).cards[:LOOKS]) == {"??"}
        answer(table, STAYS[game])


def face_up_places(table: Table) -> str:
    """Return the places of the table that are face up."""
    lie = round_view(table).cards
    places = [place.name for place in table.rules.places if place.name in lie]
    return " ".join(name for name in places if "??" not in lie[name])


def face_up_cards_by_street(game: str, submission: Json = MACHINE) -> dict[str, str]:
    """Return what is face up on each street and at the end, after checking the instructions."""
    table = seated_table(game, submission=submission)
    bet_and_lock(table, 1, 3)
    outcome: dict[str, str] = {}
    while current_round(table).phase in (Phase.COUNTING, Phase.PLAYING):
        if current_round(table).turn is not None:
            street = round_view(table).street or ""
            assert outcome.setdefault(street, face_up_places(table)) == face_up_places(table)
            answer(table, STAYS[game])
            continue
        instruction, before = table.instruction, face_up_places(table).split()
        step(table)
        if instruction.step == "TurnOver":
            cards_turned = [name for name in face_up_places(table).split() if name not in before]
            what, *_ = instruction.what.split("; ")  # a reminder may follow
            assert what.endswith(f"turn over {_cards_in_words(table, cards_turned)}")
    return outcome | {"at the end": face_up_places(table)}


def _cards_in_words(table: Table, names: list[str]) -> str:
    """Return what the instruction calls these cards of the table, or the third cards of hands."""
    places = [place for place in table.rules.places if place.name in names]
    if not places:
        return "the third card of each hand"
    noun = "card" if sum(place.cards for place in places) == 1 else "cards"
    if names == ["dealer"]:
        return f"the dealer's {noun}"
    return f"the {' and '.join(place.label for place in places)} {noun}"


def fold_seat_two(game: str, *stays: str, **sides: int) -> Table:
    """Have seat 2 of three fold after these decisions."""
    table = seated_table(game)
    bet(table, {1: antes(game), 2: antes(game, **sides), 3: antes(game)})
    table.dealer("Dee").no_more_bets()
    for word in (*stays, "fold"):
        while until_asked(table) != 2:
            answer(table, STAYS[game])
        answer(table, word)
    return table


def check_fold_collects_wagers(table: Table, *keys: str) -> None:
    """Check that the fold moved these wagers to the tray, and left the others."""
    last = table.log[-1]
    assert isinstance(last.event, e.Decided)
    assert last.event.folded
    staked = {**current_round(table).wagers[2], **current_round(table).raises[2]}
    expected = [(key, escrow_account(2), TRAY, staked[key], "posted") for key in keys]
    assert [(p.why, p.source, p.target, p.cents, p.phase) for p in last.postings] == expected


def check_folded_hand_is_racked(table: Table) -> None:
    """Check that the folded hand is in the rack at once, and is never shown."""
    holding = current_round(table).holes[2]
    assert current_round(table).rack[-len(holding) :] == holding
    finish(table)
    assert not set(holding) & set(current_round(table).shown)


def check_folded_hand_stays(table: Table, *keys: str) -> None:
    """Check that the folded hand stays until its side wagers are settled, then is racked."""
    holding = current_round(table).holes[2]
    while current_round(table).phase is not Phase.SETTLING:
        assert not set(holding) & set(current_round(table).rack)
        if current_round(table).turn is None:
            step(table)
        else:
            answer(table, STAYS[table.rules.game])
    assert not set(holding) & set(current_round(table).rack)
    settle_one_by_one(table, until=2)
    assert set(holding) <= set(current_round(table).shown)
    assert current_round(table).rack[-len(holding) :] == holding
    assert set(keys) <= set(current_round(table).results[2])


def settle_one_by_one(table: Table, until: int | None = None) -> None:
    """Settle seat after seat, up to a seat or to the close."""
    dealer, floor = table.dealer("Dee"), table.floorperson("Flo")
    while (
        current_round(table).phase is Phase.SETTLING and until not in current_round(table).settled
    ):
        if dealer.can_settle():
            dealer.settle()
        elif current_round(table).hit is not None:
            if not current_round(table).verified_by:
                dealer.verify_jackpot(current_round(table).hit or 0)
            floor.validate_jackpot(current_round(table).hit or 0)
        else:
            step(table)


def check_announcements(
    game: str, holes: Mapping[int, str], places: Mapping[str, str], label: str
) -> None:
    """Check that the dealer reveals, announces and settles each hand, seat after seat."""
    table = seated_table(game, holes, places)
    bet_and_lock(table, *holes)
    stay(table)
    for seat in sorted(holes, reverse=True):
        assert table.instruction.step == "Settle"
        assert table.instruction.what == f"turn over, announce and settle seat {seat}'s hand"
        assert table.instruction.said.startswith(f"Seat {seat}, ")
        assert f"{label}: …" in table.instruction.said
        table.dealer("Dee").settle()
        assert current_round(table).settled[-1] == seat


def check_losing_hand_is_racked(
    game: str, holes: Mapping[int, str], places: Mapping[str, str]
) -> None:
    """Check that the last seat loses everything, and that chips and hand are collected at once."""
    table = seated_table(game, holes, places)
    bet_and_lock(table, *holes)
    stay(table)
    last = max(holes)
    staked = sum(
        (*current_round(table).wagers[last].values(), *current_round(table).raises[last].values())
    )
    table.dealer("Dee").settle()
    assert showdown_order(table)[-1] == f"settled {last}"
    (settled_event,) = events_of(table, e.SeatSettled)
    assert {result.outcome for result in settled_event.wagers.values()} == {"lose"}
    assert [(p.source, p.target) for p in table.log[-1].postings] == [
        (escrow_account(last), TRAY) for _ in settled_event.wagers
    ]
    assert sum(int(p.cents) for p in table.log[-1].postings) == staked
    holding = current_round(table).holes[last]
    assert current_round(table).rack[-len(holding) :] == holding
    assert not any(
        set(current_round(table).holes[seat]) & set(current_round(table).rack)
        for seat in holes
        if seat != last
    )
