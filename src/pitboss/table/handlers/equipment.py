"""Handlers for decks, devices and bans.

Decks are received, prepared, shuffled, cut, counted and removed; broken devices are marked and
restored; a table, a game or a player is barred from new rounds and admitted again.
"""

from typing import Final

from pitboss.errors import Refused, short_repr
from pitboss.games.deck_tasks import FLOOR_TASKS, Mark, Task
from pitboss.games.game_parts import BY_HAND, RESHUFFLING
from pitboss.games.incidents import Kind
from pitboss.shuffle import Shoe, recut_position, shuffle_context
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import TableDeck
from pitboss.table.decks import (
    checklist_items,
    deck_slots,
    deck_to_count,
    devices_in_use,
    find_incident,
    incident_clause,
    is_spread,
    must_be_cut,
    next_task,
    task_clause,
)
from pitboss.table.handlers.checks import (
    check_reason,
    command_time,
    is_text,
    require_open_round,
    require_rules_in_force,
)
from pitboss.table.house_rules import (
    CUT_RULING,
    DECK_PROCEDURES,
    DISABLING,
    INCIDENTS,
    ROLES,
    ROUND_ORDER,
    TWO_PEOPLE,
)
from pitboss.table.people import Person, Role, is_name, normalize_name, same_person
from pitboss.table.round_plan import plan_round
from pitboss.table.state import Phase, RoundState, State


def receive_deck(
    state: State, _: Person, command: c.ReceiveDeck, __: Shoe | None
) -> tuple[e.Event, ...]:
    """Receive a deck into the first free slot of the table."""
    rules = require_open_for_play(state)
    clause = rules.cite(rules.deck_procedures.received)
    if type(command.ready_made) is not bool:
        raise Refused(
            f"ready_made must be true or false, not {short_repr(command.ready_made)}", clause
        )
    free_slots = [slot for slot in deck_slots(rules) if slot not in state.day.decks]
    if not free_slots:
        raise Refused("the table has no room for another deck: remove one first", clause)
    number = state.day.received + 1
    at = command_time(state, command.at)
    _check_deck_identity(state, rules, command)
    identity = (command.id, command.design, command.color)
    return (e.DeckReceived(free_slots[0], number, command.ready_made, at, *identity),)


def sign_checklist(
    state: State, by: Person, command: c.SignChecklist, _: Shoe | None
) -> tuple[e.Event, ...]:
    """Sign the whole opening checklist: once per opening, and again when new rules add items."""
    rules = require_open_for_play(state)
    items = checklist_items(rules)
    if state.day.signed:
        raise Refused(
            f"{short_repr(state.day.signed)} has already signed the checklist", DECK_PROCEDURES
        )
    items_given: object = command.items
    signed_items = tuple(items_given) if isinstance(items_given, tuple | list) else ()
    for clause, words in items.items():
        if clause not in signed_items:
            raise Refused(f"items must include {clause!r}, the {words}", rules.cite(clause))
    if len(signed_items) != len(items):
        unknown_item = next((item for item in signed_items if item not in items), None)
        why = (
            "items lists an item twice"
            if unknown_item is None
            else f"items lists {short_repr(unknown_item)}, which is not on the checklist"
        )
        raise Refused(f"{why}: give each of {', '.join(items)} once", DECK_PROCEDURES)
    return (e.ChecklistSigned(tuple(items), by.name),)


MAX_DECK_TEXT_LENGTH: Final = 40


def _check_deck_identity(state: State, rules: Rules, command: c.ReceiveDeck) -> None:
    """Refuse a deck with an id seen before, or one that does not pair with the deck in use.

    Two decks in use at a table have the same design and backs of different colors.
    """
    for name in ("id", "design", "color"):
        text = getattr(command, name)
        if not is_text(text, MAX_DECK_TEXT_LENGTH):
            raise Refused(
                f"{name} of the deck is {short_repr(text)}, but must have 1 to "
                f"{MAX_DECK_TEXT_LENGTH} printable characters",
                rules.cite(rules.deck_procedures.received),
            )
    if normalize_name(command.id) in map(normalize_name, state.day.register):
        is_in_use = any(
            normalize_name(deck.id) == normalize_name(command.id)
            for deck in state.day.decks.values()
        )
        why = "is already in use" if is_in_use else "was removed from the table: bring another one"
        raise Refused(f"deck {short_repr(command.id)} {why}", DECK_PROCEDURES)
    for other in state.day.decks.values():
        if other.design and normalize_name(other.design) != normalize_name(command.design):
            raise Refused(
                f"both decks must have the same design: the other is {short_repr(other.design)}",
                rules.cite(rules.deck_procedures.one_design) or DECK_PROCEDURES,
            )
        if other.color and normalize_name(other.color) == normalize_name(command.color):
            raise Refused(
                f"the other deck also has a {short_repr(other.color)} back: use another color",
                rules.cite(rules.deck_procedures.two_colors) or DECK_PROCEDURES,
            )


def remove_deck(
    state: State, _: Person, command: c.RemoveDeck, __: Shoe | None
) -> tuple[e.Event, ...]:
    """Remove a deck from the table, unless it is in play."""
    rules = require_rules_in_force(state)
    deck = require_deck(state, rules, command.deck)
    if state.has_open_round and command.deck == state.day.turn:
        raise Refused(
            "the deck is in play until the round is closed",
            rules.cite(rules.table_procedures.discards),
        )
    _check_counted(state, rules, command.deck)
    return (e.DeckRemoved(command.deck, deck.number, "taken off the table"),)


def perform_task(
    state: State, by: Person, command: c.Perform, _: Shoe | None
) -> tuple[e.Event, ...]:
    """Do the next task with a deck, by the role that it belongs to."""
    rules = require_open_for_play(state)
    deck = require_deck(state, rules, command.deck)
    task = command.task
    if not isinstance(task, Task):
        raise Refused(
            f"unknown task {short_repr(task)}: choose from {', '.join(Task)}", ROUND_ORDER
        )
    role = Role.FLOORPERSON if task in FLOOR_TASKS else Role.DEALER
    if by.role is not role:
        raise Refused(
            f"this task requires the role {role}, but {short_repr(by.name)} has the role {by.role}",
            ROLES,
        )
    due_task = next_task(state, rules, command.deck)
    # At an idle table, the cards may be spread face up for a player who asks.
    is_face_up_spread = task is Task.SPREAD and due_task is Task.SPREAD_DOWN
    if task is not due_task and not is_face_up_spread:
        raise Refused(*_out_of_order_reason(state, rules, command, deck, due_task))
    if task in FLOOR_TASKS and same_person(by.name, deck.by):
        raise Refused(
            f"{short_repr(by.name)} did the previous task, so somebody else must confirm it",
            TWO_PEOPLE,
        )
    _check_counted(state, rules, command.deck)
    if task is Task.SHUFFLE:
        _check_devices(state, rules)
    cards = _check_cut(rules, deck, command.cards) if task is Task.CUT else 0
    if command.cards and task is not Task.CUT:
        raise Refused("cards is for a cut only: leave it out", ROUND_ORDER)
    return (e.StepDone(task, command.deck, by.name, cards),)


def _out_of_order_reason(
    state: State, rules: Rules, command: c.Perform, deck: TableDeck, due_task: Task | None
) -> tuple[str, str | None]:
    if due_task is not None:
        clause = rules.cite(task_clause(rules, due_task, deck))
        return f"do this first: {due_task.description}", clause
    if command.task is Task.CUT and rules.table.shuffler != BY_HAND:
        return "cards shuffled by a machine are not cut", rules.cite(rules.deck_procedures.uncut)
    if state.has_open_round and command.deck == state.day.turn:
        return "the deck is in play until the round is closed", rules.cite(rules.dealing.clause)
    if not state.seats and is_spread(rules, deck):
        clause = rules.cite(task_clause(rules, Task.LOOK, deck))
        return "no player is seated to look at the cards", clause
    if not state.seats:
        return "no player is seated", rules.cite(rules.table_procedures.seated)
    return "the deck is ready", rules.cite(rules.deck_procedures.loaded[rules.table.dealing])


def _check_counted(state: State, rules: Rules, slot: int) -> None:
    """Refuse any work with a deck that must be counted first."""
    if deck_to_count(state, rules) == slot:
        rounds = rules.deck_procedures.stub_count_rounds
        raise Refused(
            f"the deck has not been counted for {rounds} rounds: count it first",
            rules.cite(rules.deck_procedures.stub_clause[rules.table.dealing]),
        )


def _check_devices(state: State, rules: Rules) -> None:
    broken_devices = [device for device in devices_in_use(rules) if device in state.day.broken]
    if broken_devices:
        incident = find_incident(rules, Kind.DEVICE_DOWN)
        raise Refused(
            f"the {broken_devices[0]} is out of order: get it working again, or file another "
            "method",
            incident_clause(rules, incident) if incident else DECK_PROCEDURES,
        )


def _check_cut(rules: Rules, deck: TableDeck, cut: object) -> int:
    """Return the size of a cut, which must leave enough cards above and below it.

    The rulebook sets the minimum from the top; a ruling applies the same from the bottom.
    """
    low, high = cut_range(rules, deck)
    if type(cut) is not int or not low <= cut <= high:
        is_too_shallow = type(cut) is not int or cut < low
        raise Refused(
            f"cards must be {low} to {high} for this cut, not {short_repr(cut)}",
            rules.cite(rules.deck_procedures.cut_clause) if is_too_shallow else CUT_RULING,
        )
    return cut


def cut_range(rules: Rules, deck: TableDeck) -> tuple[int, int]:
    """Return the fewest and the most cards that a cut may take.

    Both are 0 where a machine shuffled, and with a physical deck, whose cut nobody counts.
    """
    if rules.table.is_physical or not must_be_cut(rules, deck):
        return 0, 0
    least = rules.deck_procedures.cut_at_least
    return least, rules.deck.size - least


def recut(state: State, _: Person, command: c.Recut, __: Shoe | None) -> tuple[e.Event, ...]:
    """Cut the stack again, which a floorperson may order until the first card is out.

    Once bets are open, the position of the cut follows from the players' contributions, so that
    nobody can choose the order of the cards.
    """
    rules = require_open_for_play(state)
    clause = rules.cite(rules.deck_procedures.recut)
    deck = state.day.decks.get(state.day.turn)
    if deck is None or deck.last not in (Task.CUT, Task.LOAD):
        raise Refused("no stack is ready to be cut again", clause)
    low, high = cut_range(rules, deck)
    if not must_be_cut(rules, deck):
        raise Refused("this stack was not cut", rules.cite(rules.deck_procedures.uncut))
    check_reason(command.reason)
    if not state.has_open_round:
        return (e.CardsRecut(0, 0, command.reason),)
    rules, round_ = require_open_round(state, command, Phase.BETTING, Phase.COUNTING, Phase.PLAYING)
    if round_.dealt or round_.shown:
        raise Refused("a card has left the stack, so it can no longer be cut", clause)
    if round_.physical:
        return (e.CardsRecut(round_.number, 0, command.reason),)
    context = shuffle_context(state.table, round_.number, round_.rules)
    cut = low + recut_position(round_.contributions, context, round_.recuts + 1, high - low + 1)
    return (e.CardsRecut(round_.number, cut, command.reason),)


def order_shuffle(
    state: State, _: Person, command: c.OrderShuffle, __: Shoe | None
) -> tuple[e.Event, ...]:
    """Order another shuffle of a deck that has been shuffled."""
    rules = require_open_for_play(state)
    deck = require_deck(state, rules, command.deck)
    clause = rules.cite(rules.deck_procedures.ordered)
    if state.has_open_round and command.deck == state.day.turn:
        raise Refused("the deck is in play until the round is closed", clause)
    if not is_shuffled(deck):
        raise Refused("the deck has not been shuffled yet", clause)
    return (e.ShuffleOrdered(command.deck),)


def is_shuffled(deck: TableDeck) -> bool:
    """Return whether a deck is a shuffled stack that has not been dealt."""
    return deck.ready_made or deck.last in (Task.SHUFFLE, Task.CUT, Task.LOAD)


def count_stub(
    state: State, by: Person, command: c.CountStub, _: Shoe | None
) -> tuple[e.Event, ...]:
    """Record a count of the stub, or of the whole deck after a round that was voided.

    A wrong count is reported as an incident at once.
    """
    rules, round_ = require_open_for_play(state), state.round
    clause = rules.cite(rules.deck_procedures.stub_clause[rules.table.dealing])
    if type(command.cards) is not int or not 0 <= command.cards <= 2 * rules.deck.size:
        raise Refused(
            f"cards is {short_repr(command.cards)}, but must be 0 to {2 * rules.deck.size}",
            clause,
        )
    if rules.table.shuffler == RESHUFFLING and not rules.dealing.stub:
        raise Refused("the shoe counts the cards itself, so there is no stub to count", clause)
    if state.has_open_round and round_ is not None:
        require_open_round(state, command, Phase.PLAYING, Phase.SETTLING)
        number, slot, expected = (
            round_.number,
            state.day.turn,
            _expected_stub(rules, round_, clause),
        )
    else:
        number, slot, expected = 0, _slot_to_count(state, rules, clause), rules.deck.size
    event = e.StubCounted(number, slot, command.cards, expected)
    if command.cards == expected:
        return (event,)
    return event, wrong_count_report(state, by, number, slot)


def _expected_stub(rules: Rules, round_: RoundState, clause: str | None) -> int:
    if round_.phase is Phase.PLAYING and round_.step <= plan_round(rules).last_card_step:
        raise Refused("cards are still to be dealt: count the stub after the last one", clause)
    if round_.results:
        raise Refused("wagers have been settled: the stub is in the discard rack", clause)
    if round_.counted:
        raise Refused("the stub of this round has already been counted", clause)
    return rules.deck.size - round_.dealt


def _slot_to_count(state: State, rules: Rules, clause: str | None) -> int:
    """Return the slot of the deck whose count was missed because its round was voided."""
    slot = deck_to_count(state, rules)
    if slot is None:
        raise Refused("count the stub during a round, after the last card is dealt", clause)
    return slot


def wrong_count_report(state: State, by: Person, number: int, slot: int) -> e.IncidentReported:
    """Return the report of a wrong count. A ruling later says whether the cards were misdealt."""
    kinds = Kind.STUB_MISDEALT, Kind.STUB_NOT_52
    return e.IncidentReported(state.day.reported + 1, number, kinds, True, by.name, deck=slot)


def require_open_for_play(state: State) -> Rules:
    """Return the rules of a table that is open for play: its tray has been counted."""
    rules = require_rules_in_force(state)
    if not state.day.open:
        raise Refused("the table is not open: two people must count the tray first", TWO_PEOPLE)
    return rules


def require_deck(state: State, rules: Rules, slot: object) -> TableDeck:
    """Return the deck in this slot of the table."""
    if type(slot) is not int or slot not in state.day.decks:
        slots = ", ".join(map(str, state.day.decks))
        words = f"there is no deck {short_repr(slot)} at the table: choose from {slots}"
        raise Refused(
            words if slots else "there is no deck at the table",
            rules.cite(rules.deck_procedures.received),
        )
    return state.day.decks[slot]


def mark_device(
    state: State, _: Person, command: c.MarkDevice, __: Shoe | None
) -> tuple[e.Event, ...]:
    """Mark a broken device as covered or out of order."""
    rules = require_rules_in_force(state)
    _check_out_of_order(state, rules, command.device)
    if not isinstance(command.mark, Mark):
        marks = " or ".join(Mark)
        raise Refused(
            f"mark must be {marks}, not {short_repr(command.mark)}", _device_clause(rules)
        )
    if state.day.broken[command.device]:
        raise Refused(
            f"the {command.device} is already {Mark(state.day.broken[command.device]).description}",
            _device_clause(rules),
        )
    return (e.DeviceMarked(command.device, command.mark),)


def restore_device(
    state: State, _: Person, command: c.RestoreDevice, __: Shoe | None
) -> tuple[e.Event, ...]:
    """Record that a broken device works again."""
    rules = require_rules_in_force(state)
    _check_out_of_order(state, rules, command.device)
    return (e.DeviceRestored(command.device),)


def _check_out_of_order(state: State, rules: Rules, device: object) -> None:
    if not isinstance(device, str) or device not in state.day.broken:
        choices = ", ".join(state.day.broken)
        raise Refused(
            f"device is {short_repr(device)}, but must be one that is out of order: {choices}"
            if choices
            else "no device is out of order",
            _device_clause(rules),
        )


def _device_clause(rules: Rules) -> str:
    incident = find_incident(rules, Kind.DEVICE_DOWN)
    return incident_clause(rules, incident) if incident else INCIDENTS


def disable(state: State, by: Person, command: c.Disable, _: Shoe | None) -> tuple[e.Event, ...]:
    """Bar a table, a game or a player from new rounds; a round in progress is finished."""
    require_rules_in_force(state)
    _check_target(command.what)
    if _disabled_entry(state, command.what):
        raise Refused(f"{short_repr(command.what)} is already disabled", DISABLING)
    check_reason(command.reason)
    return (e.Disabled(command.what, command.reason, by.name),)


def enable(state: State, by: Person, command: c.Enable, _: Shoe | None) -> tuple[e.Event, ...]:
    """Admit a table, a game or a player to new rounds again."""
    require_rules_in_force(state)
    _check_target(command.what)
    what = _disabled_entry(state, command.what)
    if not what:
        raise Refused(f"{short_repr(command.what)} is not disabled", DISABLING)
    return (e.Enabled(what, by.name),)


def _disabled_entry(state: State, what: str) -> str:
    """Return the entry as it was disabled, whatever the spelling of a name, or ""."""
    return next((entry for entry in state.day.disabled if same_person(entry, what)), "")


def _check_target(what: object) -> None:
    if what in ("table", "game"):
        return
    if isinstance(what, str) and what.startswith("player:") and is_name(what[7:]):
        return
    raise Refused(f"invalid target {short_repr(what)}: use table, game or player:NAME", DISABLING)
