"""Another way to shuffle and deal, such as by hand while a machine is out of order.

A dealer proposes it, for only a floorperson approves: what one of them starts the other ends.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pitboss.games.incidents import Kind
from pitboss.papers.words import sentence
from pitboss.submission import filing_faults, with_equipment
from pitboss.table import commands as c
from pitboss.table.care import cited, in_use, remedy_for
from pitboss.table.filing import rules_of
from pitboss.table.house import APPROVED_RULES
from pitboss.tui.console.desk import Desk
from pitboss.tui.console.matters import METHOD, method_words
from pitboss.tui.console.offers import Offer, Way

WORDS: Final = "File another method"
PROPOSED: Final = "the dealer proposes it under D, and you approve it"
ONE_DECK: Final = 1


def method_offers(desk: Desk) -> Iterator[Offer]:
    """The dealer's part: every method that the book has and that needs no broken machine."""
    found = _others(desk)
    if not found:
        return
    yield Offer(
        words=WORDS,
        detail="A floorperson approves it, and the next round is dealt so.",
        clause=_clause(desk),
        ways=tuple(_way(desk, one) for one in found),
        refusal=desk.refusal(desk.dealer, c.Propose(found[0])),
        urgent=_stopped(desk),
    )


def method_pointer(desk: Desk) -> Iterator[Offer]:
    """Where a machine stops the table, the floorperson is told how the other way out goes."""
    waits = any(isinstance(x.matter, c.FileSubmission) for x in desk.table.state.proposals.values())
    if _stopped(desk) and not waits:
        yield Offer(words=WORDS, clause=_clause(desk), refusal=PROPOSED)


def _clause(desk: Desk) -> str:
    down = remedy_for(desk.rules, Kind.DEVICE_DOWN)
    return cited(desk.rules, down) if down and desk.table.state.day.broken else APPROVED_RULES


def _stopped(desk: Desk) -> bool:
    """Whether the table deals or shuffles with a machine that is marked as out of use."""
    broken = desk.table.state.day.broken
    return any(broken.get(device) for device in in_use(desk.rules))


def _others(desk: Desk) -> list[c.FileSubmission]:
    """What changes least comes first."""
    game, filed = desk.game, desk.table.state.filed[-1].submission
    now, made = filed["table"], []
    for dealing in dict.fromkeys(one.method for one in game.procedures.dealing):
        for shuffler in game.procedures.shufflers:
            whole = _allowed(desk, filed, {"dealing": dealing, "shuffler": shuffler})
            if whole is not None and whole["table"] != now:
                changed = sum(whole["table"][key] != now[key] for key in METHOD)
                made.append((changed, c.FileSubmission(whole, desk.table.state.running)))
    return [one for _, one in sorted(made, key=lambda x: x[0])]


def _allowed(desk: Desk, filed: Mapping[str, Any], way: dict[str, Any]) -> dict[str, Any] | None:
    """Return the filing of this method if its machines work; with one deck where two cannot be.

    A device that the Commission has to approve can be filed once a filing had that approval.
    """
    once = {**filed, "approvals": {**_device_approval(desk), **filed["approvals"]}}
    for equipment in (way, {**way, "decks": ONE_DECK}):
        whole = with_equipment(once, equipment)
        if not filing_faults(desk.game, whole):
            used = in_use(rules_of(desk.game.key, whole))
            return None if any(device in desk.table.state.day.broken for device in used) else whole
    return None


def _device_approval(desk: Desk) -> dict[str, Any]:
    """Return the last approval of a reshuffling device at this table, if there was one."""
    for past in reversed(desk.table.state.filed):
        if approval := past.submission["approvals"].get("shuffler"):
            return {"shuffler": approval}
    return {}


def _way(desk: Desk, matter: c.FileSubmission) -> Way:
    words = sentence(method_words(matter.submission["table"]))
    return desk.way(desk.dealer, words, lambda given: c.Propose(matter))
