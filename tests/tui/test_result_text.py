"""Result sentences for every kind of payoff, with their clauses."""

from msgspec.structs import replace

from pitboss.cards import cards
from pitboss.games import GAMES
from pitboss.hands import usual_order
from pitboss.papers.round_results import SeatOutcome, explain_outcome, format_net
from pitboss.papers.wording import describe_hand
from pitboss.settle import Round, Seat, settle
from pitboss.submission import resolve
from tests.tui.screen_scenes import ended_round

CROSS = {"left": "5s", "right": "6h", "top": "6s", "bottom": "6c", "center": "Kh"}
BOARD = {"flop": "Qh 8c Ad", "turn": "Kh", "river": "9d"}


def result_texts(key: str, *screen_state: object, **more: object) -> list[str]:
    scene_ = ended_round(GAMES[key], *screen_state, **more)  # type: ignore[arg-type]
    assert all(sentence.text.endswith(".") for sentence in scene_.result_sentences)
    keys = [key for sentence in scene_.result_sentences for key in sentence.wagers]
    assert scene_.own_seat is not None
    assert set(keys) == set(scene_.own_seat.results)
    return [sentence.text for sentence in scene_.result_sentences]


def test_hands_are_called_as_at_the_table() -> None:
    hand_names = {
        "Ah Kd 9s 5c 2h": "ace high",
        "9h 9d As 5c 2h": "a pair of nines",
        "6h 6d Ks Kc 2h": "two pair, kings and sixes",
        "9h 9d 9s 5c 2h": "three nines",
        "Ah 2d 3s 4c 5h": "a straight to the five",
        "Ah Th 3h 4h 5h": "a flush, ace high",
        "6h 6d Ks Kc Kh": "a full house, kings over sixes",
        "2h 2d 2s 2c Kh": "four twos",
        "9h 8h 7h 6h 5h": "a straight flush to the nine",
        "Ah Kh Qh Jh Th": "a royal flush",
        "Ah Kh Qh": "a mini royal",
        "9h 9d": "a pair of nines",
        "Ah Kd 9s 9c 2h Kc 5d": "two pair, kings and nines",
    }
    for some, words in hand_names.items():
        assert describe_hand(cards(some), usual_order(len(some.split()))) == words


def test_wagers_on_one_hand_are_reported_together() -> None:
    sides = {"five_card_bonus": 100, "bonus_spin": 500}
    assert result_texts("criss-cross", CROSS, "9s 9d", "3x 1x 1x", sides, "$50") == [
        "Your Across hand: a pair of nines. Ante Across and Across push.",
        "Your Down hand: two pair, nines and sixes. Ante Down wins $5 at 1 to 1; "
        "Down wins $10 at 2 to 1.",
        "Middle takes the better of your two hands: two pair, nines and sixes. "
        "It wins $10 at 2 to 1.",
        "The five community cards: three sixes. Five Card Bonus wins $4 at 4 to 1.",
        "Your pair earned a spin, and the wheel stopped on $50. Bonus Spin wins $50.",
    ]


def test_merchandise_is_named_with_its_value() -> None:
    goods = {"paytable": "A", "top_symbol": "Star", "merchandise": "a boat", "fixed_prize": 99_900}
    rules = resolve(GAMES["criss-cross"], {"wagers": {"bonus_spin": goods}})
    hole, table = cards("9s 9d"), {place: cards(item) for place, item in CROSS.items()}
    wagers = {"ante_across": 500, "ante_down": 500, "bonus_spin": 100}
    round_ = Round(table, {1: hole}, {1: Seat(wagers, ["fold"], spin="Star")})
    results = settle(rules, round_).seats[1].wagers
    position = SeatOutcome(hole=hole, table=table, results=results, folded_on="across", spin="Star")
    sentence = explain_outcome(GAMES["criss-cross"], rules, position)
    assert sentence[-1].text == (
        "Your pair earned a spin, and the wheel stopped on Star. "
        "Bonus Spin wins a boat, worth $999."
    )


def test_a_loss_says_once_from_which_hand_the_table_pays() -> None:
    cross = {"left": "5s", "right": "6h", "top": "2s", "bottom": "Tc", "center": "Kh"}
    assert result_texts("run-em-twice", cross, "9s 7d", "1x 1x 1x", {"ultimate_pairs": 100}) == [
        "Your 1st Run hand: king high. 1st Ante and 1st Run lose: the paytable starts at a pair of "
        "sixes.",
        "Your 2nd Run hand: king high. 2nd Ante and 2nd Run lose.",
        "Center takes the better of your two hands: king high. It loses.",
        "Your first two cards earn nothing. Ultimate Pairs loses.",
    ]


def test_a_fold_and_what_outlives_it() -> None:
    assert result_texts("criss-cross", CROSS, "9s 8d", "fold", {"bonus_spin": 500}) == [
        "You folded on Across: Ante Across and Ante Down lose.",
        "Your first two cards are not a pair, so Bonus Spin loses without a spin.",
    ]


def test_a_showdown_with_the_dealer() -> None:
    low = result_texts(
        "holdem-bonus", BOARD | {"dealer": "Js 2c"}, "Ah 6s", "bet check bet", {"bonus": 100}
    )
    assert low == [
        "The dealer's best five of seven: ace high. The best five of your seven cards: a pair of "
        "aces. Ante pushes; Flop wins $10 at 1 to 1; River wins $5 at 1 to 1. "
        "Ante pays only with a straight or better.",
        "Your first two cards earn nothing. Texas Hold 'Em Bonus loses.",
    ]
    kicker_win = result_texts(
        "holdem-bonus", BOARD | {"dealer": "As Jc"}, "Ah 6s", "bet check check"
    )
    assert "a pair of aces, with lower kickers. Ante and Flop lose." in kicker_win[0]
    tie = result_texts("holdem-bonus", BOARD | {"dealer": "As 2c"}, "Ah 3s", "bet check check")
    assert tie[0].endswith("a pair of aces. A tie: Ante and Flop push.")
    aces = result_texts(
        "holdem-bonus", BOARD | {"dealer": "Js 2c"}, "Ah As", "fold", {"bonus": 100}
    )
    assert (
        aces[1] == "Your first two cards: pair of aces. Texas Hold 'Em Bonus wins $30 at 30 to 1."
    )


def test_a_dealer_who_does_not_qualify() -> None:
    assert result_texts(
        "caribbean-stud", {"dealer": "Ac Qd 2h 3h 5s"}, "2s 5c 6d Th Jh", "raise"
    ) == [
        "The dealer's five cards: ace high, which does not qualify: it takes ace-king or better. "
        "Your five cards: jack high. Ante wins $5 at 1 to 1; Raise pushes."
    ]
    assert result_texts(
        "caribbean-stud", {"dealer": "Ac Kd 2h 3h 5s"}, "2s 2c 2d Th Jh", "raise"
    ) == [
        "The dealer's five cards: ace high. Your five cards: three twos. Ante wins $5 at 1 to 1; "
        "Raise wins $30 at 3 to 1."
    ]


def test_a_bonus_is_reported_for_wins_and_losses() -> None:
    winnings = result_texts("three-card", {"dealer": "Qc Qd 9h"}, "4s 4d 4c", "play")
    assert winnings[0].endswith(
        "Ante wins $5 at 1 to 1, and the bonus pays $20 at 4 to 1; Play wins $5 at 1 to 1."
    )
    losing = result_texts("three-card", {"dealer": "Qc Qd Qh"}, "4s 5d 6c", "play")
    assert losing[0].endswith("Ante loses, but the bonus pays $5 at 1 to 1; Play loses.")


def test_odds_of_three_to_two_and_a_blind_that_pushes() -> None:
    board = {"flop": "Qc 7c 2c", "turn": "3h", "river": "3s", "dealer": "Ad 9d"}
    flush = result_texts("ultimate-holdem", board, "Ac Kc", "check check 1x")
    assert flush[0].endswith("Ante and Play win $5 each at 1 to 1; Blind wins $7.50 at 3 to 2.")
    pair = result_texts("ultimate-holdem", board | {"dealer": "Jd 9d"}, "Ad Kc", "4x")
    assert pair[0].endswith(
        "Ante wins $5 at 1 to 1; Blind pushes; Play wins $20 at 1 to 1. "
        "Blind pays only with a straight or better."
    )


def test_bets_that_were_taken_back() -> None:
    assert result_texts("let-it-ride", {"community": "Qc 5d"}, "Qs 5c 6d", "pull ride") == [
        "You took First Bet back.",
        "Your five cards: two pair, queens and fives. Second Bet and Third Bet win $10 each at "
        "2 to 1.",
    ]


def test_prizes_and_wagers_that_need_others() -> None:
    sides = {"win_em_all": 100, "progressive": 100}
    texts = result_texts("stud-235", {"community": "9s Kd"}, "9c 9d 9h", "raise raise", sides)
    assert texts[-2] == (
        "Your three cards and the two community cards: four nines. 5 Card Poker and 5 Card Raise "
        "win $500 each at 100 to 1. Progressive wins $300, 300 for 1."
    )
    assert texts[-1] == (
        "2 Card Poker, 3 Card Poker and 5 Card Poker all win. Win'em All wins $12 at 12 to 1."
    )
    losing = result_texts("stud-235", {"community": "2s Kd"}, "9c 9d 4h", "check check", sides)
    assert losing[-1] == "5 Card Poker does not win, so Win'em All loses."
    assert "Progressive loses: prizes start at three of a kind." in losing[-2]


def test_every_sentence_has_its_clauses() -> None:
    scene_ = ended_round(GAMES["criss-cross"], CROSS, "9s 9d", "3x 1x 1x", {"five_card_bonus": 100})
    assert [sentence.clauses for sentence in scene_.result_sentences] == [
        ("CCP 11.I(1)", "CCP 12.A", "CCP 12.A(10)"),
        ("CCP 11.I(2)", "CCP 12.A", "CCP 12.A(8)"),
        ("CCP 11.I(3)", "CCP 12.A(8)"),
        ("CCP 7.E(2)(a)", "CCP 12.C(7)"),
    ]


def test_void_gifts_limits_and_leaving() -> None:
    game = GAMES["criss-cross"]
    rules = resolve(game)
    hole, table = cards("Ah Ks"), {n: cards(c) for n, c in CROSS.items()}
    seat = Seat({"ante_across": 500, "ante_down": 500}, ["1x", "1x", "1x"])
    results = settle(rules, Round(table, {1: hole}, {1: seat})).seats[1].wagers
    void = settle(rules, Round({}, {}, {1: seat}, void=True)).seats[1].wagers

    def texts(position: SeatOutcome) -> list[str]:
        return [sentence.text for sentence in explain_outcome(game, rules, position)]

    plain = SeatOutcome(hole=hole, table=table, results=results)
    assert texts(replace(plain, hole=(), table={}, results=void, void="a jam")) == [
        "The round is void (a jam): Ante Across, Ante Down, Across, Down and Middle are returned."
    ]
    assert "pay you $20." in texts(replace(plain, gifts=2000))[-1]
    assert texts(replace(plain, left=True))[0].startswith("You left the table: Ante Across")
    line = CROSS | {"left": "Qs", "right": "Js", "center": "Ts"}
    royal, hole = {n: cards(c) for n, c in line.items()}, cards("As Ks")
    rich = Seat({"ante_across": 50000, "ante_down": 50000}, ["3x", "1x", "1x"])
    cut = settle(rules, Round(royal, {1: hole}, {1: rich})).seats[1].wagers
    sentence = texts(SeatOutcome(hole=hole, table=royal, results=cut))
    assert (
        "A betting position can win at most $50,000 in one round, so Across is paid $50,000 "
        "instead of $750,000." in sentence
    )


def test_a_net_result_has_its_sign() -> None:
    assert [format_net(cents) for cents in (500, -250, 0)] == ["+$5", "−$2.50", "$0"]
