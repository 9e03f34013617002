"""A library game works from its definition alone: settlement, submissions, rules card.

Mississippi Stud has no rulebook here, so everything comes from its definition."""

import json
from collections import Counter
from itertools import combinations
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pitboss.cards import DECK, RANKS, Card, cards, rank, suit
from pitboss.errors import Refused
from pitboss.games import GAMES, MARYLAND
from pitboss.games.grammar import PayoutLimit, Sign
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD
from pitboss.games.payoffs import ByTable
from pitboss.papers.layout import draw_layout
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.round import BettingProgress, available_choices, visible_places
from pitboss.settle import Round, Seat, SeatResult, payout_limit, settle
from pitboss.settle.json_lines import settle_line
from pitboss.submission import Rules, SubmissionRefused, complete_submission, omissions, resolve
from pitboss.submission.payout_limits import max_winnings_at_minimums
from pitboss.submission.toml_writer import toml_text

RULES: Final = resolve(MISSISSIPPI_STUD)
LIMITED: Final = replace(
    MISSISSIPPI_STUD,
    payout_limit=PayoutLimit(
        least=5_000_000, scope=("ante", "third_street", "fourth_street", "fifth_street")
    ),
    layout=replace(
        MISSISSIPPI_STUD.layout,
        signs=(Sign("The payout limit is {payout_limit} per position per round."),),
    ),
)
STREETS: Final = ("third", "fourth", "fifth")


def table(board: tuple[Card, ...]) -> dict[str, tuple[Card, ...]]:
    return {place: (card,) for place, card in zip(STREETS, board, strict=True)}


def settle_seat(
    hole: tuple[Card, ...],
    board: tuple[Card, ...],
    decisions: list[str],
    ante: int = 100,
    rules: Rules = RULES,
) -> SeatResult:
    """Settle a round of one seat."""
    seat = Seat({"ante": ante}, decisions)
    return settle(rules, Round(table(board), {1: hole}, {1: seat})).seats[1]


def result_words(hole: str, board: str, decisions: str) -> dict[str, str]:
    """Return the result of each wager in words."""
    result = settle_seat(cards(hole), cards(board), decisions.split())
    return {key: f"{w.outcome} {w.stake} -> {w.credit}" for key, w in result.wagers.items()}


# The definition


def test_it_is_a_game_without_a_rulebook() -> None:
    assert GAMES[MISSISSIPPI_STUD.key] is MISSISSIPPI_STUD
    assert MISSISSIPPI_STUD.key not in MARYLAND
    assert (MISSISSIPPI_STUD.short, MISSISSIPPI_STUD.cite("")) == ("", None)
    answer = settle_line(b'{"game": "mississippi-stud", "seats": {}}')
    assert "is not a game" not in json.loads(answer).get("error", "")


def test_invalid_definitions_are_refused() -> None:
    with pytest.raises(Refused) as refusal:
        replace(MISSISSIPPI_STUD, places=MISSISSIPPI_STUD.places[:2])
    assert "the hand five is read from 'fifth', which is unknown" in str(refusal.value)
    assert "the table layout has 'fifth', which is unknown" in str(refusal.value)
    assert "wrong number" not in str(refusal.value)  # deal order derived again


def test_what_is_shown_when() -> None:
    visible = [visible_places(RULES, decision_count)[2:] for decision_count in range(4)]
    assert visible == [STREETS[:decision_count] for decision_count in range(4)]
    assert visible_places(RULES, 0) == ("first", "second")


def test_what_is_open() -> None:
    for decision_count in range(3):
        choices_now = available_choices(
            RULES, {"ante": 700}, BettingProgress({}, False, decision_count)
        )
        stakes = [(choice.decision, choice.stake, choice.folds) for choice in choices_now]
        assert stakes == [
            ("fold", 0, True),
            ("1x", 700, False),
            ("2x", 1_400, False),
            ("3x", 2_100, False),
        ]
    assert available_choices(RULES, {"ante": 700}, BettingProgress({}, False, 3)) == ()


# Settlement


LINES: Final = [
    ("Ah Kh", "Qh Jh Th", "royal flush", 500),
    ("9s 8s", "7s 6s 5s", "straight flush", 100),
    ("5d Ad", "2d 4d 3d", "straight flush", 100),
    ("2c 2d", "2h 9c 2s", "four of a kind", 40),
    ("3c 3d", "3h 2c 2s", "full house", 10),
    ("2h 9h", "4h Kh 7h", "flush", 6),
    ("9c 8d", "7h 6s 5c", "straight", 4),
    ("Ac 2d", "3h 4s 5c", "straight", 4),
    ("Ac Kd", "Qh Js Tc", "straight", 4),
    ("4c 4d", "9h 4s Kc", "three of a kind", 3),
    ("2c 3d", "2h 3s 9c", "two pair", 2),
    ("Jc 2d", "Jh 9s 4c", "pair", 1),
    ("Ac Ad", "2h 9s 4c", "pair", 1),
    ("Tc 2d", "Th 9s 4c", "pair", 0),
    ("2c 3d", "6h 9s 6c", "pair", 0),
    ("5c 2d", "5h 9s 4c", "pair", -1),
    ("2c 2d", "Ah Ks Qc", "pair", -1),
    ("Ac Kd", "Qh Js 9c", "high card", -1),
    ("Kc Ad", "2h 3s 4c", "high card", -1),
]


@pytest.mark.parametrize(("hole", "board", "hand", "odds"), LINES)
def test_every_line_pays_every_wager(hole: str, board: str, hand: str, odds: int) -> None:
    result = settle_seat(cards(hole), cards(board), ["1x", "2x", "3x"])
    outcome = "win" if odds > 0 else "push" if odds == 0 else "lose"
    assert {key: (w.stake, w.outcome, w.credit, w.hand) for key, w in result.wagers.items()} == {
        "ante": (100, outcome, 100 * (1 + odds), hand),
        "third_street": (100, outcome, 100 * (1 + odds), hand),
        "fourth_street": (200, outcome, 200 * (1 + odds), hand),
        "fifth_street": (300, outcome, 300 * (1 + odds), hand),
    }
    assert (result.staked, result.net) == (700, 700 * odds)


def test_every_line_of_the_table_is_tried_above() -> None:
    pays = RULES.required[0].pays
    assert isinstance(pays, ByTable)
    assert {line.odds for line in pays.table.lines} | {-1} == {odds for *_, odds in LINES}


@pytest.mark.parametrize(
    ("decisions", "losing"),
    [
        ("fold", {"ante": "lose 100 -> 0"}),
        ("3x fold", {"ante": "lose 100 -> 0", "third_street": "lose 300 -> 0"}),
        (
            "3x 1x fold",
            {
                "ante": "lose 100 -> 0",
                "third_street": "lose 300 -> 0",
                "fourth_street": "lose 100 -> 0",
            },
        ),
    ],
)
def test_a_fold_loses_what_was_staked_whatever_the_cards(
    decisions: str, losing: dict[str, str]
) -> None:
    assert result_words("Ah Kh", "Qh Jh Th", decisions) == losing


def test_seats_share_the_community_cards() -> None:
    round_ = Round(
        table(cards("Jd 7s 2c")),
        {1: cards("Js 3h"), 4: cards("7d 4c"), 6: cards("Kh 9h")},
        {
            1: Seat({"ante": 500}, ["1x", "3x", "3x"]),
            4: Seat({"ante": 500}, ["1x", "1x", "1x"]),
            6: Seat({"ante": 500}, ["1x", "fold"]),
        },
    )
    assert {n: seat.net for n, seat in settle(RULES, round_).seats.items()} == {
        1: 4_000,
        4: 0,
        6: -1_000,
    }


@pytest.mark.parametrize(
    ("seat", "board", "sentence"),
    [
        (Seat({"ante": 5}, ["1x", "1x"]), "2c 3c 4c", "the decision on 5th Street is missing"),
        (Seat({"ante": 5}, ["check"]), "2c 3c 4c", "'check' is not a decision on 3rd Street"),
        (Seat({"ante": 5}, ["fold", "1x"]), "2c 3c 4c", "after the fold on 3rd Street"),
        (Seat({"ante": 5, "bonus": 5}, ["fold"]), "2c 3c 4c", "which is not offered"),
        (Seat({"ante": 5, "fifth_street": 5}, ["fold"]), "2c 3c 4c", "but a decision makes it"),
        (Seat({"ante": 5}, ["fold"]), "2c 3c Ah", "the card Ah was dealt twice"),
        (Seat({"ante": 5}, ["fold"], forfeit=True), "2c 3c 4c", "this game has no forfeit"),
    ],
)
def test_rounds_that_cannot_be_settled(seat: Seat, board: str, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        settle(RULES, Round(table(cards(board)), {1: cards("Ah Kh")}, {1: seat}))
    assert sentence in str(refusal.value)


def test_a_void_round_gives_every_stake_back() -> None:
    seat = Seat({"ante": 500}, ["3x"])
    result = settle(RULES, Round({}, {}, {1: seat}, void=True)).seats[1]
    assert {key: (w.outcome, w.credit) for key, w in result.wagers.items()} == {
        "ante": ("void", 500),
        "third_street": ("void", 1_500),
    }


# The payout limit: a royal flush pays 500 on 1 + 3 + 3 + 3 antes.


@pytest.mark.parametrize(
    ("minimum", "limit"),
    [(100, 5_000_000), (500, 5_000_000), (1_000, 5_000_000), (2_500, 12_500_000)],
)
def test_the_payout_limit(minimum: int, limit: int) -> None:
    assert max_winnings_at_minimums(resolve(LIMITED)).winnings == 5_000 * RULES.table.minimum
    assert payout_limit(resolve(LIMITED, {"table": {"minimum": minimum}})) == limit


def test_the_limit_is_paid_out_in_the_order_of_its_scope() -> None:
    result = settle_seat(
        cards("Ah Kh"), cards("Qh Jh Th"), ["1x", "3x", "1x"], 8_000, resolve(LIMITED)
    )
    assert {key: (w.credit - w.stake, w.uncapped) for key, w in result.wagers.items()} == {
        "ante": (4_000_000, None),
        "third_street": (1_000_000, 8_000 * 501),
        "fourth_street": (0, 24_000 * 501),
        "fifth_street": (0, 8_000 * 501),
    }
    assert result.net == payout_limit(resolve(LIMITED))


# Submissions


def test_a_submission_overrides_the_default() -> None:
    submission_ = {"operator": "Delta Queen", "table": {"minimum": 1_000, "maximum": 20_000}}
    whole, faults = complete_submission(MISSISSIPPI_STUD, submission_)
    assert not faults
    assert whole == {
        "game": "mississippi-stud",
        "operator": "Delta Queen",
        "edition": MISSISSIPPI_STUD.edition,
        "table": {
            "minimum": 1_000,
            "maximum": 20_000,
            "chip": 100,
            "dealing": "manual shoe",
            "shuffler": "none",
            "decks": 1,
        },
        "wagers": {},
        # No layout: the game has no clause that requires its approval.
        "approvals": {"filing": {"reference": "example, not an approval", "date": "2026-01-01"}},
    }
    assert omissions(MISSISSIPPI_STUD, whole) == []
    assert [fault.path for fault in omissions(MISSISSIPPI_STUD, submission_)][:3] == [
        *("game", "edition", "table.chip"),
    ]
    assert resolve(MISSISSIPPI_STUD, whole).hash == resolve(MISSISSIPPI_STUD, submission_).hash
    assert 'game = "mississippi-stud"' in toml_text(MISSISSIPPI_STUD, whole)


def test_every_fault_of_a_submission_is_named_without_a_clause() -> None:
    submission_ = {
        "table": {"dealing": "hand", "decks": 2},
        "wagers": {"bonus": {}},
        "readings": {"x": 1},
    }
    with pytest.raises(SubmissionRefused) as refusal:
        resolve(MISSISSIPPI_STUD, submission_)
    assert [(fault.path, fault.clause) for fault in refusal.value.faults] == [
        ("wagers.bonus", None),
        ("readings.x", None),
        ("table.dealing", None),
        ("table.decks", None),
    ]


# The rules card


def test_its_rules_card() -> None:
    card = build_rules_card(LIMITED, {"table": {"minimum": 2_500}})
    assert card.payout_limit == 12_500_000
    assert card.payout_limit_wagers == ("Ante", "3rd Street", "4th Street", "5th Street")
    assert [step.clause for step in card.steps] == [""] * 7
    assert [len(wager.lines) for wager in card.wagers] == [10, 10, 10, 10]
    last = card.wagers[0].lines[-1]
    assert (last.slug, last.odds, last.clause) == ("pair-of-6s-to-10s", 0, "")
    assert card.layout.table == (STREETS,)
    assert [sign.text for sign in card.layout.signs] == [
        "The payout limit is $125,000 per position per round."
    ]
    assert (card.meters, card.wheel, card.readings) == ((), (), ())


# By brute force, and against odds that are computed independently


def plain_odds(five: tuple[Card, ...]) -> int:
    """Return what five cards pay, computed independently from ranks and suits."""
    ranks = sorted(rank(c) for c in five)
    flush = len({suit(c) for c in five}) == 1
    straight = ranks in ([*range(low, low + 5)] for low in range(9)) or ranks == [0, 1, 2, 3, 12]
    if flush and straight:
        return 500 if ranks[0] == RANKS.index("T") else 100
    if flush or straight:
        return 6 if flush else 4
    pairs = [r for r, n in Counter(ranks).items() if n == 2]
    if len(pairs) == 1 and len(set(ranks)) == 4:
        return 1 if pairs[0] >= RANKS.index("J") else 0 if pairs[0] >= RANKS.index("6") else -1
    return {(4, 1): 40, (3, 2): 10, (3, 1, 1): 3, (2, 2, 1): 2}.get(
        tuple(sorted(Counter(ranks).values(), reverse=True)), -1
    )


@given(
    st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True),
    st.lists(st.sampled_from(["1x", "2x", "3x"]), min_size=3, max_size=3),
    st.integers(0, 3),
    st.integers(1, 900),
)
def test_any_round(dealt: list[Card], bets: list[str], streets: int, ante: int) -> None:
    """All wagers have the same result, in proportion to their stakes; a fold loses all of them."""
    has_folded = streets < 3
    decisions = [*bets[:streets], "fold"] if has_folded else bets
    result = settle_seat(tuple(dealt[:2]), tuple(dealt[2:]), decisions, ante)
    staked = ante * (1 + sum(int(bet[0]) for bet in bets[:streets]))
    assert result.staked == staked
    assert result.net == staked * (-1 if has_folded else plain_odds(tuple(dealt)))


@given(st.permutations(range(5)), st.sampled_from([line[:2] for line in LINES]))
def test_the_order_of_the_cards_does_not_matter(order: list[int], line: tuple[str, str]) -> None:
    five = cards(" ".join(line))
    other_order = tuple(five[i] for i in order)
    assert (
        settle_seat(other_order[:2], other_order[2:], ["1x"] * 3).net
        == settle_seat(five[:2], five[2:], ["1x"] * 3).net
    )


def test_the_last_card_of_a_draw_to_a_royal() -> None:
    """Of 48 cards one makes the royal, 8 the flush, 3 the straight, 12 a high pair, 24 nothing."""
    hole, shown_cards = cards("Ah Kh"), cards("Qh Jh")
    left = [c for c in DECK if c not in hole + shown_cards]
    results = [settle_seat(hole, (*shown_cards, c), ["1x", "1x", "1x"]) for c in left]
    assert Counter(result.net // 400 for result in results) == {500: 1, 6: 8, 4: 3, 1: 12, -1: 24}


def test_two_aces_against_every_board() -> None:
    """Test all 19,600 boards with a pair of aces, counted by hand.

    Four of a kind: 48 boards have both other aces, and there are no others. Full house: one more
    ace and a pair, 2 · 12 · 6; or three of another rank, 12 · 4. Three of a kind: one more ace and
    two other ranks, 2 · 66 · 16. Two pair: a pair and another rank, 12 · 6 · 44. The rest stay a
    pair."""
    hole = cards("Ac Ad")
    left = [c for c in DECK if c not in hole]
    match = Counter(
        settle_seat(hole, board, ["1x", "1x", "1x"]).net // 400 for board in combinations(left, 3)
    )
    assert match == {40: 48, 10: 144 + 48, 3: 2_112, 2: 3_168, 1: 14_080}
    assert match.total() == 19_600


def test_its_felt_is_drawn() -> None:
    felt = draw_layout(build_rules_card(MISSISSIPPI_STUD))
    assert felt.count('data-spot="third_street"') == 6
    assert "MISSISSIPPI STUD" in felt
