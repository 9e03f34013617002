"""ROUND-3: the progressive system or the wheel fails, and the floor rules on the side wager."""

import pytest

from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind
from pitboss.table import Phase
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling

from .dealer_rounds import do_next_step, lock_round, play_until
from .irregular_rounds import FILED, goes_on, make_report, played_round, report_of, rule_on
from .round_scenes import CARDS, HOLES, JACKPOTS, SEATS, Scene, scene_of
from .rulings_table import games
from .tables import CCP, DEE, FLO, RET, STUD, THB, current_round, seated_table

RULED = "the floor rules, side wager returned or settled when it works again"
WAGER = {RET: "progressive", CCP: "bonus_spin", STUD: "progressive"}
CASES = [
    (game, kind) for kind in (Kind.PROGRESSIVE_DOWN, Kind.WHEEL_DOWN) for game in games(kind, RULED)
]
EACH = pytest.mark.parametrize(("game", "kind"), CASES)
DEVICE = {Kind.PROGRESSIVE_DOWN: Device.PROGRESSIVE, Kind.WHEEL_DOWN: Device.WHEEL}


def where(game: str, kind: Kind) -> list[Scene]:
    """Return the moments when such a wager is not settled, spun for or hit."""
    outcome = played_round(game).where(report_of(kind))
    assert outcome
    assert {scene.round.phase for scene in outcome} == {
        Phase.COUNTING,
        Phase.PLAYING,
        Phase.SETTLING,
    }
    assert all(open_seats(scene, game) for scene in outcome)
    return outcome


def open_seats(scene: Scene, game: str) -> set[int]:
    """Return the seats whose wager is still open."""
    here = scene.round
    seats_begun = {*here.spins, *here.validated, here.hit, *here.settled}
    return {
        seat for seat, wagers_made in here.wagers.items() if WAGER[game] in wagers_made
    } - seats_begun


def before_any(game: str, kind: Kind) -> list[Scene]:
    return [s for s in where(game, kind) if open_seats(s, game) == s.round.wagers.keys()]


@EACH
def test_the_side_wager_is_returned_and_the_round_continues(game: str, kind: Kind) -> None:
    """Stakes and contributions of that wager are returned to every seat; all else is unchanged."""
    key = WAGER[game]
    for scene in before_any(game, kind):
        waits = make_report(scene, report_of(kind))
        table = waits.table()
        log = table.execute(c.Rule(Ruling.RETURN, "seen by all"), FLO)
        _, back, down = (item.event for item in log)
        assert isinstance(back, e.WagersReturned)
        assert down == e.DeviceDown(DEVICE[kind].value)
        stakes = {seat: wagers[key] for seat, wagers in scene.round.wagers.items()}
        assert {seat: result.stake for seat, result in back.seats.items()} == stakes
        assert {result.outcome for result in back.seats.values()} == {"void"}
        for seat, name in scene.round.players.items():
            assert table.state.chips(name) == scene.state.chips(name) + stakes[seat]
        meters = {f"meter:{name}" for name in scene.round.meters}
        assert {m: table.state.balances[m] for m in meters} == {
            f"meter:{name}": shows for name, shows in scene.round.meters.items()
        }
        while current_round(table).phase is not Phase.CLOSED:
            do_next_step(table)
        assert not current_round(table).void
        for results in current_round(table).results.values():
            assert key not in results
        assert current_round(table).returned == {
            seat: {key: stake} for seat, stake in stakes.items()
        }


@EACH
def test_it_is_settled_when_the_device_works_again(game: str, kind: Kind) -> None:
    """Play continues to the settlement of that wager and waits there; then nothing differs."""
    for scene in before_any(game, kind):
        waits = rule_on(make_report(scene, report_of(kind)), Ruling.WAIT)
        table = waits.table()
        while table.instruction.step != "RestoreDevice":
            do_next_step(table)
        assert WAGER[game].split("_")[0].title() in table.instruction.what
        assert table.instruction.clause == "ROUND-3"
        stopped_scene = scene_of(table)
        words = f"the {DEVICE[kind]} is out of order: seat "
        command = c.SpinWheel(round=1) if current_round(table).wheel else c.Settle(round=1)
        if stopped_scene.round.hit is None:
            stopped_scene.refuses(DEE, command, words, "ROUND-3")
        restored_scene = stopped_scene.after((FLO, c.RestoreDevice(DEVICE[kind])))
        goes_on(scene, restored_scene)


@EACH
def test_a_dismissed_report(game: str, kind: Kind) -> None:
    for scene in where(game, kind)[:2]:
        goes_on(scene, rule_on(make_report(scene, report_of(kind)), Ruling.DISMISSED))


@EACH
def test_the_wager_is_not_accepted_while_the_device_is_down(game: str, kind: Kind) -> None:
    """It cannot be used between rounds; once marked, it blocks no other wager."""
    submission = FILED["one deck"] | (JACKPOTS if game == CCP else {})
    holes = {seat: HOLES[seat] for seat in (1, 2, 4)}
    table = seated_table(game, holes, CARDS[game], submission=submission, seats=SEATS)
    device = DEVICE[kind]
    table.dealer("Dee").report(Kind.DEVICE_DOWN, device=device)
    assert table.state.day.broken[device] == "covered"  # the house does it
    table.dealer("Dee").open_round()
    key = WAGER[game]
    stake = next(side.minimum for side in table.rules.sides if side.key == key)
    antes = {wager.key: 500 for wager in table.rules.required}
    scene = scene_of(table)
    label = next(side.label for side in table.rules.sides if side.key == key)
    ann = table.player("Ann").person
    words = f"{label} is not available: the {device} cannot be used"
    scene.refuses(ann, c.PlaceWagers(1, antes | {key: stake}, round=1), words, "ROUND-3")
    assert scene.allows(ann, c.PlaceWagers(1, antes, round=1))
    again = scene.after((FLO, c.RestoreDevice(device)))
    assert again.allows(ann, c.PlaceWagers(1, antes | {key: stake}, round=1))


@EACH
def test_a_failure_is_reported_while_wagers_need_the_device(game: str, kind: Kind) -> None:
    """Only once all are settled is it reported as unusable instead."""
    down = report_of(Kind.DEVICE_DOWN, device=DEVICE[kind])
    for scene in where(game, kind)[:3]:
        scene.refuses(
            DEE,
            down,
            f"open wagers need the {DEVICE[kind]}: report '{kind}' instead",
            "ROUND-3",
        )
    late = [s for s in played_round(game).moments if s.round.phase is Phase.SETTLING]
    late = [s for s in late if not s.allows(DEE, report_of(kind))]
    for scene in late:
        if open_seats(scene, game):
            words = "a jackpot of this round has not been paid"
        else:
            words = f"no open wager still needs the {DEVICE[kind]}"
        scene.refuses(DEE, report_of(kind), words, "ROUND-3")
        assert scene.allows(DEE, down)


def test_a_wheel_is_not_needed_after_the_last_spin() -> None:
    """If it breaks then, hands are settled as usual."""
    spun = [s for s in played_round(CCP).moments if s.round.spins and not open_seats(s, CCP)]
    assert spun
    table = spun[0].table()
    table.dealer("Dee").report(Kind.DEVICE_DOWN, device=Device.WHEEL)
    while current_round(table).phase is not Phase.CLOSED:
        do_next_step(table)
    assert all("bonus_spin" in results for results in current_round(table).results.values())


def test_a_wager_that_is_made_again_is_not_returned() -> None:
    """The wheel works again before bets are closed."""
    table = seated_table(CCP, submission=FILED["one deck"])
    table.dealer("Dee").open_round()
    antes = {wager.key: 500 for wager in table.rules.required}
    table.player("Ann").place_wagers(1, antes | {"bonus_spin": 500})
    table.execute(report_of(Kind.WHEEL_DOWN), DEE)
    table.execute(c.Rule(Ruling.RETURN, "it is stuck"), FLO)
    assert current_round(table).returned == {1: {"bonus_spin": 500}}
    table.floorperson("Flo").restore_device(Device.WHEEL)
    table.player("Ann").place_wagers(1, {"bonus_spin": 500})
    assert not current_round(table).returned


def test_a_game_without_such_a_wager() -> None:
    for kind in (Kind.PROGRESSIVE_DOWN, Kind.WHEEL_DOWN):
        words = f"this cannot happen under this table's rules: {kind.description}"
        played_round(THB).moments[2].refuses(DEE, report_of(kind), words, "ROUND-3")


def test_nobody_made_the_wager() -> None:
    table = seated_table(RET, submission=FILED["one deck"])
    table.dealer("Dee").open_round()
    table.player("Ann").place_wagers(1, {"ante_1": 500, "ante_2": 500})
    words = "no open wager still needs the progressive system"
    scene_of(table).refuses(DEE, report_of(Kind.PROGRESSIVE_DOWN), words, "ROUND-3")


@pytest.mark.parametrize("game", [RET, CCP])
def test_what_was_forfeited_is_not_returned(game: str) -> None:
    """A forfeited wager stays forfeited, whatever fails later."""
    kind = Kind.PROGRESSIVE_DOWN if game == RET else Kind.WHEEL_DOWN
    table = lock_round(seated_table(game))
    play_until(table, Phase.PLAYING)
    while current_round(table).turn is None:
        do_next_step(table)
    table.floorperson("Flo").forfeit(2, "11.A(1)")
    lost_round = table.state.chips("Bob")
    table.execute(report_of(kind), DEE)
    table.execute(c.Rule(Ruling.RETURN, "seen by all"), FLO)
    assert current_round(table).returned.keys() == {1, 4}
    assert table.state.chips("Bob") == lost_round
