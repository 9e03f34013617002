"""The coach at a table, and the pocket card beside it."""

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
from tests.room.evenings import Evening, evening
from tests.room.http.houses import TABLE, Json, error_of
from tests.table.tables import KEYS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kernels")]
ADVICE = f"/api/tables/{TABLE}/advice"


class Listening:
    """What the lab is asked, as it is written down for its process."""

    def __init__(self, played: Evening) -> None:
        self.questions: list[Question] = []
        self._honest = played.house.room.lab_jobs.answer_now
        played.house.room.lab_jobs.answer_now = self.answer  # type: ignore[method-assign]

    async def answer(self, owner: str, question: Question) -> bytes:
        self.questions.append(question)
        return await self._honest(owner, question)


async def _asked(played: Evening, heard: Listening) -> None:
    """Who is asked gets what the lab says of these cards; nobody else gets anything."""
    now, state = played.now, played.house.actor().committed_state
    rules, turn = state.rules, now.turn
    assert rules is not None
    assert turn is not None
    asked = now.players[turn]
    for name, guest in played.guests.items():
        if name == asked:
            continue
        answer = await guest.caller.post(ADVICE)
        if name == "":
            assert answer.status_code == 401
        else:
            assert (answer.status_code, error_of(answer)) == (409, "it is not your turn to decide")
    assert not heard.questions, "the lab is not even asked"
    guest = played.guests[asked]
    answer = await guest.caller.post(ADVICE)
    assert answer.status_code == 200, answer.text
    progress = answer.json()
    table = {place: cards(text) for place, text in progress["cards"].items()}
    hole = table.pop("hole")
    result = advise(rules, hole, table, now.decisions[turn])  # type: ignore[arg-type]
    unit = now.wagers[turn][rules.required[0].key]
    assert progress["decisions"] == {name: str(value) for name, value in result.decisions.items()}
    assert progress["best"] == result.best
    assert progress["cents"] == {
        name: str(value * unit) for name, value in result.decisions.items()
    }
    assert [*progress["decisions"]] == [item.decision for item in choices_for_seat(state, turn)]
    assert (progress["round"], progress["seat"], progress["unit"]) == (now.number, turn, unit)
    assert progress["street"] == rules.streets[len(now.decisions[turn])].wager
    assert Fraction(progress["before_cards"]) < 0
    question = heard.questions.pop()
    named = {name for text in question.cards.values() for name in text.split()}
    assert named <= played.own(guest) | played.turned()
    assert question.cards == progress["cards"]


@pytest.mark.parametrize("game", KEYS)
async def test_the_coach_says_what_the_lab_says_to_whoever_is_asked(
    game: str, tmp_path: Path
) -> None:
    async with evening(tmp_path, game) as played:
        heard, decisions = Listening(played), 0
        for _ in range(2):
            async for _ in played.round():
                if played.now.turn is not None:
                    await _asked(played, heard)
                    decisions += 1
                elif decisions < 3:
                    answer = await played.guests["Ann"].caller.post(ADVICE)
                    assert answer.status_code == 409
        assert decisions >= 4
        assert not heard.questions


LINES = 2


async def advice(played: Evening, query: str = f"?card={LINES}") -> Json:
    """What the player who is asked is told."""
    now = played.now
    assert now.turn is not None
    answer = await played.guests[now.players[now.turn]].caller.post(ADVICE + query)
    assert answer.status_code == 200, answer.text
    progress: Json = answer.json()
    return progress


async def once_made(played: Evening) -> Json:
    """The same, as soon as the card is there; the values never wait for it."""
    while True:
        progress = await advice(played)
        assert len(progress["decisions"]) > 1
        if "waiting" not in progress["card"]:
            return progress
        assert progress["card"] == {"waiting": True, "why": "the card is being made"}
        await asyncio.sleep(0.2)


def seen_by(played: Evening, turn: int) -> PlayerView:
    person = played.guests[played.now.players[turn]].person
    round_ = played.house.actor().view(person).round
    assert isinstance(round_, RoundView)
    return player_view(round_, turn)


@pytest.mark.parametrize("game", ["stud-235", pytest.param("criss-cross", marks=pytest.mark.soak)])
async def test_the_card_says_what_it_says_in_the_lab(game: str, tmp_path: Path) -> None:
    rules = resolve(find_game(game))
    card, streets, lines = CardPlay.with_best_card(rules, LINES), set(), set()
    async with evening(tmp_path, game) as played:
        for _ in range(2):
            async for _ in played.round():
                if (turn := played.now.turn) is None:
                    continue
                progress = (await once_made(played))["card"]
                said = card.find_decision(seen_by(played, turn))
                words = "by the chart"
                if said.list is not None:
                    words = rule_list_lines(rules, said.list)[said.line]
                assert progress == {
                    "decision": said.decision,
                    "street": rules.streets[len(played.now.decisions[turn])].wager,
                    "line": 0 if said.list is None else said.line + 1,
                    "words": words,
                }
                streets.add(progress["street"])
                lines.add(progress["line"])
                assert (await advice(played, ""))["card"] is None, "it was not asked for"
        assert streets == {street.wager for street in rules.streets}
        assert 0 in lines
        assert len(lines) > 1


async def test_how_many_lines_a_card_cannot_have(tmp_path: Path) -> None:
    async with evening(tmp_path, "stud-235") as played:
        ann = played.guests["Ann"].caller
        for many in ("0", "13", "-1", "many", ""):
            answer = await ann.post(f"{ADVICE}?card={many}")
            assert answer.status_code == 422, many
            assert error_of(answer).startswith("the request is not valid: card: Input should be")
        assert (await ann.post(f"{ADVICE}?card=5")).status_code == 409, "nobody is asked"
        assert played.house.room.lab_jobs.paper_queue.process.pid is None, "nothing was made"


ALONE = """
import asyncio, sys
from pathlib import Path
from tests.room.evenings import evening
from tests.room.http.houses import TABLE

async def ask():
    lines = set()
    async with evening(Path(sys.argv[1]), "stud-235") as played:
        async for _ in played.round():
            card = {"waiting": played.now.turn is not None}
            while card.get("waiting"):
                ann = played.guests[played.now.players[played.now.turn]].caller
                card = (await ann.post(f"/api/tables/{TABLE}/advice?card=1")).json()["card"]
                await asyncio.sleep(0.1)
            lines.add(card.get("line"))
    assert lines == {None, 0, 1}, lines
    print([name for name in ("numba", "numpy", "llvmlite") if name in sys.modules])

asyncio.run(ask())
"""


def test_the_room_reads_a_card_without_computing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")
