"""What two people do, and what a floorperson does at a word: filing, correcting, disabling."""

from fractions import Fraction

from pitboss.days import submissions
from pitboss.days.scene import Scene
from pitboss.days.staff import approve, floor
from pitboss.games import find_game
from pitboss.games.incidents import Kind
from pitboss.games.tasks import CONFIRMS, Device
from pitboss.games.words import AUTOMATED_SHOE
from pitboss.submission import example, with_equipment
from pitboss.table import commands as c
from pitboss.table.care import devices, in_use, next_task, slots
from pitboss.table.deciding.procedures import shuffled


def propose(scene: Scene, matter: c.Matter) -> int:
    """Somebody proposes it: the number of the proposal, none if it was refused."""
    by = scene.dealer if scene.chance.one_in(2) else floor(scene)
    return scene.state.proposed if scene.tried(c.Propose(matter), by) else 0


def decide(scene: Scene, number: int) -> bool:
    """Somebody else approves it, or turns it down; whether it was approved."""
    if number not in scene.state.proposals:
        return False
    if scene.chance.one_in(6):
        scene.done(c.Reject(number), floor(scene))
        return False
    return approve(scene, number)


def file(scene: Scene, submission: submissions.Submission) -> bool:
    """A submission is proposed and approved; whether it is in force."""
    number = propose(scene, c.FileSubmission(submission))
    if not number or not decide(scene, number):
        return False
    table = scene.rules.table
    scene.tally.methods[scene.game, table.dealing, table.shuffler] += 1
    return True


def file_for_later(scene: Scene) -> None:
    """Two people approve other rules in mid-round; now and then they are withdrawn, or a machine
    breaks before they take effect.
    """
    chance = scene.chance
    matter = c.FileSubmission(submissions.drawn(scene.game, chance), after_round=True)
    number = propose(scene, matter)
    if not number or not decide(scene, number):
        return
    machines = devices(scene.rules)
    if chance.one_in(4):
        scene.tried(c.Reject(number), floor(scene))
    elif machines and chance.one_in(2):
        scene.tried(c.Report(Kind.DEVICE_DOWN, device=chance.pick(machines)), scene.dealer)


def refile(scene: Scene) -> None:
    """Other rules from the next round on; meters that they do not have are emptied first."""
    chance = scene.chance
    if chance.one_in(4):
        scene.refused(
            c.Propose(c.FileSubmission(submissions.faulty(scene.game, chance))), floor(scene)
        )
    submission = submissions.drawn(scene.game, chance)
    if file(scene, submission):
        return
    if chance.one_in(2):
        for name in scene.state.books:
            empty(scene, name)
        file(scene, submission)


def empty(scene: Scene, meter: str) -> None:
    """A meter that is taken off the table holds nothing any more."""
    shows = Fraction(scene.state.shows(meter))
    if shows:
        matter = c.CorrectMeter(meter, str(-shows), "it is taken off the table")
        decide(scene, propose(scene, matter))


def another_method(scene: Scene) -> bool:
    """A machine broke: the table is dealt another way; whether that is in force."""
    broken = scene.state.day.broken
    if not broken:
        return False
    without: tuple[str, ...] = (AUTOMATED_SHOE,) if Device.SHOE in broken else ()
    if Device.SHUFFLER in broken:
        without += submissions.machines(scene.game)
    filed = scene.state.filed[-1].submission
    equipment = submissions.equipment(scene.game, scene.chance, without=without)
    return file(scene, example(find_game(scene.game), with_equipment(filed, equipment)))


def correct_payout(scene: Scene) -> None:
    """A wager of one of the last rounds should have been credited otherwise."""
    chance = scene.chance
    closed = [was for was in scene.state.last if was.results]
    if not closed:
        return
    was = chance.pick(closed)
    seat = chance.pick([*was.results])
    if not was.results[seat]:
        return
    wager = chance.pick([*was.results[seat]])
    told = was.results[seat][wager]
    if not was.void and chance.one_in(5):
        # Envy and community pay are corrected as well, where the seat could have got any.
        gift = chance.pick(("envy", "community_pay"))
        matter = c.CorrectPayout(was.number, seat, gift, chance.pick((0, 1000)), "the log shows it")
        decide(scene, propose(scene, matter))
        return
    credit = chance.pick((0, told.stake, told.credit + 100, told.credit))
    matter = c.CorrectPayout(was.number, seat, wager, credit, "the picture shows it")
    decide(scene, propose(scene, matter))


def correct_meter(scene: Scene) -> None:
    """A meter should show more, or less, perhaps by a fraction of a cent."""
    meters = [*scene.state.books]
    if meters:
        some: tuple[int | str, ...] = (500, -500, "1/3", "-2/7", "-99999999999")
        cents = scene.chance.pick(some)
        matter = c.CorrectMeter(scene.chance.pick(meters), cents, "the display failed")
        decide(scene, propose(scene, matter))


def disable(scene: Scene) -> None:
    """The table, the game or somebody takes part in no new round; what follows is refused."""
    chance, state = scene.chance, scene.state
    name = chance.pick([*scene.guests])
    what = chance.pick(("table", "game", f"player:{name}", f"player:{name}"))
    if not scene.tried(c.Disable(what, "by order of the agency"), floor(scene)):
        scene.done(c.Enable(what), floor(scene))
        return
    if what.startswith("player:"):
        person = scene.guests[name].person
        scene.refused(c.BuyIn(scene.rules.table.chip), person)
    elif not state.running and state.day.incident is None:
        scene.refused(c.OpenRound(), scene.dealer)
    if chance.one_in(2):
        scene.done(c.Enable(what), floor(scene))


def order(scene: Scene) -> None:
    """A floorperson wants cards shuffled again, or off the table."""
    chance, state = scene.chance, scene.state
    for slot, deck in state.day.decks.items():
        if not state.running and shuffled(deck) and state.day.incident is None:
            if chance.one_in(2):
                scene.done(c.OrderShuffle(slot), floor(scene))
            else:
                scene.done(c.RemoveDeck(slot), floor(scene))
            return


def other_deck(scene: Scene) -> None:
    """While one deck is dealt from, something is done with the other."""
    state, chance = scene.state, scene.chance
    slot = 3 - state.day.turn
    deck = state.day.decks.get(slot)
    if deck is None or state.day.incident is not None or slot not in slots(scene.rules):
        return
    task = next_task(state, scene.rules, slot)
    if chance.one_in(6):
        scene.tried(c.RemoveDeck(slot), floor(scene))
    elif shuffled(deck) and chance.one_in(2):
        scene.done(c.OrderShuffle(slot), floor(scene))
    elif task is not None:
        scene.tried(c.Perform(task, slot), floor(scene) if task in CONFIRMS else scene.dealer)


def restore(scene: Scene) -> None:
    """A machine that broke works again."""
    for device in scene.state.day.broken:
        if device not in in_use(scene.rules) or scene.chance.one_in(2):
            scene.done(c.RestoreDevice(Device(device)), floor(scene))
            return
