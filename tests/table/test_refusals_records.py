"""Refusals of what is put on record: breaches, decks, the checklist, verified wins, winnings."""

import pytest
from msgspec.structs import replace

from pitboss.games import GAMES
from pitboss.games.incidents import Kind
from pitboss.table import Person, Phase, Role
from pitboss.table import commands as c
from pitboss.table.care import checklist

from .merchandise import hands_over, won_a_boat
from .scenes import CROSSES, EVERY, METERED, at, scene_of
from .tables import CCP, DEE, FLO, RET, STUD, THB, seated

FORFEITS = {game.key: game.procedures.forfeits or "" for game in GAMES.values()}


@CROSSES
def test_a_breach_that_forfeits(game: str) -> None:
    told = c.RecordBreach(1, "11.A(1)", round=1)
    words = "a breach forfeits every wager here: a floorperson rules on it"
    at(game, "asked").refuses(FLO, told, words, {game: FORFEITS[game]})


@pytest.mark.parametrize("game", [THB, STUD])
def test_a_breach_that_is_none(game: str) -> None:
    scene = at(game, "asked")
    for breach in ("11.Z", "", 7):
        told = c.RecordBreach(1, breach, round=1)  # type: ignore[arg-type]
        scene.refuses(FLO, told, "is not a rule of conduct: 11.A", "ROUND-3")
    breach = next(iter(scene.state.rules.table_procedures.breaches))  # type: ignore[union-attr]
    early = at(game, "to deal")
    words = "seat 1 has no cards to answer for"
    early.refuses(FLO, c.RecordBreach(1, breach, round=1), words, {game: breach})


@pytest.mark.parametrize(
    ("game", "side", "kind"),
    [(RET, "progressive", Kind.PROGRESSIVE_DOWN), (CCP, "bonus_spin", Kind.WHEEL_DOWN)],
)
def test_a_device_that_no_wager_needs(game: str, side: str, kind: Kind) -> None:
    table = seated(game, submission={"wagers": {side: {"offered": False}}})
    table.dealer("Dee").open_round()
    scene = scene_of(table)
    told = c.Report(kind, round=1)
    scene.refuses(DEE, told, "no wager here needs the", "ROUND-3")


@METERED
def test_a_device_that_fails_while_a_jackpot_waits(game: str) -> None:
    """It is paid from all that fed its meter."""
    words = "a jackpot of this round is not paid yet"
    told = c.Report(Kind.PROGRESSIVE_DOWN, round=1)
    at(game, "jackpot").refuses(DEE, told, words, "ROUND-3")


@pytest.mark.parametrize(
    ("seat", "credit", "handed", "words"),
    [
        (1, 0, 1, "it is handed over or not, not 1"),
        (3, 0, True, "seat 3 won no merchandise in round 1"),
        (1, 100, True, "a boat is handed over instead of its value: the credit is 0, not 100"),
    ],
)
def test_merchandise_that_is_not_handed_over(
    seat: int, credit: int, handed: bool, words: str
) -> None:
    told = c.Propose(c.CorrectPayout(1, seat, "bonus_spin", credit, "why not", handed))
    scene_of(won_a_boat()).refuses(DEE, told, words, "LEDG-5")


def test_merchandise_that_was_handed_over_before() -> None:
    table = won_a_boat()
    hands_over(table)
    told = c.Propose(c.CorrectPayout(1, 1, "bonus_spin", 0, "once more", True))
    scene_of(table).refuses(DEE, told, "the value of a boat is no longer credited", "LEDG-5")
    gone = won_a_boat()
    gone.player("Ann").leave(1)
    told = c.Propose(c.CorrectPayout(1, 1, "bonus_spin", 0, "she has left", True))
    words = "'Ann' has left with the value of a boat"
    scene_of(gone).refuses(DEE, told, words, "LEDG-5")


@METERED
def test_who_started_a_payment_does_not_validate_it(game: str) -> None:
    scene = at(game, "jackpot")
    here = replace(scene.round, verified_by="Dot")
    scene = scene._replace(state=replace(scene.state, round=here))
    told = c.ValidateJackpot(here.hit or 0, round=1)
    words = "started the payment: somebody else validates it"
    scene.refuses(Person(here.hit_by, Role.FLOORPERSON), told, words, "SEC-3")


@EVERY
def test_a_checklist_that_is_not_this_one(game: str) -> None:
    table = seated(game)
    items = tuple(checklist(table.rules))
    words = "has signed the checklist already"
    scene_of(table).refuses(DEE, c.SignChecklist(items), words, "ROUND-4")
    unsigned = replace(table.state, day=replace(table.state.day, signed=""))
    scene = scene_of(table)._replace(state=unsigned)
    scene.refuses(DEE, c.SignChecklist(items[1:]), "not looked at: ", {game: items[0]})
    scene.refuses(DEE, c.SignChecklist((*items, items[0])), "is signed twice", "ROUND-4")
    words = "there is no item '2.Z'"
    scene.refuses(DEE, c.SignChecklist((*items, "2.Z")), words, "ROUND-4")


@EVERY
def test_two_decks_that_look_alike(game: str) -> None:
    two = {"table": {"shuffler": "automated", "decks": 2}}
    whole = seated(game, submission=two)
    first = whole.state.day.decks[1]
    one = replace(whole.state, day=replace(whole.state.day, decks={1: first}))
    scene = scene_of(whole)._replace(state=one)
    care = whole.rules.deck_procedures
    for id_ in ("", "x" * 41):
        told = c.ReceiveDeck(id=id_, design=first.design, color="green", at=0)
        scene.refuses(DEE, told, "does not say which deck it is", {game: care.received})
    told = c.ReceiveDeck(id=first.id, design=first.design, color="green", at=0)
    scene.refuses(DEE, told, "is in use already", "ROUND-4")
    none = replace(whole.state, day=replace(whole.state.day, decks={}))
    gone = scene_of(whole)._replace(state=none)
    told = c.ReceiveDeck(id=first.id.lower(), design="another", color="green", at=0)
    gone.refuses(DEE, told, "was taken off the table: bring another one", "ROUND-4")
    told = c.ReceiveDeck(id="D9", design="another", color="green", at=0)
    scene.refuses(DEE, told, "both decks have one design", {game: care.one_design})
    told = c.ReceiveDeck(id="D9", design=first.design, color=first.color, at=0)
    scene.refuses(DEE, told, "take another color", {game: care.two_colors})


@EVERY
def test_winnings_that_leave_too_early(game: str) -> None:
    scene = at(game, "to close")
    chips = scene.state.chips("Bob")
    assert scene.round.credited(2)
    told = c.CashOut(chips)
    words = "stay at the table until it is closed"
    scene.refuses(Person("Bob", Role.PLAYER), told, words, "ROUND-9")


def test_a_meter_that_a_correction_would_change() -> None:
    scene = at(CCP, "closed")
    (hit,) = scene.round.hits[2]
    told = c.Propose(c.CorrectPayout(1, 2, hit.wager, 0, "a foreign card"))
    less = replace(scene.round, hits={2: (replace(hit, reseeded=10**9),)})
    state = replace(scene.state, last=(less,), round=less)
    words = "holds less than its reset, which is undone"
    scene._replace(state=state).refuses(DEE, told, words, "PROG-2")
    fresh = replace(scene.round, number=2, phase=Phase.BETTING, results={}, gifts={})
    running = replace(scene.state, round=fresh)
    words = "a meter is not changed while a round is open"
    scene._replace(state=running).refuses(DEE, told, words, "PROG-1")
