"""What-if changes of paytable lines: their notation, and that they change nothing else."""

from fractions import Fraction
from random import Random
from typing import Final

import pytest

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.game_parts import FOLD
from pitboss.games.payoffs import Wheel
from pitboss.lab.game_structure import MAX_ODDS
from pitboss.lab.pay_changes import PayChange, apply_pay_changes, parse_pay_change
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.settle import Round, Seat, WagerResult, settle
from pitboss.submission import Rules, resolve
from tests.small_decks import deck_of_ranks

STAKE: Final = 100


def what_if(rules: Rules, *texts: str) -> Rules:
    return apply_pay_changes(rules, [parse_pay_change(text) for text in texts])


# Notation of changes


@pytest.mark.parametrize(
    ("text", "pay_change"),
    [
        ("across.royal-flush=400", PayChange("across", "royal-flush", 400)),
        (" across.royal-flush=400 ", PayChange("across", "royal-flush", 400)),
        ("ante_1.pair-of-6s-to-10s=0", PayChange("ante_1", "pair-of-6s-to-10s", 0)),
        ("five_card.flush=-1", PayChange("five_card", "flush", -1)),
        ("five_card.flush=−1", PayChange("five_card", "flush", -1)),
        ("five_card.flush=-0", PayChange("five_card", "flush", 0)),
        ("down.flush=1000000", PayChange("down", "flush", MAX_ODDS)),
        ("blind.flush=3/2", PayChange("blind", "flush", Fraction(3, 2))),
        ("blind.flush=4/2", PayChange("blind", "flush", 2)),
    ],
)
def test_a_change(text: str, pay_change: PayChange) -> None:
    assert parse_pay_change(text) == pay_change


@pytest.mark.parametrize(
    "text",
    ["", "across", "across.flush", "across=4", "across.=4", ".flush=4", "a.b.c=4",
     "across:flush=4", "across.flush 4"],
)  # fmt: skip
def test_malformed_changes_are_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_pay_change(text)
    assert str(refused.value) == (
        f"invalid pay change {text!r}: write WAGER.HAND=ODDS, such as across.royal-flush=400"
    )


@pytest.mark.parametrize(
    "odds",
    ["", "x", "1.5", "1/0", "3/", "1e3", "+4", "1,000", " 4", "4=5", "--1", "٣", "4 to 1", "push"],
)
def test_malformed_odds_are_refused(odds: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_pay_change(f"across.flush={odds}")
    assert str(refused.value) == (
        f"invalid odds {odds!r}: write a whole number to one or a fraction such as 3/2; "
        "0 is a push, -1 a loss"
    )


@pytest.mark.parametrize(("odds", "sentence"), [("-2", "-2"), ("1000001", "1,000,001")])
def test_odds_out_of_range(odds: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_pay_change(f"across.flush={odds}")
    assert str(refused.value) == f"odds of {sentence} are out of range: -1 (a loss) to 1,000,000"


def test_a_long_text_is_shortened_in_the_error() -> None:
    with pytest.raises(Refused) as refused:
        parse_pay_change("x" * 10_000)
    assert len(str(refused.value)) < 200


# What cannot be changed


@pytest.mark.parametrize(
    ("game", "text", "because"),
    [
        ("criss-cross", "five.flush=3",
         "unknown wager 'five': choose from ante_across, ante_down, across, down, middle, "
         "five_card_bonus, bonus_spin"),
        ("holdem-bonus", "across.flush=3",
         "unknown wager 'across': choose from ante, flop, turn, river, bonus"),
        ("criss-cross", "across.high-card=3",
         "unknown line 'high-card' of across: choose from royal-flush, straight-flush, "
         "four-of-a-kind, full-house, flush, straight, three-of-a-kind, two-pair, "
         "pair-of-jacks-or-better, "
         "pair-of-6s-to-10s"),
        ("criss-cross", "ante_down.pair=1",
         "unknown line 'pair' of ante_down: choose from royal-flush, straight-flush, "
         "four-of-a-kind, full-house, flush, straight, three-of-a-kind, two-pair, "
         "pair-of-jacks-or-better, "
         "pair-of-6s-to-10s"),
        ("run-em-twice", "ultimate_pairs.aces=40",
         "unknown line 'aces' of ultimate_pairs: choose from pair-of-aces, ace-king-suited, "
         "ace-queen-or-ace-jack-suited, ace-king-unsuited, pair-of-jacks-to-kings, "
         "ace-queen-or-ace-jack-unsuited, pair-of-2s-to-10s"),
        ("run-em-twice", "progressive.two-pair=4",
         "unknown line 'two-pair' of progressive: choose from royal-flush, straight-flush, "
         "four-of-a-kind, full-house, flush, straight, three-of-a-kind"),
        ("stud-235", "win_em_all.flush=4",
         "unknown line 'flush' of win_em_all: choose from all-win"),
        ("criss-cross", "ante_across.flush=2",
         "ante_across never pays more than 1 to 1: set its odds to 1, 0 or -1"),
        ("run-em-twice", "progressive.royal-flush=4",
         "royal flush of progressive is paid from a meter: change the meters in the submission "
         "instead"),
        ("criss-cross", "bonus_spin.jackpot=4",
         "bonus_spin is paid by a wheel: change the wheel in the submission instead"),
        ("holdem-bonus", "ante.straight=4",
         "ante is decided against the dealer and has no paytable to change"),
        ("holdem-bonus", "river.straight=4",
         "river is decided against the dealer and has no paytable to change"),
    ],
)  # fmt: skip
def test_lines_that_cannot_be_changed_are_refused(game: str, text: str, because: str) -> None:
    with pytest.raises(Refused) as refused:
        what_if(resolve(GAMES[game]), text)
    assert str(refused.value) == because


def test_a_side_wager_that_is_not_offered_is_not_a_wager() -> None:
    rules = resolve(GAMES["stud-235"], {"wagers": {"win_em_all": {"offered": False}}})
    with pytest.raises(Refused, match="unknown wager 'win_em_all'"):
        what_if(rules, "win_em_all.all-win=4")


# Effects of a change: rounds settled by the rules before and after it


def rounds(rules: Rules, count: int, seed: int) -> list[Round]:
    """Return random rounds of one seat with every wager, except one that needs a wheel.

    The deck makes most hands frequent."""
    random = Random(seed)
    wagers = {wager.key: STAKE for wager in rules.required}
    wagers |= {x.key: STAKE for x in rules.sides if not isinstance(x.pays, Wheel)}
    raising = [
        next(name for name, times in street.choices.items() if times not in (FOLD, 0))
        for street in rules.streets
    ]
    result = []
    for _ in range(count):
        dealt = iter(random.sample(deck_of_ranks("29TJQKA"), 9))
        hole = [next(dealt) for _ in rules.hole]
        table = {place.name: [next(dealt) for _ in range(place.cards)] for place in rules.places}
        result.append(Round(table, {1: hole}, {1: Seat(wagers, raising)}))
    return result


def results(rules: Rules, round_: Round) -> dict[str, WagerResult]:
    return settle(rules, round_).seats[1].wagers


CHANGED: Final = [
    # ByTable
    ("criss-cross", "across.straight=77", 78),
    ("criss-cross", "down.two-pair=-1", 0),
    ("criss-cross", "middle.three-of-a-kind=0", 1),
    ("run-em-twice", "center.pair-of-jacks-or-better=5", 6),
    ("run-em-twice", "run_2.straight=0", 1),
    ("criss-cross", "five_card_bonus.pair-of-6s-or-better=9", 10),
    ("stud-235", "raise_three.flush=9", 10),
    ("stud-235", "two_card.straight=2", 3),
    # EvenMoney
    ("criss-cross", "ante_across.two-pair=0", 1),
    ("run-em-twice", "ante_2.pair-of-jacks-or-better=-1", 0),
    # HoleCards
    ("holdem-bonus", "bonus.ace-king-unsuited=66", 67),
    ("run-em-twice", "ultimate_pairs.pair-of-jacks-to-kings=0", 1),
    # AllOf
    ("stud-235", "win_em_all.all-win=33", 34),
    # Prizes that no meter pays: odds for one, with the stake kept.
    ("run-em-twice", "progressive.full-house=60", 60),
    ("stud-235", "progressive.three-of-a-kind=1", 1),
    ("stud-235", "progressive.straight=0", 0),
]


@pytest.mark.parametrize(("game", "text", "return_count"), CHANGED, ids=[x[1] for x in CHANGED])
def test_a_change_only_affects_its_wager(game: str, text: str, return_count: int) -> None:
    """``returned`` is the credit for one unit where the line is hit."""
    rules = resolve(GAMES[game])
    new, hit = what_if(rules, text), 0
    for round_ in rounds(rules, 600, seed=5):
        before, after = results(rules, round_), results(new, round_)
        key = parse_pay_change(text).wager
        if before[key] != after[key]:
            hit += 1
            assert after[key].credit == return_count * after[key].stake
        assert before | {key: after[key]} == after
    assert hit > 0


def test_a_change_of_an_absent_hand_changes_nothing() -> None:
    rules = resolve(GAMES["criss-cross"])
    new = what_if(rules, "across.pair-of-6s-to-10s=44")
    for round_ in rounds(rules, 300, seed=6):
        if results(rules, round_)["across"].outcome != "push":
            assert results(new, round_) == results(rules, round_)


def test_a_wager_that_must_win_follows_the_wager_it_names() -> None:
    """Win'em All needs the 2 Card wager to win: a push is not a win."""
    rules = resolve(GAMES["stud-235"])
    new = what_if(rules, "two_card.pair=0", "two_card.flush=0", "two_card.straight=0")
    winnings = [r for r in rounds(rules, 300, seed=7) if results(rules, r)["win_em_all"].credit]
    assert winnings
    assert all(results(new, round_)["win_em_all"].outcome == "lose" for round_ in winnings)


def test_changes_are_applied_in_order() -> None:
    rules = resolve(GAMES["criss-cross"])
    both = what_if(rules, "across.flush=9", "down.flush=10", "across.flush=11")
    assert both == what_if(what_if(rules, "down.flush=10"), "across.flush=11")
    assert what_if(both, "across.flush=8", "down.flush=8") == rules
    assert apply_pay_changes(rules, []) == rules


def test_a_change_makes_new_rules() -> None:
    """Caches are keyed by this digest, even if it was requested before."""
    rules = resolve(GAMES["criss-cross"])
    assert rules.hash
    new = what_if(rules, "across.flush=9")
    assert new.hash != rules.hash
    assert what_if(new, "across.flush=8").hash == rules.hash


@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_the_rules_print_can_be_changed_by_its_slug(game: str) -> None:
    rules = resolve(GAMES[game])
    lines = [
        (f"{wager.key}.{line.slug}", line.odds)
        for wager in build_rules_card(GAMES[game], None).wagers
        for line in wager.lines
        if line.odds is not None
    ]
    assert len(lines) > 7
    for line, odds in lines:
        assert what_if(rules, f"{line}={odds}") == rules
        assert what_if(rules, f"{line}={int(Fraction(odds)) + 1}") != rules
