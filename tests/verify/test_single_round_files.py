"""Files of a single round, which begin with the state of the table."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.table import Table
from pitboss.table import commands as c
from pitboss.table.export import replay
from pitboss.table.state import open_street
from pitboss.verify import VerificationError, verify
from tests.verify.file_forgery import docs_of, field, other_values, put, rechain, values
from tests.verify.test_forgeries import fault_of

ODD = {"start": 1_000_000, "reset": 1_000_000, "rate": "1/7"}
SUBMISSIONS: dict[str, dict[str, Any]] = {
    "criss-cross": {"wagers": {"bonus_spin": {"meters": {"meter": ODD}}}},
    "stud-235": {"wagers": {"progressive": {"meters": {"meter": ODD}}}},
}


def table_of(game: str) -> Table:
    """Play four rounds of three players with every side wager, the third of them void."""
    table = Table.open(game, SUBMISSIONS.get(game), practice="forward")
    for seat in (1, 3, 6):
        table.player(f"Player {seat}").take_seat(seat)
        table.player(f"Player {seat}").buy_in(1_000_000)
    wagers = {w.key: 500 for w in table.rules.required}
    wagers |= {side.key: side.minimum for side in table.rules.sides}
    for number in range(1, 5):
        table.open_round()
        for seat in (1, 3, 6):
            table.place_wagers(seat, wagers)
        table.no_more_bets()
        if number == 3:
            table.propose(c.VoidRound(3, "a misdeal"))
            table.approve(table.state.proposed)
        while (round_ := table.state.round) and (street := open_street(table.rules, round_)):
            assert round_.turn is not None
            answers = list(street.choices)
            table.decide(round_.turn, answers[(number + round_.turn) % len(answers)])
    return table


def lines(some: Iterator[bytes]) -> list[bytes]:
    return [line + b"\n" for line in some]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_each_round_stands_by_itself(game: str) -> None:
    table = table_of(game)
    for number in range(1, 5):
        result = lines(table.export(number))
        summary = verify(result)
        assert (summary.rounds, summary.forward, summary.practice) == (1, True, True)
        after = replay(result)
        assert after.round == next(was for was in table.state.last if was.number == number)
        assert not sum(after.balances.values())
        if number == 4:
            assert after.balances == table.state.balances
    assert not verify(lines(table.export())).forward


def test_unknown_round() -> None:
    table = table_of("holdem-bonus")
    table.open_round()
    for number in (0, 5, 6):
        with pytest.raises(Refused, match=f"the log has no closed round {number}"):
            list(table.export(number))


def beginning(result: list[bytes], **change: object) -> list[bytes]:
    """Return the file with a change in its first line, rechained."""
    docs = docs_of(result)
    docs[0]["event"] |= change
    return rechain(docs)


DECK = {
    "number": 1, "received": 0, "last": "load", "ready_made": False, "by": "Dan", "cut": 20,
    "id": "D1", "design": "standard", "color": "red",
}  # fmt: skip
WAITS = {
    "number": 1, "round": 0, "kinds": ["shuffler jam"], "by": "Dan",
    "seat": 0, "deck": 1, "exposed": False, "card": "",
}  # fmt: skip


def day(**change: object) -> dict[str, object]:
    """Return the state of the table's day with some changes."""
    progress = {
        "open": True, "closed": False, "signed": "Dan", "at": 0, "decks": {1: DECK},
        "received": 1, "register": ["D1"], "turn": 1, "uncounted": 1, "broken": {}, "disabled": {},
        "reported": 0, "incident": None,
    }  # fmt: skip
    return {"day": progress | change}


WRONG: dict[str, tuple[dict[str, object], str]] = {
    "another game": ({"game": "holdem-bonus"}, "is not a key of a holdem-bonus submission"),
    "no game": ({"game": "bridge"}, "is not a game"),
    "other rules": ({"rules": "0" * 64}, "rules is not the hash of these rules"),
    "another table": ({"table": "table 2"}, "seed|root|proved"),
    "no table": ({"table": ""}, "'' is not a valid table name"),
    "another number": ({"round": 2}, "round is 2, expected 3"),
    "a number below nothing": ({"round": -1}, "counts cannot be negative"),
    "a seat too many": ({"seats": {"7": "Ann"}}, "seat 7 does not exist"),
    "nobody's seat": ({"seats": {"1": ""}}, "'' is not a valid name"),
    "a table that is not open": (day(open=False), "the table is not open"),
    "a table that is open and closed": (
        day(closed=True),
        "the table cannot be both open and closed",
    ),
    "a clock that stands before time": (day(at=-1), "-1 seconds is not a valid clock time"),
    "a clock that never comes": (day(at=2**41), "seconds is not a valid clock time"),
    "rounds below nothing": (day(uncounted=-1), "counts cannot be negative"),
    "the turn of no deck": (day(turn=2), "the table has no deck place 2"),
    "no deck": (day(decks={}), "there is no deck in place 1"),
    "a third place": (day(decks={3: DECK}), "the table has no deck place 3"),
    "one deck twice": (day(decks={1: DECK, 2: DECK}), "the same deck is in two places"),
    "a deck of tomorrow": (
        day(decks={1: DECK | {"received": 1}}),
        "deck 1 is in an impossible state",
    ),
    "a deck that never came": (day(received=0), "deck 1 is in an impossible state"),
    "a deck that is not in the register": (day(register=["D2"]), "'D1' is not in the register"),
    "a deck without a name": (day(register=["D1", ""]), "'' is not in the register"),
    "an uncut deck": (day(decks={1: DECK | {"cut": 0}}), "deck 1 is in an impossible state"),
    "a cut before the shuffle": (
        day(decks={1: DECK | {"last": "wash"}}),
        "deck 1 is in an impossible state",
    ),
    "an unready deck": (
        day(decks={1: DECK | {"last": "wash", "cut": 0}}),
        "deck 1 is not ready: the next step is stack",
    ),
    "ready-made, and washed": (
        day(decks={1: DECK | {"last": "wash", "cut": 0, "ready_made": True}}),
        "deck 1 is in an impossible state",
    ),
    "prepared by nobody": (day(decks={1: DECK | {"by": " "}}), "deck 1 is in an impossible state"),
    "a round before its time": (day(at=5), "the clock goes back from 5 to 0"),
    "an unmarked machine": (
        day(broken={"shuffler": ""}),
        "is out of order and not covered or signed",
    ),
    "no such machine": (day(broken={"toaster": ""}), "'toaster' cannot be marked ''"),
    "no such mark": (day(broken={"shuffler": "gone"}), "'shuffler' cannot be marked 'gone'"),
    "a table that is disabled": (day(disabled={"table": "fire"}), "the table is disabled"),
    "nothing that is disabled": (day(disabled={"dog": "fire"}), "'dog' cannot be disabled"),
    "disabled for no reason": (day(disabled={"game": ""}), "'game' cannot be disabled"),
    "something that waits": (
        day(reported=1, incident=WAITS),
        "an irregularity is unresolved, so no round can follow",
    ),
    "money from nowhere": ({"balances": {"tray": 5}}, "the amount of meter meter is missing"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_invalid_first_line(wrong: str) -> None:
    change, why = WRONG[wrong]
    with pytest.raises(VerificationError, match=why):
        verify(beginning(lines(table_of("criss-cross").export(2)), **change))


@pytest.mark.parametrize(
    ("account", "cents", "why"),
    [
        ("tray", -1, "tray cannot hold -1 cents"),
        ("escrow:1", 5, "'escrow:1' is not an account between rounds"),
        ("stack:", 5, "'stack:' is not an account"),
        ("stack:Player 1", "1/3", "cannot hold 1/3 cents"),
        ("safe", 5, "'safe' is not an account"),
        ("tray", "1/0", "a balance is not a number of cents"),
        ("tray", "2/4", "a balance is not a number of cents"),
        ("tray", "5", "a balance is not a number of cents"),
        ("tray", "1e99999999", "a balance is not a number of cents"),
    ],
)
def test_invalid_balances(account: str, cents: int | str, why: str) -> None:
    result = lines(table_of("criss-cross").export(2))
    balances_ = docs_of(result)[0]["event"]["balances"] | {account: cents}
    if cents not in ("1/0", "1e99999999"):
        amount_owed = -sum(Fraction(c) for name, c in balances_.items() if name != "house")
        balances_["house"] = str(amount_owed) if amount_owed.denominator > 1 else int(amount_owed)
    with pytest.raises(VerificationError, match=why):
        verify(beginning(result, balances=balances_))


def test_boxes_without_the_middle_one() -> None:
    """The remaining boxes need not be adjacent if no wager is made on both."""
    table = Table.open("stud-235", {"table": {"boxes_per_player": 3}}, practice="boxes")
    ann = table.player("Ann")
    wagers = {"two_card": 500, "three_card": 500, "five_card": 500}
    for seat in (1, 2, 3):
        ann.take_seat(seat)
    ann.buy_in(100_000)
    for boxes in ((1, 2, 3), (3,)):
        table.open_round()
        for seat in boxes:
            ann.place_wagers(seat, wagers)
        table.no_more_bets()
        if 2 in boxes:
            ann.leave(2)
        while (round_ := table.state.round) and round_.turn:
            ann.decide(round_.turn, "check")
    assert table.state.seats == {1: "Ann", 3: "Ann"}
    assert verify(lines(table.export(2))).rounds == 1


def test_earlier_proposals_are_unknown() -> None:
    """In round 2 an older proposal is rejected, and a correction of round 1 is proposed."""
    table = table_of("holdem-bonus")
    table.propose(c.CorrectPayout(1, 1, "ante", 5, "misread"))
    table.open_round()
    table.place_wagers(1, {"ante": 500})
    table.reject(table.state.proposed)
    table.propose(c.CorrectPayout(2, 1, "ante", 5, "misread"))
    table.propose(c.VoidRound(5, "a misdeal"))
    table.approve(table.state.proposed)
    assert verify(lines(table.export(5))).rounds == 1


def test_every_field_of_the_first_line_changed() -> None:
    """Each change is rejected or describes another possible table; none crashes the checker."""
    docs = docs_of(lines(table_of("stud-235").export(2)))
    result: Counter[str] = Counter()
    pass_counts: Counter[str] = Counter()
    for path, value in values(docs[0]):
        for _, other in (
            *other_values(value),
            ("deep", [[[]]]),
            ("far", 10**400),
            ("text", "1e9999999"),
        ):
            if other is value:
                continue
            fault = fault_of(rechain([put(docs[0], path, other), *docs[1:]]))
            (result if fault else pass_counts)[field(docs[0], path)] += 1
    print(
        f"\n{result.total()} found: {dict(result)}"
        f"\n{pass_counts.total()} that could be: {dict(pass_counts)}"
    )
    assert set(pass_counts) <= {
        "BroughtForward: by.name",
        "BroughtForward: event.submission",
        "BroughtForward: event.proposed",
        "BroughtForward: event.seats",
        "BroughtForward: event.balances",
        "BroughtForward: event.day.signed",
        "BroughtForward: event.day.decks.*.id",
        "BroughtForward: event.day.decks.*.design",
        "BroughtForward: event.day.decks.*.color",
        "BroughtForward: event.day.received",
        "BroughtForward: event.day.register",
        "BroughtForward: event.day.uncounted",
        "BroughtForward: event.day.reported",
        "BroughtForward: event.day.decks.*.ready_made",
        "BroughtForward: event.day.decks.*.by",
    }


def test_absent_player_leaves_after_the_round() -> None:
    table = table_of("stud-235")
    table.open_round()
    for seat in (1, 6):
        table.place_wagers(seat, {"two_card": 500, "three_card": 500, "five_card": 500})
    table.no_more_bets()
    table.player("Player 6").leave(6)
    table.decide(1, "check")
    table.decide(1, "check")
    result = lines(table.export(5))
    assert verify(result).rounds == 1
    assert 6 not in replay(result).seats


def test_empty_meter_is_carried_forward() -> None:
    table = table_of("stud-235")
    left = table.state.meter_amount("meter")
    table.propose(c.CorrectMeter("meter", str(-left), "it ends here"))
    table.approve(table.state.proposed)
    table.open_round()
    table.place_wagers(1, {"two_card": 500, "three_card": 500, "five_card": 500})
    table.no_more_bets()
    table.decide(1, "check")
    table.decide(1, "check")
    result = lines(table.export(5))
    assert verify(result).forward
    assert replay(result).meter_amount("meter") == 0
