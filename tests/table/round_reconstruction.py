"""Reconstruct a closed round from its log and the discard rack, as in a dispute."""

from pitboss.cards import Card, cards_text
from pitboss.games import find_game
from pitboss.settle import Round, Seat, settle
from pitboss.shuffle import build_shoe, shuffle_context
from pitboss.submission import Rules, resolve
from pitboss.table import Phase, Table
from pitboss.table import events as e

from .log_queries import events_of
from .round_scenes import SIDES
from .tables import (
    METHODS,
    STAYS,
    STUD,
    answer,
    antes,
    bet,
    current_round,
    finish,
    seated_table,
    stay,
    step,
    until_asked,
)


def disputed_round(method: str) -> Table:
    """Play a round of six: one folds, one folds with side wagers, one walks off and loses."""
    game, _, submission = METHODS[method]
    table_ = seated_table(game, submission={"table": submission}, practice="a dispute")
    sides = dict.fromkeys((3, 5, 6), SIDES[game])
    bet(table_, {seat: antes(game, **sides.get(seat, {})) for seat in range(1, 7)})
    table_.player("Ann").add_entropy("a number of mine")
    table_.dealer("Dee").no_more_bets()
    until_asked(table_)
    table_.player("Dan").leave(4)
    table_.floorperson("Flo").rule_on_absent(4, lost=True)
    for seat in (1, 2, 3, 5, 6):
        folds = seat in (2, 3) and game != STUD
        answer(table_, "fold" if folds else STAYS[game])
    finish(table_)
    return table_


def check_reconstruction_instruction(game: str, clause: str) -> None:
    """Check that the dealer is told to pick up the cards so that hands can be reconstructed."""
    table = seated_table(game)
    bet(table, {1: antes(game), 2: antes(game)})
    table.dealer("Dee").no_more_bets()
    stay(table)
    while current_round(table).phase is not Phase.SETTLED:
        step(table)
    assert table.instruction.what.startswith(
        "pick up the cards so that every hand can be reconstructed"
    )
    assert (table.instruction.who, table.instruction.clause) == ("dealer", clause)


def rules_of(table: Table) -> Rules:
    """Return the rules of a round from the log."""
    (opening_event,), (approval,) = (
        events_of(table, e.TableOpened),
        events_of(table, e.SubmissionApproved),
    )
    return resolve(find_game(opening_event.game), approval.submission)


def dealt_to(table: Table) -> dict[str, tuple[int, ...]]:
    """Return positions of the stack by seat or place, from the log."""
    result: dict[str, tuple[int, ...]] = {}
    for item in events_of(table, e.CardsDealt):
        for to, position in zip(item.to, item.positions, strict=True):
            name = to.partition(".")[0]
            result[name] = (*result.get(name, ()), position)
    return result


def faces(table: Table) -> tuple[Card, ...]:
    """Return the whole stack, from the seed in the log."""
    (opening_event,), (round_,), (seed,) = (
        events_of(table, e.TableOpened),
        events_of(table, e.RoundOpened),
        events_of(table, e.SeedOpened),
    )
    bound = shuffle_context(opening_event.table, round_.round, round_.rules)
    return build_shoe(bytes.fromhex(seed.seed), bound).cards


def lies_together(table: Table) -> None:
    """Check that the rack has the whole deck, with each hand and the table's cards together."""
    rack = current_round(table).rack
    assert sorted(rack) == list(range(52))
    for name, holding in dealt_to(table).items():
        if name not in ("burn", "discard"):
            at = rack.index(holding[0])
            assert rack[at : at + len(holding)] == holding, f"the cards of {name} are apart"


def settles_again(table: Table) -> None:
    """Check that the log alone gives the same cards and the same result to the cent."""
    rules, stack, where = rules_of(table), faces(table), dealt_to(table)
    for item in events_of(table, e.CardsTurned):
        for up in item.cards:
            assert up.card == cards_text((stack[up.position],))
    wagers = {item.seat: dict(item.wagers) for item in events_of(table, e.WagersPlaced)}
    decisions = events_of(table, e.Decided)
    round_ = Round(
        table={p.name: [stack[at] for at in where[p.name]] for p in rules.places},
        holes={seat: [stack[at] for at in where[str(seat)]] for seat in wagers},
        seats={
            seat: Seat(
                wagers_placed,
                [item.decision for item in decisions if item.seat == seat],
                next(s.player for s in events_of(table, e.PlayerSeated) if s.seat == seat),
                spin=next(
                    (s.symbol for s in events_of(table, e.WheelSpun) if s.seat == seat), None
                ),
                abandoned=any(
                    item.lost for item in events_of(table, e.AbsentRuled) if item.seat == seat
                ),
            )
            for seat, wagers_placed in sorted(wagers.items())
        },
        meters={name: meter.start for name, meter in rules.meters.items()},
    )
    result = settle(rules, round_)
    for seat in wagers:
        paid = {
            k: r
            for s in events_of(table, e.SeatSettled)
            if s.seat == seat
            for k, r in s.wagers.items()
        }
        assert paid == result.seats[seat].wagers
    assert result.meters == {name: table.state.meter_amount(name) for name in rules.meters}
