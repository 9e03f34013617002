"""A replay shows each line of a round, and the table as everybody saw it then."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from pitboss.games import GAMES
from pitboss.room.reports.replay import Replay, check_round, replay_round
from pitboss.room.reports.store_reports import round_check, round_file, round_replay
from pitboss.room.store.opening import ReadOnlySqlite
from pitboss.table import Table
from pitboss.table import events as e
from pitboss.table.export import export_lines, round_log
from pitboss.table.views import FACE_DOWN, RoundView, choices_for_seat
from tests.room.reports.two_day_room import WAGERS, two_day_database

RET = "run-em-twice"


@pytest.fixture
def reader() -> Iterator[ReadOnlySqlite]:
    reader = ReadOnlySqlite(two_day_database())
    yield reader
    asyncio.run(reader.close())


def played_table(game: str) -> Table:
    """Return a table after one round of one player, who never folds."""
    table = Table.open(game, practice="replay")
    ann = table.player("Ann")
    ann.take_seat(2)
    ann.buy_in(1000_00)
    table.open_round()
    ann.place_wagers(2, WAGERS.get(game, {}))
    table.no_more_bets()
    while table.state.has_open_round:
        choices = [choice for choice in choices_for_seat(table.state, 2) if not choice.folds]
        ann.decide(2, choices[0].decision)
    return table


def replay_of(table: Table) -> Replay:
    return replay_round("t", 1, round_log(table.log, 1))


@pytest.mark.parametrize("game", [game for game in GAMES if game in WAGERS])
def test_a_step_shows_no_card_before_its_time(game: str) -> None:
    table = played_table(game)
    public, is_open = set[str](), False
    for step in replay_of(table).steps:
        entry = next(item for item in table.log if item.number == step.line)
        match entry.event:
            case e.CardsTurned(cards=cards):
                public |= {item.card for item in cards}
            case e.CardExposed(card=item) | e.CardOut(card=item):
                public.add(item.card)
            case e.SeedOpened():
                is_open = True
            case _:
                pass
        round_ = step.view.round
        assert isinstance(round_, RoundView)
        places = [*round_.cards.values(), *(seat.cards for seat in round_.seats.values())]
        visible_faces = {face for faces in places for face in faces} - {FACE_DOWN}
        assert visible_faces <= public
        assert is_open or not round_.seed
    assert step.event == "RoundClosed"


@pytest.mark.parametrize("game", [game for game in GAMES if game in WAGERS])
def test_every_line_has_its_postings_and_its_words(game: str) -> None:
    table = played_table(game)
    steps = replay_of(table).steps
    log = [item for item in table.log if steps[0].line <= item.number <= steps[-1].line]
    assert [step.line for step in steps] == [item.number for item in log]
    assert [len(step.postings) for step in steps] == [len(item.postings) for item in log]
    texts = [step.text for step in steps]
    assert texts[0] == "Round 1: bets are open."
    assert any(text.startswith("Seat 2 decides: ") for text in texts)
    assert steps[0].said == "Place your bets."
    assert {"deal", "decision", "settlement"} <= {step.stage for step in steps}
    questions = [step.said for step in steps if step.said.startswith("Seat 2, ")]
    assert len(questions) >= sum(step.stage == "decision" for step in steps)


async def test_every_closed_round_of_a_room_is_replayed_and_verified(
    reader: ReadOnlySqlite,
) -> None:
    for number in range(1, 6):
        result = await round_replay(reader, RET, number)
        export_lines = (await round_file(reader, RET, number, staff=True)).splitlines()
        assert len(result.steps) == len(export_lines) - 2  # besides the first line and the last
        assert result.card.game == RET
        check = await round_check(reader, RET, number)
        assert check.ok
        assert check.postings == sum(len(step.postings) for step in result.steps)
    void = await round_check(reader, "stud-235", 3)
    assert (void.ok, void.void) == (True, True)


def test_a_forged_round_is_found() -> None:
    table = played_table(RET)
    lines = [line + b"\n" for line in export_lines(round_log(table.log, 1))]
    assert check_round(lines).ok
    at = next(n for n, line in enumerate(lines) if b"WagersPlaced" in line)
    lines[at] = lines[at].replace(b"500", b"900")
    check = check_round(lines)
    assert not check.ok
    assert check.line > 0
    assert check.error


def test_a_replay_is_of_moderate_size(tmp_path: Path) -> None:
    content = msgspec.json.encode(replay_of(played_table("criss-cross")), enc_hook=str)
    assert len(content) < 300_000, tmp_path
