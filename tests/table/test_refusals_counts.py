"""Refusals of opening and closing counts, and of decks past their time limit."""

from typing import Any, Final

import pytest

from pitboss.table import Automation, Table
from pitboss.table import commands as c

from .deck_steps import prepare_decks, table_without_cards
from .odd import NUMBERS
from .round_scenes import ANN, EVERY, Scene, at, scene_of
from .tables import DEE, FLO, KEYS, METHODS, METHODS_IN_TURN, bet_alike, seated_table

BANK: Final = 100_000_00
HOURS: Final = {"hand": 4, "manual shoe": 8, "automated shoe": 8}
CHANGED: Final = {"hand": "3.C(1)", "manual shoe": "3.C(2)", "automated shoe": "3.C(2)"}
"""The time limit of a deck and its clause; the same in each book."""


def uncounted_table(game: str) -> Scene:
    """Return a table with rules, whose tray was not counted."""
    return scene_of(Table.open(game, automation=Automation.NOTHING))


def empty(game: str) -> Scene:
    """Return an open table without players or cards, where the house does nothing."""
    return scene_of(table_without_cards(game, seats={}))._replace(automation=Automation.NOTHING)


def count_proposals(cents: int) -> tuple[c.Propose, c.Propose]:
    """Return an opening and a closing count by one person."""
    return c.Propose(c.OpeningCount(cents)), c.Propose(c.ClosingCount(cents))


@EVERY
def test_no_count_without_rules(game: str) -> None:
    for progress in count_proposals(100):
        at(game, "nothing").refuses(DEE, progress, "no table is open", "ROUND-1")
        at(game, "no rules").refuses(DEE, progress, "no submission has been approved", "ROUND-2")


@EVERY
def test_a_table_is_opened_once_and_closed_once(game: str) -> None:
    opening, closing = count_proposals(BANK)
    for moment in ("no round", "asked", "closed"):
        words = "the table is already open for play"
        at(game, moment).refuses(DEE, opening, words, "SEC-3")
    uncounted_table(game).refuses(DEE, closing, "the table is not open for play", "SEC-3")
    scene = empty(game).after((DEE, closing))
    twice = scene.after((DEE, closing))
    shut = twice.after((FLO, c.Approve(scene.state.proposed, BANK)))
    shut.refuses(DEE, closing, "the table is not open for play", "SEC-3")
    second = c.Approve(twice.state.proposed, BANK)
    shut.refuses(FLO, second, "no proposal is waiting for approval", "SEC-3")
    shut.refuses(ANN, c.TakeSeat(1), "the table is not open for play", "SEC-3")
    again = shut.after((DEE, opening))
    scene_after = again.after((DEE, opening), (FLO, c.Approve(again.state.proposed, BANK)))
    second = c.Approve(scene_after.state.proposed, BANK)
    scene_after.refuses(FLO, second, "no proposal is waiting for approval", "SEC-3")


def test_a_count_is_repeated_when_the_tray_has_changed() -> None:
    """While a closing count waits, a player comes, plays and leaves."""
    table = empty("criss-cross").table()
    table.execute(c.Propose(c.ClosingCount(BANK)), DEE)
    number = table.state.proposed
    assert number in table.state.proposals
    table.automation = Automation.EVERYTHING
    ann = table.player("Ann")
    ann.take_seat(1)
    ann.buy_in(1000)
    assert number in table.state.proposals
    table.open_round()
    ann.place_wagers(1, {"ante_across": 500, "ante_down": 500})
    table.no_more_bets()
    ann.decide(1, "fold")
    assert table.state.balances["tray"] == BANK + 1000
    assert number not in table.state.proposals


@EVERY
def test_no_closing_count_while_players_or_cards_are_there(game: str) -> None:
    _, closing = count_proposals(BANK)
    for moment in ("bets are open", "asked", "to settle", "to close", "void"):
        at(game, moment).refuses(DEE, closing, "a round is open", "ROUND-1")
    for moment in ("no round", "closed"):
        words = "players are still seated at the table"
        at(game, moment).refuses(DEE, closing, words, "ROUND-1")
    alone = scene_of(prepare_decks(table_without_cards(game, seats={})))
    alone.refuses(DEE, closing, "the cards are still on the table", "ROUND-1")
    assert alone.after((DEE, c.RemoveDeck())).allows(DEE, closing)


@EVERY
def test_a_count_that_is_no_longer_valid(game: str) -> None:
    """Somebody sat down while it waited."""
    scene = empty(game).after((DEE, count_proposals(BANK)[1]))
    number = scene.state.proposed
    sits = scene.after((ANN, c.TakeSeat(1)))
    second = c.Approve(number, BANK)
    sits.refuses(FLO, second, "players are still seated at the table", "ROUND-1")
    assert scene.allows(FLO, second)


@EVERY
@pytest.mark.parametrize("cents", [*NUMBERS, 10**12 + 1])
def test_what_is_no_sum(game: str, cents: Any) -> None:  # noqa: ANN401
    opening, closing = count_proposals(cents)
    words = "cents must be a whole number"
    uncounted_table(game).refuses(DEE, opening, words, "LEDG-1")
    empty(game).refuses(FLO, closing, words, "LEDG-1")
    assert uncounted_table(game).allows(DEE, c.Propose(c.OpeningCount(0)))


@EVERY
def test_two_counts_must_agree(game: str) -> None:
    """The refusal does not reveal the difference."""
    scene = empty(game).after((DEE, count_proposals(BANK)[1]))
    number = scene.state.proposed
    for other in (BANK - 1, BANK + 1, 0, float(BANK), "x", True):
        words = "the counts of 'Dee' and 'Flo' differ: count again, or reject the first count"
        scene.refuses(FLO, c.Approve(number, other), words, "SEC-3")  # type: ignore[arg-type]
    words = "counted is missing: count the tray yourself and give the amount in cents"
    scene.refuses(FLO, c.Approve(number), words, "SEC-3")
    assert scene.allows(FLO, c.Approve(number, BANK))


@EVERY
def test_only_a_count_is_counted_twice(game: str) -> None:
    scene = at(game, "asked")
    void = c.Propose(c.VoidRound(scene.round.number, "a cup of tea fell over"))
    waits = scene.after((DEE, void))
    words = "counted is only for counts of the tray"
    waits.refuses(FLO, c.Approve(waits.state.proposed, 5), words, "SEC-3")


# A deck past its time limit


def old_deck(method: str) -> tuple[Scene, int]:
    """Return a table whose deck arrived at hour 0, and the second at which it expires."""
    game, _, submission = METHODS[method]
    table = seated_table(game, submission={"table": submission})
    return scene_of(table), 3600 * HOURS[submission["dealing"]]


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_no_round_with_an_expired_deck(method: str) -> None:
    game, _, submission = METHODS[method]
    scene, old = old_deck(method)
    stack = at(game, "bets are open") if game in KEYS else at(KEYS[0], "bets are open")
    scene = scene._replace(shoe=stack.shoe)
    clause = {game: CHANGED[submission["dealing"]]}
    words = f"the deck has been in use for {HOURS[submission['dealing']]} hours and must be changed"
    for late in (old, old + 1, 2**40):
        scene.refuses(DEE, c.OpenRound(at=late), words, clause)
    assert scene.allows(DEE, c.OpenRound(at=old - 1))


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_no_deal_from_a_deck_that_expired_while_bets_were_open(method: str) -> None:
    game, _, submission = METHODS[method]
    table = seated_table(game, submission={"table": submission})
    bet_alike(table, 1)
    _, old = old_deck(method)
    clause = {game: CHANGED[submission["dealing"]]}
    words = "the deck has been in use too long: void the round and change the deck"
    for late in (old, old + 1, 2**40):
        progress = c.NoMoreBets(at=late, round=1)
        scene_of(table).refuses(DEE, progress, words, clause)
    assert scene_of(table).allows(DEE, c.NoMoreBets(at=old - 1, round=1))


@EVERY
def test_ledg_7_what_is_no_fill_and_no_credit(game: str) -> None:
    def transfer(cents: object, slip: str = "F 1", to_cage: object = False) -> c.Propose:
        return c.Propose(c.TransferChips(cents, slip, to_cage))  # type: ignore[arg-type]

    scene = empty(game)
    uncounted_table(game).refuses(DEE, transfer(100), "is not open for play", "LEDG-7")
    for cents in (*NUMBERS, 0, -100, 150):
        scene.refuses(DEE, transfer(cents), "cents must be a multiple of the smallest", "LEDG-7")
    scene.refuses(DEE, transfer(100, ""), "reason", "LEDG-7")
    scene.refuses(DEE, transfer(100, "F 1", 1), "to_cage must be true or false", "LEDG-7")
    scene.refuses(DEE, transfer(2 * BANK, "C 1", True), "cannot be taken from it", "LEDG-7")
    waiting = scene.after((DEE, transfer(100)))
    approval = c.Approve(waiting.state.proposed)
    waiting.refuses(DEE, approval, "requires the role floorperson", "SEC-4")
    own = scene.after((FLO, transfer(100)))
    own.refuses(FLO, approval, "somebody else must approve it", "SEC-3")
