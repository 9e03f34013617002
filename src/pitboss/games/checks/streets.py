"""Check the streets, their choices, and the order of dealing."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pitboss.games.checks.cards import expand_hole
from pitboss.games.dealing import Ask, Burn, CardFacing, Dealing, Discard, ToPlayers, ToTable
from pitboss.games.game_parts import (
    TAKE_DOWN,
    BestOf,
    ChoiceValue,
    OnlyWith,
    Reveal,
    Street,
    possible_values,
    stake_multiple,
)
from pitboss.games.payoffs.payoff_checks import find_duplicates, find_unknown

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


def check_streets(game: "Game") -> Iterator[str]:
    """Check that each raise is decided once and each card turned over once."""
    street_wagers = [street.wager for street in game.streets]
    raises = [wager.key for wager in game.raises]
    required = [wager.key for wager in game.required]
    sides = [wager.key for wager in game.sides]
    yield from find_unknown("a street decides", street_wagers, [wager.key for wager in game.wagers])
    if set(street_wagers) <= {*required, *raises, *sides}:
        yield from (
            f"no street decides the raise {key!r}" for key in raises if key not in street_wagers
        )
    in_order = [key for key in raises if key in street_wagers]
    if (order := [key for key in dict.fromkeys(street_wagers) if key in raises]) != in_order:
        yield (
            f"the streets decide {', '.join(order)} but the raises are {', '.join(in_order)}: "
            "put them in the same order"
        )
    down = [street.wager for street in game.streets if TAKE_DOWN in street.choices.values()]
    yield from find_duplicates("wager that a street takes down", down)
    yield from find_duplicates("street", (street.name or street.wager for street in game.streets))
    yield from _check_reachable(game, raises)
    card_counts = dict.fromkeys(game.hole_cards, 1) | {p.name: p.cards for p in game.places}
    face_down = card_counts | dict.fromkeys(game.first_cards, 0)
    for place in game.places:
        if not 0 <= place.face_up <= place.cards:
            yield (
                f"the place {place.name} has cards={place.cards} but face_up={place.face_up}: "
                f"it must be 0 to {place.cards}"
            )
        else:
            face_down[place.name] -= place.face_up
    for street in game.streets:
        name = street.name or street.wager
        yield from _check_conditions(
            game, street, {card for card, count in face_down.items() if count > 0}
        )
        yield from find_unknown(f"the street {name} reveals", street.reveal, card_counts)
        for reveal in street.reveals:
            for card in reveal.names:
                count = reveal.cards or face_down.get(card, 1)
                yield from _check_turned_cards(f"the street {name} reveals", card, count, face_down)
                face_down[card] = face_down.get(card, 0) - count if count > 0 else 0
        if street.wager in required or street.wager in raises:
            yield from _check_choices(street, is_raise=street.wager in raises)
        elif street.wager in sides:
            yield (
                f"the street {name} decides a side wager: it can only decide a raise or a required "
                "wager"
            )
    if not any(card not in card_counts for street in game.streets for card in street.reveal):
        for card in card_counts:
            if face_down[card] > 0:
                advice = f"without streets, give it face_up={card_counts[card]}"
                if game.streets:
                    advice = f'add Reveal(("{card}",)) to the last street'
                yield f"no street reveals {card!r}: {advice}"


def _check_turned_cards(
    reveals: str, card: str, count: int, face_down: Mapping[str, int]
) -> Iterator[str]:
    """Check that this many cards can be turned over: that many are still face down."""
    if count < 0:
        yield f"{reveals} {count} cards of {card!r}: it must be 0 or more"
    elif face_down.get(card, 1) < 1:
        yield f"{reveals} {card!r} again, but it is already face up"
    elif count > face_down.get(card, count):
        yield f"{reveals} {count} cards of {card!r}, but only {face_down[card]} are still face down"


def _check_choices(street: Street, *, is_raise: bool) -> Iterator[str]:
    """Check that decisions differ, that one stakes nothing, and that a raise can be made."""
    name, stakes = street.name or street.wager, street.stakes.values()
    if len(street.choices) < 2:
        yield f"the street {name} needs at least two decisions"
        return
    if negative := [decision for decision, times in street.stakes.items() if times < 0]:
        for decision in negative:
            stake = f"stakes {street.stakes[decision]}: write FOLD, 0, 1 or more"
            yield f"the decision {decision!r} of the street {name} {stake}"
        return
    if len({_choice_effect(choice) for choice in street.choices.values()}) < len(street.choices):
        yield f"the street {name} has two decisions that do the same thing"
    if any(possible_values(street.any_amount)) and not 0 < street.least < street.most:
        yield f"the street {name} takes any amount, but needs two different stakes to limit it"
    if any(possible_values(street.any_amount)) and street.conditions:
        yield (
            f"the street {name} takes any amount, so no stake can be limited to certain cards: "
            "leave out any_amount or OnlyWith"
        )
    if is_raise and TAKE_DOWN in street.choices.values():
        yield f"the street {name} takes down a raise, but only a required wager can be taken down"
        return
    if not is_raise:
        if set(street.choices.values()) != {TAKE_DOWN, 0}:
            yield (
                f"the street {name} decides a required wager, which can only be taken down or "
                "kept: write two decisions, TAKE_DOWN and 0"
            )
        return
    if not (street.can_fold or 0 in stakes):
        yield (
            f"the street {name} leaves no way to stake nothing: add a decision that is FOLD, to "
            "give up the hand, or 0, to check"
        )
    if not street.multiples:
        yield f"the street {name} has no decision that stakes anything: add one of 1 or more"


def _check_reachable(game: "Game", raises: Collection[str]) -> Iterator[str]:
    """Check that each street is asked: an earlier one may always close the same raise."""
    closing: dict[str, str] = {}
    for street in game.streets:
        name = street.name or street.wager
        if earlier := closing.get(street.wager):
            yield (
                f"the street {name} is never reached: every decision of the street {earlier} folds "
                f"or makes the raise {street.wager!r}"
            )
        elif street.wager in raises and street.multiples and 0 not in street.stakes.values():
            closing[street.wager] = name


def _choice_effect(choice: ChoiceValue) -> ChoiceValue:
    """Return what a decision does, regardless of who may take it."""
    return stake_multiple(choice) if isinstance(choice, OnlyWith) else choice


def _check_conditions(game: "Game", street: Street, face_down: Collection[str]) -> Iterator[str]:
    """Check that decisions for certain cards only depend on cards that the player has seen."""
    for decision, condition in street.conditions.items():
        where = f"the decision {decision!r} of the street {street.name or street.wager}"
        if street.stakes[decision] == 0:
            yield f"{where} stakes nothing, which every player may do: write 0"
        if condition.needs:
            yield f"{where} depends on other wagers, which are settled later: name hands only"
            continue
        yield from (f"{where}: {fault}" for fault in condition.faults(game, street.wager))
        unseen = [card for card in _cards_read(game, condition.reads) if card in face_down]
        if unseen:
            yield (
                f"{where} depends on {', '.join(unseen)}, which the player has not seen by then: "
                "use a hand of cards that the player has seen"
            )


def _cards_read(game: "Game", hands: Iterable[str]) -> list[str]:
    """Return the cards and places that some hands are read from."""
    by_name = {
        hand.name: possible_values(definition)
        for definition in game.hands
        for hand in possible_values(definition)
    }
    names: list[str] = []
    remaining = list(hands)
    while remaining:
        for hand in by_name.pop(remaining.pop(), ()):
            if isinstance(hand, BestOf):
                remaining += hand.hands
            else:
                names += hand.cards
    return list(dict.fromkeys(expand_hole(names, game)))


def check_dealing(game: "Game") -> Iterator[str]:
    """Check that every card is dealt once, and before it is looked at."""
    methods = game.procedures.dealing
    if not methods:
        yield "the procedures have no method of dealing"
    yield from find_duplicates(
        "method of dealing",
        (f"{d.method}, reshuffling" if d.reshuffling else d.method for d in methods),
    )
    for method in methods:
        name = f"dealing by {method.clause or method.method}"
        yield from (f"{name} {fault}" for fault in _dealing_faults(game, method))


def _dealing_faults(game: "Game", method: Dealing) -> Iterator[str]:
    target = Counter(game.hole_cards) + Counter({p.name: p.cards for p in game.places})
    streets = {street.name or street.wager: street for street in game.streets}
    dealt_cards: Counter[str] = Counter()
    asked_streets: list[str] = []
    cards_to_see = game.first_cards
    reveals: tuple[Reveal, ...] = ()
    for step in method.steps:
        match step:
            case ToPlayers():
                dealt_cards.update(step.cards)
            case ToTable():
                if step.lies is CardFacing.UP and Counter(step.places) != _next_shown_cards(
                    reveals, dealt_cards, target
                ):
                    yield f"lays {', '.join(dict.fromkeys(step.places))} face up out of turn"
                dealt_cards.update(step.places)
            case Ask():
                if late := [card for card in cards_to_see if dealt_cards[card] < target[card]]:
                    yield f"asks for the decision {step.street} before {', '.join(late)} is dealt"
                reveals = streets[step.street].reveals if step.street in streets else ()
                cards_to_see = tuple(card for some in reveals for card in some.names)
                asked_streets.append(step.street)
            case Burn() | Discard():
                pass
    if dealt_cards != target:
        wrong = sorted((dealt_cards - target) + (target - dealt_cards))
        yield f"deals the wrong number of cards to {', '.join(wrong)}"
    if asked_streets and asked_streets != list(streets):
        yield "asks for decisions out of order"


def _next_shown_cards(
    reveals: tuple[Reveal, ...], dealt_cards: Counter[str], target: Counter[str]
) -> Counter[str]:
    """Return the cards that the current street shows next, if any."""
    for reveal in reveals:
        if any(dealt_cards[name] < target[name] for name in reveal.names):
            return Counter({name: target[name] for name in reveal.names})
    return Counter()
