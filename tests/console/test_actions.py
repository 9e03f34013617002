"""How answers are read, and how a command is completed with them."""

import pytest

from pitboss.console.actions import (
    Prompt,
    decode_command,
    encode_command,
    fill,
    parse_answer,
    slug,
)
from pitboss.errors import Refused
from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind
from pitboss.table import commands as c

CENTS = Prompt(name="cents", text="How much?", kind="money", path=("matter", "cents"), minimum=0)
CHANGE = Prompt(
    name="cents", text="By?", kind="money", path=("matter", "cents"), minimum=-50_00, maximum=100_00
)
CARDS = Prompt(
    name="cards", text="How many?", kind="number", path=("cards",), minimum=13, maximum=39
)
REASON = Prompt(name="reason", text="Why?", kind="text", path=("matter", "reason"))
CARD = Prompt(name="card", text="Which?", kind="card", path=("card",))


def test_answers_are_put_where_they_belong() -> None:
    command = encode_command(c.Propose(c.OpeningCount(0)))
    result = fill(command, [CENTS], {"cents": "$1,250.50"})
    assert result == {"type": "Propose", "matter": {"type": "OpeningCount", "cents": 125050}}
    assert command["matter"]["cents"] == 0, "the command itself is not changed"
    assert decode_command(result) == c.Propose(c.OpeningCount(125050))
    assert fill({"type": "CountProgressives"}, [CENTS], {"cents": 5})["matter"] == {"cents": 5}


def test_a_command_is_encoded_without_defaults() -> None:
    report = c.Report(Kind.WRONG_NUMBER, seat=2, round=7)
    assert encode_command(report) == {
        "type": "Report",
        "round": 7,
        "kind": Kind.WRONG_NUMBER,
        "seat": 2,
    }
    for command in (report, c.OpenRound(), c.Perform(Task.CUT, 2), c.CountProgressives({"a": 1})):
        assert decode_command(encode_command(command)) == command


@pytest.mark.parametrize(
    ("prompt", "answer", "value"),
    [
        (CENTS, "12.5", 1250),
        (CENTS, " $7 ", 700),
        (CENTS, 99, 99),
        (CHANGE, "-12.50", -1250),
        (CHANGE, "−$3", -300),
        (CHANGE, "3", 300),
        (CARDS, "20", 20),
        (CARDS, 39, 39),
        (REASON, "  seen by all ", "seen by all"),
        (CARD, "Ks", "Ks"),
    ],
)
def test_valid_answers(prompt: Prompt, answer: str | int, value: object) -> None:
    assert parse_answer(prompt, answer) == value


@pytest.mark.parametrize(
    ("prompt", "answer", "words"),
    [
        (CENTS, "many", "not an amount such as"),
        (CENTS, "", "enter an amount such as"),
        (CENTS, -1, "at least"),
        (CENTS, "-1", "not an amount such as"),
        (CHANGE, "--1", "not an amount such as"),
        (CHANGE, "-51", r"enter −\$50 to \$100, not −\$51"),
        (CARDS, "", "enter a whole number"),
        (CARDS, "1.5", "not a whole number"),
        (CARDS, "12", "enter 13 to 39, not 12"),
        (CARDS, 40, "enter 13 to 39, not 40"),
        (REASON, "  ", "enter some text"),
        (REASON, 5, "enter some text"),
        (CARD, "1x", "1x"),
    ],
)
def test_invalid_answers_are_explained(prompt: Prompt, answer: str | int, words: str) -> None:
    with pytest.raises(Refused, match=words):
        parse_answer(prompt, answer)


def test_a_missing_answer_is_refused() -> None:
    with pytest.raises(Refused, match="enter some text"):
        fill({"type": "Recut"}, [REASON], {})


def test_ids_are_made_of_words() -> None:
    assert slug("Dealing shoe") == "dealing-shoe"
    assert slug("stub not 52") == "stub-not-52"
