"""Names of people: readable, one person per name in any spelling, never in two roles."""

from typing import Any

import pytest

from pitboss.errors import Refused
from pitboss.table import Person, Role, Table
from pitboss.table import commands as c
from tests.filings import filing

from .round_scenes import EVERY, at
from .tables import CCP, DEE, FLO, RET, STUD, THB


@EVERY
def test_values_that_are_not_a_command(game: str) -> None:
    for command in (5, None, "deal", c.VoidRound(1, "a misdeal")):
        wrong: Any = command
        at(game, "asked").refuses(DEE, wrong, "unknown command", "SEC-4")


@EVERY
@pytest.mark.parametrize("name", ["", " ", "Dee ", "x" * 41, "\n", "\ud800", None, 5])
def test_staff_without_a_valid_name(game: str, name: str) -> None:
    by = Person(name, Role.DEALER)
    at(game, "bets are open").refuses(by, c.NoMoreBets(round=1), "invalid name", "SEC-4")


@EVERY
@pytest.mark.parametrize("name", ["Ann", "ann", "A nn", "Ａnn"])
def test_a_player_does_not_work_at_the_table(game: str, name: str) -> None:
    progress = "is a player at this table and cannot also work at it"
    scene = at(game, "bets are open")
    scene.refuses(Person(name, Role.DEALER), c.NoMoreBets(round=1), progress, "SEC-3")
    scene.refuses(Person(name, Role.FLOORPERSON), c.Approve(1), progress, "SEC-3")
    assert scene.allows(Person("Anna", Role.DEALER), c.Propose(c.VoidRound(1, "a misdeal")))


@EVERY
@pytest.mark.parametrize("name", ["dee", "DEE", "Ｄee", "D ee"])
def test_one_person_under_two_names(game: str, name: str) -> None:
    scene = at(game, "asked").after((DEE, c.Propose(c.VoidRound(1, "a misdeal"))))
    number = scene.state.proposed
    again = Person(name, Role.FLOORPERSON)
    scene.refuses(again, c.Approve(number), "proposed it, so somebody else must", "SEC-3")


@EVERY
def test_proposals_without_a_proposer(game: str) -> None:
    wrong: Any = None
    at(game, "asked").refuses(
        DEE, c.Propose(wrong), "unknown matter null: choose its type from FileSubmission, ", "SEC-3"
    )


@EVERY
def test_wagers_with_an_invalid_type(game: str) -> None:
    clause = {RET: "7.A", CCP: "7.A", THB: "7.A", STUD: "7.A"}
    betting = {RET: "7.C", CCP: "7.C", THB: "7.D", STUD: "7.C"}
    scene = at(game, "bets are open")
    ann = Person("Ann", Role.PLAYER)
    for shape in ("ante", ["ante"], 5, None):
        wrong: Any = shape
        scene.refuses(
            ann,
            c.PlaceWagers(1, wrong, round=1),
            "wagers must be an object with an amount for each wager",
            clause,
        )
        if shape != []:
            scene.refuses(
                ann, c.TakeBack(1, wrong, round=1), "wagers must be a list of wager names", betting
            )


@pytest.mark.parametrize("game", [RET, STUD, CCP])
def test_a_meter_that_holds_money_is_not_dropped(game: str) -> None:
    key = {RET: "progressive", STUD: "progressive", CCP: "bonus_spin"}[game]
    submission = filing(game, {"wagers": {key: {"offered": False}}})
    at(game, "no round").refuses(DEE, c.Propose(submission), "still holds $", "PROG-2")


def test_an_unknown_role() -> None:
    with pytest.raises(Refused, match=r"is not a role at a table \[SEC-4\]"):
        Table.open("stud-235").view(Person("Ann", "king"))  # type: ignore[arg-type]


def test_a_failed_house_step_stays_due() -> None:
    """The command itself succeeds, even if the house cannot continue."""
    table = Table.open("holdem-bonus", practice="lost")
    ann = table.player("Ann")
    ann.take_seat(1)
    ann.buy_in(10_000)
    table.open_round()
    ann.place_wagers(1, {"ante": 500})
    table.no_more_bets()
    table.shoe = None
    assert [type(item.event).__name__ for item in ann.decide(1, "bet")] == ["Decided"]
    table.propose(c.VoidRound(1, "the key is lost"))
    progress = [
        type(item.event).__name__ for item in table.execute(c.Approve(table.state.proposed), FLO)
    ]
    then = ["StepDone"] * 3  # the cards are shuffled, cut and loaded for the next round
    assert progress == ["Approved", "RoundVoided", "SeedLost", "RoundClosed", *then]
    assert table.state.chips("Ann") == 10_000
