"""Refusals of records: breaches, decks, the checklist, verified wins, winnings."""

import pytest
from msgspec.structs import replace

from pitboss.games import GAMES
from pitboss.games.incidents import Kind
from pitboss.table import Person, Phase, Role
from pitboss.table import commands as c
from pitboss.table.decks import checklist_items

from .merchandise import hands_over, won_a_boat
from .round_scenes import CROSSES, EVERY, METERED, at, scene_of
from .tables import CCP, DEE, FLO, RET, STUD, THB, seated_table

FORFEITS = {game.key: game.procedures.forfeits or "" for game in GAMES.values()}


@CROSSES
def test_a_breach_that_forfeits(game: str) -> None:
    progress = c.RecordBreach(1, "11.A(1)", round=1)
    words = "a breach forfeits every wager in this game: a floorperson has to rule"
    at(game, "asked").refuses(FLO, progress, words, {game: FORFEITS[game]})


@pytest.mark.parametrize("game", [THB, STUD])
def test_an_unknown_breach(game: str) -> None:
    scene = at(game, "asked")
    for breach in ("11.Z", "", 7):
        progress = c.RecordBreach(1, breach, round=1)  # type: ignore[arg-type]
        scene.refuses(FLO, progress, ": choose from 11.A", "ROUND-3")
    breach = next(iter(scene.state.rules.table_procedures.breaches))  # type: ignore[union-attr]
    early = at(game, "to deal")
    words = "seat 1 has no cards in play"
    early.refuses(FLO, c.RecordBreach(1, breach, round=1), words, {game: breach})


@pytest.mark.parametrize(
    ("game", "side", "kind"),
    [(RET, "progressive", Kind.PROGRESSIVE_DOWN), (CCP, "bonus_spin", Kind.WHEEL_DOWN)],
)
def test_a_device_that_no_wager_needs(game: str, side: str, kind: Kind) -> None:
    table = seated_table(game, submission={"wagers": {side: {"offered": False}}})
    table.dealer("Dee").open_round()
    scene = scene_of(table)
    progress = c.Report(kind, round=1)
    scene.refuses(DEE, progress, "no wager at this table needs the", "ROUND-3")


@METERED
def test_a_device_that_fails_while_a_jackpot_waits(game: str) -> None:
    """It is paid from everything that fed its meter."""
    words = "a jackpot of this round has not been paid"
    progress = c.Report(Kind.PROGRESSIVE_DOWN, round=1)
    at(game, "jackpot").refuses(DEE, progress, words, "ROUND-3")


@pytest.mark.parametrize(
    ("seat", "credit", "is_handed_over", "words"),
    [
        (1, 0, 1, "handed_over must be true or false, not 1"),
        (3, 0, True, "seat 3 won no merchandise in round 1"),
        (1, 100, True, "a boat is handed over instead of its value: set credit to 0, not 100"),
    ],
)
def test_merchandise_that_is_not_handed_over(
    seat: int, credit: int, is_handed_over: bool, words: str
) -> None:
    progress = c.Propose(c.CorrectPayout(1, seat, "bonus_spin", credit, "why not", is_handed_over))
    scene_of(won_a_boat()).refuses(DEE, progress, words, "LEDG-5")


def test_merchandise_that_was_already_handed_over() -> None:
    table = won_a_boat()
    hands_over(table)
    progress = c.Propose(c.CorrectPayout(1, 1, "bonus_spin", 0, "once more", True))
    words = (
        "the value of a boat has been taken back: credit it again before you set handed_over to "
        "true"
    )
    scene_of(table).refuses(DEE, progress, words, "LEDG-5")
    scene_left = won_a_boat()
    scene_left.player("Ann").leave(1)
    progress = c.Propose(c.CorrectPayout(1, 1, "bonus_spin", 0, "she has left", True))
    words = "'Ann' has left with the cash value of a boat: set handed_over to false"
    scene_of(scene_left).refuses(DEE, progress, words, "LEDG-5")


@METERED
def test_the_person_who_started_a_payment_does_not_validate_it(game: str) -> None:
    scene = at(game, "jackpot")
    here = replace(scene.round, verified_by="Dot")
    scene = scene._replace(state=replace(scene.state, round=here))
    progress = c.ValidateJackpot(here.hit or 0, round=1)
    words = "started the payment, so somebody else must validate it"
    scene.refuses(Person(here.hit_by, Role.FLOORPERSON), progress, words, "SEC-3")


@EVERY
def test_another_table_s_checklist(game: str) -> None:
    table = seated_table(game)
    items = tuple(checklist_items(table.rules))
    words = "has already signed the checklist"
    scene_of(table).refuses(DEE, c.SignChecklist(items), words, "ROUND-4")
    unsigned_state = replace(table.state, day=replace(table.state.day, signed=""))
    scene = scene_of(table)._replace(state=unsigned_state)
    words = f"items must include '{items[0]}', the "
    scene.refuses(DEE, c.SignChecklist(items[1:]), words, {game: items[0]})
    words = "items lists an item twice: give each of "
    scene.refuses(DEE, c.SignChecklist((*items, items[0])), words, "ROUND-4")
    words = "items lists '2.Z', which is not on the checklist: give each of "
    scene.refuses(DEE, c.SignChecklist((*items, "2.Z")), words, "ROUND-4")


@EVERY
def test_two_decks_that_look_alike(game: str) -> None:
    two = {"table": {"shuffler": "automated", "decks": 2}}
    whole = seated_table(game, submission=two)
    first = whole.state.day.decks[1]
    one_deck = replace(whole.state, day=replace(whole.state.day, decks={1: first}))
    scene = scene_of(whole)._replace(state=one_deck)
    procedures = whole.rules.deck_procedures
    for id_ in ("", "x" * 41):
        progress = c.ReceiveDeck(id=id_, design=first.design, color="green", at=0)
        words = ", but must have 1 to 40 printable characters"
        scene.refuses(
            DEE, progress, f"id of the deck is {id_!r}{words}", {game: procedures.received}
        )
    progress = c.ReceiveDeck(id=first.id, design=first.design, color="green", at=0)
    scene.refuses(DEE, progress, "is already in use", "ROUND-4")
    none = replace(whole.state, day=replace(whole.state.day, decks={}))
    scene_left = scene_of(whole)._replace(state=none)
    progress = c.ReceiveDeck(id=first.id.lower(), design="another", color="green", at=0)
    scene_left.refuses(DEE, progress, "was removed from the table: bring another one", "ROUND-4")
    progress = c.ReceiveDeck(id="D9", design="another", color="green", at=0)
    scene.refuses(
        DEE, progress, "both decks must have the same design", {game: procedures.one_design}
    )
    progress = c.ReceiveDeck(id="D9", design=first.design, color=first.color, at=0)
    scene.refuses(DEE, progress, "use another color", {game: procedures.two_colors})


@EVERY
def test_winnings_that_leave_too_early(game: str) -> None:
    scene = at(game, "to close")
    chips = scene.state.chips("Bob")
    assert scene.round.credited(2)
    progress = c.CashOut(chips)
    words = "stays at the table until the round is closed"
    scene.refuses(Person("Bob", Role.PLAYER), progress, words, "ROUND-9")


def test_a_meter_that_a_correction_would_change() -> None:
    scene = at(CCP, "closed")
    (hit,) = scene.round.hits[2]
    progress = c.Propose(c.CorrectPayout(1, 2, hit.wager, 0, "a foreign card"))
    less = replace(scene.round, hits={2: (replace(hit, reseeded=10**9),)})
    state = replace(scene.state, last=(less,), round=less)
    words = "holds too little to undo its reset after the jackpot"
    scene._replace(state=state).refuses(DEE, progress, words, "PROG-2")
    fresh = replace(scene.round, number=2, phase=Phase.BETTING, results={}, gifts={})
    running = replace(scene.state, round=fresh)
    words = "this correction changes a meter: make it after the round is closed"
    scene._replace(state=running).refuses(DEE, progress, words, "PROG-1")
