"""A round from the opening of the bets to its close, with all that can come between."""

from pitboss.days import office
from pitboss.days.blunders import blunder
from pitboss.days.failure import Wrong
from pitboss.days.mishaps import mishap, plot
from pitboss.days.players import come, seats_of, sitting, walk_off
from pitboss.days.scene import Scene
from pitboss.days.staff import floor, lost, void
from pitboss.days.steps import MOST_STEPS, attend
from pitboss.days.wagers import answer, bet, bets
from pitboss.table import commands as c
from pitboss.table.state import Phase


def play_round(scene: Scene) -> None:
    """One round, however it ends."""
    plot(scene)
    if not scene.state.running:  # a dealer may have opened it early
        scene.done(c.OpenRound(), scene.dealer)
    lucky = scene.lucky
    scene.be_lucky(None)
    bets(scene, surely=lucky)
    if not lucky:
        _while_bets_are_open(scene)
    for _ in range(MOST_STEPS):
        if not scene.state.running:
            break
        _meanwhile(scene)
        if scene.state.running:
            go_on(scene)
    else:
        raise Wrong(f"the round does not come to its end: {scene.table.duty}")


def go_on(scene: Scene) -> None:
    """Whatever brings the round further."""
    now = scene.now
    if lost(scene) and (now.phase is not Phase.BETTING or scene.chance.one_in(2)):
        if not void(scene, "the seed is lost"):
            raise Wrong(f"a round whose seed is lost cannot be void: {scene.table.duty}")
    elif attend(scene):
        pass
    elif now.phase is not Phase.BETTING:
        answer(scene)
    elif now.wagers:
        scene.tried(c.NoMoreBets(), scene.dealer)
    else:
        _nobody_wagered(scene)


def _nobody_wagered(scene: Scene) -> None:
    """Without a wager there is no deal: somebody makes one, or the round is void."""
    for guest in sitting(scene):
        if any(bet(scene, guest, seat) for seat in seats_of(scene, guest)):
            return
    if not come(scene) or scene.chance.one_in(2):
        void(scene, "nobody wagers")


def _while_bets_are_open(scene: Scene) -> None:
    chance = scene.chance
    scene.wait(chance.between(5, 60))
    if chance.one_in(20):
        scene.tried(c.Recut("the cut was not seen"), floor(scene))
    if chance.one_in(20):
        come(scene)
    if chance.one_in(100):
        scene.wait(chance.between(1, 8) * 3600)  # the deck may grow too old meanwhile


def _meanwhile(scene: Scene) -> None:
    """What may come between any two steps, each of which may end the round."""
    for happens in (mishap, blunder, walk_off, _ordered):
        if scene.state.running:
            happens(scene)


def _ordered(scene: Scene) -> None:
    """What a floorperson may want, now and then."""
    chance = scene.chance
    match chance.below(48) if chance.one_in(6) else -1:
        case 0:
            _propose_void(scene)
        case 1 | 2:
            _forfeit(scene)
        case 3:
            office.disable(scene)
        case 4:
            office.correct_payout(scene)
        case 5:
            scene.tried(c.Recut("the cut was not seen"), floor(scene))
        case 6:
            scene.refused(c.Propose(c.FileSubmission({})), floor(scene))
        case 7 | 8 | 9 | 10:
            office.other_deck(scene)
        case 11 | 12 | 13:
            scene.tried(c.ReceiveDeck(), scene.dealer)
        case 14 | 15:
            office.file_for_later(scene)
        case _:
            pass


def _propose_void(scene: Scene) -> None:
    """Two people declare the round void, or one would like to."""
    settles = scene.chance.pick(("", *scene.rules.settled_when_void))
    matter = c.VoidRound(scene.number, "by order of the floor", settles)
    number = office.propose(scene, matter)
    if number and scene.chance.one_in(2):
        office.decide(scene, number)


def _forfeit(scene: Scene) -> None:
    players, breaches = [*scene.now.players], [*scene.rules.table_procedures.breaches]
    if players and breaches:
        seat = scene.chance.pick(players)
        kind = c.Forfeit if scene.rules.forfeits else c.RecordBreach
        scene.tried(kind(seat, scene.chance.pick(breaches)), floor(scene))
