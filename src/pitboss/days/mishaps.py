"""What goes wrong: dealers err, machines jam and break, seeds are lost."""

from typing import Final

from pitboss.days.scene import Plot, Scene
from pitboss.days.staff import floor
from pitboss.games.dealing import Lies
from pitboss.games.incidents import SYSTEMS, Kind
from pitboss.games.tasks import Device
from pitboss.games.words import AUTOMATED_SHOE, BY_HAND, COUNTING, RESHUFFLING
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table.care import deck_to_count, devices, wagers_on
from pitboss.table.plan import plan
from pitboss.table.state import Phase

SEED: Final = "the seed is lost"
RESTART: Final = "the machine restarts"
MISHAPS_IN: Final = 3
"""Something is to go wrong once in so many rounds."""
PATIENCE: Final = 40
"""How often it is tried, before nothing goes wrong after all."""
PHASES: Final = (
    Phase.BETTING, Phase.COUNTING, Phase.PLAYING, Phase.SETTLING, Phase.SETTLING, Phase.SETTLED,
    Phase.VOID,
)  # fmt: skip
LATE: Final = (Phase.SETTLING, Phase.SETTLED, Phase.VOID)
"""When it is to go wrong as late as it can."""
STUBS: Final = (Kind.STUB_MISDEALT, Kind.STUB_NOT_52)
SELDOM: Final = (Kind.SHOE_JAM, Kind.SHUFFLER_JAM)
"""What few tables have the machine for."""


def plot(scene: Scene) -> None:
    """What is to go wrong in the next round, if anything."""
    chance = scene.chance
    scene.plot = None
    if scene.lucky or not chance.one_in(MISHAPS_IN):
        return
    kinds = [one.kind for one in scene.rules.incidents if _has(scene.rules, one.kind)]
    kinds += [kind for kind in kinds if kind in SELDOM] * 3
    # Hold 'em has such a table alone with community cards that lie face down.
    kinds += [Kind.COMMUNITY_EXPOSED] * (5 * scene.rules.dealing.reshuffling)
    scene.plot = Plot(chance.pick((*kinds, SEED, SEED, RESTART)), chance.pick(PHASES))


def mishap(scene: Scene) -> None:
    """It goes wrong now, if it can."""
    planned, state = scene.plot, scene.state
    if planned is None or state.day.incident is not None or scene.chance.one_in(2):
        return
    planned.tries += 1
    match planned.kind:
        case Kind() as kind:
            happened = _report(scene, kind)
        case _ if not state.running or scene.now.phase is not planned.phase:
            happened = False
        case "the seed is lost":
            happened = _lose(scene)
        case _:
            happened = _restart(scene)
    if happened or planned.tries > PATIENCE:
        scene.plot = None


def _lose(scene: Scene) -> bool:
    """The machine that held the seed is gone."""
    now = scene.now
    if scene.table.shoe is None:
        return False
    if now.phase is Phase.SETTLING and not now.results and scene.chance.below(8):
        return False  # of more interest once some wagers are settled
    scene.table.shoe = None
    scene.tally.reached["seeds lost"] += 1
    return True


def _restart(scene: Scene) -> bool:
    """The machine goes down, with the seed kept elsewhere, and comes up again."""
    scene.restart()
    scene.tally.reached["restarts in a round"] += 1
    return True


def _has(rules: Rules, kind: Kind) -> bool:
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
            return bool(devices(rules))
        case Kind.PROGRESSIVE_DOWN | Kind.WHEEL_DOWN:
            return bool(wagers_on(rules, SYSTEMS[kind]))
        case Kind.COMMUNITY_EXPOSED:
            community = {place.name for place in rules.places} - plan(rules).dealers
            return any(rules.dealing.lies(name) is Lies.DOWN for name in community)
        case _:
            return True


def _report(scene: Scene, kind: Kind) -> bool:
    """Somebody reports it; a stub is counted, and the count is wrong."""
    chance, state = scene.chance, scene.state
    if not _possible(scene, kind):
        return False
    if kind in STUBS:
        left = scene.rules.deck.size - (scene.now.dealt if state.running else 0)
        cards = max(0, left + chance.pick((-2, -1, 1)))
        return scene.tried(c.CountStub(cards), scene.dealer)
    seats = [*scene.now.players] if state.running else []
    seat = chance.pick(seats) if seats and not chance.one_in(4) else 0
    if kind is Kind.WRONG_NUMBER and chance.one_in(4):
        seat = chance.between(1, scene.rules.seats)  # perhaps where nobody has a wager
    deck = chance.pick([*state.day.decks]) if state.day.decks else 1
    device = chance.pick(devices(scene.rules)) if devices(scene.rules) else Device.SHOE
    by = floor(scene) if chance.one_in(4) else scene.dealer
    card, position = _card(scene, kind)
    report = c.Report(kind, seat, card, deck, device, position)
    return scene.tried(report, by)


def _card(scene: Scene, kind: Kind) -> tuple[str, int]:
    """Some card that may lie open, by its place; of a hand, by its position."""
    chance, rules = scene.chance, scene.rules
    if kind in (Kind.COMMUNITY_EXPOSED, Kind.DEALER_CARD_EXPOSED):
        place = chance.pick(rules.places)
        return place.name, chance.between(1, place.cards)
    if kind is Kind.DRAWN_EXPOSED:
        return "", chance.between(0, len(rules.hole))
    return "", 0


def _possible(scene: Scene, kind: Kind) -> bool:
    """Whether it is worth a try; the table itself says whether it can be."""
    if scene.chance.one_in(12):
        return True
    now = scene.state.round if scene.state.running else None
    playing = now is not None and now.phase is Phase.PLAYING
    settling = now is not None and now.phase is Phase.SETTLING
    dealing = playing and scene.now.step <= plan(scene.rules).last_card
    match kind:
        case Kind.SHOE_JAM:
            counting = now is not None and now.phase is Phase.COUNTING
            return counting or (playing and scene.now.step <= plan(scene.rules).last_dispensed)
        case Kind.WRONG_NUMBER:
            if scene.plot and scene.plot.phase in LATE:  # as a hand is turned up, others are paid
                return settling and bool(scene.now.results)
            return settling or (playing and scene.now.dealt > 0)
        case Kind.COUNTER_WRONG | Kind.SHUFFLER_JAM | Kind.DEVICE_DOWN | Kind.FOULED_DECK:
            return True
        case Kind.STUB_MISDEALT | Kind.STUB_NOT_52:
            between = now is None and deck_to_count(scene.state, scene.rules) is not None
            return between or settling or (playing and not dealing)
        case Kind.CARD_FACE_UP | Kind.CARDS_FACE_UP | Kind.DRAWN_UNEXPOSED:
            return dealing
        case Kind.PROGRESSIVE_DOWN | Kind.WHEEL_DOWN:
            return now is not None
        case _:
            return playing and scene.now.dealt > 0
