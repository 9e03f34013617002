"""The irregularities and remedies of the rulebooks, as the model's only source.

A cell is an irregularity, where it happened if that matters, and the ruling. Every cell that a game
can have must be reached."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from pitboss.games.deck_tasks import Device, Mark
from pitboss.games.incidents import Kind, Remedy
from pitboss.submission import Rules
from pitboss.table.day import Ruling

RET, CCP, THB, STUD = "run-em-twice", "criss-cross", "holdem-bonus", "stud-235"
_VOID, _OUT, _FLOOR = Remedy.VOID, Remedy.CARD_OUT, Remedy.FLOOR_RULES
_SIDE: Final = Remedy.RETURN_OR_WAIT
_SAME: Final[dict[Kind, Remedy]] = {
    Kind.DRAWN_UNEXPOSED: Remedy.NEXT_CARD,
    Kind.DRAWN_EXPOSED: _FLOOR,
    Kind.WRONG_NUMBER: _VOID,
    Kind.STUB_MISDEALT: _VOID,
    Kind.STUB_NOT_52: Remedy.VOID_DECK_OUT,
    Kind.COUNTER_WRONG: Remedy.DECK_OUT,
    Kind.DEVICE_DOWN: Remedy.COVER,
    Kind.FOULED_DECK: Remedy.VOID_DECK_OUT,
}
"""Rulings shared by all four games."""
_COLUMNS: Final = (RET, CCP, THB, STUD)
_ROWS: Final[dict[Kind, tuple[Remedy | None, ...]]] = {
    Kind.CARD_FACE_UP: (_VOID, _VOID, _OUT, _OUT),
    Kind.CARDS_FACE_UP: (_VOID, _VOID, _VOID, _VOID),
    Kind.PLAYER_SKIPPED: (Remedy.SIT_OUT, _VOID, _VOID, _VOID),
    Kind.DEALER_CARD_EXPOSED: (None, None, _VOID, None),
    Kind.COMMUNITY_EXPOSED: (_FLOOR, _FLOOR, _FLOOR, _VOID),
    Kind.SHUFFLER_JAM: (_FLOOR, _FLOOR, Remedy.RETURN_RESHUFFLE, Remedy.RESHUFFLE),
    Kind.SHOE_JAM: (_VOID, _VOID, _FLOOR, _VOID),
    Kind.PROGRESSIVE_DOWN: (_SIDE, _SIDE, None, _SIDE),
    Kind.WHEEL_DOWN: (None, _SIDE, None, None),
}
RULINGS: Final[dict[str, dict[Kind, Remedy]]] = {
    game: _SAME | {kind: row[at] for kind, row in _ROWS.items() if row[at]}  # type: ignore[misc]
    for at, game in enumerate(_COLUMNS)
}
AT_ONCE: Final = (
    *(Remedy.CARD_OUT, Remedy.NEXT_CARD, Remedy.DECK_OUT, Remedy.RESHUFFLE, Remedy.COVER),
)
"""These move no wagers, so no second person is needed."""
FORFEITS: Final = dict.fromkeys((RET, CCP), ("11.A(1)", "11.A(2)", "11.A(3)", "11.A(4)"))
UNTIL_SHOWN: Final = "11.A(4)"
"""What can only break until the last card is turned up."""
DEVICES: Final[dict[str, tuple[Device, ...]]] = {
    RET: (Device.PROGRESSIVE,),
    CCP: (Device.WHEEL, Device.PROGRESSIVE),
    THB: (),
    STUD: (Device.PROGRESSIVE,),
}
"""Devices that side wagers are settled with."""
FAILS: Final = {Kind.PROGRESSIVE_DOWN: Device.PROGRESSIVE, Kind.WHEEL_DOWN: Device.WHEEL}
STUB: Final = (Kind.STUB_MISDEALT, Kind.STUB_NOT_52)
OF_STUB: Final = (Ruling.MISDEALT, Ruling.NOT_MISDEALT, Ruling.DISMISSED)

# Where it happened, if any game distinguishes that
IN_ROUND, BETWEEN = "in a round", "between rounds"
NEXT, OF_PLAYER = "the next card", "a player's card"
OF_ONE, OF_ANY, LATE = "one player's hand", "dealer or community", "some are paid"
EMPTY = "a position without a wager"
FIRST, DEALT = "before all have two cards", "all have two cards"
LIES, DRAWN = "it lies on the table", "as it is drawn"
PLAYED, SHOWN = "hands are played", "all cards are up"
ALONE, AMONG = "the only player", "one of several"


class Cell(NamedTuple):
    """A case that must occur."""

    kind: str
    where: str
    said: str

    def __str__(self) -> str:
        where = f" ({self.where})" if self.where else ""
        return f"{self.kind}{where}: {self.said}"


def remedy(rules: Rules, kind: Kind) -> Remedy | None:
    """Return the remedy; a reshuffling shoe lifts 235 5.E, and then the floor rules."""
    if kind is Kind.COUNTER_WRONG and rules.game == STUD and "reshuffling" in rules.table.shuffler:
        return Remedy.FLOOR_RULES
    return RULINGS[rules.game].get(kind)


def answers(
    game: str,
    kinds: tuple[Kind, ...],
    *,
    is_exposed: bool,
    in_round: bool = True,
    rules: Rules | None = None,
) -> tuple[Ruling, ...]:
    """Return the possible rulings: exposed cards cannot be denied, and no round is voided twice."""
    if len(kinds) > 1:
        return OF_STUB
    result = remedy(rules, kinds[0]) if rules else RULINGS[game][kinds[0]]
    if result is Remedy.FLOOR_RULES:
        undoes = in_round or kinds[0] is Kind.COUNTER_WRONG  # whose deck may be removed
        return (Ruling.VOID, Ruling.GO_ON) if undoes else (Ruling.GO_ON,)
    if RULINGS[game][kinds[0]] is Remedy.RETURN_OR_WAIT:
        return Ruling.RETURN, Ruling.WAIT, Ruling.DISMISSED
    return (Ruling.BY_THE_BOOK,) if is_exposed else (Ruling.BY_THE_BOOK, Ruling.DISMISSED)


def places(game: str, kind: Kind) -> tuple[str, ...]:
    """Return where an irregularity can happen, as far as that is distinguished."""
    match kind:
        case Kind.DRAWN_EXPOSED:
            return NEXT, OF_PLAYER
        case Kind.WRONG_NUMBER:
            return OF_ONE, OF_ANY, LATE, EMPTY
        case Kind.DEALER_CARD_EXPOSED if game == THB:
            return FIRST, DEALT, DRAWN
        case Kind.COMMUNITY_EXPOSED if game == STUD:
            return LIES, DRAWN
        case Kind.CARDS_FACE_UP if game == THB:
            return FIRST, DEALT
        case Kind.PLAYER_SKIPPED if game == RET:
            return ALONE, AMONG
        case Kind.SHUFFLER_JAM | Kind.COUNTER_WRONG | Kind.STUB_MISDEALT | Kind.STUB_NOT_52:
            return IN_ROUND, BETWEEN
        case Kind.FOULED_DECK:
            return PLAYED, BETWEEN
        case Kind.DEVICE_DOWN:
            result = [Device.SHUFFLER, Device.SHOE, *DEVICES[game]]
            return tuple(f"{device}, {mark}" for device in result for mark in Mark)
        case _:
            return ("",)


def cells(game: str) -> Iterator[Cell]:
    """Return every cell that a game must have shown."""
    for kind, remedy in RULINGS[game].items():
        is_exposed = kind in (Kind.DEALER_CARD_EXPOSED, Kind.COMMUNITY_EXPOSED)
        for where in places(game, kind):
            if kind in STUB:
                ruling_: tuple[str, ...] = (OF_STUB[STUB.index(kind)], Ruling.DISMISSED)
            elif remedy in AT_ONCE:
                ruling_ = (remedy,)
            else:
                ruling_ = answers(game, (kind,), is_exposed=is_exposed, in_round=where != BETWEEN)
            yield from (Cell(kind, where, item) for item in ruling_)
    for breach in FORFEITS.get(game, ()):
        yield Cell("forfeit", PLAYED, breach)
        if breach != UNTIL_SHOWN:
            yield Cell("forfeit", SHOWN, breach)
