"""The coach at a table: the lab's values, from what the player sees and nothing else."""

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cards import cards
from pitboss.lab import advise
from pitboss.room.lab_service.questions import Question
from pitboss.table.views import choices_for_seat
from tests.room.evenings import Evening, evening
from tests.room.http.houses import TABLE, error_of
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
