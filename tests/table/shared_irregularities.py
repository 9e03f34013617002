"""Chapter 13, and what players forfeit for: what goes wrong in a round, and what follows."""

from typing import Final

from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Phase, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.state import open_street

from .hand_dealt_table import all_money, upcoming
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


def before_bets(game: str, submission: Json = MACHINE) -> Table:
    """Four players, none of whom has bet."""
    return seated_table(game, HOLES, CARDS[game], submission=submission, seats=SEATS)


def dealing_to(game: str, deals: int, submission: Json = MACHINE, *seats: int) -> Table:
    """A round with every side wager, when the dealer has dealt so many times."""
    table = before_bets(game, submission)
    bet_and_lock(table, *(seats or BETS), **SIDES[game])
    if current_round(table).phase is Phase.COUNTING:
        step(table)
    for _ in range(deals):
        table.dealer("Dee").deal()
    return table


def voids(table: Table, report: c.Report, clause: str) -> None:
    """The dealer says what is wrong, the floor has the last word, and the round is void.

    Every cent is where it was before the bets, and the cards are shuffled again.
    """
    table.execute(report, DEE)
    by_the_book = c.Rule(Ruling.BY_THE_BOOK, "I have seen it")
    for command in (c.Deal(), c.TurnOver(), c.Settle()):
        assert_refused(table, DEE, command, "ROUND-3")
    assert_refused(table, DEE, by_the_book, "SEC-4")
    assert_refused(table, FLO, c.Rule(Ruling.GO_ON, "never mind"), "ROUND-3")
    table.execute(by_the_book, FLO)
    is_void(table, clause)


def is_for_the_floor(table: Table, report: c.Report) -> None:
    """The book is silent, and the floor lets the round go on."""
    table.execute(report, DEE)
    assert_refused(table, FLO, c.Rule(Ruling.BY_THE_BOOK, "I have seen it"), "ROUND-3")
    table.floorperson("Flo").rule(Ruling.GO_ON, "no harm is done")
    assert not events_of(table, e.RoundVoided)


def is_void(table: Table, clause: str) -> None:
    """The round is void by this clause; all money is back, and the cards are to be shuffled."""
    (void,) = events_of(table, e.RoundVoided)
    assert void.reason.endswith(f"[{clause}]")
    assert set(void.seats) == set(current_round(table).players)
    assert all_money(table) == all_money(before_bets(table.rules.game))
    to_be_shuffled(table)


def to_be_shuffled(table: Table) -> None:
    """The round is closed, and its deck cannot be dealt before it is shuffled."""
    table.automation = Automation.NOTHING
    slot = table.state.day.turn
    step(table)
    assert current_round(table).phase is Phase.CLOSED
    assert upcoming(table, slot) is Task.SHUFFLE
    assert not table.can_open_round()


def is_the_next_card(game: str, submission: Json = MACHINE) -> None:
    """A card drawn too early and not seen is dealt next, and nothing else happens."""
    table = dealing_to(game, 1, submission)
    dealt, face_up_ = current_round(table).dealt, current_round(table).shown
    table.dealer("Dee").report(Kind.DRAWN_UNEXPOSED)
    assert (current_round(table).dealt, current_round(table).shown) == (dealt, face_up_)
    table.dealer("Dee").deal()
    assert events_of(table, e.CardsDealt)[-1].positions[0] == current_round(table).order[dealt]
    finish(table)


def is_out_of_play(game: str, submission: Json = MACHINE) -> None:
    """A single card that lies face up is put into the rack, and the deal goes on without it."""
    table = dealing_to(game, 1, submission)
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


def wrong_number(game: str, clause: str) -> None:
    """A player's cards, or those on the table, are too many or too few: no wager counts.

    In the middle of the deal, or when everybody has looked at the cards and the first has bet.
    """
    for seat in (0, 2):
        voids(dealing_to(game, 2), c.Report(Kind.WRONG_NUMBER, seat), clause)
        table = dealing_to(game, 2)
        answer(table, STAYS[game])
        voids(table, c.Report(Kind.WRONG_NUMBER, seat), clause)


def face_up(game: str, kind: Kind, clause: str) -> None:
    """In the middle of the deal, or before its first card."""
    for deals in (0, 2):
        voids(dealing_to(game, deals), c.Report(kind), clause)


def shoe_jams(game: str, clause: str) -> None:
    """An automated shoe that stops while cards are still to come."""
    voids(dealing_to(game, 1, SHOE), c.Report(Kind.SHOE_JAM), clause)


def sits_out(game: str, clause: str) -> None:
    """Bob was skipped: all of his is back, the others play on, and he is in the next round."""
    table = dealing_to(game, 3)
    table.dealer("Dee").report(Kind.PLAYER_SKIPPED, seat=2)
    assert_refused(table, DEE, c.Deal(), "ROUND-3")
    assert table.instruction.clause == clause
    table.floorperson("Flo").rule(Ruling.BY_THE_BOOK, "he has no cards")
    assert [item.seat for item in events_of(table, e.SatOut)] == [2]
    assert all_money(table) == all_money(dealing_to(game, 3, MACHINE, 1, 4))
    finish(table)
    assert set(current_round(table).results) == {1, 4}
    bet_and_lock(table, 2)
    assert set(current_round(table).players) == {2}


def alone(game: str, clause: str) -> None:
    """Who plays alone and was skipped has no round to sit out: it is void."""
    table = dealing_to(game, 3, MACHINE, 2)
    voids(table, c.Report(Kind.PLAYER_SKIPPED, 2), clause)


def bonus_settled(table: Table, report: c.Report, clause: str, **back: int) -> None:
    """Void: the wagers of the game go back, and the Bonus is settled on everybody's two cards."""
    table.execute(report, DEE)
    table.floorperson("Flo").rule(Ruling.BY_THE_BOOK, "I have seen it")
    (void,) = events_of(table, e.RoundVoided)
    assert void.reason.endswith(f"[{clause}]")
    for seat, wagers in void.seats.items():
        credits = {key: result.credit for key, result in wagers.items()}
        assert credits == back | {"bonus": 400 if seat == 2 else 0}
        assert {wagers[key].outcome for key in back} == {"void"}
        assert set(current_round(table).holes[seat]) <= set(current_round(table).shown)
    to_be_shuffled(table)


BREACHES: Final = {
    "11.A(1)": "the player did not answer for the hand",
    "11.A(2)": "somebody else touched the cards",
    "11.A(3)": "the cards were out of the dealer's sight",
    "11.A(4)": "the player told or traded what the hand is",
}
"""What RET and CCP have players forfeit for."""


def forfeits(game: str, breach: str) -> None:
    """Bob breaks a rule: he is asked nothing more and loses all; the others play on."""
    table = dealing_to(game, 0)
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


def records(game: str, breach: str) -> None:
    """Bob breaks a rule: it is on record with its clause, and the round is played as it was."""
    table, other = dealing_to(game, 0), dealing_to(game, 0)
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
    assert all_money(table) == all_money(other)


def answers_for_his_own(game: str, clause: str) -> None:
    """Nobody else decides about a hand."""
    table = dealing_to(game, 0)
    answer(table, STAYS[game])
    street = open_street(table.rules, current_round(table))
    assert street is not None
    for other in (1, 4):
        assert_refused(table, player(table, other), c.Decide(2, STAYS[game], street.name), clause)


def until_the_cross_is_up(game: str) -> None:
    """What is told once all five cards lie open costs nothing."""
    table = dealing_to(game, 0)
    stay(table)
    assert all(
        at in current_round(table).shown
        for places in current_round(table).table.values()
        for at in places
    )
    assert_refused(table, FLO, c.Forfeit(2, "11.A(4)"), f"{table.rules.short} 11.A(4)")


def until_it_is_settled(game: str, breach: str) -> None:
    """A hand that went out of sight after the last card forfeits too, until it is settled."""
    table = dealing_to(game, 0)
    stay(table)
    table.floorperson("Flo").forfeit(2, breach)
    finish(table)
    assert {result.outcome for result in current_round(table).results[2].values()} == {"lose"}
    table = dealing_to(game, 0)
    stay(table)
    table.dealer("Dee").settle(every=True)
    assert 4 in current_round(table).results
    assert_refused(table, FLO, c.Forfeit(4, breach), f"{table.rules.short} 11.A(5)")


def for_nothing_else(game: str, clause: str) -> None:
    """A forfeit is for one of the four rules, for a seat that plays, and once."""
    table = dealing_to(game, 0)
    assert_refused(table, FLO, c.Forfeit(2, "11.A(1)"), clause)
    until_asked(table)
    assert_refused(table, FLO, c.Forfeit(2, "11.B"), clause)
    assert_refused(table, FLO, c.Forfeit(5, "11.A(1)"), "ROUND-3")
    table.floorperson("Flo").forfeit(2, "11.A(1)")
    assert_refused(table, FLO, c.Forfeit(2, "11.A(2)"), clause)
