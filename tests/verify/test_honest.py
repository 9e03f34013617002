"""Every file of an honest table passes."""

from collections.abc import Iterator
from typing import Final, get_args

import pytest

from pitboss.cards import rank, suit
from pitboss.games import GAMES
from pitboss.shuffle import build_shoe, practice_seed, shuffle_context
from pitboss.submission import resolve
from pitboss.table import Automation, Person, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.verify import VerificationError, verify
from pitboss.verify.chain import EventLog, hash_lines
from pitboss.verify.events import RoundOpened
from tests.rotation import with_games
from tests.verify.corpus import CORPUS, two_people
from tests.verify.engine_check import honest
from tests.verify.file_forgery import docs_of, rechain
from tests.verify.random_shifts import DEALERS, FLOOR, METHODS, Json, Shift, submission_for, until

BOB: Final = Person("Bob", Role.PLAYER)


def passes(shift: Shift) -> None:
    """Check that a shift passes, and that the counts match what happened."""
    log, lines = shift.table.log, shift.lines()
    outcome = verify(lines)
    assert outcome.rounds == sum(isinstance(item.event, e.RoundOpened) for item in log)
    assert outcome.events == len(log) == len(lines) - 1
    assert outcome.postings == sum(len(item.postings) for item in log)
    turn_event = [item.event.cards for item in log if isinstance(item.event, e.CardsTurned)]
    laid_open = sum(isinstance(item.event, e.CardExposed | e.CardOut) for item in log)
    assert outcome.cards == sum(map(len, turn_event)) + laid_open
    assert outcome.incidents == sum(isinstance(item.event, e.IncidentReported) for item in log)
    assert outcome.practice is any(
        isinstance(r.event, e.RoundOpened) and r.event.practice for r in log
    )
    assert outcome.lost == len(shift.lost_seeds())
    assert outcome.head in lines[-1].decode()


@pytest.mark.parametrize(("game", "method"), with_games(METHODS))
def test_every_game_with_every_method(game: str, method: tuple[str, str]) -> None:
    for seats in range(1, 7):
        passes(
            Shift(
                game, submission_for(*method), seats=seats, seed=seats, by_hand=seats % 2 == 0
            ).play(2)
        )


@pytest.mark.parametrize("game", GAMES)
def test_random_shifts_with_irregularities(game: str) -> None:
    for seed in range(12):
        more: Json = {"boxes_per_player": 2} if game == "stud-235" and seed % 2 else {}
        submission = submission_for(*METHODS[seed % len(METHODS)], **more)
        shift = Shift(
            game, submission, seats=1 + seed % 6, seed=seed, trouble=0.1, by_hand=seed % 3 == 0
        )
        passes(shift.play(4))


@pytest.mark.parametrize("name", CORPUS)
def test_corpus_passes(name: str) -> None:
    shift = CORPUS[name]()
    passes(shift)
    assert honest(shift.lines(), shift.lost_seeds())


def test_corpus_has_every_kind_of_event() -> None:
    every = {kind.__name__ for kind in get_args(e.Event)} - {"BroughtForward"}  # see test_forward
    assert set().union(*(build_case().kinds() for build_case in CORPUS.values())) == every


def test_merchandise_under_a_filed_name() -> None:
    """Every pair spins merchandise; a file with another name for it is rejected."""
    shift = until(lambda s: "WheelSpun" in s.kinds(), lambda seed: _with_a_boat(seed).play())
    passes(shift)
    docs = docs_of(shift.lines())
    winnings = next(
        wager
        for doc in docs
        if doc.get("event", {}).get("type") == "SeatSettled"
        for wager in doc["event"]["wagers"].values()
        if "merchandise" in wager
    )
    assert winnings["merchandise"] == "a boat"
    winnings["merchandise"] = "a toy boat"
    with pytest.raises(VerificationError):
        verify(rechain(docs))


def test_delivered_merchandise() -> None:
    """Its value is taken back; only the winner can get it, and is not also paid its value."""
    shift = until(_won_more_than_a_boat, lambda seed: _with_a_boat(seed).play())
    number, seat, other = next(_beside_a_boat(shift))
    handover = c.CorrectPayout(number, seat, "bonus_spin", 0, "here it is", handed_over=True)
    two_people(shift.table, handover)
    passes(shift)
    for change, why in (
        ({"credit": 1}, "merchandise that is handed over cannot also be paid in cash"),
        ({"wager": other}, f"seat {seat} won no merchandise in round {number}"),
    ):
        docs = docs_of(shift.lines())
        matters = (doc["event"].get("matter", {}) for doc in docs if "event" in doc)
        next(matter for matter in matters if "handed_over" in matter).update(change)
        with pytest.raises(VerificationError, match=why):
            verify(rechain(docs))


def _with_a_boat(seed: int) -> Shift:
    wheel = [{"symbol": "Star", "stops": 2}]
    goods = {"top_symbol": "Star", "merchandise": "a boat", "fixed_prize": 1_234_500}
    submission: Json = {
        "table": {"payout_limit": 4_000_000},
        "wagers": {"bonus_spin": {"paytable": "A", "wheel": wheel} | goods},
    }
    return Shift("criss-cross", submission, seats=2, seed=seed, sides=1)


def _won_more_than_a_boat(shift: Shift) -> bool:
    return any(_beside_a_boat(shift))


def _beside_a_boat(shift: Shift) -> Iterator[tuple[int, int, str]]:
    """Return round and seat of a winner of merchandise, and another credited wager of that seat."""
    for was in shift.table.state.last:
        for seat, results in was.results.items():
            if any(result.merchandise for result in results.values()):
                paid = [key for key, r in results.items() if r.credit and not r.merchandise]
                yield from ((was.number, seat, key) for key in paid)


def test_a_table_that_was_only_opened() -> None:
    table = Table()
    table.open_table("table 1", "criss-cross", 100)
    outcome = verify(line + b"\n" for line in table.export())
    assert (outcome.rounds, outcome.events, outcome.postings) == (0, 1, 1)


def test_fresh_seeds_are_not_practice() -> None:
    shift = Shift("criss-cross", practice=False).play(3)
    passes(shift)
    assert not verify(shift.lines()).practice


def test_a_round_voided_before_anybody_bet() -> None:
    shift = Shift("run-em-twice")
    shift.table.open_round()
    two_people(shift.table, c.VoidRound(1, "fire drill"))
    passes(shift)


@pytest.mark.parametrize("moment", range(14))
def test_a_round_voided_at_any_moment(moment: int) -> None:
    shift = Shift("criss-cross", seats=2, seed=3, by_hand=True, sides=1)
    shift.table.open_round()
    for seat, name in shift.table.state.seats.items():
        shift.table.player(name).place_wagers(
            seat, {"ante_across": 500, "ante_down": 500, "bonus_spin": 500}
        )
    shift.table.no_more_bets()
    for _ in range(moment):
        shift.go_on()
    two_people(shift.table, c.VoidRound(1, "a card fell"))
    shift.table.close_round()
    passes(shift.play())


@pytest.mark.parametrize(("game", "is_lost"), with_games([True, False]))
def test_a_player_who_walks_off_at_any_moment(game: str, is_lost: bool) -> None:
    """A floorperson rules on it then or soon after.

    The player, a dealer or a floorperson reports it.
    """
    for leaves in range(20):
        for rules in range(leaves, leaves + 3):
            shift = Shift(game, seats=3, seed=leaves, by_hand=True, folds=0.1)
            shift.open_and_bet()
            moment = 0
            while shift.table.state.has_open_round:
                if moment == leaves:
                    who = (BOB, DEALERS[1], FLOOR[0])[leaves % 3]
                    shift.say(c.Leave(2) if who is BOB else c.WalkedOff(2), who)
                if moment == rules:
                    shift.say(c.RuleOnAbsent(2, is_lost), FLOOR[1])
                shift.go_on()
                moment += 1
            passes(shift)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_is_freed_at_any_moment(game: str) -> None:
    """Cy sits down when bets are closed, with or without chips; a dealer or floorperson does it."""
    cy = Person("Cy", Role.PLAYER)
    for moment in range(20):
        shift = Shift(game, seats=2, seed=moment, by_hand=True, folds=0.1)
        shift.open_and_bet()
        shift.table.execute(c.TakeSeat(3), cy)
        if moment % 3:
            shift.table.execute(c.BuyIn(10_000), cy)
        for _ in range(moment):
            if shift.table.state.has_open_round:
                shift.go_on()
        shift.table.execute(c.FreeSeat(3), (DEALERS[1], FLOOR[0])[moment % 2])
        while shift.table.state.has_open_round:
            shift.go_on()
        passes(shift)
        assert honest(shift.lines())


@pytest.mark.parametrize("game", GAMES)
def test_empty_tray(game: str) -> None:
    passes(
        until(
            lambda shift: "TrayFilled" in shift.kinds(),
            lambda seed: Shift(game, seats=1, seed=seed, bank=100, sides=0).play(3),
        )
    )


@pytest.mark.parametrize("game", GAMES)
def test_empty_tray_with_more_seats(game: str) -> None:
    for seed in range(15):
        passes(Shift(game, seats=4, seed=seed, bank=100, by_hand=seed % 2 == 0).play(2))


def test_an_envy_payout() -> None:
    """A straight flush of one player pays the others (235 11.D(5)(e))."""
    submission = submission_for("automated shoe", "automated")
    rules = resolve(GAMES["stud-235"], submission)
    name = next(f"envy {n}" for n in range(200_000) if _straight_flush(rules.hash, f"envy {n}"))
    table = Table.open("stud-235", submission, practice=name, automation=Automation.EVERYTHING)
    for seat in range(1, 7):
        player = table.player(f"player {seat}")
        player.take_seat(seat)
        player.buy_in(100_000)
    table.open_round()
    for seat in range(1, 7):
        wagers = {"two_card": 500, "three_card": 500, "five_card": 500, "progressive": 100}
        table.player(f"player {seat}").place_wagers(seat, wagers)
    table.no_more_bets()
    while (round_ := table.state.round) and round_.turn:
        table.player(round_.players[round_.turn]).decide(round_.turn, "check")
    gifts = [item.event for item in table.log if isinstance(item.event, e.GiftsPaid)]
    assert gifts
    assert gifts[0].why == "envy"
    assert verify(line + b"\n" for line in table.export()).rounds == 1


def _straight_flush(rules: str, name: str) -> bool:
    stack = build_shoe(practice_seed(name, 1), shuffle_context("table 1", 1, rules)).cards
    community = stack[18:20]
    if suit(community[0]) != suit(community[1]) or abs(rank(community[0]) - rank(community[1])) > 4:
        return False
    for seat in range(6):
        hand = (*stack[3 * seat : 3 * seat + 3], *community)
        ranks = sorted(map(rank, hand))
        if len(set(map(suit, hand))) == 1 and ranks[4] - ranks[0] == 4 and len(set(ranks)) == 5:
            return True
    return False


def test_memory_is_bounded_by_one_round() -> None:
    lines = Shift("holdem-bonus", seats=3, seed=2).play(20).lines()
    read: list[bytes] = []

    def reading() -> Iterator[bytes]:
        for line in lines:
            read.append(line)
            yield line

    log = EventLog(hash_lines(reading()))
    rounds = 0
    while line := log.peek():
        log.take()
        assert line.n >= len(read) - 60
        if isinstance(line.event, RoundOpened):
            rounds += 1
            assert log.find_seed_line()
            assert b'"SeedOpened"' in read[-1]
    assert (rounds, len(read)) == (20, len(lines))
