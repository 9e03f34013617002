"""How a round goes, step by step, in sentences made from the definition."""

from collections.abc import Iterator, Mapping
from itertools import groupby

from msgspec import Struct

from pitboss.games.dealing import Ask, Burn, Discard, Lies, ToPlayers, ToTable
from pitboss.games.dealing import Step as DealingStep
from pitboss.games.grammar import ORDINALS, Game
from pitboss.games.words import TAKE_DOWN, Fold, Place, Reveal, Street, TakeDown
from pitboss.money import dollars
from pitboss.papers.deck_words import wild_words
from pitboss.papers.words import listed, number, sentence
from pitboss.round import condition_words
from pitboss.submission import Rules


class Step(Struct, frozen=True):
    """One step of a round."""

    key: str
    """The name of a street; else ``wager``, ``sides``, ``deal``, ``folding``, ``payment``."""
    title: str
    text: str
    clause: str
    wager: str = ""
    """The wager that a street decides."""


def steps(game: Game, rules: Rules) -> tuple[Step, ...]:
    """From the first wager to the last payment."""
    decided = {street.name: street.wager for street in rules.streets}
    return tuple(
        Step(key, title, text, game.cite(clause) or "", decided.get(key, ""))
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
    yield (
        "deal",
        "Deal",
        f"After “no more bets”: {_dealt(rules)}. {wild_words(rules.deck)}".rstrip(),
        rules.dealing.clause,
    )
    for street in rules.streets:
        text = " ".join(filter(None, (_asked(rules, street), _revealed(rules, street))))
        yield street.name, street.label, text, street.clause
    folds = [street for street in rules.streets if street.can_fold]
    if folds:
        yield "folding", "Folding", _folded(rules), folds[0].clause
    limit = " In one round a position wins at most the payout limit." if rules.limit.scope else ""
    order = f"from seat {rules.seats} to seat 1" if rules.seats > 1 else "every wager"
    yield (
        "payment",
        "Payment",
        f"The dealer settles {order}.{limit}",
        game.payout_limit.clause,
    )


def _folded(rules: Rules) -> str:
    """What a fold loses, and what outlives it."""
    later = any(
        street.can_fold and before.multiples and before.wager != street.wager
        for at, street in enumerate(rules.streets)
        for before in rules.streets[:at]
    )
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
                where = listed(dict.fromkeys(places[name] for name in names))
                many = "a card" if len(names) == 1 else f"{number(len(names))} cards"
                parts.append(f"{many} to the {where}{_face_up(rules, names)}")
            case Burn():
                parts.append("a card is burnt")
            case Discard():
                parts.append("one more card, which is discarded")
    return ", then ".join(parts)


def _alike(step: DealingStep) -> DealingStep:
    """Cards given to the players one by one are told together."""
    return ToPlayers(("one",)) if isinstance(step, ToPlayers) and len(step.cards) == 1 else step


def _face_up(rules: Rules, names: tuple[str, ...]) -> str:
    """Say which of the cards dealt to some places are seen at once."""
    open_ = [place for place in rules.places if place.face_up and place.name in names]
    if not open_:
        return ""
    if len(set(names)) == 1:
        seen = open_[0].face_up
        return f", {number(seen)} of them face up" if seen < len(names) else " face up"
    return f", with {listed(_cards(place, 0, place.face_up) for place in open_)} face up"


def _asked(rules: Rules, street: Street) -> str:
    labels = {wager.key: wager.label for wager in rules.wagers}
    label = labels[street.of]
    base = "your ante" if "Ante" in label else f"your {label} wager"
    ways: list[str] = []
    only_some = street.conditions
    for name, choice in street.choices.items():
        match choice:
            case Fold():
                ways.append(_named("fold", name))
            case TakeDown():
                ways.append(_named(f"take your {labels[street.wager]} back", name))
            case 0 if TAKE_DOWN in street.choices.values():
                ways.append(_named("leave it in play", name))
            case 0:
                ways.append(_named("check", name))
            case _:  # a bet: told below, with all others
                pass
    times = [times for name, times in street.stakes.items() if times and name not in only_some]
    if street.any_amount:
        ways.append(f"bet any amount from {times[0]} to {times[-1]} times {base}")
    elif len(times) > 1:
        ways.append(f"bet {listed(map(str, times), 'or')} times {base}")
    elif times:
        ways.append(f"{_bet(times[0])} {base}")
    for name in only_some:
        why = condition_words(rules, street, name)
        ways.append(f"{_bet(street.stakes[name])} {base}, only if {why}")
    same = [other for other in rules.streets if other.wager == street.wager]
    once = " You make this bet only once." if len(same) > 1 and street == same[0] else ""
    return sentence(f"{', or '.join(ways)}.{once}")


def _bet(times: int) -> str:
    """Return the words before the wager that a bet multiplies."""
    return "bet " + {1: "as much as", 2: "twice"}.get(times, f"{times} times")


def _named(words: str, name: str) -> str:
    """What a decision does, with its name where that says something else."""
    return words if name == words else f"{words} ({name})"


def _cards(place: Place, first: int, last: int) -> str:
    """Some cards of a place, from the first to the last that is meant: ``the flop cards``."""
    label, whole = place.label.lower(), last - first == place.cards
    if place.name == "dealer":
        if whole:
            return "the dealer's cards"
        if last == place.cards:
            return "the dealer's other card" + ("s" if last - first > 1 else "")
        return f"the dealer's {_ordinals(first, last)}"
    if whole:
        many = place.cards > 1
        return f"the {number(place.cards)} {label} cards" if many else f"the {label} card"
    return f"the {_ordinals(first, last, label + ' ')}"


def _ordinals(first: int, last: int, label: str = "") -> str:
    """``first community card``, ``second and third card``."""
    return (
        f"{listed(ORDINALS[first:last] or ('next',))} {label}card{'s' if last - first > 1 else ''}"
    )


def _revealed(rules: Rules, street: Street) -> str:
    """What is dealt face up, and what is turned over."""
    places = {place.name: place for place in rules.places}
    turned = {place.name: place.face_up for place in rules.places}
    for before in rules.streets[: rules.streets.index(street)]:
        for step in before.reveals:
            turned |= {name: _last(places, turned, step, name) for name in step.names}
    shown: list[tuple[bool, int, str]] = []
    for step in street.reveals:
        for name in step.names:
            up = rules.dealing.lies(name) is Lies.UP
            if name in places:
                first, last = turned[name], _last(places, turned, step, name)
                turned[name] = last
                shown.append((up, last - first, _cards(places[name], first, last)))
            else:
                shown.append((up, 1, f"each player's {name} card"))
    parts: list[str] = []
    for up, group in groupby(shown, lambda one: one[0]):
        together = list(group)
        are = "are" if sum(count for _, count, _ in together) > 1 else "is"
        what = listed(words for _, _, words in together)
        parts.append(f"{what} {are} {'dealt face up' if up else 'turned over'}")
    return f"Then {', and '.join(parts)}." if parts else ""


def _last(places: Mapping[str, Place], turned: Mapping[str, int], step: Reveal, name: str) -> int:
    """Return how many cards of a name are seen after a reveal."""
    if name not in places:
        return 1
    return turned[name] + step.cards if step.cards else places[name].cards
