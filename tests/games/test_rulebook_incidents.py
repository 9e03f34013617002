"""Test the table of irregularities, cell by cell."""

import pytest

from pitboss.games.grammar import Game, Kind, Remedy

from .wager_payoffs import CCP, RET, STUD, THB

ALL = [RET, CCP, THB, STUD]

VOID, FLOOR = Remedy.VOID, Remedy.FLOOR_RULES

# remedy and clause for RET, CCP, THB and 235
REMEDIES: dict[Kind, list[tuple[Remedy, str | None] | None]] = {
    Kind.CARD_FACE_UP: [
        (VOID, "13.A"),
        (VOID, "13.A"),
        (Remedy.CARD_OUT, "13.A"),
        (Remedy.CARD_OUT, "13.A"),
    ],
    Kind.CARDS_FACE_UP: [(VOID, "13.A"), (VOID, "13.A"), (VOID, "13.B"), (VOID, "13.B")],
    Kind.DRAWN_UNEXPOSED: [
        (Remedy.NEXT_CARD, "13.B"),
        (Remedy.NEXT_CARD, "13.B"),
        (Remedy.NEXT_CARD, "13.D"),
        (Remedy.NEXT_CARD, "13.C"),
    ],
    Kind.DRAWN_EXPOSED: [(FLOOR, None)] * 4,
    Kind.WRONG_NUMBER: [(VOID, "13.C"), (VOID, "13.C"), (VOID, "13.E"), (VOID, "13.D")],
    Kind.PLAYER_SKIPPED: [
        (Remedy.SIT_OUT, "13.G"),
        (VOID, "13.C"),
        (VOID, "13.E"),
        (VOID, "13.D"),
    ],
    Kind.DEALER_CARD_EXPOSED: [None, None, (VOID, "13.F"), None],
    Kind.COMMUNITY_EXPOSED: [(FLOOR, None), (FLOOR, None), (FLOOR, None), (VOID, "13.E")],
    Kind.STUB_MISDEALT: [
        (VOID, "8.F(4), 9.D(4), 10.C(3)"),
        (VOID, "8.F(4), 9.D(4), 10.C(3)"),
        (VOID, "8.G(1), 9.G, 10.G"),
        (VOID, "8.F(1), 9.G(1), 10.G(1)"),
    ],
    Kind.STUB_NOT_52: [
        (Remedy.VOID_DECK_OUT, "8.F(5), 9.D(5), 10.C(4)"),
        (Remedy.VOID_DECK_OUT, "8.F(5), 9.D(5), 10.C(4)"),
        (Remedy.VOID_DECK_OUT, "8.G(2), 9.H, 10.H"),
        (Remedy.VOID_DECK_OUT, "8.F(2), 9.G(2), 10.G(2)"),
    ],
    Kind.COUNTER_WRONG: [
        (Remedy.DECK_OUT, "5.B"),
        (Remedy.DECK_OUT, "5.B"),
        (Remedy.DECK_OUT, "5.E"),
        (Remedy.DECK_OUT, "5.E"),
    ],
    Kind.SHUFFLER_JAM: [
        (FLOOR, None),
        (FLOOR, None),
        (Remedy.RETURN_RESHUFFLE, "13.H"),
        (Remedy.RESHUFFLE, "13.F"),
    ],
    Kind.SHOE_JAM: [(VOID, "13.D"), (VOID, "13.D"), (FLOOR, None), (VOID, "13.G")],
    Kind.DEVICE_DOWN: [
        (Remedy.COVER, "13.E"),
        (Remedy.COVER, "13.E"),
        (Remedy.COVER, "13.I"),
        (Remedy.COVER, "13.H"),
    ],
    Kind.FOULED_DECK: [(Remedy.VOID_DECK_OUT, None)] * 4,
    Kind.PROGRESSIVE_DOWN: [
        (Remedy.RETURN_OR_WAIT, None),
        (Remedy.RETURN_OR_WAIT, None),
        None,
        (Remedy.RETURN_OR_WAIT, None),
    ],
    Kind.WHEEL_DOWN: [None, (Remedy.RETURN_OR_WAIT, None), None, None],
}


def test_every_incident_is_in_the_table() -> None:
    assert set(REMEDIES) == set(Kind)


@pytest.mark.parametrize("game", ALL, ids=[game.short for game in ALL])
@pytest.mark.parametrize("kind", list(Kind), ids=[kind.name for kind in Kind])
def test_the_remedy(game: Game, kind: Kind) -> None:
    result = [
        (i.remedy, ", ".join(i.clauses) or None)
        for i in game.procedures.incidents
        if i.kind is kind
    ]
    expected = REMEDIES[kind][ALL.index(game)]
    assert result == ([expected] if expected else [])


@pytest.mark.clause("THB 13.C")
@pytest.mark.clause("THB 13.G")
def test_what_is_settled_although_the_round_is_void() -> None:
    settles_by_incident = {
        (game.short, i.kind): (i.settles, i.once_dealt)
        for game in ALL
        for i in game.procedures.incidents
        if i.settles or i.once_dealt
    }
    assert settles_by_incident == {
        ("THB", Kind.CARDS_FACE_UP): (("bonus",), True),
        ("THB", Kind.DEALER_CARD_EXPOSED): (("bonus",), False),
    }
