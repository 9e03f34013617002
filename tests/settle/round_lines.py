"""Table scenes: cards, wagers and decisions, settled through one line of JSON.

result = ccp("2c Td Ah 9s Kd", at(1, "Kh Qs", 500, "1x 3x 1x"))
assert result.wagers(1)["across"] == "win 500 -> 1000, pair"

The five cards of a cross are given as left, right, top, bottom, center."""

import json
import random
from dataclasses import dataclass
from typing import Any

from pitboss.cards import cards
from pitboss.games import find_game
from pitboss.settle import Round, Seat
from pitboss.settle.json_lines import settle_line, void_settled_wager
from pitboss.submission import Rules, resolve
from tests.oracle import random_round

Json = dict[str, Any]

GAMES = ("run-em-twice", "criss-cross", "holdem-bonus", "stud-235")
CROSSES = GAMES[:2]
REQUIRED = {
    "run-em-twice": ("ante_1", "ante_2"),
    "criss-cross": ("ante_across", "ante_down"),
    "holdem-bonus": ("ante",),
    "stud-235": ("two_card", "three_card", "five_card"),
}
RAISES = {
    "run-em-twice": ("run_1", "run_2", "center"),
    "criss-cross": ("across", "down", "middle"),
    "holdem-bonus": ("flop", "turn", "river"),
    "stud-235": ("raise_three", "raise_five"),
}


@dataclass(frozen=True)
class SettleResult:
    """The response of `pitboss settle`."""

    answer: Json

    @property
    def meters(self) -> dict[str, int]:
        meters: dict[str, int] = self.answer["meters"]
        return meters

    def seat(self, number: int) -> Json:
        seat: Json = self.answer["seats"][str(number)]
        return seat

    def wagers(self, number: int) -> dict[str, str]:
        """Return each wager as ``win 500 -> 1000, pair``, and ``(of 9000)`` if it was limited."""
        return {key: _in_words(wager) for key, wager in self.seat(number)["wagers"].items()}

    def credit(self, number: int, wager: str) -> int:
        credit: int = self.seat(number)["wagers"][wager]["credit"]
        return credit

    def totals(self, number: int) -> tuple[int, int, int]:
        """Return the sums staked, credited and net."""
        seat = self.seat(number)
        return seat["staked"], seat["credited"], seat["net"]

    def envy(self) -> dict[int, int]:
        return {int(number): seat["envy"] for number, seat in self.answer["seats"].items()}

    def community(self) -> dict[int, int]:
        return {int(number): seat["community_pay"] for number, seat in self.answer["seats"].items()}


def _in_words(wager: Json) -> str:
    words = f"{wager['outcome']} {wager['stake']} -> {wager['credit']}"
    if "uncapped" in wager:
        words += f" (of {wager['uncapped']})"
    return words + (f", {wager['hand']}" if "hand" in wager else "")


@dataclass(frozen=True)
class Position:
    number: int
    hole: str
    stake: int
    """The stake of each required wager."""
    rest: Json
    sides: dict[str, int]


def at(
    number: int,
    hole: str,
    stake: int,
    decisions: str,
    *,
    player: str | None = None,
    spin: str | None = None,
    forfeit: bool = False,
    **sides: int,
) -> Position:
    """Return a seat with its cards, the stake of each required wager, decisions and side wagers."""
    decisions_so_far = [int(word) if word.isdigit() else word for word in decisions.split()]
    rest: Json = {"decisions": decisions_so_far}
    if player is not None:
        rest["player"] = player
    if spin is not None:
        rest["spin"] = spin
    if forfeit:
        rest["forfeit"] = True
    return Position(number, hole, stake, rest, sides)


def ret(board: str, *seats: Position, **keys: Json | bool) -> SettleResult:
    return settle_result(a_round("run-em-twice", _cross(board), *seats, **keys))


def ccp(board: str, *seats: Position, **keys: Json | bool) -> SettleResult:
    return settle_result(a_round("criss-cross", _cross(board), *seats, **keys))


def thb(board: str, dealer: str, *seats: Position, **keys: Json | bool | str) -> SettleResult:
    return settle_result(a_round("holdem-bonus", holdem_cards(board, dealer), *seats, **keys))


def stud(community: str, *seats: Position, **keys: Json | bool) -> SettleResult:
    return settle_result(a_round("stud-235", {"community": community.split()}, *seats, **keys))


def holdem_cards(board: str, dealer: str) -> Json:
    *flop, turn, river = board.split()
    return {"flop": flop, "turn": turn, "river": river, "dealer": dealer.split()}


def _cross(board: str) -> Json:
    places = ("left", "right", "top", "bottom", "center")
    return dict(zip(places, board.split(), strict=True))


def a_round(game: str, table: Json, *seats: Position, **keys: Json | bool | str) -> Json:
    """Return a round as `pitboss settle` reads it; ``keys`` are submission, meters, void."""
    holes = {str(seat.number): seat.hole.split() for seat in seats}
    return {
        "game": game,
        "cards": table | {"holes": holes},
        "seats": {
            str(seat.number): {"wagers": dict.fromkeys(REQUIRED[game], seat.stake) | seat.sides}
            | seat.rest
            for seat in seats
        },
    } | keys


def answer(round_: Json) -> Json:
    """Return the parsed response line."""
    progress: Json = json.loads(settle_line(json.dumps(round_).encode()))
    return progress


def settle_result(round_: Json) -> SettleResult:
    progress = answer(round_)
    assert "error" not in progress, progress["error"]
    return SettleResult(progress)


# Submissions: join them with |, but use each of the two parts only once.


def reading(**readings: str) -> Json:
    return {"readings": readings}


def wagers(**keys: Json) -> Json:
    return {"wagers": keys}


def progressive(paytable: str, wager: int = 100, **rates: str) -> Json:
    """Return a progressive whose named meters take these shares."""
    meters = {name: {"rate": rate} for name, rate in rates.items()}
    return wagers(progressive={"paytable": paytable, "wager": wager, "meters": meters})


def spin(paytable: str, **keys: int) -> Json:
    return wagers(bonus_spin={"paytable": paytable} | keys)


def minimum(cents: int) -> Json:
    return {"table": {"minimum": cents, "maximum": 100 * cents}}


# Random rounds for properties and the oracle


def random_of(game: str, seed: int) -> Json:
    """Return the round of this seed."""
    return random_round(random.Random(f"{game} {seed}"), game)


def read(round_: Json) -> tuple[Rules, Round]:
    """Return the values of a line of JSON."""
    rules = resolve(find_game(round_["game"]), round_.get("submission", {}))
    cards_given: Json = round_.get("cards", {})
    table = {name: cards(_text(some)) for name, some in cards_given.items() if name != "holes"}
    holes = {int(seat): cards(_text(some)) for seat, some in cards_given.get("holes", {}).items()}
    seats = {int(number): Seat(**seat) for number, seat in round_["seats"].items()}
    void = round_.get("void", False)
    settles = void_settled_wager(rules, void)
    return rules, Round(table, holes, seats, round_.get("meters", {}), void is not False, settles)


def _text(some: str | list[str]) -> str:
    return some if isinstance(some, str) else " ".join(some)
