"""Side wagers that end with a fold are counted fast where a shape knows which hands fold."""

from collections import Counter

import pytest
from msgspec.structs import replace

from pitboss.cards import Deck
from pitboss.games import Game
from pitboss.games.grammar import ByTable, HandOf, Order, Side, paytable
from pitboss.games.library.caribbean_stud import CARIBBEAN_STUD
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD
from pitboss.games.library.three_card import THREE_CARD
from pitboss.lab import side_counts
from pitboss.lab.side_returns import SideReturn, solve_side_wager
from pitboss.submission import resolve

PAYS = paytable("""
    three of a kind         9 to 2
    pair of kings to aces   2 to 1
    pair of 2s to queens    1 to 1
    ace high                push
""")


def with_side(game: Game, hand: str, deck: Deck | None = None) -> Game:
    """Return a game with one side wager on a hand, which a fold ends."""
    side = Side("extra", "Extra", ByTable(hand, PAYS), lives_after_fold=False)
    main = tuple(wager for wager in game.wagers if not isinstance(wager, Side))
    seats, layout = (6, game.layout) if deck is None else (1, game.layout)
    layout = replace(layout, seat=f"extra {' '.join(wager.key for wager in main)}")
    return replace(
        game,
        key="with-extra",
        wagers=(*main, side),
        deck=deck or game.deck,
        seats=seats,
        layout=layout,
    )


def lines(result: SideReturn) -> dict[str, int]:
    return {line.name: line.combinations for line in result.lines}


SMALL = {
    "three cards": with_side(THREE_CARD, "player", Deck(ranks="9TJQKA")),
    "three cards, twice": with_side(THREE_CARD, "player", Deck(ranks="5QA", decks=2)),
    "three cards, a wild rank": with_side(THREE_CARD, "player", Deck(ranks="29QKA", wild="2")),
    "five cards and an upcard": with_side(CARIBBEAN_STUD, "player", Deck(ranks="9TJQ")),
    "five cards, one by one": with_side(MISSISSIPPI_STUD, "five", Deck(ranks="579TJQK")),
    "five cards and jokers": with_side(MISSISSIPPI_STUD, "five", Deck(ranks="5TJQK", jokers=1)),
}


@pytest.mark.parametrize("name", SMALL)
def test_the_fast_count_agrees_with_every_deal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = resolve(SMALL[name])
    (side,) = rules.sides
    fast = solve_side_wager(rules, side)
    with monkeypatch.context() as patch:
        patch.setattr(side_counts, "find_shape_on_deck", lambda *_: None)
        plain = solve_side_wager(rules, side)
    assert fast.deals == plain.deals
    assert lines(fast) == lines(plain)
    assert fast.ev == plain.ev


def test_a_full_deck_is_counted() -> None:
    """Caribbean Stud never folds a pair, so only hands with a high ace are lost by a fold."""
    game = with_side(CARIBBEAN_STUD, "player")
    (live, over) = (
        solve_side_wager(rules, rules.sides[0])
        for rules in (
            resolve(replace(game, wagers=(*game.wagers[:-1], replace(game.wagers[-1], **fold))))
            for fold in ({"lives_after_fold": True}, {"lives_after_fold": False})
        )
    )
    live_shares, over_shares = (
        Counter({line.name: line.combinations * over.deals // x.deals for line in x.lines})
        for x in (live, over)
    )
    assert over_shares["ace high"] < live_shares["ace high"]
    for name in ("three of a kind", "pair of kings to aces", "pair of 2s to queens"):
        assert over_shares[name] == live_shares[name] > 0


def test_a_hand_that_the_main_game_does_not_pay_is_counted_deal_by_deal() -> None:
    best_two = HandOf("two", ("hole",), "your best two cards", Order(2))
    game = replace(SMALL["three cards"], hands=(*THREE_CARD.hands, best_two))
    pairs = ByTable("two", paytable("pair   1 to 1"))
    rules = resolve(replace(game, wagers=(*game.wagers[:-1], replace(game.wagers[-1], pays=pairs))))
    assert solve_side_wager(rules, rules.sides[0]).lines[0].combinations > 0
