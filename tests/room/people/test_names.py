"""Account names: none reserved for the house, and none that resembles another."""

from pathlib import Path
from unicodedata import normalize

import pytest

from pitboss.errors import Refused
from pitboss.room.people.accounts import RESERVED_NAMES, AccountRole, check_name
from pitboss.room.people.names import SKELETON_EDITION, SKELETONS, skeleton
from pitboss.room.store.interface import Put
from tests.room.http.in_process_room import PASSWORD, InProcessRoom, error_of

ALIKE = [
    ("Ann", "ann"),
    ("Ann", "A nn"),
    ("Ann", "Ａｎｎ"),
    ("Ann", "Аnn"),  # a Cyrillic A
    ("Ann", "Αnn"),  # a Greek A
    ("Ann", "Ánn"),
    ("Ann", "Ann."),
    ("Ann", "Ann̲"),
    ("Bob", "B0b"),
    ("Will", "WiII"),
    ("Will", "W1ll"),
    ("Straße", "STRASSE"),
    ("Вob", "Bob"),  # a Cyrillic V
    ("🙂", "🙂 "[:1]),
    ("Jan", "Јan"),  # a Cyrillic J
    ("Bob", "Bøb"),
    ("Bob", "ʙob"),  # a small capital
    ("Вор", "Bop"),  # all Cyrillic
    ("O'Neil", "OʼNeil"),
    ("O'Neil", "ONeil"),
    ("Cameron", "Carneron"),
    ("Wim", "Vvim"),
    ("Bob 0", "Bob ०"),
    ("Bob 7", "Bob ٧"),
    ("שלום", "שָׁלוֹם"),
    ("二口", "ニロ"),
]
APART = [
    ("Ann", "Anna"),
    ("Ann", "Nan"),
    ("Bob 2", "Bob 3"),
    ("Player 7", "Player t"),
    ("🙂", "🙃"),
    ("राम", "रमा"),
    ("राम", "रोमी"),
    ("かき", "がき"),
    ("สุดา", "สดา"),
    ("김철수", "김철순"),
    ("Guest 1005", "Guest 1006"),
]
NAMES = [
    "Ann",
    "Ann Lee",
    "ann_lee",
    "Ann-Marie O'Neil",
    "J. R. R. Tolkien",
    "J.R.",
    "Martin Luther King Jr.",
    "Player 7",
    "4ever Young",
    "Guest 0 1 of many",
    "Zoë Łukasiewicz",
    "Đặng Thị Ngọc",
    "Jean-François d’Arc",
    "Kaʻiulani",
    "Gal·la",
    "Ñuñez",
    "Ελένη Παππά",
    "Пётр Чайковский",
    "Յակոբ",
    "ნინო",
    "שָׂרָה כהן",
    "محمد علي",
    "प्रिया शर्मा",
    "তানিয়া",
    "சுப்பிரமணியன்",
    "สมชาย ใจดี",
    "ཚེ་རིང",
    "マイケル・ジョーダン",
    "王小明",
    "田中さくら",
    "ケーキ",
    "佐々木",
    "김철수",
    "Kim 철수",
    "DJ 田中",
    "ሰላም",
]
NO_NAMES = [
    "ㅤ",  # Hangul fillers
    "Ann ㅤ",
    "A\u115fnn",
    "김\u1160철",
    "\uffa0",
    "\u2800",  # a Braille blank
    "A\u2800nn",
    "A\u200bnn",
    "A\u200dnn",
    "A\u00adnn",
    "A\ufe0fnn",
    "A\u034fnn",
    "ក\u17b4",
    "\u0301Ann",
    "A\u0316\u0317\u0318\u0319nn",
    "Ann\u0316\u0316",
    "🙂",
    "Ann🙂",
    "Ann & Bob",
    "<b>",
    "a/b",
    "Ann!",
    "Ann  Lee",
    "Ann--Lee",
    "-Ann",
    "Ann-",
    "Ann..",
    ".",
    "7",
    "007",
    "__",
    "ᎪᏴ",  # Cherokee, which looks like AB
    "ꓐꓳꓐ",  # Lisu, which looks like BOB
    "ⲁⲃ",
    "𐐀𐐁",
    "\U0001d52b\u0000",
    "ˈAnn",
    "ـ",  # strokes that only lengthen a letter
    "ـ7",
    "ー",
    "々",
    "ǃǀ",  # clicks, which look like ! and |
    "Annǃ",
    "ǁǂ",
    "ʘ",
]
MIXED_SCRIPTS = [
    "Аnn",  # a Cyrillic A
    "Αnn",  # a Greek A
    "Anna Петрова",
    "Paypаl",
    "Bоb",
    "王Иван",
    "さくら철수",
    "Bob 7٧",
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_do_not_look_alike(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(
    "name", ["", " Ann", "Ann ", "A\nnn", "A\u200bnn", "A\u202enn", "x" * 41, None, 7, ["Ann"]]
)
def test_invalid_names(name: object) -> None:
    with pytest.raises(Refused, match="is not a valid name"):
        check_name(name)


@pytest.mark.parametrize("name", NAMES)
def test_international_names(name: str) -> None:
    assert check_name(name) == normalize("NFKC", name)
    assert skeleton(name)


@pytest.mark.parametrize("name", NO_NAMES)
def test_blank_or_symbolic_names_are_refused(name: str) -> None:
    with pytest.raises(Refused, match="letters and digits"):
        check_name(name)


@pytest.mark.parametrize("name", MIXED_SCRIPTS)
def test_alphabets_are_not_mixed(name: str) -> None:
    with pytest.raises(Refused, match="letters of only one alphabet"):
        check_name(name)


@pytest.mark.parametrize(
    ("name", "normal"),
    [("Ａｎｎ", "Ann"), ("Zoe\u0308", "Zoë"), ("ﬁn", "fin"), ("A\xa0L", "A L")],
)
async def test_name_is_normalized(name: str, normal: str, tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        answer = await house.caller().post("/api/accounts", {"name": name, "password": PASSWORD})
        assert answer.json()["name"] == normal
        for spelling in (name, normal):
            body = {"name": spelling, "password": PASSWORD}
            assert (await house.caller().post("/api/session", body)).status_code == 201


async def test_old_accounts_keep_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They can still sign in, and new names may not resemble them, by the new rules either."""
    old = "Ann & Bøb 🙂"
    async with InProcessRoom(tmp_path) as house:
        with monkeypatch.context() as before:
            before.setattr("pitboss.room.people.account_service.check_name", lambda name: name)
            before.setattr("pitboss.room.people.names.skeleton", str.casefold)
            await house.account(old)
            await house.account("Ørjan")
        await house.store.put(Put(SKELETONS, "", None))
    async with InProcessRoom(tmp_path) as house:
        for name in (old, "Ørjan"):
            body = {"name": name, "password": PASSWORD}
            assert (await house.caller().post("/api/session", body)).status_code == 201
        for name in ("Orjan", "AnnBob", "0rjan"):
            answer = await house.caller().post("/api/accounts", {"name": name})
            assert "looks too much like" in error_of(answer)
        assert (await house.store.collection(SKELETONS))[""] == SKELETON_EDITION


@pytest.mark.parametrize("name", [*RESERVED_NAMES, "House", "HOUSE DEALER", "h0use", "Any body"])
def test_names_of_the_house_are_reserved(name: str) -> None:
    with pytest.raises(Refused, match="reserved for the house"):
        check_name(name)


async def test_name_is_unique_in_any_spelling(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        anybody = house.caller()
        assert (await anybody.post("/api/accounts", {"name": "Ann"})).status_code == 201
        for name, why in (("Ann", "is taken"), ("aNN", "is taken"), ("Àñń", "looks too much like")):
            answer = await anybody.post("/api/accounts", {"name": name, "password": PASSWORD})
            assert answer.status_code == 409
            assert why in error_of(answer)
            assert "invitation" not in error_of(answer)
        assert [item.name for item in await house.room.account_service.accounts()] == ["Ann"]


async def test_name_conflict_keeps_the_invitation_valid(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        service = house.room.account_service
        await house.account("Ann")
        root = await house.account("Root", AccountRole.ADMINISTRATOR)
        token = await service.invite(AccountRole.DEALER, root.person, for_the_house=True)
        with pytest.raises(Refused, match="'Ann' is taken"):
            await service.accept_invitation(token, "Ann", PASSWORD)
        assert (await service.accept_invitation(token, "Dee", PASSWORD))[
            0
        ].part is AccountRole.DEALER
        with pytest.raises(
            Refused, match="this invitation link has already been used: ask for a new one"
        ):
            await service.accept_invitation(token, "Dan", PASSWORD)
