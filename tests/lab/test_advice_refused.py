"""Impossible requests for advice are refused, with the reason."""

from typing import Any, Final, NamedTuple

import pytest

from pitboss.cards import Card, card
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.lab.advice import advise
from pitboss.submission import resolve
from tests.rotation import with_games

CCP, RET, THB, STUD = "criss-cross", "run-em-twice", "holdem-bonus", "stud-235"


class BadRequest(NamedTuple):
    """A request and the reason why it is refused."""

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
    "five cards": BadRequest(
        CCP, "Kh Qs Js 2c 3c", "", {},
        "hole takes 2 cards at this decision, not 5",
    ),
    "one card": BadRequest(
        THB, "Kh", "", {}, "hole takes 2 cards at this decision, not 1"
    ),
    "no cards": BadRequest(
        RET, "", "", {}, "hole takes 2 cards at this decision, not 0"
    ),
    "stud's third too early": BadRequest(
        STUD, "Kh Qs Js", "", {}, "hole takes 2 cards at this decision, not 3"
    ),
    "stud's third missing": BadRequest(
        STUD, "Kh Qs", "raise", {}, "hole takes 3 cards at this decision, not 2"
    ),
    "stud's community as own": BadRequest(
        STUD, "Kh Qs Js 4c 5c", "raise", {},
        "hole takes 3 cards at this decision, not 5",
    ),
    # Decisions.
    "no such decision": BadRequest(
        CCP, "Kh Qs", "4x", {},
        "'4x' is not a decision on Across, which takes fold, 1x, 2x, 3x [CCP 11.B]",
    ),
    "a check before the flop": BadRequest(
        THB, "Kh Qs", "check", {},
        "'check' is not a decision on Flop, which takes fold, bet [THB 11.B]",
    ),
    "a fold after the flop": BadRequest(
        THB, "Kh Qs", "bet fold", FLOP,
        "'fold' is not a decision on Turn, which takes check, bet [THB 11.E]",
    ),
    "a fold in stud": BadRequest(
        STUD, "Kh Qs Js", "fold", {},
        "'fold' is not a decision on 3 Card Raise, which takes check, raise [235 11.B(1)]",
    ),
    "an amount": BadRequest(
        CCP, "Kh Qs", "150", {},
        "'150' is not a decision on Across, which takes fold, 1x, 2x, 3x [CCP 11.B]",
    ),
    "folded": BadRequest(
        CCP, "Kh Qs", "1x fold", ACROSS, "the hand was folded: there is nothing left to decide"
    ),
    "a decision after the fold": BadRequest(
        CCP, "Kh Qs", "fold 1x", {}, "there is a decision after the fold on Across [CCP 11.B]"
    ),
    "all decided in a cross": BadRequest(
        RET,
        "Kh Qs",
        "1x 1x 1x",
        CROSS,
        "every decision has been made: there is nothing left to decide",
    ),
    "all decided in hold 'em": BadRequest(
        THB, "Kh Qs", "bet check bet", TURN,
        "every decision has been made: there is nothing left to decide",
    ),
    "all decided in stud": BadRequest(
        STUD, "Kh Qs Js", "check check", {},
        "every decision has been made: there is nothing left to decide",
    ),
    "more decisions than streets": BadRequest(
        CCP, "Kh Qs", "1x 1x 1x 1x", CROSS, "there are 4 decisions, but only 3 streets"
    ),
    # Cards shown too early.
    "across before its decision": BadRequest(
        CCP, "Kh Qs", "", ACROSS,
        "left is revealed only after the decision on Across; decisions given: 0",
    ),
    "down before its decision": BadRequest(
        CCP, "Kh Qs", "1x", CROSS,
        "top is revealed only after the decision on Down; decisions given: 1",
    ),
    "the center": BadRequest(
        CCP, "Kh Qs", "1x 3x", CROSS | {"center": "6c"},
        "center is revealed only after the decision on Middle; decisions given: 2",
    ),
    "the turn": BadRequest(
        THB, "Kh Qs", "bet", TURN,
        "turn is revealed only after the decision on Turn; decisions given: 1",
    ),
    "the river": BadRequest(
        THB, "Kh Qs", "bet bet", TURN | {"river": "3h"},
        "river is revealed only after the decision on River; decisions given: 2",
    ),
    "the dealer's cards": BadRequest(
        THB, "Kh Qs", "bet bet", TURN | {"dealer": "Ac Ad"},
        "dealer is revealed only after the decision on River; decisions given: 2",
    ),
    "the community": BadRequest(
        STUD, "Kh Qs Js", "raise", {"community": "2c 3c"},
        "community is revealed only after the decision on 5 Card Raise; decisions given: 1",
    ),
    # Cards missing.
    "nothing of a line": BadRequest(
        CCP, "Kh Qs", "1x", {}, "left takes 1 card at this decision, not 0"
    ),
    "half of a line": BadRequest(
        CCP, "Kh Qs", "1x", {"left": "2c"},
        "right takes 1 card at this decision, not 0",
    ),
    "a line with nothing in it": BadRequest(
        CCP, "Kh Qs", "1x", {"left": "2c", "right": ""},
        "right takes 1 card at this decision, not 0",
    ),
    "two cards on one place": BadRequest(
        CCP, "Kh Qs", "1x", {"left": "2c 3c", "right": "Td"},
        "left takes 1 card at this decision, not 2",
    ),
    "no flop": BadRequest(
        THB, "Kh Qs", "bet", {}, "flop takes 3 cards at this decision, not 0"
    ),
    "one card of the flop": BadRequest(
        THB, "Kh Qs", "bet", {"flop": "Kd"}, "flop takes 3 cards at this decision, not 1"
    ),
    "four cards on the flop": BadRequest(
        THB, "Kh Qs", "bet", {"flop": "Kd 9c 8c 2h"},
        "flop takes 3 cards at this decision, not 4",
    ),
    "no turn": BadRequest(
        THB, "Kh Qs", "bet bet", FLOP, "turn takes 1 card at this decision, not 0"
    ),
    # Impossible cards.
    "one card twice in the hand": BadRequest(CCP, "Kh Kh", "", {}, "Kh appears twice"),
    "one card twice on the table": BadRequest(
        CCP, "Kh Qs", "1x", {"left": "2c", "right": "2c"}, "2c appears twice"
    ),
    "one card in hand and on the table": BadRequest(
        THB, "Kh Qs", "bet", {"flop": "Kh 9c 8c"}, "Kh appears twice"
    ),
    "stud's third again": BadRequest(STUD, "Kh Qs Kh", "raise", {}, "Kh appears twice"),
    # Places that do not exist.
    "a place of another game": BadRequest(
        CCP, "Kh Qs", "1x", ACROSS | {"flop": "3c"},
        "unknown place 'flop': choose from left, right, top, bottom, center",
    ),
    "no place at all": BadRequest(
        THB, "Kh Qs", "bet", FLOP | {"": "2h"},
        "unknown place '': choose from flop, turn, river, dealer",
    ),
}  # fmt: skip


def some(text: str) -> list[Card]:
    return [card(word) for word in text.split()]


@pytest.mark.parametrize("name", ASKED)
def test_bad_situations_are_refused_in_one_sentence(name: str) -> None:
    request = ASKED[name]
    table = {place: some(text) for place, text in request.table.items()}
    with pytest.raises(Refused) as refused:
        advise(resolve(GAMES[request.game]), some(request.hole), table, request.decisions.split())
    assert str(refused.value) == request.because


@pytest.mark.parametrize(("game", "number"), with_games([-1, 52, 1_000]))
def test_a_number_that_is_no_card(game: str, number: int) -> None:
    rules = resolve(GAMES[game])
    others = some("Kh 2c 3d 4s")[: len(rules.looks) - 1]
    visible_text = {place.name: some("9h")[: place.face_up] for place in rules.places}
    with pytest.raises(Refused, match=f"^{number} is not a card$"):
        advise(rules, [*others, Card(number)], visible_text)


def test_places_that_are_not_turned_yet_may_be_given_empty() -> None:
    """The page sends them like this."""
    rules = resolve(GAMES[CCP])
    table: dict[str, Any] = {"left": some("2c"), "right": some("Td"), "top": [], "center": ()}
    plain = advise(rules, some("Kh Qs"), {"left": some("2c"), "right": some("Td")}, ["1x"])
    assert advise(rules, some("Kh Qs"), table, ["1x"]) == plain
