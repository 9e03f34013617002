"""The cards of a physical deck that a command turns over, so that their faces are entered with it.

They have the names of single cards (`hidden_cards`), in the order in which they are entered.
"""

from collections import Counter
from collections.abc import Iterator

from pitboss.games.dealing import CardFacing, ToTable
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table.handlers.dealing import positions_to_turn, seat_to_show
from pitboss.table.handlers.rulings import positions_to_enter
from pitboss.table.handlers.settlement import hand_to_turn, positions_settled_when_void
from pitboss.table.hidden_cards import card_positions, place_card_name
from pitboss.table.round_plan import TurnCards
from pitboss.table.state import Phase, RoundState, State, current_step, early_seats


def due_cards(state: State, command: c.Command) -> tuple[str, ...]:
    """Return the names of the cards to enter with a command; none with a virtual deck."""
    round_, rules = state.round, state.rules
    if round_ is None or rules is None or not rules.table.is_physical or not state.has_open_round:
        return ()
    names = {at: name for name, at in card_positions(rules, round_).items()}
    names |= _next_names(rules, round_)
    due = (at for at in _positions(state, rules, round_, command) if at not in round_.shown)
    return tuple(names[at] for at in due)


def _positions(state: State, rules: Rules, round_: RoundState, command: c.Command) -> Iterator[int]:
    match command:
        case c.Deal():
            yield from _next_names(rules, round_)
        case c.TurnOver() if round_.phase is Phase.PLAYING:
            step = current_step(rules, round_)
            if isinstance(step, TurnCards):
                yield from positions_to_turn(rules, round_, step)
        case c.TurnOver() if round_.phase is Phase.SETTLING:
            seat = None if early_seats(round_) else seat_to_show(round_)
            yield from round_.holes[seat] if seat else ()
        case c.Settle() if round_.phase is Phase.SETTLING:
            yield from hand_to_turn(rules, round_)
        case c.Rule(ruling=ruling):
            yield from positions_to_enter(state, rules, ruling)
        case c.Approve(number=number) if number in state.proposals:
            matter = state.proposals[number].matter
            if isinstance(matter, c.VoidRound):
                yield from positions_settled_when_void(rules, round_, matter.settles)
        case _:
            return


def _next_names(rules: Rules, round_: RoundState) -> dict[int, str]:
    """Return the names of the cards that are dealt face up next, by position."""
    step = current_step(rules, round_) if round_.phase is Phase.PLAYING else None
    if not isinstance(step, ToTable) or step.lies is not CardFacing.UP or round_.turn is not None:
        return {}
    single = {place.name for place in rules.places if place.cards == 1}
    counts = Counter({name: len(where) for name, where in round_.table.items()})
    positions = round_.order[round_.dealt : round_.dealt + len(step.places)]
    names: dict[int, str] = {}
    for place, at in zip(step.places, positions, strict=True):
        counts[place] += 1
        names[at] = place_card_name(place, counts[place], single=place in single)
    return names
