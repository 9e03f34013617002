"""ROUND-3: irregularities with cards and hands follow the rulings, game by game.

Each report is made at every possible moment of a round. The cells of the table are copied in
`rulings_table`. Stubs, machines, bonuses and skipped players have files of their own."""

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
"""Cards that three players, the table and the rack get."""


def test_every_cell_is_covered() -> None:
    """No line and no game is missing, and no game has another irregularity."""
    assert len(CELLS) == 17 * 4
    assert set(ROWS) == set(Kind)
    for game in KEYS:
        known_kinds = {incident.kind for incident in GAMES[game].procedures.incidents}
        assert known_kinds == {kind for kind in Kind if CELLS[kind, game] != NEVER}


def dealing(game: str) -> list[Scene]:
    """Return the moments with at least one card still to be dealt."""
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
    """The next card of the stack is face up in the rack, and the one after it is dealt instead."""
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
    """Two cards found one after the other count as several, however reported: the round is void."""
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
def test_a_card_drawn_in_error_is_dealt_next(game: str) -> None:
    """No ruling is needed, and nothing changes."""
    report = report_of(Kind.DRAWN_UNEXPOSED)
    assert played_round(game).where(report) == dealing(game)
    for scene in dealing(game):
        after = scene.after((DEE, report))
        assert after.round == scene.round
        assert after.state.day.incident is None
        assert after.state.day.reported == 1
        goes_on(scene, after)


STRICT = {STUD: ("community", Kind.COMMUNITY_EXPOSED), THB: ("dealer", Kind.DEALER_CARD_EXPOSED)}
"""Places for which the book has a clause if a card is seen early."""


@pytest.mark.parametrize("game", games(Kind.DRAWN_EXPOSED, "floor rules"))
def test_a_card_drawn_and_exposed_is_up_to_the_floor(game: str) -> None:
    """Everybody sees it; the floor may void the round or continue, and either is recorded.

    A card meant for a place with its own clause is judged by that clause."""
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
def test_a_players_card_exposed_by_the_dealer_is_up_to_the_floor(game: str, card: str) -> None:
    """It may be any player's face-down card, named or given by its position."""
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
def test_an_ambiguous_card_is_not_guessed(game: str) -> None:
    """Where several are face down, a report must name one, and the refusal lists them."""
    for scene in played_round(game).moments:
        for seat, hand in scene.round.holes.items():
            report = report_of(Kind.DRAWN_EXPOSED, seat)
            down = [at for at in hand if at not in scene.round.shown]
            if scene.round.phase.name == "PLAYING" and len(down) > 1:
                words = (
                    "several cards are face down: choose card and position from 'first', 1 "
                    f"(seat {seat}'s first card); "
                )
                scene.refuses(DEE, report, words, "ROUND-3")
            elif scene.allows(DEE, report):
                (only,) = down
                assert only in scene.after((DEE, report)).round.shown


@pytest.mark.parametrize(("game", "method_name"), [(STUD, "one deck"), (THB, "reshuffling")])
def test_the_named_card_is_turned(game: str, method_name: str) -> None:
    """Each card of a place is named by its position, in the log as well."""
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
def test_a_position_that_does_not_exist(position: object) -> None:
    report = report_of(Kind.COMMUNITY_EXPOSED, card="community", position=position)
    scene = played_round(STUD).where(report_of(Kind.COMMUNITY_EXPOSED, position=2))[0]
    words = (
        "but no such card is face down: choose card and position from "
        "'community', 1 (Community, card 1); 'community', 2 (Community, card 2)"
    )
    scene.refuses(DEE, report, words, "ROUND-3")


def test_the_next_card_is_named_by_its_destination() -> None:
    """A burn card is called that, and no other card can be meant."""
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
            words = "a report without a seat is about the next card of the stack, "
            scene.refuses(DEE, wrong, words, "ROUND-3")
    order = ["1.first", "dealer", "1.second", "burn", "flop", "turn", "river"]
    assert [*dict.fromkeys(kind_names)] == [f"next.{place}" for place in order]


@pytest.mark.parametrize("game", games(Kind.COMMUNITY_EXPOSED, "floor rules"))
def test_a_community_card_exposed_early_is_up_to_the_floor(game: str) -> None:
    """In hold 'em they are face down only if a reshuffling shoe dealt them first."""
    method_name = "reshuffling" if game == THB else "one deck"
    for place in ("flop", "turn", "river") if game == THB else ("left", "center", "bottom"):
        report = report_of(Kind.COMMUNITY_EXPOSED, card=place, position=1)
        where = played_round(game, method_name).where(report)
        assert where
        for scene in where:
            _floor_rules(scene, report, scene.round.table[place][0], method_name)


@pytest.mark.parametrize("method_name", ["one deck", "shoe"])
def test_no_community_card_of_holdem_lies_face_down_between_decisions(method_name: str) -> None:
    """They are dealt face up, so a card seen early is still in the stack."""
    for place in ("", "flop", "turn", "river"):
        assert not played_round(THB, method_name).where(
            report_of(Kind.COMMUNITY_EXPOSED, card=place)
        )


def _floor_rules(
    scene: Scene, report: c.Report, lies_open: int, method_name: str = "one deck"
) -> None:
    """Check that a floorperson, and nobody with less authority, can void or continue the round."""
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
    """It is reported for a player or the table, from the first card until the close.

    Payments made by then are reversed, including envy, community pay and jackpots (ROUND-9)."""
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
    """Dan in seat 5 has no bet and seat 6 is empty: cards reported there void the round."""
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
    """This holds from the lock until the close, since every card came from that deck."""
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


def test_a_fouled_deck_not_in_play_is_only_removed() -> None:
    """For the other of two decks, or between rounds, no wager moves."""
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
