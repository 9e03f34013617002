"""Streets and the order of dealing."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pitboss.games.checks.common import twice, unknown
from pitboss.games.dealing import Ask, Burn, Dealing, Discard, Lies, ToPlayers, ToTable
from pitboss.games.names import HOLE
from pitboss.games.words import (
    TAKE_DOWN,
    BestOf,
    Choice,
    OnlyWith,
    Reveal,
    Street,
    alternatives,
    times_of,
)

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


def streets(game: "Game") -> Iterator[str]:
    """Each raise is decided once, and each card turned over once."""
    decided = [street.wager for street in game.streets]
    raises = [wager.key for wager in game.raises]
    required = [wager.key for wager in game.required]
    sides = [wager.key for wager in game.sides]
    yield from unknown("a street decides", decided, [wager.key for wager in game.wagers])
    if set(decided) <= {*required, *raises, *sides}:
        yield from (f"no street decides the raise {key!r}" for key in raises if key not in decided)
    in_order = [key for key in raises if key in decided]
    if (order := [key for key in dict.fromkeys(decided) if key in raises]) != in_order:
        yield f"the streets decide {', '.join(order)} but the raises are {', '.join(in_order)}"
    down = [street.wager for street in game.streets if TAKE_DOWN in street.choices.values()]
    yield from twice("wager that a street takes down", down)
    yield from twice("street", (street.name or street.wager for street in game.streets))
    sizes = dict.fromkeys(game.hole_cards, 1) | {p.name: p.cards for p in game.places}
    left = sizes | dict.fromkeys(game.first_cards, 0)
    for place in game.places:
        if not 0 <= place.face_up <= place.cards:
            yield f"{place.name} has {place.cards} cards, and shows {place.face_up}"
        else:
            left[place.name] -= place.face_up
    for street in game.streets:
        name = street.name or street.wager
        yield from _conditions(game, street, {card for card, count in left.items() if count > 0})
        yield from unknown(f"the street {name} reveals", street.reveal, sizes)
        for reveal in street.reveals:
            for card in reveal.names:
                turned = reveal.cards or left.get(card, 1)
                yield from _turned(f"the street {name} reveals", card, turned, left)
                left[card] = left.get(card, 0) - turned if turned > 0 else 0
        if street.wager in required or street.wager in raises:
            yield from _choices(street, raised=street.wager in raises)
        elif street.wager in sides:
            yield f"the street {name} decides a side wager: only raises and required wagers can be"
    if not any(card not in sizes for street in game.streets for card in street.reveal):
        for card in sizes:
            if left[card] > 0:
                advice = f"without streets, give it face_up={sizes[card]}"
                if game.streets:
                    advice = f'add Reveal(("{card}",)) to the last street'
                yield f"no street reveals {card!r}: {advice}"


def _turned(reveals: str, card: str, turned: int, left: Mapping[str, int]) -> Iterator[str]:
    """So many cards of a name are turned over, and so many are still face down."""
    if turned < 0:
        yield f"{reveals} {turned} cards of {card!r}"
    elif left.get(card, 1) < 1:
        yield f"{reveals} {card!r} again, which everybody sees by then"
    elif turned > left.get(card, turned):
        yield f"{reveals} {turned} cards of {card!r}, but {left[card]} are face down by then"


def _choices(street: Street, *, raised: bool) -> Iterator[str]:
    """Decisions differ, one of them stakes nothing more, and those of a raise stake something."""
    name, stakes = street.name or street.wager, street.stakes.values()
    if len(street.choices) < 2:
        yield f"the street {name} needs at least two decisions"
        return
    if negative := [one for one, times in street.stakes.items() if times < 0]:
        for one in negative:
            stake = f"stakes {street.stakes[one]}, and nobody can stake less than 0"
            yield f"the decision {one!r} of the street {name} {stake}: write FOLD, 0, 1 or more"
        return
    if len({_effect(choice) for choice in street.choices.values()}) < len(street.choices):
        yield f"the street {name} has two decisions that do the same"
    if any(alternatives(street.any_amount)) and not 0 < street.least < street.most:
        yield f"the street {name} takes any amount, but has no two stakes to take it between"
    if any(alternatives(street.any_amount)) and street.conditions:
        yield (
            f"the street {name} takes any amount, so none of its stakes can be kept for certain "
            "cards: leave out any_amount or OnlyWith"
        )
    if raised and TAKE_DOWN in street.choices.values():
        yield f"the street {name} takes down a raise, but only a required wager can be"
        return
    if not (street.can_fold or 0 in stakes):
        yield (
            f"the street {name} leaves no way to stake nothing: add a decision that is FOLD, to "
            "give up the hand, or 0, to check"
        )
    if raised and not street.multiples:
        yield f"the street {name} leaves no way to stake anything"
    if not raised and (TAKE_DOWN not in street.choices.values() or street.multiples):
        yield f"the street {name} decides a required wager, which can only be taken down or left"


def _effect(choice: Choice) -> Choice:
    """Return what a decision does, whoever may take it."""
    return times_of(choice) if isinstance(choice, OnlyWith) else choice


def _conditions(game: "Game", street: Street, face_down: Collection[str]) -> Iterator[str]:
    """A decision for certain cards looks at hands that the player has seen by then."""
    for decision, condition in street.conditions.items():
        where = f"the decision {decision!r} of the street {street.name or street.wager}"
        if street.stakes[decision] == 0:
            yield f"{where} stakes nothing, which every player may do: write 0"
        if condition.needs:
            yield f"{where} depends on other wagers, which are settled later: name hands only"
            continue
        yield from (f"{where}: {fault}" for fault in condition.faults(game, street.wager))
        hidden = [x for x in _cards_read(game, condition.reads) if x in face_down]
        if hidden:
            yield (
                f"{where} depends on {', '.join(hidden)}, which the player has not seen by then: "
                "name a hand of cards that are seen"
            )


def _cards_read(game: "Game", hands: Iterable[str]) -> list[str]:
    """Return the cards and places that some hands are read from."""
    words = {word.name: alternatives(words) for words in game.hands for word in alternatives(words)}
    cards: list[str] = []
    left = list(hands)
    while left:
        for word in words.pop(left.pop(), ()):
            if isinstance(word, BestOf):
                left += word.hands
            else:
                cards += word.cards
    spread = (card for name in cards for card in (game.hole_cards if name == HOLE else [name]))
    return list(dict.fromkeys(spread))


def dealing(game: "Game") -> Iterator[str]:
    """Every card is dealt once, and before it is looked at."""
    methods = game.procedures.dealing
    if not methods:
        yield "it has no way of dealing"
    yield from twice("method of dealing", (f"{d.method} {d.reshuffling}" for d in methods))
    for method in methods:
        name = f"dealing by {method.clause or method.method}"
        yield from (f"{name} {fault}" for fault in _dealt(game, method))


def _dealt(game: "Game", method: Dealing) -> Iterator[str]:
    wanted = Counter(game.hole_cards) + Counter({p.name: p.cards for p in game.places})
    due = {street.name or street.wager: street for street in game.streets}
    given: Counter[str] = Counter()
    asked: list[str] = []
    needed = game.first_cards
    shown: tuple[Reveal, ...] = ()
    for step in method.steps:
        match step:
            case ToPlayers():
                given.update(step.cards)
            case ToTable():
                if step.lies is Lies.UP and Counter(step.places) != _next(shown, given, wanted):
                    yield f"lays {', '.join(dict.fromkeys(step.places))} face up out of turn"
                given.update(step.places)
            case Ask():
                if late := [card for card in needed if given[card] < wanted[card]]:
                    yield f"asks {step.street} before {', '.join(late)} is dealt"
                shown = due[step.street].reveals if step.street in due else ()
                needed = tuple(card for some in shown for card in some.names)
                asked.append(step.street)
            case Burn() | Discard():
                pass
    if given != wanted:
        wrong = sorted((given - wanted) + (wanted - given))
        yield f"gives a wrong number of {', '.join(wrong)}"
    if asked and asked != list(due):
        yield "asks out of order"


def _next(shown: tuple[Reveal, ...], given: Counter[str], wanted: Counter[str]) -> Counter[str]:
    """The cards that are shown next, of a street that was asked; none where nothing is."""
    for step in shown:
        if any(given[name] < wanted[name] for name in step.names):
            return Counter({name: wanted[name] for name in step.names})
    return Counter()
