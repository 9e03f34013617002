"""ROUND-3, Texas Hold 'Em Bonus: a void settles or returns the Bonus by 13.C and 13.G.

Every other wager is returned."""

from collections.abc import Iterator

import pytest

from pitboss.cards import cards
from pitboss.games.incidents import Kind
from pitboss.table import Person, Phase, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling

from .dealer_rounds import do_next_step, lock_round
from .irregular_rounds import is_void, make_report, report_of, rule_on
from .round_scenes import Scene, scene_of
from .rulings_table import CELLS
from .tables import DEE, FLO, METHODS, THB, current_round, seated_table

HOLES = {1: "2c 7d", 2: "9c 9d", 4: "As Ah"}
ACES = {"dealer": "Ac Ad", "flop": "9h 3d 5s", "turn": "Jh", "river": "Ks"}
KINGS = ACES | {"dealer": "Kc Kd"}
CREDITS = {"Ac Ad": {1: 0, 2: 400, 4: 100_100}, "Kc Kd": {1: 0, 2: 400, 4: 3_100}}
"""Payouts on $1: no pair loses, nines pay 3 to 1, aces 30 to 1, with dealer's aces 1,000 to 1."""
BY_METHOD = [
    pytest.param(submission, id=name)
    for name, (game, _, submission) in METHODS.items()
    if game == THB
]
VOID = c.VoidRound(1, "a fire alarm")


def moments(
    submission: dict[str, str], places: dict[str, str], *, folds: bool = False
) -> tuple[Scene, list[Scene]]:
    """Return the moments of a round before the first wager and from the lock on; Ann may fold."""
    table = seated_table(THB, HOLES, places, submission={"table": _uncut(submission)}, seats=PEOPLE)
    before = scene_of(table)
    lock_round(table)
    scenes = [scene_of(table)]
    while current_round(table).phase is not Phase.CLOSED:
        if folds and current_round(table).turn == 1 and table.player("Ann").can_decide(1, "fold"):
            table.player("Ann").decide(1, "fold")
        else:
            do_next_step(table)
        scenes.append(scene_of(table))
    return before, scenes


PEOPLE = {1: "Ann", 2: "Bob", 4: "Cy"}


def _uncut(submission: dict[str, str]) -> dict[str, str]:
    return (
        {**submission, "shuffler": "automated"} if submission["shuffler"] == "none" else submission
    )


def has_two(scene: Scene) -> bool:
    """Return whether each player and the dealer have two cards."""
    hands = [*scene.round.holes.values(), scene.round.table.get("dealer", ())]
    return all(len(hand) == 2 for hand in hands)


def assert_bonus_settled(
    before: Scene, after: Scene, kind: Kind, dealer: str, *, paid: bool
) -> None:
    """Check that Bonus wagers are settled by their cards or returned, and all else is returned."""
    is_void(before, after, kind, but="bonus" if paid else "")
    if not paid:
        return
    for seat, credit in CREDITS[dealer].items():
        result = after.round.results[seat]["bonus"]
        assert (result.stake, result.credit) == (100, credit)
        assert result.outcome == ("win" if credit else "lose")
        name = PEOPLE[seat]
        assert after.state.chips(name) == before.state.chips(name) + credit - 100
    amount_owed = sum(CREDITS[dealer].values()) - 300
    tray = after.state.balances.get("tray", 0) - before.state.balances.get("tray", 0)
    assert tray == -amount_owed
    face_up = after.round.shown
    assert [face_up[at] for at in after.round.table["dealer"]] == list(cards(dealer))
    for seat, hole in HOLES.items():
        assert [face_up[at] for at in after.round.holes[seat]] == list(cards(hole))


def cases() -> Iterator[tuple[str, dict[str, str], bool]]:
    """Return the dealer's cards, the table's, and whether Ann folds."""
    for places in (ACES, KINGS):
        for folds in (False, True):
            yield places["dealer"], places, folds


@pytest.mark.parametrize("submission", BY_METHOD)
def test_more_than_one_card_face_up(submission: dict[str, str]) -> None:
    """The Bonus is settled once each player and the dealer have two cards."""
    assert "once the first two cards are dealt" in CELLS[Kind.CARDS_FACE_UP, THB]
    report = report_of(Kind.CARDS_FACE_UP)
    for dealer, places, folds in cases():
        before, scenes = moments(submission, places, folds=folds)
        where = [scene for scene in scenes if scene.allows(DEE, report)]
        assert not has_two(where[0])
        # A reshuffling shoe deals the dealer's cards last.
        assert has_two(where[-1]) is (submission["shuffler"] != "automated reshuffling")
        for scene in where:
            after = rule_on(make_report(scene, report), Ruling.BY_THE_BOOK)
            assert_bonus_settled(before, after, Kind.CARDS_FACE_UP, dealer, paid=has_two(scene))


@pytest.mark.parametrize("submission", BY_METHOD)
def test_a_card_of_the_dealer_exposed(submission: dict[str, str]) -> None:
    """This is possible once a dealer's card is on the table; the Bonus needs all two-card hands."""
    assert "Bonus is settled" in CELLS[Kind.DEALER_CARD_EXPOSED, THB]
    report = report_of(Kind.DEALER_CARD_EXPOSED, position=1)
    for dealer, places, folds in cases():
        before, scenes = moments(submission, places, folds=folds)
        where = [scene for scene in scenes if scene.allows(DEE, report)]
        undecided_scenes = [scene for scene in scenes if _lies_and_is_undecided(scene)]
        assert where == undecided_scenes
        assert where
        for scene in where:
            waits = make_report(scene, report)
            first = scene.round.table["dealer"][0]
            assert waits.round.shown[first] == cards(dealer)[0]
            waits.refuses(
                FLO,
                c.Rule(Ruling.DISMISSED, "seen by all"),
                "does not apply to this incident: choose by the book",
                "ROUND-3",
            )
            after = rule_on(waits, Ruling.BY_THE_BOOK)
            assert_bonus_settled(
                before, after, Kind.DEALER_CARD_EXPOSED, dealer, paid=has_two(scene)
            )


def _lies_and_is_undecided(scene: Scene) -> bool:
    """Return whether a dealer's card is on the table with a river decision still open."""
    here = scene.round
    seats_in_play = [seat for seat in here.players if seat not in here.folded]
    is_undecided = any(len(here.decisions[seat]) < 3 for seat in seats_in_play)
    return here.phase is Phase.PLAYING and bool(here.table.get("dealer")) and is_undecided


@pytest.mark.parametrize("kind", [Kind.WRONG_NUMBER, Kind.PLAYER_SKIPPED])
def test_the_bonus_is_returned_if_hands_are_wrong(kind: Kind) -> None:
    before, scenes = moments({"dealing": "manual shoe", "shuffler": "automated"}, ACES)
    report = report_of(kind, 2)
    where = [scene for scene in scenes if scene.allows(DEE, report)]
    assert any(map(has_two, where))
    for scene in where:
        after = rule_on(make_report(scene, report), Ruling.BY_THE_BOOK)
        is_void(before, after, kind)


def test_two_people_can_void_a_round_and_settle_the_bonus() -> None:
    """They may do so on their own initiative: it is settled if the cards are there, or returned."""
    before, scenes = moments({"dealing": "manual shoe", "shuffler": "automated"}, ACES)
    for scene in scenes:
        table = scene.table()
        if not table.dealer("Dee").can_propose(c.VoidRound(1, "a fire alarm", "bonus")):
            continue
        table.execute(c.Propose(c.VoidRound(1, "a fire alarm", "bonus")), DEE)
        log = table.execute(c.Approve(table.state.proposed), Person("Flo", Role.FLOORPERSON))
        assert isinstance(log[-1].event, e.RoundVoided)
        credit = dict.fromkeys(HOLES, 100) if not has_two(scene) else CREDITS["Ac Ad"]
        for seat, name in PEOPLE.items():
            gain = credit[seat] - 100
            assert table.state.chips(name) == before.state.chips(name) + gain
