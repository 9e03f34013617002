"""Short shifts that together contain every kind of event, on which forgeries are based."""

from functools import cache
from random import Random
from typing import Final

from pitboss.cards import cards
from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.table import Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from tests.filings import filing
from tests.table.physical_tables import next_entries
from tests.verify.random_shifts import DEALERS, FLOOR, METHODS, Json, Shift, submission_for, until

ONLY_JACKPOTS: Final[Json] = {
    "wagers": {"bonus_spin": {"wheel": [{"symbol": "jackpot", "stops": 1, "community": 0}]}}
}
ONLY_COMMUNITY: Final[Json] = {
    "wagers": {"bonus_spin": {"wheel": [{"symbol": "$25", "stops": 3, "community": 1500}]}}
}
PHYSICAL: Final[Json] = {"table": {"cards": "physical"}, **ONLY_COMMUNITY}
REST: Final = "4c Jd 6s 2h 9c Th 3d 7c As 5h Qd 4s Jh 6d"
"""Cards that are not among those dealt first."""
ANY_AMOUNT: Final[Json] = {"readings": {"raise_amounts": "any"}}
TWO_DECKS: Final = submission_for("automated shoe", "automated", decks=2)
TWO_BOXES: Final[Json] = {"table": {"boxes_per_player": 2, "dealing": "automated shoe"}}
THIRDS: Final[Json] = {
    "wagers": {
        "progressive": {
            "paytable": "C",
            "meters": {
                "major": {"start": 1_000_000, "reset": 1_000_000, "rate": "1/7"},
                "minor": {"start": 100_000, "reset": 100_000, "rate": "1/3"},
            },
        }
    }
}
"""Meters with fractions of a cent from the first wager on."""


def jackpot(shift: Shift) -> bool:
    return "JackpotValidated" in shift.kinds()


def gifts(shift: Shift) -> bool:
    return "GiftsPaid" in shift.kinds()


@cache
def spun() -> Shift:
    """A shift in which a pair wins a spin, and every spin wins the jackpot."""
    return until(
        jackpot, lambda s: Shift("criss-cross", ONLY_JACKPOTS, seats=1, seed=s, sides=1).play()
    )


@cache
def shared_prizes() -> Shift:
    """A shift in which a player's pair pays the other player a prize, too."""
    return until(
        gifts, lambda s: Shift("criss-cross", ONLY_COMMUNITY, seats=2, seed=s, sides=1).play()
    )


@cache
def hit() -> Shift:
    """A win of a progressive with two meters and thirds of a cent, dealt by people."""
    return until(
        jackpot,
        lambda s: Shift("run-em-twice", THIRDS, seats=2, seed=s, sides=1, by_hand=True).play(),
    )


@cache
def stud() -> Shift:
    """A shift of Stud 235 with two boxes of one player, and a neighbor."""
    return Shift("stud-235", TWO_BOXES, seats=3, seed=1, pace=1).play()


@cache
def amounts() -> Shift:
    """Raises of any amount, from a hand-shuffled shoe, with contributions to the shuffle."""
    return until(
        lambda shift: "EntropyAdded" in shift.kinds(),
        lambda s: Shift("run-em-twice", ANY_AMOUNT, seats=2, seed=s, folds=0).play(),
    )


@cache
def walked_off() -> Shift:
    """Two of three players walk off: one loses the wagers, those of the other stand.

    One says so, the other is reported by the staff.
    """
    shift = Shift("holdem-bonus", submission_for(*METHODS[2]), seats=3, seed=5, by_hand=True)
    table = shift.table
    table.execute(c.OpenRound(), DEALERS[0])
    for seat, name in table.state.seats.items():
        table.player(name).place_wagers(seat, {"ante": 500, "bonus": 100})
    table.execute(c.NoMoreBets(), DEALERS[0])
    table.player("Ann").leave(1)
    table.execute(c.WalkedOff(2), DEALERS[0])
    table.execute(c.RuleOnAbsent(1, True), FLOOR[0])
    while table.state.has_open_round:
        shift.go_on()
    return shift


@cache
def freed_seats() -> Shift:
    """Only one of four seated players wagers: the staff frees the seats of the others.

    One has chips, one has none, one has two boxes; in the end the player who wagered is gone, too.
    """
    shift = Shift("stud-235", TWO_BOXES, seats=3, seed=9, by_hand=True)
    table, bob, eve = shift.table, *(Person(name, Role.PLAYER) for name in ("Bob", "Eve"))
    table.execute(c.OpenRound(), DEALERS[0])
    table.player("Ann").place_wagers(1, {"two_card": 500, "three_card": 500, "five_card": 500})
    table.execute(c.TakeSeat(6), eve)
    table.execute(c.FreeSeat(6), FLOOR[0])
    table.execute(c.NoMoreBets(), DEALERS[0])
    table.execute(c.FreeSeat(3), DEALERS[1])
    table.execute(c.TakeSeat(3), eve)
    table.execute(c.BuyIn(500), eve)
    shift.go_on()
    table.execute(c.Report(Kind.WRONG_NUMBER), DEALERS[0])
    table.execute(c.FreeSeat(2), FLOOR[1])
    table.execute(c.Rule(Ruling.BY_THE_BOOK, "a card too many"), FLOOR[0])
    table.execute(c.FreeSeat(3), FLOOR[1])
    table.execute(c.CloseRound(), DEALERS[0])
    table.execute(c.TakeSeat(2), bob)
    table.execute(c.FreeSeat(1), DEALERS[0])
    return shift


@cache
def voided_round() -> Shift:
    """A round voided after the deal, in which the bonus is settled all the same."""
    shift = Shift("holdem-bonus", seats=2, seed=7)
    table = shift.table
    table.execute(c.OpenRound(), DEALERS[0])
    for seat, name in table.state.seats.items():
        table.player(name).place_wagers(seat, {"ante": 500, "bonus": 700})
    table.player("Ann").take_back(1, ("bonus",))
    table.execute(c.NoMoreBets(), DEALERS[0])
    table.player("Ann").decide(1, "fold")
    two_people(table, c.VoidRound(1, "the dealer's cards were exposed", "bonus"))
    return shift


@cache
def lost_seed() -> Shift:
    """A round voided before the last cards, whose seed can no longer be revealed."""
    shift = Shift("stud-235", seats=1, seed=3, by_hand=True)
    table = shift.table
    table.execute(c.OpenRound(), DEALERS[0])
    table.player("Ann").place_wagers(1, {"two_card": 500, "three_card": 500, "five_card": 500})
    table.execute(c.NoMoreBets(), DEALERS[0])
    for _ in range(7):
        shift.go_on()
    two_people(table, c.VoidRound(1, "the power failed"))
    table.shoe = None
    table.execute(c.CloseRound(), DEALERS[0])
    return shift


@cache
def corrected_shift() -> Shift:
    """An empty tray; payouts and a meter corrected, submissions superseded, a proposal rejected."""
    shift = until(
        lambda shift: "TrayFilled" in shift.kinds(),
        lambda s: Shift("stud-235", seats=1, seed=s, bank=100, sides=0).play(),
    )
    table, round_ = shift.table, shift.now
    credit = round_.results[1]["two_card"].credit
    two_people(table, c.CorrectPayout(round_.number, 1, "two_card", credit - 100, "misread"))
    two_people(table, c.TransferChips(5_000, "F 1"))
    two_people(table, c.TransferChips(1_000, "C 1", to_cage=True))
    two_people(table, c.CorrectMeter("meter", "-1/3", "counted again"))
    left = table.state.meter_amount("meter")
    two_people(table, c.CorrectMeter("meter", str(-left), "this meter ends"))
    two_people(table, filing("stud-235", {"wagers": {"progressive": {"paytable": "D"}}}))
    table.execute(c.Propose(c.CorrectMeter("meter", 5, "a slip")), DEALERS[0])
    table.execute(c.Reject(table.state.proposed), FLOOR[0])
    table.execute(c.CashOut(100), table.player("Ann").person)
    table.execute(c.Leave(1), table.player("Ann").person)
    two_people(table, c.CorrectPayout(round_.number, 1, "two_card", credit, "rightly read"))
    return shift


@cache
def filed_later() -> Shift:
    """New limits approved mid-round; the next filing lapses, since the shuffler is down."""
    shift = Shift(
        "stud-235", submission_for("automated shoe", "automated"), seats=1, seed=4, by_hand=True
    )
    table = shift.table
    for minimum, wager in ((300, 500), (200, 300)):
        shift.prepare()
        table.execute(c.OpenRound(), DEALERS[0])
        bets = {"two_card": wager, "three_card": wager, "five_card": wager}
        table.player("Ann").place_wagers(1, bets)
        table.execute(c.NoMoreBets(), DEALERS[0])
        filing_ = table.state.filed[-1].submission
        other = {**filing_, "table": {**filing_["table"], "minimum": minimum}}
        two_people(table, c.FileSubmission(other, after_round=True))
        if minimum == 200:
            table.execute(c.Report(Kind.DEVICE_DOWN, device=Device.SHUFFLER), DEALERS[1])
        while table.state.has_open_round:
            shift.go_on()
    return shift


@cache
def unplayed_table() -> Shift:
    """A table that is opened, closed and opened again, with cards that nobody is dealt."""
    shift = Shift("stud-235", seats=0, by_hand=True)
    table = shift.table
    shift.sit(1)
    shift.prepare()
    table.execute(c.Leave(1), table.player("Ann").person)
    table.execute(c.Perform(Task.EMPTY), DEALERS[1])
    table.execute(c.Perform(Task.SPREAD), DEALERS[1])
    table.execute(c.RemoveDeck(), FLOOR[1])
    two_people(table, c.ClosingCount(9_999_500))
    two_people(table, c.OpeningCount(9_999_700))
    table.execute(c.ReceiveDeck(ready_made=True), DEALERS[0])
    return shift


@cache
def two_decks() -> Shift:
    """A shuffler that jams while bets are open, then breaks; a player who may not play."""
    shift = Shift("run-em-twice", TWO_DECKS, seats=2, seed=2, by_hand=True)
    table = shift.table
    table.execute(c.OrderShuffle(2), FLOOR[0])
    table.execute(c.Perform(Task.SHUFFLE, 2), DEALERS[0])
    table.execute(c.Disable("player:Bob", "a complaint"), FLOOR[0])
    table.execute(c.OpenRound(), DEALERS[0])
    table.player("Ann").place_wagers(1, {"ante_1": 500, "ante_2": 500})
    table.execute(c.Report(Kind.SHUFFLER_JAM, deck=2), DEALERS[0])
    table.player("Ann").leave(1)
    table.execute(c.Rule(Ruling.VOID, "nobody plays on"), FLOOR[1])
    table.execute(c.CloseRound(), DEALERS[0])
    table.execute(c.Enable("player:Bob"), FLOOR[1])
    table.execute(c.Report(Kind.DEVICE_DOWN), FLOOR[0])
    table.execute(c.MarkDevice(Device.SHUFFLER, Mark.SIGN), DEALERS[1])
    table.execute(c.RestoreDevice(Device.SHUFFLER), FLOOR[1])
    shift.prepare()
    return shift


@cache
def skipped_player() -> Shift:
    """A new cut, a skipped player, an exposed card of another, and a third who forfeits."""
    shift = Shift("run-em-twice", seats=3, seed=4, by_hand=True)
    table = shift.table
    table.execute(c.OpenRound(), DEALERS[0])
    wagers = {"ante_1": 500, "ante_2": 500, "progressive": 100}
    for seat, name in table.state.seats.items():
        table.player(name).place_wagers(seat, wagers)
    table.player("Bob").add_entropy("eight")
    table.execute(c.Recut("the cover card was seen"), FLOOR[0])
    table.execute(c.NoMoreBets(), DEALERS[0])
    for _ in range(4):
        shift.go_on()
    table.execute(c.Report(Kind.PLAYER_SKIPPED, 2), DEALERS[0])
    table.execute(c.Rule(Ruling.BY_THE_BOOK, "no card lay there"), FLOOR[0])
    table.execute(c.Report(Kind.DRAWN_EXPOSED, 1, "second"), FLOOR[1])
    table.execute(c.Rule(Ruling.GO_ON, "it was his own"), FLOOR[0])
    table.execute(c.Forfeit(3, "11.A(4)"), FLOOR[0])
    table.execute(c.CountStub(52 - shift.now.dealt), DEALERS[0])
    while table.state.has_open_round:
        shift.go_on()
    return shift


@cache
def face_up() -> Shift:
    """A card out of play; then the dealer's cards are seen, and only the bonus is settled."""
    shift = Shift("holdem-bonus", seats=2, seed=6, by_hand=True)
    table = shift.table
    table.execute(c.OpenRound(), DEALERS[0])
    for seat, name in table.state.seats.items():
        table.player(name).place_wagers(seat, {"ante": 500, "bonus": 300})
    table.execute(c.NoMoreBets(), DEALERS[0])
    for _ in range(2):
        shift.go_on()
    table.execute(c.Report(Kind.CARD_FACE_UP), DEALERS[0])
    for _ in range(2):
        shift.go_on()
    table.execute(c.Report(Kind.DEALER_CARD_EXPOSED, card="dealer", position=2), DEALERS[1])
    table.execute(c.Rule(Ruling.BY_THE_BOOK, "all saw it"), FLOOR[1])
    table.execute(c.CloseRound(), DEALERS[0])
    return shift


@cache
def without_a_system() -> Shift:
    """A recorded breach; then the progressive system fails, and its wager is returned."""
    shift = Shift("stud-235", seats=2, seed=5, by_hand=True)
    table = shift.table
    table.execute(c.OpenRound(), DEALERS[0])
    wagers = {"two_card": 500, "three_card": 500, "five_card": 500, "progressive": 100}
    for seat, name in table.state.seats.items():
        table.player(name).place_wagers(seat, wagers)
    table.execute(c.NoMoreBets(), DEALERS[0])
    for _ in range(4):
        shift.go_on()
    table.execute(c.RecordBreach(1, "11.A(2)"), DEALERS[0])
    table.execute(c.Report(Kind.PROGRESSIVE_DOWN), DEALERS[0])
    table.execute(c.Rule(Ruling.RETURN, "the lights are out"), FLOOR[0])
    while table.state.has_open_round:
        shift.go_on()
    return shift


@cache
def miscounted_stub() -> Shift:
    """A stub with a wrong count, and a deck that has to be replaced."""
    shift = Shift("stud-235", seats=1, seed=8, by_hand=True)
    table = shift.table
    shift.open_and_bet()
    while shift.now.turn is None:
        shift.go_on()
    table.execute(c.CountStub(46), DEALERS[0])
    table.execute(c.Rule(Ruling.NOT_MISDEALT, "a card is missing"), FLOOR[0])
    table.execute(c.CloseRound(), DEALERS[0])
    return shift


@cache
def half_paid() -> Shift:
    """A seed that is lost after one of two seats is settled: all other wagers are returned."""

    def build(seed: int) -> Shift:
        shift = Shift("criss-cross", ONLY_COMMUNITY, seats=2, seed=seed, sides=1, by_hand=True)
        shift.open_and_bet()
        while not shift.now.settled:
            shift.go_on()
        return shift

    shift = until(lambda shift: gifts(shift) and shift.now.phase is Phase.SETTLING, build)
    table = shift.table
    table.shoe = None
    two_people(table, c.VoidRound(1, "the power failed"))
    table.execute(c.CloseRound(), DEALERS[0])
    return shift


@cache
def physical_deck() -> Shift:
    """Cards of a physical deck: one exposed, a spin, and a card that is corrected when settled."""
    shift = Shift("criss-cross", PHYSICAL, seats=2, seed=1, by_hand=True)
    table, stack = (
        shift.table,
        cards(" ".join((*["Kh", "2c", "9d", "3s", "Td", "7h", "Ks", "7s", "8h"], *REST.split()))),
    )
    table.execute(c.OpenRound(), DEALERS[0])
    wagers = {"ante_across": 500, "ante_down": 500, "bonus_spin": 500}
    table.execute(c.PlaceWagers(1, wagers), DEALERS[0])
    table.player("Bob").place_wagers(2, wagers)
    table.execute(c.NoMoreBets(), DEALERS[0])
    chance = Random(7)
    while shift.now.turn is None:
        next_entries(table, stack, chance)
    table.execute(c.Report(Kind.COMMUNITY_EXPOSED, card="left", face="Kh"), DEALERS[0])
    table.execute(c.Rule(Ruling.GO_ON, "everybody saw it"), FLOOR[0])
    while shift.now.turn is not None or shift.now.phase is not Phase.SETTLING:
        if shift.now.turn is not None:
            table.execute(c.Decide(shift.now.turn, "1x"), DEALERS[1])
        else:
            next_entries(table, stack, chance)
    while not shift.now.settled:
        next_entries(table, stack, chance)
    two_people(table, c.CorrectCards(1, {"2.second": "8c"}, "misread"))
    while table.state.has_open_round:
        next_entries(table, stack, chance)
    shift.prepare()
    return shift


def two_people(table: Table, matter: c.Matter) -> None:
    table.execute(c.Propose(matter), DEALERS[0])
    table.execute(c.approval_of(table.state.proposed, matter), FLOOR[0])


CORPUS: Final = {
    build_case.__name__: build_case
    for build_case in (
        spun,
        shared_prizes,
        hit,
        stud,
        amounts,
        walked_off,
        freed_seats,
        voided_round,
        lost_seed,
        corrected_shift,
        filed_later,
        unplayed_table,
        two_decks,
        skipped_player,
        face_up,
        without_a_system,
        miscounted_stub,
        half_paid,
        physical_deck,
    )
}
"""Shifts by name, each created on first use."""
