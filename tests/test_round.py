"""Test a round from a player's point of view, in the four games."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.round import (
    BettingProgress,
    Choice,
    available_choices,
    replay_decisions,
    street_after,
    visible_places,
)
from pitboss.submission import Rules, resolve

RET, CCP = resolve(GAMES["run-em-twice"]), resolve(GAMES["criss-cross"])
THB, STUD = resolve(GAMES["holdem-bonus"]), resolve(GAMES["stud-235"])
RET_ANY = resolve(GAMES["run-em-twice"], {"readings": {"raise_amounts": "any"}})
CCP_ANY = resolve(GAMES["criss-cross"], {"readings": {"raise_amounts": "any"}})
ALL = [RET, CCP, THB, STUD]

every_game = pytest.mark.parametrize("rules", ALL, ids=[rules.short for rules in ALL])


def wagers(rules: Rules, stake: int = 500) -> dict[str, int]:
    return {wager.key: stake for wager in rules.required}


def at(rules: Rules, *decisions: str | int) -> BettingProgress:
    return replay_decisions(rules, wagers(rules), decisions, complete=False)


def open_to(rules: Rules, *decisions: str | int) -> dict[str, int]:
    """Return the decisions open after these, with the stake of each."""
    return {
        c.decision: c.stake for c in available_choices(rules, wagers(rules), at(rules, *decisions))
    }


CROSS = {"fold": 0, "1x": 500, "2x": 1_000, "3x": 1_500}


@pytest.mark.parametrize(
    ("rules", "decisions", "expected"),
    [
        (RET, [], CROSS),
        (RET, ["1x"], CROSS),
        (RET, ["1x", "3x"], CROSS),
        (RET, ["1x", "3x", "2x"], {}),
        (RET, ["fold"], {}),
        (RET, ["1x", "fold"], {}),
        (RET, ["1x", "1x", "fold"], {}),
        (CCP, [], CROSS),
        (CCP, ["3x"], CROSS),
        (CCP, ["3x", "3x"], CROSS),
        (CCP, ["3x", "3x", "3x"], {}),
        (CCP, ["fold"], {}),
        (THB, [], {"fold": 0, "bet": 1_000}),
        (THB, ["bet"], {"check": 0, "bet": 500}),
        (THB, ["bet", "check"], {"check": 0, "bet": 500}),
        (THB, ["bet", "bet", "check"], {}),
        (THB, ["fold"], {}),
        (STUD, [], {"check": 0, "raise": 500}),
        (STUD, ["check"], {"check": 0, "raise": 500}),
        (STUD, ["raise", "check"], {}),
    ],
)
def test_what_is_open(rules: Rules, decisions: list[str], expected: dict[str, int]) -> None:
    assert open_to(rules, *decisions) == expected


def test_only_a_fold_folds() -> None:
    assert available_choices(THB, {"ante": 700}, BettingProgress({}, False, 0)) == (
        Choice("fold", 0, True, loses=700),
        Choice("bet", 1_400, False),
    )
    assert available_choices(STUD, wagers(STUD, 1), BettingProgress({}, False, 0)) == (
        Choice("check", 0, False),
        Choice("raise", 1, False),
    )


def test_a_fold_loses_antes_and_bets() -> None:
    bets = BettingProgress({"across": 1_500, "down": 500}, False, 2)
    fold, *others = available_choices(CCP, wagers(CCP, 500), bets)
    assert fold == Choice("fold", 0, True, loses=500 + 500 + 1_500 + 500)
    assert all(other.loses == 0 for other in others)


@every_game
def test_the_streets_in_their_order(rules: Rules) -> None:
    result = [street_after(rules, decision_count) for decision_count in range(4)]
    names = [open_choices.wager if open_choices else None for open_choices in result]
    expected: dict[str, list[str | None]] = {
        "RET": ["run_1", "run_2", "center", None],
        "CCP": ["across", "down", "middle", None],
        "THB": ["flop", "turn", "river", None],
        "235": ["raise_three", "raise_five", None, None],
    }
    assert names == expected[rules.short]


OWN = ("first", "second")


@pytest.mark.parametrize(
    ("rules", "after"),
    [
        (RET, [(), ("left", "right"), ("top", "bottom"), ("center",)]),
        (CCP, [(), ("left", "right"), ("top", "bottom"), ("center",)]),
        (THB, [(), ("flop",), ("turn",), ("river", "dealer")]),
        (STUD, [(), ("third",), ("community",)]),
    ],
    ids=["RET", "CCP", "THB", "235"],
)
def test_what_is_shown(rules: Rules, after: list[tuple[str, ...]]) -> None:
    visible: tuple[str, ...] = OWN
    for decision_count, more in enumerate(after):
        visible += more
        assert visible_places(rules, decision_count) == visible


@every_game
def test_in_the_end_everything_is_shown(rules: Rules) -> None:
    everything = {*rules.hole, *(place.name for place in rules.places)}
    assert set(visible_places(rules, len(rules.streets))) == everything


@pytest.mark.parametrize(
    ("rules", "decisions", "raises", "has_folded"),
    [
        (RET, ["1x", "2x", "3x"], {"run_1": 500, "run_2": 1_000, "center": 1_500}, False),
        (RET, ["fold"], {}, True),
        (RET, ["3x", "fold"], {"run_1": 1_500}, True),
        (RET, ["3x", "1x", "fold"], {"run_1": 1_500, "run_2": 500}, True),
        (CCP, ["3x", "2x", "1x"], {"across": 1_500, "down": 1_000, "middle": 500}, False),
        (CCP, ["2x", "fold"], {"across": 1_000}, True),
        (THB, ["bet", "bet", "bet"], {"flop": 1_000, "turn": 500, "river": 500}, False),
        (THB, ["bet", "check", "check"], {"flop": 1_000}, False),
        (THB, ["bet", "check", "bet"], {"flop": 1_000, "river": 500}, False),
        (THB, ["fold"], {}, True),
        (STUD, ["raise", "raise"], {"raise_three": 500, "raise_five": 500}, False),
        (STUD, ["check", "raise"], {"raise_five": 500}, False),
        (STUD, ["check", "check"], {}, False),
        (RET_ANY, [500, 777, 1_500], {"run_1": 500, "run_2": 777, "center": 1_500}, False),
        (CCP_ANY, ["1x", 501, "fold"], {"across": 500, "down": 501}, True),
    ],
)
def test_following_decisions(
    rules: Rules, decisions: list[str | int], raises: dict[str, int], has_folded: bool
) -> None:
    course = replay_decisions(rules, wagers(rules), decisions)
    assert course == BettingProgress(raises, has_folded, len(decisions))


def refusal_text(rules: Rules, decisions: Sequence[str | int], *, whole: bool = True) -> str:
    with pytest.raises(Refused) as refusal:
        replay_decisions(rules, wagers(rules), decisions, complete=whole)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("rules", "decisions", "sentence"),
    [
        (RET, [], "the decision on 1st Run is missing [RET 11.B]"),
        (RET, ["1x"], "the decision on 2nd Run is missing [RET 11.D]"),
        (RET, ["1x", "1x"], "the decision on Center is missing [RET 11.F]"),
        (CCP, ["1x", "1x"], "the decision on Middle is missing [CCP 11.F]"),
        (THB, ["bet"], "the decision on Turn is missing [THB 11.E]"),
        (STUD, ["raise"], "the decision on 5 Card Raise is missing [235 11.B(1)#2]"),
    ],
)
def test_too_few(rules: Rules, decisions: list[str], sentence: str) -> None:
    assert refusal_text(rules, decisions) == sentence
    replay_decisions(rules, wagers(rules), decisions, complete=False)


@pytest.mark.parametrize(
    ("rules", "decisions", "sentence"),
    [
        (RET, ["1x"] * 4, "there are 4 decisions, but only 3 streets"),
        (STUD, ["check"] * 3, "there are 3 decisions, but only 2 streets"),
        (RET, ["fold", "1x"], "there is a decision after the fold on 1st Run [RET 11.B]"),
        (CCP, ["1x", "fold", "fold"], "there is a decision after the fold on Down [CCP 11.D]"),
        (THB, ["fold", "check", "check"], "there is a decision after the fold on Flop [THB 11.B]"),
        (
            RET,
            ["1x", "1x", "fold", "1x"],
            "there is a decision after the fold on Center [RET 11.F]",
        ),
    ],
)
def test_too_many_cards_or_decisions(rules: Rules, decisions: list[str], sentence: str) -> None:
    assert refusal_text(rules, decisions) == sentence
    assert refusal_text(rules, decisions, whole=False) == sentence


@pytest.mark.parametrize(
    ("rules", "decisions", "sentence"),
    [
        (RET, ["4x"], "'4x' is not a decision on 1st Run, which takes fold, 1x, 2x, 3x [RET 11.B]"),
        (RET, ["1X"], "'1X' is not a decision on 1st Run, which takes fold, 1x, 2x, 3x [RET 11.B]"),
        (RET, [""], "'' is not a decision on 1st Run, which takes fold, 1x, 2x, 3x [RET 11.B]"),
        (RET, ["check"], "'check' is not a decision on 1st Run"),
        (CCP, ["1x", "bet"], "'bet' is not a decision on Down, which takes fold, 1x, 2x, 3x"),
        (RET, [500], "500 is not a decision on 1st Run, which takes fold, 1x, 2x, 3x [RET 11.B]"),
        (THB, ["check"], "'check' is not a decision on Flop, which takes fold, bet [THB 11.B]"),
        (THB, ["bet", "fold"], "'fold' is not a decision on Turn, which takes check, bet"),
        (THB, ["bet", "1x"], "'1x' is not a decision on Turn"),
        (THB, [1_000], "1000 is not a decision on Flop"),
        (STUD, ["fold"], "'fold' is not a decision on 3 Card Raise, which takes check, raise"),
        (STUD, ["raise", "bet"], "'bet' is not a decision on 5 Card Raise"),
        (RET_ANY, ["4x"], "which takes fold, 1x, 2x, 3x or 500 to 1500 cents [RET 11.B]"),
        (RET_ANY, [499], "the raise on 1st Run is 499 cents, but must be 500 to 1500 [RET 11.B]"),
        (RET_ANY, ["1x", 1_501], "the raise on 2nd Run is 1501 cents, but must be 500 to 1500"),
        (RET_ANY, [0], "the raise on 1st Run is 0 cents"),
        (CCP_ANY, [-500], "the raise on Across is -500 cents"),
        (CCP_ANY, [True], "true is not a decision on Across"),
    ],
)
def test_what_is_no_decision(rules: Rules, decisions: list[str | int], sentence: str) -> None:
    assert sentence in refusal_text(rules, decisions)


@pytest.mark.parametrize("value", [None, 1.5, ["1x"], {}, ("fold",), 500.0, b"1x"], ids=repr)
@pytest.mark.parametrize("rules", [RET, RET_ANY, STUD], ids=["RET", "RET any", "235"])
def test_values_that_are_neither_a_word_nor_a_number(rules: Rules, value: object) -> None:
    with pytest.raises(Refused, match="is not a decision on"):
        replay_decisions(rules, wagers(rules), [value])  # type: ignore[list-item]


@pytest.mark.clause("RET 11.B")
def test_an_odd_amount_that_was_accepted_is_settled_in_full() -> None:
    """The table checks chips when a raise is made; settlement takes any accepted amount."""
    assert replay_decisions(RET_ANY, wagers(RET_ANY), [777, "1x", "1x"]).raises["run_1"] == 777


@given(st.sampled_from([*ALL, RET_ANY, CCP_ANY]), st.integers(1, 10**12), st.data())
def test_every_open_decision_can_be_made(rules: Rules, stake: int, data: st.DataObject) -> None:
    wagers_made = wagers(rules, stake)
    decisions: list[str] = []
    course = BettingProgress({}, False, 0)
    while choices_now := available_choices(rules, wagers_made, course):
        choice = data.draw(st.sampled_from(choices_now))
        open_street = street_after(rules, len(decisions))
        assert open_street is not None
        decisions.append(choice.decision)
        before, course = course, replay_decisions(rules, wagers_made, decisions, complete=False)
        assert course.has_folded == choice.folds
        more = {open_street.wager: choice.stake} if choice.stake else {}
        assert course.raises == before.raises | more
        assert choice.stake % stake == 0
    assert replay_decisions(rules, wagers_made, decisions) == course
    assert course.has_folded or course.streets_done == len(rules.streets)
