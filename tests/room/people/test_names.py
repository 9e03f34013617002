"""What somebody may be called: no name of the house, and none that looks like another's."""

from pathlib import Path

import pytest

from pitboss.refusal import Refused
from pitboss.room.people.accounts import RESERVED, Part, check_name
from pitboss.room.people.looks import looks
from tests.room.http.houses import PASSWORD, House, error_of

ALIKE = [
    ("Ann", "ann"),
    ("Ann", "A nn"),
    ("Ann", "Ａｎｎ"),
    ("Ann", "Аnn"),  # a Cyrillic A
    ("Ann", "Αnn"),  # a Greek one
    ("Ann", "Ánn"),
    ("Ann", "Ann."),
    ("Ann", "Ann̲"),
    ("Bob", "B0b"),
    ("Will", "WiII"),
    ("Will", "W1ll"),
    ("Straße", "STRASSE"),
    ("Вob", "Bob"),  # a Cyrillic V
    ("🙂", "🙂 "[:1]),
]
APART = [
    ("Ann", "Anna"),
    ("Ann", "Nan"),
    ("Bob 2", "Bob 3"),
    ("Player 7", "Player t"),
    ("🙂", "🙃"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert looks(one) == looks(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_do_not(one: str, other: str) -> None:
    assert looks(one) != looks(other)


@pytest.mark.parametrize(
    "name", ["", " Ann", "Ann ", "A\nnn", "A\u200bnn", "A\u202enn", "x" * 41, None, 7, ["Ann"]]
)
def test_no_names(name: object) -> None:
    with pytest.raises(Refused, match="is no name"):
        check_name(name)


@pytest.mark.parametrize("name", [*RESERVED, "House", "HOUSE DEALER", "h0use", "Any body", "Ηouse"])
def test_what_the_house_goes_by(name: str) -> None:
    with pytest.raises(Refused, match="the house itself"):
        check_name(name)


async def test_a_name_is_taken_once_however_it_is_spelt(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anybody = house.caller()
        assert (await anybody.post("/api/accounts", {"name": "Ann"})).status_code == 201
        for name, why in (("Ann", "is taken"), ("aNN", "is taken"), ("Аnn", "looks too much like")):
            answer = await anybody.post("/api/accounts", {"name": name, "password": PASSWORD})
            assert answer.status_code == 409
            assert why in error_of(answer)
            assert "invitation" not in error_of(answer)
        assert [one.name for one in await house.room.door.accounts()] == ["Ann"]


async def test_an_invited_name_that_is_taken_leaves_the_invitation_good(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        door = house.room.door
        await house.account("Ann")
        root = await house.account("Root", Part.ADMINISTRATOR)
        token = await door.invite(Part.DEALER, root.person)
        with pytest.raises(Refused, match="'Ann' is taken"):
            await door.accept(token, "Ann", PASSWORD)
        assert (await door.accept(token, "Dee", PASSWORD))[0].part is Part.DEALER
        with pytest.raises(Refused, match="the invitation is used up"):
            await door.accept(token, "Dan", PASSWORD)
