"""Checking a filing is quick: slow checks are skipped, and the result says so."""

import pytest
from msgspec.structs import replace

from pitboss.games.grammar import (
    FOLD,
    AtLeast,
    Both,
    ByTable,
    Case,
    Cases,
    Deck,
    Game,
    HandOf,
    PayoutLimit,
    Place,
    Raise,
    Required,
    Reveal,
    Side,
    Street,
    money,
    paytable,
    showdown,
)
from pitboss.papers.filing import warnings as papers
from pitboss.papers.filing.warnings import submission_warnings
from pitboss.submission import payout_limits, resolve
from pitboss.submission.payout_limits import max_winnings_at_minimums, payout_limit

TABLE = paytable("""
    royal flush               500 to 1
    straight flush            100 to 1
    four of a kind             40 to 1
    full house                 12 to 1
    flush                       8 to 1
    straight                    5 to 1
    three of a kind             3 to 1
    two pair                    2 to 1
    pair of jacks or better     1 to 1
""")
NAMES = ("a", "b", "c", "d", "e", "f", "g")


def many_hands(count: int, least: str = "$1") -> Game:
    """Return a game with this many hands of five cards, each with a wager paid by a table."""
    names = NAMES[:count]
    return Game(
        key="many-hands",
        name="Many Hands",
        story="Two cards with three on each of several boards.",
        seats=2,
        places=tuple(Place(name, name.upper(), cards=3, face_up=3) for name in names),
        hands=tuple(HandOf(f"hand_{x}", ("hole", x), f"your {x} hand") for x in names),
        wagers=tuple(
            Required(f"wager_{x}", f"Wager {x}", ByTable(f"hand_{x}", TABLE)) for x in names
        ),
        streets=(),
        payout_limit=PayoutLimit(least=money(least), scope=tuple(f"wager_{x}" for x in names)),
    )


def long_duel() -> Game:
    """Return a game with three open cards, which fits no shape of the lab and has many deals."""
    pays = showdown("player", "dealer")
    return Game(
        key="long-duel",
        name="Long Duel",
        story="Four cards against the dealer's four, three of them face up; deuces wild.",
        seats=2,
        hole=4,
        deck=Deck(wild="2"),
        places=(Place("dealer", "Dealer", cards=4, face_up=3),),
        hands=(
            HandOf("player", ("hole",), "your four cards"),
            HandOf("dealer", ("dealer",), "the dealer's four cards"),
        ),
        wagers=(
            Required("ante", "Ante", pays),
            Raise("bet", "Bet", pays, of="ante"),
            Side("duel", "Side Duel", pays),
            Side("own", "Own Hand", ByTable("player", paytable("flush or better  2 to 1"))),
        ),
        streets=(Street("bet", {"fold": FOLD, "bet": 1}, (Reveal(("dealer",)),)),),
    )


def test_a_slow_game_is_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse_to_walk(*_: object, **__: object) -> None:
        raise AssertionError("a game with so many deals was walked")

    monkeypatch.setattr(papers, "solve_main", refuse_to_walk)
    notes = submission_warnings(long_duel())
    assert (
        "the return of the main game was not checked, because it would take too long: run "
        "pitboss solve long-duel to compute it"
    ) in notes
    # The side wagers are counted hand by hand, and only Own Hand returns too little.
    assert not any("Side Duel" in note for note in notes)
    assert any(note.startswith("Own Hand returns only") for note in notes)


def test_a_game_of_a_few_million_deals_is_checked() -> None:
    """Two cards and one of two in common make 1,326 × 50 × 49 deals, and no shape fits."""
    table = paytable("straight flush or better  9 to 1\nflush  4 to 1")
    pair_twice = Both((AtLeast("left", "pair"), AtLeast("right", "pair")))
    game = Game(
        key="two-of-three",
        name="Two of Three",
        story="Two cards make a hand with each of two others.",
        places=(Place("one", "One"), Place("two", "Two")),
        hands=(
            HandOf("left", ("hole", "one"), "your left hand"),
            HandOf("right", ("hole", "two"), "your right hand"),
        ),
        wagers=(
            Required("ante", "Ante", ByTable("left", table)),
            Raise("bet", "Bet", ByTable("right", table), of="ante"),
            Side("pairs", "Pairs", Cases((Case(pair_twice, 2),))),
        ),
        streets=(Street("bet", {"fold": FOLD, "bet": 1}, (Reveal(("one",)), Reveal(("two",)))),),
    )
    notes = submission_warnings(game)
    assert not [note for note in notes if "not checked" in note]
    assert [note for note in notes if note.startswith("Pairs returns only")]
    assert [note for note in notes if note.startswith("the main game returns only")]


def test_a_wager_that_ends_with_a_fold_is_not_enumerated() -> None:
    game = long_duel()
    wagers_ = tuple(
        replace(wager, lives_after_fold=False) if wager.key == "duel" else wager
        for wager in game.wagers
    )
    notes = submission_warnings(replace(game, wagers=wagers_))
    assert "the return of Side Duel was not checked, because it would take too long" in notes


def test_the_limit_of_many_hands_is_a_bound_and_marked_as_such() -> None:
    game = many_hands(7)
    rules = resolve(game)
    result = max_winnings_at_minimums(rules)
    assert not result.is_exact
    assert result.steps == 0
    assert result.winnings == 7 * 500 * rules.table.minimum == payout_limit(rules)
    [note] = [note for note in submission_warnings(game) if "upper bound" in note]
    assert note.startswith("the payout limit of $17,500 is an upper bound")
    assert "[None]" not in "".join(submission_warnings(game))


def test_a_bound_that_cannot_matter_is_not_mentioned() -> None:
    assert not [
        note for note in submission_warnings(many_hands(7, "$50,000")) if "upper bound" in note
    ]


def test_few_hands_are_searched_exhaustively() -> None:
    two = max_winnings_at_minimums(resolve(many_hands(2)))
    assert two.is_exact
    # Both boards complete a royal flush only if they share the same three cards.
    assert two.winnings < 2 * 500 * 500
    assert not [note for note in submission_warnings(many_hands(2)) if "upper bound" in note]


@pytest.mark.parametrize("bound", ["MOST_SUITS", "MAX_STEPS", "MOST_COMBINATIONS"])
def test_a_truncated_search_never_returns_less(bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = resolve(many_hands(2))
    stakes = {wager.key: 1 for wager in rules.required}
    whole = payout_limits.max_winnings(rules, stakes)
    monkeypatch.setattr(payout_limits, bound, 1)
    cut = payout_limits.max_winnings(replace(rules), stakes)
    assert not cut.is_exact
    assert cut.winnings >= whole.winnings
