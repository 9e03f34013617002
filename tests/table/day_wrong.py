"""Chapter 13, and what players forfeit for: what goes wrong in a round, and what follows."""

from typing import Final

from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Phase, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.state import open_street

from .day_table import all_money, upcoming
from .scenes import CARDS, HOLES, SEATS, SIDES
from .tables import (
    DEE,
    FLO,
    MACHINE,
    STAYS,
    Json,
    answer,
    dealing,
    finish,
    locked,
    now,
    seated,
    stay,
    step,
    until_asked,
)
from .told import player, refused, told

SHOE: Final = dealing("automated shoe")
RESHUFFLING: Final = dealing("automated shoe", "automated reshuffling")
BETS: Final = tuple(HOLES)
"""The seats that play: Bob in seat 2 has a pair, the others have nothing."""


def before_bets(game: str, filed: Json = MACHINE) -> Table:
    """Four players, none of whom has bet."""
    return seated(game, HOLES, CARDS[game], submission=filed, seats=SEATS)


def dealing_to(game: str, deals: int, filed: Json = MACHINE, *seats: int) -> Table:
    """A round with every side wager, when the dealer has dealt so many times."""
    table = before_bets(game, filed)
    locked(table, *(seats or BETS), **SIDES[game])
    if now(table).phase is Phase.COUNTING:
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
        refused(table, DEE, command, "ROUND-3")
    refused(table, DEE, by_the_book, "SEC-4")
    refused(table, FLO, c.Rule(Ruling.GO_ON, "never mind"), "ROUND-3")
    table.execute(by_the_book, FLO)
    is_void(table, clause)


def is_for_the_floor(table: Table, report: c.Report) -> None:
    """The book is silent, and the floor lets the round go on."""
    table.execute(report, DEE)
    refused(table, FLO, c.Rule(Ruling.BY_THE_BOOK, "I have seen it"), "ROUND-3")
    table.floorperson("Flo").rule(Ruling.GO_ON, "no harm is done")
    assert not told(table, e.RoundVoided)


def is_void(table: Table, clause: str) -> None:
    """The round is void by this clause; all money is back, and the cards are to be shuffled."""
    (void,) = told(table, e.RoundVoided)
    assert void.reason.endswith(f"[{clause}]")
    assert set(void.seats) == set(now(table).players)
    assert all_money(table) == all_money(before_bets(table.rules.game))
    to_be_shuffled(table)


def to_be_shuffled(table: Table) -> None:
    """The round is closed, and its deck cannot be dealt before it is shuffled."""
    table.automation = Automation.NOTHING
    slot = table.state.day.turn
    step(table)
    assert now(table).phase is Phase.CLOSED
    assert upcoming(table, slot) is Task.SHUFFLE
    assert not table.can_open_round()


def is_the_next_card(game: str, filed: Json = MACHINE) -> None:
    """A card drawn too early and not seen is dealt next, and nothing else happens."""
    table = dealing_to(game, 1, filed)
    dealt, shown = now(table).dealt, now(table).shown
    table.dealer("Dee").report(Kind.DRAWN_UNEXPOSED)
    assert (now(table).dealt, now(table).shown) == (dealt, shown)
    table.dealer("Dee").deal()
    assert told(table, e.CardsDealt)[-1].positions[0] == now(table).order[dealt]
    finish(table)


def is_out_of_play(game: str, filed: Json = MACHINE) -> None:
    """A single card that lies face up is put into the rack, and the deal goes on without it."""
    table = dealing_to(game, 1, filed)
    dealt = now(table).dealt
    table.dealer("Dee").report(Kind.CARD_FACE_UP)
    (out,) = told(table, e.CardOut)
    assert out.card.position == now(table).order[dealt]
    assert now(table).rack[-1] == out.card.position
    table.dealer("Dee").deal()
    assert told(table, e.CardsDealt)[-1].positions[0] == now(table).order[dealt + 1]
    finish(table)
    assert not told(table, e.RoundVoided)
    assert all(out.card.position not in item.positions for item in told(table, e.CardsDealt))


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
    refused(table, DEE, c.Deal(), "ROUND-3")
    assert table.instruction.clause == clause
    table.floorperson("Flo").rule(Ruling.BY_THE_BOOK, "he has no cards")
    assert [item.seat for item in told(table, e.SatOut)] == [2]
    assert all_money(table) == all_money(dealing_to(game, 3, MACHINE, 1, 4))
    finish(table)
    assert set(now(table).results) == {1, 4}
    locked(table, 2)
    assert set(now(table).players) == {2}


def alone(game: str, clause: str) -> None:
    """Who plays alone and was skipped has no round to sit out: it is void."""
    table = dealing_to(game, 3, MACHINE, 2)
    voids(table, c.Report(Kind.PLAYER_SKIPPED, 2), clause)


def bonus_settled(table: Table, report: c.Report, clause: str, **back: int) -> None:
    """Void: the wagers of the game go back, and the Bonus is settled on everybody's two cards."""
    table.execute(report, DEE)
    table.floorperson("Flo").rule(Ruling.BY_THE_BOOK, "I have seen it")
    (void,) = told(table, e.RoundVoided)
    assert void.reason.endswith(f"[{clause}]")
    for seat, wagers in void.seats.items():
        credits = {key: result.credit for key, result in wagers.items()}
        assert credits == back | {"bonus": 400 if seat == 2 else 0}
        assert {wagers[key].outcome for key in back} == {"void"}
        assert set(now(table).holes[seat]) <= set(now(table).shown)
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
    refused(table, DEE, c.Forfeit(2, breach), "SEC-4")
    table.floorperson("Flo").forfeit(2, breach)
    assert told(table, e.Forfeited) == [e.Forfeited(1, 2, breach, "Flo")]
    finish(table)
    assert now(table).decisions[2] == ()
    assert set(now(table).results[2]) == set(now(table).wagers[2])
    assert {result.outcome for result in now(table).results[2].values()} == {"lose"}
    assert all(len(now(table).decisions[seat]) == 3 for seat in (1, 4))


def records(game: str, breach: str) -> None:
    """Bob breaks a rule: it is on record with its clause, and the round is played as it was."""
    table, other = dealing_to(game, 0), dealing_to(game, 0)
    refused(table, DEE, c.RecordBreach(2, breach), f"{table.rules.short} {breach}")
    for each in (table, other):
        answer(each, STAYS[game])
    for wrong in (c.RecordBreach(5, breach), c.RecordBreach(2, "11.Z")):
        refused(table, DEE, wrong, "ROUND-3")
    table.dealer("Dee").record_breach(2, breach)
    assert told(table, e.BreachRecorded) == [e.BreachRecorded(1, 2, breach, "Dee")]
    finish(table)
    finish(other)
    assert now(table).results == now(other).results
    assert all_money(table) == all_money(other)


def answers_for_his_own(game: str, clause: str) -> None:
    """Nobody else decides about a hand."""
    table = dealing_to(game, 0)
    answer(table, STAYS[game])
    street = open_street(table.rules, now(table))
    assert street is not None
    for other in (1, 4):
        refused(table, player(table, other), c.Decide(2, STAYS[game], street.name), clause)


def until_the_cross_is_up(game: str) -> None:
    """What is told once all five cards lie open costs nothing."""
    table = dealing_to(game, 0)
    stay(table)
    assert all(at in now(table).shown for places in now(table).table.values() for at in places)
    refused(table, FLO, c.Forfeit(2, "11.A(4)"), f"{table.rules.short} 11.A(4)")


def until_it_is_settled(game: str, breach: str) -> None:
    """A hand that went out of sight after the last card forfeits too, until it is settled."""
    table = dealing_to(game, 0)
    stay(table)
    table.floorperson("Flo").forfeit(2, breach)
    finish(table)
    assert {result.outcome for result in now(table).results[2].values()} == {"lose"}
    table = dealing_to(game, 0)
    stay(table)
    table.dealer("Dee").settle(every=True)
    assert 4 in now(table).results
    refused(table, FLO, c.Forfeit(4, breach), f"{table.rules.short} 11.A(5)")


def for_nothing_else(game: str, clause: str) -> None:
    """A forfeit is for one of the four rules, for a seat that plays, and once."""
    table = dealing_to(game, 0)
    refused(table, FLO, c.Forfeit(2, "11.A(1)"), clause)
    until_asked(table)
    refused(table, FLO, c.Forfeit(2, "11.B"), clause)
    refused(table, FLO, c.Forfeit(5, "11.A(1)"), "ROUND-3")
    table.floorperson("Flo").forfeit(2, "11.A(1)")
    refused(table, FLO, c.Forfeit(2, "11.A(2)"), clause)
