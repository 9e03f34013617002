"""Decisions by samples, where deals are too many to count: near the exact values, repeatable."""

from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.cards import Deck, cards
from pitboss.games import GAMES
from pitboss.games.grammar import AtLeast, HandOf, OnlyWith
from pitboss.lab import advice, best_play
from pitboss.lab.advice import advise, advise_by_sampling, is_advice_quick
from pitboss.lab.best_play import BestPlay
from pitboss.lab.generic.limits import TooManyDeals, count_deals_after
from pitboss.round import PlayerView
from pitboss.submission import Rules, resolve

MS: Final = resolve(replace(GAMES["mississippi-stud"], deck=Deck(jokers=1)))
THREE: Final = resolve(replace(GAMES["three-card"], deck=Deck(ranks="89TJQKA", decks=2), seats=4))
HOLDEM: Final = resolve(replace(GAMES["ultimate-holdem"], deck=Deck(jokers=1)))


@pytest.mark.parametrize(
    ("rules", "hole", "table", "decisions"),
    [
        (MS, "Ah Jo", {}, []),
        (MS, "2c 7d", {"third": "Kd"}, ["1x"]),
        (MS, "8c 9c", {"third": "Tc", "fourth": "Jd"}, ["1x", "1x"]),
        (THREE, "Kh Kh 8c", {}, []),
    ],
    ids=["three streets", "two streets", "one street", "two decks"],
)
def test_sampled_values_are_close_to_exact_ones(
    rules: Rules, hole: str, table: dict[str, str], decisions: list[str]
) -> None:
    """The more streets follow, the fewer samples value each, and values come out high."""
    holding = cards(hole, rules.deck)
    visible = {place: cards(text) for place, text in table.items()}
    exact = advise(rules, holding, visible, decisions).decisions
    rough = advise_by_sampling(rules, holding, visible, decisions, seed="s").decisions
    assert rough == advise_by_sampling(rules, holding, visible, decisions, seed="s").decisions
    assert rough != advise_by_sampling(rules, holding, visible, decisions, seed="t").decisions
    assert rough.keys() == exact.keys()
    for name, value in exact.items():
        assert float(rough[name]) == pytest.approx(float(value), rel=0.25, abs=0.3)
        assert name != "fold" or rough[name] == value


def test_optimal_play_samples_where_too_many_deals_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooManyDeals):
        advise(HOLDEM, cards("Ah Ad"))
    assert not is_advice_quick(HOLDEM, [])
    assert is_advice_quick(resolve(GAMES["ultimate-holdem"]), [])
    messages: list[str] = []
    play = BestPlay(HOLDEM)
    play.progress = lambda what, _, __: messages.append(what)
    view_ = PlayerView(cards("Ah Ad"), {}, ())
    assert play.choose(view_) == play.choose(view_) == "4x"
    assert messages == [best_play.SAMPLING_NOTICE]
    assert play.sampled_decisions == 2
    quick = BestPlay(MS)
    monkeypatch.setattr(advice, "MAX_DEALS_AT_TABLE", count_deals_after(MS, 0))
    assert quick.choose(PlayerView(cards("Ah Ad"), {}, ())) == "3x"
    assert quick.sampled_decisions == 0


def test_samples_skip_decisions_that_the_cards_forbid() -> None:
    """A hand without a pair may not raise four times, for the lab and for automatic players."""
    own = HandOf("own", ("hole",), "your two cards")
    game = GAMES["ultimate-holdem"]
    first, *others = game.streets
    choices = dict(first.choices) | {"4x": OnlyWith(4, AtLeast("own", "pair"))}
    rules = resolve(
        replace(
            game,
            deck=Deck(jokers=1),
            hands=(own, *game.hands),
            streets=(replace(first, choices=choices), *others),
        )
    )
    play = BestPlay(rules)
    pair = advise_by_sampling(rules, cards("Ah Ad"), {}, [], seed="s").decisions
    assert list(pair) == ["check", "3x", "4x"]
    assert play.choose(PlayerView(cards("Ah Ad"), {}, ())) == "4x"
    none = advise_by_sampling(rules, cards("Ah 9d"), {}, [], seed="s").decisions
    assert list(none) == ["check", "3x"]
    assert play.choose(PlayerView(cards("Ah 9d"), {}, ())) in none
