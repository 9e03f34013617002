"""Situations in which the table was once wrong, which the machine seeks out."""

from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person, Role
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.state import Phase
from tests.filings import filing

from .coverage import Counts
from .driver import DEALERS, FLOOR, NAMES
from .expected_decks import HOUR
from .known_faults import NEW_DECK_IS_GATHERED, SAT_OUT_LEAVES_TWICE
from .ruling_cells import BY_HAND, ONE, SHOE, TWO, Errands, Way, errand_to
from .rulings import RET, STUD, THB
from .watch import Watch

DORA, FLO = DEALERS[0], FLOOR[0]


class Corners(Errands):
    """Rules that lead to unusual situations."""

    def a_deck_comes_before_the_close(self) -> None:
        """A deck that arrives before the close of the previous round counts as new."""
        self.lock()
        self.until(lambda model: model.playing and not model.dealing)
        assert self.say(c.CountStub(1), DORA)
        assert self.rule(self.past, Ruling.NOT_MISDEALT)
        self.say(c.ReceiveDeck(), DORA)
        self.play_out()

    def away_and_skipped(self) -> None:
        """A player who left and sits out leaves only once."""
        model = self.lock()
        seat = max(model.players)
        self.until(lambda model: model.hand(seat))
        assert self.say(c.Leave(seat), self.sitting(seat))
        assert self.say(c.Report(Kind.PLAYER_SKIPPED, seat), DORA)
        assert self.rule(self.past, Ruling.BY_THE_BOOK)
        assert not self.say(c.FreeSeat(seat), DORA)
        self.say(c.Leave(seat), self.sitting(seat))
        self.play_out()

    def skipped_and_gone(self) -> None:
        """A player who sits out may leave, and another may take the seat during the round."""
        model = self.lock()
        seat = max(model.players)
        self.until(lambda model: model.hand(seat))
        assert self.say(c.Report(Kind.PLAYER_SKIPPED, seat), DORA)
        assert self.rule(self.past, Ruling.BY_THE_BOOK)
        assert self.say(c.Leave(seat), self.sitting(seat))
        assert self.say(c.TakeSeat(seat), Person(NAMES[-1], Role.PLAYER))
        self.play_out()

    def all_is_settled_but_the_seed(self) -> None:
        """The seed is lost when only its opening remains."""
        self.lock()
        self.until(lambda _: self.phase is Phase.SETTLED)
        self.watch.table.shoe = None
        self.play_out()
        assert not self.watch.state.has_open_round

    def everybody_folds(self) -> None:
        """With no decision left, the dealer's card may be seen."""
        self.lock()
        self.until(lambda _: self.watch.state.round and self.watch.state.round.turn)
        while self.watch.model and (seats := self.watch.model.to_answer()):
            assert self.say(c.Decide(seats[0], "fold"), self.sitting(seats[0]))
        self.say(c.Report(Kind.DEALER_CARD_EXPOSED, position=1), DORA)
        self.play_out()

    def exposed_in_the_rack(self) -> None:
        """After a fold, no card at that seat can be exposed."""
        self.bets_of(*[*self.watch.state.seats][1:])
        rules, seat = self.in_force, min(self.watch.state.seats)
        assert rules is not None
        antes = {wager.key: rules.table.minimum for wager in rules.required}
        assert self.say(c.BuyIn(sum(antes.values())), self.sitting(seat))
        assert self.say(c.PlaceWagers(seat, antes), self.sitting(seat))
        assert self.say(c.NoMoreBets(), DORA)
        self.until(lambda _: self.watch.state.round and self.watch.state.round.turn == seat)
        assert self.say(c.Decide(seat, "fold"), self.sitting(seat))
        self.watch.ask(c.Report(Kind.DRAWN_EXPOSED, seat, "first"), DORA)
        assert not self.say(c.Forfeit(seat, "11.A(1)"), FLO)
        self.play_out()

    def drawn_before_the_first(self) -> None:
        """Once the first card was exposed, the stack cannot be cut again."""
        self.lock()
        assert self.say(c.Report(Kind.DRAWN_EXPOSED), DORA)
        assert self.rule(self.past, Ruling.GO_ON)
        assert not self.say(c.Report(Kind.DRAWN_EXPOSED), DORA)
        self.say(c.Recut("too late"), FLO)
        self.play_out()

    def the_shoe_stops(self) -> None:
        """A shoe jams after the close of betting; once its stacks are out, it can only fail."""
        jam, down = c.Report(Kind.SHOE_JAM), c.Report(Kind.DEVICE_DOWN, device=Device.SHOE)
        self.bets_of()
        assert not self.say(jam, DORA)
        assert self.say(c.NoMoreBets(), DORA)
        assert not self.say(down, DORA)
        assert self.say(jam, DORA)
        assert self.rule(self.past)
        self.play_out()
        self.lock()
        self.until(lambda _: self.watch.state.round and self.watch.state.round.turn)
        assert not self.say(jam, DORA)
        assert self.say(down, DORA)
        self.until_over()
        assert self.say(c.RestoreDevice(Device.SHOE), FLO)

    def two_cards_face_up(self) -> None:
        """The second exposed card is another irregularity."""
        self.lock()
        assert self.say(c.Report(Kind.CARD_FACE_UP), DORA)
        assert not self.say(c.Report(Kind.CARD_FACE_UP), DORA)
        self.play_out()

    def another_method(self, way: Way, device: Device) -> None:
        """A machine breaks while bets are open and is marked, and another method is filed."""
        self.bets_of()
        assert self.say(c.Report(Kind.DEVICE_DOWN, device=device), DORA)
        assert self.say(c.NoMoreBets(), DORA) is (device is Device.SHUFFLER)
        self.until_over()
        other = self.refile(*way)
        assert not self.say(c.Propose(other), DORA)
        assert self.say(c.MarkDevice(device), DORA)
        assert self.say(c.Propose(other), DORA)
        assert not self.say(c.OpenRound(), DORA)
        assert self.say(c.Approve(self.watch.state.proposed), FLO)
        self.lock()
        self.until_over()
        assert self.say(c.RestoreDevice(device), FLO)

    def refile(self, dealing: str, shuffler: str, decks: int) -> c.FileSubmission:
        """File the rules in force with another method of dealing."""
        submission = dict(self.watch.state.filed[-1].submission)
        table = dict(submission["table"])
        table |= {"dealing": dealing, "shuffler": shuffler, "decks": decks}
        return filing(self.game, submission | {"table": table})

    def a_deck_comes_before_it_is_closed(self) -> None:
        """A deck arrives after a closing count was proposed."""
        self.watch = Watch(NAMES, "closing", Automation.NOTHING, self.counts)
        self.open_table({})
        assert self.say(c.Propose(c.ClosingCount(self.tray)), DORA)
        assert self.say(c.ReceiveDeck(), DORA)
        assert not self.say(self.approval(), FLO)
        assert self.say(c.RemoveDeck(), DORA)
        assert self.say(self.approval(), FLO)

    def clock_set_by_people(self) -> None:
        """Without a clock, the table accepts the time that it is told unless it runs backward."""
        self.watch.table.stop_the_clock()
        self.play_out()
        self.prepare()
        start, old = self.watch.day.decks[1].received, 8 * HOUR
        assert not self.say(c.OpenRound(at=2**40 + 1), DORA)
        assert not self.say(c.OpenRound(at=start + old), DORA)
        assert self.say(c.OpenRound(at=start + 60), DORA)
        assert self.bet(min(self.watch.state.seats), self.past, surely=True)
        assert not self.say(c.NoMoreBets(at=start + old), DORA)
        assert self.say(c.NoMoreBets(at=start), DORA)
        assert self.watch.day.at == start + 60
        self.play_out()

    def rules_change(self) -> None:
        """Change from two decks to one and back, so that shuffled decks are shuffled again."""
        self.lock()
        self.until_over()
        self.prepare()
        for decks in (1, 2):
            self.prepare()
            assert self.say(c.Propose(self.refile(*TWO[:2], decks)), DORA)
            assert self.say(c.Approve(self.watch.state.proposed), FLO)
            self.lock()
            self.until_over()

    def jam_on_the_way(self) -> None:
        """The shuffler jams between rounds or during one, and the deck is removed."""
        self.play_out()
        self.prepare()
        assert self.say(c.OrderShuffle(), FLO)
        assert self.say(c.Report(Kind.SHUFFLER_JAM, deck=1), DORA)
        self.rule(self.past)
        self.prepare()
        assert self.say(c.Report(Kind.COUNTER_WRONG, deck=1), DORA)
        self.prepare()


def corners(game: str, counts: Counts) -> None:
    """Visit all unusual situations of the game."""
    by_hand = errand_to(Corners, game, counts)
    by_hand.sit_down(BY_HAND)
    by_hand.drawn_before_the_first()
    if game in (THB, STUD):
        by_hand.two_cards_face_up()
    if game == THB:
        by_hand.everybody_folds()
    if game != STUD:
        by_hand.exposed_in_the_rack()
    if not NEW_DECK_IS_GATHERED:
        by_hand.a_deck_comes_before_the_close()
    if game == RET:
        by_hand.skipped_and_gone()
    if game == RET and not SAT_OUT_LEAVES_TWICE:
        by_hand.away_and_skipped()
    by_hand.all_is_settled_but_the_seed()
    by_hand.watch.end()
    for way, device in ((SHOE, Device.SHOE), (ONE, Device.SHUFFLER)):
        breaks = errand_to(Corners, game, counts)
        breaks.sit_down(way)
        if way == SHOE:
            breaks.the_shoe_stops()
        breaks.another_method(BY_HAND, device)
        breaks.watch.end()
    two = errand_to(Corners, game, counts)
    two.sit_down(TWO)
    two.jam_on_the_way()
    by_hand = errand_to(Corners, game, counts)
    by_hand.sit_down(BY_HAND)
    by_hand.clock_set_by_people()
    by_hand.watch.end()
    by_hand.a_deck_comes_before_it_is_closed()
    by_hand.watch.end()
    two.rules_change()
    two.watch.end()
