"""Games of installed packages, and files that change while they are in use."""

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest
from msgspec.structs import replace

import pitboss.games as games
from pitboss.errors import Refused
from pitboss.games import loading
from pitboss.games.library.three_card import THREE_CARD

MINE = replace(THREE_CARD, key="my-three")
NOTHING = 3
Install = Callable[..., None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Make these entry points appear to be installed."""

    def offer(**entries: str) -> None:
        entry_points = EntryPoints(
            EntryPoint(k, v, loading.ENTRY_POINT_GROUP) for k, v in entries.items()
        )
        monkeypatch.setattr(
            "importlib.metadata.entry_points", lambda group: entry_points.select(group=group)
        )
        loading.installed_games.cache_clear()

    yield offer
    loading.installed_games.cache_clear()


def test_an_installed_game_can_be_looked_up_by_its_key(install: Install) -> None:
    install(mine=f"{__name__}:MINE")
    assert games.find_game("my-three") is MINE
    assert "my-three" in games.all_games()
    assert games.find_game("three-card") is THREE_CARD


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ({"gone": "no_such_package:GAME"}, "'gone' of an installed package cannot be loaded: Mod"),
        ({"none": f"{__name__}:NOTHING"}, "is not a Game, but int"),
        ({"copy": "pitboss.games.library.three_card:THREE_CARD"}, "that of a built-in game"),
        ({"a": f"{__name__}:MINE", "b": f"{__name__}:MINE"}, "which another package uses"),
    ],
)
def test_a_broken_package_breaks_nothing_else(
    install: Install, entries: dict[str, str], fault: str
) -> None:
    install(**entries)
    assert games.find_game("criss-cross").key == "criss-cross"
    assert set(games.GAMES) <= set(games.all_games())
    with pytest.raises(Refused, match="is not a game") as refused:
        games.find_game("nothing-like-it")
    assert fault in refused.value.sentence


def test_a_file_with_the_key_of_an_installed_game_is_refused(install: Install) -> None:
    install(mine=f"{__name__}:MINE")
    with pytest.raises(Refused, match="another game has the key 'my-three'"):
        games.add_game(replace(MINE, seats=5))


def test_a_changed_file_is_loaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_added_games", {})
    monkeypatch.setattr(games, "_game_files", {})
    monkeypatch.setattr(games, "_load_faults", [])
    file = tmp_path / "mine.py"
    text = (
        "from msgspec.structs import replace\n"
        "from pitboss.games.library.three_card import THREE_CARD\n"
        "MINE = replace(THREE_CARD, key='from-a-file', seats={})\n"
    )
    file.write_text(text.format(5))
    games.add_game_file(file)
    files = games.game_files()
    assert games.game_file_keys() == {str(file): "from-a-file"}

    monkeypatch.setattr(games, "_added_games", {})
    games.reload_games(files)
    assert games.find_game("from-a-file").seats == 5

    file.write_text(text.format(4))
    monkeypatch.setattr(games, "_added_games", {})
    games.reload_games(files)
    with pytest.raises(Refused, match=r"mine\.py has changed since it was loaded"):
        games.find_game("from-a-file")
