"""Irregularities, device failures, lost seeds, and commands at the wrong time."""

from collections.abc import Callable
from typing import Final

from pitboss.days.simulation import DEALERS, FLOORPERSONS, PlannedMishap, TableSimulation
from pitboss.days.staff import random_floorperson
from pitboss.games.dealing import CardFacing
from pitboss.games.deck_tasks import Device, Task
from pitboss.games.game_parts import AUTOMATED_SHOE, BY_HAND, COUNTING, RESHUFFLING
from pitboss.games.incidents import FAILING_DEVICES, Kind
from pitboss.submission.rules import Rules
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.decks import all_devices, deck_to_count, wagers_needing
from pitboss.table.round_plan import plan_round
from pitboss.table.state import Phase

SEED_LOST: Final = "the seed is lost"
SERVER_RESTART: Final = "the machine restarts"
MISHAP_ONE_IN: Final = 3
"""A mishap is planned for one round in this many."""
MAX_TRIES: Final = 40
"""The number of tries after which a mishap is given up."""
MISHAP_PHASES: Final = (
    Phase.BETTING, Phase.COUNTING, Phase.PLAYING, Phase.SETTLING, Phase.SETTLING, Phase.SETTLED,
    Phase.VOID,
)  # fmt: skip
LATE_PHASES: Final = (Phase.SETTLING, Phase.SETTLED, Phase.VOID)
"""The phases in which a mishap happens as late as possible."""
STUB_KINDS: Final = (Kind.STUB_MISDEALT, Kind.STUB_NOT_52)
RARE_KINDS: Final = (Kind.SHOE_JAM, Kind.SHUFFLER_JAM)
"""Incidents with a device that few tables have."""


def plan_mishap(sim: TableSimulation) -> None:
    """Choose what will go wrong in the next round, if anything."""
    chance = sim.rng
    sim.planned_mishap = None
    if sim.expects_jackpot or not chance.one_in(MISHAP_ONE_IN):
        return
    kinds = [
        incident.kind for incident in sim.rules.incidents if _can_occur(sim.rules, incident.kind)
    ]
    kinds += [kind for kind in kinds if kind in RARE_KINDS] * 3
    # In hold 'em, only this kind of table has face-down community cards.
    kinds += [Kind.COMMUNITY_EXPOSED] * (5 * sim.rules.dealing.reshuffling)
    sim.planned_mishap = PlannedMishap(
        chance.pick((*kinds, SEED_LOST, SEED_LOST, SERVER_RESTART)), chance.pick(MISHAP_PHASES)
    )


def try_mishap(sim: TableSimulation) -> None:
    """Let the planned mishap happen now, if it can."""
    mishap, state = sim.planned_mishap, sim.state
    if mishap is None or state.day.incident is not None or sim.rng.one_in(2):
        return
    mishap.tries += 1
    match mishap.kind:
        case Kind() as kind:
            is_over = _report_incident(sim, kind)
        case _ if not state.has_open_round or sim.round_.phase is not mishap.phase:
            is_over = False
        case "the seed is lost":
            is_over = _lose_seed(sim)
        case _:
            is_over = _restart_server(sim)
    if is_over or mishap.tries > MAX_TRIES:
        sim.planned_mishap = None


def _lose_seed(sim: TableSimulation) -> bool:
    """Lose the seed of the round; return whether it was lost."""
    round_ = sim.round_
    if sim.table.shoe is None:
        return False
    if round_.phase is Phase.SETTLING and not round_.results and sim.rng.below(8):
        return False  # of more interest once some wagers are settled
    sim.table.shoe = None
    sim.tally.milestones["seeds lost"] += 1
    return True


def _restart_server(sim: TableSimulation) -> bool:
    """Restart the table from its log; the seed is stored elsewhere."""
    sim.restart()
    sim.tally.milestones["restarts in a round"] += 1
    return True


def _can_occur(rules: Rules, kind: Kind) -> bool:
    """Return whether this kind of incident is possible at the table."""
    match kind:
        case Kind.SHOE_JAM:
            return rules.table.dealing == AUTOMATED_SHOE
        case Kind.SHUFFLER_JAM:
            return rules.table.shuffler != BY_HAND
        case Kind.COUNTER_WRONG:
            return rules.table.shuffler in COUNTING
        case Kind.STUB_MISDEALT | Kind.STUB_NOT_52:
            return rules.table.shuffler != RESHUFFLING or bool(rules.dealing.stub)
        case Kind.DEVICE_DOWN:
            return bool(all_devices(rules))
        case Kind.PROGRESSIVE_DOWN | Kind.WHEEL_DOWN:
            return bool(wagers_needing(rules, FAILING_DEVICES[kind]))
        case Kind.COMMUNITY_EXPOSED:
            community = {place.name for place in rules.places} - plan_round(rules).dealer_places
            return any(rules.dealing.facing(name) is CardFacing.DOWN for name in community)
        case _:
            return True


def _report_incident(sim: TableSimulation, kind: Kind) -> bool:
    """Report the mishap; for a stub, count it with a wrong result."""
    chance, state = sim.rng, sim.state
    if not _is_worth_trying(sim, kind):
        return False
    if kind in STUB_KINDS:
        stub = sim.rules.deck.size - (sim.round_.dealt if state.has_open_round else 0)
        cards = max(0, stub + chance.pick((-2, -1, 1)))
        return sim.attempt(c.CountStub(cards), sim.dealer)
    seats = [*sim.round_.players] if state.has_open_round else []
    seat = chance.pick(seats) if seats and not chance.one_in(4) else 0
    if kind is Kind.WRONG_NUMBER and chance.one_in(4):
        seat = chance.between(1, sim.rules.seats)  # perhaps where nobody has a wager
    deck = chance.pick([*state.day.decks]) if state.day.decks else 1
    device = chance.pick(all_devices(sim.rules)) if all_devices(sim.rules) else Device.SHOE
    by = random_floorperson(sim) if chance.one_in(4) else sim.dealer
    card, position = _exposable_card(sim, kind)
    report = c.Report(kind, seat, card, deck, device, position)
    return sim.attempt(report, by)


def _exposable_card(sim: TableSimulation, kind: Kind) -> tuple[str, int]:
    """Return the place of a card that may be exposed and, in a hand, its position."""
    chance, rules = sim.rng, sim.rules
    if kind in (Kind.COMMUNITY_EXPOSED, Kind.DEALER_CARD_EXPOSED):
        place = chance.pick(rules.places)
        return place.name, chance.between(1, place.cards)
    if kind is Kind.DRAWN_EXPOSED:
        return "", chance.between(0, len(rules.hole))
    return "", 0


def _is_worth_trying(sim: TableSimulation, kind: Kind) -> bool:
    """Return whether an incident may be possible now; the table decides whether it is."""
    if sim.rng.one_in(12):
        return True
    round_ = sim.state.round if sim.state.has_open_round else None
    playing = round_ is not None and round_.phase is Phase.PLAYING
    settling = round_ is not None and round_.phase is Phase.SETTLING
    dealing = playing and sim.round_.step <= plan_round(sim.rules).last_card_step
    match kind:
        case Kind.SHOE_JAM:
            counting = round_ is not None and round_.phase is Phase.COUNTING
            return counting or (
                playing and sim.round_.step <= plan_round(sim.rules).last_dispensed_step
            )
        case Kind.WRONG_NUMBER:
            mishap = sim.planned_mishap
            if mishap and mishap.phase in LATE_PHASES:  # noticed after some hands are paid
                return settling and bool(sim.round_.results)
            return settling or (playing and sim.round_.dealt > 0)
        case Kind.COUNTER_WRONG | Kind.SHUFFLER_JAM | Kind.DEVICE_DOWN | Kind.FOULED_DECK:
            return True
        case Kind.STUB_MISDEALT | Kind.STUB_NOT_52:
            between = round_ is None and deck_to_count(sim.state, sim.rules) is not None
            return between or settling or (playing and not dealing)
        case Kind.CARD_FACE_UP | Kind.CARDS_FACE_UP | Kind.DRAWN_UNEXPOSED:
            return dealing
        case Kind.PROGRESSIVE_DOWN | Kind.WHEEL_DOWN:
            return round_ is not None
        case _:
            return playing and sim.round_.dealt > 0


WRONG_COMMAND_ONE_IN: Final = 12
"""A wrong command is sent before one step in this many."""

_WRONG_COMMANDS: Final[tuple[Callable[[TableSimulation], c.Command], ...]] = (
    lambda sim: c.OpenTable("another", sim.game, 1),
    lambda sim: c.Propose(c.ClosingCount(0)),
    lambda sim: c.Propose(c.VoidRound(sim.round_number, " ")),
    lambda sim: c.Propose(c.CorrectMeter("nothing", 1, "why not")),
    lambda sim: c.Approve(sim.state.proposed),
    lambda sim: c.Reject(sim.state.proposed + 1),
    lambda sim: c.TakeSeat(sim.rng.below(8)),
    lambda sim: c.BuyIn(sim.rng.pick((0, -100))),
    lambda sim: c.CashOut(10**11),
    lambda sim: c.Leave(sim.rng.below(8)),
    lambda sim: c.PlaceWagers(_random_seat(sim), {"nothing": 100}),
    lambda sim: c.TakeBack(_random_seat(sim)),
    lambda _: c.AddEntropy(""),
    lambda sim: c.Decide(_random_seat(sim), "sing"),
    lambda _: c.OpenRound(),
    lambda _: c.CountProgressives({}),
    lambda _: c.Deal(),
    lambda _: c.TurnOver(),
    lambda _: c.SpinWheel(),
    lambda _: c.Settle(),
    lambda _: c.CloseRound(),
    lambda sim: c.WalkedOff(_random_seat(sim)),
    lambda sim: c.AnswerForAbsent(_random_seat(sim)),
    lambda sim: c.VerifyJackpot(_random_seat(sim)),
    lambda sim: c.ValidateJackpot(_random_seat(sim)),
    lambda sim: c.RuleOnAbsent(_random_seat(sim), True),
    lambda _: c.SignChecklist(("2.Z",)),
    lambda sim: c.RemoveDeck(sim.rng.between(1, 3)),
    lambda sim: c.Perform(sim.rng.pick([*Task]), sim.rng.between(1, 2)),
    lambda sim: c.CountStub(sim.rng.pick((-1, 200))),
    lambda sim: c.MarkDevice(sim.rng.pick([*Device])),
    lambda sim: c.RestoreDevice(sim.rng.pick([*Device])),
    lambda sim: c.Report(sim.rng.pick((Kind.STUB_NOT_52, Kind.STUB_MISDEALT))),
    lambda sim: c.Rule(sim.rng.pick([*Ruling]), ""),
    lambda sim: c.Forfeit(_random_seat(sim), "11.Z"),
    lambda sim: c.RecordBreach(_random_seat(sim), "11.Z"),
    lambda _: c.Recut(""),
    lambda sim: c.OrderShuffle(sim.rng.between(1, 3)),
    lambda _: c.Disable("the weather", "rain"),
    lambda _: c.Enable("table"),
    lambda sim: c.Deal(round=sim.round_number + 1),
    lambda sim: c.NoMoreBets(round=sim.round_number + 1),
)


def send_wrong_command(sim: TableSimulation) -> None:
    """Send a command at a wrong time, now and then."""
    if not sim.rng.one_in(WRONG_COMMAND_ONE_IN):
        return
    command = sim.rng.pick(_WRONG_COMMANDS)(sim)
    sim.attempt(command, _random_person(sim, type(command)))


def _random_seat(sim: TableSimulation) -> int:
    seats = [*sim.state.seats]
    return sim.rng.pick(seats) if seats else 1


def _random_person(sim: TableSimulation, kind: type[c.Command]) -> Person:
    """Return a random person, mostly one who may give this command."""
    chance = sim.rng
    roles = c.PERMISSIONS[kind]
    if chance.one_in(8):
        roles = frozenset(Role) - roles
    if Role.PLAYER in roles:
        return sim.guests[chance.pick([*sim.guests])].person
    if Role.DEALER in roles:
        return chance.pick(DEALERS)
    if Role.FLOORPERSON in roles:
        return chance.pick(FLOORPERSONS)
    return Person("Olaf", chance.pick((Role.AUDITOR, Role.SURVEILLANCE, Role.ONLOOKER)))
