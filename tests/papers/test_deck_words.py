"""Papers name the deck and the ranking of hands where they differ from what players expect."""

import pytest
from msgspec.structs import replace
from rich.console import Console

from pitboss.cards import Deck
from pitboss.games import GAMES, MARYLAND
from pitboss.games.grammar import (
    FOLD,
    AtLeast,
    ByTable,
    Game,
    HandOf,
    OnlyWith,
    Place,
    Raise,
    Required,
    Reveal,
    Street,
    paytable,
    showdown,
)
from pitboss.hands import Order
from pitboss.lab.pay_changes import apply_pay_changes, parse_pay_change
from pitboss.papers.filing.document import build_filing, filing_markdown
from pitboss.papers.par_sheet.html_page import par_sheet_html
from pitboss.papers.par_sheet.sheet import build_par_sheet
from pitboss.papers.rules_card.card import build_rules_card, card_paytables
from pitboss.papers.rules_card.html_page import rules_card_html
from pitboss.papers.rules_card.rich_text import rules_card_text
from pitboss.papers.wording import describe_deck
from pitboss.submission import default_submission, resolve
from pitboss.submission.toml_writer import toml_text

WINS = ByTable(
    "player", paytable("straight flush or better  5 to 1\nhigh card to straight  1 to 1")
)
OPEN = ByTable(
    "player", paytable("straight flush or better  2 to 1\nhigh card to straight  1 to 2")
)
ORDER = Order(
    3,
    low_ace=False,
    kinds=("high card", "pair", "flush", "three of a kind", "straight", "straight flush"),
)


def duel(deck: Deck | None = None, order: Order | None = None, unqualified: ByTable = WINS) -> Game:
    """Return a three-card duel with the dealer, with tables on both sides of qualifying."""
    pays = showdown("player", "dealer", wins=WINS, qualifies="queen high", unqualified=unqualified)
    return Game(
        key="own-duel",
        name="Own Duel",
        story="Three cards against the dealer's three.",
        seats=2,
        hole=3,
        deck=deck or Deck(),
        places=(Place("dealer", "Dealer", cards=3),),
        hands=(
            HandOf("player", ("hole",), "your three cards", order),
            HandOf("dealer", ("dealer",), "the dealer's three cards", order),
        ),
        wagers=(Required("ante", "Ante", pays), Raise("play", "Play", pays, of="ante")),
        streets=(Street("play", {"fold": FOLD, "play": 1}, (Reveal(("dealer",)),)),),
    )


def printed_card(game: Game) -> str:
    console = Console(width=200)
    with console.capture() as screen:
        console.print(rules_card_text(build_rules_card(game)))
    return screen.get()


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        (Deck(), ""),
        (Deck(ranks="789TJQKA"), "32 cards: seven to ace in each suit."),
        (Deck(ranks="2368TJQ", suits="ch"), "14 cards: two, three, six, eight and ten to queen in "
         "clubs and hearts."),
        (Deck(jokers=1), "53 cards: the standard 52 cards, plus one joker. A joker stands for "
         "whatever card makes the best hand."),
        (Deck(ranks="9TJQKA", decks=2), "48 cards: two decks shuffled together, each with nine to "
         "ace in each suit."),
        (Deck(jokers=2, decks=2), "108 cards: two decks shuffled together, each with the standard "
         "52 cards, plus two jokers. A joker stands for whatever card makes the best hand."),
        (Deck(wild="2"), "the standard 52 cards. The 2s are wild: each stands for whatever card "
         "makes the best hand."),
        (Deck(ranks="789TJQKA", jokers=1, wild="J"), "33 cards: seven to ace in each suit, plus "
         "one joker. The jacks and the joker are wild: each stands for whatever card makes the "
         "best hand."),
    ],
)  # fmt: skip
def test_the_deck_in_words(deck: Deck, words: str) -> None:
    assert describe_deck(deck) == words


def test_the_card_names_deck_and_ranking() -> None:
    game = duel(Deck(ranks="789TJQKA"), ORDER)
    dealt = "Dealt from 32 cards: seven to ace in each suit."
    ranks = (
        "Your three cards and the dealer's three cards rank, from the highest: straight flush, "
        "straight, three of a kind, flush, pair, high card. An ace is never low in a straight."
    )
    for paper in (
        printed_card(game),
        rules_card_html(build_rules_card(game)).replace("&#x27;", "'"),
    ):
        assert dealt in paper
        assert ranks in paper
    filing = filing_markdown(build_filing(game, default_submission(game, {})))
    assert "seven to ace in each suit" in filing
    assert ranks in filing


def test_every_paper_names_the_wild_ranks() -> None:
    game = duel(Deck(ranks="2JQKA", wild="2"))
    wild = "The 2s are wild: each stands for whatever card makes the best hand."
    for paper in (
        printed_card(game),
        filing_markdown(build_filing(game, default_submission(game, {}))),
        par_sheet_html(build_par_sheet(game, date="2026-01-31")),
    ):
        assert wild in " ".join(paper.split())


def test_a_par_sheet_says_which_hands_may_raise() -> None:
    game = duel(Deck(ranks="9TJQKA"))
    only = OnlyWith(3, AtLeast("player", "pair"))
    street = replace(game.streets[0], choices=game.streets[0].choices | {"3x": only})
    page = par_sheet_html(build_par_sheet(replace(game, streets=(street,)), date="2026-01-31"))
    assert "3x is open to a player only if your three cards are a pair or better" in page


def test_a_game_without_a_table_has_no_drawing_of_one() -> None:
    game = Game(
        key="own-hand",
        name="Own Hand",
        story="Three cards, and nothing else.",
        seats=1,
        hole=3,
        hands=(HandOf("player", ("hole",), "your three cards"),),
        wagers=(Required("ante", "Ante", WINS),),
        streets=(),
    )
    paper = printed_card(game)
    assert "On the table" not in paper
    assert "The dealer settles every wager." in paper
    assert "On the table" in printed_card(duel())


def test_a_short_deck_says_how_a_low_ace_ranks() -> None:
    [words] = build_rules_card(duel(Deck(ranks="789TJQKA"))).rankings
    assert words.endswith("In a straight, an ace may also rank below the seven.")


def test_standard_hands_are_not_explained() -> None:
    for game in (*MARYLAND.values(), *GAMES.values()):
        assert build_rules_card(game).deck == ""
    assert build_rules_card(GAMES["criss-cross"]).rankings == ()
    assert build_rules_card(GAMES["caribbean-stud"]).rankings == ()
    assert "Cards and hands" not in printed_card(GAMES["ultimate-holdem"])
    [three] = build_rules_card(GAMES["three-card"]).rankings
    assert "mini royal, straight flush, three of a kind, straight, flush, pair, high card" in three
    joker = replace(GAMES["caribbean-stud"], key="wild-stud", deck=Deck(jokers=1))
    [five] = build_rules_card(joker).rankings
    assert "from the highest: five of a kind, royal flush" in five


def test_a_table_shared_by_two_cases_is_printed_once() -> None:
    [table] = card_paytables(build_rules_card(duel()))
    assert table.title == "Ante and Play"
    assert [line.slug for line in table.lines] == [
        "straight-flush-or-better",
        "high-card-to-straight",
    ]
    ante = build_rules_card(duel()).wagers[0]
    assert ante.how.startswith("Pays by the paytable if the dealer's three cards are lower than")


def test_two_tables_of_one_wager_are_distinguished() -> None:
    card = build_rules_card(duel(unqualified=OPEN))
    first, second = card_paytables(card)
    assert (first.title, first.lines[0].pays) == ("Ante and Play, first paytable", "2 to 1")
    assert (second.title, second.lines[0].pays) == ("Ante and Play, second paytable", "5 to 1")
    assert [line.slug for line in card.wagers[0].lines][2:] == [
        "straight-flush-or-better-2",
        "high-card-to-straight-2",
    ]
    assert "pays by the second paytable if your three cards beat" in card.wagers[0].how


def test_a_change_of_pay_applies_in_every_case_of_its_table() -> None:
    rules = apply_pay_changes(
        resolve(duel()), [parse_pay_change("ante.straight-flush-or-better=9")]
    )
    tables = [case.pays for case in rules.required[0].pays.cases if isinstance(case.pays, ByTable)]
    assert [table.table.lines[0].odds for table in tables] == [9, 9]
    apart = apply_pay_changes(
        resolve(duel(unqualified=OPEN)), [parse_pay_change("ante.straight-flush-or-better-2=9")]
    )
    tables = [case.pays for case in apart.required[0].pays.cases if isinstance(case.pays, ByTable)]
    assert [table.table.lines[0].odds for table in tables] == [2, 9]


def test_a_filing_tells_decks_in_rotation_from_decks_shuffled_together() -> None:
    first = toml_text(duel(), default_submission(duel(), {}))
    [line] = [line for line in first.splitlines() if line.startswith("decks")]
    assert line.endswith(
        "# 1, or 2 in rotation: one is dealt while an automated shuffler prepares the other"
    )
    two = duel(Deck(ranks="9TJQKA", decks=2))
    [line] = [
        x for x in toml_text(two, default_submission(two, {})).splitlines() if x.startswith("decks")
    ]
    assert line.endswith("; each of 48 cards, which are 2 decks together")
