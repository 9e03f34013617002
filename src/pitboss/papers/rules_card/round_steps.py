"""The steps of a round in sentences made from the game's definition."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from msgspec import Struct

from pitboss.games.card_names import HOLE
from pitboss.games.dealing import Ask, Burn, CardFacing, Discard, ToPlayers, ToTable
from pitboss.games.dealing import Step as DealingStep
from pitboss.games.game_parts import TAKE_DOWN, Fold, HandOf, Place, Reveal, Street, TakeDown
from pitboss.games.grammar import HOLE_CARD_NAMES, Game
from pitboss.games.paytables import number_word
from pitboss.money import dollars
from pitboss.papers.wording import capitalize, join_words, wild_words
from pitboss.round import condition_words
from pitboss.submission import Rules
from pitboss.submission.rules import positions


class RoundStep(Struct, frozen=True):
    """One step of a round."""

    key: str
    """The name of a street, or ``wager``, ``sides``, ``deal``, ``folding``, ``payment``."""
    title: str
    text: str
    clause: str
    wager: str = ""
    """The wager that a street decides."""


def round_steps(game: Game, rules: Rules) -> tuple[RoundStep, ...]:
    """Return the steps of a round, from the first wager to the last payment."""
    street_wagers = {street.name: street.wager for street in rules.streets}
    return tuple(
        RoundStep(key, title, text, game.cite(clause) or "", street_wagers.get(key, ""))
        for key, title, text, clause in _step_parts(game, rules)
    )


def _step_parts(game: Game, rules: Rules) -> Iterator[tuple[str, str, str, str]]:
    yield "wager", "Wager", _wager_sentence(rules), game.required[0].clause
    if rules.sides:
        yield "sides", "Side wagers", _sides_sentence(rules), game.sides[0].clause
    yield (
        "deal",
        "Deal",
        " ".join(
            filter(
                None,
                (
                    f"After “no more bets,” the dealer {_deal_phrase(rules)}.",
                    _look_sentence(rules),
                    wild_words(rules.deck),
                ),
            )
        ),
        rules.dealing.clause,
    )
    for street in rules.streets:
        text = " ".join(
            filter(None, (_decision_sentence(rules, street), _reveal_sentence(rules, street)))
        )
        yield street.name, street.label, text, street.clause
    folds = [street for street in rules.streets if street.can_fold]
    if folds:
        yield "folding", "Folding", _fold_sentence(rules), folds[0].clause
    limit = (
        " A betting position can win at most the payout limit in one round."
        if rules.limit.scope
        else ""
    )
    order = f"the wagers from seat {rules.seats} to seat 1" if rules.seats > 1 else "every wager"
    yield (
        "payment",
        "Payment",
        f"The dealer settles {order}.{limit}",
        game.payout_limit.clause,
    )


def _wager_sentence(rules: Rules) -> str:
    """Say which wagers every player makes, and within which limits."""
    minimum, maximum = dollars(rules.table.minimum), dollars(rules.table.maximum)
    limits = minimum if minimum == maximum else f"{minimum} to {maximum}"
    labels = [wager.label for wager in rules.required]
    if len(labels) == 1:
        noun = "" if labels[0].lower().endswith((" bet", " wager")) else " wager"
        return f"Place the {labels[0]}{noun}: {limits}."
    return f"Place equal wagers on {join_words(labels)}: {limits} each."


def _sides_sentence(rules: Rules) -> str:
    """Say which side wagers a player may make."""
    labels = [side.label for side in rules.sides]
    if len(labels) == 2:
        return f"You may add {labels[0]}, {labels[1]} or both."
    if len(labels) > 2:
        return f"You may add any of these: {join_words(labels)}."
    return f"You may add {labels[0]}."


def _fold_sentence(rules: Rules) -> str:
    """Say what a fold loses, and what stays in play."""
    has_earlier_bets = any(
        street.can_fold and before.multiples and before.wager != street.wager
        for at, street in enumerate(rules.streets)
        for before in rules.streets[:at]
    )
    bets = ["every bet made so far"] if has_earlier_bets else []
    main_wagers = join_words([*(wager.label for wager in rules.required), *bets])
    live_sides = [side.label for side in rules.sides if side.lives_after_fold]
    lost_sides = [side.label for side in rules.sides if not side.lives_after_fold]
    text = f"If you fold, you lose your {main_wagers}."
    if lost_sides:
        text += f" You also lose {join_words(lost_sides)}."
    if live_sides:
        verb = "stays" if len(live_sides) == 1 else "stay"
        text += f" {join_words(live_sides)} {verb} in play."
    return text


def _deal_phrase(rules: Rules) -> str:
    """Say what the dealer does before any decision, in its order."""
    parts: list[tuple[str, str]] = []
    for step, group in groupby(rules.dealing.steps, key=_merge_key):
        turns = len(list(group))
        match step:
            case Ask():
                break
            case ToPlayers(cards=cards) if turns > 1:
                many = number_word(turns * len(cards))
                parts.append(("deals", f"{many} cards to each player, one at a time"))
            case ToPlayers(cards=cards):
                many = "a card" if len(cards) == 1 else f"{number_word(len(cards))} cards together"
                parts.append(("deals", f"{many} to each player"))
            case ToTable(places=names):
                parts.append(("deals", _table_cards_phrase(rules, names)))
            case Burn():
                parts.append(("burns", "a card"))
            case Discard():
                parts.append(("discards", "a card"))
    phrases = (
        f"{verb} {', then '.join(what for _, what in group)}"
        for verb, group in groupby(parts, key=itemgetter(0))
    )
    return ", then ".join(phrases)


def _table_cards_phrase(rules: Rules, names: tuple[str, ...]) -> str:
    """Name the cards that one step deals to the table: ``a community card``."""
    community = _community_places(rules)
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault("" if name in community else name, []).append(name)
    return join_words(
        _place_cards_phrase(rules, tuple(group), is_community=not place)
        for place, group in groups.items()
    )


def _place_cards_phrase(rules: Rules, names: tuple[str, ...], *, is_community: bool) -> str:
    places = {place.name: place for place in rules.places}
    kind = "community card" if is_community else "card"
    cards = f"a {kind}" if len(names) == 1 else f"{number_word(len(names))} {kind}s"
    labels = [_bare_label(places[name]) for name in names]
    where = list(dict.fromkeys(filter(None, labels)))
    if not is_community:
        label = places[names[0]].label.lower()
        cards += f" to the {label}" if label == labels[0] else f" as the {label}"
    elif where and where != ["community"]:
        cards += f" ({join_words(where)})"
    return cards + _face_up_phrase(rules, names)


def _community_places(rules: Rules) -> set[str]:
    """Return the places whose cards count together with a player's own."""
    where = {name: set(at) for name, at in positions(rules.places, rules.hole).items()}
    hands = [set(hand.positions) for hand in rules.hands if isinstance(hand, HandOf)]
    own_hands = [hand for hand in hands if hand & where[HOLE]]
    return {
        place.name for place in rules.places if any(hand & where[place.name] for hand in own_hands)
    }


def _look_sentence(rules: Rules) -> str:
    """Say which of their cards players may look at, if not all from the start."""
    if rules.looks == rules.hole or not rules.streets:
        return ""
    count = len(rules.looks)
    which = f"first {number_word(count)} cards" if count > 1 else "first card"
    has_several = len(rules.hole) - count > 1
    others = "others stay" if has_several else "other stays"
    are = "they are" if has_several else "it is"
    return f"You may look at your {which}; the {others} face down until {are} turned over."


def _merge_key(step: DealingStep) -> DealingStep:
    """Return the key by which steps that deal players one card at a time are merged."""
    return ToPlayers(("one",)) if isinstance(step, ToPlayers) and len(step.cards) == 1 else step


def _face_up_phrase(rules: Rules, names: tuple[str, ...]) -> str:
    """Say which of the cards dealt to some places are face up."""
    places = [place for place in rules.places if place.face_up and place.name in names]
    if not places:
        return ""
    if len(set(names)) == 1:
        count = places[0].face_up
        return f", {number_word(count)} of them face up" if count < len(names) else " face up"
    return (
        f", with {join_words(_cards_phrase(place, 0, place.face_up) for place in places)} face up"
    )


def _decision_sentence(rules: Rules, street: Street) -> str:
    labels = {wager.key: wager.label for wager in rules.wagers}
    label = labels[street.of]
    base = "your ante" if "Ante" in label else f"your {label} wager"
    ways: list[str] = []
    conditional_names = street.conditions
    for name, choice in street.choices.items():
        match choice:
            case Fold():
                ways.append(_with_name("fold", name))
            case TakeDown():
                ways.append(_with_name(f"take your {labels[street.wager]} back", name))
            case 0 if TAKE_DOWN in street.choices.values():
                ways.append(_with_name("leave it in play", name))
            case 0:
                ways.append(_with_name("check", name))
            case _:  # bets are described together below
                pass
    times = [
        times for name, times in street.stakes.items() if times and name not in conditional_names
    ]
    if street.any_amount:
        ways.append(f"bet any amount from {times[0]} to {times[-1]} times {base}")
    elif times:
        ways.append(f"{_bet_phrase(times)} {base}")
    times_by_condition: dict[str, list[int]] = {}
    for name in conditional_names:
        condition = condition_words(rules, street, name)
        times_by_condition.setdefault(condition, []).append(street.stakes[name])
    for condition, times in times_by_condition.items():
        ways.append(f"if {condition}, {_bet_phrase(times)} {base}")
    same = [other for other in rules.streets if other.wager == street.wager]
    once = " You can make this bet only once." if len(same) > 1 and street == same[0] else ""
    return capitalize(f"{', or '.join(ways)}.{once}")


def _bet_phrase(times: Sequence[int]) -> str:
    """Return the words before the wager that a bet multiplies: ``bet twice``."""
    if len(times) > 1:
        return f"bet {join_words(map(str, times), 'or')} times"
    return "bet " + {1: "an amount equal to", 2: "twice"}.get(times[0], f"{times[0]} times")


def _with_name(words: str, name: str) -> str:
    """Return what a decision does, with its name in parentheses if that differs."""
    return words if name == words else f"{words} ({name})"


def _cards_phrase(place: Place, first: int, last: int) -> str:
    """Name some cards of a place, from `first` up to `last`: ``the flop cards``."""
    label, is_whole_place = _bare_label(place), last - first == place.cards
    label += " " if label else ""
    if place.name == "dealer":
        if is_whole_place:
            return "the dealer's cards"
        if last == place.cards:
            return "the dealer's other card" + ("s" if last - first > 1 else "")
        return f"the dealer's {_ordinal_phrase(first, last)}"
    if is_whole_place:
        if place.cards == 1:
            return f"the {label}card"
        return f"the {number_word(place.cards)} {label}cards"
    return f"the {_ordinal_phrase(first, last, label)}"


def _bare_label(place: Place) -> str:
    """Return the label of a place for a phrase that says *card* itself: ``left``."""
    return re.sub(r" ?cards?$", "", place.label.lower())


def _ordinal_phrase(first: int, last: int, label: str = "") -> str:
    """Return cards by their numbers: ``first community card``, ``second and third cards``."""
    numbers = join_words(HOLE_CARD_NAMES[first:last] or ("next",))
    return f"{numbers} {label}card{'s' if last - first > 1 else ''}"


def _reveal_sentence(rules: Rules, street: Street) -> str:
    """Say what is dealt face up after a street, and what is turned over."""
    places = {place.name: place for place in rules.places}
    counts = {place.name: place.face_up for place in rules.places}
    for earlier in rules.streets[: rules.streets.index(street)]:
        for step in earlier.reveals:
            counts |= {name: _revealed_count(places, counts, step, name) for name in step.names}
    reveals: list[tuple[bool, int, str]] = []
    for step in street.reveals:
        for name in step.names:
            is_dealt_up = rules.dealing.facing(name) is CardFacing.UP
            if name in places:
                first, last = counts[name], _revealed_count(places, counts, step, name)
                counts[name] = last
                phrase = _cards_phrase(places[name], first, last)
                reveals.append((is_dealt_up, last - first, phrase))
            else:
                reveals.append((is_dealt_up, 1, f"each player's {name} card"))
    parts: list[str] = []
    for is_dealt_up, group in groupby(reveals, lambda reveal: reveal[0]):
        together = list(group)
        are = "are" if sum(count for _, count, _ in together) > 1 else "is"
        what = join_words(words for _, _, words in together)
        parts.append(f"{what} {are} {'dealt face up' if is_dealt_up else 'turned over'}")
    return f"Then {', and '.join(parts)}." if parts else ""


def _revealed_count(
    places: Mapping[str, Place], counts: Mapping[str, int], step: Reveal, name: str
) -> int:
    """Return how many cards of a place are face up after a reveal."""
    if name not in places:
        return 1
    return counts[name] + step.cards if step.cards else places[name].cards
