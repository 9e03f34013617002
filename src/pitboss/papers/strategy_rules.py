"""Strategy rule lists in words: what each feature means to a person at the table."""

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from pitboss.cards import ACE, RANKS
from pitboss.games.paytables import Line
from pitboss.hands import ORDERS
from pitboss.hands.orders import kicker, kind_index
from pitboss.lab.cross.odds import CrossTable, Flags, cross_table, first_lasting_level, pay_marks
from pitboss.lab.cross.shape import find_cross_lines
from pitboss.lab.duel.odds import all_strengths
from pitboss.lab.duel.shape import DealerDuelGame, find_duel
from pitboss.lab.hand_tables import five_card_ranks
from pitboss.lab.revealed.shape import RevealedGame, find_revealed_game
from pitboss.lab.revealed.strategy import pair_payouts
from pitboss.lab.showdown.shape import UNSEEN_AFTER_FLOP
from pitboss.lab.strategy.rule_lists import Condition, Rule, RuleList
from pitboss.lab.stud.shape import find_growing_hand
from pitboss.lab.stud.strategy import lowest_winning_pair
from pitboss.papers.wording import RANK_WORDS, capitalize, join_words, number_word, rank_plural
from pitboss.submission.rules import Rules

DUEL_NOTE: Final = "Hands are named by the lowest that is meant: its ranks, the highest first."
_NUMBER_WORDS: Final = ("two", "three", "four", "five")


def duel_phrases(rules: Rules) -> Mapping[str, Callable[[int], str]]:
    """Return the wording of each feature, given its least value."""
    shape = find_duel(rules)
    if shape is None:
        raise AssertionError(f"{rules.game} is no duel with the dealer")
    one = shape.up == 1
    rank, card = ("the rank", "the one") if one else ("a rank", "every one")
    lower = "or lower" if one else "and nothing higher"
    return {
        "hand": lambda n: f"{_lowest_hand(shape, n)} or better",
        "match": lambda _: f"a card of {rank} that the dealer shows",
        "over": lambda n: f"{_number_of_cards(n)} higher than {card} the dealer shows",
        "low_up": lambda n: f"the dealer showing a {RANK_WORDS[ACE - n]} {lower}",
        "high_up": lambda n: f"the dealer showing {_rank_or_higher(n)}",
    }


def _number_of_cards(least: int) -> str:
    return "a card" if least == 1 else f"{number_word(least)} cards"


def _rank_or_higher(rank: int) -> str:
    return "an ace" if rank == ACE else f"a {RANK_WORDS[rank]} or higher"


def _lowest_hand(shape: DealerDuelGame, place: int) -> str:
    """Describe the hand at a place: ``Q-6-4``, ``a pair``, ``a pair of 8s with A-4-2``."""
    strengths = all_strengths(shape, shape.rules.deck.cards)
    strength, size = strengths[place], shape.order.size
    kind = shape.order.kinds[kind_index(strength)]
    if kind == "high card":
        return _rank_string(strength, range(size))
    name = kind if kind.startswith(_NUMBER_WORDS) else f"a {kind}"
    if kind_index(strengths[place - 1]) != kind_index(strength):
        return name
    if kind == "pair":
        pair = f"a pair of {rank_plural(kicker(strength))}"
        same = kicker(strengths[place - 1]) == kicker(strength)
        return f"{pair} with {_rank_string(strength, range(1, size - 1))}" if same else pair
    return f"{name} of {_rank_string(strength, range(size))}"


def _rank_string(strength: int, places: range) -> str:
    return "-".join(RANKS[kicker(strength, place)] for place in places)


_MADE_HANDS: Final = (
    "nothing",
    "a pair",
    "a pair that pushes, or better",
    "a pair that wins, or better",
    "two pair or better",
    "three of a kind or better",
    "a straight or better",
)


def revealed_phrases(rules: Rules) -> Mapping[str, Callable[[int], str]]:
    """Return the wording of each feature, given its least value."""
    return {
        "made": lambda n: _MADE_HANDS[n],
        "high": lambda n: f"{_plain_cards(n)} that would win as a pair",
        "points": lambda n: f"{number_word(n)} points" if n > 1 else "a point",
        "suited": lambda _: "all cards of one suit",
        "straight": lambda n: f"all cards in {_straights_phrase(n)}",
        "straight_flush": lambda n: f"all cards of one suit and in {_straights_phrase(n)}",
    }


def revealed_note(rules: Rules) -> str:
    """Explain how hands are counted."""
    shape = _revealed_shape(rules)
    payouts = pair_payouts(shape)
    wins, pushes = (_pair_list(ranks) for ranks in (payouts.wins, payouts.pushes))
    text = f"Pairs of {wins} win" if wins else "No pair wins"
    text += f", those of {pushes} push. " if pushes else ". "
    if pushes and wins:
        text += "A card that would win as a pair is two points, one that would push is one. "
    return (
        f"{text}Cards are in a straight if some straight has all of them: count the straights that "
        "do, open at both ends being more than inside."
    )


def _revealed_shape(rules: Rules) -> RevealedGame:
    shape = find_revealed_game(rules)
    if shape is None:
        raise AssertionError(f"{rules.game} has no hand that is revealed card by card")
    return shape


def _pair_list(ranks: frozenset[int]) -> str:
    """Name ranks of pairs: ``jacks to aces``, ``fives and sevens``."""
    order = sorted(ranks)
    if len(order) > 2 and order[-1] - order[0] == len(order) - 1:
        return f"{rank_plural(order[0])} to {rank_plural(order[-1])}"
    return join_words([rank_plural(rank) for rank in order]) if order else ""


def _plain_cards(least: int) -> str:
    return "a card" if least == 1 else f"{number_word(least)} cards"


def _straights_phrase(minimum: int) -> str:
    return "a straight" if minimum == 1 else f"{number_word(minimum)} straights"


FeaturePhrase = Callable[[int], str]
_FIVE_CARD_ORDER: Final = ORDERS["five cards"]
_HAND_KINDS: Final = (
    "",
    "a pair",
    "two pair",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
)
_CALM_BOARDS: Final = (
    "",
    "no four of a suit on the board",
    "no three of a suit on the board",
    "no two of a suit on the board",
)


def rule_list_lines(rules: Rules, shape: str, rule_list: RuleList) -> list[str]:
    """Return a rule list line by line."""
    say = feature_phrases(rules, shape)
    return [
        *(_rule_sentence(say, rule) for rule in rule_list.rules),
        f"Otherwise {rule_list.otherwise}.",
    ]


def street_titles(rules: Rules) -> dict[str, str]:
    """Return the title of each street: its label, and its name if several share the label."""
    labels = [street.label for street in rules.streets]
    return {
        street.name: street.label
        if labels.count(street.label) == 1
        else f"{street.label}, {street.name}"
        for street in rules.streets
    }


def counting_note(rules: Rules, shape: str) -> str:
    """Explain how to count what the rule lists ask for."""
    if shape == "revealed":
        return revealed_note(rules)
    if shape != "cross":
        return _COUNTING_NOTES[shape]
    lines = find_cross_lines(rules)
    if lines is None:
        raise AssertionError(f"{rules.game} has no crossing lines")
    table = cross_table(rules, lines)
    marks = pay_marks(table)
    wins, pushes = (_hands_phrase(table, x) for x in (marks.win, marks.push & ~marks.win))
    text = f"One wins if it gives a line {wins}" if wins else "None wins"
    if pushes:
        text += ", and pushes if it gives " if wins else ", and one pushes if it gives a line "
        text += pushes
    return f"Count the cards that you do not see. {text}."


_SHOWDOWN_NOTE: Final = (
    "Count the cards that you do not see. One beats you if the dealer, with it alone, would have "
    "the better hand now. One helps you if with it you have a better kind of hand, which the board "
    "alone has not. What the board has by itself does not count as yours."
)
_COUNTING_NOTES: Final = {
    "showdown": _SHOWDOWN_NOTE,
    "one-raise": _SHOWDOWN_NOTE,
    "duel": DUEL_NOTE,
    "stud": "Three to a straight can become one with the two community cards.",
}


def _rule_sentence(phrases: Mapping[str, FeaturePhrase], rule: Rule) -> str:
    when = " and ".join(condition_phrase(phrases, condition) for condition in rule.when)
    return f"{capitalize(rule.then)} with {when}."


def condition_phrase(phrases: Mapping[str, FeaturePhrase], condition: Condition) -> str:
    """Describe the condition of a rule."""
    return phrases[condition.feature](condition.least)


def feature_phrases(rules: Rules, shape: str) -> Mapping[str, FeaturePhrase]:
    """Return the wording of each feature of a shape, given its least value."""
    words = {
        "cross": _cross_phrases,
        "stud": _stud_phrases,
        "revealed": revealed_phrases,
        "duel": duel_phrases,
    }
    return words[shape](rules) if shape in words else _SHOWDOWN_PHRASES


def _cross_phrases(rules: Rules) -> Mapping[str, FeaturePhrase]:
    lines = find_cross_lines(rules)
    if lines is None:
        raise AssertionError(f"{rules.game} has no crossing lines")
    names = _level_names(cross_table(rules, lines))

    def level_or_better(level: int) -> str:
        return _or_better(names[level])

    return {
        "made": lambda n: f"{_with_article(level_or_better(n))} made in a line",
        "outs": lambda n: _counted_cards(n, "win", "wins"),
        "any": lambda n: _counted_cards(n, "win or push", "wins or pushes"),
        "outs_each": lambda n: f"{_counted_cards(n, 'win', 'wins')} in each line",
        "any_each": lambda n: f"{_counted_cards(n, 'win or push', 'wins or pushes')} in each line",
        "any_one": lambda n: f"{_counted_cards(n, 'win or push', 'wins or pushes')} in one line",
        "flush": lambda _: "four to a flush in a line",
        "straight": lambda n: (
            "four to a straight, open at both ends" if n > 1 else "four to a straight in a line"
        ),
        "held": lambda n: (
            f"{'a pair' if n == 1 else _with_article(level_or_better(n - 1))} in your hand"
        ),
        "high": lambda n: f"{'a card' if n == 1 else 'two cards'} that would win as a pair",
        "suited": lambda _: "two cards of one suit",
        "near": lambda n: f"two cards that share {number_word(n)} or more straights",
    }


def _or_better(name: str) -> str:
    """Describe a hand of a paytable or better: ``pair of 6s or better``."""
    lowest = name.partition(" to ")[0]
    return lowest if "or better" in lowest else f"{lowest} or better"


def _hands_phrase(table: CrossTable, flags: Flags) -> str:
    """Name the hands of some levels, lowest first, by the paytable of the last raise."""
    levels = table.levels.level_of_place
    strengths = five_card_ranks(low_ace=table.lines.low_ace).strengths
    names = []
    for line in reversed(_last_raise_lines(table)):
        places = (i for i, x in enumerate(strengths) if line.hand.covers(x, _FIVE_CARD_ORDER))
        place = next(places, None)
        if place is not None and flags[levels[place]]:
            names.append((line.name, bool(levels[place] >= first_lasting_level(flags))))
    if not names:
        return ""
    below = [
        _with_article(name.replace(" or better", " to aces")) for name, lasts in names if not lasts
    ]
    above = [name for name, lasts in names if lasts]
    best = [_with_article(_or_better(above[0]) if len(above) > 1 else above[0])] if above else []
    return join_words([*below, *best], "or")


def _last_raise_lines(table: CrossTable) -> tuple[Line, ...]:
    paytable = table.lines.raises[-1].pays.ranked_table
    return paytable.lines if paytable else ()


def _level_names(table: CrossTable) -> list[str]:
    """Return the name that the paytable of the last raise gives the lowest hand of each level."""
    strengths = five_card_ranks(low_ace=table.lines.low_ace).strengths
    names = []
    for level in range(table.levels.level_count):
        strength = strengths[int(np.argmax(table.levels.level_of_place == level))]
        lines = (
            line.name
            for line in _last_raise_lines(table)
            if line.hand.covers(strength, _FIVE_CARD_ORDER)
        )
        names.append(next(lines, "nothing"))
    return names


def _stud_phrases(rules: Rules) -> Mapping[str, FeaturePhrase]:
    growing = find_growing_hand(rules)
    if growing is None:
        raise AssertionError(f"{rules.game} has no hand that grows")
    low = lowest_winning_pair(growing.raises[1])
    return {
        "pair": lambda n: "a pair" if n == 1 else f"a pair of {rank_plural(n - 1)} or better",
        "three": lambda _: "three of a kind",
        "high": lambda n: (
            f"{'a card' if n == 1 else f'{number_word(n)} cards'} {_rank_or_higher_phrase(low)}"
        ),
        "suited": lambda _: "three of one suit",
        "straight": lambda n: (
            f"three to a straight{'' if n == 1 else f' in {number_word(n)} ways'}"
        ),
    }


def _counted_cards(minimum: int, plural_verb: str, singular_verb: str) -> str:
    return (
        f"a card that {singular_verb}"
        if minimum == 1
        else f"{minimum} or more cards that {plural_verb}"
    )


def _beaten_phrase(maximum: int) -> str:
    if maximum < 2:
        return f"{'at most one' if maximum else 'no'} card that beats you"
    return f"at most {maximum} cards that beat you"


def _rank_or_higher_phrase(rank: int) -> str:
    return "an ace" if rank == 12 else f"{RANK_WORDS[rank]} or higher"


def _with_article(name: str) -> str:
    number_words = ("two", "three", "four")
    return name if name.startswith(number_words) else f"a {name}"


_SHOWDOWN_PHRASES: Final[Mapping[str, FeaturePhrase]] = {
    "safe": lambda n: _beaten_phrase(UNSEEN_AFTER_FLOP - n),
    "outs": lambda n: _counted_cards(n, "help you", "helps you"),
    "low": lambda n: f"both cards {_rank_or_higher_phrase(n)}",
    "made": lambda n: (
        _HAND_KINDS[n] if n == len(_HAND_KINDS) - 1 else f"{_HAND_KINDS[n]} or better"
    ),
    "calm": lambda n: _CALM_BOARDS[n],
}
