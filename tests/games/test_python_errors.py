"""Python errors in a game file: the message names the line, the mistake and the correction."""

from pathlib import Path

import pytest

from pitboss.cli.game import GAME_TEMPLATE
from pitboss.errors import Refused
from pitboss.games.card_names import lowest_strength
from pitboss.games.loading import load_game
from pitboss.games.paytables import prizes
from pitboss.hands import usual_order

TEXT = GAME_TEMPLATE.format(key="my-stud", title="My Stud", constant="MY_STUD")
GRAMMAR = "pitboss.games.grammar"
MISTAKES = {
    "a word that there is not": (
        ("    ByTable,\n", "    ByTables,\n"),
        f"line 3: {GRAMMAR} does not define 'ByTables': did you mean 'ByTable'?",
    ),
    "a module that there is not": (
        ("from pitboss.games.grammar", "from pitboss.grammar"),
        f"line 3: there is no module pitboss.grammar: write from {GRAMMAR} import …",
    ),
    "a word that is not imported": (
        ("    FOLD,\n", ""),
        f"FOLD is not imported: add it to the import from {GRAMMAR}",
    ),
    "another name that is not defined": (
        ('name="My Stud"', "name=MyStud"),
        "line 32: NameError: name 'MyStud' is not defined",
    ),
    "a word that is misspelled where it is used": (
        ("    hands=(HandOf(", "    hands=(HandsOf("),
        "line 39: HandsOf is not defined: did you mean 'HandOf'?",
    ),
    "a wager twice": (
        ('Raise("bet", "Bet"', 'Required("ante", "Second Ante", PAYS), Raise("bet", "Bet"'),
        "line 42: Invalid game definition: the wager 'ante' appears twice",
    ),
    "a line twice": (
        ("        flush      ", "        straight   5 to 1\n        flush      "),
        "their table has 'straight' twice",
    ),
    "half a bet": (
        ('"1x": 1,', '"1x": 0.5,'),
        "line 46: Invalid game definition: '1x' in choices of Street 'bet' is 0.5",
    ),
    "a wager without a label": (
        ('Required("ante", "Ante", PAYS)', 'Required("ante", PAYS)'),
        "line 41: Required is missing a part: it takes key, label, pays, in this order or by name",
    ),
    "a raise of nothing": (
        ('Raise("bet", "Bet", PAYS, of="ante")', 'Raise("bet", "Bet", PAYS)'),
        "line 42: Raise is missing a part: it takes key, label, pays, of, in this order or by name",
    ),
    "a part that is misspelled": (
        ("hole=2", "holes=2"),
        "line 30: Game has no part 'holes': did you mean 'hole'?",
    ),
    "a part that there is not": (
        ("hole=2", "percentage=2"),
        "line 30: Game has no part 'percentage': choose from key, name,",
    ),
    "a part of a word that is misspelled": (
        ('of="ante")', 'off="ante")'),
        "line 42: Raise has no part 'off': did you mean 'of'?",
    ),
    "parts of a game without names": (
        ('key="my-stud"', '"my-stud"'),
        "line 30: Game takes all of its parts by name, such as key=…",
    ),
    "too many parts": (
        ('Place("third", "Third")', 'Place("third", "Third", 1, "", "", 0, 5)'),
        "Place has too many parts: it takes name, label, cards, clause, inscription, face_up",
    ),
    "a part that is missing": (
        ('    hands=(HandOf("three", ("hole", "third"), "your three cards"),),\n', ""),
        "line 30: Game is missing hands: write hands=…",
    ),
    "braces within braces": (
        ('{"fold": FOLD, "1x": 1, "2x": 2}', '{{"fold": FOLD, "1x": 1, "2x": 2}}'),
        "there are braces within braces: write {…} once",
    ),
    "a call of something else": (("hole=2,", "hole=len(2, 3),"), "line 37: TypeError: len() takes"),
    "a comma between parts": (
        ("hole=2,", "hole=2"),
        "SyntaxError: invalid syntax. Perhaps you forgot a comma?",
    ),
    "a table that is no text": (
        ('paytable("""', 'paytable({"pair": 1}) or ("""'),
        "a table is a text of lines such as",
    ),
    "odds with a point": (("5 to 1", "1.5 to 1"), "nor a push: write 3 to 2"),
    "odds with a colon": (("5 to 1", "5:1"), "nor a push: write 5 to 1"),
    "odds of even money": (("1 to 1", "even"), "nor a push: write 1 to 1"),
    "odds of nothing": (("5 to 1", "0 to 1"), "nor a push: write push"),
    "odds by nothing": (("5 to 1", "5 to 0"), "nor a push"),
    "a list": (
        ('("hole", "third")', '["hole", "third"]'),
        "(a,) with its comma; write ( ) in place of [ ]",
    ),
    "odds as a decimal": (
        ('    """),\n)', '    """),\n    win=1.5,\n)'),
        "a Fraction or None; write Fraction(3, 2)",
    ),
    "odds as text": (
        ('    """),\n)', '    """),\n    win="3/2",\n)'),
        "a Fraction or None; write Fraction(3, 2)",
    ),
    "odds as text with to": (
        ('    """),\n)', '    """),\n    win="20 to 1",\n)'),
        "a Fraction or None; write 20",
    ),
    "three of one rank": (
        ("three of a kind  ", "three aces       "),
        "'three aces' is not a hand that a paytable can name: write three of a kind for all ranks, "
        'or Cases with AtLeast(…, "three of a kind of aces")',
    ),
    "a table without its hand": (
        ('Required("ante", "Ante", PAYS)', 'Required("ante", "Ante", PAYS.table)'),
        'write ByTable("HAND", …) around the table, with the hand that it pays',
    ),
    "odds that are no number": (
        ('    """),\n)', '    """),\n    win="much",\n)'),
        "win of a ByTable is 'much': it must be a whole number, a Fraction or None",
    ),
    "a royal that would lose": (
        ("straight flush or better", "straight flush"),
        "write straight flush or better, or add a line for mini royal",
    ),
    "no cards": (("hole=2", "hole=0"), "line 30: Invalid game definition: a seat gets 0 cards"),
    "a place called as a card": (
        ("hole=2", "hole=3"),
        "the place 'third' needs another name: with hole=3 the cards of a player are called",
    ),
    "a place called hole": (
        ('Place("third"', 'Place("hole"'),
        "the place 'hole' needs another name: this one means all of a player's cards",
    ),
    "a file beside it": (
        ("from pitboss.games.grammar import", "import neighbor\nfrom pitboss.games.grammar import"),
        "there is no module neighbor: the file of a game may import installed packages only",
    ),
    "a card read twice": (
        ('("hole", "third")', '("first", "first", "third")'),
        "reads 'first' twice: name each card once",
    ),
    "a card that nobody sees": (
        ('(Reveal(("third",)),)', "()"),
        "no street reveals 'third': add Reveal((\"third\",)) to the last street",
    ),
    "no game": (("MY_STUD = Game(", "Game("), "it defines none: write NAME = Game(…)"),
}


@pytest.mark.parametrize(("change", "sentence"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_explained(change: tuple[str, str], sentence: str, tmp_path: Path) -> None:
    old, new = change
    assert old in TEXT
    file = tmp_path / "my_stud.py"
    file.write_text(TEXT.replace(old, new, 1), "utf-8")
    with pytest.raises(Refused) as refusal:
        load_game(file)
    assert str(refusal.value).startswith("my_stud.py")
    assert sentence in str(refusal.value)
    assert ";" not in str(refusal.value).replace("; write", "")  # without follow-up errors


def test_a_hand_that_this_many_cards_can_never_make() -> None:
    with pytest.raises(Refused, match="3 cards never make a full house: they make high card, pair"):
        lowest_strength("full house", usual_order(3))


def test_a_share_of_more_than_a_meter() -> None:
    with pytest.raises(
        Refused, match=r"'120% of major' is not a share of a meter: .* at most 100%"
    ):
        prizes("royal flush  120% of major")
