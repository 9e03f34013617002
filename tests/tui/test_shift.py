"""The shift behind the screen: seats, best play, what it came to, and the file it goes to."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pitboss.cards import cards
from pitboss.games import GAMES
from pitboss.lab import advise
from pitboss.lab.best import BestPlay
from pitboss.lab.work import untold
from pitboss.refusal import Refused
from pitboss.round import PlayerView
from pitboss.submission import resolve
from pitboss.table import Recorded
from pitboss.tui.auto import played
from pitboss.tui.keys import pressed
from pitboss.tui.scene import Moment, choice_keys
from pitboss.tui.shift import Shift, middle
from pitboss.tui.shift_file import ShiftFile, shift_file
from pitboss.tui.tally import Tally
from tests.tui.scenes import scene, turn

pytestmark = pytest.mark.usefixtures("kernels")


def shift(key: str = "stud-235", **more: object) -> Shift:
    return Shift(key, resolve(GAMES[key]), {}, **{"seed": "tests"} | more)  # type: ignore[arg-type]


def test_you_sit_in_the_middle() -> None:
    assert [middle(seats) for seats in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("bad", [{"seats": 0}, {"seats": 7}, {"seed": " "}, {"seed": "x" * 201}])
def test_what_cannot_be_is_refused(bad: dict[str, object]) -> None:
    with pytest.raises(Refused):
        shift("stud-235", **bad)


def test_hands_that_differ_by_suits_are_one_question() -> None:
    rules = resolve(GAMES["holdem-bonus"])
    best = BestPlay(rules)
    flop = {"flop": cards("Ad 5s Kh")}
    first = best.advice(PlayerView(cards("9s As"), flop, ("bet",)))
    other = best.advice(PlayerView(cards("Ac 9c"), {"flop": cards("Kd 5c Ah")}, ("bet",)))
    assert other is first
    unlike = best.advice(PlayerView(cards("Ac 9c"), {"flop": cards("Kc 5c Ah")}, ("bet",)))
    assert unlike is not first
    assert unlike == advise(rules, cards("Ac 9c"), {"flop": cards("Kc 5c Ah")}, ["bet"])


def test_best_play_asks_by_the_decisions_too() -> None:
    rules = resolve(GAMES["criss-cross"])
    best, table = BestPlay(rules), {"left": cards("5s"), "right": cards("6h")}
    for decision in ("1x", "3x"):
        found = best.advice(PlayerView(cards("9s 9d"), table, (decision,)))
        assert found == advise(rules, cards("9s 9d"), table, [decision])


def test_a_tally_is_what_the_chips_say() -> None:
    at, tally = shift(seats=3), Tally()
    records = list(played(at, 40, tally, untold))
    money = sum(
        (one.source.startswith("player:") and -one.cents) or one.cents
        for record in records
        for one in record.postings
        if "player:" in one.source + one.target
    )
    assert tally.rounds == 40
    assert tally.net == money
    assert tally.staked == sum(count.staked for count in tally.wagers.values())
    assert at.table.log == records


def test_players_of_the_house_buy_in_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.tui.shift.BUY_IN", 1)
    at, tally = shift("criss-cross", keep=False, seed="tests 2"), Tally()
    names = [type(one.event).__name__ for one in played(at, 40, tally, untold)]
    assert at.buy_in == 11 * 500  # a round at its dearest
    assert names.count("BoughtIn") > 3
    assert at.table.log == []
    assert tally.rounds == 40


def test_a_shift_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "shift.jsonl"
    file.write_text("before")

    def broken() -> Iterator[Recorded]:
        yield from shift().open()
        raise KeyboardInterrupt

    with suppress(KeyboardInterrupt), shift_file(file) as opened:
        assert opened is not None
        opened.write(broken())
    assert [x.name for x in tmp_path.iterdir()] == ["shift.jsonl"]
    assert file.read_text() == "before"
    with shift_file(file) as opened:
        assert opened is not None
        opened.write(shift().open())
    assert [x.name for x in tmp_path.iterdir()] == ["shift.jsonl"]
    assert file.read_bytes().endswith(b"}}\n")


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    link = tmp_path / "link"
    target = tmp_path / "there" / "shift.jsonl"
    target.parent.mkdir()
    link.symlink_to(target)
    with shift_file(link) as opened:
        assert opened is not None
        opened.write(shift().open())
    assert link.is_symlink()
    assert target.read_bytes()
    with shift_file(Path(os.devnull)) as opened:
        assert opened is not None
        opened.write(shift().open())
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("name", ["", "missing/shift.jsonl"])
def test_a_file_that_cannot_be_is_refused_at_once(tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused):
        ShiftFile(tmp_path / name)
    with shift_file(None) as opened:
        assert opened is None


def test_every_decision_has_a_key_of_its_own() -> None:
    for game in GAMES.values():
        for street in game.streets:
            keys = choice_keys(list(street.choices))
            assert len(set(keys.values())) == len(keys)
    assert choice_keys(["fold", "1x", "2x"]) == {"fold": "f", "1x": "1", "2x": "2"}
    assert choice_keys(["bet", "bid", "b"]) == {"bet": "b", "bid": "i", "b": "1"}


def test_keys_of_the_house_give_way_to_decisions() -> None:
    asked = turn(GAMES["stud-235"], "", {}, "Qc Jh ??")
    assert pressed(asked, "r", "r") == ("do", ("take", "raise"))
    assert pressed(asked, "R", "R") == ("read", ("rules",))
    assert pressed(asked, "h", "h") == ("read", ("rounds",))
    assert pressed(asked, "x", "x") is None
    bets = scene(GAMES["stud-235"], Moment.BETS)
    assert pressed(bets, "r", "r") is None
    assert pressed(bets, "h", "h") == ("read", ("rounds",))
    assert pressed(bets, "ctrl+j", "\n") == ("do", ("deal",))
