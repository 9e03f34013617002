"""Irregularities, device failures, lost seeds, and commands at the wrong time."""

from collections.abc import Callable
from typing import Final

from pitboss.days.simulation import DEALERS, FLOORPERSONS, PlannedMishap, TableSimulation
from pitboss.days.staff import random_floorperson
from pitboss.games.dealing import Lies
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
"""Something is to go wrong once in so many rounds."""
MAX_TRIES: Final = 40
"""How often it is tried, before nothing goes wrong after all."""
MISHAP_PHASES: Final = (
    Phase.BETTING, Phase.COUNTING, Phase.PLAYING, Phase.SETTLING, Phase.SETTLING, Phase.SETTLED,
    Phase.VOID,
)  # fmt: skip
LATE_PHASES: Final = (Phase.SETTLING, Phase.SETTLED, Phase.VOID)
"""When it is to go wrong as late as it can."""
STUB_KINDS: Final = (Kind.STUB_MISDEALT, Kind.STUB_NOT_52)
RARE_KINDS: Final = (Kind.SHOE_JAM, Kind.SHUFFLER_JAM)
"""What few tables have the machine for."""


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
    # Hold 'em has such a table alone with community cards that lie face down.
    kinds += [Kind.COMMUNITY_EXPOSED] * (5 * sim.rules.dealing.reshuffling)
    sim.planned_mishap = PlannedMishap(
        chance.pick((*kinds, SEED_LOST, SEED_LOST, SERVER_RESTART)), chance.pick(MISHAP_PHASES)
    )


def try_mishap(sim: TableSimulation) -> None:
    """Let the planned mishap happen now, if it can."""
    planned, state = sim.planned_mishap, sim.state
    if planned is None or state.day.incident is not None or sim.rng.one_in(2):
        return
    planned.tries += 1
    match planned.kind:
        case Kind() as kind:
            happened = _report_incident(sim, kind)
        case _ if not state.has_open_round or sim.round_.phase is not planned.phase:
            happened = False
        case "the seed is lost":
            happened = _lose_seed(sim)
        case _:
            happened = _restart_server(sim)
    if happened or planned.tries > MAX_TRIES:
        sim.planned_mishap = None


def _lose_seed(sim: TableSimulation) -> bool:
    """Lose the machine that held the seed."""
    now = sim.round_
    if sim.table.shoe is None:
        return False
    if now.phase is Phase.SETTLING and not now.results and sim.rng.below(8):
        return False  # of more interest once some wagers are settled
    sim.table.shoe = None
    sim.tally.reached["seeds lost"] += 1
    return True


def _restart_server(sim: TableSimulation) -> bool:
    """Restart the machine, with the seed stored elsewhere."""
    sim.restart()
    sim.tally.reached["restarts in a round"] += 1
    return True


def _can_occur(rules: Rules, kind: Kind) -> bool:
    """Whether the table has what could go wrong in this way."""
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
            return any(rules.dealing.lies(name) is Lies.DOWN for name in community)
        case _:
            return True


def _report_incident(sim: TableSimulation, kind: Kind) -> bool:
    """Report the mishap; for a stub, count it with a wrong result."""
    chance, state = sim.rng, sim.state
    if not _is_worth_trying(sim, kind):
        return False
    if kind in STUB_KINDS:
        left = sim.rules.deck.size - (sim.round_.dealt if state.has_open_round else 0)
        cards = max(0, left + chance.pick((-2, -1, 1)))
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
    """Whether it is worth a try; the table itself says whether it can be."""
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
            if (
                sim.planned_mishap and sim.planned_mishap.phase in LATE_PHASES
            ):  # as a hand is turned up, others are paid
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


BLUNDER_ONE_IN: Final = 12
"""Once in so many steps."""

_WRONG_COMMANDS: Final[tuple[Callable[[TableSimulation], c.Command], ...]] = (
    lambda scene: c.OpenTable("another", scene.game, 1),
    lambda scene: c.Propose(c.ClosingCount(0)),
    lambda scene: c.Propose(c.VoidRound(scene.round_number, " ")),
    lambda scene: c.Propose(c.CorrectMeter("nothing", 1, "why not")),
    lambda scene: c.Approve(scene.state.proposed),
    lambda scene: c.Reject(scene.state.proposed + 1),
    lambda scene: c.TakeSeat(scene.rng.below(8)),
    lambda scene: c.BuyIn(scene.rng.pick((0, -100))),
    lambda scene: c.CashOut(10**11),
    lambda scene: c.Leave(scene.rng.below(8)),
    lambda scene: c.PlaceWagers(_random_seat(scene), {"nothing": 100}),
    lambda scene: c.TakeBack(_random_seat(scene)),
    lambda _: c.AddEntropy(""),
    lambda scene: c.Decide(_random_seat(scene), "sing"),
    lambda _: c.OpenRound(),
    lambda _: c.CountProgressives({}),
    lambda _: c.Deal(),
    lambda _: c.TurnOver(),
    lambda _: c.SpinWheel(),
    lambda _: c.Settle(),
    lambda _: c.CloseRound(),
    lambda scene: c.WalkedOff(_random_seat(scene)),
    lambda scene: c.AnswerForAbsent(_random_seat(scene)),
    lambda scene: c.VerifyJackpot(_random_seat(scene)),
    lambda scene: c.ValidateJackpot(_random_seat(scene)),
    lambda scene: c.RuleOnAbsent(_random_seat(scene), True),
    lambda _: c.SignChecklist(("2.Z",)),
    lambda scene: c.RemoveDeck(scene.rng.between(1, 3)),
    lambda scene: c.Perform(scene.rng.pick([*Task]), scene.rng.between(1, 2)),
    lambda scene: c.CountStub(scene.rng.pick((-1, 200))),
    lambda scene: c.MarkDevice(scene.rng.pick([*Device])),
    lambda scene: c.RestoreDevice(scene.rng.pick([*Device])),
    lambda scene: c.Report(scene.rng.pick((Kind.STUB_NOT_52, Kind.STUB_MISDEALT))),
    lambda scene: c.Rule(scene.rng.pick([*Ruling]), ""),
    lambda scene: c.Forfeit(_random_seat(scene), "11.Z"),
    lambda scene: c.RecordBreach(_random_seat(scene), "11.Z"),
    lambda _: c.Recut(""),
    lambda scene: c.OrderShuffle(scene.rng.between(1, 3)),
    lambda _: c.Disable("the weather", "rain"),
    lambda _: c.Enable("table"),
    lambda scene: c.Deal(round=scene.round_number + 1),
    lambda scene: c.NoMoreBets(round=scene.round_number + 1),
)


def send_wrong_command(sim: TableSimulation) -> None:
    """Send a command that is not due."""
    if not sim.rng.one_in(BLUNDER_ONE_IN):
        return
    command = sim.rng.pick(_WRONG_COMMANDS)(sim)
    sim.attempt(command, _random_person(sim, type(command)))


def _random_seat(sim: TableSimulation) -> int:
    taken = [*sim.state.seats]
    return sim.rng.pick(taken) if taken else 1


def _random_person(sim: TableSimulation, kind: type[c.Command]) -> Person:
    """Mostly somebody who may say such a thing."""
    chance = sim.rng
    may = c.PERMISSIONS[kind]
    if chance.one_in(8):
        may = frozenset(Role) - may
    if Role.PLAYER in may:
        return sim.guests[chance.pick([*sim.guests])].person
    if Role.DEALER in may:
        return chance.pick(DEALERS)
    if Role.FLOORPERSON in may:
        return chance.pick(FLOORPERSONS)
    return Person("Olaf", chance.pick((Role.AUDITOR, Role.SURVEILLANCE, Role.ONLOOKER)))
