"""What the pages say is grammatical with every value filled in, also for screen readers."""

from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from pitboss.games import GAMES
from pitboss.papers.rules_card.card import build_rules_card
from tests.web.node import run

TEXTS: Final = """
import { TEXTS } from "./js/texts.js";
import { STAFF } from "./js/texts_staff.js";
const LAB = TEXTS.lab;

export function main(calls) {
  return calls.map(([path, ...values]) => {
    const names = path.split(".");
    const text = names.reduce((part, name) => part[name], { ...TEXTS, LAB, STAFF });
    return text(...values);
  });
}
"""


def say(folder: Path, *calls: tuple[object, ...]) -> list[str]:
    texts: list[str] = run(folder, TEXTS, calls)
    return texts


def test_one_name_or_several(tmp_path: Path) -> None:
    assert say(
        tmp_path,
        ("deviceFailed", "wheel", ["Bonus Spin"], False),
        ("deviceFailed", "progressive system", ["Trips", "Progressive"], False),
        ("deviceFailed", "wheel", ["Bonus Spin"], True),
        ("deviceFailed", "shuffler", [], False),
        ("LAB.chartChanges", 1, "A"),
        ("LAB.chartChanges", 2, "the filed rules"),
        ("fair.redealCards", 1),
        ("fair.redealCards", 7),
        ("fair.steps.cards", 7, 9),
        ("fair.steps.cards", 1, 9),
        ("fair.steps.cards", 0, 1),
        ("fair.steps.cards", 0, 0),
    ) == [
        "The wheel is out of order. Bonus Spin is closed for now.",
        "The progressive system is out of order. Trips and Progressive are closed for now.",
        "The wheel is out of order. Bonus Spin will be settled once the wheel works again.",
        "The shuffler is out of order. The next round will start once it works again.",
        "1 hand is played differently than under A (outlined).",
        "2 hands are played differently than under the filed rules (outlined).",
        "The card dealt from the seed",
        "The 7 cards dealt from the seed",
        "9 cards were dealt. All 7 that you could see match.",
        "9 cards were dealt. The one that you could see matches.",
        "1 card was dealt.",
        "No cards were dealt.",
    ]


@pytest.mark.parametrize(
    ("part", "phrase"),
    [
        ("dealer", "a dealer"),
        ("floorperson", "a floorperson"),
        ("surveillance", "a surveillance officer"),
        ("auditor", "an auditor"),
        ("administrator", "an administrator"),
        ("player", "a player"),
    ],
)
def test_roles_have_their_article(part: str, phrase: str, tmp_path: Path) -> None:
    invitation, proposal, change = say(
        tmp_path,
        ("join.title", part),
        ("STAFF.people.invite", part),
        ("STAFF.people.change", "Dee", part),
    )
    assert invitation == f"You are invited to join as {phrase}"
    assert proposal == f"Invite a new {phrase.split(' ', 1)[1]}"
    assert change == f"Make Dee {phrase}"


def test_sentences_end_in_one_period(tmp_path: Path) -> None:
    """Names and reasons may end in a period themselves."""
    assert say(
        tmp_path,
        ("STAFF.by", "Sammy Jr.", []),
        ("STAFF.by", "Sammy Jr.", ["Root", "house"]),
        ("STAFF.people.decision", "Make Dee a dealer", "approved", "Sammy Jr.", []),
        ("STAFF.tables.stopped", "its disk is full"),
        ("STAFF.tables.stopped", "Its disk is full."),
        ("voidFor", "a misdeal"),
        ("voidFor", "The deck is foul."),
        ("incident", "The deck is foul."),
        ("lapsed", "Its meter holds money."),
        ("pocket.none", "the lab is busy"),
        ("LAB.notCounted", "There are too many deals."),
    ) == [
        "Proposed by Sammy Jr.",
        "Proposed by Sammy Jr. (invited by Root, who was invited by house).",
        "Make Dee a dealer: approved by Sammy Jr.",
        "its disk is full.",
        "Its disk is full.",
        "Round void, bets returned: a misdeal.",
        "Round void, bets returned: The deck is foul.",
        "Play is stopped: The deck is foul. A floorperson will make a ruling.",
        "The announced rules did not take effect: Its meter holds money. "
        "Play continues under the current rules.",
        "No pocket card advice right now: the lab is busy.",
        "Not solved: There are too many deals.",
    ]


def test_a_table_with_one_limit(tmp_path: Path) -> None:
    assert say(
        tmp_path,
        ("limits", "$5", "$5"),
        ("limits", "$5", "$500"),
        ("rulesInForce", "$5", "$5"),
        ("STAFF.filings.limits", "$5", "$500"),
    ) == ["$5", "$5–$500", "New rules are in force. Limits: $5.", "Limits: $5–$500."]


RESULTS: Final = """
import { describeResult } from "./js/table/spot.js";
const none = { hand: "", odds: "" };

export const main = (results) => results.map(([result, spot]) => describeResult(result, spot));
"""


def test_results_for_screen_readers(tmp_path: Path) -> None:
    def result(outcome: str, stake: int, credit: int, hand: str = "", odds: str = "") -> object:
        return {"outcome": outcome, "stake": stake, "credit": credit}, {"hand": hand, "odds": odds}

    texts = run(
        tmp_path,
        RESULTS,
        [
            result("void", 500, 500),
            result("push", 500, 500, "a pair of sixes", "push"),
            result("push", 500, 1000, "a pair of sixes", "bonus 1 to 1"),
            result("lose", 500, 0, "queen high"),
            result("lose", 500, 3000, "three aces", "bonus 5 to 1"),
            result("win", 500, 1250, "", "3 to 2"),
        ],
    )
    assert texts == [
        "void, $5 returned",
        "a pair of sixes, push",
        "a pair of sixes, bonus 1 to 1, push, +$5 with the bonus",
        "queen high, lost $5",
        "three aces, bonus 5 to 1, lost, +$25 with the bonus",
        "3 to 2, won $7.50",
    ]


ANNOUNCEMENTS: Final = """
import { describeChange } from "./js/table/announcements.js";

export function main({ card, views }) {
  let state = { card, me: { name: "Ann" }, announcement: "", feed: { view: null, own: {} } };
  return views.map(([round, own, incident]) => {
    const view = { players: { 2: "Ann" }, incident, round };
    const next = { ...state, feed: { ...state.feed, view, own } };
    state = { ...next, announcement: describeChange(state, next) };
    return state.announcement;
  });
}
"""


def test_announcements_are_sentences(tmp_path: Path) -> None:
    card = msgspec.to_builtins(build_rules_card(GAMES["criss-cross"]))
    cards = {"top": ["??"], "left": ["As"], "right": ["Td"]}
    result = {"outcome": "lose", "stake": 500, "credit": 0}
    seat = {"player": "Ann", "wagers": {}, "results": {"ante_across": result}}
    playing = {"number": 1204, "phase": "cards and decisions", "seats": {"2": {"wagers": {}}}}
    choices = {"choices": [{"decision": "fold"}], "cards": {"2": ["Kh", "Qs"]}}
    closed_round = {
        "number": 1204,
        "phase": "the round is closed",
        "cards": cards,
        "seats": {"2": seat},
    }
    void = {**closed_round, "number": 1205, "void": "a misdeal", "seats": {"2": {"wagers": {}}}}
    views: list[list[Any]] = [
        [{"number": 1204, "phase": "bets are open", "seats": {}}, {}, ""],
        [{**playing, "turn": 2, "street": "across"}, choices, ""],
        [{**playing, "cards": cards}, choices, ""],
        [{**playing, "cards": cards}, choices, "the wheel fails"],
        [closed_round, choices, ""],
        [{"number": 1205, "phase": "bets are open", "seats": {}}, {}, ""],
        [void, {}, ""],
    ]
    assert run(tmp_path, ANNOUNCEMENTS, {"card": card, "views": views}) == [
        "Round 1,204. Place your bets.",
        "Your cards: king of hearts, queen of spades. Your turn: Across.",
        "Left: ace of spades. Right: ten of diamonds.",
        "Play is stopped: the wheel fails. A floorperson will make a ruling.",
        "This round: −$5.",
        "Round 1,205. Place your bets.",
        "Left: ace of spades. Right: ten of diamonds. Round void, bets returned: a misdeal.",
    ]
