"""A process of the lab knows the games that the room has from files."""

import asyncio
import json
from pathlib import Path

import pytest

from pitboss import games
from pitboss.cli.game import GAME_TEMPLATE
from pitboss.errors import Refused
from pitboss.room.lab_service.process import LabProcess
from pitboss.room.lab_service.questions import make_question

TEXT = GAME_TEMPLATE.format(key="from-a-file", title="From A File", constant="GAME")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in (("_added_games", {}), ("_game_files", {}), ("_load_faults", [])):
        monkeypatch.setattr(games, name, value)
    path = tmp_path / "from_a_file.py"
    path.write_text(TEXT)
    games.add_game_file(path)
    return path


async def ask(process: LabProcess) -> bytes:
    asked = make_question("advise", "from-a-file", cards_seen={"hole": "Ks Qd"})
    try:
        return await process.ask(asked.key, lambda _: None)
    finally:
        await process.close()


@pytest.mark.usefixtures("file")
def test_it_advises_on_a_game_from_a_file() -> None:
    answer = json.loads(asyncio.run(ask(LabProcess(0))))
    assert answer["best"] == "2x"


def test_it_refuses_a_file_that_has_changed(file: Path) -> None:
    process = LabProcess(0)
    file.write_text(TEXT.replace("5 to 1", "6 to 1"))
    with pytest.raises(Refused, match=r"from_a_file\.py has changed since it was loaded"):
        asyncio.run(ask(process))
