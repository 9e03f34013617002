"""Advice at a table, and the pocket card beside it."""

import asyncio
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cards import cards
from pitboss.games import find_game
from pitboss.lab import advise
from pitboss.lab.strategy.finder import CardPlay
from pitboss.papers.strategy_rules import rule_list_lines
from pitboss.room.lab_service.questions import Question
from pitboss.round import PlayerView
from pitboss.submission import resolve
from pitboss.table.views import RoundView, choices_for_seat, player_view
from tests.room.http.in_process_room import TABLE, Json, error_of
from tests.room.staffed_table import StaffedTable, staffed_table
from tests.table.tables import KEYS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kernels")]
ADVICE = f"/api/tables/{TABLE}/advice"


class QuestionLog:
    """A record of the questions to the lab, as its process receives them."""

    def __init__(self, table: StaffedTable) -> None:
        self.questions: list[Question] = []
        self._honest = table.house.room.lab_jobs.answer_now
        table.house.room.lab_jobs.answer_now = self.answer  # type: ignore[method-assign]

    async def answer(self, owner: str, question: Question) -> bytes:
        self.questions.append(question)
        return await self._honest(owner, question)


async def _check_advice(table_: StaffedTable, question_log: QuestionLog) -> None:
    """Check that the player to act gets the lab's advice, and nobody else gets any."""
    round_, state = table_.current_round, table_.house.actor().committed_state
    rules, turn = state.rules, round_.turn
    assert rules is not None
    assert turn is not None
    player = round_.players[turn]
    for name, guest in table_.guests.items():
        if name == player:
            continue
        answer = await guest.caller.post(ADVICE)
        if name == "":
            assert answer.status_code == 401
        else:
            assert (answer.status_code, error_of(answer)) == (409, "it is not your turn to decide")
    assert not question_log.questions, "the lab is not even asked"
    guest = table_.guests[player]
    answer = await guest.caller.post(ADVICE)
    assert answer.status_code == 200, answer.text
    body = answer.json()
    table = {place: cards(text) for place, text in body["cards"].items()}
    hole = table.pop("hole")
    result = advise(rules, hole, table, round_.decisions[turn])  # type: ignore[arg-type]
    unit = round_.wagers[turn][rules.required[0].key]
    assert body["decisions"] == {name: str(value) for name, value in result.decisions.items()}
    assert body["best"] == result.best
    assert body["cents"] == {name: str(value * unit) for name, value in result.decisions.items()}
    assert [*body["decisions"]] == [item.decision for item in choices_for_seat(state, turn)]
    assert (body["round"], body["seat"], body["unit"]) == (round_.number, turn, unit)
    assert body["street"] == rules.streets[len(round_.decisions[turn])].wager
    assert Fraction(body["before_cards"]) < 0
    question = question_log.questions.pop()
    card_names = {name for text in question.cards.values() for name in text.split()}
    assert card_names <= table_.own(guest) | table_.face_up_cards()
    assert question.cards == body["cards"]


@pytest.mark.parametrize("game", KEYS)
async def test_coach_gives_the_lab_s_advice_to_the_player_to_act(game: str, tmp_path: Path) -> None:
    async with staffed_table(tmp_path, game) as played_table:
        question_log, decisions = QuestionLog(played_table), 0
        for _ in range(2):
            async for _ in played_table.round():
                if played_table.current_round.turn is not None:
                    await _check_advice(played_table, question_log)
                    decisions += 1
                elif decisions < 3:
                    answer = await played_table.guests["Ann"].caller.post(ADVICE)
                    assert answer.status_code == 409
        assert decisions >= 4
        assert not question_log.questions


LINES = 2


async def advice(table: StaffedTable, query: str = f"?card={LINES}") -> Json:
    """Return the advice to the player to act."""
    round_ = table.current_round
    assert round_.turn is not None
    answer = await table.guests[round_.players[round_.turn]].caller.post(ADVICE + query)
    assert answer.status_code == 200, answer.text
    body: Json = answer.json()
    return body


async def advice_with_card(table: StaffedTable) -> Json:
    """Return the same once the card is ready; the values never wait for it."""
    while True:
        body = await advice(table)
        assert len(body["decisions"]) > 1
        if "waiting" not in body["card"]:
            return body
        assert body["card"] == {"waiting": True, "why": "the pocket card is being prepared"}
        await asyncio.sleep(0.2)


def view_of_seat(table: StaffedTable, turn: int) -> PlayerView:
    person = table.guests[table.current_round.players[turn]].person
    round_ = table.house.actor().view(person).round
    assert isinstance(round_, RoundView)
    return player_view(round_, turn)


@pytest.mark.parametrize("game", ["stud-235", pytest.param("criss-cross", marks=pytest.mark.soak)])
async def test_card_matches_the_lab(game: str, tmp_path: Path) -> None:
    rules = resolve(find_game(game))
    card, streets, lines = CardPlay.with_best_card(rules, LINES), set(), set()
    async with staffed_table(tmp_path, game) as played_table:
        for _ in range(2):
            async for _ in played_table.round():
                if (turn := played_table.current_round.turn) is None:
                    continue
                card_json = (await advice_with_card(played_table))["card"]
                decision = card.find_decision(view_of_seat(played_table, turn))
                words = "by the chart"
                if decision.list is not None:
                    words = rule_list_lines(rules, decision.list)[decision.line]
                assert card_json == {
                    "decision": decision.decision,
                    "street": rules.streets[len(played_table.current_round.decisions[turn])].wager,
                    "line": 0 if decision.list is None else decision.line + 1,
                    "words": words,
                }
                streets.add(card_json["street"])
                lines.add(card_json["line"])
                assert (await advice(played_table, ""))["card"] is None, "it was not asked for"
        assert streets == {street.wager for street in rules.streets}
        assert 0 in lines
        assert len(lines) > 1


async def test_invalid_card_lengths(tmp_path: Path) -> None:
    async with staffed_table(tmp_path, "stud-235") as played_table:
        ann = played_table.guests["Ann"].caller
        for many in ("0", "13", "-1", "many", ""):
            answer = await ann.post(f"{ADVICE}?card={many}")
            assert answer.status_code == 422, many
            assert error_of(answer).startswith("the request is not valid: card: Input should be")
        assert (await ann.post(f"{ADVICE}?card=5")).status_code == 409, "nobody is asked"
        assert played_table.house.room.lab_jobs.paper_queue.process.pid is None, "nothing was made"


ALONE = """
import asyncio, sys
from pathlib import Path
from tests.room.staffed_table import staffed_table
from tests.room.http.in_process_room import TABLE

async def main():
    lines = set()
    async with staffed_table(Path(sys.argv[1]), "stud-235") as played:
        async for _ in played.round():
            card = {"waiting": played.current_round.turn is not None}
            while card.get("waiting"):
                ann = played.guests[played.current_round.players[played.current_round.turn]].caller
                card = (await ann.post(f"/api/tables/{TABLE}/advice?card=1")).json()["card"]
                await asyncio.sleep(0.1)
            lines.add(card.get("line"))
    assert lines == {None, 0, 1}, lines
    print([name for name in ("numba", "numpy", "llvmlite") if name in sys.modules])

asyncio.run(main())
"""


def test_the_room_reads_a_card_without_computing(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-c", ALONE, str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert (process.stdout, process.stderr) == ("[]\n", "")
