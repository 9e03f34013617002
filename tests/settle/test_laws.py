"""Properties of settlement for any cards, wagers, tables and readings."""

import random
from fractions import Fraction
from itertools import pairwise
from typing import Final

from hypothesis import assume, given
from hypothesis import strategies as st

from pitboss.settle import settle
from tests.oracle.hands import five_card, three_card, two_card

from .round_lines import (
    CROSSES,
    GAMES,
    RAISES,
    REQUIRED,
    Json,
    SettleResult,
    random_of,
    read,
    settle_result,
)

SEEDS: Final = st.integers(0, 10**6)
FIFTY_THOUSAND: Final = 5_000_000
# What the payout limit covers, and the most that it can win: in table minimums, and in minimums of
# the side wager in scope.
SCOPES: Final[dict[str, tuple[str, int, dict[str, int]]]] = {
    "run-em-twice": ("run_1 run_2 center", 3300, {}),
    "criss-cross": ("across down middle", 3300, {}),
    "holdem-bonus": ("ante flop turn river bonus", 5, {"bonus": 1000}),
    "stud-235": (
        "two_card three_card five_card raise_three raise_five win_em_all",
        1101,
        {"win_em_all": 12},
    ),
}
ANTES_BY_THE_TABLE: Final[tuple[str, int, dict[str, int]]] = (
    "ante_across ante_down across down middle",
    3900,
    {},
)


@st.composite
def rounds(draw: st.DrawFn, *games: str) -> Json:
    """Draw any valid round of these games, or of all games."""
    return random_of(draw(st.sampled_from(games or GAMES)), draw(SEEDS))


@st.composite
def playable_round(draw: st.DrawFn, *games: str) -> Json:
    """Draw a round that is not void."""
    round_ = draw(rounds(*games))
    assume(not round_.get("void"))
    return round_


def every_wager(progress: SettleResult) -> list[Json]:
    return [w for seat in progress.answer["seats"].values() for w in seat["wagers"].values()]


@given(rounds())
def test_credits_are_never_negative(round_: Json) -> None:
    progress = settle_result(round_)
    for wager in every_wager(progress):
        assert wager["credit"] >= 0
        assert wager["outcome"] != "lose" or wager["credit"] == 0
    assert all(envy >= 0 for envy in progress.envy().values())
    assert all(pay >= 0 for pay in progress.community().values())
    assert all(shows >= 0 for shows in progress.meters.values())


@given(rounds())
def test_a_push_returns_exactly_the_stake(round_: Json) -> None:
    for wager in every_wager(settle_result(round_)):
        if wager["outcome"] == "push":
            assert wager["credit"] == wager["stake"]
            assert "uncapped" not in wager


@given(rounds())
def test_net_is_credited_less_staked(round_: Json) -> None:
    for seat in settle_result(round_).answer["seats"].values():
        wagers = seat["wagers"].values()
        assert seat["staked"] == sum(wager["stake"] for wager in wagers)
        winnings = sum(wager["credit"] for wager in wagers)
        assert seat["credited"] == winnings + seat["envy"] + seat["community_pay"]
        assert seat["net"] == seat["credited"] - seat["staked"]


@given(playable_round(*CROSSES), st.data())
def test_swapping_the_lines_swaps_their_results(round_: Json, data: st.DataObject) -> None:
    game, cards = round_["game"], round_["cards"]
    round_.get("submission", {}).get("table", {}).pop("payout_limit", None)
    for seat in round_["seats"].values():
        ante = data.draw(st.integers(1, 1000))  # the limit is out of reach
        seat["wagers"] |= dict.fromkeys(REQUIRED[game], ante)
        seat["wagers"].pop("progressive", None)
        if "fold" not in seat["decisions"]:
            line, better = data.draw(st.tuples(*[st.sampled_from(["1x", "2x", "3x"])] * 2))
            seat["decisions"] = [line, line, better]
        else:
            seat["decisions"] = ["fold"]
    around = {"left": "top", "right": "bottom", "top": "left", "bottom": "right"}
    board = round_ | {"cards": {place: cards[around.get(place, place)] for place in cards}}

    first_ante, second_ante = REQUIRED[game]
    first, second, _ = RAISES[game]
    other = {first_ante: second_ante, second_ante: first_ante, first: second, second: first}
    before, after = settle_result(round_).answer, settle_result(board).answer
    for seat in before["seats"].values():
        seat["wagers"] = {other.get(key, key): wager for key, wager in seat["wagers"].items()}
    assert after == before


@given(playable_round(), st.permutations("cdhs"))
def test_permuting_suits_changes_nothing(round_: Json, suits: list[str]) -> None:
    """Ultimate Pairs C and D are excluded, since they name hearts and diamonds."""
    suit_map = dict(zip("cdhs", suits, strict=True))

    def rotate(some: str | list[str] | Json) -> str | list[str] | Json:
        if isinstance(some, str):
            return some[0] + suit_map[some[1]]
        if isinstance(some, list):
            return [c[0] + suit_map[c[1]] for c in some]
        return {key: rotate(inner) for key, inner in some.items()}

    before = settle_result(round_).answer
    after = settle_result(round_ | {"cards": rotate(round_["cards"])}).answer
    submission = round_.get("submission", {}).get("wagers", {})
    if submission.get("ultimate_pairs", {}).get("paytable", "A") in "CD":
        for progress in (before, after):
            for seat in progress["seats"].values():
                losing_hands = seat["wagers"].pop("ultimate_pairs", {"credit": 0})["credit"]
                seat["credited"] -= losing_hands
                seat["net"] -= losing_hands
    assert after == before


TWO_CARD_HANDS: Final = ("high card", "pair", "flush", "straight")
THREE_CARD_HANDS: Final = (
    "high card", "pair", "flush", "straight", "three of a kind", "straight flush", "mini royal",
)  # fmt: skip
Strength = tuple[int, tuple[int, ...]]


def paid_hands(game: str, seed: int) -> dict[str, tuple[Strength, int]]:
    """Return by wager the strength of one seat's hand, and the credit for a dollar on it."""
    dealt = random_of(game, seed)
    if dealt.get("void"):
        return {}
    number, hole = next(iter(dealt["cards"]["holes"].items()))
    cards = dealt["cards"] | {"holes": {number: hole}}
    decisions = ["raise", "raise"] if game == "stud-235" else ["1x", "1x", "1x"]
    sides = {} if game == "stud-235" else {"five_card_bonus": 100}
    wagers = dict.fromkeys(REQUIRED[game], 100) | sides
    progress = settle_result(
        {
            "game": game,
            "cards": cards,
            "seats": {number: {"wagers": wagers, "decisions": decisions}},
        }
    )
    strengths: dict[str, Strength] = {}
    if game == "stud-235":
        strengths["two_card"] = (TWO_CARD_HANDS.index(two_card(hole[:2], False)), ())
        strengths["three_card"] = (THREE_CARD_HANDS.index(three_card(hole, False)), ())
        strengths["raise_three"] = strengths["three_card"]
        strengths["five_card"] = strengths["raise_five"] = five_card(hole + cards["community"])
    else:
        left, right, top, bottom, center = (
            cards[place] for place in ("left", "right", "top", "bottom", "center")
        )
        lines = five_card([*hole, left, center, right]), five_card([*hole, top, center, bottom])
        for ante, raise_key, line in zip(REQUIRED[game], RAISES[game], lines, strict=False):
            strengths |= {ante: line, raise_key: line}
        strengths[RAISES[game][2]] = max(lines)
        strengths["five_card_bonus"] = five_card([left, right, top, bottom, center])
    return {
        key: (strength, progress.credit(int(number), key)) for key, strength in strengths.items()
    }


@given(st.sampled_from(["run-em-twice", "criss-cross", "stud-235"]), st.lists(SEEDS, min_size=10))
def test_a_better_hand_never_pays_less(game: str, seeds: list[int]) -> None:
    paid: dict[str, list[tuple[Strength, int]]] = {}
    for seed in seeds:
        for key, hand in paid_hands(game, seed).items():
            paid.setdefault(key, []).append(hand)
    for hands in paid.values():
        assert all(lower[1] <= higher[1] for lower, higher in pairwise(sorted(hands)))


SIDES: Final = ("five_card_bonus", "ultimate_pairs", "progressive", "bonus_spin", "bonus")


@given(playable_round("run-em-twice", "criss-cross", "holdem-bonus"), st.data())
def test_a_fold_changes_no_side_wager(round_: Json, data: st.DataObject) -> None:
    """This covers all seats under default readings, apart from the payout limit."""
    assume(not round_.get("submission", {}).get("readings"))

    def sides(progress: SettleResult) -> dict[tuple[str, str], tuple[str, int]]:
        return {
            (number, key): (wager["outcome"], wager.get("uncapped", wager["credit"]))
            for number, seat in progress.answer["seats"].items()
            for key, wager in seat["wagers"].items()
            if key in SIDES
        }

    seats = round_["seats"]
    number = data.draw(st.sampled_from(list(seats)))
    streets = 1 if round_["game"] == "holdem-bonus" else 3
    decision_count = data.draw(st.integers(0, streets - 1))
    assume("fold" not in seats[number]["decisions"])
    folded_seat = seats[number] | {
        "decisions": [*seats[number]["decisions"][:decision_count], "fold"]
    }
    before, after = (
        settle_result(round_),
        settle_result(round_ | {"seats": seats | {number: folded_seat}}),
    )
    assert sides(after) == sides(before)
    assert after.community() == before.community()
    assert after.meters == before.meters


@given(rounds())
def test_winnings_in_scope_never_exceed_the_limit(round_: Json) -> None:
    submission = round_.get("submission", {})
    scope, minimums, sides = SCOPES[round_["game"]]
    if submission.get("readings", {}).get("ante_pays") == "table":
        scope, minimums, sides = ANTES_BY_THE_TABLE
    most = minimums * submission.get("table", {}).get("minimum", 500)
    for key, times in sides.items():
        side = submission.get("wagers", {}).get(key, {})
        most += times * side.get("minimum", 100) if side.get("offered", True) else 0
    limit = submission.get("table", {}).get("payout_limit", max(FIFTY_THOUSAND, most))
    for seat in settle_result(round_).answer["seats"].values():
        winning = [
            wager
            for key, wager in seat["wagers"].items()
            if key in scope.split() and wager["outcome"] == "win"
        ]
        winnings = sum(wager["credit"] - wager["stake"] for wager in winning)
        assert winnings <= limit
        cut = [wager for wager in winning if "uncapped" in wager]
        assert not cut or winnings == limit  # no amount within the limit is withheld
        assert all(wager["stake"] <= wager["credit"] < wager["uncapped"] for wager in cut)


@given(playable_round("run-em-twice", "criss-cross", "stud-235"), SEEDS)
def test_what_meters_lose_equals_what_players_gain(round_: Json, seed: int) -> None:
    """Exact to the fraction of a cent: shown + contributions + resets = left + what players got."""
    rules, _ = read(round_)
    chance = random.Random(seed)
    meters_shown = {
        name: meter.start + Fraction(chance.randrange(1000), 7)
        for name, meter in rules.meters.items()
    }
    rules, given_round = read(round_ | {"meters": meters_shown})
    result = settle(rules, given_round)
    for name, meter in rules.meters.items():
        staked_total = sum(
            stake
            for seat in given_round.seats.values()
            for key, stake in seat.wagers.items()
            if key in ("progressive", "bonus_spin")
        )
        hits = [hit for hit in result.hits if hit.meter == name]
        paid, reset = sum(hit.paid for hit in hits), sum(hit.reseeded for hit in hits)
        contribution = staked_total * Fraction(meter.rate)
        assert meters_shown[name] + contribution + reset == result.meters[name] + paid
    for hit in result.hits:
        assert result.seats[hit.seat].wagers[hit.wager].credit == hit.paid
    credited = sum(
        seat.wagers["progressive"].credit
        for seat in result.seats.values()
        if "progressive" in seat.wagers
        and seat.wagers["progressive"].hand in ("royal flush", "straight flush")
    )
    from_meters = sum(
        hit.paid
        for hit in result.hits
        if result.seats[hit.seat].wagers[hit.wager].hand in ("royal flush", "straight flush")
    )
    assert credited == from_meters


@given(playable_round())
def test_a_void_gives_every_stake_back_but_forfeited_ones(round_: Json) -> None:
    """A void returns every stake except forfeited ones."""
    for seat in round_["seats"].values():
        seat.pop("spin", None)
    progress = settle_result(round_ | {"void": True})
    for number, seat in progress.answer["seats"].items():
        forfeit = round_["seats"][number].get("forfeit", False)
        for wager in seat["wagers"].values():
            stake = wager["stake"]
            outcome, credit = ("lose", 0) if forfeit else ("void", stake)
            assert wager == {"stake": stake, "outcome": outcome, "credit": credit}
        assert seat["net"] == (-seat["staked"] if forfeit else 0)
        assert seat["envy"] == seat["community_pay"] == 0
    assert progress.meters == round_.get("meters", {})
