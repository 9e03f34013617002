"""A closed round, put together again from its log and the discard rack, as in a dispute."""

from pitboss.cards import Card, cards_text
from pitboss.games import find_game
from pitboss.settle import Round, Seat, settle
from pitboss.shuffle import build_shoe, shuffle_context
from pitboss.submission import Rules, resolve
from pitboss.table import Phase, Table
from pitboss.table import events as e

from .scenes import SIDES
from .tables import (
    METHODS,
    STAYS,
    STUD,
    answer,
    antes,
    bet,
    finish,
    now,
    seated,
    stay,
    step,
    until_asked,
)
from .told import told


def disputed(method: str) -> Table:
    """A closed round of six: one folds, one folds beside side wagers, one walks off and loses."""
    game, _, filed = METHODS[method]
    played = seated(game, submission={"table": filed}, practice="a dispute")
    sides = dict.fromkeys((3, 5, 6), SIDES[game])
    bet(played, {seat: antes(game, **sides.get(seat, {})) for seat in range(1, 7)})
    played.player("Ann").add_entropy("a number of mine")
    played.dealer("Dee").no_more_bets()
    until_asked(played)
    played.player("Dan").leave(4)
    played.floorperson("Flo").rule_on_absent(4, lost=True)
    for seat in (1, 2, 3, 5, 6):
        folds = seat in (2, 3) and game != STUD
        answer(played, "fold" if folds else STAYS[game])
    finish(played)
    return played


def told_to_keep_order(game: str, clause: str) -> None:
    """At the end the dealer is told to pick up the cards so that hands can be put together."""
    table = seated(game)
    bet(table, {1: antes(game), 2: antes(game)})
    table.dealer("Dee").no_more_bets()
    stay(table)
    while now(table).phase is not Phase.SETTLED:
        step(table)
    assert table.instruction.what.startswith("pick up the cards, so that every hand can be rebuilt")
    assert (table.instruction.who, table.instruction.clause) == ("dealer", clause)


def rules_of(table: Table) -> Rules:
    """The rules of a round, from the log."""
    (opened,), (filed,) = told(table, e.TableOpened), told(table, e.SubmissionApproved)
    return resolve(find_game(opened.game), filed.submission)


def dealt_to(table: Table) -> dict[str, tuple[int, ...]]:
    """Positions of the stack by seat or place, from the log."""
    result: dict[str, tuple[int, ...]] = {}
    for item in told(table, e.CardsDealt):
        for to, position in zip(item.to, item.positions, strict=True):
            name = to.partition(".")[0]
            result[name] = (*result.get(name, ()), position)
    return result


def faces(table: Table) -> tuple[Card, ...]:
    """The whole stack, from the seed in the log."""
    (opened,), (round_,), (seed,) = (
        told(table, e.TableOpened),
        told(table, e.RoundOpened),
        told(table, e.SeedOpened),
    )
    bound = shuffle_context(opened.table, round_.round, round_.rules)
    return build_shoe(bytes.fromhex(seed.seed), bound).cards


def lies_together(table: Table) -> None:
    """The rack holds the whole deck, and each hand and the table's cards lie there in one piece."""
    rack = now(table).rack
    assert sorted(rack) == list(range(52))
    for name, held in dealt_to(table).items():
        if name not in ("burn", "discard"):
            at = rack.index(held[0])
            assert rack[at : at + len(held)] == held, f"the cards of {name} are apart"


def settles_again(table: Table) -> None:
    """From the log alone: the same cards, and the same result to the cent."""
    rules, stack, where = rules_of(table), faces(table), dealt_to(table)
    for item in told(table, e.CardsTurned):
        for up in item.cards:
            assert up.card == cards_text((stack[up.position],))
    wagers = {item.seat: dict(item.wagers) for item in told(table, e.WagersPlaced)}
    said = told(table, e.Decided)
    round_ = Round(
        table={p.name: [stack[at] for at in where[p.name]] for p in rules.places},
        holes={seat: [stack[at] for at in where[str(seat)]] for seat in wagers},
        seats={
            seat: Seat(
                placed,
                [item.decision for item in said if item.seat == seat],
                next(s.player for s in told(table, e.PlayerSeated) if s.seat == seat),
                spin=next((s.symbol for s in told(table, e.WheelSpun) if s.seat == seat), None),
                abandoned=any(
                    item.lost for item in told(table, e.AbsentRuled) if item.seat == seat
                ),
            )
            for seat, placed in sorted(wagers.items())
        },
        meters={name: meter.start for name, meter in rules.meters.items()},
    )
    result = settle(rules, round_)
    for seat in wagers:
        paid = {
            k: r for s in told(table, e.SeatSettled) if s.seat == seat for k, r in s.wagers.items()
        }
        assert paid == result.seats[seat].wagers
    assert result.meters == {name: table.state.meter_amount(name) for name in rules.meters}
