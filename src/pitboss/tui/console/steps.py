"""The step that is due, as the dealer does it: one key, and the figures that it takes."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from pitboss.games.tasks import Task
from pitboss.table import commands as c
from pitboss.table.day import Deck
from pitboss.table.deciding.procedures import cut_range
from pitboss.table.due import due
from pitboss.table.duty import DEALER, FLOOR
from pitboss.tui.console.desk import Desk
from pitboss.tui.console.offers import Answers, Ask, Offer, Run, Way
from pitboss.tui.console.register import deck_asks, deck_received

Make = Callable[[Answers], c.Command]
TRAY: Final = Ask("cents", "Count the chips in the tray, in dollars:", "money")
STUB: Final = Ask("cards", "How many cards are in the stub?")
DECK: Final = Ask("cards", "How many cards are in the deck?")

WORDS: Final[Mapping[type[c.Command], str]] = {
    c.SignChecklist: "sign it",
    c.RemoveDeck: "take it off",
    c.Deal: "deal",
    c.TurnOver: "turn over",
    c.VerifyJackpot: "verify the win",
    c.AnswerForAbsent: "answer",
    c.CloseRound: "close the round",
    c.MarkDevice: "cover it",
}


def due_offer(desk: Desk) -> Offer | None:
    """What Enter does: the dealer's step, or the question to a player; none if it is the floor's.

    Hands are settled one by one, as a dealer does it.
    """
    duty = desk.table.duty
    step = due(desk.table.state, desk.now)
    if duty.who == FLOOR:
        return None
    if step is None:
        return _spoken(desk, duty.step, duty.seat)
    if duty.who != DEALER:
        return None
    match command := step.command:
        case c.Propose(matter=c.OpeningCount()):
            return _opening(desk)
        case c.CountStub():
            ask = STUB if desk.table.state.running else DECK
            return _figures(desk, "count the cards", (ask,), _stub)
        case c.ReceiveDeck():
            return _figures(desk, "the deck comes", deck_asks(desk.table.state.day), deck_received)
        case c.CountProgressives(chips=chips):
            return _figures(desk, "count the chips", tuple(_chips(desk, chips)), _collected)
        case c.Perform(task=Task.CUT, deck=slot):
            return _cut(desk, slot, desk.table.state.day.decks[slot])
        case c.Settle():
            words = "settle" if duty.seat is None else f"settle seat {duty.seat}"
            return _plain(desk, words, c.Settle())
        case c.SpinWheel():
            return _plain(desk, f"spin for seat {duty.seat}", command)
        case _:
            return _plain(desk, _key_words(command), command)


def _key_words(command: c.Command) -> str:
    """What the key does, in a word or two."""
    if isinstance(command, c.Perform):
        return command.task.value
    return WORDS.get(type(command), "do it")


def _plain(desk: Desk, words: str, command: c.Command) -> Offer:
    way = desk.way(desk.dealer, words, lambda given: command)
    return Offer(words=words, ways=(way,))


def _figures(desk: Desk, words: str, asks: tuple[Ask, ...], make: Make) -> Offer:
    return Offer(words=words, ways=(desk.way(desk.dealer, words, make),), asks=asks)


def _spoken(desk: Desk, step: str, seat: int | None) -> Offer | None:
    """Nobody of the house is due: bets are opened or closed, or a player is spoken to."""
    run: Run
    match step:
        case "OpenRound":
            return _plain(desk, "open the bets", c.OpenRound())
        case "NoMoreBets":
            return _plain(desk, "no more bets", c.NoMoreBets())
        case "Decide":
            words, run = f"ask seat {seat}", lambda given: desk.crew.answer()
        case "TakeSeat":
            words, run = "let players sit down", lambda given: desk.crew.sit_down()
        case "Propose":
            return _opening(desk)
        case _:
            return None
    return Offer(words=words, ways=(Way(words, run),))


def _opening(desk: Desk) -> Offer:
    def make(given: Answers) -> c.Command:
        return c.Propose(c.OpeningCount(int(given["cents"])))

    return _figures(desk, "count the tray", (TRAY,), make)


def _stub(given: Answers) -> c.Command:
    return c.CountStub(int(given["cards"]))


def _chips(desk: Desk, chips: Mapping[str, int]) -> Iterator[Ask]:
    """One figure for each wager that a device accepted."""
    labels = {side.key: side.label for side in desk.rules.sides}
    for key in chips:
        yield Ask(key, f"How many {labels[key]} wagers did you collect?")


def _collected(given: Answers) -> c.Command:
    return c.CountProgressives({key: int(number) for key, number in given.items()})


def _cut(desk: Desk, slot: int, deck: Deck) -> Offer:
    low, high = cut_range(desk.rules, deck)
    prompt = f"How many cards does the cut take from the top, {low} to {high}?"

    def make(given: Answers) -> c.Command:
        return c.Perform(Task.CUT, slot, int(given["cards"]))

    return _figures(desk, "cut", (Ask("cards", prompt),), make)
