"""Tables with irregularities, and with wrong consequences of them."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from pitboss.cards import card_text
from pitboss.games.incidents import Kind
from pitboss.settle import WagerResult
from pitboss.table import Automation, Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from tests.verify.corpus import TWO_DECKS, two_people
from tests.verify.random_shifts import Json, submission_for
from tests.verify.unchecked_table import (
    ANTES,
    DAN,
    FAY,
    READY,
    Lawless,
    at_first_question,
    betting,
    open_table,
    settling,
)

FRITZ: Final = Person("Fritz", Role.FLOORPERSON)
MACHINE: Final = submission_for("manual shoe", "automated")
COUNTS: Final = submission_for("automated shoe", "automated counting", decks=2)
HOLDEM: Final = {"ante": 500, "bonus": 300}
STUD: Final = {"two_card": 500, "three_card": 500, "five_card": 500}
TWICE: Final = {"ante_1": 500, "ante_2": 500, "progressive": 100}
WORDS: Final = Kind.WRONG_NUMBER.description


def report_of(
    kind: Kind, *, round_: int = 1, waits: bool = True, **more: object
) -> e.IncidentReported:
    """Return the event of a report."""
    return replace(e.IncidentReported(1, round_, (kind,), waits, "Dan"), **more)


def reports(kind: Kind, table: Lawless, **more: object) -> Lawless:
    """Have Dan report an irregularity, allowed or not."""
    return table.happen(report_of(kind, **more), DAN)  # type: ignore[arg-type]


def playing(
    game: str, wagers: dict[str, int], submission: Json | None = None, dealt: int = 0
) -> Lawless:
    """Return a table with closed bets, after this many steps of the deal."""
    table = open_table(game, submission, automation=READY | Automation.COUNT)
    table.open_round()
    for seat, name in ((2, "Ann"), (4, "Bob")):
        table.player(name).place_wagers(seat, wagers)
    table.no_more_bets()
    for _ in range(dealt):
        table.deal()
    return table


def holdem(dealt: int = 4) -> Lawless:
    """Return a table of hold 'em at which everybody has two cards, and Ann is asked."""
    return playing("holdem-bonus", HOLDEM, dealt=dealt)


def stud(dealt: int) -> Lawless:
    """Return a table of Stud 235, with two community cards."""
    return playing("stud-235", STUD, dealt=dealt)


def stud_progressive() -> Lawless:
    """Return a table with a progressive wager at both seats."""
    return playing("stud-235", STUD | {"progressive": 100}, dealt=1)


def return_wager(table: Lawless, seats: tuple[int, ...], ruling: Ruling = Ruling.RETURN) -> Lawless:
    """Have the progressive system fail, and return the wager to these seats."""
    waiting(Kind.PROGRESSIVE_DOWN, table)
    rule_on(ruling, table)
    back = {seat: WagerResult(100, "void", 100) for seat in seats}
    return table.happen(e.WagersReturned(1, "progressive", back), FAY)


def twice(dealt: int = 3) -> Lawless:
    """Return a table of a game in which a skipped player sits out."""
    return playing("run-em-twice", TWICE, dealt=dealt)


def card_at(table: Lawless, position: int) -> e.TurnedCard:
    """Return a card of the stack, with its proof."""
    shoe = table.shoe
    assert shoe
    card, salt = card_text(shoe.cards[position]), shoe.salts[position].hex()
    return e.TurnedCard(position, card, salt, shoe.proof(position))


def next_card(table: Lawless, further: int = 0) -> e.TurnedCard:
    round_ = table.state.round
    assert round_
    return card_at(table, round_.order[round_.dealt + further])


def face_up(card: Callable[[Lawless], e.TurnedCard], table: Lawless | None = None) -> Lawless:
    """Find a card face up in the stack, and put this one out of play."""
    table = table or holdem(1)
    reports(Kind.CARD_FACE_UP, table, waits=False)
    return table.happen(e.CardOut(1, card(table)), DAN)


def expose_card(
    kind: Kind, at: Callable[[Lawless], int], table: Lawless, **more: object
) -> Lawless:
    """Expose the card at this position."""
    reports(kind, table, exposed=True, **more)
    return table.happen(e.CardExposed(1, card_at(table, at(table))), DAN)


def hole(seat: int, card: int = 0) -> Callable[[Lawless], int]:
    return lambda table: table.state.round.holes[seat][card]  # type: ignore[union-attr]


def place(name: str, card: int = 0) -> Callable[[Lawless], int]:
    return lambda table: table.state.round.table[name][card]  # type: ignore[union-attr]


def waiting(
    kind: Kind = Kind.WRONG_NUMBER, table: Lawless | None = None, seat: int = 0, position: int = 0
) -> Lawless:
    """Return a table with a legal report that awaits a ruling."""
    table = table or at_first_question()
    table.execute(c.Report(kind, seat, position=position, round=1), DAN)
    return table


def rule_on(
    ruling: Ruling = Ruling.BY_THE_BOOK,
    table: Lawless | None = None,
    *,
    by: Person = FAY,
    number: int = 1,
    reason: str = "so it was",
) -> Lawless:
    table = table or waiting()
    return table.happen(e.IncidentRuled(number, ruling, reason, by.name), by)


def void(reason: str, table: Lawless | None = None, seats: object = None) -> Lawless:
    """Rule correctly, and then void the round like this."""
    table = rule_on(table=table)
    round_ = table.state.round
    assert round_
    back = {
        seat: {key: WagerResult(stake, "void", stake) for key, stake in wagers.items()}
        for seat, wagers in sorted(round_.wagers.items(), reverse=True)
    }
    seats_back = back if seats is None else seats
    return table.happen(e.RoundVoided(1, reason, seats_back), FAY)  # type: ignore[arg-type]


def sat_out(seat: int = 2, **change: int) -> Lawless:
    """Return a table at which Ann was skipped, and this seat sits out."""
    table = rule_on(table=waiting(Kind.PLAYER_SKIPPED, twice(), seat=2))
    back = {key: WagerResult(stake, "void", stake) for key, stake in (TWICE | change).items()}
    return table.happen(e.SatOut(1, seat, back), FAY)


def jam_deck(ruling: Ruling = Ruling.GO_ON) -> Lawless:
    """Have the second deck jam while bets are open, and rule on it."""
    table = open_table(submission=TWO_DECKS)
    table.automation = Automation.NOTHING
    table.open_round()
    table.player("Ann").place_wagers(2, ANTES)
    table.execute(c.Report(Kind.SHUFFLER_JAM, deck=2), DAN)
    return rule_on(ruling, table)


def jam_waits() -> Lawless:
    """Return the same table before the ruling."""
    table = open_table(submission=TWO_DECKS)
    table.automation = Automation.NOTHING
    table.open_round()
    table.player("Ann").place_wagers(2, ANTES | {"five_card_bonus": 100})
    table.execute(c.Report(Kind.SHUFFLER_JAM, deck=2), DAN)
    return table


def settled_and_jammed() -> Lawless:
    """Have the second deck jam after all payouts, without a ruling."""
    table = playing("criss-cross", ANTES, TWO_DECKS, dealt=2)
    table.automation = Automation.NOTHING
    table.player("Ann").decide(2, "fold")
    table.player("Bob").decide(4, "fold")
    for _ in range(3):
        table.turn_over()
    table.settle(every=True)
    table.execute(c.Report(Kind.SHUFFLER_JAM, deck=2), DAN)
    return table


def miscount_stub(ruling: Ruling) -> Lawless:
    """Report a wrong count of the stub, and rule on it."""
    table = at_first_question()
    table.execute(c.CountStub(5, round=1), DAN)
    return rule_on(ruling, table)


def void_for_count() -> Lawless:
    table = at_first_question()
    table.execute(c.CountStub(5, round=1), DAN)
    rule_on(Ruling.NOT_MISDEALT, table)
    round_ = table.state.round
    assert round_
    back = {
        seat: {key: WagerResult(stake, "void", stake) for key, stake in round_.wagers[seat].items()}
        for seat in (4, 2)
    }
    reason = f"{Kind.STUB_NOT_52.description} [CCP 8.F(5)]"
    return table.happen(e.RoundVoided(1, reason, back), FAY)


def down(device: str = "shuffler", table: Lawless | None = None) -> Lawless:
    """Report a device that breaks, legally."""
    table = table or open_table(submission=MACHINE)
    table.execute(c.Report(Kind.DEVICE_DOWN, device=device), DAN)
    return table


def forfeits(table: Lawless, seat: int = 2, breach: str = "11.A(1)", by: Person = FAY) -> Lawless:
    return table.happen(e.Forfeited(1, seat, breach, by.name), by)


def half_settled() -> Lawless:
    """Return a table at which only Bob has been paid."""
    table = settling()
    table.settle()
    return table


def all_settled() -> Lawless:
    """Return a table at which everybody has been paid, with the cards still there."""
    table = settling()
    table.settle(every=True)
    return table


def to_count() -> Lawless:
    """Return a table at which the wheel's wagers must be counted before the deal."""
    table = betting(submission=TWO_DECKS)
    table.player("Ann").place_wagers(2, ANTES | {"bonus_spin": 500})
    table.no_more_bets()
    return table


def too_many_cards(*, reversed_first: bool, all_of_it: bool) -> Lawless:
    """Void a round in which Bob has been paid when Ann's hand is wrong.

    It is forged: Bob's payout is not reversed, or not everything is returned.
    """
    table = rule_on(table=waiting(table=half_settled()))
    round_ = table.state.round
    assert round_
    if reversed_first:
        table.happen(e.SettlementReversed(1, 4, round_.results[4]), FAY)
    back = {
        seat: {
            key: WagerResult(stake, "void", stake)
            for key, stake in {**round_.wagers[seat], **round_.raises[seat]}.items()
        }
        for seat in ((4, 2) if all_of_it else (2,))
    }
    return table.happen(e.RoundVoided(1, f"{WORDS} [CCP 13.C]", back), FAY).finish()


def left_late(table: Lawless | None = None) -> Lawless:
    """Return a table at which Bob has made all decisions, and leaves before he is paid."""
    return after_command(table or settling(), c.WalkedOff(4, round=1), DAN)


def left_and_paid(*, is_lost: bool | None) -> Lawless:
    """Pay Bob by his cards although there is no ruling, or one that he loses everything."""
    table = left_late()
    if is_lost is not None:
        table.execute(c.RuleOnAbsent(4, is_lost, round=1), FAY)
    paid = settling()
    before = len(paid.log)
    paid.settle()
    for item in paid.log[before:]:
        if isinstance(item.event, e.SeatSettled) or not is_lost:
            table.happen(item.event, DAN)
    wrong = len(table.log) - (1 if is_lost is None else 0)
    table.finish().wrong = wrong
    return table


def spun_first() -> Lawless:
    """Return a table with all hands turned up, and a wager that would have spun the wheel."""
    return settling(bonus_spin=500)


def half_void() -> Lawless:
    """Return all wagers after a lost seed without reversing Bob's payout."""
    table = half_settled()
    table.shoe = None
    table.dealer("Dan").propose(c.VoidRound(1, "the power failed"))
    table.happen(e.Approved(table.state.proposed, "Fay"), FAY)
    round_ = table.state.round
    assert round_
    of_ann = {**round_.wagers[2], **round_.raises[2]}
    back = {2: {key: WagerResult(stake, "void", stake) for key, stake in of_ann.items()}}
    of_bob = {**round_.wagers[4], **round_.raises[4]}
    also = {4: {key: WagerResult(stake, "void", stake) for key, stake in of_bob.items()}}
    table.happen(e.RoundVoided(1, "the power failed", also | back), FAY)
    wrong = table.wrong
    table.happen(e.SeedLost(1), DAN).happen(e.RoundClosed(1), DAN)
    table.wrong = wrong
    return table


def after_command(table: Lawless, command: c.Command, by: Person) -> Lawless:
    """Execute a command legally."""
    table.execute(command, by)
    return table


def disable(what: str) -> Lawless:
    return after_command(open_table(), c.Disable(what, "a complaint"), FAY)


def out_and_dealt() -> Lawless:
    """Deal a card that is out of play."""
    table = holdem(1)
    out = next_card(table)
    face_up(lambda _: out, table)
    return table.happen(e.CardsDealt(1, ("dealer",), (out.position,)), DAN)


def both_cards_open() -> Lawless:
    """Continue a round after both of Ann's cards were exposed."""
    table = at_first_question()
    for card in ("first", "second"):
        table.execute(c.Report(Kind.DRAWN_EXPOSED, 2, card, round=1), DAN)
        table.floorperson("Fay").rule(Ruling.GO_ON, "so it was")
    return table


def reshuffled_table() -> Lawless:
    """Return a table at which the community cards were dealt first, face down."""
    submission = submission_for("automated shoe", "automated reshuffling")
    return playing("holdem-bonus", HOLDEM, submission, dealt=3)


def to_the_river() -> Lawless:
    """Return a table at which all decisions are made, and the last cards are next."""
    table = reshuffled_table()
    for street, decision in enumerate(("bet", "check", "check"), 1):
        table.player("Ann").decide(2, decision)
        table.player("Bob").decide(4, decision)
        if street < 3:
            table.turn_over()
    return table


def ruled_misdealt() -> Lawless:
    """Rule that a misdealt round is void, and that the deck is complete."""
    table = at_first_question()
    table.execute(c.CountStub(5, round=1), DAN)
    table.floorperson("Fay").rule(Ruling.MISDEALT, "so it was")
    return table


def forfeited_and_paid() -> Lawless:
    """Have Bob forfeit during settlement, and pay him as if he had not."""
    table = settling()
    before = len(table.log)
    table.settle()
    paid = table.log[before:]
    again = settling()
    again.execute(c.Forfeit(4, "11.A(2)", round=1), FAY)
    settled_event = next(item.event for item in paid if isinstance(item.event, e.SeatSettled))
    winnings = {
        key: replace(item, outcome="win", credit=2 * item.stake)
        for key, item in settled_event.wagers.items()
    }  # whatever the cards are
    return again.happen(replace(settled_event, wagers=winnings), DAN).finish()


def paid_wrongly() -> Lawless:
    """Pay Bob more than he won; then lose the seed, and return everything else."""
    table = settling()
    before, state = len(table.log), table.state
    table.settle()
    turn_event, paid = table.log[before].event, table.log[before + 1].event
    assert isinstance(paid, e.SeatSettled)
    del table.log[before:]
    table.state = state
    across = replace(paid.wagers["across"], credit=100_000)
    table.happen(turn_event, DAN)
    table.happen(e.SeatSettled(1, 4, {**paid.wagers, "across": across}), DAN)
    wrong = table.wrong
    table.shoe = None
    two_people(table, c.VoidRound(1, "the power failed"))
    table.close_round()
    table.wrong = wrong
    return table
