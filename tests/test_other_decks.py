"""Games with jokers or several decks are settled, solved, dealt, proved and shown."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from pitboss import games
from pitboss.cards import card, card_text
from pitboss.client.promises import PinnedRounds
from pitboss.errors import Refused
from pitboss.games import find_game
from pitboss.hands import hand
from pitboss.lab.advice import advise
from pitboss.lab.main_game import solve_main
from pitboss.lab.side_returns import solve_side_wagers
from pitboss.lab.strategy.first_decision import first_decision_shares
from pitboss.papers.card_symbols import card_symbol
from pitboss.settle import Round, Seat, settle
from pitboss.submission import resolve
from pitboss.table import Person, Role, Table
from pitboss.table import commands as c
from pitboss.table.proofs import proofs
from pitboss.table.views import public_view
from pitboss.tui.blocks import LARGE_CARD, card_block
from pitboss.verify import verify
from tests.other_decks import BOTH, HIGH_CARD, JOKER_THREE
from tests.web.page_checker import check_moments, moment, plainly

HIGH, JOKERS = resolve(HIGH_CARD), resolve(JOKER_THREE)


@pytest.fixture(autouse=True)
def _register_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (JOKER_THREE, HIGH_CARD):
        monkeypatch.setitem(games._added_games, game.key, game)


def round_of(hole: str, dealer: str, decision: str = "play") -> Round:
    faces = [[card(word) for word in names.split()] for names in (hole, dealer)]
    return Round({"dealer": faces[1]}, {1: faces[0]}, {1: Seat({"ante": 500}, [decision])})


def test_identical_cards_tie() -> None:
    result = settle(HIGH, round_of("Ah", "Ah")).seats[1]
    assert {wager.outcome for wager in result.wagers.values()} == {"push"}


def test_a_joker_is_settled_as_the_best_card() -> None:
    assert settle(JOKERS, round_of("Jo Ah Ad", "Kh Kd Ks")).seats[1].credited == 2_000
    assert settle(JOKERS, round_of("Jo Kh Jo", "Ah Ad As")).seats[1].credited == 2_000


@pytest.mark.parametrize(
    ("game", "hole", "dealer", "says"),
    [
        (JOKER_THREE, "Jo Jo Ah", "Jo Kh Ks", "the card Jo was dealt too many times"),
        (JOKER_THREE, "Ah Ah Ad", "9h Kh Ks", "the card Ah was dealt twice"),
        (JOKER_THREE, "2h Ah Ad", "9h Kh Ks", "2h, which is not in the deck of joker-three"),
        (HIGH_CARD, "Jo", "Ah", "Jo, which is not in the deck of high-card"),
    ],
)
def test_cards_that_are_not_in_the_deck(game: object, hole: str, dealer: str, says: str) -> None:
    rules = JOKERS if game is JOKER_THREE else HIGH
    with pytest.raises(Refused, match=says):
        settle(rules, round_of(hole, dealer))


def test_four_decks_are_solved_as_by_a_plain_loop() -> None:
    """The value of each rank is computed over the 207 other cards."""
    total = fold_value = Fraction()
    for own in range(13):
        others = Counter({r: 16 - (r == own) for r in range(13)})
        winnings = sum(n * ((own > r) - (own < r)) for r, n in others.items())
        value = Fraction(2 * winnings, others.total())
        total += max(Fraction(-1), value) / 13
        fold_value += Fraction(value <= -1, 13)
    main = solve_main(HIGH, cache=False, keep=False)
    assert main.ev == total
    assert first_decision_shares(HIGH, main)["fold"] == fold_value


def test_a_side_wager_that_compares_hands() -> None:
    (tie,) = solve_side_wagers(HIGH).values()
    assert tie.ev == Fraction(15 * 10 - 192, 207)
    assert [(line.name, line.combinations) for line in tie.lines] == [
        ("10 to 1", 208 * 15),
        ("all others", 208 * 192),
    ]


def test_a_deck_with_jokers_is_solved_as_by_a_plain_loop() -> None:
    """Some three-card hands are checked, each against every dealer hand."""
    deck = JOKER_THREE.deck
    ranked = {some: hand(some, deck=deck) for some in combinations(deck.cards, 3)}
    for own in Random("jokers").sample(sorted(ranked), 6):
        left = list(deck.cards)
        for item in own:
            left.remove(item)
        net = [
            (ranked[own] > x) - (ranked[own] < x) for x in map(ranked.get, combinations(left, 3))
        ]
        values = advise(JOKERS, own, {}, []).decisions
        assert values["play"] == Fraction(2 * sum(net), len(net))
    (trio,) = solve_side_wagers(JOKERS).values()
    names = Counter(ranked[some].name for some in combinations(deck.cards, 3))
    assert trio.lines[0].combinations == names["straight flush"] + names["mini royal"]
    assert trio.lines[1].combinations == names["three of a kind"]


def play_rounds(game: str, rounds: int = 4) -> Table:
    """Return a table where Bob plays every hand."""
    table = Table.open(game, practice="other decks")
    bob, dealer = Person("Bob", Role.PLAYER), Person("Dee", Role.DEALER)
    table.execute(c.TakeSeat(1), bob)
    table.execute(c.BuyIn(100_000), bob)
    for number in range(rounds):
        if not table.state.has_open_round:
            table.execute(c.OpenRound(), dealer)
        table.execute(c.PlaceWagers(1, {"ante": 500}), bob)
        table.execute(c.AddEntropy(f"{number} and a song"), bob)
        table.execute(c.NoMoreBets(), dealer)
        table.execute(c.Decide(1, "play"), bob)
    return table


@pytest.mark.parametrize("game", BOTH)
def test_fair_5_it_is_dealt_and_verified(game: str) -> None:
    assert verify(line + b"\n" for line in play_rounds(game).export()).rounds == 4


@pytest.mark.parametrize("game", BOTH)
def test_fair_8_a_client_checks_it(game: str) -> None:
    table, bob, pins = play_rounds(game, 1), Person("Bob", Role.PLAYER), PinnedRounds()
    view_ = plainly(public_view(table.state, Role.PLAYER))
    outcome = plainly(proofs(table.state, table.state.last[-1], None, bob))
    assert outcome["deck"].split() == [card_text(item) for item in find_game(game).deck.cards]
    assert pins.check_proofs(outcome, view_, {}) == ""
    shorter = outcome | {"deck": outcome["deck"].rpartition(" ")[0]}
    assert pins.check_proofs(shorter, view_, {})
    wrong = outcome | {"deck": outcome["deck"].replace("Ah", "Xx")}
    assert "not a card" in pins.check_proofs(wrong, view_, {})


@pytest.mark.parametrize("game", BOTH)
def test_fair_5_the_page_checks_it(game: str, tmp_path: Path) -> None:
    table = play_rounds(game, 1)
    (outcome,) = check_moments(tmp_path, [moment(table, Person("Bob", Role.PLAYER))])
    assert outcome["alone"]
    assert all(item["ok"] for item in outcome["alone"])
    assert outcome["redealt"]["ok"], outcome


def test_a_joker_is_drawn_in_the_terminal() -> None:
    assert card_symbol("Jo") == "★"
    assert "★" in "".join(line.plain for line in card_block("Jo", LARGE_CARD).lines)
