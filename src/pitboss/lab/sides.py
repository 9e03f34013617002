"""The exact return of every side wager, from settlement's own judges and counts of deals."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, assert_never

from msgspec.structs import replace

from pitboss.games.odds import Odds
from pitboss.games.payoffs import (
    LOSS,
    PUSH,
    ByTable,
    Cases,
    HoleCards,
    PayLine,
    Progressive,
    Wheel,
)
from pitboss.games.payout_words import odds_text
from pitboss.games.paytables import slug
from pitboss.games.words import Required, Side
from pitboss.lab.chances import Deck, counts_by, holdings_by
from pitboss.lab.changeable import paying_numbers
from pitboss.lab.prizes import progressive
from pitboss.lab.returns import ReturnLine, SideReturn, all_others
from pitboss.lab.spins import Folded, bonus_spin, never
from pitboss.lab.work import untold
from pitboss.refusal import Refused
from pitboss.submission.evaluators import Hands, evaluators
from pitboss.submission.rules import Rules

NO_LINE: Final = LOSS
MOST_DEALS: Final = 10**9
"""More than can be counted in a few minutes."""


def side_wagers(
    rules: Rules, deck: Deck | None = None, folded: Folded = never
) -> dict[str, SideReturn]:
    """What every side wager on offer returns, by its key."""
    return {side.key: side_wager(rules, side, deck, folded) for side in rules.sides}


def count_wagers(
    asked: Iterable[tuple[Rules, Side]], deck: Deck | None = None, folded: Folded = never
) -> tuple[dict[str, SideReturn], dict[str, str]]:
    """What each wager returns, by its key; and of those that the lab cannot count, why not."""
    counted: dict[str, SideReturn] = {}
    uncounted: dict[str, str] = {}
    for rules, wager in asked:
        try:
            counted[wager.key] = side_wager(rules, wager, deck, folded)
        except Refused as refused:
            uncounted[wager.key] = _why_uncounted(wager, refused)
    return counted, uncounted


def _why_uncounted(side: Side, refused: Refused) -> str:
    """Return a reason that names the wager."""
    reason = str(refused)
    if side.label in reason:
        return reason
    if reason.startswith("the lab "):
        reason = f"it {reason.removeprefix('the lab ')}"
    return f"the lab has no figures for {side.label}, since {reason}"


def unfolded_wagers(rules: Rules) -> Iterator[tuple[Rules, Side]]:
    """Each required wager of a game that nobody can fold or take down, as a side wager of its own
    rules.
    """
    if any(street.can_fold for street in rules.streets):
        return
    decided = {street.wager for street in rules.streets}
    for x in rules.required:
        if x.pays.ranked_table and x.key not in decided:
            low, high = rules.table.minimum, rules.table.maximum
            alone = Side(x.key, x.label, x.pays, minimum=low, maximum=high)
            yield replace(rules, required=(), sides=(alone,)), alone


def side_wager(
    rules: Rules, side: Side, deck: Deck | None = None, folded: Folded = never
) -> SideReturn:
    """What one side wager returns. A progressive and a spin tell more than the others.

    ``folded`` matters where a fold ends the wager, which the lab counts for a spin alone.
    """
    if not side.lives_after_fold and not side.pays.wheel:
        raise Refused(
            f"the lab cannot count {side.label}: a fold ends it before all cards are seen"
        )
    deck = rules.deck.cards if deck is None else deck
    match side.pays:
        case ByTable(hand=hand) as pays:
            judge = line_judge(rules, side)
            counts = counts_by(rules, hand, lambda strength: judge(_holding(hand, strength)), deck)
            return _by_lines(side, pays.lines(), counts)
        case HoleCards() as pays:
            counts = holdings_by(rules, pays, line_judge(rules, side), deck)
            return _by_lines(side, pays.lines(), counts)
        case Cases() as pays if pays.needs and not pays.reads:
            if not rules.deck.is_standard:
                raise Refused(
                    f"the lab cannot count {side.label} with this deck: it knows 52 cards only"
                )
            from pitboss.lab.stud.joint import all_win_counts  # a kernel

            won, deals = all_win_counts(rules, pays.needs, deck)
            return _by_lines(side, pays.lines(), {0: won, NO_LINE: deals - won})
        case Progressive() as prizes:
            return progressive(rules, side, prizes, deck)
        case Wheel() as wheel:
            ends = never if side.lives_after_fold else folded
            return bonus_spin(rules, side, wheel, deck, ends)
        case Cases():
            return _by_deals(rules, side, deck)
        case _ as other:
            assert_never(other)


def _by_deals(rules: Rules, side: Side, deck: Deck) -> SideReturn:
    """Count every deal of a wager that compares hands; a line for each of its odds."""
    counts = _count_by_odds(_alone(rules, side), side, deck)
    deals = sum(counts.values())
    lines = [
        ReturnLine(text, slug(text), text, counts[odds], deals, Fraction(odds), odds > PUSH)
        for odds in sorted(counts, reverse=True)
        if odds != LOSS and (text := odds_text(odds))
    ]
    others = all_others(counts.get(LOSS, 0), deals)
    return SideReturn(side.key, side.label, deals, (*lines, others))


def deals_of(rules: Rules, side: Side, deck: Deck | None = None) -> int:
    """Return how many deals there are of the cards that a wager is decided by."""
    from pitboss.lab.generic.limits import count_deals

    return count_deals(_alone(rules, side), deck)


def _alone(rules: Rules, side: Side) -> Rules:
    """Return a game that has this wager alone, as a required one without decisions."""
    pays = Required(side.key, side.label, side.pays)
    return replace(rules, required=(pays,), raises=(), sides=(), streets=(), edge_of=(side.key,))


def _count_by_odds(alone: Rules, side: Side, deck: Deck) -> dict[Odds, int]:
    """Return the deals of a game that has this wager alone, by odds: a fast shape, if one fits."""
    from pitboss.lab.generic.limits import count_deals
    from pitboss.lab.generic.solver import count_odds  # brings arrays with it
    from pitboss.lab.undecided import solve_undecided

    if main := solve_undecided(alone, deck, untold):
        return {net: n for (_, net), n in main.results.items()}
    if (deals := count_deals(alone, deck)) > MOST_DEALS:
        raise Refused(
            f"{side.label} compares hands, and its {deals:,} deals are too many to count one by one"
        )
    return {odds: n for (odds,), n in count_odds(alone, deck).items()}


def line_judge(rules: Rules, side: Side) -> Callable[[Hands], int]:
    """Which line of its paytable a wager wins, by its index; `NO_LINE` for none.

    Lines may pay alike. So settlement's evaluator is given a table on which each line pays its own
    number, and the odds it finds are the line.
    """
    if not side.pays.lines() or side.pays.stake is not None:
        raise Refused(f"{side.label} is not paid by a table of odds")
    numbered = replace(side, pays=paying_numbers(side.pays))
    evaluate = evaluators(replace(rules, sides=(numbered,)))[side.key]
    return lambda hands: int(evaluate(hands).odds)


def _holding(hand: str, strength: int) -> Hands:
    hands = Hands({}, ())
    hands[hand] = strength
    return hands


def _by_lines(side: Side, lines: Sequence[PayLine], counts: dict[int, int]) -> SideReturn:
    deals = sum(counts.values())
    paid = []
    for i, line in enumerate(lines):
        odds = line.odds or 0
        paid.append(
            ReturnLine(
                line.name,
                line.slug,
                line.pays,
                counts.get(i, 0),
                deals,
                Fraction(odds),
                odds > PUSH,
            )
        )
    last = all_others(counts.get(NO_LINE, 0), deals)
    return SideReturn(side.key, side.label, deals, (*paid, last))
