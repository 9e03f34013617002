"""Proposals and orders: filings, corrections, disabled players, shuffles, repaired devices."""

from fractions import Fraction

from pitboss.days import random_submissions
from pitboss.days.simulation import TableSimulation
from pitboss.days.staff import approve_proposal, random_floorperson
from pitboss.days.tally import require
from pitboss.games import find_game
from pitboss.games.deck_tasks import FLOOR_TASKS, Device
from pitboss.games.game_parts import AUTOMATED_SHOE
from pitboss.games.incidents import Kind
from pitboss.submission import example_filing, with_equipment
from pitboss.table import commands as c
from pitboss.table.decks import all_devices, deck_slots, devices_in_use, next_task
from pitboss.table.handlers.equipment import is_shuffled


def propose(sim: TableSimulation, matter: c.Matter) -> int:
    """Propose a matter; return the number of the proposal, or 0 if it was refused."""
    by = sim.dealer if sim.rng.one_in(2) else random_floorperson(sim)
    return sim.state.proposed if sim.attempt(c.Propose(matter), by) else 0


def approve_or_reject(sim: TableSimulation, number: int) -> bool:
    """Approve or reject a proposal as another person; return whether it was approved."""
    if number not in sim.state.proposals:
        return False
    if sim.rng.one_in(6):
        sim.must_succeed(c.Reject(number), random_floorperson(sim))
        return False
    return approve_proposal(sim, number)


def file_submission(sim: TableSimulation, submission: random_submissions.Submission) -> bool:
    """Propose and approve a submission; return whether it is in force."""
    number = propose(sim, c.FileSubmission(submission))
    if not number or not approve_or_reject(sim, number):
        return False
    table = sim.rules.table
    sim.tally.methods[sim.game, table.dealing, table.shuffler] += 1
    return True


def file_for_later(sim: TableSimulation) -> None:
    """Approve other rules mid-round.

    Now and then they are withdrawn, or a machine breaks, before they take effect.
    """
    chance = sim.rng
    matter = c.FileSubmission(
        random_submissions.random_submission(sim.game, chance), after_round=True
    )
    number = propose(sim, matter)
    if not number or not approve_or_reject(sim, number):
        return
    machines = all_devices(sim.rules)
    if chance.one_in(4):
        sim.attempt(c.Reject(number), random_floorperson(sim))
    elif machines and chance.one_in(2):
        sim.attempt(c.Report(Kind.DEVICE_DOWN, device=chance.pick(machines)), sim.dealer)


def refile(sim: TableSimulation) -> None:
    """File other rules for the next round; empty meters that they do not have."""
    chance = sim.rng
    if chance.one_in(4):
        sim.must_be_refused(
            c.Propose(c.FileSubmission(random_submissions.faulty_submission(sim.game, chance))),
            random_floorperson(sim),
        )
    submission = random_submissions.random_submission(sim.game, chance)
    if file_submission(sim, submission):
        return
    if chance.one_in(2):
        for name in sim.state.books:
            empty_meter(sim, name)
        file_submission(sim, submission)


def empty_meter(sim: TableSimulation, meter: str) -> None:
    """Empty a meter that is taken off the table."""
    amount = Fraction(sim.state.meter_amount(meter))
    if amount:
        matter = c.CorrectMeter(meter, str(-amount), "it is taken off the table")
        approve_or_reject(sim, propose(sim, matter))


def file_other_method(sim: TableSimulation) -> bool:
    """File another dealing method after a machine broke; return whether it is in force."""
    broken_devices = sim.state.day.broken
    if not broken_devices:
        return False
    unusable: tuple[str, ...] = (AUTOMATED_SHOE,) if Device.SHOE in broken_devices else ()
    if Device.SHUFFLER in broken_devices:
        unusable += random_submissions.machine_shufflers(sim.game)
    submission = sim.state.filed[-1].submission
    equipment = random_submissions.random_equipment(sim.game, sim.rng, without=unusable)
    return file_submission(
        sim, example_filing(find_game(sim.game), with_equipment(submission, equipment))
    )


def correct_payout(sim: TableSimulation) -> None:
    """Correct the payout of a wager of one of the last rounds."""
    chance = sim.rng
    closed_rounds = [round_ for round_ in sim.state.last if round_.results]
    if not closed_rounds:
        return
    round_ = chance.pick(closed_rounds)
    seat = chance.pick([*round_.results])
    if not round_.results[seat]:
        return
    wager = chance.pick([*round_.results[seat]])
    result = round_.results[seat][wager]
    if not round_.void and chance.one_in(5):
        # Envy and community pay can be corrected if the seat could have received any.
        gift = chance.pick(("envy", "community_pay"))
        matter = c.CorrectPayout(
            round_.number, seat, gift, chance.pick((0, 1000)), "the log shows it"
        )
        approve_or_reject(sim, propose(sim, matter))
        return
    credit = chance.pick((0, result.stake, result.credit + 100, result.credit))
    matter = c.CorrectPayout(round_.number, seat, wager, credit, "the picture shows it")
    approve_or_reject(sim, propose(sim, matter))


def correct_meter(sim: TableSimulation) -> None:
    """Correct a meter up or down, perhaps by a fraction of a cent."""
    meters = [*sim.state.books]
    if meters:
        amounts: tuple[int | str, ...] = (500, -500, "1/3", "-2/7", "-99999999999")
        cents = sim.rng.pick(amounts)
        matter = c.CorrectMeter(sim.rng.pick(meters), cents, "the display failed")
        approve_or_reject(sim, propose(sim, matter))


def bring_chips(sim: TableSimulation) -> None:
    """Bring a hundred chips to the tray, with a second person's approval."""
    fill = c.TransferChips(100 * sim.rules.table.chip, f"fill before round {sim.round_number + 1}")
    if sim.attempt(c.Propose(fill), sim.dealer):
        require(approve_proposal(sim, sim.state.proposed), "the fill was refused")


def disable_something(sim: TableSimulation) -> None:
    """Disable the table, the game or a player, and check that what follows is refused."""
    chance, state = sim.rng, sim.state
    name = chance.pick([*sim.guests])
    what = chance.pick(("table", "game", f"player:{name}", f"player:{name}"))
    if not sim.attempt(c.Disable(what, "by order of the agency"), random_floorperson(sim)):
        sim.must_succeed(c.Enable(what), random_floorperson(sim))
        return
    if what.startswith("player:"):
        person = sim.guests[name].person
        sim.must_be_refused(c.BuyIn(sim.rules.table.chip), person)
    elif not state.has_open_round and state.day.incident is None:
        sim.must_be_refused(c.OpenRound(), sim.dealer)
    if chance.one_in(2):
        sim.must_succeed(c.Enable(what), random_floorperson(sim))


def order_deck_change(sim: TableSimulation) -> None:
    """Order the cards to be shuffled again or taken off the table."""
    chance, state = sim.rng, sim.state
    for slot, deck in state.day.decks.items():
        if not state.has_open_round and is_shuffled(deck) and state.day.incident is None:
            if chance.one_in(2):
                sim.must_succeed(c.OrderShuffle(slot), random_floorperson(sim))
            else:
                sim.must_succeed(c.RemoveDeck(slot), random_floorperson(sim))
            return


def work_on_other_deck(sim: TableSimulation) -> None:
    """Do something with the second deck while the first is in play."""
    state, chance = sim.state, sim.rng
    slot = 3 - state.day.turn
    deck = state.day.decks.get(slot)
    if deck is None or state.day.incident is not None or slot not in deck_slots(sim.rules):
        return
    task = next_task(state, sim.rules, slot)
    if chance.one_in(6):
        sim.attempt(c.RemoveDeck(slot), random_floorperson(sim))
    elif is_shuffled(deck) and chance.one_in(2):
        sim.must_succeed(c.OrderShuffle(slot), random_floorperson(sim))
    elif task is not None:
        sim.attempt(
            c.Perform(task, slot), random_floorperson(sim) if task in FLOOR_TASKS else sim.dealer
        )


def restore_device(sim: TableSimulation) -> None:
    """Put a broken machine back into service."""
    for device in sim.state.day.broken:
        if device not in devices_in_use(sim.rules) or sim.rng.one_in(2):
            sim.must_succeed(c.RestoreDevice(Device(device)), random_floorperson(sim))
            return
