"""Check that a round can be settled; refuse it with a sentence if it cannot.

No table limits here: a wager that was accepted is settled in full.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from pitboss.cards import DECK, JOKER, Card, cards_text
from pitboss.errors import Refused, short_repr
from pitboss.games.paytables import Symbol
from pitboss.money import MAX_CENTS
from pitboss.settle.compiled_rules import CompiledRules
from pitboss.settle.model import Round, Seat
from pitboss.submission.rules import Rules

MISSING_CARD: Final = Card(-1)
"""A placeholder for a card that a void round lacks; no settled wager reads it."""
_ALL_CARDS: Final = frozenset((*DECK, JOKER))
_CARD_TYPES: Final = frozenset({int})
PlayerId = int | str
"""The player of a seat: a name, or the number of a seat without one."""


def check_cards(rules: Rules, round_: Round) -> tuple[Card, ...]:
    """Return the table's cards in the order of the places; all of them unless the round is void."""
    table: list[Card] = []
    cards_by_position: list[Card] = []
    places_named = 0
    for place in rules.places:
        cards = round_.table.get(place.name, ())
        places_named += place.name in round_.table
        if len(cards) != place.cards and not (round_.void and len(cards) < place.cards):
            raise Refused(f"{place.name} has {_count_text(cards)}, but needs {place.cards}")
        table += cards
        cards_by_position += [*cards, *[MISSING_CARD] * (place.cards - len(cards))]
    card_count = len(table)
    if places_named < len(round_.table):
        names = [place.name for place in rules.places]
        unknown = next(name for name in round_.table if name not in names)
        raise Refused(
            f"{short_repr(unknown)} is not a place for cards: choose from {', '.join(names)}, holes"
        )
    distinct_cards = set(table)
    for seat, cards in round_.holes.items():
        if seat not in round_.seats:
            raise Refused(f"there are hole cards for seat {seat}, which has no player")
        if len(cards) != len(rules.hole) and not (round_.void and len(cards) < len(rules.hole)):
            raise Refused(f"seat {seat} has {_count_text(cards)}, but needs {len(rules.hole)}")
        distinct_cards.update(cards)
        card_count += len(cards)
    if (
        not {*map(type, distinct_cards)} <= _CARD_TYPES
        or not distinct_cards <= rules.deck.distinct_cards
    ):
        _refuse_unknown_card(round_, rules)
    if len(distinct_cards) != card_count:
        _refuse_duplicate([*table, *(c for cards in round_.holes.values() for c in cards)], rules)
    if not round_.void:
        for seat in round_.seats:
            if seat not in round_.holes:
                raise Refused(f"the hole cards of seat {seat} are missing")
    return tuple(cards_by_position)


def check_stakes(compiled_rules: CompiledRules, number: int, seat: Seat) -> None:
    """Refuse wagers if required ones are missing or unequal, or others are not offered."""
    rules = compiled_rules.rules
    wagers = seat.wagers
    first = wagers.get(rules.required[0].key)
    for required in rules.required:
        stake = wagers.get(required.key)
        if stake is None:
            raise Refused(
                f"seat {number} has no {required.key} wager, which every player must make"
            )
        if stake != first:
            raise Refused(
                f"seat {number} has unequal wagers: {rules.required[0].key} is {short_repr(first)} "
                f"and {required.key} is {short_repr(stake)}"
            )
    for key, stake in wagers.items():
        if type(stake) is not int or not 1 <= stake <= MAX_CENTS:
            raise Refused(
                f"the {short_repr(key)[1:-1]} wager of seat {number} is {short_repr(stake)}: "
                "a stake is a whole number of cents from 1 to 10^12"
            )
    if len(wagers) > len(rules.required):
        _check_side_wagers(compiled_rules, number, wagers)


def check_forfeit(rules: Rules, number: int, seat: Seat) -> None:
    """Refuse a forfeit in a game that has none."""
    if seat.forfeit and rules.forfeits is None:
        raise Refused(f"seat {number} cannot forfeit: this game has no forfeit")


def check_players(rules: Rules, seats: Mapping[int, Seat]) -> dict[int, PlayerId]:
    """Return the player of each seat; refuse boxes that are too many or not adjacent."""
    if not seats:
        raise Refused("the round has no seats")
    players: dict[int, PlayerId] = {}
    for number, seat in seats.items():
        if type(number) is not int:
            raise Refused(
                f"{short_repr(number)} is not a seat: seats are numbered 1 to {rules.seats}"
            )
        if seat.player is not None and type(seat.player) is not str:
            raise Refused(
                f"the player of seat {number} is {short_repr(seat.player)}, but must be a string"
            )
        players[number] = seat.player or number
    check_boxes(rules, players)
    return players


def check_boxes(rules: Rules, players: Mapping[int, PlayerId]) -> None:
    """Refuse a player's boxes if they are not adjacent, or more than allowed."""
    boxes: dict[PlayerId, list[int]] = {}
    for number in sorted(players):
        if not 1 <= number <= rules.seats:
            raise Refused(f"{number} is not a seat: seats are numbered 1 to {rules.seats}")
        boxes.setdefault(players[number], []).append(number)
    most = rules.table.boxes_per_player
    for player, numbers in boxes.items():
        if len(numbers) > most:
            raise Refused(
                f"{short_repr(player)} plays {len(numbers)} positions, but may play {most}",
                rules.cite(rules.boxes_clause),
            )
        if numbers[-1] - numbers[0] >= len(numbers):
            raise Refused(
                f"the positions of {short_repr(player)} are not adjacent: {numbers}",
                rules.cite(rules.boxes_clause),
            )


def check_spin(number: int, seat: Seat, earned_wheels: Mapping[str, tuple[Symbol, ...]]) -> None:
    """Refuse a spin that was not earned, a missing spin, or a symbol that is not on the wheel."""
    spin = seat.spin if seat.spins is None else seat.spins
    if not earned_wheels:
        if spin is not None:
            raise Refused(f"seat {number} names the spin {short_repr(spin)} but earned none")
        return
    if spin is None:
        raise Refused(f"seat {number} earned a spin with a live wager: its spin is missing")
    symbols = dict.fromkeys(earned_wheels, spin) if isinstance(spin, str) else spin
    if symbols.keys() != earned_wheels.keys() or (isinstance(spin, str) and len(earned_wheels) > 1):
        raise Refused(
            f"seat {number} spins the wheels of {', '.join(earned_wheels)}: its spin must name a "
            "symbol of each"
        )
    for key, wheel in earned_wheels.items():
        if not any(symbol.name == symbols[key] for symbol in wheel):
            of_wager = f" of {key}" if len(earned_wheels) > 1 else ""
            names = ", ".join(symbol.name for symbol in wheel)
            raise Refused(
                f"seat {number}: the wheel{of_wager} has no symbol {short_repr(symbols[key])}: "
                f"it has {names}"
            )


def check_void(rules: Rules, round_: Round) -> str | None:
    """Return the wager that is settled although the round is void, if any; it needs its cards.

    If a place has too few cards, they were not dealt, and nothing is settled.
    """
    wager = round_.settles
    if type(round_.void) is not bool:
        raise Refused(
            f"void is {short_repr(round_.void)}, but must be true or false: "
            "put a wager that is settled anyway in settles"
        )
    if not wager:
        return None
    if not round_.void:
        raise Refused(f"settles is {short_repr(wager)}, but the round is not void: leave it out")
    if wager not in rules.settled_when_void:
        some = " or ".join(rules.settled_when_void) or "no wager"
        raise Refused(
            f"settles is {short_repr(wager)}, but a void round of this game settles {some}"
        )
    seats = [number for number, seat in round_.seats.items() if wager in seat.wagers]
    side = next((side for side in rules.sides if side.key == wager), None)
    if side is None or not seats:
        return None
    for number in seats:
        if number not in round_.holes:
            raise Refused(f"the hole cards of seat {number} are missing: {wager} is settled")
    for place in rules.places:
        if place.name in side.pays.sees:
            if place.name not in round_.table:
                raise Refused(f"the cards of {place.name} are missing: {wager} is settled")
            if len(round_.table[place.name]) != place.cards:
                return None
    return wager


def _check_side_wagers(
    compiled_rules: CompiledRules, number: int, wagers: Mapping[str, int]
) -> None:
    rules = compiled_rules.rules
    for key, stake in wagers.items():
        side = compiled_rules.sides.get(key)
        if side is None:
            if any(wager.key == key for wager in rules.required):
                continue
            if any(wager.key == key for wager in rules.raises):
                raise Refused(f"seat {number} lists {key} as a wager, but a decision makes it")
            names = ", ".join([*(wager.key for wager in rules.required), *compiled_rules.sides])
            raise Refused(
                f"seat {number} has {short_repr(key)}, which is not offered: choose from {names}"
            )
        payoff = compiled_rules.metered_payoffs.get(key)
        if payoff and stake != payoff.stake:
            raise Refused(
                f"the {key} wager of seat {number} is {stake}, but must be {payoff.stake}"
            )


def _count_text(cards: Sequence[Card]) -> str:
    return {0: "no card", 1: "1 card"}.get(len(cards), f"{len(cards)} cards")


def _refuse_unknown_card(round_: Round, rules: Rules) -> None:
    holes = {f"seat {seat}": cards for seat, cards in round_.holes.items()}
    for where, cards in (*round_.table.items(), *holes.items()):
        for c in cards:
            if type(c) is not int or c not in (DECK if rules.deck.is_standard else _ALL_CARDS):
                raise Refused(
                    f"{where} has {short_repr(c)}, which is not a card: cards are 0 to 51"
                )
            if c not in rules.deck.distinct_cards:
                raise Refused(
                    f"{where} has {cards_text([c])}, which is not in the deck of {rules.game}"
                )


def _refuse_duplicate(cards: list[Card], rules: Rules) -> None:
    if (c := rules.deck.first_excess(cards)) is not None:
        often = "twice" if rules.deck.cards.count(c) == 1 else "too many times"
        raise Refused(f"the card {cards_text([c])} was dealt {often}")
