"""Every file of an honest table passes: decks, tray and irregularities."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import pytest

from pitboss.games import GAMES, MARYLAND
from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person, Phase, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.handlers.rulings import allowed_rulings
from pitboss.table.state import RoundState
from tests.filings import filing
from tests.rotation import LIBRARY, with_games
from tests.verify.corpus import ONLY_COMMUNITY, THIRDS, jackpot, two_people
from tests.verify.engine_check import honest
from tests.verify.random_shifts import DEALERS, FLOOR, METHODS, Json, Shift, submission_for, until
from tests.verify.test_honest import passes

TABLES: Final[tuple[Json, ...]] = (
    {},
    submission_for("automated shoe", "automated counting", decks=2),
)
COMMUNITY_FIRST: Final[tuple[Json, ...]] = (
    *TABLES,
    submission_for("automated shoe", "automated reshuffling"),
)
"""The last of them is the only hold 'em with community cards face down."""
STUB: Final = (Kind.STUB_MISDEALT, Kind.STUB_NOT_52)


def both_agree(shift: Shift) -> None:
    """Check that a file passes, and that the engine writes it again."""
    passes(shift)
    assert honest(shift.lines(), shift.lost_seeds())


def cases(games: Iterable[str]) -> Iterator[tuple[str, Kind]]:
    for key in games:
        incidents = GAMES[key].procedures.incidents
        yield from ((key, incident.kind) for incident in incidents if incident.kind not in STUB)


def in_turn() -> list[tuple[str, Kind]]:
    """Return all cases for each rulebook game, and for each case one of the library's games."""
    by_kind: dict[Kind, list[str]] = {}
    for game, kind in cases(LIBRARY):
        by_kind.setdefault(kind, []).append(game)
    library = [(games[n % len(games)], kind) for n, (kind, games) in enumerate(by_kind.items())]
    return [*cases(MARYLAND), *library]


MOMENTS = (0, 1, 3, 5, 9)
LATE = (1, 7, 13, 19)
"""The steps for a wrong number of cards, which can be found until the close."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), in_turn())
def test_every_incident_at_some_moments(game: str, kind: Kind) -> None:
    """It is reported by each role that can report it, with each possible ruling."""
    happens_at(game, kind, LATE if kind is Kind.WRONG_NUMBER else MOMENTS)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "kind"), list(cases(GAMES)))
def test_every_incident_at_every_moment(game: str, kind: Kind) -> None:
    happens_at(game, kind, range(24 if kind is Kind.WRONG_NUMBER else 14))


def happens_at(game: str, kind: Kind, moments: Iterable[int]) -> None:
    """Report an incident and rule on it at each of these moments, where possible."""
    hit_count, rulings = 0, set[Ruling]()
    for submission in COMMUNITY_FIRST if kind is Kind.COMMUNITY_EXPOSED else TABLES:
        for moment in moments:
            for seat in (0, 2):
                progress = rulings_at(report_at(game, submission, kind, moment, seat))
                for ruling in progress:
                    shift = report_at(game, submission, kind, moment, seat)
                    assert shift
                    if ruling is not None:
                        shift.table.execute(c.Rule(ruling, "so it was"), FLOOR[1])
                        rulings.add(ruling)
                    while shift.table.state.has_open_round:
                        shift.go_on()
                    both_agree(shift.play())
                    hit_count += 1
    print(f"\n{game}, {kind}: {hit_count} shifts, answered by {sorted(rulings) or 'nobody'}")
    assert hit_count


def report_at(game: str, submission: Json, kind: Kind, moment: int, seat: int) -> Shift | None:
    """Play a round up to a moment and report an incident; return None if that is impossible."""
    shift = Shift(game, submission, seats=3, seed=moment, by_hand=True, folds=0.1)
    if moment:
        shift.open_and_bet()
    for _ in range(moment - 1):
        if shift.table.state.has_open_round:
            shift.go_on()
    state = shift.table.state
    deck = 3 - state.day.turn if state.has_open_round else 1
    number = state.round.number if state.round else 0
    by = (DEALERS[0], FLOOR[0])[moment % 2]
    for card in ("", *(place.name for place in shift.table.rules.places)):
        for position in (0, 1 + moment % 2, 2 - moment % 2):
            report = c.Report(kind, seat, card, deck, position=position, round=number)
            if shift.say(report, by):
                return shift
    return None


def rulings_at(shift: Shift | None) -> tuple[Ruling | None, ...]:
    """Return all possible rulings, or none where nobody has to rule."""
    if shift is None:
        return ()
    waits, rules = shift.table.state.day.incident, shift.table.rules
    return allowed_rulings(rules, waits) if waits else (None,)


@pytest.mark.parametrize(
    ("game", "ruling"), with_games([Ruling.MISDEALT, Ruling.NOT_MISDEALT, Ruling.DISMISSED])
)
def test_a_wrong_count(game: str, ruling: Ruling) -> None:
    """It is found in a round, from the moment all cards are out, and between rounds."""
    for moment in range(16):
        shift = Shift(game, seats=2, seed=moment, by_hand=True).play(moment % 3)
        if moment % 2:
            shift.open_and_bet()
            for _ in range(moment):
                if shift.table.state.has_open_round:
                    shift.go_on()
        else:
            shift.table.execute(c.OrderShuffle(), FLOOR[0])
        number = shift.now.number if shift.table.state.round else 0
        if shift.say(c.CountStub(50, round=number), DEALERS[0]):
            shift.table.execute(c.Rule(ruling, "counted again"), FLOOR[0])
        while shift.table.state.has_open_round:
            shift.go_on()
        both_agree(shift.play())


WITH_DECKS: Final = (
    *((*method, 1) for method in METHODS),
    *((*method, 2) for method in METHODS if method[1] not in ("none", "automated reshuffling")),
)


@pytest.mark.parametrize(("game", "equipment"), with_games(WITH_DECKS))
def test_new_and_preshuffled_decks(game: str, equipment: tuple[str, str, int]) -> None:
    """More rounds than a deck may go uncounted, two decks in turn, and preshuffled cards."""
    dealing, shuffler, decks = equipment
    for ready_made in (0.0, 0.5, 1.0):
        shift = Shift(
            game,
            submission_for(dealing, shuffler, decks=decks),
            seats=2,
            seed=decks,
            by_hand=ready_made == 0.5,
            ready_made=ready_made,
        )
        passes(shift.play(7))


@pytest.mark.parametrize("by_hand", [True, False])
@pytest.mark.parametrize("method", METHODS, ids=" ".join)
def test_decks_are_changed_in_time(method: tuple[str, str], by_hand: bool) -> None:
    shift = Shift("holdem-bonus", submission_for(*method), seats=2, pace=600, by_hand=by_hand).play(
        12
    )
    passes(shift)
    removals = [r.event for r in shift.table.log if isinstance(r.event, e.DeckRemoved)]
    assert removals
    assert len({item.number for item in removals}) == len(removals)


def test_deck_becomes_too_old_while_bets_are_open() -> None:
    shift = Shift("holdem-bonus", seats=1, pace=1)
    shift.table.open_round()
    shift.table.player("Ann").place_wagers(1, {"ante": 500})
    shift.pace = 8 * 3600
    assert not shift.say(c.NoMoreBets(), DEALERS[0])
    shift.table.tick()
    assert shift.now.void
    shift.pace = 1
    passes(shift.play())


@pytest.mark.parametrize(("game", "method"), with_games(METHODS))
def test_an_idle_table(game: str, method: tuple[str, str]) -> None:
    """Everybody leaves at some step of the preparation, and a player joins later."""
    for steps in range(12):
        shift = Shift(game, submission_for(*method), seats=0, by_hand=True, seed=steps)
        shift.sit(1)
        for _ in range(steps):
            prepare_one(shift)
        shift.table.execute(c.Leave(1), Person("Ann", Role.PLAYER))
        shift.prepare()
        shift.sit(2)
        both_agree(shift.play())


def prepare_one(shift: Shift) -> None:
    """Take one step with a deck, if there is one."""
    decks = shift.table.state.day.decks
    for task in Task:
        by = FLOOR[0] if task is Task.VERIFY else DEALERS[0]
        if 1 in decks and shift.say(c.Perform(task), by):
            return


def test_a_day_from_the_first_count_to_the_last() -> None:
    """The tray has too little and too much, the floor removes cards, and the table reopens."""
    shift = Shift("criss-cross", seats=2, by_hand=True).play(2)
    table = shift.table
    for seat, name in list(table.state.seats.items()):
        table.player(name).leave(seat)
    table.execute(c.RemoveDeck(), FLOOR[1])
    balances_ = int(table.state.balances["tray"])
    two_people(table, c.ClosingCount(balances_ - 300))
    two_people(table, c.OpeningCount(balances_))
    shift.sit(2)
    both_agree(shift.play(2))
    counts = [r.event for r in table.log if isinstance(r.event, e.OpeningCounted)]
    assert [count.over for count in counts] == [0, 300]


@pytest.mark.parametrize(("game", "moment"), with_games(range(20)))
def test_a_seed_that_is_lost_at_any_moment(game: str, moment: int) -> None:
    """Payouts made before the loss stand, and all other wagers are returned."""
    submission = ONLY_COMMUNITY if game == "criss-cross" else None
    shift = Shift(game, submission, seats=3, seed=moment, by_hand=True, sides=0.9, folds=0.1)
    shift.open_and_bet()
    for _ in range(moment + 5):
        if shift.now.phase is not Phase.SETTLED:
            shift.go_on()
    shift.table.shoe = None
    if shift.now.phase is not Phase.SETTLED:
        two_people(shift.table, c.VoidRound(1, "the power failed"))
    shift.table.execute(c.CloseRound(), DEALERS[0])
    both_agree(shift.play())


def test_a_seed_that_is_lost_when_a_jackpot_is_paid() -> None:
    """The jackpot goes back to its meter, and all stakes are returned."""

    def build(seed: int) -> Shift:
        shift = Shift("run-em-twice", THIRDS, seats=2, seed=seed, by_hand=True, sides=1, folds=0)
        shift.open_and_bet()
        while not shift.now.settled:
            shift.go_on()
        return shift

    shift = until(lambda item: jackpot(item) and item.now.phase is Phase.SETTLING, build, 2000)
    shift.table.shoe = None
    two_people(shift.table, c.VoidRound(1, "the power failed"))
    shift.table.execute(c.CloseRound(), DEALERS[0])
    both_agree(shift.play())


@pytest.mark.parametrize("moment", ["hit", "validated", "paid"])
def test_a_wrong_number_of_cards_when_a_jackpot_is_paid(moment: str) -> None:
    """Validated, paid or not, the jackpot is undone."""

    def build(seed: int) -> Shift:
        shift = Shift("run-em-twice", THIRDS, seats=2, seed=seed, by_hand=True, sides=1, folds=0)
        shift.open_and_bet()
        while not (moments[moment](shift.now) or shift.now.settled):
            shift.go_on()
        return shift

    moments: dict[str, Callable[[RoundState], bool]] = {
        "hit": lambda round_: round_.hit == 2,
        "validated": lambda round_: round_.validated == {2},
        "paid": lambda round_: 2 in round_.settled and 2 in round_.validated,
    }
    shift = until(
        lambda item: moments[moment](item.now) and item.now.phase is Phase.SETTLING, build, 2000
    )
    shift.table.execute(c.Report(Kind.WRONG_NUMBER, 1), DEALERS[0])
    shift.table.execute(c.Rule(Ruling.BY_THE_BOOK, "three cards"), FLOOR[0])
    assert not any(book.paid for book in shift.table.state.books.values())
    assert shift.now.results[2]["progressive"].outcome == "void"
    shift.table.execute(c.CloseRound(), DEALERS[0])
    both_agree(shift.play())


@pytest.mark.parametrize("game", ["run-em-twice", "criss-cross"])
def test_a_forfeit_at_any_moment(game: str) -> None:
    forfeit_count = 0
    for moment in range(30):
        for seat in (1, 3):
            shift = Shift(game, seats=3, seed=moment, by_hand=True, sides=0.9, folds=0.1)
            shift.open_and_bet()
            for _ in range(moment):
                if shift.table.state.has_open_round:
                    shift.go_on()
            forfeit_count += shift.say(c.Forfeit(seat, "11.A(2)", round=1), FLOOR[0])
            while shift.table.state.has_open_round:
                shift.go_on()
            both_agree(shift)
    assert forfeit_count > 20


@pytest.mark.parametrize("ready_made", [True, False])
def test_cards_cut_again_at_any_moment(ready_made: bool) -> None:
    for moment in range(8):
        shift = Shift("stud-235", seats=2, seed=moment, by_hand=True, ready_made=ready_made)
        if moment > 2:
            shift.table.open_round()
        if moment > 3:
            shift.bet(1, Person("Ann", Role.PLAYER))
            shift.say(c.AddEntropy("heads", round=1), Person("Bob", Role.PLAYER))
        if moment > 4:
            shift.table.no_more_bets()
        for _ in range(moment - 5):
            shift.go_on()
        for _ in range(2):
            shift.say(c.Recut("it fell apart", round=int(moment > 2)), FLOOR[0])
        if moment in (3, 4):
            shift.bet(2, Person("Bob", Role.PLAYER))
            shift.table.no_more_bets()
        while shift.table.state.has_open_round:
            shift.go_on()
        both_agree(shift.play())


@pytest.mark.parametrize(("game", "is_repaired", "mark"), with_games([True, False], Mark))
def test_a_shuffler_that_breaks(game: str, is_repaired: bool, mark: Mark) -> None:
    """It is marked and repaired, or the table shuffles by hand from then on."""
    shift = Shift(game, submission_for("manual shoe", "automated"), seats=2, by_hand=True).play()
    shift.table.execute(c.Report(Kind.DEVICE_DOWN), DEALERS[0])
    assert not shift.table.can_open_round()
    shift.table.execute(c.MarkDevice(Device.SHUFFLER, mark), DEALERS[1])
    if is_repaired:
        shift.table.execute(c.RestoreDevice(Device.SHUFFLER), FLOOR[0])
    else:
        two_people(shift.table, filing(game))
    both_agree(shift.play(2))


def test_a_player_who_is_disabled_plays_the_round_to_its_end() -> None:
    shift = Shift("run-em-twice", seats=2, seed=3, by_hand=True)
    shift.open_and_bet()
    for what in ("player:Ann", "table", "game"):
        shift.table.execute(c.Disable(what, "a complaint"), FLOOR[0])
    while shift.table.state.has_open_round:
        shift.go_on()
    assert not shift.table.can_open_round()
    for what in ("table", "game"):
        shift.table.execute(c.Enable(what), FLOOR[1])
    both_agree(shift.play())
    assert list(shift.now.players) == [2]


def test_a_house_that_rules_by_itself() -> None:
    shift = Shift("holdem-bonus", seats=3, seed=5)
    shift.table.automation = Automation.EVERYTHING
    for _ in range(3):
        shift.open_and_bet()
        while shift.table.state.has_open_round:
            seat = next(iter(shift.now.players))
            if not shift.say(
                c.Report(Kind.DRAWN_EXPOSED, seat, "first", round=shift.now.number), DEALERS[0]
            ):
                shift.go_on()
    both_agree(shift)


@pytest.mark.parametrize("game", GAMES)
def test_two_decks_with_irregularities(game: str) -> None:
    for seed in range(10):
        method = METHODS[(1, 2, 3)[seed % 3]]
        shift = Shift(
            game,
            submission_for(*method, decks=2),
            seats=1 + seed % 5,
            seed=seed,
            by_hand=seed % 2 == 0,
            trouble=0.4,
            pace=(0, 30)[seed % 2],
            ready_made=0.5,
        )
        both_agree(shift.play(4))
