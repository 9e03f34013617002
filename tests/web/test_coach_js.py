"""The coach's totals add up, even if a round ends before a decision is confirmed."""

from pathlib import Path

import pytest

from tests.web.node import run

BOOKS = """
const items = new Map();
globalThis.localStorage = {
  getItem: (key) => items.get(key) ?? null, setItem: (key, value) => items.set(key, value),
};
const { Coach } = await import("./js/table/coach.js");

const advice = (round) => ({
  round, street: "fourth", before_cards: "-1/20", unit: 500, best: "raise", taken: [], cards: {},
  cents: { raise: 100, fold: -500 },
});
const lost = { results: { ante: { stake: 500, credit: 0 } } };
const over = (number) => ({ number, seats: { 3: lost } });

export function main(late) {
  const coach = new Coach("criss-cross");
  coach.setOn(true);
  for (const round of [1, 2]) {
    const view = { round: { number: round, street: "fourth", cards: {} } };
    coach.startQuestion({ feed: { view, own: {} } });
    coach.receiveAdvice(advice(round));
    const question = coach.openQuestion;
    const steps = [
      () => coach.closeRound(over(round), 3), () => coach.recordDecision("fold", question),
    ];
    for (const step of late ? steps : steps.reverse()) step();
  }
  const { rounds, net, cost, edge, luck } = coach.state;
  return { rounds, net, cost, edge, luck };
}
"""


@pytest.mark.parametrize("late", [False, True], ids=["confirmed first", "closed first"])
def test_net_is_the_sum_of_edge_luck_and_mistakes(late: bool, tmp_path: Path) -> None:
    books = run(tmp_path, BOOKS, late)
    assert (books["rounds"], books["net"], books["cost"], books["edge"]) == (2, -1000, 1200, -50)
    assert books["net"] == books["edge"] - books["cost"] + books["luck"]
