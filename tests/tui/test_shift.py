"""The shift behind the screen: seats, optimal strategy, results, and the log file."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pitboss.cards import cards
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.lab import advise
from pitboss.lab.best_play import BestPlay
from pitboss.lab.progress import no_progress
from pitboss.round import PlayerView
from pitboss.submission import resolve
from pitboss.table import LogEntry
from pitboss.tui.game.keys import key_action
from pitboss.tui.game.screen_state import TablePhase, decision_letters
from pitboss.tui.game.table_shift import (
    Shift,
    ShiftFile,
    ShiftTally,
    middle_seat,
    open_shift_file,
    play_shift,
)
from tests.tui.screen_scenes import scene, turn

pytestmark = pytest.mark.usefixtures("kernels")


def shift(key: str = "stud-235", **more: object) -> Shift:
    return Shift(key, resolve(GAMES[key]), {}, **{"seed": "tests"} | more)  # type: ignore[arg-type]


def test_you_sit_in_the_middle() -> None:
    assert [middle_seat(seats) for seats in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("bad", [{"seats": 0}, {"seats": 7}, {"seed": " "}, {"seed": "x" * 201}])
def test_invalid_settings_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(Refused):
        shift("stud-235", **bad)


def test_hands_that_differ_only_by_suits_are_solved_once() -> None:
    rules = resolve(GAMES["holdem-bonus"])
    best = BestPlay(rules)
    flop = {"flop": cards("Ad 5s Kh")}
    first = best.advice(PlayerView(cards("9s As"), flop, ("bet",)))
    other = best.advice(PlayerView(cards("Ac 9c"), {"flop": cards("Kd 5c Ah")}, ("bet",)))
    assert other is first
    unlike = best.advice(PlayerView(cards("Ac 9c"), {"flop": cards("Kc 5c Ah")}, ("bet",)))
    assert unlike is not first
    assert unlike == advise(rules, cards("Ac 9c"), {"flop": cards("Kc 5c Ah")}, ["bet"])


def test_optimal_play_depends_on_earlier_decisions() -> None:
    rules = resolve(GAMES["criss-cross"])
    best, table = BestPlay(rules), {"left": cards("5s"), "right": cards("6h")}
    for decision in ("1x", "3x"):
        result = best.advice(PlayerView(cards("9s 9d"), table, (decision,)))
        assert result == advise(rules, cards("9s 9d"), table, [decision])


def test_the_tally_agrees_with_the_chips() -> None:
    at, tally = shift(seats=3), ShiftTally()
    records = list(play_shift(at, 40, tally, no_progress))
    money = sum(
        (posting.source.startswith("player:") and -posting.cents) or posting.cents
        for record in records
        for posting in record.postings
        if "player:" in posting.source + posting.target
    )
    assert tally.rounds == 40
    assert tally.net == money
    assert tally.staked == sum(count.staked for count in tally.wagers.values())
    assert at.table.log == records


def test_house_players_rebuy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.tui.game.table_shift.BUY_IN_MINIMUMS", 1)
    at, tally = shift("criss-cross", keep_log=False, seed="tests 6"), ShiftTally()
    names = [type(item.event).__name__ for item in play_shift(at, 40, tally, no_progress)]
    assert at.buy_in == 11 * 500  # the most expensive round
    assert names.count("BoughtIn") > 3
    assert at.table.log == []
    assert tally.rounds == 40


def test_a_shift_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "shift.jsonl"
    file.write_text("before")

    def fail() -> Iterator[LogEntry]:
        yield from shift().open()
        raise KeyboardInterrupt

    with suppress(KeyboardInterrupt), open_shift_file(file) as shift_file:
        assert shift_file is not None
        shift_file.write(fail())
    assert [x.name for x in tmp_path.iterdir()] == ["shift.jsonl"]
    assert file.read_text() == "before"
    with open_shift_file(file) as shift_file:
        assert shift_file is not None
        shift_file.write(shift().open())
    assert [x.name for x in tmp_path.iterdir()] == ["shift.jsonl"]
    assert file.read_bytes().endswith(b"}}\n")


def test_a_path_that_is_not_a_file_is_not_replaced(tmp_path: Path) -> None:
    link = tmp_path / "link"
    target = tmp_path / "there" / "shift.jsonl"
    target.parent.mkdir()
    link.symlink_to(target)
    with open_shift_file(link) as shift_file:
        assert shift_file is not None
        shift_file.write(shift().open())
    assert link.is_symlink()
    assert target.read_bytes()
    with open_shift_file(Path(os.devnull)) as shift_file:
        assert shift_file is not None
        shift_file.write(shift().open())
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("name", ["", "missing/shift.jsonl"])
def test_an_impossible_file_is_refused_at_once(tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused):
        ShiftFile(tmp_path / name)
    with open_shift_file(None) as shift_file:
        assert shift_file is None


def test_every_decision_has_a_key_of_its_own() -> None:
    for game in GAMES.values():
        for street in game.streets:
            keys = decision_letters(list(street.choices))
            assert len(set(keys.values())) == len(keys)
    assert decision_letters(["fold", "1x", "2x"]) == {"fold": "f", "1x": "1", "2x": "2"}
    assert decision_letters(["bet", "bid", "b"]) == {"bet": "b", "bid": "i", "b": "1"}


def test_keys_of_the_house_give_way_to_decisions() -> None:
    screen_state = turn(GAMES["stud-235"], "", {}, "Qc Jh ??")
    assert key_action(screen_state, "r", "r") == ("do", ("take", "raise"))
    assert key_action(screen_state, "R", "R") == ("read", ("rules",))
    assert key_action(screen_state, "h", "h") == ("read", ("rounds",))
    assert key_action(screen_state, "x", "x") is None
    bets = scene(GAMES["stud-235"], TablePhase.BETS)
    assert key_action(bets, "r", "r") is None
    assert key_action(bets, "h", "h") == ("read", ("rounds",))
    assert key_action(bets, "ctrl+j", "\n") == ("do", ("deal",))
