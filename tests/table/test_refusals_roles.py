"""SEC-4: permissions at the table; anything not allowed is refused at every moment."""

from typing import Final, get_args

import pytest

from pitboss.errors import Refused
from pitboss.games.deck_tasks import Device, Task
from pitboss.games.incidents import Kind
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.handlers import handle

from .deck_steps import scene_before
from .round_scenes import EVERY, Scene, at, check, scenes
from .tables import DEE, FLO, KEYS

MAY: Final = {
    "open_table approve validate_jackpot rule_on_absent": "floorperson",
    "propose reject": "dealer floorperson",
    "take_seat buy_in cash_out leave place_wagers take_back add_entropy decide": "player",
    "open_round no_more_bets count_progressives deal turn_over spin_wheel settle": "dealer",
    "close_round answer_for_absent receive_deck count_stub verify_jackpot": "dealer",
    "remove_deck perform mark_device report walked_off free_seat": "dealer floorperson",
    "record_breach sign_checklist": "dealer floorperson",
    "rule forfeit recut order_shuffle restore_device disable enable": "floorperson",
}
"""The permissions, written down a second time."""
CONFIRMS: Final = (Task.VERIFY,)
"""Steps with a deck for a floorperson; the others are the dealer's."""
COMMANDS: Final[dict[str, c.Command]] = {
    "open_table": c.OpenTable("table 1", "criss-cross", 100),
    "propose": c.Propose(c.VoidRound(1, "a card lies face up")),
    "approve": c.Approve(1),
    "reject": c.Reject(1),
    "take_seat": c.TakeSeat(6),
    "buy_in": c.BuyIn(500),
    "cash_out": c.CashOut(),
    "leave": c.Leave(1),
    "place_wagers": c.PlaceWagers(1, {"ante": 500}, round=1),
    "take_back": c.TakeBack(1, round=1),
    "add_entropy": c.AddEntropy("seven", round=1),
    "decide": c.Decide(1, "fold", round=1),
    "open_round": c.OpenRound(),
    "no_more_bets": c.NoMoreBets(round=1),
    "count_progressives": c.CountProgressives({}, round=1),
    "deal": c.Deal(round=1),
    "turn_over": c.TurnOver(round=1),
    "spin_wheel": c.SpinWheel(round=1),
    "settle": c.Settle(round=1),
    "close_round": c.CloseRound(round=1),
    "walked_off": c.WalkedOff(1, round=1),
    "free_seat": c.FreeSeat(5),
    "answer_for_absent": c.AnswerForAbsent(1, round=1),
    "verify_jackpot": c.VerifyJackpot(2, round=1),
    "validate_jackpot": c.ValidateJackpot(2, round=1),
    "rule_on_absent": c.RuleOnAbsent(1, lost=True, round=1),
    "sign_checklist": c.SignChecklist(("2.C(1)",)),
    "receive_deck": c.ReceiveDeck(),
    "remove_deck": c.RemoveDeck(),
    "perform": c.Perform(Task.SHUFFLE),
    "count_stub": c.CountStub(52, round=1),
    "mark_device": c.MarkDevice(Device.SHUFFLER),
    "report": c.Report(Kind.WRONG_NUMBER, round=1),
    "rule": c.Rule(Ruling.VOID, "seen by all"),
    "forfeit": c.Forfeit(1, "11.A(1)", round=1),
    "record_breach": c.RecordBreach(1, "11.A(1)", round=1),
    "recut": c.Recut("the cover card slipped", round=1),
    "order_shuffle": c.OrderShuffle(),
    "restore_device": c.RestoreDevice(Device.SHUFFLER),
    "disable": c.Disable("table", "a leak in the roof"),
    "enable": c.Enable("table"),
}
"""One command of each kind."""


def may(role: Role, name: str) -> bool:
    """Return whether the table above allows it."""
    return any(name in names.split() and role in roles.split() for names, roles in MAY.items())


def test_every_command_is_here() -> None:
    assert {type(command) for command in COMMANDS.values()} == set(get_args(c.Command))
    assert {name for names in MAY for name in names.split()} == set(COMMANDS)


@EVERY
@pytest.mark.parametrize("name", COMMANDS)
def test_the_wrong_role_is_refused_at_every_moment(game: str, name: str) -> None:
    """The right role is either allowed or refused for another reason."""
    for role in Role:
        person = Person("Ann", role)
        for scene in scenes(game):
            if may(role, name):
                assert _refusal(scene, person, name) != "SEC-4"
            else:
                scene.refuses(person, COMMANDS[name], f"'Ann' has the role {role}", "SEC-4")


@EVERY
def test_each_step_with_a_deck_is_for_one_role(game: str) -> None:
    """The wrong role is told whose step it is, and the right role is not."""
    for due_now in Task:
        if due_now is Task.CUT or due_now in (Task.EMPTY, Task.SPREAD_DOWN):
            continue  # only by hand, or while nobody is seated
        scene = scene_before(game, due_now)
        for task in Task:
            progress = c.Perform(task)
            right, wrong = (FLO, DEE) if task in CONFIRMS else (DEE, FLO)
            words = f"requires the role {right.role}, but '{wrong.name}' has the role {wrong.role}"
            scene.refuses(wrong, progress, words, "SEC-4")
            assert scene.allows(right, progress) is (task is due_now)
    for role in (Role.PLAYER, Role.ONLOOKER, Role.SURVEILLANCE, Role.AUDITOR):
        for task in Task:
            words = (
                f"Perform requires the role dealer or floorperson, but 'Gus' has the role {role}"
            )
            at(game, "no round").refuses(Person("Gus", role), c.Perform(task), words, "SEC-4")


def _refusal(scene: Scene, person: Person, name: str) -> str | None:
    try:
        handle(scene.state, person, COMMANDS[name], scene.shoe)
    except Refused as refusal:
        check(refusal)
        return refusal.clause
    return None


def test_a_role_belongs_to_the_table_not_to_the_name() -> None:
    """A dealer who sits down as a player is treated as a player."""
    scene = at(KEYS[0], "bets are open")
    scene.refuses(
        Person("Dee", Role.PLAYER),
        c.NoMoreBets(round=1),
        "NoMoreBets requires the role dealer",
        "SEC-4",
    )
