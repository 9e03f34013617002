"""The drawing of a table layout is complete, within bounds, and without overlaps."""

import re
from typing import Any

import msgspec
import pytest

from pitboss.games import GAMES
from pitboss.games.game_parts import Switch
from pitboss.papers.felt import CENTER_X
from pitboss.papers.layout import draw_layout
from pitboss.papers.rules_card.card import PlaceEntry, RulesCard, SignEntry, build_rules_card
from pitboss.papers.svg import escape_xml, fit_text, text_width

from .layout_reader import SVG, check_places, check_tables, corners, drawing, part, spots, text_of

CARDS = {key: build_rules_card(game) for key, game in GAMES.items()}
games = pytest.mark.parametrize("card", CARDS.values(), ids=CARDS.keys())


@games
def test_the_drawing_is_complete_and_self_contained(card: RulesCard) -> None:
    root = drawing(card)
    assert root.tag == f"{SVG}svg"
    assert (root.attrib["width"], root.attrib["height"]) == ("2200mm", "1200mm")
    assert root.attrib["viewBox"] == "0 0 2200 1200"
    names = {at.attrib["id"] for at in root.iter() if "id" in at.attrib}
    source = draw_layout(card)
    assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', source)) <= {
        pair for name in names for pair in ((name, ""), ("", name))
    }
    assert not re.search(r"""(?:href|src)=["'](?!#)|url\((?!#)|@import|<script|<image""", source)
    assert len(names) == len([at for at in root.iter() if "id" in at.attrib])


@games
def test_every_wager_on_offer_has_a_spot_at_each_of_six_positions(card: RulesCard) -> None:
    result = {(position, key) for position, key, _, _ in spots(drawing(card))}
    keys = {wager.key for wager in card.wagers}
    keys |= {"third"} if card.game == "stud-235" else set()  # 235 2.B(4)
    assert result == {(str(number), key) for number in range(1, 7) for key in keys}


@games
def test_spots_carry_the_labels_of_their_wagers(card: RulesCard) -> None:
    labels = {wager.key: wager.label for wager in card.wagers} | {"third": "third card"}
    for position in part(drawing(card), "seats"):
        for spot in position:
            assert text_of(spot) == labels[spot.attrib["data-spot"]].casefold()


@games
def test_every_card_of_every_place_has_an_outline_with_its_inscription(card: RulesCard) -> None:
    drawn_keys = [(p.attrib["data-place"], text_of(p)) for p in part(drawing(card), "places")]
    assert sorted(drawn_keys) == sorted(
        (place.name, (place.inscription or place.label).casefold())
        for place in card.layout.places
        for _ in range(place.cards)
    )


@pytest.mark.parametrize("key", ["criss-cross", "run-em-twice"])
def test_a_cross_is_a_cross(key: str) -> None:
    at = {p.attrib["data-place"]: corners(p[0])[0] for p in part(drawing(CARDS[key]), "places")}
    assert at["top"][0] == at["center"][0] == at["bottom"][0]
    assert at["left"][1] == at["center"][1] == at["right"][1]
    assert at["left"][0] < at["center"][0] < at["right"][0]
    assert at["top"][1] < at["center"][1] < at["bottom"][1]


@games
def test_the_odds_of_every_table_and_every_sentence_are_there(card: RulesCard) -> None:
    words = text_of(part(drawing(card), "tables"))
    for wager in card.wagers:
        assert wager.label.casefold() in words
        for line in (*wager.lines, *wager.envy):
            assert f"{line.name} {line.pays}".casefold() in words
        if not wager.lines:
            assert wager.how.casefold() in words
    for stop in card.wheel:
        assert stop.prize.casefold() in words
        assert not stop.community or f"{stop.prize} and community pay ${stop.community // 100}" in (
            words
        )


@games
def test_signs_operator_and_game_are_there(card: RulesCard) -> None:
    root = drawing(card)
    band = text_of(part(root, "band"))
    for sign in card.layout.signs:
        assert sign.text.casefold() in band
    assert card.name.casefold() in band
    assert text_of(part(root, "operator")) == card.operator_title.casefold()
    if card.payout_limit is None:
        assert "limit" not in band
    else:
        assert f"${card.payout_limit // 100:,}" in band


@games
def test_spots_and_places_are_on_the_table_and_apart(card: RulesCard) -> None:
    check_places(card)


@games
def test_tables_do_not_touch_anything(card: RulesCard) -> None:
    check_tables(card)


@pytest.mark.parametrize(
    ("key", "wager", "letter"),
    [
        (key, wager.key, letter)
        for key, game in GAMES.items()
        for wager in game.sides
        if isinstance(wager.pays, Switch) and wager.pays.by == "paytable"
        for letter in wager.pays.choices
    ],
)
def test_every_paytable_fits(key: str, wager: str, letter: str) -> None:
    card = build_rules_card(GAMES[key], {"wagers": {wager: {"paytable": letter}}})
    check_tables(card)
    words = text_of(part(drawing(card), "tables"))
    lines = next(card.lines for card in card.wagers if card.key == wager)
    assert all(f"{line.name} {line.pays}".casefold() in words for line in lines)


@games
def test_the_table_is_symmetric(card: RulesCard) -> None:
    transform = [p.attrib["transform"] for p in part(drawing(card), "seats")]
    angles = [float(transform.split("rotate(")[1][:-1]) for transform in transform]
    assert angles == [-angle for angle in reversed(angles)]
    edges = [x for p in part(drawing(card), "places") for x, _ in corners(p[0])]
    assert min(edges) + max(edges) == pytest.approx(2 * CENTER_X)


@games
def test_side_wagers_that_are_not_offered_are_left_out(card: RulesCard) -> None:
    sides = [wager for wager in card.wagers if wager.kind == "side"]
    without: dict[str, Any] = {"wagers": {side.key: {"offered": False} for side in sides}}
    bare = build_rules_card(GAMES[card.game], without)
    root = drawing(bare)
    keys = {key for _, key, _, _ in spots(root)}
    assert bool(sides) == bool(GAMES[card.game].sides)
    assert keys.isdisjoint(side.key for side in sides)
    assert keys >= {wager.key for wager in bare.wagers}
    assert ("third" in keys) == (card.game == "stud-235")
    tables = text_of(part(root, "tables"))
    assert not any(side.label.casefold() in tables for side in sides)
    check_places(bare)
    check_tables(bare)


@pytest.mark.parametrize(
    "operator",
    [
        "A",
        "Marks & <Sons> \"Royal\" 'Oak' ]]>",
        "The Grand Chesapeake and Potomac Riverside Casino, Racecourse and Convention Hotel",
        "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" * 5,
        "W" * 400,
        "赌场 казино カジノ",
    ],
)
def test_any_operator_name_fits(operator: str) -> None:
    card = build_rules_card(GAMES["criss-cross"], {"operator": operator})
    name = text_of(part(drawing(card), "operator"))
    assert name.replace(" ", "") == f"{operator} (example)".casefold().replace(" ", "")
    check_tables(card)


def test_characters_that_xml_does_not_allow_are_left_out() -> None:
    assert escape_xml("a\x00b\x1b\ufffe\ud800<") == "ab&lt;"


def test_another_grid_can_be_drawn() -> None:
    card = CARDS["stud-235"]
    wagers = tuple(
        msgspec.structs.replace(card.wagers[n % 7], key=f"spot{n}", label=f"Extraordinary {n}")
        for n in range(24)
    )
    keys = [wager.key for wager in wagers]
    layout = msgspec.structs.replace(
        card.layout,
        table=(("hand", "", "stock"), ("", "row", "")),
        hole=("mine",),
        seat=(("mine", *keys[:5]), *(tuple(keys[n : n + 6]) for n in range(5, 23, 6)), ("",) * 6),
        places=(
            PlaceEntry("hand", "Hand", 3, "", "X 1"),
            PlaceEntry("stock", "Stock", 1, "The stock", "X 2"),
            PlaceEntry("row", "Row", 9, "", "X 3"),
        ),
        signs=tuple(SignEntry(f"Sign {n} says something.", "X 4") for n in range(5)),
    )
    made_up = msgspec.structs.replace(card, game="made-up", wagers=wagers, layout=layout)
    root = drawing(made_up)
    drawn_keys = {key for _, key, _, _ in spots(root)}
    assert drawn_keys == {"mine", *keys[:23]}
    assert len(part(root, "places")) == 13
    assert all(f"sign {n} says something." in text_of(part(root, "band")) for n in range(5))
    check_places(made_up)
    check_tables(made_up)


def test_an_empty_grid_gives_a_bare_felt() -> None:
    card = CARDS["holdem-bonus"]
    layout = msgspec.structs.replace(card.layout, table=(), seat=(), places=(), signs=())
    bare = msgspec.structs.replace(card, game="bare", wagers=(), layout=layout)
    root = drawing(bare)
    assert not list(spots(root))
    assert card.name.casefold() in text_of(root)


@pytest.mark.parametrize("words", ["one", "one two three four five", "incomprehensibilities", ""])
@pytest.mark.parametrize("room", [10.0, 60.0, 400.0])
def test_text_is_fitted(words: str, room: float) -> None:
    fitted_lines = fit_text(words, room, 30.0, 20.0, 0.1)
    assert fitted_lines.size <= 20
    assert fitted_lines.height <= 30
    assert all(text_width(line, fitted_lines.size, 0.1) <= room for line in fitted_lines.lines)
    assert (
        "".join(fitted_lines.lines) == words.replace(" ", "")
        or " ".join(fitted_lines.lines) == words
    )


@pytest.mark.parametrize("letter", ["A", "B", "C", "D"])
def test_the_wheel_is_on_the_felt_whatever_pays_its_jackpot(letter: str) -> None:
    """CCP 2.B(5): the prizes of every wager on offer can be read."""
    submission = {"wagers": {"bonus_spin": {"paytable": letter}}}
    felt = draw_layout(build_rules_card(GAMES["criss-cross"], submission))
    assert "community pay" in felt.lower()
    assert {"A": "$1,000", "B": "of the meter", "C": "$5,000", "D": "of the meter"}[letter] in felt
