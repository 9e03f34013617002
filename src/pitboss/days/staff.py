"""Dealers and floorpersons: who relieves whom, and how they do the next step."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from pitboss.days.jackpot_search import find_jackpot_stack
from pitboss.days.simulation import DEALERS, FLOORPERSONS, TableSimulation, random_staff
from pitboss.days.tally import require
from pitboss.games.deck_tasks import FLOOR_TASKS, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.table import Person
from pitboss.table import commands as c
from pitboss.table.decks import devices_in_use
from pitboss.table.handlers.equipment import cut_range
from pitboss.table.handlers.rulings import allowed_rulings
from pitboss.table.next_step import NextStep, next_step
from pitboss.table.state import Phase


def relieve_dealer(sim: TableSimulation) -> None:
    """Have another dealer take over."""
    sim.dealer = random_staff(sim.rng, DEALERS, sim.dealer.name)
    sim.tally.milestones["dealers relieved"] += 1


def random_floorperson(sim: TableSimulation, *excluded_names: str) -> Person:
    """Return a random floorperson who is not excluded."""
    return random_staff(sim.rng, FLOORPERSONS, *excluded_names)


def approve_proposal(sim: TableSimulation, number: int) -> bool:
    """Approve a proposal as another person; now and then the proposer tries, and is refused."""
    if number not in sim.state.proposals:
        return True  # the house has approved it already
    proposal = sim.state.proposals[number]
    proposer, approval = proposal.by, c.approval_of(number, proposal.matter)
    if sim.rng.one_in(12) and any(proposer == person.name for person in FLOORPERSONS):
        sim.must_be_refused(approval, next(p for p in FLOORPERSONS if p.name == proposer))
    return sim.attempt(approval, random_floorperson(sim, proposer))


def void_round(sim: TableSimulation, reason: str, settled_wager: str = "") -> bool:
    """Have two people void the round; return whether they could."""
    by = sim.dealer if sim.rng.one_in(2) else random_floorperson(sim)
    matter = c.VoidRound(sim.round_number, reason, settled_wager)
    return sim.attempt(c.Propose(matter), by) and approve_proposal(sim, sim.state.proposed)


def count_tray(sim: TableSimulation, kind: type[c.OpeningCount] | type[c.ClosingCount]) -> None:
    """Have one person count the tray, sometimes wrong, and another confirm or reject the count."""
    chance = sim.rng
    balance = int(sim.state.balances.get("tray", 0))
    cents = balance if not chance.one_in(4) else max(0, balance + chance.pick((-500, 100, 2_500)))
    by = sim.dealer if chance.one_in(2) else random_floorperson(sim)
    sim.must_succeed(c.Propose(kind(cents)), by)
    number = sim.state.proposed
    if number in sim.state.proposals and chance.one_in(6):
        sim.must_succeed(c.Propose(kind(cents + 100)), sim.dealer)  # somebody else counts it too
    if number not in sim.state.proposals:
        return  # the house has confirmed it already
    if cents != balance and chance.one_in(2):
        reject_proposals(sim, kind)
        return
    require(approve_proposal(sim, number), "the count of the tray was refused")


def reject_proposals(sim: TableSimulation, kind: type[c.Matter]) -> None:
    """Reject all open proposals of this kind."""
    for number, proposal in sim.state.proposals.items():
        if isinstance(proposal.matter, kind):
            sim.must_succeed(c.Reject(number), random_floorperson(sim))


def is_seed_lost(sim: TableSimulation) -> bool:
    """Return whether the round cannot go on because its seed is lost."""
    if sim.table.shoe is not None or not sim.state.has_open_round:
        return False
    return sim.round_.phase not in (Phase.SETTLED, Phase.VOID)


LATE_KINDS: Final = (Kind.WRONG_NUMBER,)
"""Incidents that are noticed while hands are settled one by one."""
MAX_STEPS: Final = 400
"""The most steps that a table can need until it waits for people."""


def do_next_step(sim: TableSimulation) -> bool:
    """Do the next step; return whether there was one."""
    step = next_step(sim.state, sim.utc_seconds)
    if step is None:
        return False
    do_step(sim, step)
    return True


def do_step(sim: TableSimulation, step: NextStep) -> None:
    """Have a member of the staff do a step."""
    if sim.rng.one_in(60):
        relieve_dealer(sim)
    action = _STEP_ACTIONS.get(type(step.command))
    if action:
        action(sim, step.command)
    else:
        sim.must_succeed(step.command, sim.dealer)


def _do_ruling(sim: TableSimulation, _: c.Rule) -> None:
    incident, chance = sim.state.day.incident, sim.rng
    if incident is None:
        raise AssertionError("no incident is open")
    if chance.one_in(12):
        reporter = next((p for p in FLOORPERSONS if p.name == incident.by), None)
        sim.must_be_refused(
            c.Rule(allowed_rulings(sim.rules, incident)[0], " "), reporter or FLOORPERSONS[0]
        )
    ruling = chance.pick(allowed_rulings(sim.rules, incident))
    by = random_floorperson(sim, incident.by)
    if sim.table.shoe is None and sim.state.has_open_round:
        # A wager that is settled in a void round needs the cards, which are lost with the seed.
        if not sim.attempt(c.Rule(ruling, "as it was seen"), by):
            void_round(sim, "the seed is lost")
        return
    sim.must_succeed(c.Rule(ruling, "as it was seen"), by)


def _do_proposal(sim: TableSimulation, command: c.Propose) -> None:
    if isinstance(command.matter, c.OpeningCount):
        count_tray(sim, c.OpeningCount)
        return
    sim.must_succeed(command, sim.dealer)


def _do_approval(sim: TableSimulation, command: c.Approve) -> None:
    approve_proposal(sim, command.number)


def _do_device_mark(sim: TableSimulation, command: c.MarkDevice) -> None:
    mark = sim.rng.pick((Mark.COVER, Mark.SIGN))
    sim.must_succeed(c.MarkDevice(command.device, mark), sim.dealer)


def _do_receive_deck(sim: TableSimulation, _: c.ReceiveDeck) -> None:
    sim.must_succeed(c.ReceiveDeck(ready_made=sim.rng.one_in(3)), sim.dealer)


def _do_deck_task(sim: TableSimulation, command: c.Perform) -> None:
    chance, task = sim.rng, command.task
    if task is Task.SHUFFLE and restore_device_in_use(sim):
        return
    if task in FLOOR_TASKS:
        if chance.one_in(20):
            sim.must_be_refused(command, sim.dealer)
        sim.must_succeed(command, random_floorperson(sim))
        return
    if task is Task.CUT:
        _do_cut(sim, command)
        return
    if task is Task.SPREAD_DOWN and chance.one_in(4):
        command = replace(command, task=Task.SPREAD)  # a player asks to see them
    sim.must_succeed(command, sim.dealer)


def _do_cut(sim: TableSimulation, command: c.Perform) -> None:
    """Cut the deck within its limits, now and then so that a jackpot is hit."""
    low, high = cut_range(sim.rules, sim.state.day.decks[command.deck])
    if sim.rng.one_in(12):
        wrong = sim.rng.pick((1, low - 1, high + 1, sim.rules.deck.size))
        sim.must_be_refused(replace(command, cards=wrong), sim.dealer)
    cut = sim.rng.between(low, high) if sim.rng.one_in(2) else 0
    stack = find_jackpot_stack(sim, range(low, high + 1))
    sim.use_jackpot_stack(stack.name if stack else None)
    if stack:
        sim.tally.milestones["rounds with luck"] += 1
    sim.must_succeed(replace(command, cards=stack.cut if stack else cut), sim.dealer)


def restore_device_in_use(sim: TableSimulation) -> bool:
    """Restore a broken machine that is in use, if any; return whether there was one."""
    for device in devices_in_use(sim.rules):
        if device in sim.state.day.broken:
            sim.must_succeed(c.RestoreDevice(device), random_floorperson(sim))
            return True
    return False


def _do_restore(sim: TableSimulation, command: c.RestoreDevice) -> None:
    sim.must_succeed(command, random_floorperson(sim))


def _do_progressive_count(sim: TableSimulation, command: c.CountProgressives) -> None:
    if sim.rng.one_in(12):
        key = sim.rng.pick([*command.chips])
        wrong = {**command.chips, key: command.chips[key] + sim.rng.pick((-1, 1))}
        sim.must_be_refused(c.CountProgressives(wrong), sim.dealer)
        sim.tally.milestones["progressive counts refused"] += 1
    sim.must_succeed(command, sim.dealer)


def _do_settlement(sim: TableSimulation, _: c.Settle) -> None:
    mishap = sim.planned_mishap
    one_by_one = mishap is not None and (
        mishap.phase is Phase.SETTLING or mishap.kind in LATE_KINDS
    )
    sim.must_succeed(c.Settle(every=not one_by_one and sim.rng.one_in(2)), sim.dealer)


def _do_absence_ruling(sim: TableSimulation, command: c.RuleOnAbsent) -> None:
    is_lost = sim.rng.one_in(2)
    reporter = sim.round_.reported.get(command.seat, "")
    sim.must_succeed(c.RuleOnAbsent(command.seat, is_lost), random_floorperson(sim, reporter))


def _do_jackpot_validation(sim: TableSimulation, command: c.ValidateJackpot) -> None:
    if sim.rng.one_in(4):
        sim.must_be_refused(c.ValidateJackpot(command.seat % 6 + 1), random_floorperson(sim))
    sim.must_succeed(command, random_floorperson(sim, sim.round_.hit_by, sim.round_.verified_by))


_STEP_ACTIONS: Final[dict[type, Callable[[TableSimulation, Any], None]]] = {
    c.Rule: _do_ruling,
    c.Propose: _do_proposal,
    c.Approve: _do_approval,
    c.MarkDevice: _do_device_mark,
    c.RestoreDevice: _do_restore,
    c.ReceiveDeck: _do_receive_deck,
    c.Perform: _do_deck_task,
    c.CountProgressives: _do_progressive_count,
    c.Settle: _do_settlement,
    c.RuleOnAbsent: _do_absence_ruling,
    c.ValidateJackpot: _do_jackpot_validation,
}
