"""Changes to the program, each with the clauses that it breaks.

A change takes away, or turns into something else, the very thing that keeps those clauses. Its old
text must stand once in the module; if the program has changed, the change here follows it.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.clauses.mutations.planting import Edit, Mutation


class Written(NamedTuple):
    """A change, and what it breaks: ``"RET 8.C(1) 9.A(5); CCP 8.C"``."""

    mutation: Mutation
    clauses: str

    def broken(self) -> Iterator[str]:
        """Yield each clause with its book."""
        for part in self.clauses.split(";"):
            book, *ids = part.split()
            yield from (f"{book} {clause}" for clause in ids)


def _write(name: str, clauses: str, *edits: tuple[str, str, str]) -> Written:
    return Written(
        Mutation(name, tuple(Edit(f"pitboss.{module}", old, new) for module, old, new in edits)),
        clauses,
    )


_RET, _CCP = "games.run_em_twice", "games.criss_cross"
_THB, _235 = "games.holdem_bonus", "games.stud_235"
_GAMES: Final = {"RET": _RET, "CCP": _CCP, "THB": _THB, "235": _235}

# Some changes make a game that its own checks refuse; the check goes first.
_NO_LAYOUT_CHECK: Final = (
    "games.checks.table",
    'yield from (f"the {title} layout lacks {name}" for name in needed if name not in spots)',
    "pass",
)


def _spot(book: str, clauses: str, row: str, without: str, spot: str) -> Written:
    edits = (_NO_LAYOUT_CHECK, (_GAMES[book], row, row.replace(spot, without)))
    return _write(f"the layout has no spot for {spot}", f"{book} {clauses}", *edits)


_WORDS: Final = (
    _write(
        "no wager is required",
        "RET 1.A 1.B(1) 7.E(1); CCP 1.B(1) 7.E(1); 235 7.E(1); THB 8.D(2) 9.B(3) 10.B(1) 10.B(2)",
        (
            "settle.check",
            "    for required in rules.required:\n        stake",
            "    for required in rules.required[:0]:\n        stake",
        ),
    ),
    _write(
        "every side wager is required",
        "RET 1.B(2) 7.E(2); CCP 1.B(2) 7.E(2)",
        (
            "settle.check",
            "    if len(wagers) > len(rules.required):\n",
            "    if len(wagers) < len(rules.required) + len(rules.sides):\n"
            '        raise Refused("a side wager is missing")\n'
            "    if len(wagers) > len(rules.required):\n",
        ),
    ),
    _write(
        "a side wager is offered whatever is filed",
        "RET 7.E(2); CCP 1.B(2) 7.E(2); THB 7.F(2); 235 7.E(2) 7.E(3)",
        ("submission.resolve", 'if chosen["offered"]:', "if True:"),
    ),
    _write(
        "players get both cards at once",
        "RET 1.B(3)",
        (_RET, "each first [8.D(3)]; each second [8.D(3)]", "each first second [8.D(3)]"),
    ),
    _write(
        "players get both cards at once",
        "CCP 1.B(3)",
        (_CCP, "each first [8.D(3)]; each second [8.D(3)]", "each first second [8.D(3)]"),
    ),
    *(
        _write(
            "a bet may be four antes",
            f"{book} 1.B(4) 7.E(1) 11.B(1) 11.B(1)(a) 11.D 11.F",
            (_GAMES[book], '"3x": 3}', '"4x": 4}'),
        )
        for book in ("RET", "CCP")
    ),
    *(
        _write(
            "nobody can fold",
            f"{book} 11.B(1)(b)",
            (_GAMES[book], '{"fold": FOLD, ', '{"check": 0, '),
        )
        for book in ("RET", "CCP")
    ),
    _write(
        "a round may end early",
        "RET 1.B(5); CCP 1.B(5) 11.B(1)",
        (
            "round",
            "    if whole and len(decisions) < len(streets):",
            "    if whole and len(decisions) < 0:",
        ),
    ),
    _write(
        "the stub is counted while a card is still to be dealt",
        "RET 1.B(6); CCP 1.B(6)",
        (
            "table.deciding.procedures",
            "if now.phase is Phase.PLAYING and now.step <= plan(rules).last_card:",
            "if now.phase is Phase.PLAYING and now.step < plan(rules).last_card:",
        ),
    ),
    _write("a suit is missing", "RET 1.B(7); CCP 1.B(7)", ("cards", '"cdhs"', '"cdhz"')),
    _write("an ante has another name", "CCP 1.A 1.B", (_CCP, '"Ante Across",', '"Ante",')),
    _write("a place has another name", "THB 1.A 1.B", (_THB, 'Place("turn", "Turn",', 'Place("turn", "4th",')),
    _write(
        "the five-card hand leaves out the community",
        "235 1.A 1.B 1.B(1) 1.B(4) 11.D(1)",
        (_235, '"hole community", "11.D(1)"', '"hole", "11.D(1)"'),
    ),
    _write(
        "nothing is burnt before the turn",
        "THB 1.B(1)",
        (_THB, "burn [11.F(1)]; up turn", "up turn"),
    ),
    _write(
        "the dealer does without the river",
        "THB 1.B(2) 11.I(2)",
        (_THB, '"dealer flop turn river"', '"dealer flop"'),
    ),
    _write(
        "the flop has two cards and the turn two",
        "THB 1.B(4) 1.B(10)",
        (_THB, "up flop flop flop;", "up flop flop;"),
        (_THB, "up turn;", "up turn turn;"),
        (_THB, "flop flop flop turn river", "flop flop turn turn river"),
        (_THB, '"Flop", "2.B(3)", cards=3)', '"Flop", "2.B(3)", cards=2)'),
        (_THB, '"Turn", "2.B(3)")', '"Turn", "2.B(3)", cards=2)'),
    ),
    _write(
        "the river comes before the turn",
        "THB 1.B(8)",
        (_THB, "flop flop flop turn river", "flop flop flop river turn"),
    ),
    _write(
        "a player may stay in without the flop wager",
        "THB 1.B(5) 11.B(1)",
        (_THB, '{"fold": FOLD, "bet": 2}', '{"check": 0, "bet": 2}'),
    ),
    _write(
        "a player may fold on the turn",
        "THB 1.B(6) 1.B(11) 11.E(2) 11.E(2)(a)",
        (
            _THB,
            '"11.E", {"check": 0, "bet": 1}',
            '"11.E", {"fold": FOLD, "bet": 1}',
        ),
    ),
    _write(
        "a player may not check on the river",
        "THB 1.B(9) 11.G(2)",
        (
            _THB,
            '"11.G",\n            {"check": 0, "bet": 1}',
            '"11.G",\n            {"fold": FOLD, "bet": 1}',
        ),
    ),
    _write(
        "the player does without the river",
        "THB 1.B(7) 11.I(3)(b)",
        (_THB, '"hole flop turn river"', '"hole flop"'),
    ),
    _write(
        "nobody gets envy",
        "235 1.B(2) 11.D(5)(e) 11.D(5)(e)(i) 12.H; RET 12.G",
        ("settle.others", "receivers = _live(side, seats)", "receivers: list[int] = []"),
    ),
    _write(
        "four of a kind brings envy too",
        "235 1.B(3) 12.I 12.J",
        (_235, "(b)   straight flush      $300\n", "(b)   four of a kind      $300\n"),
    ),
    _write(
        "the Progressive pays another hand",
        "235 1.B(5) 12.E",
        (_235, '"A": Progressive(\n        "five",', '"A": Progressive(\n        "three",'),
    ),
)

_TABLE: Final = (
    _write("five seats", "RET 2.A 2.A(1)", (_RET, "seats=6,", "seats=5,")),
    _write("five seats", "CCP 2.A 2.A(1)", (_CCP, "seats=6,", "seats=5,")),
    _write("five seats", "THB 2.A", (_THB, "seats=6,", "seats=5,")),
    _write("five seats", "235 2.A(1)", (_235, "seats=6,", "seats=5,")),
    _write(
        "the layout does not name the operator",
        "RET 2.B(1); CCP 2.B(1); THB 2.B(1); 235 2.B(1)",
        ("papers.layout_svg", "card.operator.upper()", "card.name.upper()"),
    ),
    _write(
        "the layout has no room for signs",
        "THB 2.B(8); 235 2.B(9)",
        (
            "papers.layout_svg",
            "signs = [sign.text for sign in card.layout.signs]",
            "signs = [sign.text[:10] for sign in card.layout.signs]",
        ),
    ),
    _write(
        "a sign is not on the felt",
        "THB 2.B(8)",
        (_THB, 'Sign("The payout limit is {payout_limit} a hand.", "2.B(7)(b)"),', ""),
    ),
    _write(
        "the layout leaves out the last table of odds",
        "RET 2.B(5); CCP 2.B(5); THB 2.B(6); 235 2.B(8)",
        ("papers.layout_svg", "columns(panels(card),", "columns(list(panels(card))[:-1],"),
    ),
    _spot("RET", "2.B(2)", "run_1             center           run_2", ".", "run_2"),
    _spot("CCP", "2.B(2)", "across            middle   down", ".", "middle"),
    _spot("THB", "2.B(2) 11.C(1)", "ante   flop     turn   river", ".", "flop"),
    _spot("235", "2.B(2)", "two_card     three_card    five_card", ".", "two_card"),
    _spot("235", "2.B(3)", "raise_three   raise_five", ".", "raise_five"),
    _spot("235", "2.B(4)", ".            third         .", ".", "third"),
    _spot("235", "2.B(6)", "win_em_all   .             progressive", ".", "win_em_all"),
    _spot("235", "2.B(7)", "win_em_all   .             progressive", ".", "progressive"),
    _spot("235", "2.B(5)", 'table="""\n            community', ".", "community"),
    _spot("THB", "2.B(3)", "flop   turn     river\n        \"\"\"", ".", "turn"),
    _spot("THB", "2.B(4)", ".      dealer   .", ".", "dealer"),
    _spot("THB", "2.B(5)", ".      bonus    .      .", ".", "bonus"),
    _spot(
        "RET",
        "2.B(4) 2.B(4)(a)",
        "five_card_bonus   ultimate_pairs   progressive",
        ".",
        "five_card_bonus",
    ),
    _spot(
        "RET", "2.B(4)(b)", "five_card_bonus   ultimate_pairs   progressive", ".", "ultimate_pairs"
    ),
    _spot(
        "RET", "2.B(4)(c)", "five_card_bonus   ultimate_pairs   progressive", ".", "progressive"
    ),
    _spot("CCP", "2.B(4) 2.B(4)(a)", "five_card_bonus   .        bonus_spin", ".", "five_card_bonus"),
    _spot("CCP", "2.B(4)(b)", "five_card_bonus   .        bonus_spin", ".", "bonus_spin"),
    *(
        _write(
            "the places make no cross",
            f"{book} 2.B(3)",
            (
                _GAMES[book],
                ".      top      .\n            left   center   right",
                "left   center   right\n            .      top      .",
            ),
        )
        for book in ("RET", "CCP")
    ),
    *(
        _write(
            "a place says something else",
            f"{book} {clause}",
            (
                _GAMES[book],
                f'"{place.title()}", "2.B(3)", inscription="{word}"',
                f'"{place.title()}", "2.B(3)", inscription="Here"',
            ),
        )
        for book, clause, place, word in (
            ("RET", "2.B(3)(a)", "left", "1st Ante"),
            ("RET", "2.B(3)(b)", "center", "Center"),
            ("RET", "2.B(3)(c)", "bottom", "2nd Ante"),
            ("CCP", "2.B(3)(a)", "top", "Down"),
            ("CCP", "2.B(3)(b)", "center", "Middle"),
            ("CCP", "2.B(3)(c)", "right", "Across"),
        )
    ),
    _write(
        "the system counts one seat too few",
        "RET 2.B(6); CCP 2.B(6); 235 2.C",
        (
            "table.deciding.betting",
            "found = {key: sum(key in w for w in now.wagers.values())",
            "found = {key: sum(key in w for w in [*now.wagers.values()][1:])",
        ),
    ),
    _write(
        "nobody sees that a wager was taken",
        "RET 2.B(6)(1); CCP 2.B(6)(1); 235 2.C(1)",
        (
            "table.views",
            "        wagers=now.wagers[seat],",
            "        wagers={k: c for k, c in now.wagers[seat].items() if k != state.rules.sides[-1].key},",
        ),
    ),
    _write(
        "progressive wagers are taken after the call",
        "RET 2.B(6)(2) 8.C(2) 9.A(5)(a) 10.A(2)(b)(i); CCP 2.B(6)(2); 235 2.C(2) 8.C(1) 9.A(3) 10.A(1)(b)",
        (
            "table.deciding.betting",
            "    if now.phase is not Phase.BETTING:\n        locked =",
            "    if now.phase is not Phase.BETTING and not set(wagers) & plan(rules).counted.keys():\n        locked =",
        ),
    ),
    _write(
        "the dealer is not told to lock out progressive wagers",
        "RET 8.C(2) 9.A(5)(a) 10.A(2)(b)(i); 235 8.C(1) 9.A(3) 10.A(1)(b)",
        (
            "table.duty",
            'what += " and lock out further progressive wagers" * bool(locks)',
            'what += ""',
        ),
    ),
)

_DECKS: Final = (
    _write(
        "a third deck may be filed",
        "RET 3.A 3.B; CCP 3.A 3.B; THB 3.A 3.A(1) 3.B; 235 3.A 3.B",
        ("submission.schema", "Leaf(number(1, 2), game.two_decks)", "Leaf(number(1, 3), game.two_decks)"),
    ),
    _write(
        "two decks may be filed without a shuffler",
        "RET 3.A 3.B; CCP 3.A 3.B; THB 3.A 3.A(1) 3.B; 235 3.A 3.B",
        ("submission.check", 'if table["decks"] == 2:', 'if table["decks"] == 3:'),
    ),
    _write(
        "a round begins before the other deck is shuffled",
        "RET 3.B(3) 3.B(5); CCP 3.B(3) 3.B(5); THB 3.B(3) 3.B(5); 235 3.B(3) 3.B(5)",
        (
            "table.care",
            "    for slot in slots(rules):\n        yield from _deck(state, rules, slot, at)",
            "    for slot in (state.day.turn,):\n        yield from _deck(state, rules, slot, at)",
        ),
    ),
    _write(
        "one deck is dealt round after round",
        "RET 3.B(4); CCP 3.B(4); THB 3.B(4); 235 3.B(4)",
        ("table.evolve_day", "other = 3 - day.turn if", "other = day.turn if"),
    ),
    _write(
        "a deck is dealt past its time",
        "RET 3.C; CCP 3.C; THB 3.C; 235 3.C",
        ("table.care", "    if changed <= at:", "    if changed <= 0:"),
    ),
    _write(
        "whoever inspected the cards confirms it",
        "RET 4.A; CCP 4.A; THB 4.A; 235 4.A",
        (
            "table.deciding.procedures",
            "if task in CONFIRMS and same_person(by.name, deck.by):",
            "if False:",
        ),
    ),
    _write(
        "the cards are not left for the first player to look at",
        "RET 4.C; CCP 4.C; THB 4.C; 235 4.C",
        ("table.care", "    if upcoming is Task.LOOK:\n        return None\n", ""),
    ),
    _write(
        "washed cards are shuffled before they are stacked",
        "RET 4.C(3); CCP 4.C(3); THB 4.C(3); 235 4.C(3)",
        (
            "table.plan",
            "    return after\n\n\ndef _steps",
            "    after[Task.WASH] = Task.SHUFFLE\n    return after\n\n\ndef _steps",
        ),
    ),
    _write(
        "a stack of new cards is not shuffled",
        "RET 4.D 5.A(1) 5.A; CCP 4.D 5.A(1) 5.A; THB 4.D 5.A(1) 5.A; 235 4.D 5.A(1) 5.A",
        (
            "table.plan",
            "    return after\n\n\ndef _steps",
            "    after[Task.STACK] = Task.LOAD\n    return after\n\n\ndef _steps",
        ),
    ),
    _write(
        "a second deck need not be inspected",
        "RET 4.E; CCP 4.E; THB 4.E; 235 4.E",
        (
            "table.care",
            "        task = next(iter(rules.care.opening))\n    else:",
            "        task = [*rules.care.opening][2 * (slot - 1)]\n    else:",
        ),
    ),
    _write(
        "a deck that came inspected and shuffled is opened all the same",
        "RET 4.F; CCP 4.F; THB 4.F; 235 4.F",
        (
            "table.care",
            "    if deck.last is None and deck.ready_made:\n",
            "    if deck.last is None and deck.ready_made and slot > 2:\n",
        ),
    ),
    _write(
        "what was dealt is not shuffled again",
        "RET 5.A(2) 5.A; CCP 5.A(2) 5.A; THB 5.A(2) 5.A; 235 5.A(2) 5.A",
        (
            "table.evolve_day",
            "        day = _to_shuffle(rules, day, day.turn)\n    return replace(day, turn=other)",
            "        pass\n    return replace(day, turn=other)",
        ),
    ),
    _write(
        "an order to shuffle is not carried out",
        "RET 5.A(3); CCP 5.A(3); THB 5.A(3); 235 5.A(3)",
        (
            "table.evolve_day",
            "    return replace(state, day=_to_shuffle(rules, state.day, event.deck))",
            "    return state if type(event) is e.ShuffleOrdered else replace(state, day=_to_shuffle(rules, state.day, event.deck))",
        ),
    ),
    _write(
        "a deck that fails the count of a machine stays",
        "RET 5.B 5.B(2); CCP 5.B 5.B(2); THB 5.E 5.E(2); 235 5.E 5.E(2)",
        ("table.deciding.incidents", "    if remedy is Remedy.DECK_OUT:\n", "    if False:\n"),
    ),
    *(
        _write(
            "a shuffler that counts cannot be filed",
            f"{book} {clauses}",
            (_GAMES[book], f'        "automated counting": "{clause}",\n', ""),
        )
        for book, clause, clauses in (
            ("RET", "5.B", "5.B 5.B(1)"),
            ("CCP", "5.B", "5.B 5.B(1)"),
            ("THB", "5.E", "5.E(1)"),
            ("235", "5.E", "5.E(1)"),
        )
    ),
    _write(
        "no shuffler can be filed with a shoe",
        "THB 5.C; 235 5.C",
        (
            "submission.check",
            '    if sound("table.shuffler") and table["shuffler"] == "none":',
            '    if table["shuffler"] != "none" and table["dealing"] != "hand":\n'
            '        yield Fault("table.shuffler", "goes with no shoe")\n'
            '    if sound("table.shuffler") and table["shuffler"] == "none":',
        ),
    ),
    _write(
        "the shuffled deck is short of a card",
        "RET 5.C; CCP 5.C; THB 5.B; 235 5.B",
        (
            "table.evolve",
            "            order=dealing_order(len(DECK), event.contributions, event.cut, bound),",
            "            order=dealing_order(len(DECK), event.contributions, event.cut, bound)[:-1],",
        ),
    ),
    _write(
        "what a machine shuffled is cut",
        "RET 5.C(1) 5.H; CCP 5.C(1) 5.H; THB 5.D(1) 5.I; 235 5.D(1) 5.I",
        (
            "table.plan",
            "        after[Task.SHUFFLE] = Task.LOAD  # what a machine shuffled is not cut",
            "        after[Task.SHUFFLE] = Task.CUT",
        ),
    ),
    _write(
        "what a hand shuffled is not cut",
        "RET 5.C(2); CCP 5.C(2); THB 5.D(2); 235 5.D(2)",
        ("table.plan", "    if rules.table.shuffler != BY_HAND:\n", "    if rules.table.shuffler:\n"),
    ),
    _write(
        "what came shuffled is not cut",
        "RET 5.C(2); CCP 5.C(2); THB 5.D(2); 235 5.D(2)",
        (
            "table.care",
            "Task.LOAD if rules.table.shuffler == RESHUFFLING else Task.CUT",
            "Task.LOAD",
        ),
    ),
    _write(
        "cards above the cover card stay on top",
        "RET 5.D(1); CCP 5.D(1); THB 5.F(1); 235 5.F(1)",
        (
            "table.evolve",
            "            order=dealing_order(len(DECK), event.contributions, event.cut, bound),",
            "            order=dealing_order(len(DECK), event.contributions, 0, bound),",
        ),
    ),
    _write(
        "the cut stack is not put into the shoe",
        "RET 5.D(2) 8.B 9.A(2) 10.A 10.A(1); CCP 5.D(2) 8.B 9.A(2) 10.A 10.A(1);"
        "THB 5.F(2) 8.B 9.A(2) 10.A 10.A(1); 235 5.F(2) 8.B 9.A(2) 10.A 10.A(1)",
        (
            "table.plan",
            "steps = (*care.opening, Task.SHUFFLE, Task.CUT, Task.LOAD)",
            "steps = (*care.opening, Task.SHUFFLE, Task.CUT)",
        ),
        ("table.plan", "after[Task.SHUFFLE] = Task.LOAD", "del after[Task.SHUFFLE]"),
        ("table.care", "deck.last is not Task.LOAD:", "deck.last not in (Task.LOAD, Task.SHUFFLE, Task.CUT):"),
    ),
    _write(
        "a stack is cut again after the first card",
        "RET 5.E; CCP 5.E; THB 5.G; 235 5.G",
        ("table.deciding.procedures", "    if now.dealt or now.shown:\n", "    if now.results:\n"),
    ),
    _write(
        "a second cut changes nothing",
        "RET 5.E; CCP 5.E; THB 5.G; 235 5.G",
        (
            "table.evolve_day",
            "now = replace(now, order=dealing_order(len(DECK), now.contributions, event.cut, bound))",
            "pass",
        ),
    ),
    _write(
        "nobody looks after an open table without players",
        "RET 5.F; CCP 5.F; THB 5.H; 235 5.H",
        (
            "table.care",
            "    return upcoming if last in care.idle and last is not Task.LOOK else next(iter(care.idle))",
            "    return None",
        ),
    ),
    _write(
        "cards are not spread face up for a player who asks",
        "RET 5.F(2); CCP 5.F(2); THB 5.H(1); 235 5.H(2)",
        (
            "table.deciding.procedures",
            "face_up = task is Task.SPREAD and upcoming is Task.SPREAD_DOWN",
            "face_up = False",
        ),
    ),
    _write(
        "spread cards are shuffled without a wash",
        "RET 5.F(3); CCP 5.F(3); THB 5.H(2); 235 5.H(3)",
        (
            "table.plan",
            "    return after\n\n\ndef _steps",
            "    after[Task.LOOK] = Task.STACK\n    return after\n\n\ndef _steps",
        ),
    ),
    *(
        _write(
            "a shoe that reshuffles cannot be filed",
            f"{book} {clauses}",
            (_GAMES[book], f'        "automated reshuffling": "{clause}",\n', ""),
        )
        for book, clause, clauses in (
            ("RET", "5.G", "5.G"),
            ("CCP", "5.G", "5.G"),
            ("THB", "5.I", "5.I"),
            ("235", "5.I", "5.I"),
        )
    ),
    _write(
        "a shoe that reshuffles is emptied and its cards spread",
        "RET 5.H; CCP 5.H; THB 5.I",
        (
            "table.care",
            "if running or (rules.table.shuffler == RESHUFFLING and not care.idle_reshuffling):",
            "if running:",
        ),
    ),
)

_RANKS: Final = (
    _write(
        "an ace is low",
        "RET 6.A; CCP 6.A; THB 6.A; 235 6.A",
        ("cards", '"23456789TJQKA"', '"A23456789TJQK"'),
    ),
    _write(
        "a run goes round the ace",
        "THB 6.B; 235 6.B",
        (
            "hands.classify",
            "    if low_ace and held.issuperset([ACE, *range(length - 1)]):\n        return length - 2",
            "    for top in range(length - 2, -1, -1):\n"
            "        if low_ace and held.issuperset([(top - n) % 13 for n in range(length)]):\n"
            "            return top",
        ),
    ),
    _write(
        "an ace is never low",
        "RET 6.A; CCP 6.A; THB 6.B 6.D(2) 6.D(6); 235 6.B 6.G(2) 6.G(6)",
        ("hands.classify", "    if low_ace and held", "    if length > 5 and held"),
    ),
    _write(
        "spades beat other suits",
        "RET 6.B; CCP 6.B; THB 6.C; 235 6.C",
        (
            "hands.ranking",
            "        self.strength: Final[Callable[[Sequence[Card]], int]] = _READERS[count](unsuited, suited)",
            "        plain = _READERS[count](unsuited, suited)\n"
            "        self.strength = lambda hand: plain(hand) + any(suit(c) == 3 for c in hand)",
        ),
    ),
    _write(
        "a flush beats a full house",
        "RET 6.C; CCP 6.C; THB 6.D; 235 6.D",
        (
            "hands.strength",
            '"flush",\n        "full house",',
            '"full house",\n        "flush",',
        ),
    ),
    _write(
        "of three cards, a flush beats a straight",
        "235 6.E",
        (
            "hands.strength",
            '"flush",\n        "straight",\n        "three of a kind",',
            '"straight",\n        "flush",\n        "three of a kind",',
        ),
    ),
    _write(
        "of two cards, a flush beats a straight",
        "235 6.F",
        (
            "hands.strength",
            '("high card", "pair", "flush", "straight")',
            '("high card", "pair", "straight", "flush")',
        ),
    ),
    *(
        _write(f"there is no {kind}", clauses, ("hands.classify", old, new))
        for kind, clauses, old, new in (
            (
                "royal flush",
                "RET 6.C(1); CCP 6.C(1); THB 6.D(1); 235 6.D(1) 6.G(1)",
                '5: "royal flush"',
                '5: "straight flush"',
            ),
            ("mini royal", "235 6.E(1)", '3: "mini royal"', '3: "straight flush"'),
            (
                "straight flush",
                "RET 6.C(2); CCP 6.C(2); THB 6.D(2); 235 6.D(2) 6.E(2) 6.G(2)",
                'else "straight flush")',
                'else "flush")',
            ),
            (
                "four of a kind",
                "RET 6.C(3); CCP 6.C(3); THB 6.D(3); 235 6.D(3) 6.G(3)",
                "    if fours:\n",
                "    if False:\n",
            ),
            (
                "full house",
                "RET 6.C(4); CCP 6.C(4); THB 6.D(4); 235 6.D(4) 6.G(4)",
                "    if threes and len(twos) > 1:\n",
                "    if False:\n",
            ),
            (
                "flush",
                "RET 6.C(5); CCP 6.C(5); THB 6.D(5); 235 6.D(5) 6.E(5) 6.F(2) 6.G(5)",
                '    if suited:\n        yield "flush"',
                '    if False:\n        yield "flush"',
            ),
            (
                "straight",
                "RET 6.C(6); CCP 6.C(6); THB 6.D(6); 235 6.D(6) 6.E(4) 6.F(1) 6.G(6)",
                'yield "straight", [top]\n',
                'yield "high card", ranks[:size]\n',
            ),
            (
                "three of a kind",
                "RET 6.C(7); CCP 6.C(7); THB 6.D(7); 235 6.D(7) 6.E(3) 6.G(7)",
                '    if threes:\n        yield "three of a kind"',
                '    if False:\n        yield "three of a kind"',
            ),
            (
                "two pair",
                "RET 6.C(8); CCP 6.C(8); THB 6.D(8); 235 6.D(8)",
                '    if len(twos) > 1:\n        yield "two pair"',
                '    if False:\n        yield "two pair"',
            ),
            (
                "pair",
                "RET 6.C(9); CCP 6.C(9); THB 6.D(9); 235 6.D(9) 6.E(6) 6.F(3)",
                "    if twos:\n",
                "    if False:\n",
            ),
        )
    ),
    _write(
        "kickers do not count",
        "THB 6.E 6.E(1)",
        (
            "hands.strength",
            "    for place, rank in enumerate(kickers):",
            "    for place, rank in enumerate(kickers[:1]):",
        ),
    ),
    _write(
        "a tie loses",
        "THB 6.E(2) 11.I(3)(d) 11.I(3)(d)(iv)",
        ("settle.verdicts", "if mine < other:", "if mine <= other:"),
    ),
    _write(
        "every hand that wins the Progressive pays one sum",
        "235 6.G",
        (
            "settle.settling",
            "            if line < 0:",
            '            if line < 0 or hand == "three of a kind":',
        ),
    ),
)

_WAGERS: Final = (
    _write(
        "wagers need no whole chips",
        "RET 7.A; CCP 7.A; THB 7.A; 235 7.A",
        (
            "table.deciding.common",
            "    if cents % rules.table.chip and not fixed:",
            "    if cents % 1 and not fixed:",
        ),
    ),
    _write(
        "chips stay with the player",
        "RET 7.A; CCP 7.A; THB 7.A 7.B; 235 7.A",
        (
            "table.money",
            "    source, target = stack(state.seats[event.seat]), escrow(event.seat)\n"
            "    for key, cents in event.wagers.items():\n"
            '        yield Posting(source, target, cents, "pending", key)',
            "    source, target = player(state.seats[event.seat]), escrow(event.seat)\n"
            "    for key, cents in event.wagers.items():\n"
            '        yield Posting(source, target, cents, "pending", key)',
        ),
    ),
    _write(
        "a player bets more than the chips at the table",
        "THB 7.B",
        ("table.deciding.betting", "    if total > held:\n", "    if total > held + 10**9:\n"),
    ),
    _write(
        "anybody bets in any seat",
        "RET 7.B(1); CCP 7.B(1); THB 7.C; 235 7.B",
        (
            "table.deciding.common",
            "    if state.seats.get(seat) != by.name:  # type: ignore[call-overload]",
            "    if seat not in state.seats:",
        ),
    ),
    _write(
        "a seat is free as soon as its player walks off",
        "RET 7.B(2); CCP 7.B(2); THB 7.C(1); 235 7.B(1)",
        (
            "table.deciding.seats",
            '    if seat in state.seats:\n        raise Refused(f"seat {seat} is taken"',
            "    away = state.round.away if state.round else ()\n"
            '    if seat in state.seats and seat not in away:\n        raise Refused(f"seat {seat} is taken"',
        ),
    ),
    _write(
        "wagers of a player who walked off are never lost",
        "RET 7.B(3); CCP 7.B(3); THB 7.C(2); 235 7.B(2)",
        (
            "table.deciding.settling",
            "abandoned=now.absent.get(seat, False),",
            "abandoned=False,",
        ),
        ("table.state", "return self.absent.get(seat, False) or seat", "return seat"),
    ),
    _write(
        "no wager can be taken back before the call",
        "RET 7.C; CCP 7.C; THB 7.D; 235 7.C",
        (
            "table.deciding.betting",
            "    _betting(rules, now, command.wagers)\n    there = now.wagers.get(seat, {})\n    keys",
            '    raise Refused("wagers stay", rules.cite(rules.conduct.closed))\n    there = now.wagers.get(seat, {})\n    keys',
        ),
    ),
    _write(
        "wagers change after the call",
        "RET 7.D; CCP 7.D; THB 7.E; 235 7.D",
        (
            "table.deciding.betting",
            "    if now.phase is not Phase.BETTING:\n        locked =",
            "    if now.phase in (Phase.SETTLED, Phase.VOID):\n        locked =",
        ),
    ),
    _write(
        "a wager is missing",
        "RET 7.E",
        (
            _RET,
            'Side("progressive", "Progressive", "7.E(2)(c)", by_paytable(PROGRESSIVE)),',
            "",
        ),
        (_RET, "ultimate_pairs   progressive", "ultimate_pairs   ."),
    ),
    _write(
        "a wager has another key",
        "CCP 7.E",
        (_CCP, 'Raise("middle", "Middle", "11.F", ByTable("better", LINES), of="ante_across")', 'Raise("middle", "Middle", "11.F", ByTable("better", LINES), of="ante_down")'),
    ),
    _write(
        "the Bonus is another wager",
        "THB 7.F",
        (_THB, '            "bonus",\n            "Texas', '            "side",\n            "Texas'),
        (_THB, ".      bonus    .      .", ".      side     .      ."),
        (_THB, "ante flop turn river bonus", "ante flop turn river side"),
        (_THB, '"13.B", settles=("bonus",)', '"13.B", settles=("side",)'),
        (_THB, '"13.F", settles=("bonus",)', '"13.F", settles=("side",)'),
    ),
    _write(
        "a raise is of another wager",
        "235 7.E",
        (_235, '            of="three_card",', '            of="two_card",'),
    ),
    _write(
        "the flop wager pays twice its odds",
        "THB 7.F(1)",
        (_THB, 'Raise("flop", "Flop", "11.B(2)", SHOWDOWN, of="ante")', 'Raise("flop", "Flop", "11.B(2)", replace(SHOWDOWN, against="player", hand="dealer"), of="ante")'),
    ),
    *(
        _write(
            "the Five Card Bonus is paid on a line",
            f"{book} 7.E(2)(a) 11.H(1) 11.H(2)",
            (_GAMES[book], 'ByTable("board", FIVE_CARD_BONUS)', f'ByTable("{hand}", FIVE_CARD_BONUS)'),
        )
        for book, hand in (("RET", "first_run"), ("CCP", "across"))
    ),
    _write(
        "Ultimate Pairs always loses",
        "RET 7.E(2)(b) 11.H(1) 11.H(2)",
        ("settle.verdicts", "odds = next((x.odds for x in self._lines if x.cards.covers(*cards)), LOSS)", "odds = LOSS"),
    ),
    _write(
        "the Progressive is paid on the community cards",
        "RET 7.E(2)(c)",
        (_RET, '"first-run": "first_run",', '"first-run": "board",'),
    ),
    _write(
        "every hand spins the wheel",
        "CCP 7.E(2)(b)",
        (
            "settle.played",
            "return side.pays if rank(first) == rank(second) else None",
            "return side.pays if first != second else None",
        ),
    ),
    _write(
        "the Bonus eats into the other wagers",
        "THB 7.G",
        (
            "settle.settling",
            "    cut(book.rules, results)\n    return results",
            "    if len(results) > 2:\n"
            "        for key, one in list(results.items())[:1]:\n"
            "            results[key] = WagerResult(one.stake, one.outcome, one.credit // 2, one.hand)\n"
            "    cut(book.rules, results)\n    return results",
        ),
    ),
    _write(
        "the Progressive is bet without the three wagers",
        "235 7.E(3)(a)",
        (
            "table.deciding.betting",
            "    if first is None or any(wagers.get(key) != first for key in names):",
            "    if any(wagers.get(key) != first for key in names):",
        ),
    ),
    _write(
        "one player may play any boxes",
        "RET 2.A(1); CCP 2.A(1); THB 7.H; 235 7.F",
        ("settle.check", "        if len(held) > most:\n", "        if len(held) > 6:\n"),
    ),
    _write(
        "boxes of one player may lie apart",
        "235 7.F",
        ("settle.check", "if held[-1] - held[0] >= len(held):", "if held[-1] - held[0] >= 9:"),
    ),
)

_BEFORE_CARDS: Final = (
    _write(
        "cards are dealt while bets are open",
        "RET 8.C(1) 9.A(5) 10.A(2)(a); CCP 8.C 9.A(5) 10.A(2); THB 8.C 9.B(1) 10.A(2);"
        "235 8.C 10.A(1)(a)",
        (
            "table.deciding.dealing",
            '        raise Refused("bets are still open", rules.cite(rules.dealing.no_more_bets))',
            "        return ()",
        ),
    ),
    _write(
        "the dealer says nothing when betting is closed",
        "RET 8.C(1) 9.A(5) 10.A(2)(a); CCP 8.C 9.A(5) 10.A(2); THB 8.C 9.B(1) 10.A(2);"
        "235 8.C 10.A(1)(a)",
        ("table.duty", 'NO_MORE_BETS: Final = "No more bets."', 'NO_MORE_BETS: Final = ""'),
    ),
    _write(
        "the dealer is not told to close the betting",
        "RET 8.C(1) 9.A(5) 10.A(2)(a); CCP 8.C 9.A(5) 10.A(2); THB 8.C 9.B(1) 10.A(2);"
        "235 8.C 10.A(1)(a)",
        ("table.duty", 'what = "take bets, then close the betting"', 'what = "take bets"'),
    ),
    _write(
        "progressive chips are not collected before the first card",
        "RET 8.C(3) 9.A(5)(b) 10.A(2)(b)(ii); 235 8.C(2)(a) 9.A(4)(a) 10.A(1)(c)(i)",
        (
            "table.evolve",
            "phase=Phase.COUNTING if counting else Phase.PLAYING,",
            "phase=Phase.PLAYING,",
        ),
    ),
    _write(
        "progressive chips are not compared with what was accepted",
        "RET 8.C(3) 9.A(5)(b) 10.A(2)(b)(ii); 235 8.C(2)(b) 9.A(4)(b) 10.A(1)(c)(ii)",
        (
            "table.deciding.betting",
            "    if dict(command.chips) != accepted:\n",
            "    if not command.chips:\n",
        ),
    ),
    _write(
        "progressive chips do not go into the tray",
        "RET 8.C(4) 9.A(5)(c) 10.A(2)(b)(iii); 235 8.C(2)(c) 9.A(4)(c) 10.A(1)(c)(iii)",
        (
            "table.money",
            'yield Posting(escrow(seat), TRAY, wagers[key], "pending", key)',
            'yield Posting(escrow(seat), HOUSE, wagers[key], "pending", key)',
        ),
    ),
    _write(
        "cards go round from the last seat to the first",
        "235 8.D(2) 9.B; THB 8.D(2) 9.B(3) 10.B(1) 10.B(2); RET 8.D(3) 9.B(2) 10.B(2);"
        "CCP 8.D(3) 9.B(2) 10.B(2)",
        (
            "table.deciding.dealing",
            "for seat in now.players for name in cards)",
            "for seat in reversed(now.players) for name in cards)",
        ),
    ),
    _write(
        "the dealer is not told to put the stub away",
        "RET 8.D(4) 8.D(4)(a) 9.B(3) 9.B(3)(a) 10.B(3)(a) 8.D(4)(b) 9.B(3)(b) 10.B(3)(b);"
        "CCP 8.D(4) 8.D(4)(a) 9.B(3) 9.B(3)(a) 10.B(3)(a) 8.D(4)(b) 9.B(3)(b) 10.B(3)(b);"
        "THB 8.D(4) 9.B(5) 10.B(5); 235 8.D(3) 9.C 10.C",
        (
            "table.duty",
            "    what += f\"; then {then}\" * bool(then)",
            "    what += f\"; then {then}\" * bool(then and not then.endswith((\"counted\", \"unseen\")))",
        ),
    ),
    _write(
        "the stub is left in the shoe",
        "RET 8.D(4)(a) 10.B(3)(a); CCP 8.D(4)(a) 10.B(3)(a); THB 8.D(4); 235 8.D(3) 10.C",
        (
            "table.duty",
            'else "take the stub out of the shoe and put it"',
            'else "leave the stub in the shoe, or put it"',
        ),
    ),
    _write(
        "the stub is put away face up",
        "RET 8.D(4)(b) 9.B(3)(b) 10.B(3)(b); CCP 8.D(4)(b) 9.B(3)(b) 10.B(3)(b);"
        "THB 8.D(4) 9.B(5) 10.B(5); 235 8.D(3) 9.C 10.C",
        (
            "table.duty",
            'return f"{away} in the rack unseen{unless}", dealing.stub',
            'return f"{away} in the rack{unless}", dealing.stub',
        ),
    ),
    _write(
        "the stub does not go to the rack",
        "RET 8.D(4)(b) 9.B(3)(b) 10.B(3)(b) 8.F(2) 9.D(2) 10.C(1);"
        "CCP 8.D(4)(b) 9.B(3)(b) 10.B(3)(b) 8.F(2) 9.D(2) 10.C(1);"
        "THB 8.D(4) 9.B(5) 10.B(5) 8.F 9.E 10.E; 235 8.D(3) 9.C 10.C 8.E 9.F 10.F",
        (
            "table.evolve",
            "*(at for at in hands if at not in now.rack), *now.order[now.dealt :])",
            "*(at for at in hands if at not in now.rack), *now.order[now.dealt + 1 :])",
        ),
    ),
    _write(
        "the stub of a counting shuffler is counted too",
        "RET 8.E 9.C 10.C; CCP 8.E 9.C 10.C; THB 8.E 9.C 10.C; 235 8.D(4) 9.D 10.D",
        ("table.plan", "counts=rules.table.shuffler not in COUNTING,", "counts=True,"),
    ),
    _write(
        "the stub is counted face up",
        "RET 8.F(1) 9.D(1) 10.C; CCP 8.F(1) 9.D(1) 10.C; THB 8.E 9.D 10.D; 235 8.D(5) 9.E 10.E",
        (
            "table.duty",
            '"count the stub, face down on the layout"',
            '"count the stub, face up on the layout"',
        ),
    ),
    _write(
        "the stub is counted out of sight",
        "RET 8.F(1) 9.D(1) 10.C; CCP 8.F(1) 9.D(1) 10.C; THB 8.E 9.D 10.D; 235 8.D(5) 9.E 10.E",
        (
            "table.duty",
            '"count the stub, face down on the layout"',
            '"count the stub, face down"',
        ),
    ),
    _write(
        "a right count stops the round",
        "RET 8.F(2) 9.D(2) 10.C(1); CCP 8.F(2) 9.D(2) 10.C(1); THB 8.F 9.E 10.E; 235 8.E 9.F 10.F",
        (
            "table.deciding.procedures",
            "    if command.cards == should_be:\n        return (counted,)",
            "    if command.cards == should_be + 1:\n        return (counted,)",
        ),
    ),
    _write(
        "a wrong count is passed over",
        "RET 8.F(3) 9.D(3) 10.C(2); CCP 8.F(3) 9.D(3) 10.C(2); THB 8.G 9.F 10.F; 235 8.F 9.G 10.G",
        (
            "table.deciding.procedures",
            "    return counted, wrong_count(state, by, number, slot)",
            "    return (counted,)",
        ),
    ),
    _write(
        "whoever counted rules on the count",
        "RET 8.F(3) 9.D(3) 10.C(2); CCP 8.F(3) 9.D(3) 10.C(2)",
        (
            "table.deciding.incidents",
            "    if same_person(open_.by, by.name):\n",
            "    if False:\n",
        ),
    ),
    _write(
        "dealing from the hand needs no shuffler",
        "RET 9.A 9.A(1); CCP 9.A 9.A(1); THB 9.A 9.A(1); 235 9.A 9.A(1)",
        (
            "submission.check",
            'if dealing.method == table["dealing"] and dealing.needs_shuffler:',
            'if dealing.method == table["dealing"] and dealing.reshuffling:',
        ),
    ),
    _write(
        "the community cards come face down",
        "THB 8.D(3) 9.B(4) 11.D(2) 11.F(2) 11.H(2)",
        (
            "table.deciding.dealing",
            "if isinstance(step, ToTable) and step.lies is Lies.UP:",
            "if isinstance(step, ToTable) and step.lies is Lies.COVERED:",
        ),
    ),
    _write(
        "community cards that came first lie face up",
        "THB 10.I(2)",
        (_THB, "flop flop flop turn river [10.I(1)]", "up flop flop flop; turn river [10.I(1)]"),
        ("games.checks.rounds", "                    yield f\"lays {', '.join(dict.fromkeys(step.places))} face up out of turn\"", "                    pass"),
    ),
)

_DECISIONS: Final = (
    *(
        _write(
            "players look at one card only",
            f"{book} 11.A",
            (_GAMES[book], f'looks="first second",{comment}', 'looks="first",'),
            ("games.checks.rounds", "    yield from (f\"no street reveals {card!r}\" for card in cards if card not in shown)", "    yield from ()"),
        )
        for book, comment in (("RET", "  # 11.A"), ("CCP", "  # 11.A"), ("THB", "  # 11.B"))
    ),
    _write(
        "players look at all three cards first",
        "235 11.B",
        (_235, 'looks="first second",', 'looks="first second third",'),
        ("games.checks.rounds", "            if card in shown:\n", "            if False:\n"),
    ),
    _write(
        "somebody else answers for a hand",
        "RET 11.A(1); CCP 11.A(1)",
        (
            "table.deciding.common",
            "    if state.seats.get(seat) != by.name:  # type: ignore[call-overload]",
            "    if seat not in state.seats:",
        ),
    ),
    *(
        _write(
            "this breach costs nothing",
            f"{book} {clause}",
            (_GAMES[book], f'            "{clause}": "', f'            "{other}": "'),
        )
        for book in ("RET", "CCP")
        for clause, other in (
            ("11.A(1)", "11.A(6)"),
            ("11.A(2)", "11.A(7)"),
            ("11.A(3)", "11.A(8)"),
        )
    ),
    _write(
        "what is told after the last card costs the wagers too",
        "RET 11.A(4); CCP 11.A(4)",
        (
            "table.deciding.incidents",
            "        if command.breach == rules.conduct.until_shown:\n",
            "        if command.breach == rules.conduct.closed:\n",
        ),
    ),
    _write(
        "a forfeit spares side wagers",
        "RET 11.A(5) 11.A; CCP 11.A(5)",
        (
            "settle.played",
            "return not self.out or (side.lives_after_fold and not self.gone)",
            "return not self.out or side.lives_after_fold",
        ),
    ),
    _write(
        "there is a forfeit",
        "235 11.A",
        (_235, "    forfeits=None,", '    forfeits="11.A",'),
        ("games.checks.table", "    if bool(game.forfeits) != bool(game.conduct.breaches):\n", "    if False:\n"),
    ),
    _write(
        "a seat answers out of turn",
        "RET 11.B; CCP 11.B; THB 11.B 11.E(1) 11.G(1); 235 11.B",
        ("table.deciding.answers", "    if now.turn != seat:\n", "    if now.turn != seat and seat in now.folded:\n"),
    ),
    _write(
        "questions go round from the last seat",
        "RET 11.B; CCP 11.B; THB 11.B 11.E(1) 11.G(1); 235 11.B",
        (
            "table.asking",
            "for seat, decisions in now.decisions.items():",
            "for seat, decisions in reversed(now.decisions.items()):",
        ),
    ),
    _write(
        "others see a player's cards while questions go round",
        "RET 11.B",
        (
            "table.views",
            "if viewer.role == Role.PLAYER and viewer.name == name and shoe and state.rules:",
            "if viewer.role == Role.PLAYER and shoe and state.rules:",
        ),
    ),
    _write(
        "a fold keeps the antes",
        "RET 11.B(2) 11.B(2)(a) 11.D(1) 11.D(1)(a) 11.F(1) 11.F(1)(a);"
        "CCP 11.B(2) 11.B(2)(a) 11.D(1) 11.D(1)(a) 11.F(1) 11.F(1)(a); THB 11.C 11.C(2)",
        ("settle.settling", "        if played.out:\n", "        if played.gone:\n"),
    ),
    _write(
        "a fold leaves the wagers on the table",
        "RET 11.B(2) 11.B(2)(a) 11.D(1) 11.D(1)(a) 11.F(1) 11.F(1)(a);"
        "CCP 11.B(2) 11.B(2)(a) 11.D(1) 11.D(1)(a) 11.F(1) 11.F(1)(a); THB 11.C(2)",
        ("table.money", "    if event.folded and rules:\n", "    if event.folded and not rules:\n"),
        ("table.money", "return planned.collected_after_fold if seat in now.folded else planned.collected", "return planned.collected"),
    ),
    _write(
        "a folded hand is not put away",
        "RET 11.B(2)(b) 11.D(1)(b) 11.F(1)(b); CCP 11.B(2)(b) 11.D(1)(b) 11.F(1)(b); THB 11.C(4)",
        (
            "table.evolve",
            "            after = replace(after, rack=after.rack + after.holes[seat])",
            "            pass",
        ),
    ),
    _write(
        "a folded hand still brings envy",
        "RET 11.B(2)(b) 11.D(1)(b) 11.F(1)(b)",
        ("settle.others", "            if not played.on_table():\n                continue\n", ""),
    ),
    _write(
        "a fold ends side wagers",
        "RET 11.B(3) 11.D(2) 11.F(2); CCP 11.B(3) 11.D(2) 11.F(2); THB 11.C(3)",
        (
            "settle.played",
            "return not self.out or (side.lives_after_fold and not self.gone)",
            "return not self.out",
        ),
    ),
    _write(
        "a folded hand is put away although a side wager is open",
        "RET 11.B(3) 11.D(2) 11.F(2); CCP 11.B(3) 11.D(2) 11.F(2); THB 11.C(3)",
        (
            "table.evolve",
            "        if not cards_stay(rules, after, seat):\n            after",
            "        if True:\n            after",
        ),
    ),
    _write(
        "no card is turned before the next question",
        "RET 11.C 11.E 11.G; CCP 11.C 11.E 11.G; 235 11.B(2) 11.C(1); THB 10.I(2) 11.I(1)",
        (
            "table.plan",
            "            yield Turn(one.names, one.clause)",
            "            yield Turn(one.names[:-1], one.clause)",
        ),
    ),
    _write(
        "the dealer's cards are turned with the flop",
        "THB 11.I(1)",
        (_THB, 'reveal="flop", reveal_by="11.D(2)"', 'reveal="flop; dealer", reveal_by="11.D(2), 11.I(1)"'),
        (_THB, 'reveal="river; dealer",\n            reveal_by="11.H(2), 11.I(1)"', 'reveal="river",\n            reveal_by="11.H(2)"'),
    ),
    *(
        _write(
            "a street that can be checked asks for a fold",
            f"235 {clause}",
            (_235, old, old.replace('"check": 0', '"fold": FOLD')),
            (_235, "    AllOf,", "    FOLD,\n    AllOf,"),
        )
        for clause, old in (
            ("11.B(1)(b)", '"11.B(1)", {"check": 0, "raise": 1}'),
            ("11.B(1)#2(b)", '"11.B(1)#2",\n            {"check": 0, "raise": 1}'),
        )
    ),
    _write(
        "questions about the turn come after the turn",
        "THB 11.E(1) 1.B(11)",
        (_THB, "ask turn; burn [11.F(1)]; up turn;", "burn [11.F(1)]; ask turn; up turn;"),
    ),
    _write(
        "questions about the river come after a burnt card",
        "THB 11.G(1)",
        (_THB, "ask river; burn [11.H(1)]; up river", "burn [11.H(1)]; ask river; up river"),
    ),
    *(
        _write("nothing is burnt here", f"THB {clause}", (_THB, f"burn [{clause}(1)]; ", ""))
        for clause in ("11.D", "11.F", "11.H")
    ),
)

_SETTLEMENT: Final = (
    _write(
        "bonuses are settled with the hands",
        "RET 11.H 11.H(1); CCP 11.H 11.H(1)",
        ("table.plan", "first=tuple(rules.conduct.settles_first.split()),", "first=(),"),
    ),
    _write(
        "seats are settled from the first to the last",
        "RET 11.I; CCP 11.I; THB 11.I(3); 235 11.D",
        (
            "table.deciding.settling",
            "    for seat in sorted(now.players, reverse=True):\n        if seat in now.settled:",
            "    for seat in sorted(now.players):\n        if seat in now.settled:",
        ),
    ),
    _write(
        "meters are paid from the first seat to the last",
        "RET 11.I 11.I(3) 12.F(6)(b)(v); CCP 11.I 12.D(4)#3; 235 11.D 11.D(2) 12.G",
        (
            "settle.settling",
            "    for number in sorted(round_.seats, reverse=True):",
            "    for number in sorted(round_.seats):",
        ),
    ),
    _write(
        "hands are settled face down",
        "RET 11.I; CCP 11.I; THB 11.I(3)(a); 235 11.D",
        (
            "table.deciding.settling",
            "        cards = () if seat in up else _hand_up(rules, now, shoe, seat)",
            "        cards = ()",
        ),
    ),
    _write(
        "the dealer is not told to announce hands",
        "RET 11.I(1) 11.I(2); CCP 11.I(1) 11.I(2); 235 11.D(1)",
        ("table.duty", '["announce"] * bool(hands)', '["announce"] * 0'),
    ),
    *(
        _write(
            "this hand is not announced",
            f"{book} {clause}",
            (_GAMES[book], old, new),
        )
        for book, clause, old, new in (
            ("RET", "11.I(1)", '{"first_run": "11.I(1)", ', "{"),
            ("RET", "11.I(2)", ', "second_run": "11.I(2)"}', "}"),
            ("CCP", "11.I(1)", '{"across": "11.I(1)", ', "{"),
            ("CCP", "11.I(2)", ', "down": "11.I(2)"}', "}"),
            ("235", "11.D(1)", '        announces={"five": "11.D(1)"},\n', ""),
        )
    ),
    *(
        _write(
            "this hand is read from other cards",
            f"{book} {clause}",
            (_GAMES[book], f'"{old}", "{clause}"', f'"{new}", "{clause}"'),
        )
        for book, clause, old, new in (
            ("RET", "11.I(1)", "hole left center right", "hole left center top"),
            ("RET", "11.I(2)", "hole top center bottom", "hole top center right"),
            ("CCP", "11.I(1)", "hole left center right", "hole left center top"),
            ("CCP", "11.I(2)", "hole top center bottom", "hole top center right"),
        )
    ),
    _write(
        "a losing hand is not put into the rack",
        "RET 11.I(3)(a); CCP 11.I(3)(a); 235 11.D(2)(a)",
        (
            "table.evolve",
            "    if cards_stay(rules, now, seat):\n        rack += now.holes[seat]",
            "    if cards_stay(rules, now, seat) and any(r.credit for r in results[seat].values()):\n        rack += now.holes[seat]",
        ),
    ),
    _write(
        "what loses is not taken",
        "RET 11.I(3)(a); CCP 11.I(3)(a); 235 11.D(2)(a)",
        (
            "settle.settling",
            "            results[key] = WagerResult(stake, outcome, stake * (1 + odds), hand)",
            "            results[key] = WagerResult(stake, outcome, stake * max(1, 1 + odds), hand)",
        ),
    ),
    _write(
        "what loses stays on its spot",
        "RET 11.I(3)(a); CCP 11.I(3)(a); 235 11.D(2)(a)",
        (
            "table.money",
            '    if result.outcome == "lose":\n        return (Posting(spot, TRAY,',
            '    if result.outcome == "lose":\n        return (Posting(spot, HOUSE,',
        ),
    ),
    *(
        _write(
            "the third bet goes by the worse hand",
            f"{book} 11.I(3) 11.I(3)(b) 11.I(3)(c)",
            ("settle.verdicts", "return lambda hands: max([hands[name]", "return lambda hands: min([hands[name]"),
        )
        for book in ("RET", "CCP")
    ),
    *(
        _write(
            f"the third bet goes by one line alone ({hand})",
            f"{book} {clause}",
            (_GAMES[book], old, new),
        )
        for book, clause, hand, old, new in (
            ("RET", "11.I(3)(b)", "2nd Run", '"first_run second_run", "11.I(3)"', '"second_run", "11.I(3)"'),
            ("RET", "11.I(3)(c)", "1st Run", '"first_run second_run", "11.I(3)"', '"first_run", "11.I(3)"'),
            ("CCP", "11.I(3)(b)", "Down", '"across down", "11.I(3)"', '"down", "11.I(3)"'),
            ("CCP", "11.I(3)(c)", "Across", '"across down", "11.I(3)"', '"across", "11.I(3)"'),
        )
    ),
    _write(
        "a hand that the table does not name pushes",
        "RET 11.I(3)(d); CCP 11.I(3)(d)",
        ("settle.verdicts", "        odds = next(lines, LOSS)", "        odds = next(lines, PUSH)"),
    ),
    _write(
        "a winner only gets the stake back",
        "RET 11.I(3)(e); CCP 11.I(3)(e); 235 11.D(2)(b); THB 11.I 11.I(3)(d)(ii) 12.A",
        (
            "settle.settling",
            "            results[key] = WagerResult(stake, outcome, stake * (1 + odds), hand)",
            "            results[key] = WagerResult(stake, outcome, stake * (1 + min(odds, 0)), hand)",
        ),
    ),
    _write(
        "hands with a Progressive wager are turned up at once",
        "RET 11.J",
        (
            "table.deciding.settling",
            "    opened = sealed(now, shoe)\n    # While",
            "    opened = sealed(now, shoe)\n"
            "    if not now.results and not now.hit and any('progressive' in w for w in now.wagers.values()) and not any(at in now.shown for held in now.holes.values() for at in held):\n"
            "        return turned(now, opened, [at for held in now.holes.values() for at in held])\n    # While",
        ),
    ),
    _write(
        "hands are put away in no order",
        "RET 11.K; CCP 11.J; THB 11.J; 235 11.E",
        (
            "table.evolve",
            "    closed = replace(now, phase=Phase.CLOSED, rack=rack)",
            "    closed = replace(now, phase=Phase.CLOSED, rack=(*rack[::2], *rack[1::2]))",
        ),
    ),
    _write(
        "a better hand loses",
        "THB 11.I(3)(d) 11.I(3)(d)(i) 11.I(3)(d)(ii)",
        ("settle.verdicts", "        if mine < other:", "        if mine > other:"),
    ),
    _write(
        "the worse hand gets a push",
        "THB 11.I(3)(d)(i)",
        ("settle.verdicts", "            return lost\n", "            return pushed\n"),
    ),
    _write(
        "a winner below the required hand is paid",
        "THB 11.I(3)(d)(iii)",
        ("settle.verdicts", "return won if mine > other and kind >= least else pushed", "return won if mine > other else pushed"),
    ),
    _write(
        "one player's hand settles everybody",
        "THB 11.I(3)(c)",
        (
            "settle.settling",
            "    return {number: _wagers(book, played, meters) for number, played in seats.items()}",
            "    first = next(iter(seats.values()))\n"
            "    for played in seats.values():\n"
            "        played.hands = first.hands\n"
            "    return {number: _wagers(book, played, meters) for number, played in seats.items()}",
        ),
    ),
    _write(
        "side wagers are settled before the others",
        "THB 11.I(4); 235 11.D(4)",
        (
            "settle.settling",
            "    cut(book.rules, results)\n    return results",
            "    cut(book.rules, results)\n    return dict(reversed(results.items()))",
        ),
    ),
    _write(
        "an ante is paid by the table",
        "RET 12.A; CCP 12.A",
        ("settle.verdicts", "            odds = min(odds, self._most)", "            pass"),
    ),
    _write(
        "the cards of a Progressive player are put away before that wager is settled",
        "235 11.D(3)",
        (
            "table.evolve",
            "    return replace(state, round=replace(round_of(state), hit=event.seat, hit_by=event.by))",
            "    now = round_of(state)\n"
            "    shown = {at: c for at, c in now.shown.items() if at not in now.holes[event.seat]}\n"
            "    return replace(state, round=replace(now, hit=event.seat, hit_by=event.by, shown=shown))",
        ),
    ),
    _write(
        "a Progressive win is paid without a floorperson",
        "235 11.D(5) 11.D(5)(a) 11.D(5)(c)",
        (
            "table.deciding.settling",
            "        if key and seat not in now.validated:",
            "        if key and seat in now.validated:",
        ),
    ),
    _write(
        "a Progressive win is not shown",
        "235 11.D(5)(b)",
        ("table.views", "        jackpot=now.hit,", "        jackpot=None,"),
    ),
    _write(
        "the dealer validates a Progressive win",
        "235 11.D(5)(c)",
        ("table.deciding.settling", "    if same_person(now.hit_by, by.name):\n", "    if False:\n"),
    ),
    _write(
        "a prize for one comes with the stake",
        "235 11.D(5)(d)",
        ("settle.meters", "return times * stake", "return (times + 1) * stake"),
    ),
    _write(
        "envy comes once a round",
        "235 11.D(5)(e)(ii)",
        (
            "settle.others",
            'yield Gift(holder, number, book.envy_sums[side.key][line], "envy")',
            'yield Gift(holder, number, book.envy_sums[side.key][line], "envy")\n            return',
        ),
    ),
    _write(
        "players get envy for their own hands",
        "235 11.D(5)(e)(iii)",
        ("settle.others", "                if players[number] != players[holder]:\n", "                if True:\n"),
    ),
    _write(
        "two boxes of one player give each other envy",
        "235 11.D(5)(e)(iii)",
        ("settle.others", "                if players[number] != players[holder]:\n", "                if number != holder:\n"),
    ),
)

_PAYOUTS: Final = (
    _write(
        "the payout limit is not applied",
        "RET 12.C; CCP 12.B; THB 12.C; 235 12.K",
        ("settle.limit", "        if winnings > left:\n", "        if False:\n"),
    ),
    *(
        _write(
            "the payout limit leaves out a wager",
            f"{book} {clause}",
            (_GAMES[book], old, new),
        )
        for book, clause, old, new in (
            ("RET", "12.C", 'scope="run_1 run_2 center"', 'scope="run_1 run_2"'),
            ("CCP", "12.B", '"even": "across down middle"', '"even": "across down"'),
            ("THB", "12.C", 'scope="ante flop turn river bonus"', 'scope="ante flop turn river"'),
            ("235", "12.K", "raise_five win_em_all", "raise_five"),
        )
    ),
    *(
        _write(
            "the payout limit is twice as high",
            f"{book} {clause}",
            (_GAMES[book], old, old.replace("$50,000", "$100,000")),
        )
        for book, clause, old in (
            ("RET", "12.C(1)", 'least=money("$50,000")'),
            ("CCP", "12.B(1)", 'least=money("$50,000")'),
            ("THB", "12.C(1)", 'least=money("$50,000")'),
            ("235", "12.K(1)", 'least=money("$50,000")'),
        )
    ),
    _write(
        "the payout limit does not rise with the table minimum",
        "RET 12.C(2); CCP 12.B(2); THB 12.C(2); 235 12.K(2)",
        ("settle.limit", "return max(rules.limit.least,", "return min(rules.limit.least,"),
    ),
    _write(
        "the payout limit reckons with the smallest raises",
        "RET 12.C(2); CCP 12.B(2); 235 12.K(2)",
        (
            "settle.most",
            "multiples |= {street.wager: street.most for street in rules.streets}",
            "multiples |= {street.wager: max(street.least, 0) for street in rules.streets}",
        ),
    ),
    _write(
        "the payout limit leaves out the raises",
        "THB 12.C(2)",
        (
            "settle.most",
            "multiples |= {street.wager: street.most for street in rules.streets}",
            "multiples |= {street.wager: 0 for street in rules.streets}",
        ),
    ),
    _write(
        "the first table pays whatever is filed",
        "RET 12.E 12.F 12.G(2); CCP 12.D; THB 12.B; 235 12.E 12.H(2)",
        (
            "submission.resolve",
            "        return switch.choices[self.wagers[wager][switch.key]]",
            '        if switch.key == "paytable":\n'
            "            return next(iter(switch.choices.values()))\n"
            "        return switch.choices[self.wagers[wager][switch.key]]",
        ),
    ),
    _write(
        "wagers feed no meter",
        "RET 12.F(6) 12.F(6)(a); CCP 12.D(5)(a); 235 12.F 12.F(1)",
        ("settle.meters", "self.shows[meter.name] += meter.fed_by(staked)", "pass"),
    ),
    _write(
        "locked wagers feed no meter at the table",
        "RET 12.F(6)(a); CCP 12.D(5)(a); 235 12.F(1)",
        (
            "table.money",
            'yield Posting(HOUSE, meter(name), cents, "pending", "contribution")',
            "yield from ()",
        ),
    ),
    _write(
        "any rate may be filed",
        "RET 12.F(6)(a); CCP 12.D(5)(a); 235 12.F(1)",
        ("submission.kinds", "return None if 0 <= fraction <= 1 else wrong", "return None"),
    ),
    _write(
        "a meter feeds at another rate than was filed",
        "RET 12.F(6)(a); CCP 12.D(5)(a); 235 12.F(1)",
        (
            "submission.resolve",
            'str(Fraction(chosen[meter.name]["rate"])),',
            'str(Fraction(chosen[meter.name]["rate"]) / 2),',
        ),
    ),
    _write(
        "a meter may start below its floor",
        "RET 12.F(6)(b) 12.F(6)(b)(iii) 12.F(6)(b)(iv); CCP 12.D(5) 12.D(5)(b); 235 12.F(2) 12.F(2)(c) 12.F(2)(d)",
        ("submission.schema", '"start": Leaf(cents(meter.least), meter.clause)', '"start": Leaf(cents(), meter.clause)'),
    ),
    _write(
        "a meter may be reset below its floor",
        "RET 12.F(6)(b); CCP 12.D(5)(b); 235 12.F(2)",
        ("submission.schema", '"reset": Leaf(cents(meter.least), meter.clause)', '"reset": Leaf(cents(), meter.clause)'),
    ),
    _write(
        "a meter that was hit is not reset",
        "RET 12.F(6)(b)(v); CCP 12.D(4)#3; 235 12.G",
        ("settle.meters", "self.shows[name] += reseeded - paid", "pass"),
    ),
    _write(
        "envy follows the smaller wager",
        "RET 12.G(1); 235 12.H 12.H(1)",
        ("submission.resolve", "payoff.envy[amount],", "payoff.envy[min(payoff.envy)],"),
    ),
    _write(
        "no table pays for envy",
        "RET 12.H 12.I",
        ("settle.others", "line = book.envy[side.key][played.hands[side.pays.hand]]", "line = -1"),
    ),
    _write(
        "a spin pays another symbol",
        "CCP 12.D(4)#2",
        (
            "settle.settling",
            "stop = next(stop for stop in wheel.wheel if stop.symbol == played.seat.spin)",
            "stop = wheel.wheel[0]",
        ),
    ),
    _write(
        "community pay goes to players without a live wager",
        "CCP 12.D(5)#2 12.D(5)#2(a)",
        (
            "settle.others",
            "                for number in live:\n",
            "                for number in seats:\n",
        ),
    ),
    _write(
        "community pay goes to wagers that died",
        "CCP 12.D(5)#2 12.D(5)#2(a)",
        (
            "settle.others",
            "                for number in live:\n",
            "                for number in [n for n, p in seats.items() if side.key in p.seat.wagers]:\n",
        ),
    ),
    _write(
        "the spinner gets community pay too",
        "CCP 12.D(5)#2 12.D(5)#2(a)",
        ("settle.others", "                    if number != spinner:\n", "                    if True:\n"),
    ),
    _write(
        "community pay comes once a round",
        "CCP 12.D(5)#2 12.D(5)#2(a)",
        (
            "settle.others",
            'yield Gift(spinner, number, community[symbol], "community pay")',
            'yield Gift(spinner, number, community[symbol], "community pay")\n                return',
        ),
    ),
    _write(
        "any community sum may be filed",
        "CCP 12.D(5)#2(b)",
        (
            "submission.check",
            "if type(community) is not int or community != listed:",
            "if type(community) is not int:",
        ),
    ),
    *(
        _write(
            "a list of community symbols is not on the wheel",
            f"CCP {clause}",
            (_CCP, f'community_symbols("{clause}", COMMUNITY_OF_C_AND_D)', "None")
            if clause == "12.D(7)(a)"
            else (_CCP, old, new),
        )
        for clause, old, new in (
            ("12.D(6)(a)", "(i)     $100 and $20   $20", "(i)     $100 and $21   $21"),
            ("12.D(6)(b)", "(i)     $100 and $25   $25", "(i)     $100 and $26   $26"),
            ("12.D(7)(a)", "", ""),
        )
    ),
    *(
        _write(
            "the jackpot is a sum of its own",
            f"CCP {clause}",
            (_CCP, old, new),
            ("submission.resolve", 'prize = Sum(chosen["fixed_prize"])', 'prize = Sum(chosen["fixed_prize"] + 100)'),
        )
        for clause, old, new in (
            ("12.D(1)(a)", 'default=money("$1,000"), least=1', 'default=money("$1,000"), least=2'),
            ("12.D(3)(a)", 'default=money("$5,000"), least=money("$5,000")', 'default=money("$5,001"), least=money("$5,000")'),
        )
    ),
)

_IRREGULAR: Final = (
    _write(
        "a broken machine need not be marked",
        "RET 13.E 13.E(1) 13.E(2); CCP 13.E 13.E(1) 13.E(2); THB 13.I 13.I(1) 13.I(2);"
        "235 13.H 13.H(1) 13.H(2)",
        ("table.care", "        if not mark:\n", "        if False:\n"),
        ("table.care", "        elif device in in_use(rules):", "        elif mark and device in in_use(rules):"),
    ),
    _write(
        "only a sign marks a broken machine",
        "RET 13.E(1); CCP 13.E(1); THB 13.I(1); 235 13.H(1)",
        ("games.procedures", 'COVER = "covered"', 'COVER = ""'),
    ),
    _write(
        "only a cover marks a broken machine",
        "RET 13.E(2); CCP 13.E(2); THB 13.I(2); 235 13.H(2)",
        ("games.procedures", 'SIGN = "signed as out of order"', 'SIGN = ""'),
    ),
    *(
        _write(
            "a wrong number of cards is for the floor to rule on",
            f"{book} {clause}",
            (
                _GAMES[book],
                f'Incident(Kind.WRONG_NUMBER, Remedy.VOID, "{cited}")',
                f'Incident(Kind.WRONG_NUMBER, Remedy.FLOOR_RULES, "{cited}")',
            ),
        )
        for book, clause, cited in (("RET", "13.F", "13.C"),)
    ),
    _write(
        "the Bonus is settled when a hand has a wrong number of cards",
        "THB 13.E",
        (
            _THB,
            'Incident(Kind.WRONG_NUMBER, Remedy.VOID, "13.E")',
            'Incident(Kind.WRONG_NUMBER, Remedy.VOID, "13.E", settles=("bonus",), once_dealt=True)',
        ),
    ),
    _write(
        "the Bonus is settled when a player was skipped",
        "THB 13.E",
        (
            _THB,
            'Incident(Kind.PLAYER_SKIPPED, Remedy.VOID, "13.E")',
            'Incident(Kind.PLAYER_SKIPPED, Remedy.VOID, "13.E", settles=("bonus",), once_dealt=True)',
        ),
    ),
    _write(
        "a void round returns no raise",
        "RET 8.F(4) 9.D(4) 10.C(3) 13.A 13.C 13.D; CCP 8.F(4) 9.D(4) 10.C(3) 13.A 13.C 13.D;"
        "THB 8.G(1) 9.G 10.G 13.B 13.E 13.H(2); 235 8.F(1) 9.G(1) 10.G(1) 13.B 13.D 13.E 13.G",
        (
            "settle.settling",
            'key: WagerResult(stakes[key], "void", stakes[key])',
            'key: WagerResult(stakes[key], "lose", 0)',
        ),
    ),
    _write(
        "the deck stays although a card is missing",
        "RET 8.F(5) 9.D(5) 10.C(4); CCP 8.F(5) 9.D(5) 10.C(4); THB 8.G(2) 9.H 10.H;"
        "235 8.F(2) 9.G(2) 10.G(2)",
        (
            "table.deciding.incidents",
            "if deck and (remedy is Remedy.VOID_DECK_OUT or (of_stub and not open_.round)):",
            "if deck and (of_stub and not open_.round):",
        ),
    ),
    _write(
        "the Bonus goes back although everybody has two cards",
        "THB 13.C",
        (
            _THB,
            '"13.B", settles=("bonus",), once_dealt=True)',
            '"13.B")',
        ),
    ),
    _write(
        "the Bonus is settled before everybody has two cards",
        "THB 13.C",
        (
            "table.deciding.incidents",
            "    if incident.once_dealt and not dealt:\n",
            "    if False:\n",
        ),
        ("settle.settling", "    if settled in results and len(played.hole) == len(book.rules.hole):", "    if settled in results and len(played.hole) > 0:"),
    ),
    _write(
        "the Bonus goes back when a dealer's card was seen",
        "THB 13.G",
        (_THB, '"13.F", settles=("bonus",))', '"13.F")'),
    ),
    _write(
        "the Bonus of a player without two cards loses",
        "THB 13.G",
        (
            "settle.settling",
            "        outcome, odds, _ = book.judges[settled](played.hands)\n"
            "        results[settled]",
            "        outcome, odds, _ = book.judges[settled](played.hands)\n"
            "        odds = min(odds, 0)\n"
            "        results[settled]",
        ),
    ),
    _write(
        "a jam leaves the cards as they are",
        "THB 13.H(1) 13.H(3)",
        ("table.deciding.incidents", "        yield e.ShuffleSpoilt(open_.deck)  # half a shuffle is none", "        pass"),
    ),
    _write(
        "a jam gives no wager back",
        "THB 13.H(2)",
        (_THB, "Incident(Kind.SHUFFLER_JAM, Remedy.RETURN_RESHUFFLE,", "Incident(Kind.SHUFFLER_JAM, Remedy.RESHUFFLE,"),
    ),
    _write(
        "a card drawn too early is burnt",
        "RET 13.B; CCP 13.B; THB 13.D; 235 13.C",
        (
            "table.deciding.incidents",
            "    _dealing(rules, now, command)\n    return _Touched()",
            "    here = _dealing(rules, now, command)\n    return _Touched(position=here.order[here.dealt])",
        ),
    ),
    _write(
        "a card that lay face up is dealt",
        "THB 13.A; 235 13.A",
        ("table.evolve_day", "rack=rack, dealt=now.dealt + 1, card_out=True", "rack=rack, card_out=True"),
    ),
    _write(
        "a dealer's card may be seen after the flop",
        "THB 13.F",
        (
            "table.deciding.incidents",
            "if of_dealer and (here.step > plan(rules).last_ask or not in_hand):",
            "if of_dealer and (here.decisions and here.raises and any(here.raises.values())):",
        ),
    ),
    _write(
        "a skipped player plays on",
        "RET 13.G",
        ("table.deciding.incidents", "        if remedy is Remedy.SIT_OUT and len(now.players) > 1:", "        if remedy is Remedy.SIT_OUT and len(now.players) > 9:"),
    ),
    _write(
        "a skipped player's contribution stays in the meter",
        "RET 13.G",
        ("table.money", "    yield from _unfed(state, (event.wagers,))\n", "    yield from ()\n"),
    ),
)

WRITTEN: Final = (
    *_WORDS,
    *_TABLE,
    *_DECKS,
    *_RANKS,
    *_WAGERS,
    *_BEFORE_CARDS,
    *_DECISIONS,
    *_SETTLEMENT,
    *_PAYOUTS,
    *_IRREGULAR,
)
"""Every change that is written down."""
