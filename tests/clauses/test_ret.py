# ruff: noqa: N802 - a test is called by its clause
"""Run 'Em Twice: clauses that no other test covers."""

import pytest

from pitboss.games.grammar import EVEN, ByTable, Progressive
from pitboss.submission import SubmissionRefused, resolve
from pitboss.submission.rules import Rules
from tests.games.wager_payoffs import RET, payoff_of_kind
from tests.settle.round_lines import (
    Json,
    Position,
    a_round,
    answer,
    at,
    progressive,
    ret,
    settle_result,
)
from tests.submission.submission_paths import submission_with

CROSS = {"left": "2c", "right": "Td", "top": "Ah", "bottom": "9s", "center": "4d"}
HOLE = "Kh Qs"


def round_json(*seats: Position, **keys: Json | bool) -> Json:
    """A round over this cross, as it is handed in."""
    return a_round("run-em-twice", dict(CROSS), *seats, **keys)


def error(round_: Json) -> str:
    """Why a round is refused."""
    progress = answer(round_)
    assert set(progress) == {"error"}
    sentence: str = progress["error"]
    return sentence


def faults(path: str, value: object) -> list[str]:
    """What is wrong with a submission that says one thing."""
    with pytest.raises(SubmissionRefused) as refusal:
        resolve(RET, submission_with(path, value))
    return [str(fault) for fault in refusal.value.faults]


def rows(grid: str) -> list[list[str]]:
    """A drawing of spots, read."""
    return [line.split() for line in grid.strip().splitlines()]


@pytest.mark.parametrize("ante", ["ante_1", "ante_2"])
def test_ret_1_B_1(ante: str) -> None:
    """Nobody is in a round without both antes."""
    assert [wager.key for wager in RET.required] == ["ante_1", "ante_2"]
    round_ = round_json(at(1, HOLE, 500, "fold"))
    del round_["seats"]["1"]["wagers"][ante]
    assert f"seat 1 has no {ante} wager" in error(round_)


@pytest.mark.parametrize("side", ["five_card_bonus", "ultimate_pairs", "progressive"])
def test_ret_1_B_2(side: str) -> None:
    """A bonus can be left out, and any one taken alone."""
    antes = {"ante_1", "ante_2"}
    assert set(settle_result(round_json(at(1, HOLE, 500, "fold"))).wagers(1)) == antes
    round_ = round_json(at(1, HOLE, 500, "fold"))
    round_["seats"]["1"]["wagers"][side] = 100
    assert set(settle_result(round_).wagers(1)) == {*antes, side}


def test_ret_1_B_5() -> None:
    """A round is whole, with all cards and decisions, and then no wager is left open."""
    seat = at(1, HOLE, 500, "1x 1x 1x", five_card_bonus=100, ultimate_pairs=100, progressive=100)
    progress = settle_result(round_json(seat))
    assert set(progress.wagers(1)) == {wager.key for wager in RET.wagers}
    for place in CROSS:
        short = round_json(at(1, HOLE, 500, "1x 1x 1x"))
        del short["cards"][place]
        assert f"{place} has no card" in error(short)
    assert "Center is missing" in error(round_json(at(1, HOLE, 500, "1x 1x")))


def test_ret_2_A_1() -> None:
    """Seats 1 to 6 can bet, a seventh cannot, and one player has one of them."""
    holes = ("Ac Kc", "Ad Kd", "As Ks", "Qc Qd", "Qh Qs", "Jc Jd")
    progress = settle_result(
        round_json(*(at(n, hole, 500, "fold") for n, hole in enumerate(holes, 1)))
    )
    assert [progress.totals(number) for number in range(1, 7)] == [(1000, 0, -1000)] * 6
    assert "7 is not a seat" in error(round_json(at(7, HOLE, 500, "fold")))
    both = at(1, HOLE, 500, "fold", player="ann"), at(2, "Jc Jd", 500, "fold", player="ann")
    assert "'ann' plays 2 positions, but may play 1 [RET 2.A(1)]" in error(round_json(*both))


def test_ret_2_B_1() -> None:
    """What is filed says whose table it is."""
    resolve(RET, {"operator": "Harbor House"})
    for nameless in ("", "  "):
        (fault,) = faults("operator", nameless)
        assert fault.startswith("operator ")


def test_ret_2_B_2() -> None:
    """Antes and bets have a spot each: antes nearest the player, the bets in a row before them."""
    spots = rows(RET.layout.seat)
    assert spots[-2:] == [["run_1", "center", "run_2"], ["ante_1", ".", "ante_2"]]
    assert RET.seats == 6


def test_ret_2_B_3() -> None:
    """The five places make a cross, a card each."""
    assert rows(RET.layout.table) == [
        [".", "top", "."],
        ["left", "center", "right"],
        [".", "bottom", "."],
    ]
    assert [place.cards for place in RET.places] == [1, 1, 1, 1, 1]


@pytest.mark.parametrize("side", ["five_card_bonus", "ultimate_pairs", "progressive"])
def test_ret_2_B_4(side: str) -> None:
    """A side wager has one spot at a seat, and shares it with nothing."""
    spots = [spot for row in rows(RET.layout.seat) for spot in row]
    assert spots.count(side) == 1


def test_ret_3_A() -> None:
    """There is one deck: two go only with a shuffler, three never, and no card is dealt twice."""
    assert resolve(RET).table.decks == 1
    assert faults("table.decks", 2) == [
        "table.decks is 2, which needs an automated shuffler [RET 3.B]"
    ]
    (fault,) = faults("table.decks", 3)
    assert fault.endswith("[RET 3.B]")
    assert "2c was dealt twice" in error(round_json(at(1, "2c Qs", 500, "fold")))


def shuffled_by(shuffler: str, dealing: str) -> Rules:
    return resolve(RET, {"table": {"shuffler": shuffler, "dealing": dealing}})


@pytest.mark.parametrize("dealing", ["manual shoe", "hand", "automated shoe"])
def test_ret_5_B_1(dealing: str) -> None:
    """A shuffler that counts can be filed with every way of dealing."""
    table = shuffled_by("automated counting", dealing).table
    assert (table.shuffler, table.dealing) == ("automated counting", dealing)


def test_ret_5_G() -> None:
    """A shoe that reshuffles can be filed; it deals in the order of any automated shoe."""
    rules = shuffled_by("automated reshuffling", "automated shoe")
    assert rules.table.shuffler == "automated reshuffling"
    assert rules.dealing == shuffled_by("automated", "automated shoe").dealing
    assert rules.dealing.clause == "10.B"


def test_ret_7_E_1() -> None:
    """The antes are equal, the bets are one to three of them, and no dealer's hand is beaten."""
    unequal = round_json(at(1, HOLE, 500, "1x 2x 3x"))
    unequal["seats"]["1"]["wagers"]["ante_2"] = 600
    assert "ante_1 is 500 and ante_2 is 600" in error(unequal)
    progress = settle_result(round_json(at(1, HOLE, 500, "1x 2x 3x")))
    stakes = {key: wager["stake"] for key, wager in progress.seat(1)["wagers"].items()}
    assert stakes == {"ante_1": 500, "ante_2": 500, "run_1": 500, "run_2": 1000, "center": 1500}
    for wagers, win in ((RET.required, EVEN), (RET.raises, None)):
        for wager in wagers:
            assert isinstance(wager.pays, ByTable)
            assert wager.pays.win == win
    assert "dealer" not in {place.name for place in RET.places}


def meter_prizes(letter: str, wager: int = 100) -> Progressive:
    """How the Progressive pays under this filing."""
    rules = resolve(RET, progressive(letter, wager))
    pays = next(side.pays for side in rules.sides if side.key == "progressive")
    assert isinstance(pays, Progressive)
    return pays


@pytest.mark.parametrize(
    ("letter", "clause", "meters"),
    [
        ("A", "12.F(1)", {"meter": 1_000_000}),
        ("B", "12.F(2)", {"meter": 200_000}),
        ("C", "12.F(3)", {"major": 1_000_000, "minor": 100_000}),
        ("D", "12.F(4)", {"mega": 1_000_000, "major": 100_000, "minor": 25_000}),
    ],
)
def test_ret_12_F(letter: str, clause: str, meters: dict[str, int]) -> None:
    """The letter that is filed brings its prizes and its meters."""
    pays = meter_prizes(letter)
    assert pays.prizes.clause == clause
    assert {meter.name: meter.reset for meter in pays.meters} == meters


@pytest.mark.parametrize("letter", "ABCD")
def test_ret_12_G_2(letter: str) -> None:
    """The envy list is that of the letter that is filed."""
    number = "ABCD".index(letter) + 1
    assert meter_prizes(letter, 100).envy.clause == f"12.H({number})"
    assert meter_prizes(letter, 500).envy.clause == f"12.I({number})"
    assert set(payoff_of_kind(Progressive, RET, "progressive", letter).envy_by_stake) == {100, 500}


@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize(
    ("board", "hole", "wager", "envy"),
    [
        ("Qs Js 2d 7c Ts", "As Ks", 100, 100_000),
        ("7h 8h 2d Kc 9h", "Th Jh", 100, 30_000),
        ("Qs Js 2d 7c Ts", "As Ks", 500, 500_000),
        ("7h 8h 2d Kc 9h", "Th Jh", 500, 150_000),
        ("Qs Qh 2d 7c 3h", "Qc Qd", 500, 0),
    ],
)
def test_ret_12_H_and_I(letter: str, board: str, hole: str, wager: int, envy: int) -> None:
    """Another's royal or straight flush brings the same under every letter; quads bring nothing."""
    progress = ret(
        board,
        at(1, "4c 4s", 500, "fold", progressive=wager),
        at(5, hole, 500, "1x 1x 1x"),
        submission=progressive(letter, wager),
    )
    assert progress.envy() == {1: envy, 5: 0}


def test_ret_13_C_and_F() -> None:
    """A wrong number of cards is no round that is played; void, it gives everything back."""
    seats = at(1, HOLE, 500, "1x 1x 1x", progressive=100), at(2, "Jc Jd", 500, "fold")
    for wrong in ("Kh", "Kh Qs 3c"):
        round_ = round_json(*seats)
        round_["cards"]["holes"]["1"] = wrong.split()
        assert "seat 1 has" in error(round_)
    for cards in ("", "2c 3c"):
        round_ = round_json(*seats)
        round_["cards"]["left"] = cards.split()
        assert "left has" in error(round_)
    void = round_json(*seats, void=True, meters={"meter": 1_000_000})
    void["cards"]["holes"]["1"] = ["Kh"]
    progress = settle_result(void)
    assert (progress.totals(1), progress.totals(2)) == ((2600, 2600, 0), (1000, 1000, 0))
    assert progress.meters == {"meter": 1_000_000}


def test_ret_12_C_sign() -> None:
    """A sign tells the payout limit; its sum is filled in for the table."""
    (sign,) = RET.layout.signs
    assert sign.text == "The payout limit is {payout_limit} per position per round."
