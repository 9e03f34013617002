"""Games without a decision: what their required wagers come to."""

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.games.words import HandOf, Raise, Reveal, Street
from pitboss.lab.chances import strengths
from pitboss.lab.digest import main_hands
from pitboss.lab.results import Main, Results, main_of
from pitboss.lab.shapes import shape_on
from pitboss.lab.staking import Staking
from pitboss.lab.work import Clock, Told
from pitboss.refusal import Refused
from pitboss.submission.evaluators import Hands, rankings
from pitboss.submission.rules import Rules

_NOTHING = "-"
"""A raise of nothing, by which such a game is one with a decision."""


def solve_undecided(rules: Rules, deck: Sequence[Card], told: Told) -> Main | None:
    """Return the result of a game without streets; none where only walking every deal finds it."""
    hands = main_hands(rules)
    if len(hands) == 1 and not any(wager.pays.sees for wager in rules.required):
        return _by_strength(rules, deck)
    if shape := shape_on(_with_a_street(rules), deck):
        # What stands before a decision that changes nothing is no strategy.
        return replace(shape.solve(deck, told), starts={})
    return None


def _by_strength(rules: Rules, deck: Sequence[Card]) -> Main | None:
    """Count the hands that every wager is paid on, by their strength."""
    (hand,) = main_hands(rules)
    if not isinstance(hand, HandOf):
        return None
    clock, staking = Clock(), Staking(rules)
    try:
        counts = strengths(rankings(rules)[hand.name], tuple(deck))
    except Refused:
        return None
    stakes, total, hands = staking.after(())[0], Results(), Hands({}, ())
    for strength, deals in counts.items():
        hands[hand.name] = strength
        odds = [evaluate(hands).total for evaluate in staking.evaluators]
        total[sum(stakes), sum(x * y for x, y in zip(stakes, odds, strict=True))] += deals
    return main_of(
        total,
        {},
        required=len(rules.edge_of),
        method="counting hands",
        seconds=clock.seconds(),
    )


def _with_a_street(rules: Rules) -> Rules:
    """Return the same game with one decision that stakes nothing, and cards shown after it."""
    first, names = rules.required[0], tuple(place.name for place in rules.places)
    street = Street(
        _NOTHING, {_NOTHING: 0}, (Reveal(names),), name=_NOTHING, label=_NOTHING, of=first.key
    )
    return replace(
        rules,
        places=tuple(replace(place, face_up=0) for place in rules.places),
        raises=(Raise(_NOTHING, _NOTHING, first.pays, of=first.key),),
        streets=(street,),
    )
