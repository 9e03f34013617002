"""Changes to the definition of a game, derived from the values that cite a clause.

Each rule below takes a value of the definition and the field that names a clause, and returns the
value with exactly that changed which the clause requires: the odds of a line, the floor of a meter,
the remedy of an incident. Changes that the grammar refuses are left out."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.games.dealing import Ask, Burn, CardFacing, Dealing, ToPlayers, ToTable
from pitboss.games.game_parts import (
    BestOf,
    Boxes,
    Option,
    Raise,
    Reading,
    Reveal,
    Sign,
    Street,
    possible_values,
)
from pitboss.games.grammar import Game
from pitboss.games.incidents import Incident, Kind, Remedy
from pitboss.games.payoffs import Case, HoleCards, Meter, NamedPrize, Wheel
from pitboss.games.paytables import (
    CardsLine,
    FixedPrize,
    ForOne,
    Line,
    Prize,
    PrizeLine,
    Share,
    Sum,
    Symbol,
)
from pitboss.games.procedures import Check, DeckProcedures, Procedures, TableProcedures

Path = tuple[int | str, ...]
"""The path from a game to a value in it: names of fields, keys and positions."""


def changed_games(game: Game, clause: str) -> list[Game]:
    """Return one changed game for each change to something that cites a clause."""
    variants: list[Game] = []
    for paths in _alike(game, clause):
        for rules in (RULES, OTHER_RULES):
            after = game
            try:
                for path in paths:
                    after = _apply(after, path, clause, rules) or after
            except Refused:  # no such game can be defined
                continue
            if after != game and after not in variants:
                variants.append(after)
    return variants


def _alike(game: Game, clause: str) -> list[list[Path]]:
    """Group paths with the same value, since one value may occur in several places."""
    groups: list[tuple[object, list[Path]]] = []
    for path in _carriers(game, clause):
        owner = (path[-1], _at(game, path[:-1]))
        for other, paths in groups:
            if other == owner:
                paths.append(path)
                break
        else:
            groups.append((owner, [path]))
    return [paths for _, paths in groups]


def _carriers(value: object, clause: str, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every text that cites a clause."""
    if isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _carriers(getattr(value, field), clause, (*path, field))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _carriers(item, clause, (*path, index))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if key == clause:
                yield (*path, key)
            yield from _carriers(item, clause, (*path, key))
    elif isinstance(value, str) and clause in value.split(", "):
        yield path


def _apply(game: Game, path: Path, clause: str, rules: "Rules") -> Game | None:
    """Change the innermost value on a path that has a rule for the next field of the path."""
    for depth in range(len(path) - 1, -1, -1):
        owner = _at(game, path[:depth])
        field = path[depth]
        rule = rules.get((type(owner), field)) if isinstance(field, str) else None
        if rule is not None:
            after = rule(owner, clause, game, path[:depth])
            if isinstance(after, Game):
                return after
            return None if after is None else _put(game, path[:depth], after)
    return None


def _at(value: Any, path: Path) -> Any:  # noqa: ANN401 - any part of a game
    for step in path:
        value = getattr(value, step) if isinstance(value, Struct) else value[step]  # type: ignore[arg-type]
    return value


def _put(value: Any, path: Path, part: object) -> Any:  # noqa: ANN401 - any part of a game
    if not path:
        return part
    step, rest = path[0], path[1:]
    if isinstance(value, Struct):
        return replace(value, **{str(step): _put(getattr(value, str(step)), rest, part)})
    after = _put(value[step], rest, part)
    if isinstance(value, tuple):
        return tuple(after if index == step else item for index, item in enumerate(value))
    return {key: after if key == step else item for key, item in value.items()}


# The rules, by the value and the field that cites the clause. Each gets the value, the clause, the
# game and the path of the value, and returns the changed value or the whole changed game.

Rule = Callable[[Any, str, Game, Path], object | None]
Rules = Mapping[tuple[type, str], Rule]


def _odds(line: Line | CardsLine, *_: object) -> object:
    return replace(line, odds=line.odds + 1)


def _case(case: Case, *_: object) -> object | None:
    """Increase what a win pays, and turn a push into a win."""
    return replace(case, pays=case.pays + 1) if isinstance(case.pays, int) else None


def _prize(prize: Prize) -> Prize:
    match prize:
        case ForOne(times=times):
            return ForOne(times + 1)
        case Sum(cents=cents):
            return Sum(cents + 100)
        case Share(percent=percent, meter=meter):
            return Share(percent - 5, meter)
        case FixedPrize():
            return Sum(100_00)


def _prize_line(line: PrizeLine, *_: object) -> object:
    return replace(line, prize=_prize(line.prize))


def _symbol(symbol: Symbol, *_: object) -> object:
    if symbol.community:
        return replace(symbol, community=symbol.community + 100)
    return replace(symbol, prize=_prize(symbol.prize))


def _floor(meter: Meter | NamedPrize, *_: object) -> object | None:
    return replace(meter, least=meter.least // 2) if meter.least > 1 else None


def _wager(spin: Wheel, *_: object) -> object:
    return replace(spin, stake=spin.stake * 2)


_OTHER_REMEDY: Final = {
    Remedy.VOID: Remedy.FLOOR_RULES,
    Remedy.VOID_DECK_OUT: Remedy.VOID,
    Remedy.CARD_OUT: Remedy.VOID,
    Remedy.NEXT_CARD: Remedy.VOID,
    Remedy.FLOOR_RULES: Remedy.VOID,
    Remedy.SIT_OUT: Remedy.VOID,
    Remedy.DECK_OUT: Remedy.RESHUFFLE,
    Remedy.RETURN_RESHUFFLE: Remedy.RESHUFFLE,
    Remedy.RESHUFFLE: Remedy.RETURN_RESHUFFLE,
    Remedy.COVER: Remedy.FLOOR_RULES,
}


def _remedy(incident: Incident, *_: object) -> object:
    return replace(incident, remedy=_OTHER_REMEDY[incident.remedy])


_AFTER_THE_DEAL: Final = frozenset(
    {Kind.WRONG_NUMBER, Kind.PLAYER_SKIPPED, Kind.STUB_MISDEALT, Kind.STUB_NOT_52}
)
"""Incidents that can happen in every game after the deal, so that a wager on cards could count."""


def _settled_all_the_same(incident: Incident, _: str, game: Game, __: Path) -> object | None:
    """Keep a wager on the player's two cards in a void round instead of returning it."""
    hole_wagers = [
        side.key
        for side in game.sides
        if any(isinstance(payoff, HoleCards) for payoff in possible_values(side.pays))
    ]
    if (
        not hole_wagers
        or incident.kind not in _AFTER_THE_DEAL
        or not incident.remedy.startswith("void")
    ):
        return None
    return replace(incident, settles=(hole_wagers[0],), once_dealt=True)


def _later(step: ToPlayers | ToTable, _: str, game: Game, path: Path) -> Any:  # noqa: ANN401
    """Swap a step of the deal with a neighbor; without one, deal its cards face down."""
    steps, index = list(_at(game, path[:-1])), path[-1]
    assert isinstance(index, int)
    for other in (index - 1, index + 1):
        if 0 <= other < len(steps) and not isinstance(steps[other], Ask | Burn):
            if _same_deal(steps[index], steps[other]):
                continue
            steps[index], steps[other] = steps[other], steps[index]
            return _put(game, path[:-1], tuple(steps))
    if isinstance(step, ToTable) and step.lies is CardFacing.UP:
        return replace(step, lies=CardFacing.DOWN)
    return None


def _same_deal(value_: object, other: object) -> bool:
    """Return whether swapping two neighboring steps makes no visible difference."""
    return (
        isinstance(value_, ToTable)
        and isinstance(other, ToTable)
        and (value_.places, value_.lies) == (other.places, other.lies)
    )


def _left_out(_: Burn | Check | Sign, __: str, game: Game, path: Path) -> object:
    """Leave out one of several values."""
    left = tuple(value for n, value in enumerate(_at(game, path[:-1])) if n != path[-1])
    return _put(game, path[:-1], left)


def _other_order(dealing: Dealing, *_: object) -> object | None:
    """Swap the first two kinds of steps."""
    steps = list(dealing.steps)
    for index in range(len(steps) - 1):
        if type(steps[index]) is not type(steps[index + 1]):
            steps[index], steps[index + 1] = steps[index + 1], steps[index]
            return replace(dealing, steps=tuple(steps))
    return None


def _without(field: str) -> Rule:
    """Leave out the instruction that this clause gives."""

    def rule(owner: Any, clause: str, *_: object) -> object:  # noqa: ANN401
        value = getattr(owner, field)
        if isinstance(value, Mapping):
            left = {key: item for key, item in value.items() if clause not in (key, item)}
            return replace(owner, **{field: left})
        return replace(owner, **{field: ""})

    return rule


def _not_done(procedures: DeckProcedures, clause: str, *_: object) -> object | None:
    """A step at an idle table is left out; if it is the only one, the table would never rest."""
    left = {task: clause_id for task, clause_id in procedures.idle.items() if clause_id != clause}
    return replace(procedures, idle=left) if len(left) > 1 else None


def _longer(procedures: DeckProcedures, clause: str, *_: object) -> object:
    hours = {
        method: most + (procedures.deck_clause[method] == clause)
        for method, most in procedures.deck_hours.items()
    }
    return replace(procedures, deck_hours=hours)


def _rarer(procedures: DeckProcedures, *_: object) -> object:
    return replace(procedures, stub_count_rounds=procedures.stub_count_rounds + 1)


def _thinner(procedures: DeckProcedures, *_: object) -> object:
    return replace(procedures, cut_at_least=procedures.cut_at_least - 1)


def _other_reveal(_: Reveal, __: str, game: Game, path: Path) -> object:
    """Swap what a street reveals first with what another street reveals."""
    streets, index = list(game.streets), path[1]
    assert isinstance(index, int)
    other = index + 1 if index + 1 < len(streets) else index - 1
    mine, theirs = streets[index].reveals, streets[other].reveals
    streets[index] = replace(streets[index], reveals=(_names(mine[0], theirs[0]), *mine[1:]))
    streets[other] = replace(streets[other], reveals=(_names(theirs[0], mine[0]), *theirs[1:]))
    return replace(game, streets=tuple(streets))


def _names(reveal: Reveal, other: Reveal) -> Reveal:
    return replace(reveal, names=other.names)


def _dearer(street: Street, *_: object) -> object:
    """Increase the largest stake of a street by one."""
    most = max(times for times in street.choices.values() if isinstance(times, int))
    choices = {name: most + 1 if times == most else times for name, times in street.choices.items()}
    return replace(street, choices=choices)


def _dearer_raise(wager: Raise, _: str, game: Game, __: Path) -> object:
    streets = [_dearer(street) if street.wager == wager.key else street for street in game.streets]
    return replace(game, streets=tuple(streets))


def _more_boxes(boxes: Boxes, *_: object) -> object:
    return replace(boxes, most=boxes.most + 1)


def _other_default(choice: Reading | Option, *_: object) -> object:
    other = next(name for name in choice.choices if name != choice.default)
    return replace(choice, default=other)


def _first_only(hand: BestOf, *_: object) -> object | None:
    return replace(hand, hands=hand.hands[:1])


RULES: Final[Rules] = {
    (Line, "clause"): _odds,
    (CardsLine, "clause"): _odds,
    (Case, "clause"): _case,
    (PrizeLine, "clause"): _prize_line,
    (Symbol, "clause"): _symbol,
    (Meter, "clause"): _floor,
    (NamedPrize, "clause"): _floor,
    (Wheel, "stake_clause"): _wager,
    (Incident, "clauses"): _remedy,
    (ToPlayers, "clauses"): _later,
    (ToTable, "clauses"): _later,
    (Burn, "clauses"): _left_out,
    (Dealing, "clause"): _other_order,
    (Dealing, "stub"): _without("stub"),
    (Dealing, "locks_out"): _without("locks_out"),
    (Dealing, "from_hand"): _without("from_hand"),
    (Dealing, "handling"): _without("handling"),
    (TableProcedures, "breaches"): _without("breaches"),
    (Procedures, "acceptance"): _without("acceptance"),
    (Procedures, "hands_off"): _without("hands_off"),
    (Check, "clause"): _left_out,
    (DeckProcedures, "opening"): _without("opening"),
    (DeckProcedures, "idle"): _not_done,
    (DeckProcedures, "deck_clause"): _longer,
    (DeckProcedures, "stub_clause"): _rarer,
    (DeckProcedures, "cut_clause"): _thinner,
    (Reveal, "clause"): _other_reveal,
    (Street, "clause"): _dearer,
    (Raise, "clause"): _dearer_raise,
    (Boxes, "clause"): _more_boxes,
    (Reading, "clause"): _other_default,
    (Option, "clause"): _other_default,
    (Sign, "clause"): _left_out,
    (BestOf, "clause"): _first_only,
}

OTHER_RULES: Final[Rules] = {(Incident, "clauses"): _settled_all_the_same}
"""A second change to the same value."""
