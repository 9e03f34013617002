"""ROUND-3: irregularities with cards and hands follow the rulings, game by game.

Each report is made at every moment of a round at which it can be. What the cells of the table say
stands in `rulings_table`, copied. Stubs, machines, bonuses and skipped players have files of
their own.
"""

import pytest

from pitboss.games import GAMES
from pitboss.games.incidents import Kind
from pitboss.table import Automation
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling

from .irregular_rounds import (
    end_of,
    goes_on,
    is_void,
    make_report,
    played_round,
    report_of,
    rule_on,
)
from .round_scenes import Scene, scene_of
from .rulings_table import CELLS, NEVER, ROWS, games
from .tables import CCP, DEE, FLO, KEYS, RET, STUD, THB, current_round

CARDS_OF_A_ROUND = {RET: 11, CCP: 11, THB: 16, STUD: 11}
"""How many three players, the table and the rack get."""


def test_every_cell_is_read() -> None:
    """No line and no game is missing, and no game knows an irregularity beyond them."""
    assert len(CELLS) == 17 * 4
    assert set(ROWS) == set(Kind)
    for game in KEYS:
        known_kinds = {incident.kind for incident in GAMES[game].procedures.incidents}
        assert known_kinds == {kind for kind in Kind if CELLS[kind, game] != NEVER}


def dealing(game: str) -> list[Scene]:
    """The moments while cards are being dealt: one at least is still to come."""
    moments = [s for s in played_round(game).moments if s.round.phase.name == "PLAYING"]
    return [s for s in moments if s.round.dealt < CARDS_OF_A_ROUND[game]]


# Cards face up in the deck


@pytest.mark.parametrize("game", games(Kind.CARD_FACE_UP, "all void"))
def test_one_card_face_up_voids_the_round(game: str) -> None:
    report = report_of(Kind.CARD_FACE_UP)
    assert played_round(game).where(report) == dealing(game)
    for scene in dealing(game):
        after = rule_on(make_report(scene, report), Ruling.BY_THE_BOOK)
        is_void(played_round(game).before, after, Kind.CARD_FACE_UP)


@pytest.mark.parametrize("game", games(Kind.CARD_FACE_UP, "card out of play, go on"))
def test_one_card_face_up_is_out_of_play(game: str) -> None:
    """The next card of the stack lies open in the rack, and the one after it takes its place."""
    report = report_of(Kind.CARD_FACE_UP)
    assert played_round(game).where(report) == dealing(game)
    for scene in dealing(game):
        table = scene.table()
        log = table.execute(report, DEE)
        assert [type(item.event) for item in log] == [e.IncidentReported, e.CardOut]
        was, after = scene.round, current_round(table)
        assert scene.shoe is not None
        out = was.order[was.dealt]
        assert after.shown[out] == scene.shoe.cards[out]
        assert after.rack == (*was.rack, out)
        assert table.state.balances == scene.state.balances
        assert table.state.day.incident is None
        _deals_on_without(scene_of(table), out)


def _deals_on_without(scene: Scene, out: int) -> None:
    table = scene.table()
    if table.dealer("Dee").can_deal():
        dealt, *_ = table.execute(c.Deal(), DEE)
        assert isinstance(dealt.event, e.CardsDealt)
        at, many = scene.round.dealt, len(dealt.event.positions)
        assert dealt.event.positions == scene.round.order[at : at + many]
    final_round = current_round(end_of(scene))
    everywhere = [*final_round.holes.values(), *final_round.table.values()]
    assert out not in [at for where in everywhere for at in where]
    assert final_round.dealt == CARDS_OF_A_ROUND[scene.game] + 1
    assert sorted(final_round.rack) == list(range(52))
    assert not final_round.void


@pytest.mark.parametrize("game", games(Kind.CARD_FACE_UP, "card out of play, go on"))
def test_a_second_card_face_up_is_more_than_one(game: str) -> None:
    """Found one after the other they are two all the same, by whatever name: the round is void."""
    for scene in dealing(game):
        one_card, more = report_of(Kind.CARD_FACE_UP), report_of(Kind.CARDS_FACE_UP)
        once = scene.after((DEE, one_card))
        second = one_card if once.allows(DEE, one_card) else more
        after = rule_on(make_report(once, second), Ruling.BY_THE_BOOK)
        assert after.round.phase.name == "VOID"


@pytest.mark.parametrize("game", games(Kind.CARDS_FACE_UP, "void"))
def test_more_than_one_card_face_up_voids_the_round(game: str) -> None:
    report = report_of(Kind.CARDS_FACE_UP)
    assert played_round(game).where(report) == dealing(game)
    for scene in dealing(game):
        waits = make_report(scene, report)
        is_void(played_round(game).before, rule_on(waits, Ruling.BY_THE_BOOK), Kind.CARDS_FACE_UP)
        goes_on(scene, rule_on(waits, Ruling.DISMISSED))


# Cards drawn in error, cards exposed


@pytest.mark.parametrize("game", games(Kind.DRAWN_UNEXPOSED, "it is the next card"))
def test_a_card_drawn_in_error_is_the_next_card(game: str) -> None:
    """Nobody rules on it, and nothing changes."""
    report = report_of(Kind.DRAWN_UNEXPOSED)
    assert played_round(game).where(report) == dealing(game)
    for scene in dealing(game):
        after = scene.after((DEE, report))
        assert after.round == scene.round
        assert after.state.day.incident is None
        assert after.state.day.reported == 1
        goes_on(scene, after)


STRICT = {STUD: ("community", Kind.COMMUNITY_EXPOSED), THB: ("dealer", Kind.DEALER_CARD_EXPOSED)}
"""Where a card goes that the book has a clause for, if it is seen before."""


@pytest.mark.parametrize("game", games(Kind.DRAWN_EXPOSED, "floor rules"))
def test_a_card_drawn_and_exposed_is_for_the_floor(game: str) -> None:
    """It lies open for everybody; void and on it goes are both possible, and both on record.

    What would have been a card that the book has a clause for is judged by that clause.
    """
    report = report_of(Kind.DRAWN_EXPOSED)
    assert played_round(game).where(report) == dealing(game)
    place, kind = STRICT.get(game, ("", Kind.DRAWN_EXPOSED))
    strict = played_round(game).moments[-1].round.table.get(place, ())
    seen_so_far = 0
    for scene in dealing(game):
        next_position = scene.round.order[scene.round.dealt]
        if next_position not in strict:
            _floor_rules(scene, report, next_position)
            continue
        seen_so_far += 1
        waits = make_report(scene, report)
        assert waits.round.shown[next_position]
        words = "does not apply to this incident: choose by the book"
        for ruling in (Ruling.VOID, Ruling.GO_ON, Ruling.DISMISSED):
            waits.refuses(FLO, c.Rule(ruling, "seen by all"), words, "ROUND-3")
        is_void(played_round(game).before, rule_on(waits, Ruling.BY_THE_BOOK), kind)
    assert seen_so_far == (2 if strict else 0)


@pytest.mark.parametrize("game", games(Kind.DRAWN_EXPOSED, "floor rules"))
@pytest.mark.parametrize("card", ["first", "second", "third"])
def test_a_players_card_that_the_dealer_exposed_is_for_the_floor(game: str, card: str) -> None:
    """Of any player, as long as it lies face down; named, or by its position."""
    if card == "third" and game != STUD:
        return
    at = {"first": 0, "second": 1, "third": 2}[card]
    for seat in (1, 2, 4):
        report = report_of(Kind.DRAWN_EXPOSED, seat, card=card)
        numbered_report = report_of(Kind.DRAWN_EXPOSED, seat, position=at + 1)
        where = played_round(game).where(report)
        assert where
        assert where == played_round(game).where(numbered_report)
        for scene in where:
            assert not scene.round.results
            _floor_rules(scene, report, scene.round.holes[seat][at])


@pytest.mark.parametrize("game", KEYS)
def test_which_card_is_not_guessed(game: str) -> None:
    """Where several lie face down, a report that names none is refused, and names them."""
    for scene in played_round(game).moments:
        for seat, hand in scene.round.holes.items():
            report = report_of(Kind.DRAWN_EXPOSED, seat)
            down = [at for at in hand if at not in scene.round.shown]
            if scene.round.phase.name == "PLAYING" and len(down) > 1:
                words = f"several cards are face down; choose from: seat {seat}, first card; seat"
                scene.refuses(DEE, report, words, "ROUND-3")
            elif scene.allows(DEE, report):
                (only,) = down
                assert only in scene.after((DEE, report)).round.shown


@pytest.mark.parametrize(("game", "method_name"), [(STUD, "one deck"), (THB, "reshuffling")])
def test_the_card_that_is_named_is_turned(game: str, method_name: str) -> None:
    """Each card of a place, by its position in it; the log names it too."""
    place, many = ("flop", 3) if game == THB else ("community", 2)
    for position in range(1, many + 1):
        report = report_of(Kind.COMMUNITY_EXPOSED, card=place, position=position)
        where = played_round(game, method_name).where(report)
        assert where
        for scene in where:
            table = scene.table()
            first, card = (item.event for item in table.execute(report, DEE))
            assert isinstance(first, e.IncidentReported)
            assert isinstance(card, e.CardExposed)
            assert first.card == f"{place}.{position}"
            assert card.card.position == scene.round.table[place][position - 1]
            label = {"flop": "Flop", "community": "Community"}[place]
            assert f"({label}, card {position})" in table.instruction.what


@pytest.mark.parametrize("position", [-1, 3, True, 1.0, "1", None, [1]])
def test_a_position_that_there_is_not(position: object) -> None:
    report = report_of(Kind.COMMUNITY_EXPOSED, card="community", position=position)
    scene = played_round(STUD).where(report_of(Kind.COMMUNITY_EXPOSED, position=2))[0]
    words = "choose from: Community, card 1; Community, card 2"
    scene.refuses(DEE, report, words, "ROUND-3")


def test_the_next_card_is_named_by_where_it_goes() -> None:
    """A burn card is called one, and no other card can be meant."""
    kind_names = []
    for scene in dealing(THB):
        first = scene.table().execute(report_of(Kind.DRAWN_EXPOSED), DEE)[0].event
        assert isinstance(first, e.IncidentReported)
        kind_names.append(first.card)
        place = first.card.removeprefix("next.")
        assert scene.allows(DEE, report_of(Kind.DRAWN_EXPOSED, card=place))
        for wrong in (
            report_of(Kind.DRAWN_EXPOSED, card="left"),
            report_of(Kind.DRAWN_EXPOSED, position=1),
        ):
            words = "without a seat, the exposed card must be the next card of the stack, "
            scene.refuses(DEE, wrong, words, "ROUND-3")
    order = ["1.first", "dealer", "1.second", "burn", "flop", "turn", "river"]
    assert [*dict.fromkeys(kind_names)] == [f"next.{place}" for place in order]


@pytest.mark.parametrize("game", games(Kind.COMMUNITY_EXPOSED, "floor rules"))
def test_a_community_card_exposed_early_is_for_the_floor(game: str) -> None:
    """Where they lie face down: in hold 'em only if a shoe that reshuffles dealt them first."""
    method_name = "reshuffling" if game == THB else "one deck"
    for place in ("flop", "turn", "river") if game == THB else ("left", "center", "bottom"):
        report = report_of(Kind.COMMUNITY_EXPOSED, card=place, position=1)
        where = played_round(game, method_name).where(report)
        assert where
        for scene in where:
            _floor_rules(scene, report, scene.round.table[place][0], method_name)


@pytest.mark.parametrize("method_name", ["one deck", "shoe"])
def test_no_community_card_of_holdem_lies_face_down_between_decisions(method_name: str) -> None:
    """They are dealt face up: a card that is seen before its time is still of the stack."""
    for place in ("", "flop", "turn", "river"):
        assert not played_round(THB, method_name).where(
            report_of(Kind.COMMUNITY_EXPOSED, card=place)
        )


def _floor_rules(
    scene: Scene, report: c.Report, lies_open: int, method_name: str = "one deck"
) -> None:
    """A silent book: a floorperson says void, or that the round goes on; nobody says less."""
    waits = make_report(scene, report)
    assert scene.shoe is not None
    assert waits.round.shown[lies_open] == scene.shoe.cards[lies_open]
    assert lies_open not in scene.round.shown
    is_void(played_round(scene.game, method_name).before, rule_on(waits, Ruling.VOID), report.kind)
    goes_on(scene, rule_on(waits, Ruling.GO_ON))


@pytest.mark.parametrize("game", games(Kind.COMMUNITY_EXPOSED, "void"))
def test_a_community_card_exposed_early_voids_the_round(game: str) -> None:
    report = report_of(Kind.COMMUNITY_EXPOSED, position=1)
    where = played_round(game).where(report)
    assert where
    for scene in where:
        after = rule_on(make_report(scene, report), Ruling.BY_THE_BOOK)
        is_void(played_round(game).before, after, Kind.COMMUNITY_EXPOSED)


# A wrong number of cards


@pytest.mark.parametrize("game", games(Kind.WRONG_NUMBER, "void"))
@pytest.mark.parametrize("seat", [0, 1, 2, 4])
def test_a_wrong_number_of_cards_voids_the_round(game: str, seat: int) -> None:
    """Somebody's, or the table's; from the first card on, until the round is closed.

    Also what was paid by then is undone: envy, community pay and jackpots too (ROUND-9).
    """
    report = report_of(Kind.WRONG_NUMBER, seat)
    where = played_round(game).where(report)
    moments = played_round(game).moments
    assert where == [s for s in moments if s.round.dealt and _is_open(s)]
    for scene in where:
        waits = make_report(scene, report)
        after = rule_on(waits, Ruling.BY_THE_BOOK)
        is_void(played_round(game).before, after, Kind.WRONG_NUMBER)
        goes_on(scene, rule_on(waits, Ruling.DISMISSED))


@pytest.mark.parametrize("game", KEYS)
def test_cards_at_a_position_without_a_wager_are_a_wrong_number(game: str) -> None:
    """Dan sits in seat 5 without a bet, seat 6 is free: reported by the seat, and void."""
    for seat in (5, 6):
        report = report_of(Kind.WRONG_NUMBER, seat)
        where = played_round(game).where(report)
        assert where == [s for s in played_round(game).moments if s.round.dealt and _is_open(s)]
        for scene in where:
            waits = make_report(scene, report)
            assert waits.state.day.incident
            assert waits.state.day.incident.seat == seat
            after = rule_on(waits, Ruling.BY_THE_BOOK)
            is_void(played_round(game).before, after, Kind.WRONG_NUMBER)


@pytest.mark.parametrize("game", games(Kind.FOULED_DECK, "void, deck removed"))
def test_a_fouled_deck_voids_the_round_and_is_removed(game: str) -> None:
    """From the lock on, until the close: whatever was dealt came from that deck."""
    report = report_of(Kind.FOULED_DECK, deck=1)
    *where, closed_scene = played_round(game).where(report)
    assert closed_scene.round.phase.name == "CLOSED"
    assert [*where, closed_scene] == list(played_round(game).moments)
    for scene in where:
        waits = make_report(scene, report)
        after = rule_on(waits, Ruling.BY_THE_BOOK)
        assert after.round.void == f"{Kind.FOULED_DECK.description} [ROUND-3]"
        assert after.state.day.decks == {}
        is_void(played_round(game).before, after, Kind.FOULED_DECK, out=True)
        goes_on(scene, rule_on(waits, Ruling.DISMISSED))


def test_a_fouled_deck_that_is_not_dealt_is_removed_alone() -> None:
    """The other of two decks, or between rounds: no wager moves."""
    for scene in played_round(RET, "two decks").moments[:3]:
        after = rule_on(make_report(scene, report_of(Kind.FOULED_DECK, deck=2)), Ruling.BY_THE_BOOK)
        assert after.round == scene.round
        assert set(after.state.day.decks) == {1}
    closed_scene = played_round(RET).moments[-1]._replace(automation=Automation.NOTHING)
    after = rule_on(
        closed_scene.after((DEE, report_of(Kind.FOULED_DECK, deck=1))), Ruling.BY_THE_BOOK
    )
    assert after.state.day.decks == {}
    words = "there is no deck 3 at the table"
    closed_scene.refuses(DEE, report_of(Kind.FOULED_DECK, deck=3), words, {RET: "4.A"})


@pytest.mark.parametrize("game", games(Kind.PLAYER_SKIPPED, "void"))
def test_a_skipped_player_voids_the_round(game: str) -> None:
    for seat in (1, 2, 4):
        report = report_of(Kind.PLAYER_SKIPPED, seat)
        where = played_round(game).where(report)
        assert where == [s for s in played_round(game).moments if _has_not_answered(s, seat)]
        for scene in where:
            after = rule_on(make_report(scene, report), Ruling.BY_THE_BOOK)
            is_void(played_round(game).before, after, Kind.PLAYER_SKIPPED)


def _is_open(scene: Scene) -> bool:
    return scene.round.phase.name in ("PLAYING", "SETTLING", "SETTLED")


def _has_not_answered(scene: Scene, seat: int) -> bool:
    here = scene.round
    playing = here.phase.name == "PLAYING"
    return playing and bool(here.holes[seat]) and not here.decisions[seat]
