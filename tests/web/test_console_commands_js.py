"""Pages read answers and complete commands exactly as the room's own consoles do."""

from typing import Any, Final

import msgspec
import pytest

from pitboss.console.actions import Prompt, fill
from pitboss.errors import Refused
from tests.web.node import run

FILL: Final = """
import { fill, parseCards } from "./js/console_commands.js";

export function main({ cases, texts }) {
  const results = cases.map(({ command, prompts, answers }) => {
    try {
      return { command: fill(command, prompts, answers) };
    } catch (error) {
      return { error: error.message };
    }
  });
  return { results, cards: texts.map(parseCards) };
}
"""
NUMBER: Final = Prompt(name="cards", text="How many?", kind="number", path=("cards",))
CUT: Final = msgspec.structs.replace(NUMBER, minimum=10, maximum=42)
COUNT: Final = msgspec.structs.replace(NUMBER, minimum=0)
MOST: Final = msgspec.structs.replace(NUMBER, maximum=5)
MONEY: Final = Prompt(
    name="cents", text="How much?", kind="money", path=("matter", "cents"), minimum=0
)
CHANGE: Final = msgspec.structs.replace(MONEY, minimum=-50_00, maximum=100_00)
LIMITED: Final = msgspec.structs.replace(MONEY, minimum=5_00, maximum=1_000_00)
TEXT: Final = Prompt(name="reason", text="Why?", kind="text", path=("reason",))
CARD: Final = Prompt(name="face", text="Which card?", kind="card", path=("face",))
DUE: Final = [
    Prompt(name=f"card 4.{which}", text=which, kind="card", path=("cards",))
    for which in ("first", "second")
]
NUMBERS: Final = ("", " ", "0", "9", "10", "42", "43", " 12 ", "007", "999999", "1000000",
                  "1.5", "-3", "x", "1e3", "٣", "½")  # fmt: skip
AMOUNTS: Final = ("", "0", "5", "$5", "4.99", "12.5", "12.50", "12.505", ".50", "1,000",
                  "$1,000.00", "1000.01", "$", "1.2.3", "x", "-5", "−$5", "--5",
                  "-51", "-", "$$5", "999999999999", "9999999999999", "٣", "5.")  # fmt: skip
CASES: Final = [
    *((prompt, text) for prompt in (NUMBER, CUT, COUNT, MOST) for text in NUMBERS),
    *((prompt, text) for prompt in (MONEY, LIMITED, CHANGE) for text in AMOUNTS),
    *((TEXT, text) for text in ("", "  ", " seen by all ", "O'Hara")),
    *((CARD, text) for text in ("Ah", "Td", "2c", "", "Zz", "1h", " kh ", "10d", "10D", "tD")),
]
COMMAND: Final = {"type": "Propose", "matter": {"type": "ClosingCount", "cents": 0}, "round": 7}


def complete(prompts: tuple[Prompt, ...], answers: dict[str, str]) -> dict[str, Any]:
    try:
        return {"command": fill(COMMAND, prompts, answers)}
    except Refused as error:
        sentence = str(error)
        return {"error": sentence[:1].upper() + sentence[1:] + "."}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    cases = [
        {
            "command": COMMAND,
            "prompts": msgspec.to_builtins([prompt]),
            "answers": {prompt.name: text},
        }
        for prompt, text in CASES
    ]
    cards = {
        "command": {"type": "Settle"},
        "prompts": msgspec.to_builtins(DUE),
        "answers": {"card 4.first": "Kh", "card 4.second": "10d"},
    }
    both = {
        "command": {"type": "Count"},
        "prompts": msgspec.to_builtins([MONEY, TEXT]),
        "answers": {"cents": "12.50", "reason": "why"},
    }
    texts = ["Kh 10d", "kh10D", "KH, td; 2c", "", "Kh ?", "11h", " as ", "jo Ah"]
    result: dict[str, Any] = run(
        tmp_path_factory.mktemp("node"), FILL, {"cases": [*cases, both, cards], "texts": texts}
    )
    return result


def test_answers_mean_the_same_on_a_page(page: dict[str, Any]) -> None:
    for (prompt, text), result in zip(CASES, page["results"], strict=False):
        assert result == complete((prompt,), {prompt.name: text}), (prompt, text)
    answers = {"cents": "12.50", "reason": "why"}
    assert page["results"][-2] == {"command": fill({"type": "Count"}, (MONEY, TEXT), answers)}
    texts_by_card = {"card 4.first": "Kh", "card 4.second": "10d"}
    settle = fill({"type": "Settle"}, DUE, texts_by_card)
    assert page["results"][-1] == {"command": settle}
    assert settle["cards"] == ["Kh", "Td"]
    assert len(page["results"]) == len(CASES) + 2


def test_cards_are_typed_or_scanned_in_any_form(page: dict[str, Any]) -> None:
    assert page["cards"] == [
        ["Kh", "Td"],
        ["Kh", "Td"],
        ["Kh", "Td", "2c"],
        [],
        [],
        [],
        ["As"],
        ["Jo", "Ah"],
    ]
