"""What is done with decks: received, prepared, shuffled, cut, counted, removed."""

from typing import Final

from pitboss.games.incidents import Kind
from pitboss.games.tasks import CONFIRMS, Task
from pitboss.games.words import BY_HAND, RESHUFFLING
from pitboss.refusal import Refused, brief
from pitboss.shuffle import Shoe, bound_to, cut_again
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.care import (
    checklist,
    cited,
    clause_of,
    deck_to_count,
    in_use,
    is_spread,
    next_task,
    remedy_for,
    slots,
    to_be_cut,
)
from pitboss.table.day import Deck
from pitboss.table.deciding.common import (
    check_reason,
    is_text,
    round_in,
    rules_in_force,
    told_time,
)
from pitboss.table.house import CARE, CUTS, IN_ORDER, ROLES, TWO_PEOPLE
from pitboss.table.people import Person, Role, same_person, spelt
from pitboss.table.plan import plan
from pitboss.table.state import Phase, RoundState, State


def receive(
    state: State, _: Person, command: c.ReceiveDeck, __: Shoe | None
) -> tuple[e.Event, ...]:
    """A deck for a place that has none."""
    rules = open_for_play(state)
    clause = rules.cite(rules.deck_procedures.received)
    if type(command.ready_made) is not bool:
        raise Refused(f"a deck came shuffled or not, not {brief(command.ready_made)}", clause)
    free = [slot for slot in slots(rules) if slot not in state.day.decks]
    if not free:
        raise Refused("there is no place for another deck", clause)
    number = state.day.received + 1
    at = told_time(state, command.at)
    _check_looks(state, rules, command)
    looks = (command.id, command.design, command.color)
    return (e.DeckReceived(free[0], number, command.ready_made, at, *looks),)


def sign(state: State, by: Person, command: c.SignChecklist, _: Shoe | None) -> tuple[e.Event, ...]:
    """Every item that this table has: once a day, and again when new rules have more of them."""
    rules = open_for_play(state)
    items = checklist(rules)
    if state.day.signed:
        raise Refused(f"{brief(state.day.signed)} has signed the checklist already", CARE)
    given: object = command.items
    signed = tuple(given) if isinstance(given, tuple | list) else ()
    for clause, words in items.items():
        if clause not in signed:
            raise Refused(f"not looked at: {words}", rules.cite(clause))
    if len(signed) != len(items):
        more = next((one for one in signed if one not in items), None)
        why = "an item is signed twice" if more is None else f"there is no item {brief(more)}"
        raise Refused(f"this is not the checklist: {why}", CARE)
    return (e.ChecklistSigned(tuple(items), by.name),)


LONGEST_LOOK: Final = 40


def _check_looks(state: State, rules: Rules, command: c.ReceiveDeck) -> None:
    """A deck is in the register by its id; of two in use, one design and two colors."""
    for what in (command.id, command.design, command.color):
        if not is_text(what, LONGEST_LOOK):
            raise Refused(
                f"{brief(what)} does not say which deck it is: id, design and color of the back "
                f"have 1 to {LONGEST_LOOK} characters",
                rules.cite(rules.deck_procedures.received),
            )
    if spelt(command.id) in map(spelt, state.day.register):
        there = any(spelt(deck.id) == spelt(command.id) for deck in state.day.decks.values())
        why = "is in use already" if there else "was taken off the table: bring another one"
        raise Refused(f"deck {brief(command.id)} {why}", CARE)
    for other in state.day.decks.values():
        if other.design and spelt(other.design) != spelt(command.design):
            raise Refused(
                f"both decks have one design: {brief(other.design)} is in use",
                rules.cite(rules.deck_procedures.one_design) or CARE,
            )
        if other.color and spelt(other.color) == spelt(command.color):
            raise Refused(
                f"the deck in use has a {brief(other.color)} back too: take another color",
                rules.cite(rules.deck_procedures.two_colors) or CARE,
            )


def remove(state: State, _: Person, command: c.RemoveDeck, __: Shoe | None) -> tuple[e.Event, ...]:
    """A deck leaves the table; not while it is dealt from."""
    rules = rules_in_force(state)
    deck = known_deck(state, rules, command.deck)
    if state.running and command.deck == state.day.turn:
        raise Refused("the deck is being dealt from", rules.cite(rules.table_procedures.discards))
    _check_counted(state, rules, command.deck)
    return (e.DeckRemoved(command.deck, deck.number, "taken off the table"),)


def perform(state: State, by: Person, command: c.Perform, _: Shoe | None) -> tuple[e.Event, ...]:
    """The step with a deck that is due, by whom it is for."""
    rules = open_for_play(state)
    deck = known_deck(state, rules, command.deck)
    task = command.task
    if not isinstance(task, Task):
        raise Refused(f"{brief(task)} is not a step with a deck", IN_ORDER)
    role = Role.FLOORPERSON if task in CONFIRMS else Role.DEALER
    if by.role is not role:
        raise Refused(f"{brief(by.name)} is here as {by.role}: a {role} does this", ROLES)
    upcoming = next_task(state, rules, command.deck)
    # A player who asks for it sees the cards of an idle table face up.
    face_up = task is Task.SPREAD and upcoming is Task.SPREAD_DOWN
    if task is not upcoming and not face_up:
        raise Refused(*_out_of_order(state, rules, command, deck, upcoming))
    if task in CONFIRMS and same_person(by.name, deck.by):
        raise Refused(
            f"{brief(by.name)} did the step before: somebody else confirms it", TWO_PEOPLE
        )
    _check_counted(state, rules, command.deck)
    if task is Task.SHUFFLE:
        _check_machines(state, rules)
    cards = _checked_cut(rules, deck, command.cards) if task is Task.CUT else 0
    if command.cards and task is not Task.CUT:
        raise Refused("only a cut takes a number of cards", IN_ORDER)
    return (e.StepDone(task, command.deck, by.name, cards),)


def _out_of_order(
    state: State, rules: Rules, command: c.Perform, deck: Deck, upcoming: Task | None
) -> tuple[str, str | None]:
    if upcoming is not None:
        return f"first: {upcoming.words}", rules.cite(clause_of(rules, upcoming, deck))
    if command.task is Task.CUT and rules.table.shuffler != BY_HAND:
        return "what a machine shuffled is not cut", rules.cite(rules.deck_procedures.uncut)
    if state.running and command.deck == state.day.turn:
        return "the deck is being dealt from", rules.cite(rules.dealing.clause)
    if not state.seats and is_spread(rules, deck):
        looks = rules.cite(clause_of(rules, Task.LOOK, deck))
        return "nobody sits at the table to look at the cards", looks
    if not state.seats:
        return "nobody sits at the table", rules.cite(rules.table_procedures.seated)
    return "the deck is ready", rules.cite(rules.deck_procedures.loaded[rules.table.dealing])


def _check_counted(state: State, rules: Rules, slot: int) -> None:
    """Nothing is done with a deck that is to be counted first."""
    if deck_to_count(state, rules) == slot:
        rounds = rules.deck_procedures.stub_count_rounds
        raise Refused(
            f"the deck was not counted in {rounds} rounds: it is counted first",
            rules.cite(rules.deck_procedures.stub_clause[rules.table.dealing]),
        )


def _check_machines(state: State, rules: Rules) -> None:
    broken = [device for device in in_use(rules) if device in state.day.broken]
    if broken:
        down = remedy_for(rules, Kind.DEVICE_DOWN)
        raise Refused(f"the {broken[0]} cannot be used", cited(rules, down) if down else CARE)


def _checked_cut(rules: Rules, deck: Deck, cut: object) -> int:
    """A cut by the rules: ten cards or more from the top, and by our ruling from the bottom."""
    low, high = cut_range(rules, deck)
    if type(cut) is not int or not low <= cut <= high:
        shallow = type(cut) is not int or cut < low
        raise Refused(
            f"the cut takes {low} to {high} cards, not {brief(cut)}",
            rules.cite(rules.deck_procedures.cut_clause) if shallow else CUTS,
        )
    return cut


def cut_range(rules: Rules, deck: Deck) -> tuple[int, int]:
    """How many cards a cut may take: none where a machine shuffled."""
    if not to_be_cut(rules, deck):
        return 0, 0
    least = rules.deck_procedures.cut_at_least
    return least, rules.deck.size - least


def recut(state: State, _: Person, command: c.Recut, __: Shoe | None) -> tuple[e.Event, ...]:
    """Until the first card is out a floorperson may have the stack cut again.

    Once bets are open, where it is cut follows from what players have added, so that nobody can
    choose an order.
    """
    rules = open_for_play(state)
    clause = rules.cite(rules.deck_procedures.recut)
    deck = state.day.decks.get(state.day.turn)
    if deck is None or deck.last not in (Task.CUT, Task.LOAD):
        raise Refused("no stack is ready that could be cut again", clause)
    low, high = cut_range(rules, deck)
    if not high:
        raise Refused("this stack was not cut", rules.cite(rules.deck_procedures.uncut))
    check_reason(command.reason)
    if not state.running:
        return (e.CardsRecut(0, 0, command.reason),)
    rules, now = round_in(state, command, Phase.BETTING, Phase.COUNTING, Phase.PLAYING)
    if now.dealt or now.shown:
        raise Refused("a card is out: the cut stands", clause)
    bound = bound_to(state.table, now.number, now.rules)
    cut = low + cut_again(now.contributions, bound, now.recuts + 1, high - low + 1)
    return (e.CardsRecut(now.number, cut, command.reason),)


def order_shuffle(
    state: State, _: Person, command: c.OrderShuffle, __: Shoe | None
) -> tuple[e.Event, ...]:
    """A floorperson wants a shuffled deck shuffled again."""
    rules = open_for_play(state)
    deck = known_deck(state, rules, command.deck)
    clause = rules.cite(rules.deck_procedures.ordered)
    if state.running and command.deck == state.day.turn:
        raise Refused("the deck is being dealt from", clause)
    if not shuffled(deck):
        raise Refused("the deck has not been shuffled yet", clause)
    return (e.ShuffleOrdered(command.deck),)


def shuffled(deck: Deck) -> bool:
    """Whether a deck is a shuffled stack that has not been dealt."""
    return deck.ready_made or deck.last in (Task.SHUFFLE, Task.CUT, Task.LOAD)


def count_stub(
    state: State, by: Person, command: c.CountStub, _: Shoe | None
) -> tuple[e.Event, ...]:
    """The cards that are left when all are out; after a void round, the deck as it was gathered."""
    rules, now = open_for_play(state), state.round
    clause = rules.cite(rules.deck_procedures.stub_clause[rules.table.dealing])
    if type(command.cards) is not int or not 0 <= command.cards <= 2 * rules.deck.size:
        raise Refused(f"{brief(command.cards)} is not a number of cards", clause)
    if rules.table.shuffler == RESHUFFLING and not rules.dealing.stub:
        raise Refused("the shoe holds and counts the cards by itself", clause)
    if state.running and now is not None:
        round_in(state, command, Phase.PLAYING, Phase.SETTLING)
        number, slot, should_be = now.number, state.day.turn, _stub(rules, now, clause)
    else:
        number, slot, should_be = 0, _gathered(state, rules, clause), rules.deck.size
    counted = e.StubCounted(number, slot, command.cards, should_be)
    if command.cards == should_be:
        return (counted,)
    return counted, wrong_count(state, by, number, slot)


def _stub(rules: Rules, now: RoundState, clause: str | None) -> int:
    if now.phase is Phase.PLAYING and now.step <= plan(rules).last_card:
        raise Refused("there is no stub while cards are still to be dealt", clause)
    if now.results:
        raise Refused("wagers are settled: the stub lies in the rack", clause)
    if now.counted:
        raise Refused("the stub of this round is counted", clause)
    return rules.deck.size - now.dealt


def _gathered(state: State, rules: Rules, clause: str | None) -> int:
    """Where the deck lies that should have been counted in a round that became void."""
    slot = deck_to_count(state, rules)
    if slot is None:
        raise Refused("the stub is counted in a round, once its last card is out", clause)
    return slot


def wrong_count(state: State, by: Person, number: int, slot: int) -> e.IncidentReported:
    """It is found out whether the cards were misdealt; between rounds there is nothing to void."""
    kinds = Kind.STUB_MISDEALT, Kind.STUB_NOT_52
    return e.IncidentReported(state.day.reported + 1, number, kinds, True, by.name, deck=slot)


def open_for_play(state: State) -> Rules:
    """The rules of a table whose tray was counted."""
    rules = rules_in_force(state)
    if not state.day.open:
        raise Refused("the table is not open: two people count the tray first", TWO_PEOPLE)
    return rules


def known_deck(state: State, rules: Rules, slot: object) -> Deck:
    """The deck in this place of the table."""
    if type(slot) is not int or slot not in state.day.decks:
        known = ", ".join(map(str, state.day.decks)) or "none"
        raise Refused(
            f"{brief(slot)} is not a deck at the table: {known}",
            rules.cite(rules.deck_procedures.received),
        )
    return state.day.decks[slot]
