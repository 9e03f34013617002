"""What cannot be advised on is refused, with a sentence that says why."""

from typing import Any, Final, NamedTuple

import pytest

from pitboss.cards import Card, card
from pitboss.games import GAMES
from pitboss.lab.advice import advise
from pitboss.refusal import Refused
from pitboss.submission import resolve
from tests.rotation import with_games

CCP, RET, THB, STUD = "criss-cross", "run-em-twice", "holdem-bonus", "stud-235"


class Asked(NamedTuple):
    """A request and why it is refused."""

    game: str
    hole: str
    decisions: str
    table: dict[str, str]
    because: str


ACROSS: Final = {"left": "2c", "right": "Td"}
CROSS: Final = ACROSS | {"top": "Ah", "bottom": "9s"}
FLOP: Final = {"flop": "Kd 9c 8c"}
TURN: Final = FLOP | {"turn": "2h"}
ASKED: Final = {
    # The player's own cards.
    "five cards": Asked(
        CCP, "Kh Qs Js 2c 3c", "", {},
        "at this decision a player has seen 2 cards of the hand, not 5",
    ),
    "one card": Asked(
        THB, "Kh", "", {}, "at this decision a player has seen 2 cards of the hand, not 1"
    ),
    "no cards": Asked(
        RET, "", "", {}, "at this decision a player has seen 2 cards of the hand, not 0"
    ),
    "stud's third too early": Asked(
        STUD, "Kh Qs Js", "", {}, "at this decision a player has seen 2 cards of the hand, not 3"
    ),
    "stud's third missing": Asked(
        STUD, "Kh Qs", "raise", {}, "at this decision a player has seen 3 cards of the hand, not 2"
    ),
    "stud's community as own": Asked(
        STUD, "Kh Qs Js 4c 5c", "raise", {},
        "at this decision a player has seen 3 cards of the hand, not 5",
    ),
    # Decisions.
    "no such decision": Asked(
        CCP, "Kh Qs", "4x", {},
        "'4x' is not a decision on Across, which takes fold, 1x, 2x, 3x [CCP 11.B]",
    ),
    "a check before the flop": Asked(
        THB, "Kh Qs", "check", {},
        "'check' is not a decision on Flop, which takes fold, bet [THB 11.B]",
    ),
    "a fold after the flop": Asked(
        THB, "Kh Qs", "bet fold", FLOP,
        "'fold' is not a decision on Turn, which takes check, bet [THB 11.E]",
    ),
    "a fold in stud": Asked(
        STUD, "Kh Qs Js", "fold", {},
        "'fold' is not a decision on 3 Card Raise, which takes check, raise [235 11.B(1)]",
    ),
    "an amount": Asked(
        CCP, "Kh Qs", "150", {},
        "'150' is not a decision on Across, which takes fold, 1x, 2x, 3x [CCP 11.B]",
    ),
    "folded": Asked(
        CCP, "Kh Qs", "1x fold", ACROSS, "the hand was folded: there is nothing left to decide"
    ),
    "a decision after the fold": Asked(
        CCP, "Kh Qs", "fold 1x", {}, "there is a decision after the fold on Across [CCP 11.B]"
    ),
    "all decided in a cross": Asked(
        RET, "Kh Qs", "1x 1x 1x", CROSS, "every decision is taken: there is nothing left to decide"
    ),
    "all decided in hold 'em": Asked(
        THB, "Kh Qs", "bet check bet", TURN,
        "every decision is taken: there is nothing left to decide",
    ),
    "all decided in stud": Asked(
        STUD, "Kh Qs Js", "check check", {},
        "every decision is taken: there is nothing left to decide",
    ),
    "more decisions than streets": Asked(
        CCP, "Kh Qs", "1x 1x 1x 1x", CROSS, "there are 4 decisions, but only 3 streets"
    ),
    # Cards shown too early.
    "across before its decision": Asked(
        CCP, "Kh Qs", "", ACROSS,
        "left is turned only after the decision on Across: no decision given",
    ),
    "down before its decision": Asked(
        CCP, "Kh Qs", "1x", CROSS,
        "top is turned only after the decision on Down: 1 decision given",
    ),
    "the center": Asked(
        CCP, "Kh Qs", "1x 3x", CROSS | {"center": "6c"},
        "center is turned only after the decision on Middle: 2 decisions given",
    ),
    "the turn": Asked(
        THB, "Kh Qs", "bet", TURN,
        "turn is turned only after the decision on Turn: 1 decision given",
    ),
    "the river": Asked(
        THB, "Kh Qs", "bet bet", TURN | {"river": "3h"},
        "river is turned only after the decision on River: 2 decisions given",
    ),
    "the dealer's cards": Asked(
        THB, "Kh Qs", "bet bet", TURN | {"dealer": "Ac Ad"},
        "dealer is turned only after the decision on River: 2 decisions given",
    ),
    "the community": Asked(
        STUD, "Kh Qs Js", "raise", {"community": "2c 3c"},
        "community is turned only after the decision on 5 Card Raise: 1 decision given",
    ),
    # Cards missing.
    "nothing of a line": Asked(
        CCP, "Kh Qs", "1x", {}, "left shows a card at this decision: none given"
    ),
    "half of a line": Asked(
        CCP, "Kh Qs", "1x", {"left": "2c"},
        "right shows a card at this decision: none given",
    ),
    "a line with nothing in it": Asked(
        CCP, "Kh Qs", "1x", {"left": "2c", "right": ""},
        "right shows a card at this decision: none given",
    ),
    "two cards on one place": Asked(
        CCP, "Kh Qs", "1x", {"left": "2c 3c", "right": "Td"},
        "left shows a card at this decision: 2 given",
    ),
    "no flop": Asked(
        THB, "Kh Qs", "bet", {}, "flop shows 3 cards at this decision: none given"
    ),
    "one card of the flop": Asked(
        THB, "Kh Qs", "bet", {"flop": "Kd"}, "flop shows 3 cards at this decision: 1 given"
    ),
    "four cards on the flop": Asked(
        THB, "Kh Qs", "bet", {"flop": "Kd 9c 8c 2h"},
        "flop shows 3 cards at this decision: 4 given",
    ),
    "no turn": Asked(
        THB, "Kh Qs", "bet bet", FLOP, "turn shows a card at this decision: none given"
    ),
    # Cards that cannot be.
    "one card twice in the hand": Asked(CCP, "Kh Kh", "", {}, "Kh appears twice"),
    "one card twice on the table": Asked(
        CCP, "Kh Qs", "1x", {"left": "2c", "right": "2c"}, "2c appears twice"
    ),
    "one card in hand and on the table": Asked(
        THB, "Kh Qs", "bet", {"flop": "Kh 9c 8c"}, "Kh appears twice"
    ),
    "stud's third again": Asked(STUD, "Kh Qs Kh", "raise", {}, "Kh appears twice"),
    # Places that are not there.
    "a place of another game": Asked(
        CCP, "Kh Qs", "1x", ACROSS | {"flop": "3c"},
        "there is no place 'flop' on this table: it has left, right, top, bottom, center",
    ),
    "no place at all": Asked(
        THB, "Kh Qs", "bet", FLOP | {"": "2h"},
        "there is no place '' on this table: it has flop, turn, river, dealer",
    ),
}  # fmt: skip


def some(text: str) -> list[Card]:
    return [card(word) for word in text.split()]


@pytest.mark.parametrize("name", ASKED)
def test_it_is_refused_with_a_sentence(name: str) -> None:
    asked = ASKED[name]
    table = {place: some(text) for place, text in asked.table.items()}
    with pytest.raises(Refused) as refused:
        advise(resolve(GAMES[asked.game]), some(asked.hole), table, asked.decisions.split())
    assert str(refused.value) == asked.because


@pytest.mark.parametrize(("game", "number"), with_games([-1, 52, 1_000]))
def test_a_number_that_is_no_card(game: str, number: int) -> None:
    rules = resolve(GAMES[game])
    others = some("Kh 2c 3d 4s")[: len(rules.looks) - 1]
    shown = {place.name: some("9h")[: place.face_up] for place in rules.places}
    with pytest.raises(Refused, match=f"^{number} is not a card$"):
        advise(rules, [*others, Card(number)], shown)


def test_places_that_are_not_turned_yet_may_be_named_empty() -> None:
    """As a page sends them."""
    rules = resolve(GAMES[CCP])
    table: dict[str, Any] = {"left": some("2c"), "right": some("Td"), "top": [], "center": ()}
    plain = advise(rules, some("Kh Qs"), {"left": some("2c"), "right": some("Td")}, ["1x"])
    assert advise(rules, some("Kh Qs"), table, ["1x"]) == plain
