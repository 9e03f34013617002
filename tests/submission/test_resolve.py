"""Test that ``resolve`` applies every option of a submission."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct

from pitboss.games import MARYLAND
from pitboss.games.dealing import Discard, ToPlayers, ToTable
from pitboss.games.game_parts import BestOf, HandOf, Switch
from pitboss.games.grammar import (
    EVEN,
    AtLeast,
    Both,
    ByTable,
    Cases,
    Game,
    HoleCards,
    Incident,
    Kind,
    Remedy,
)
from pitboss.games.payoffs import Progressive, Wheel
from pitboss.games.paytables import Share, Sum
from pitboss.hands import Order
from pitboss.submission import Rules, SubmissionRefused, resolve

from .submission_paths import submission_with

RET, CCP = MARYLAND["run-em-twice"], MARYLAND["criss-cross"]
THB, STUD = MARYLAND["holdem-bonus"], MARYLAND["stud-235"]


def parts(value: object) -> Iterator[object]:
    """Yield everything inside a value."""
    yield value
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from parts(getattr(value, name))
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from parts(key)
            yield from parts(part)
    elif isinstance(value, tuple | list | set | frozenset):
        for part in value:
            yield from parts(part)


def choices(game: Game) -> Iterator[dict[str, Any]]:
    """Return the default, each reading and option by itself, and each paytable."""
    yield {}
    for reading in game.readings:
        for choice in reading.choices:
            yield {"readings": {reading.id: choice}}
    for required in game.required:
        for option in required.options:
            for choice in option.choices:
                yield {"wagers": {required.key: {option.key: choice}}}
    for side in game.sides:
        yield {"wagers": {side.key: {"offered": False}}}
        if isinstance(side.pays, Switch):
            for letter in side.pays.choices:
                yield {"wagers": {side.key: {"paytable": letter}}}


@pytest.mark.parametrize("game", MARYLAND.values(), ids=MARYLAND)
def test_no_switch_remains(game: Game) -> None:
    assert any(isinstance(part, Switch) for part in parts(game))
    for submission_ in choices(game):
        rules = resolve(game, submission_)
        assert not any(isinstance(part, Switch) for part in parts(rules))
        plain = (Struct, str, int, tuple, dict, type(None))
        assert all(isinstance(part, plain) for part in parts(rules))


@pytest.mark.parametrize("game", MARYLAND.values(), ids=MARYLAND)
def test_each_choice_gives_other_rules(game: Game) -> None:
    result = [resolve(game, submission_).hash for submission_ in choices(game)]
    # The default counts once for itself and once for each choice that is a default.
    defaults = 1 + len(game.readings) + sum(len(w.options) for w in game.required)
    defaults += sum(isinstance(side.pays, Switch) for side in game.sides)
    assert len(result) - len(set(result)) == defaults - 1


def pays(rules: Rules, key: str) -> object:
    return next(wager.pays for wager in rules.wagers if wager.key == key)


@pytest.mark.parametrize(
    ("game", "reading", "choice", "sizes"),
    [
        (RET, "low_ace", "straight", {5: True}),
        (RET, "low_ace", "never", {5: False}),
        (CCP, "low_ace", "straight", {5: True}),
        (CCP, "low_ace", "never", {5: False}),
        (STUD, "low_ace", "five-card", {2: False, 3: False, 5: True}),
        (STUD, "low_ace", "all", {2: True, 3: True, 5: True}),
    ],
)
def test_the_low_ace(game: Game, reading: str, choice: str, sizes: dict[int, bool]) -> None:
    rules = resolve(game, {"readings": {reading: choice}})
    for hand in rules.hands:
        if isinstance(hand, HandOf):
            assert hand.order == Order(len(hand.positions), sizes[len(hand.positions)])


def test_the_low_ace_of_holdem_serves_seven_cards() -> None:
    for hand in resolve(THB).hands:
        assert isinstance(hand, HandOf)
        assert len(hand.positions) == 7
        assert hand.order == Order(5)


def test_antes_of_criss_cross() -> None:
    even = resolve(CCP)
    table = resolve(CCP, {"readings": {"ante_pays": "table"}})
    for key in ("ante_across", "ante_down"):
        for rules, win in ((even, EVEN), (table, None)):
            paid = pays(rules, key)
            assert isinstance(paid, ByTable)
            assert paid.win == win
    assert even.limit.scope == ("across", "down", "middle")
    assert table.limit.scope == ("ante_across", "ante_down", "across", "down", "middle")


@pytest.mark.parametrize(
    ("choice", "hands"),
    [
        ("first-run", ("first_run",)),
        ("best-of-runs", ("first_run", "second_run")),
        ("community", ("board",)),
    ],
)
def test_the_hand_of_the_progressive(choice: str, hands: tuple[str, ...]) -> None:
    rules = resolve(RET, {"readings": {"progressive_hand": choice}})
    [result] = [hand for hand in rules.hands if hand.name == "progressive"]
    assert isinstance(result, BestOf)
    assert result.hands == hands


@pytest.mark.parametrize("game", [RET, CCP])
@pytest.mark.parametrize(("choice", "any_amount"), [("whole", False), ("any", True)])
def test_amounts_of_raises(game: Game, choice: str, any_amount: bool) -> None:
    rules = resolve(game, {"readings": {"raise_amounts": choice}})
    assert [street.any_amount for street in rules.streets] == [any_amount] * 3
    assert [(street.least, street.most) for street in rules.streets] == [(1, 3)] * 3


@pytest.mark.parametrize(("choice", "lives"), [("kept", True), ("lost", False)])
def test_the_spin_after_a_fold(choice: str, lives: bool) -> None:
    rules = resolve(CCP, {"readings": {"spin_after_fold": choice}})
    assert {s.key: s.lives_after_fold for s in rules.sides} == {
        "five_card_bonus": True,
        "bonus_spin": lives,
    }


@pytest.mark.parametrize("least", ["straight", "flush"])
def test_the_ante_of_holdem(least: str) -> None:
    rules = resolve(THB, {"wagers": {"ante": {"pays_on": least}}})
    for wager, at_least in (("ante", [least]), ("flop", [])):
        paid = pays(rules, wager)
        assert isinstance(paid, Cases)
        assert (paid.reads, paid.clause) == (("player", "dealer"), "12.A")
        both = [case.when.conditions for case in paid.cases if isinstance(case.when, Both)]
        assert [parts[1] for parts in both] == [AtLeast("player", lowest) for lowest in at_least]


def test_cards_lie_where_hands_are_read() -> None:
    """The table's cards come in the order of the places, followed by the seat's own."""
    hands = {h.name: h.positions for h in resolve(RET).hands if isinstance(h, HandOf)}
    assert {name: set(at) for name, at in hands.items()} == {
        "first_run": {0, 1, 4, 5, 6},
        "second_run": {2, 3, 4, 5, 6},
        "board": {0, 1, 2, 3, 4},
    }
    hands = {h.name: h.positions for h in resolve(THB).hands if isinstance(h, HandOf)}
    assert {name: set(at) for name, at in hands.items()} == {
        "player": {0, 1, 2, 3, 4, 7, 8},
        "dealer": {0, 1, 2, 3, 4, 5, 6},
    }
    hands = {h.name: h.positions for h in resolve(STUD).hands if isinstance(h, HandOf)}
    assert {name: set(at) for name, at in hands.items()} == {
        "two": {2, 3},
        "three": {2, 3, 4},
        "five": {0, 1, 2, 3, 4},
    }


def test_a_side_wager_that_is_not_offered_is_gone() -> None:
    submission_ = {
        "wagers": {"progressive": {"offered": False}, "five_card_bonus": {"offered": False}}
    }
    rules = resolve(RET, submission_)
    assert [side.key for side in rules.sides] == ["ultimate_pairs"]
    assert rules.meters == {}


def test_limits_of_side_wagers() -> None:
    submission_ = {
        "wagers": {
            "ultimate_pairs": {"minimum": 200, "maximum": 300},
            "progressive": {"wager": 500},
        }
    }
    assert {s.key: (s.minimum, s.maximum) for s in resolve(RET, submission_).sides} == {
        "five_card_bonus": (100, 10_000),
        "ultimate_pairs": (200, 300),
        "progressive": (500, 500),
    }


@pytest.mark.parametrize("game", [RET, STUD])
@pytest.mark.parametrize(("wager", "royal"), [(100, 100_000), (500, 500_000)])
def test_envy_follows_the_wager(game: Game, wager: int, royal: int) -> None:
    rules = resolve(game, submission_with("wagers.progressive.wager", wager))
    paid = pays(rules, "progressive")
    assert isinstance(paid, Progressive)
    assert paid.stake == wager
    assert [line.prize for line in paid.envy.lines] == [Sum(royal), Sum(royal * 3 // 10)]


def test_meters_run_as_the_operator_chose() -> None:
    submission_ = {
        "wagers": {
            "progressive": {
                "paytable": "D",
                "meters": {
                    "mega": {"start": 2_000_000, "rate": "2/20"},
                    "major": {"reset": 150_000, "rate": "0.05"},
                    "minor": {"rate": "0"},
                },
            }
        }
    }
    result = resolve(STUD, submission_).meters
    assert {m.name: (m.start, m.reset, m.rate) for m in result.values()} == {
        "mega": (2_000_000, 1_000_000, "1/10"),
        "major": (100_000, 150_000, "1/20"),
        "minor": (25_000, 25_000, "0"),
    }
    assert str(result["major"].fed_by(1)) == "1/20"


def test_the_jackpot_of_the_wheel() -> None:
    for letter, prize in (
        ("A", Sum(123_400)),
        ("B", Share(100, "meter")),
        ("C", Sum(600_000)),
        ("D", Share(100, "meter")),
    ):
        fixed = {"A": {"fixed_prize": 123_400}, "C": {"fixed_prize": 600_000}}.get(letter, {})
        rules = resolve(CCP, {"wagers": {"bonus_spin": {"paytable": letter} | fixed}})
        paid = pays(rules, "bonus_spin")
        assert isinstance(paid, Wheel)
        assert [stop.prize for stop in paid.wheel if stop.name == "jackpot"] == [prize]
        assert set(rules.meters) == ({"meter"} if letter in "BD" else set())


@pytest.mark.parametrize("letter", "ABCDE")
def test_a_named_paytable_is_the_one_that_pays(letter: str) -> None:
    paid = pays(
        resolve(RET, submission_with("wagers.ultimate_pairs.paytable", letter)), "ultimate_pairs"
    )
    assert isinstance(paid, HoleCards)
    assert paid.table.clause == f"12.E({'ABCDE'.index(letter) + 1})"


@pytest.mark.parametrize("game", MARYLAND.values(), ids=MARYLAND)
@pytest.mark.parametrize("method", ["manual shoe", "hand", "automated shoe"])
@pytest.mark.parametrize(
    "shuffler", ["none", "automated", "automated counting", "automated reshuffling"]
)
def test_dealing(game: Game, method: str, shuffler: str) -> None:
    if method == "hand" and shuffler == "none":
        return  # refused
    if shuffler == "automated reshuffling" and method != "automated shoe":
        return  # refused
    dealing = resolve(game, {"table": {"dealing": method, "shuffler": shuffler}}).dealing
    reshuffling = shuffler == "automated reshuffling" and method == "automated shoe"
    assert dealing.method == method
    assert dealing.reshuffling == (reshuffling and game in (THB, STUD))


LIFTED_BY = {"RET": "5.H", "CCP": "5.H", "THB": "5.I", "235": "5.I"}


@pytest.mark.parametrize("game", MARYLAND.values(), ids=MARYLAND)
def test_what_a_reshuffling_shoe_lifts(game: Game) -> None:
    """It lifts the cut everywhere, and the spread of an idle table except in 235.

    235 lifts the count check instead."""
    submission_ = {"table": {"dealing": "automated shoe", "shuffler": "automated reshuffling"}}
    rules, usual = (
        resolve(game, submission_),
        resolve(game, {"table": {"dealing": "automated shoe"}}),
    )
    assert rules.deck_procedures.uncut == LIFTED_BY[game.short]
    assert rules.deck_procedures.idle == (usual.deck_procedures.idle if game is STUD else {})
    variant = [incident for incident in rules.incidents if incident not in usual.incidents]
    silent = Incident(Kind.COUNTER_WRONG, Remedy.FLOOR_RULES)
    assert variant == ([silent] if game is STUD else [])
    assert rules.dealing.stub == {"RET": "10.B(3)", "CCP": "10.B(3)"}.get(game.short, "")


@pytest.mark.parametrize("game", MARYLAND.values(), ids=MARYLAND)
@pytest.mark.parametrize("method", ["manual shoe", "hand"])
def test_an_older_filing_can_still_be_read(game: Game, method: str) -> None:
    """Today a reshuffling device can only be filed with a shoe.

    Older rules in force are not lost."""
    submission_ = {"table": {"dealing": method, "shuffler": "automated reshuffling"}}
    with pytest.raises(SubmissionRefused, match="dealing must be 'automated shoe'"):
        resolve(game, submission_)
    assert resolve(game, submission_, stored=True).dealing.method == method
    with pytest.raises(SubmissionRefused):
        resolve(game, submission_ | {"wagers": {"nothing": {}}}, stored=True)


def test_a_reshuffling_shoe_deals_the_community_first() -> None:
    submission_ = {"table": {"dealing": "automated shoe", "shuffler": "automated reshuffling"}}
    assert resolve(STUD, submission_).dealing.steps == (
        ToTable(("community", "community")),
        Discard(),
        ToPlayers(("first", "second", "third"), ("10.B(1)",)),
    )
    assert resolve(THB, submission_).dealing.clause == "10.I"


@pytest.mark.parametrize("game", MARYLAND.values(), ids=MARYLAND)
def test_two_decks_and_a_shuffler(game: Game) -> None:
    rules = resolve(game, {"table": {"decks": 2, "shuffler": "automated"}})
    assert (rules.table.decks, rules.table.shuffler) == (2, "automated")


def test_other_parts_of_the_rules() -> None:
    assert [resolve(g).settled_when_void for g in (RET, CCP, THB, STUD)] == [
        (),
        (),
        ("bonus",),
        (),
    ]
    assert [resolve(g).forfeits for g in (RET, CCP, THB, STUD)] == [
        "11.A(5)",
        "11.A(5)",
        None,
        None,
    ]
    assert [resolve(g).table.boxes_per_player for g in (RET, CCP, THB, STUD)] == [1, 1, 1, 1]
    assert resolve(STUD, {"table": {"boxes_per_player": 3}}).table.boxes_per_player == 3
    assert resolve(STUD).cite("12.K") == "235 12.K"
    assert resolve(STUD).cite(None) is None


@pytest.mark.parametrize("game", MARYLAND.values(), ids=MARYLAND)
def test_rules_are_immutable(game: Game) -> None:
    rules = resolve(game)
    with pytest.raises(AttributeError):
        rules.seats = 7  # type: ignore[misc]
    with pytest.raises(AttributeError):
        rules.table.minimum = 1  # type: ignore[misc]
