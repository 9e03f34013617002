"""Chapter 13 and forfeits: what can go wrong in a round, and the consequences."""

from typing import Final

from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Phase, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.state import open_street

from .hand_dealt_table import money_by_place, upcoming_task
from .log_queries import assert_refused, events_of, player
from .round_scenes import CARDS, HOLES, SEATS, SIDES
from .tables import (
    DEE,
    FLO,
    MACHINE,
    STAYS,
    Json,
    answer,
    bet_and_lock,
    current_round,
    dealing,
    finish,
    seated_table,
    stay,
    step,
    until_asked,
)

SHOE: Final = dealing("automated shoe")
RESHUFFLING: Final = dealing("automated shoe", "automated reshuffling")
BETS: Final = tuple(HOLES)
"""The seats that play: Bob in seat 2 has a pair, the others have nothing."""


def table_before_bets(game: str, submission: Json = MACHINE) -> Table:
    """Return a table with four players and no bets."""
    return seated_table(game, HOLES, CARDS[game], submission=submission, seats=SEATS)


def round_after_deals(game: str, deals: int, submission: Json = MACHINE, *seats: int) -> Table:
    """Return a round with every side wager after so many deals."""
    table = table_before_bets(game, submission)
    bet_and_lock(table, *(seats or BETS), **SIDES[game])
    if current_round(table).phase is Phase.COUNTING:
        step(table)
    for _ in range(deals):
        table.dealer("Dee").deal()
    return table


def check_report_voids_round(table: Table, report: c.Report, clause: str) -> None:
    """Check that the report voids the round after a ruling by the floor.

    Every cent is where it was before the bets, and the cards are shuffled again."""
    table.execute(report, DEE)
    by_the_book = c.Rule(Ruling.BY_THE_BOOK, "I have seen it")
    for command in (c.Deal(), c.TurnOver(), c.Settle()):
        assert_refused(table, DEE, command, "ROUND-3")
    assert_refused(table, DEE, by_the_book, "SEC-4")
    assert_refused(table, FLO, c.Rule(Ruling.GO_ON, "never mind"), "ROUND-3")
    table.execute(by_the_book, FLO)
    check_round_is_void(table, clause)


def check_floor_decides(table: Table, report: c.Report) -> None:
    """Check that the rulebook leaves it to the floor, which lets the round continue."""
    table.execute(report, DEE)
    assert_refused(table, FLO, c.Rule(Ruling.BY_THE_BOOK, "I have seen it"), "ROUND-3")
    table.floorperson("Flo").rule(Ruling.GO_ON, "no harm is done")
    assert not events_of(table, e.RoundVoided)


def check_round_is_void(table: Table, clause: str) -> None:
    """Check that the round is void by this clause, with all money returned and a shuffle due."""
    (void,) = events_of(table, e.RoundVoided)
    assert void.reason.endswith(f"[{clause}]")
    assert set(void.seats) == set(current_round(table).players)
    assert money_by_place(table) == money_by_place(table_before_bets(table.rules.game))
    check_shuffle_is_due(table)


def check_shuffle_is_due(table: Table) -> None:
    """Check that a round is closed and its deck must be shuffled before the next deal."""
    table.automation = Automation.NOTHING
    slot = table.state.day.turn
    step(table)
    assert current_round(table).phase is Phase.CLOSED
    assert upcoming_task(table, slot) is Task.SHUFFLE
    assert not table.can_open_round()


def check_drawn_card_is_dealt_next(game: str, submission: Json = MACHINE) -> None:
    """Check that a card drawn too early and not seen is dealt next, without other effects."""
    table = round_after_deals(game, 1, submission)
    dealt, face_up_ = current_round(table).dealt, current_round(table).shown
    table.dealer("Dee").report(Kind.DRAWN_UNEXPOSED)
    assert (current_round(table).dealt, current_round(table).shown) == (dealt, face_up_)
    table.dealer("Dee").deal()
    assert events_of(table, e.CardsDealt)[-1].positions[0] == current_round(table).order[dealt]
    finish(table)


def check_card_is_out_of_play(game: str, submission: Json = MACHINE) -> None:
    """Check that a single card face up goes to the rack, and the deal continues without it."""
    table = round_after_deals(game, 1, submission)
    dealt = current_round(table).dealt
    table.dealer("Dee").report(Kind.CARD_FACE_UP)
    (out,) = events_of(table, e.CardOut)
    assert out.card.position == current_round(table).order[dealt]
    assert current_round(table).rack[-1] == out.card.position
    table.dealer("Dee").deal()
    assert events_of(table, e.CardsDealt)[-1].positions[0] == current_round(table).order[dealt + 1]
    finish(table)
    assert not events_of(table, e.RoundVoided)
    assert all(out.card.position not in item.positions for item in events_of(table, e.CardsDealt))


def check_wrong_number_of_cards(game: str, clause: str) -> None:
    """Check that a wrong number of cards, of a player or the table, voids the round.

    It is reported in mid-deal, or after the first decision."""
    for seat in (0, 2):
        check_report_voids_round(
            round_after_deals(game, 2), c.Report(Kind.WRONG_NUMBER, seat), clause
        )
        table = round_after_deals(game, 2)
        answer(table, STAYS[game])
        check_report_voids_round(table, c.Report(Kind.WRONG_NUMBER, seat), clause)


def check_face_up_card_voids_round(game: str, kind: Kind, clause: str) -> None:
    """Report a card face up in mid-deal, or before the first card."""
    for deals in (0, 2):
        check_report_voids_round(round_after_deals(game, deals), c.Report(kind), clause)


def check_shoe_jam(game: str, clause: str) -> None:
    """Check an automated shoe that jams while cards are still to come."""
    check_report_voids_round(round_after_deals(game, 1, SHOE), c.Report(Kind.SHOE_JAM), clause)


def check_skipped_player_sits_out(game: str, clause: str) -> None:
    """Check that skipped Bob gets everything back, sits out, and is in the next round."""
    table = round_after_deals(game, 3)
    table.dealer("Dee").report(Kind.PLAYER_SKIPPED, seat=2)
    assert_refused(table, DEE, c.Deal(), "ROUND-3")
    assert table.instruction.clause == clause
    table.floorperson("Flo").rule(Ruling.BY_THE_BOOK, "he has no cards")
    assert [item.seat for item in events_of(table, e.SatOut)] == [2]
    assert money_by_place(table) == money_by_place(round_after_deals(game, 3, MACHINE, 1, 4))
    finish(table)
    assert set(current_round(table).results) == {1, 4}
    bet_and_lock(table, 2)
    assert set(current_round(table).players) == {2}


def check_only_player_skipped(game: str, clause: str) -> None:
    """Check that the round is void if its only player was skipped."""
    table = round_after_deals(game, 3, MACHINE, 2)
    check_report_voids_round(table, c.Report(Kind.PLAYER_SKIPPED, 2), clause)


def check_bonus_is_settled(table: Table, report: c.Report, clause: str, **back: int) -> None:
    """Check that a void returns the game's wagers and settles the Bonus on the two cards."""
    table.execute(report, DEE)
    table.floorperson("Flo").rule(Ruling.BY_THE_BOOK, "I have seen it")
    (void,) = events_of(table, e.RoundVoided)
    assert void.reason.endswith(f"[{clause}]")
    for seat, wagers in void.seats.items():
        credits = {key: result.credit for key, result in wagers.items()}
        assert credits == back | {"bonus": 400 if seat == 2 else 0}
        assert {wagers[key].outcome for key in back} == {"void"}
        assert set(current_round(table).holes[seat]) <= set(current_round(table).shown)
    check_shuffle_is_due(table)


BREACHES: Final = {
    "11.A(1)": "the player did not answer for the hand",
    "11.A(2)": "somebody else touched the cards",
    "11.A(3)": "the cards were out of the dealer's sight",
    "11.A(4)": "the player told or traded what the hand is",
}
"""The breaches for which players forfeit in RET and CCP."""


def check_forfeit(game: str, breach: str) -> None:
    """Check that after a breach Bob loses everything and decides no more; the others play on."""
    table = round_after_deals(game, 0)
    assert table.rules.table_procedures.breaches[breach] == BREACHES[breach]
    answer(table, STAYS[game])
    assert until_asked(table) == 2
    assert_refused(table, DEE, c.Forfeit(2, breach), "SEC-4")
    table.floorperson("Flo").forfeit(2, breach)
    assert events_of(table, e.Forfeited) == [e.Forfeited(1, 2, breach, "Flo")]
    finish(table)
    assert current_round(table).decisions[2] == ()
    assert set(current_round(table).results[2]) == set(current_round(table).wagers[2])
    assert {result.outcome for result in current_round(table).results[2].values()} == {"lose"}
    assert all(len(current_round(table).decisions[seat]) == 3 for seat in (1, 4))


def check_breach_is_recorded(game: str, breach: str) -> None:
    """Check that a breach is recorded with its clause, and the round continues unchanged."""
    table, other = round_after_deals(game, 0), round_after_deals(game, 0)
    assert_refused(table, DEE, c.RecordBreach(2, breach), f"{table.rules.short} {breach}")
    for each in (table, other):
        answer(each, STAYS[game])
    for wrong in (c.RecordBreach(5, breach), c.RecordBreach(2, "11.Z")):
        assert_refused(table, DEE, wrong, "ROUND-3")
    table.dealer("Dee").record_breach(2, breach)
    assert events_of(table, e.BreachRecorded) == [e.BreachRecorded(1, 2, breach, "Dee")]
    finish(table)
    finish(other)
    assert current_round(table).results == current_round(other).results
    assert money_by_place(table) == money_by_place(other)


def check_nobody_else_decides(game: str, clause: str) -> None:
    """Check that nobody else may decide for a hand."""
    table = round_after_deals(game, 0)
    answer(table, STAYS[game])
    street = open_street(table.rules, current_round(table))
    assert street is not None
    for other in (1, 4):
        assert_refused(table, player(table, other), c.Decide(2, STAYS[game], street.name), clause)


def check_talk_forfeits_until_cross_is_up(game: str) -> None:
    """Check that talk is harmless once all five cards are face up."""
    table = round_after_deals(game, 0)
    stay(table)
    assert all(
        at in current_round(table).shown
        for places in current_round(table).table.values()
        for at in places
    )
    assert_refused(table, FLO, c.Forfeit(2, "11.A(4)"), f"{table.rules.short} 11.A(4)")


def check_forfeit_until_settlement(game: str, breach: str) -> None:
    """Check that taking a hand out of sight after the last card forfeits it until settlement."""
    table = round_after_deals(game, 0)
    stay(table)
    table.floorperson("Flo").forfeit(2, breach)
    finish(table)
    assert {result.outcome for result in current_round(table).results[2].values()} == {"lose"}
    table = round_after_deals(game, 0)
    stay(table)
    table.dealer("Dee").settle(every=True)
    assert 4 in current_round(table).results
    assert_refused(table, FLO, c.Forfeit(4, breach), f"{table.rules.short} 11.A(5)")


def check_nothing_else_forfeits(game: str, clause: str) -> None:
    """Check that only the four rules forfeit, once, for a seat that plays."""
    table = round_after_deals(game, 0)
    assert_refused(table, FLO, c.Forfeit(2, "11.A(1)"), clause)
    until_asked(table)
    assert_refused(table, FLO, c.Forfeit(2, "11.B"), clause)
    assert_refused(table, FLO, c.Forfeit(5, "11.A(1)"), "ROUND-3")
    table.floorperson("Flo").forfeit(2, "11.A(1)")
    assert_refused(table, FLO, c.Forfeit(2, "11.A(2)"), clause)
