"""Decisions that only certain hands may make, tested from the definition to an export."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from pitboss import games
from pitboss.cards import Card, cards, cards_text, rank
from pitboss.errors import Refused
from pitboss.games.checks import InvalidGame
from pitboss.games.grammar import (
    FOLD,
    AllWin,
    AtLeast,
    Beats,
    Choices,
    Deck,
    Game,
    HandOf,
    Not,
    OnlyWith,
    Order,
    Place,
    Raise,
    Required,
    Reveal,
    Street,
    showdown,
)
from pitboss.lab.advice import advise
from pitboss.lab.main_game import solve_main
from pitboss.lab.shape_registry import find_shape
from pitboss.papers.rules_card.round_steps import round_steps
from pitboss.round import BettingProgress, available_choices, replay_decisions
from pitboss.settle import Round, Seat, settle
from pitboss.settle.json_lines import settle_line
from pitboss.shuffle import Shoe
from pitboss.submission import resolve
from pitboss.table import Person, Role, Table
from pitboss.table import commands as c
from pitboss.table.views import encode_view, own_view
from pitboss.verify import verify
from tests.verify.file_forgery import docs_of, rebook, rechain

TWO = Order(2, kinds=("high card", "pair"))
PAIRS = Game(
    key="only-pairs",
    name="Only Pairs",
    story="Two cards against the dealer's two; only a pair may raise three times.",
    deck=Deck(ranks="TJQKA"),
    seats=2,
    places=(Place("dealer", "Dealer", cards=2),),
    hands=(
        HandOf("player", ("hole",), "your two cards", TWO),
        HandOf("dealer", ("dealer",), "the dealer's two cards", TWO),
    ),
    wagers=(
        Required("ante", "Ante", showdown("player", "dealer")),
        Raise("play", "Play", showdown("player", "dealer"), of="ante"),
    ),
    streets=(
        Street(
            "play",
            {"fold": FOLD, "1x": 1, "3x": OnlyWith(3, AtLeast("player", "pair"))},
            (Reveal(("dealer",)),),
        ),
    ),
)
RULES = resolve(PAIRS)
STAKES = {"ante": 500}
BOB, CY, DEE = Person("Bob", Role.PLAYER), Person("Cy", Role.PLAYER), Person("Dee", Role.DEALER)


@pytest.fixture(autouse=True)
def _register_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._added_games, PAIRS.key, PAIRS)


def cards_for_seat(hole: str) -> list[Card]:
    """Return the player's cards, dealt after two dealer cards that nobody has seen."""
    return [Card(-1), Card(-1), *cards(hole)]


# The definition


def street_with(**decisions: object) -> Street:
    choices: Choices = {"fold": FOLD, "1x": 1, **decisions}  # type: ignore[dict-item]
    return replace(PAIRS.streets[0], choices=choices)


@pytest.mark.parametrize(
    ("street", "says"),
    [
        (
            street_with(**{"3x": OnlyWith(3, AtLeast("dealer", "pair"))}),
            "the decision '3x' of the street play depends on dealer, which the player has not seen",
        ),
        (
            street_with(**{"3x": OnlyWith(3, Beats("player", "dealer"))}),
            "depends on dealer, which the player has not seen by then",
        ),
        (
            street_with(**{"3x": OnlyWith(3, AllWin(("ante",)))}),
            "depends on other wagers, which are settled later: name hands only",
        ),
        (
            street_with(**{"3x": OnlyWith(3, AtLeast("players", "pair"))}),
            "it looks at 'players', which is unknown: did you mean 'player'",
        ),
        (
            street_with(**{"3x": OnlyWith(3, AtLeast("player", "full house"))}),
            "full house",
        ),
        (
            street_with(check=OnlyWith(0, AtLeast("player", "pair"))),
            "stakes nothing, which every player may do: write 0",
        ),
        (
            street_with(one=OnlyWith(1, AtLeast("player", "pair"))),
            "the street play has two decisions that do the same thing",
        ),
        (
            street_with(**{"3x": OnlyWith("3", AtLeast("player", "pair"))}),  # type: ignore[arg-type]
            "times of an OnlyWith is '3': it must be a whole number",
        ),
        (
            replace(street_with(**{"3x": OnlyWith(3, AtLeast("player", "pair"))}), any_amount=True),
            "takes any amount, so no stake can be limited to certain cards",
        ),
    ],
)
def test_invalid_definitions_are_refused(street: Street, says: str) -> None:
    with pytest.raises(InvalidGame) as error:
        replace(PAIRS, streets=(street,))
    assert says in str(error.value)


def test_cards_that_an_earlier_street_reveals_have_been_seen() -> None:
    early = Street("play", {"check": 0, "4x": 4}, (Reveal(("dealer",), cards=1),), name="early")
    both = HandOf("all", ("hole", "dealer"), "all four cards")
    late = street_with(**{"3x": OnlyWith(3, AtLeast("all", "pair"))})
    late = replace(late, name="late")
    with pytest.raises(InvalidGame, match="depends on dealer, which the player has not seen"):
        replace(PAIRS, hands=(*PAIRS.hands, both), streets=(early, late))
    whole = replace(early, reveals=(Reveal(("dealer",)),))
    late = replace(late, reveals=())
    assert replace(
        PAIRS,
        hands=(*PAIRS.hands, both),
        streets=(whole, late),
    )


def test_the_rules_hash_tells_conditions_apart() -> None:
    other = street_with(**{"3x": OnlyWith(3, AtLeast("player", "pair of aces"))})
    plain = street_with(**{"3x": 3})
    hashes = {resolve(replace(PAIRS, streets=(x,))).game_hash for x in (other, plain)}
    assert len({*hashes, RULES.game_hash}) == 3


# A round


def test_decisions_that_the_cards_allow() -> None:
    course = BettingProgress({}, False, 0)
    for hole, names in (("Ah Ad", ["fold", "1x", "3x"]), ("Ah Kd", ["fold", "1x"])):
        result = available_choices(RULES, STAKES, course, cards_for_seat(hole))
        assert [item.decision for item in result] == names
    assert [
        available_choice.stake for available_choice in available_choices(RULES, STAKES, course)
    ] == [0, 500, 1500]
    assert replay_decisions(RULES, STAKES, ["3x"], cards=cards_for_seat("Ah Ad")).raises == {
        "play": 1500
    }
    with pytest.raises(Refused, match="3x on Play is allowed only if your two cards are a pair"):
        replay_decisions(RULES, STAKES, ["3x"], cards=cards_for_seat("Ah Kd"))


def test_settlement_refuses_a_decision_that_the_cards_do_not_allow() -> None:
    def seats(*decisions: str) -> dict[int, Seat]:
        return {at: Seat(STAKES, [item]) for at, item in enumerate(decisions, 1)}

    holes = {1: cards("Ah Ad"), 2: cards("Jc Kd")}
    table = {"dealer": cards("Kc Qc")}
    assert settle(RULES, Round(table, holes, seats("3x", "1x"))).seats[1].staked == 2000
    with pytest.raises(Refused, match="seat 2: 3x on Play is allowed only if your two cards are"):
        settle(RULES, Round(table, holes, seats("3x", "3x")))
    # A void round returns every stake, whatever was decided.
    back = settle(RULES, Round({}, {}, seats("3x", "3x"), void=True))
    assert back.seats[2].net == 0
    line = {
        "game": PAIRS.key,
        "cards": {"dealer": ["Kc", "Qc"], "holes": {"1": ["Ah", "Kd"]}},
        "seats": {"1": {"wagers": STAKES, "decisions": ["3x"]}},
    }
    answer = json.loads(settle_line(json.dumps(line).encode()))
    assert answer["error"].startswith("seat 1: 3x on Play is allowed only if")


def test_the_rules_card_states_the_condition() -> None:
    (text,) = [step.text for step in round_steps(PAIRS, RULES) if step.key == "play"]
    assert text == (
        "Fold, or bet an amount equal to your ante, or if your two cards are a pair or better, bet "
        "3 times your ante. Then the dealer's cards are turned over."
    )


# A table


def open_table() -> Table:
    table = Table.open(PAIRS.key, practice="only with")
    for seat, by in ((1, BOB), (2, CY)):
        table.execute(c.TakeSeat(seat), by)
        table.execute(c.BuyIn(100_000), by)
    return table


def ask_seat_one(table: Table) -> Table:
    """Return a round in which seat 1 has to decide."""
    if not table.state.has_open_round:
        table.execute(c.OpenRound(), DEE)
    table.execute(c.PlaceWagers(1, STAKES), BOB)
    table.execute(c.PlaceWagers(2, STAKES), CY)
    table.execute(c.NoMoreBets(), DEE)
    return table


def has_pair(table: Table, seat: int) -> bool:
    assert table.shoe
    assert table.state.round
    first, second = (rank(table.shoe.cards[at]) for at in table.state.round.holes[seat])
    return first == second


def test_a_table_offers_and_accepts_only_what_the_cards_allow() -> None:
    table, outcomes_so_far = open_table(), set[bool]()
    for _ in range(40):
        ask_seat_one(table)
        for seat, by in ((1, BOB), (2, CY)):
            other, pair = CY if by is BOB else BOB, has_pair(table, seat)
            names = [choice.decision for choice in own_view(table.state, table.shoe, by).choices]
            assert names == (["fold", "1x", "3x"] if pair else ["fold", "1x"])
            assert table.view(by).choices == own_view(table.state, table.shoe, by).choices
            assert own_view(table.state, table.shoe, other).choices == ()
            unknown = [choice.decision for choice in own_view(table.state, None, by).choices]
            assert unknown == ["fold", "1x"]
            if not pair:
                with pytest.raises(Refused, match="3x on Play is allowed only if your two cards"):
                    table.execute(c.Decide(seat, "3x"), by)
            table.execute(c.Decide(seat, "3x" if pair else "1x"), by)
            outcomes_so_far.add(pair)
    assert outcomes_so_far == {True, False}
    assert verify(line + b"\n" for line in table.export()).rounds == 40


def test_sec_2_nobody_else_sees_what_a_player_is_offered() -> None:
    """For two stacks that differ only in Bob's hand, other players see the same views."""
    table = ask_seat_one(open_table())
    assert table.shoe
    assert table.state.round
    stack, (first, second) = list(table.shoe.cards), table.state.round.holes[1]
    hidden_positions = {first, second, *table.state.round.holes[2]}
    pair = rank(stack[first]) == rank(stack[second])
    partner = next(
        at
        for at, card in enumerate(stack)
        if at not in hidden_positions and (rank(card) == rank(stack[first])) is not pair
    )
    stack[second], stack[partner] = stack[partner], stack[second]
    other = Shoe(table.shoe.seed, tuple(stack), table.shoe.salts)
    differs = [own_view(table.state, shoe, BOB).choices for shoe in (table.shoe, other)]
    assert differs[0] != differs[1]
    viewers = [CY, DEE, *(Person("X", role) for role in Role if role is not Role.PLAYER)]
    for viewer in viewers:
        frames = []
        for shoe in (table.shoe, other):
            table.shoe = shoe
            frames.append(encode_view(table.view(viewer)))
        assert frames[0] == frames[1]


def test_the_dealer_prompts_everybody_alike() -> None:
    table = ask_seat_one(open_table())
    due = table.view(DEE).due
    assert getattr(due, "said", "") == (
        "Seat 1, Play: fold, 1x for $5 or 3x for $15 if your two cards are a pair or better?"
    )


def test_an_export_with_a_forbidden_decision_fails_verification() -> None:
    table = open_table()
    while True:
        ask_seat_one(table)
        pair = has_pair(table, 1)
        table.execute(c.Decide(1, "1x"), BOB)
        table.execute(c.Decide(2, "fold"), CY)
        if not pair:
            break
    docs = docs_of([line + b"\n" for line in table.export()])
    at = max(n for n, doc in enumerate(docs) if doc["event"].get("decision") == "1x")
    docs[at]["event"] |= {"decision": "3x", "stake": 1500}
    forgery = rebook(docs)
    assert forgery
    with pytest.raises(Exception, match="3x on Play is allowed only if your two cards are a pair"):
        verify(rechain(forgery))


# The lab


def best_of(own: Sequence[Card], *, conditions: bool = True) -> tuple[str, dict[str, Fraction]]:
    """Return the best decision and all values, by a plain loop over the dealer's hands."""
    left = [x for x in PAIRS.deck.cards if x not in own]
    dealer = [_strength(some) for some in combinations(left, 2)]
    mine = _strength(own)
    ahead = sum((mine > x) - (mine < x) for x in dealer)
    values = {"fold": Fraction(-1), "1x": Fraction(2 * ahead, len(dealer))}
    if mine[0] or not conditions:
        values["3x"] = Fraction(4 * ahead, len(dealer))
    return max(values, key=lambda name: values[name]), values


def _strength(two: Sequence[Card]) -> tuple[bool, list[int]]:
    ranks = sorted(map(rank, two), reverse=True)
    return ranks[0] == ranks[1], ranks


def test_the_solver_agrees_with_a_plain_loop() -> None:
    main = solve_main(RULES, cache=False, keep=False)
    hands = list(combinations(PAIRS.deck.cards, 2))
    total = Fraction()
    for own in hands:
        best, values = best_of(own)
        total += values[best]
    assert main.ev == total / len(hands)
    unlimited_value = sum(max(best_of(own, conditions=False)[1].values()) for own in hands)
    assert main.ev < unlimited_value / len(hands)


def test_advice_only_covers_decisions_that_the_cards_allow() -> None:
    for text in ("Ah Ad", "Ah Td", "Kh Qh", "Jc Td"):
        best, values = best_of(cards(text))
        result = advise(RULES, cards(text))
        assert (result.decisions, result.best) == (values, best), cards_text(cards(text))


def test_a_condition_may_be_a_lower_hand() -> None:
    low = street_with(**{"3x": OnlyWith(3, Not(AtLeast("player", "pair")))})
    rules = resolve(replace(PAIRS, streets=(low,)))
    assert "3x" not in advise(rules, cards("Ah Ad")).decisions
    assert "3x" in advise(rules, cards("Ah Td")).decisions


def test_only_conditions_on_the_whole_hand_have_a_fast_shape() -> None:
    shape = find_shape(RULES)
    assert shape is not None
    assert shape.name == "duel"
    one_card = HandOf("one", ("first",), "your first card", Order(1))
    part = street_with(**{"3x": OnlyWith(3, AtLeast("one", "king high"))})
    assert (
        find_shape(resolve(replace(PAIRS, hands=(*PAIRS.hands, one_card), streets=(part,)))) is None
    )
