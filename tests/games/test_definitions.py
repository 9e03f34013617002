"""Definitions are complete, immutable, and found by their key."""

from collections.abc import Iterable

import pytest
from msgspec import Struct, structs

from pitboss.errors import Refused
from pitboss.games import GAMES, find_game
from pitboss.games.game_parts import Switch
from pitboss.games.grammar import (
    FOLD,
    BestOf,
    Dealing,
    Game,
    HandOf,
    HoleCards,
    Meter,
    Place,
    Sign,
    cards_table,
    dealt,
    prizes,
)
from pitboss.hands import Order

from .faulty_games import (
    BOARD,
    CCP,
    RET,
    STUD,
    THB,
    Build,
    at,
    ccp,
    hand,
    pays,
    progressive,
    ret,
    single_paytable,
    spin,
    stud,
    table_of,
    thb,
    wager,
)


def test_a_fault_planted_alone_is_reported_alone() -> None:
    """This ensures that other cases are refused for the fault they plant, not for a side effect."""
    with pytest.raises(Refused) as refusal:
        structs.replace(RET, wagers=wager(RET, "run_1", of="ante_3"))
    assert str(refusal.value) == (
        "Invalid game definition: "
        "run_1 raises 'ante_3', which is not a required wager: choose from ante_1, ante_2"
    )


def test_all_faults_are_reported_at_once() -> None:
    with pytest.raises(Refused) as refusal:
        structs.replace(
            RET,
            looks=3,
            wagers=wager(RET, "run_1", of="ante_3"),
            procedures=structs.replace(RET.procedures, incidents=RET.procedures.incidents[1:]),
            layout=structs.replace(RET.layout, table="left center right bottom"),
        )
    message = str(refusal.value)
    for part in ("looks at 3 of 2 cards", "raises 'ante_3'", "no remedy", "is missing top"):
        assert part in message


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_can_be_built_again(game: Game) -> None:
    fields = {name: getattr(game, name) for name in game.__struct_fields__}
    assert Game(**fields) == game


def parts(value: object) -> Iterable[object]:
    yield value
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from parts(getattr(value, name))
    elif isinstance(value, tuple | list):
        for part in value:
            yield from parts(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from parts(part)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_cannot_be_changed(game: Game) -> None:
    for part in parts(game):
        if isinstance(part, Struct):
            name = part.__struct_fields__[0] if part.__struct_fields__ else "x"
            with pytest.raises(AttributeError):
                setattr(part, name, None)


# Faults that only several checks together detect, or that could raise the wrong error.


def no_floor() -> tuple[Meter, ...]:
    return tuple(structs.replace(meter, least=0) for meter in progressive().meters)


def at_letter(game: Game, key: str, letter: str) -> object:
    side = next(side for side in game.sides if side.key == key)
    assert isinstance(side.pays, Switch)
    return side.pays.choices[letter]


MORE_FAULTS: dict[str, Build] = {
    "a line that four cards do not make": ret(
        hands=hand(
            RET, "first_run", HandOf("first_run", ("hole", "left", "right"), clause="11.I(1)")
        )
    ),
    "the best of no hands": ret(hands=hand(RET, "better", BestOf("better", (), clause="11.I(3)"))),
    "a reading twice": ret(readings=(*RET.readings, RET.readings[0])),
    "a bad clause for two decks": ret(two_decks="nonsense"),
    "a bad clause for forfeits": ret(forfeits="nonsense"),
    "a bad clause for the shuffler": ret(
        dealing=at(RET.procedures.dealing, 1, needs_shuffler="nonsense")
    ),
    "no way of dealing": ret(dealing=()),
    "no seats": ret(seats=0),
    "more boxes than seats": stud(boxes=structs.replace(STUD.boxes, most=7)),
    "a meter twice": ret(
        wagers=pays(
            RET,
            "progressive",
            single_paytable(progressive(meters=(*progressive().meters, progressive().meters[0]))),
        )
    ),
    "a progressive without a wager": ret(
        wagers=pays(RET, "progressive", single_paytable(progressive(envy_by_stake={})))
    ),
    "a holding below one that covers it": ret(
        wagers=pays(
            RET,
            "ultimate_pairs",
            HoleCards(
                cards_table(
                    """
                    (a)   pair of aces                        30 to 1
                    (b)   ace of hearts and ace of diamonds  100 to 1
                    """,
                    clause="12.E(3)",
                )
            ),
        )
    ),
    "more cards than a deck has": ret(seats=10, hole=5),
    "a place called holes": ret(places=(*RET.places, Place("holes", "Holes", clause="2.B(3)"))),
    "an order that there is not": ret(
        hands=hand(RET, "board", structs.replace(BOARD, ranking=Order(6)))
    ),
    "a street that stakes nothing": ret(
        streets=(
            structs.replace(RET.streets[0], choices={"fold": FOLD, "check": 0}),
            *RET.streets[1:],
        )
    ),
    "a limit over nothing": ret(payout_limit=structs.replace(RET.payout_limit, scope=())),
    "a limit over a meter": ret(
        payout_limit=structs.replace(RET.payout_limit, scope=("progressive",))
    ),
    "a limit below nothing": ret(payout_limit=structs.replace(RET.payout_limit, least=-1)),
    "a sign of what is not": ret(
        layout=structs.replace(RET.layout, signs=(Sign("Up to {payout_limt}.", "12.C"),))
    ),
    "a royal that loses": ret(wagers=pays(RET, "run_1", table_of("(2)   straight flush   9 to 1"))),
    "a required wager paid by a meter": ret(wagers=pays(RET, "ante_1", progressive())),
    "a raise with a choice of tables": ret(
        wagers=pays(RET, "run_1", single_paytable(table_of("(1)   royal flush   9 to 1")))
    ),
    "an option of another wager": thb(wagers=pays(THB, "flop", THB.required[0].pays)),
    "decisions before the cards": thb(
        dealing=(
            Dealing(
                "manual shoe",
                "8.D",
                dealt(
                    "each first; each second; dealer dealer; ask flop; ask turn; ask river; "
                    "flop flop flop; turn; river"
                ),
                no_more_bets="8.C",
            ),
        )
    ),
    "a meter that may start at nothing": ret(
        wagers=pays(RET, "progressive", single_paytable(progressive(meters=no_floor())))
    ),
    "two wagers that feed one meter": ret(
        wagers=pays(RET, "five_card_bonus", at_letter(RET, "progressive", "A"))
    ),
    "a fixed prize without a wheel": ret(
        wagers=pays(
            RET,
            "progressive",
            single_paytable(
                progressive(prizes=prizes("(a)   royal flush   the fixed prize", clause="12.F(3)"))
            ),
        )
    ),
    "an example wheel without stops": ccp(
        wagers=pays(CCP, "bonus_spin", single_paytable(spin("D", example_wheel={})))
    ),
    "a spin for nothing": ccp(wagers=pays(CCP, "bonus_spin", single_paytable(spin("D", stake=0)))),
}


TELLING = {
    "a line that four cards do not make": "the table 12.B names 'royal flush'",
    "the best of no hands": "is the best of no hands",
    "a reading twice": "the reading 'low_ace' appears twice",
    "a bad clause for two decks": "'nonsense' on Procedures",
    "a bad clause for forfeits": "'nonsense' on Procedures",
    "a bad clause for the shuffler": "'nonsense' on Dealing",
    "no way of dealing": "the procedures have no method of dealing",
    "no seats": "the game has 0 seats: it must have 1 to 10",
    "more boxes than seats": "one player may hold 7 boxes: it must be 1 to 6",
    "a meter twice": "the meter 'major' appears twice",
    "a progressive without a wager": "envy_by_stake is empty",
    "a holding below one that covers it": "never pays 'ace of hearts",
    "more cards than a deck has": "but the deck has 52",
    "a place called holes": "the place 'holes' needs another name: this one is reserved",
    "an order that there is not": "the ranking of the hand board counts 6 cards",
    "a street that stakes nothing": "no decision that stakes anything",
    "a limit over nothing": "the payout limit covers no wagers",
    "a limit over a meter": "covers 'progressive', which is paid by meters or a wheel",
    "a limit below nothing": "the payout limit is negative",
    "a sign of what is not": "a sign contains 'payout_limt'",
    "a royal that loses": "lets a royal flush lose",
    "a required wager paid by a meter": "ante_1 is paid by meters",
    "a raise with a choice of tables": "run_1 has a choice of paytables",
    "an option of another wager": "flop depends on 'pays_on'",
    "decisions before the cards": "asks for the decision turn before flop is dealt",
    "a meter that may start at nothing": "the meter 'major' has the floor 0: least must be",
    "two wagers that feed one meter": "two wagers feed the meter",
    "a fixed prize without a wheel": "a fixed prize belongs to a wheel",
    "an example wheel without stops": "the example wheel needs at least one stop",
    "a spin for nothing": "its stake is 0: it must be at least 1 cent",
}


@pytest.mark.parametrize("fault", MORE_FAULTS)
def test_invalid_definitions(fault: str) -> None:
    with pytest.raises(Refused) as refusal:
        MORE_FAULTS[fault]()
    assert TELLING[fault] in str(refusal.value)


# Finding a game by its key.

ALL = (
    "run-em-twice, criss-cross, holdem-bonus, stud-235, mississippi-stud, let-it-ride, three-card, "
    "caribbean-stud, ultimate-holdem"
)


@pytest.mark.parametrize("key", ALL.split(", "))
def test_a_game_is_found_by_its_key(key: str) -> None:
    assert find_game(key).key == key


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("criss_cross", "did you mean criss-cross?"),
        ("stud235", "did you mean stud-235?"),
        ("Run-Em-Twice", "did you mean run-em-twice?"),
        ("baccarat", f"the games are {ALL}"),
        ("", f"the games are {ALL}"),
    ],
)
def test_an_unknown_game_is_refused_with_the_nearest(key: str, hint: str) -> None:
    with pytest.raises(Refused) as refusal:
        find_game(key)
    assert str(refusal.value) == f"{key!r} is not a game: {hint}"


@pytest.mark.parametrize("key", [None, 7, ["criss-cross"], {}], ids=repr)
def test_an_invalid_key_is_refused(key: object) -> None:
    with pytest.raises(Refused, match="is not a game"):
        find_game(key)
