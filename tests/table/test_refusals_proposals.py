"""Refusals when opening a table, and of actions that need two people."""

from typing import Final

import pytest

from pitboss.table import Person, Phase, Role
from pitboss.table import commands as c
from tests.filings import filing, invalid_filing

from .round_scenes import EVERY, Scene, at
from .tables import CCP, DEE, FLO, RET, STUD, THB, Json, current_round, finish, stay, step

FAY: Final = Person("Fay", Role.FLOORPERSON)
VOID: Final = c.VoidRound(1, "a card lies face up")


def propose(scene: Scene, matter: c.Matter) -> tuple[Scene, int]:
    """Have Dee propose it; return its number."""
    after = scene.after((DEE, c.Propose(matter)))
    return after, after.state.proposed


@EVERY
def test_a_table_that_is_already_open(game: str) -> None:
    for moment in ("no rules", "no round", "asked", "closed"):
        progress = c.OpenTable("table 2", game, 100)
        at(game, moment).refuses(FLO, progress, "table 'table 1' is already open", "ROUND-1")


@EVERY
@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\nb", "\x00"])
def test_a_table_without_a_name(game: str, name: str) -> None:
    progress = c.OpenTable(name, game, 100)
    at(game, "nothing").refuses(
        FLO, progress, "table must be a name of 1 to 60 printable characters", "ROUND-1"
    )


@EVERY
@pytest.mark.parametrize("bank", [0, -1, 10**12 + 1, True, 1.0, "100", None])
def test_a_bank_that_is_not_an_amount(game: str, bank: int) -> None:
    at(game, "nothing").refuses(FLO, c.OpenTable("table 1", game, bank), "bank must be", "LEDG-1")


@pytest.mark.parametrize("game", ["poker", "", "x" * 500, "a\nb", None, 5])
def test_an_unknown_game(game: str) -> None:
    at(STUD, "nothing").refuses(FLO, c.OpenTable("table 1", game, 100), "is not a game", "ROUND-2")


# Submissions


@EVERY
def test_rules_do_not_change_while_a_round_is_open(game: str) -> None:
    words = "rules and meters cannot change while a round is open"
    for moment in ("bets are open", "asked", "to settle", "to close", "void"):
        scene = at(game, moment)
        scene.refuses(DEE, c.Propose(c.FileSubmission({})), words, "PROG-1")


@EVERY
@pytest.mark.parametrize("submission", [None, [], "{}", 1])
def test_a_value_that_is_not_a_submission(game: str, submission: Json) -> None:
    progress = c.Propose(c.FileSubmission(submission))
    at(game, "no rules").refuses(
        DEE, progress, "submission must be an object of settings", "ROUND-2"
    )


@EVERY
@pytest.mark.parametrize(
    ("submission", "words"),
    [
        ({"table": {"minimum": 10**30}}, "table.minimum must be"),
        ({"table": {"dealing": "by drone"}}, "table.dealing is 'by drone'"),
        ({"table": {"dealing": "hand", "shuffler": "none"}}, "which needs an automated shuffler"),
        ({"game": "poker"}, "game is 'poker'"),
        ({"wagers": {"no such wager": {}}}, "wagers.no such wager"),
    ],
)
def test_a_submission_that_the_book_does_not_allow(game: str, submission: Json, words: str) -> None:
    for moment in ("no rules", "no round", "closed"):
        progress = c.Propose(c.FileSubmission(invalid_filing(game, submission)))
        at(game, moment).refuses(DEE, progress, words, "ROUND-2")


@EVERY
def test_nothing_was_proposed(game: str) -> None:
    scene = at(game, "no round")
    for number in (0, 2, -1, 10**30, "1", None):
        words = "no proposal is waiting for approval"
        scene.refuses(FLO, c.Approve(number), words, "SEC-3")  # type: ignore[arg-type]
        scene.refuses(FLO, c.Reject(number), words, "SEC-3")  # type: ignore[arg-type]


@EVERY
@pytest.mark.parametrize("void", [False, True], ids=["submission", "void"])
def test_a_person_s_own_proposal(game: str, void: bool) -> None:
    """This holds in any role, but one may withdraw it."""
    matter = VOID if void else filing(game)
    moment = "asked" if isinstance(matter, c.VoidRound) else "no round"
    scene, number = propose(at(game, moment), matter)
    both = Person(DEE.name, Role.FLOORPERSON)
    words = "'Dee' proposed it, so somebody else must approve it"
    scene.refuses(both, c.Approve(number), words, "SEC-3")
    assert scene.allows(FLO, c.Approve(number))
    assert scene.allows(DEE, c.Reject(number))


@EVERY
def test_a_proposal_that_was_decided(game: str) -> None:
    scene, number = propose(at(game, "no round"), filing(game))
    for answer_ in (c.Approve(number), c.Reject(number)):
        after = scene.after((FLO, answer_))
        words = "no proposal is waiting for approval"
        after.refuses(FAY, c.Approve(number), words, "SEC-3")
        after.refuses(FAY, c.Reject(number), words, "SEC-3")


# Void rounds


@EVERY
@pytest.mark.parametrize("number", [0, 2, -1, 10**30, "1", None])
def test_a_void_of_another_round(game: str, number: int) -> None:
    progress = c.Propose(c.VoidRound(number, "jam"))
    at(game, "asked").refuses(DEE, progress, "but round 1 is open", "ROUND-1")


@EVERY
def test_a_void_of_a_round_that_is_over(game: str) -> None:
    for moment in ("no round", "void", "closed"):
        at(game, moment).refuses(DEE, c.Propose(VOID), "no round is open", "ROUND-1")
    assert at(game, "to close").allows(DEE, c.Propose(VOID))


@EVERY
@pytest.mark.parametrize("reason", ["", " \n", "x" * 501])
def test_a_void_without_a_reason(game: str, reason: str) -> None:
    progress = c.Propose(c.VoidRound(1, reason))
    words = "give a reason of 1 to 500 printable characters"
    at(game, "asked").refuses(DEE, progress, words, "LEDG-5")


@EVERY
def test_a_proposal_that_cannot_be_serialized(game: str) -> None:
    words = "the proposal cannot be stored: its values must be plain JSON"
    for operator in ("\ud800", object()):
        progress = c.Propose(c.FileSubmission({"operator": operator}))
        at(game, "no round").refuses(DEE, progress, words, "ROUND-1")


@pytest.mark.parametrize(
    ("game", "key"),
    [(RET, "five_card_bonus"), (CCP, "bonus_spin"), (STUD, "progressive"), (THB, "ante")],
)
def test_a_wager_that_no_void_round_settles(game: str, key: str) -> None:
    scene = at(game, "asked")
    can = "empty or bonus" if game == THB else "empty"
    for settles in (key, "x" * 500, "a\nb"):
        progress = c.Propose(c.VoidRound(1, "jam", settles))
        words = f"cannot be settled in a void round: settles must be {can}"
        scene.refuses(DEE, progress, words, "ROUND-3")


# Proposals that have become invalid


@EVERY
def test_a_void_that_comes_too_late(game: str) -> None:
    """Another void was approved; settlement in the meantime does not matter."""
    scene, number = propose(at(game, "asked"), VOID)
    table = scene.table()
    stay(table)
    while current_round(table).phase is not Phase.SETTLED:
        step(table)
    late = Scene(game, table.state, table.shoe)
    assert late.allows(FLO, c.Approve(number))
    twice, second = propose(scene, VOID)
    scene_after = twice.after((FLO, c.Approve(number)))
    scene_after.refuses(FLO, c.Approve(second), "no round is open", "ROUND-1")


@EVERY
def test_a_void_of_the_round_before(game: str) -> None:
    scene, number = propose(at(game, "asked"), VOID)
    table = scene.table()
    finish(table)
    table.shoe = at(game, "no round").shoe
    later = Scene(game, table.state, table.shoe).after((DEE, c.OpenRound()))
    words = "this command is for round 1, but round 2 is open"
    later.refuses(FLO, c.Approve(number), words, "ROUND-1")
