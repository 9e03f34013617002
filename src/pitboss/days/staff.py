"""Dealers and floorpersons: who relieves whom, who approves what, who counts the tray."""

from pitboss.days.failure import check
from pitboss.days.people import DEALERS, FLOOR, another
from pitboss.days.scene import Scene
from pitboss.table import Person
from pitboss.table import commands as c
from pitboss.table.state import Phase


def relieve(scene: Scene) -> None:
    """Another dealer takes over."""
    scene.dealer = another(scene.chance, DEALERS, scene.dealer.name)
    scene.tally.reached["dealers relieved"] += 1


def floor(scene: Scene, *but: str) -> Person:
    """A floorperson who is none of these."""
    return another(scene.chance, FLOOR, *but)


def approve(scene: Scene, number: int) -> bool:
    """Somebody else approves; now and then who proposed it tries to, which cannot be."""
    if number not in scene.state.proposals:
        return True  # the house has approved it already
    proposal = scene.state.proposals[number]
    proposer, approved = proposal.by, c.approval(number, proposal.matter)
    if scene.chance.one_in(12) and any(proposer == person.name for person in FLOOR):
        scene.refused(approved, next(p for p in FLOOR if p.name == proposer))
    return scene.tried(approved, floor(scene, proposer))


def void(scene: Scene, reason: str, settles: str = "") -> bool:
    """Two people declare the round void; whether they could."""
    by = scene.dealer if scene.chance.one_in(2) else floor(scene)
    matter = c.VoidRound(scene.number, reason, settles)
    return scene.tried(c.Propose(matter), by) and approve(scene, scene.state.proposed)


def count_tray(scene: Scene, kind: type[c.OpeningCount] | type[c.ClosingCount]) -> None:
    """One person counts the tray, sometimes wrong, and another confirms it, or does not."""
    chance = scene.chance
    held = int(scene.state.balances.get("tray", 0))
    counted = held if not chance.one_in(4) else max(0, held + chance.pick((-500, 100, 2_500)))
    by = scene.dealer if chance.one_in(2) else floor(scene)
    scene.done(c.Propose(kind(counted)), by)
    number = scene.state.proposed
    if number in scene.state.proposals and chance.one_in(6):
        scene.done(c.Propose(kind(counted + 100)), scene.dealer)  # somebody else counts it too
    if number not in scene.state.proposals:
        return  # the house has confirmed it already
    if counted != held and chance.one_in(2):
        reject(scene, kind)
        return
    check(approve(scene, number), "the tray was counted, and the count is not taken")


def reject(scene: Scene, kind: type[c.Matter]) -> None:
    """Whatever of this kind still waits is turned down."""
    for number, proposal in scene.state.proposals.items():
        if isinstance(proposal.matter, kind):
            scene.done(c.Reject(number), floor(scene))


def lost(scene: Scene) -> bool:
    """Whether the round cannot go on, because nobody has its seed any more."""
    if scene.table.shoe is not None or not scene.state.running:
        return False
    return scene.now.phase not in (Phase.SETTLED, Phase.VOID)
