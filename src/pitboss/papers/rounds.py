"""How a round goes, step by step, in sentences made from the definition."""

from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from pitboss.games.dealing import Ask, Burn, Discard, Lies, ToPlayers, ToTable
from pitboss.games.dealing import Step as DealingStep
from pitboss.games.grammar import Game
from pitboss.games.words import FOLD
from pitboss.money import dollars
from pitboss.papers.words import listed, number, sentence
from pitboss.submission import Rules
from pitboss.submission.rules import OpenStreet


class Step(Struct, frozen=True):
    """One step of a round."""

    key: str
    """The wager of a street; else ``wager``, ``sides``, ``deal``, ``folding``, ``payment``."""
    title: str
    text: str
    clause: str


def steps(game: Game, rules: Rules) -> tuple[Step, ...]:
    """From the first wager to the last payment."""
    return tuple(
        Step(key, title, text, f"{game.short} {clause}")
        for key, title, text, clause in _steps(game, rules)
    )


def _steps(game: Game, rules: Rules) -> Iterator[tuple[str, str, str, str]]:
    required = listed(wager.label for wager in rules.required)
    each = "each" if len(rules.required) > 1 else ""
    equal = "equal wagers, " if len(rules.required) > 1 else "a wager, "
    limits = f"{dollars(rules.table.minimum)} to {dollars(rules.table.maximum)} {each}".strip()
    yield "wager", "Wager", f"Place {equal}{required}: {limits}.", game.required[0].clause
    if rules.sides:
        names = listed((side.label for side in rules.sides), "or")
        yield "sides", "Side wagers", f"You may add {names}.", game.sides[0].clause
    yield "deal", "Deal", f"After “no more bets”: {_dealt(rules)}.", rules.dealing.clause
    streets = {street.wager: street for street in game.streets}
    for street in rules.streets:
        text = f"{_asked(rules, street)} Then {_revealed(rules, street)}."
        yield street.wager, street.label, text, streets[street.wager].clause
    folds = [street for street in rules.streets if FOLD in street.asks.values()]
    if folds:
        yield "folding", "Folding", _folded(rules), streets[folds[0].wager].clause
    yield (
        "payment",
        "Payment",
        f"The dealer settles from seat {rules.seats} to seat 1. In one round a position wins at "
        f"most the payout limit.",
        game.payout_limit.clause,
    )


def _folded(rules: Rules) -> str:
    """What a fold loses, and what outlives it."""
    later = any(FOLD in street.asks.values() for street in rules.streets[1:])
    bets = ["every bet made so far"] if later else []
    lost = listed([*(wager.label for wager in rules.required), *bets])
    kept = [side.label for side in rules.sides if side.lives_after_fold]
    gone = [side.label for side in rules.sides if not side.lives_after_fold]
    text = f"A fold loses {lost}"
    text += f", and {listed(gone)} too." if gone else "."
    return text + (f" {listed(kept)} {_stay(kept)} in play." if kept else "")


def _stay(names: list[str]) -> str:
    return "stays" if len(names) == 1 else "stay"


def _dealt(rules: Rules) -> str:
    """The cards of the first deal, before any decision, in their order."""
    places = {place.name: place.label.lower() for place in rules.places}
    parts: list[str] = []
    for step, group in groupby(rules.dealing.steps, key=_alike):
        turns = len(list(group))
        match step:
            case Ask():
                break
            case ToPlayers(cards=cards) if turns > 1:
                parts.append(f"{number(turns * len(cards))} cards to each player, one at a time")
            case ToPlayers(cards=cards):
                many = "a card" if len(cards) == 1 else f"{number(len(cards))} cards together"
                parts.append(f"{many} to each player")
            case ToTable(places=names):
                different = list(dict.fromkeys(places[name] for name in names))
                many = "a card" if len(names) == 1 else f"{number(len(names))} cards"
                where = f"{listed(different)}" if len(different) > 1 else f"the {different[0]}"
                parts.append(f"{many} to {where}")
            case Burn():
                parts.append("a card is burnt")
            case Discard():
                parts.append("one more card, which is discarded")
    return ", then ".join(parts)


def _alike(step: DealingStep) -> DealingStep:
    """Cards given to the players one by one are told together."""
    return ToPlayers(("one",)) if isinstance(step, ToPlayers) and len(step.cards) == 1 else step


def _asked(rules: Rules, street: OpenStreet) -> str:
    label = next(wager.label for wager in rules.required if wager.key == street.of)
    base = "your ante" if "Ante" in label else f"your {label} wager"
    ways: list[str] = []
    if FOLD in street.asks.values():
        ways.append("fold")
    if 0 in street.asks.values():
        ways.append("check")
    times = street.multiples
    if street.any_amount:
        ways.append(f"bet any amount from {times[0]} to {times[-1]} times {base}")
    elif len(times) > 1:
        ways.append(f"bet {listed(map(str, times), 'or')} times {base}")
    else:
        multiple = {1: "as much as", 2: "twice"}.get(times[0], f"{times[0]} times")
        ways.append(f"bet {multiple} {base}")
    return sentence(f"{', or '.join(ways)}.")


def _shown(rules: Rules, name: str) -> str:
    if name in rules.hole:
        return f"each player's {name} card"
    place = next(place for place in rules.places if place.name == name)
    if place.name == "dealer":
        return "the dealer's cards"
    label = place.label.lower()
    return f"the {label} card" if place.cards == 1 else f"the {number(place.cards)} {label} cards"


def _revealed(rules: Rules, street: OpenStreet) -> str:
    """What is dealt face up, and what is turned over."""
    counts = {place.name: place.cards for place in rules.places}
    parts: list[str] = []
    for up, group in groupby(street.reveal, lambda name: rules.dealing.lies(name) is Lies.UP):
        names = list(group)
        are = "are" if sum(counts.get(name, 1) for name in names) > 1 else "is"
        what = listed(_shown(rules, name) for name in names)
        parts.append(f"{what} {are} {'dealt face up' if up else 'turned over'}")
    return ", and ".join(parts)
