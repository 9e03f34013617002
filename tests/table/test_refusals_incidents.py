"""Refused reports of irregularities that cannot have occurred."""

from typing import Any, Final

import pytest

from pitboss.games.deck_tasks import Device, Task
from pitboss.games.incidents import Kind
from pitboss.table import Phase, Table
from pitboss.table import commands as c
from pitboss.table.day import Ruling

from .dealer_rounds import go_on, lock_round, some_paid, until
from .deck_steps import BY_HAND, COUNTING, SHOE, TWO, before
from .odd import NAMES, NUMBERS
from .round_scenes import EVERY, at, has, scene_of
from .tables import (
    CCP,
    DEE,
    FLO,
    KEYS,
    METHODS,
    METHODS_IN_TURN,
    RET,
    STUD,
    THB,
    current_round,
    seated_table,
)

IN_ROUND: Final = (
    Kind.CARD_FACE_UP,
    Kind.CARDS_FACE_UP,
    Kind.DRAWN_UNEXPOSED,
    Kind.DRAWN_EXPOSED,
    Kind.WRONG_NUMBER,
    Kind.PLAYER_SKIPPED,
    Kind.COMMUNITY_EXPOSED,
)
"""What touches the hands of a round, in every game."""
WHILE_DEALING: Final = (
    Kind.CARD_FACE_UP,
    Kind.CARDS_FACE_UP,
    Kind.DRAWN_UNEXPOSED,
    Kind.DRAWN_EXPOSED,
)
DEALT: Final = dict.fromkeys(KEYS, "8.D")
"""How a manual shoe deals: the same in each book."""
GO_ON: Final = c.Rule(Ruling.GO_ON, "no harm is done")
UNKNOWN: Final = [name for name in NAMES if name and not isinstance(name, list | dict)]
"""Names of nothing; those that are nothing stand for the first that could be meant."""
SEATED: Final = {RET: "7.B(1)", CCP: "7.B(1)", THB: "7.C", STUD: "7.B"}


def kinds(game: str) -> tuple[Kind, ...]:
    """What touches the hands of a round."""
    return (*IN_ROUND, Kind.DEALER_CARD_EXPOSED) if game == THB else IN_ROUND


def report_of(kind: Kind, seat: int | None = None, **more: Any) -> c.Report:  # noqa: ANN401
    """A report of the first round; somebody is skipped, if nobody is named."""
    whose = (1 if kind is Kind.PLAYER_SKIPPED else 0) if seat is None else seat
    return c.Report(kind, whose, **{"round": 1, **more})


def playing(game: str, **submission: Any) -> Table:  # noqa: ANN401
    """Bets are closed and counted, and the first card is due."""
    return until(lock_round(seated_table(game, **submission)), due_is=c.Deal)


@EVERY
@pytest.mark.parametrize("kind", [*NAMES, "card face up", "stub not 52"])
def test_what_is_no_irregularity(game: str, kind: Any) -> None:  # noqa: ANN401
    """A name is not enough."""
    for moment in ("no round", "asked", "to settle"):
        scene = at(game, moment)
        scene.refuses(DEE, c.Report(kind, round=1), "unknown kind of incident", "ROUND-3")
        scene.refuses(FLO, c.Report(kind, round=1), "unknown kind of incident", "ROUND-3")


@pytest.mark.parametrize("game", [RET, CCP, STUD])
def test_a_game_without_cards_of_the_dealer(game: str) -> None:
    words = (
        "this cannot happen under the rules of this table: "
        "a card of the dealer was exposed before the last decision"
    )
    for moment in ("no round", "asked", "to settle"):
        at(game, moment).refuses(DEE, report_of(Kind.DEALER_CARD_EXPOSED), words, "ROUND-3")


@EVERY
def test_a_stub_is_counted_and_not_reported(game: str) -> None:
    words = "count the stub instead: a wrong count is reported by itself"
    for moment in ("no round", "asked", "to settle"):
        for kind in (Kind.STUB_MISDEALT, Kind.STUB_NOT_52):
            at(game, moment).refuses(DEE, report_of(kind), words, "ROUND-3")


# When


@EVERY
def test_no_round_is_open(game: str) -> None:
    for kind in kinds(game):
        for moment in ("no round", "closed"):
            at(game, moment).refuses(DEE, report_of(kind), "no round is open", "ROUND-1")


@EVERY
@pytest.mark.parametrize("number", [0, 2, -1, 10**30, "1", None, (1,), [], {}, "\n"])
def test_another_round(game: str, number: Any) -> None:  # noqa: ANN401
    for kind in kinds(game):
        for moment in ("bets are down", "asked", "to settle"):
            words = "but round 1 is open"
            at(game, moment).refuses(DEE, report_of(kind, round=number), words, "ROUND-1")


@EVERY
def test_no_hand_is_played(game: str) -> None:
    for kind in kinds(game):
        for moment, phase in (
            ("bets are open", "bets are open"),
            ("to count", "progressive wagers are counted"),
            ("void", "the round is void"),
        ):
            if has(game, moment):
                words = f"no hand is in play ({phase})"
                at(game, moment).refuses(DEE, report_of(kind), words, DEALT)


@EVERY
def test_what_is_found_once_everything_is_settled(game: str) -> None:
    """Until the close it can be seen that a number of cards was wrong; the rest is too late."""
    scene = at(game, "to close")
    words = "every hand is settled, so the cards may be seen"
    for kind in kinds(game):
        if kind in WHILE_DEALING:
            scene.refuses(DEE, report_of(kind), "all cards have been dealt", DEALT)
        elif kind in (Kind.COMMUNITY_EXPOSED, Kind.DEALER_CARD_EXPOSED):
            scene.refuses(DEE, report_of(kind), words, "ROUND-3")
        elif kind is Kind.WRONG_NUMBER:
            assert all(scene.allows(DEE, report_of(kind, seat)) for seat in (0, 1, 2))


@EVERY
def test_what_is_found_while_hands_are_settled(game: str) -> None:
    """Of the cards, nothing but their number: all are out, and the dealer turns them up."""
    scene = scene_of(some_paid(playing(game)))
    for kind in WHILE_DEALING:
        scene.refuses(DEE, report_of(kind), "all cards have been dealt", DEALT)
    words = "hands are being settled: the dealer turns every card up"
    scene.refuses(DEE, report_of(Kind.DRAWN_EXPOSED, 1), words, "ROUND-3")
    words = "seat 1 was not skipped: it has played its cards"
    scene.refuses(DEE, report_of(Kind.PLAYER_SKIPPED), words, "ROUND-3")
    words = "no community card is face down"
    scene.refuses(DEE, report_of(Kind.COMMUNITY_EXPOSED), words, "ROUND-3")
    if game == THB:
        words = "every player has decided, so the dealer's cards may be seen"
        scene.refuses(DEE, report_of(Kind.DEALER_CARD_EXPOSED), words, "ROUND-3")


@EVERY
def test_a_wrong_number_is_reported_of_a_hand_that_is_settled_too(game: str) -> None:
    scene = scene_of(some_paid(playing(game)))
    for seat in (0, 1, 2, 4):  # whose it is, need not be known
        assert scene.allows(DEE, report_of(Kind.WRONG_NUMBER, seat))


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_no_card_is_to_be_dealt_any_more(method: str) -> None:
    game, order, submission = METHODS[method]
    table = lock_round(seated_table(game, submission={"table": submission}))
    until(table, due_is=c.Deal)
    for kind in WHILE_DEALING:
        assert scene_of(table).allows(DEE, report_of(kind))
    until(table, Phase.SETTLING)
    for kind in (*WHILE_DEALING, *((Kind.SHOE_JAM,) if "automated" in method else ())):
        words = "all cards have been dealt"
        scene_of(table).refuses(DEE, report_of(kind), words, {game: order.clause})


@pytest.mark.parametrize("game", [THB, STUD])
def test_a_second_card_face_up_is_more_than_one(game: str) -> None:
    scene = scene_of(playing(game)).after((DEE, report_of(Kind.CARD_FACE_UP)))
    words = "this is the second card: report that more than one card is face up in the shoe or deck"
    scene.refuses(DEE, report_of(Kind.CARD_FACE_UP), words, "ROUND-3")
    assert scene.allows(DEE, report_of(Kind.CARDS_FACE_UP))


# Which card, which seat


@EVERY
@pytest.mark.parametrize("seat", [*NUMBERS, 7, 99])
def test_a_seat_that_there_is_not(game: str, seat: Any) -> None:  # noqa: ANN401
    """What is nothing may stand for nobody in particular."""
    scene = at(game, "asked")
    words = ": seats are numbered 1 to 6"
    skip_report = c.Report(Kind.PLAYER_SKIPPED, seat, round=1)
    scene.refuses(DEE, skip_report, words, SEATED)
    for kind in (Kind.WRONG_NUMBER, Kind.DRAWN_EXPOSED) if seat else ():
        scene.refuses(DEE, c.Report(kind, seat, round=1), words, SEATED)


@EVERY
def test_a_seat_that_does_not_play(game: str) -> None:
    """Dan sits there and did not bet; seat 6 is free."""
    scene = at(game, "asked")
    for kind in (Kind.PLAYER_SKIPPED, Kind.DRAWN_EXPOSED):
        for seat in (5, 6):
            words = f"seat {seat} has no wager in this round"
            scene.refuses(DEE, report_of(kind, seat), words, "ROUND-3")
    skip_report = c.Report(Kind.PLAYER_SKIPPED, round=1)
    scene.refuses(DEE, skip_report, "invalid seat 0: seats are numbered 1 to 6", SEATED)


@EVERY
@pytest.mark.parametrize("card", UNKNOWN)
def test_a_card_that_nobody_has(game: str, card: Any) -> None:  # noqa: ANN401
    """Not of a player, not on the table, not the dealer's."""
    scene = at(game, "asked")
    words = "no such card is face down"
    scene.refuses(DEE, report_of(Kind.DRAWN_EXPOSED, 2, card=card), words, "ROUND-3")
    if game == THB:
        words = "no community card is face down"
    scene.refuses(DEE, report_of(Kind.COMMUNITY_EXPOSED, card=card), words, "ROUND-3")
    words = "no such card is face down"
    if game == THB:
        scene.refuses(DEE, report_of(Kind.DEALER_CARD_EXPOSED, card=card), words, "ROUND-3")


@EVERY
def test_a_card_that_lies_open_is_not_exposed_again(game: str) -> None:
    """The next one of the stack, one of a player, one on the table."""
    scene = scene_of(playing(game)).after((DEE, report_of(Kind.DRAWN_EXPOSED)), (FLO, GO_ON))
    scene.refuses(DEE, report_of(Kind.DRAWN_EXPOSED), "the next card is already face up", "ROUND-3")
    scene = at(game, "asked")
    for name in ("first", "second"):
        exposed_report = report_of(Kind.DRAWN_EXPOSED, 2, card=name)
        scene = scene.after((DEE, exposed_report), (FLO, GO_ON))
        message = f"no such card is face down: '{name}'; choose from: seat 2, "
        if name == "second" and game != STUD:
            message = "seat 2 has no face-down card"
        scene.refuses(DEE, exposed_report, message, "ROUND-3")
    if game != STUD:
        exposed_report = report_of(Kind.DRAWN_EXPOSED, 2)
        scene.refuses(DEE, exposed_report, "seat 2 has no face-down card", "ROUND-3")


@EVERY
def test_no_card_lies_there(game: str) -> None:
    """Before it is dealt, and once it is turned."""
    scene = scene_of(playing(game))
    none = "no community card is face down"
    scene.refuses(DEE, report_of(Kind.COMMUNITY_EXPOSED), none, "ROUND-3")
    first = {RET: "left", CCP: "left", THB: "flop", STUD: "community"}[game]
    scene.refuses(DEE, report_of(Kind.COMMUNITY_EXPOSED, card=first), none, "ROUND-3")
    if game == THB:
        own = "no dealer card is face down"
        scene.refuses(DEE, report_of(Kind.DEALER_CARD_EXPOSED), own, "ROUND-3")
        scene = at(game, "asked")
        scene.refuses(DEE, report_of(Kind.COMMUNITY_EXPOSED, card="dealer"), none, "ROUND-3")
        words = "no such card is face down: 'flop'; choose from: Dealer, card 1; Dealer, card 2"
        scene.refuses(DEE, report_of(Kind.DEALER_CARD_EXPOSED, card="flop"), words, "ROUND-3")
    scene = scene_of(until(playing(game), Phase.SETTLING))
    scene.refuses(DEE, report_of(Kind.COMMUNITY_EXPOSED), none, "ROUND-3")
    scene.refuses(DEE, report_of(Kind.COMMUNITY_EXPOSED, card=first), none, "ROUND-3")


def test_the_dealers_cards_may_be_seen_once_everybody_decided() -> None:
    table = playing(THB)
    while not current_round(table).table.get("dealer"):
        go_on(table)
    while any(len(decisions) < 3 for decisions in current_round(table).decisions.values()):
        assert scene_of(table).allows(DEE, report_of(Kind.DEALER_CARD_EXPOSED, position=1))
        go_on(table)
    words = "every player has decided, so the dealer's cards may be seen"
    while not current_round(table).results:
        scene_of(table).refuses(DEE, report_of(Kind.DEALER_CARD_EXPOSED), words, "ROUND-3")
        go_on(table)


# Hands


@EVERY
def test_no_wrong_number_before_the_first_card(game: str) -> None:
    scene = scene_of(playing(game))
    for seat in (0, 2):
        words = "no card has been dealt"
        scene.refuses(DEE, report_of(Kind.WRONG_NUMBER, seat), words, DEALT)
    assert scene.after((DEE, c.Deal(round=1))).allows(DEE, report_of(Kind.WRONG_NUMBER, 2))


@EVERY
def test_nobody_is_skipped_before_players_have_cards(game: str) -> None:
    table = playing(game)
    while not current_round(table).holes[1]:
        words = "no player has been dealt a card yet"
        scene_of(table).refuses(DEE, report_of(Kind.PLAYER_SKIPPED, 2), words, DEALT)
        go_on(table)
    assert scene_of(table).allows(DEE, report_of(Kind.PLAYER_SKIPPED, 2))


@EVERY
def test_who_answered_for_cards_was_not_skipped(game: str) -> None:
    """Nor who lost them, nor anybody when all are settled."""
    words = "seat 2 was not skipped: it has played its cards"
    scene = at(game, "second street")
    scene.refuses(DEE, report_of(Kind.PLAYER_SKIPPED, 2), words, "ROUND-3")
    assert at(game, "Bob is asked").allows(DEE, report_of(Kind.PLAYER_SKIPPED, 4))
    table = until(playing(game), Phase.SETTLING)
    scene_of(table).refuses(DEE, report_of(Kind.PLAYER_SKIPPED, 2), words, "ROUND-3")
    if game in (RET, CCP):
        scene_after_loss = at(game, "asked").after((FLO, c.Forfeit(2, "11.A(1)", round=1)))
        scene_after_loss.refuses(DEE, report_of(Kind.PLAYER_SKIPPED, 2), words, "ROUND-3")


# Machines


@EVERY
def test_a_shuffler_that_does_not_count(game: str) -> None:
    for submission in (BY_HAND, TWO, SHOE):
        scene = scene_of(seated_table(game, submission=submission))
        for deck in (1, 2):
            exposed_report = report_of(Kind.COUNTER_WRONG, deck=deck)
            scene.refuses(
                DEE, exposed_report, "the shuffler of this table does not count cards", "ROUND-3"
            )


@EVERY
def test_hands_do_not_jam(game: str) -> None:
    scene = scene_of(seated_table(game, submission=BY_HAND))
    jam = report_of(Kind.SHUFFLER_JAM)
    scene.refuses(DEE, jam, "the cards are shuffled by hand at this table", "ROUND-3")


@EVERY
@pytest.mark.parametrize("deck", [*NUMBERS, 0, 2, 3])
def test_a_deck_that_the_shuffler_does_not_hold(game: str, deck: Any) -> None:  # noqa: ANN401
    scene = scene_of(seated_table(game, submission=COUNTING))
    for kind in (Kind.COUNTER_WRONG, Kind.SHUFFLER_JAM):
        words = "is not in the shuffler"
        scene.refuses(DEE, report_of(kind, deck=deck), words, "ROUND-3")
        assert scene.allows(DEE, report_of(kind, deck=1))


@EVERY
def test_the_shuffler_does_not_hold_what_is_dealt_from_or_was_not_shuffled(game: str) -> None:
    """It jams over a stack that it is to shuffle; what it shows, it shows of one that it did."""
    words = "deck 1 is not in the shuffler"
    scenes = [before(game, task, COUNTING) for task in (Task.INSPECT, Task.WASH)]
    table = lock_round(seated_table(game, submission=COUNTING))
    scenes.append(scene_of(table))
    scenes.append(scene_of(until(table, Phase.SETTLING)))
    for scene in scenes:
        for kind in (Kind.COUNTER_WRONG, Kind.SHUFFLER_JAM):
            scene.refuses(DEE, report_of(kind, deck=1), words, "ROUND-3")
    stacked_scene = before(game, Task.SHUFFLE, COUNTING)
    stacked_scene.refuses(DEE, report_of(Kind.COUNTER_WRONG, deck=1), words, "ROUND-3")
    assert stacked_scene.allows(DEE, report_of(Kind.SHUFFLER_JAM, deck=1))


@EVERY
def test_no_automated_shoe(game: str) -> None:
    for submission in (BY_HAND, COUNTING):
        table = until(lock_round(seated_table(game, submission=submission)), due_is=c.Deal)
        words = "this table does not use an automated shoe"
        scene_of(table).refuses(DEE, report_of(Kind.SHOE_JAM), words, "ROUND-3")


@EVERY
def test_a_shoe_jams_while_it_deals(game: str) -> None:
    table = seated_table(game, submission=SHOE)
    jam = report_of(Kind.SHOE_JAM)
    scene_of(table).refuses(DEE, jam, "no round is open", "ROUND-1")
    table.dealer("Dee").open_round()
    words = "no hand is in play (bets are open)"
    scene_of(table).refuses(DEE, jam, words, {**dict.fromkeys(KEYS, "10.B")})
    table = lock_round(seated_table(game, submission=SHOE), sides={})
    assert scene_of(table).allows(DEE, jam)
    scene_of(table).refuses(
        DEE, report_of(Kind.SHOE_JAM, round=2), "but round 1 is open", "ROUND-1"
    )


@EVERY
def test_a_shoe_that_has_cards_to_deal_jams_and_is_not_down(game: str) -> None:
    """The round is void by it, or a floorperson rules; it is not just finished.

    From the lock on, also while progressives are counted; in hold 'em until the stacks are out.
    """
    table = lock_round(seated_table(game, submission=SHOE))
    down, jam = report_of(Kind.DEVICE_DOWN, device="dealing shoe"), report_of(Kind.SHOE_JAM)
    words = "the shoe still has cards to deal: report that the dealing shoe jams in the round"
    assert (current_round(table).phase is Phase.COUNTING) is (game != THB)
    last = {RET: 11, CCP: 11, THB: 8, STUD: 11}[game]
    while current_round(table).dealt < last:
        scene_of(table).refuses(DEE, down, words, "ROUND-3")
        assert scene_of(table).allows(DEE, jam)
        go_on(table)
    while current_round(table).phase is not Phase.SETTLED:
        assert scene_of(table).allows(DEE, down)
        assert not scene_of(table).allows(DEE, jam)
        go_on(table)


def test_the_cards_of_the_board_come_from_the_hand() -> None:
    """A shoe that is empty does not jam; one that deals the board first may, until that is out."""
    words = (
        "the shoe has dealt its cards and the rest are dealt from the hand: "
        "report that the shoe cannot"
    )
    table = until(lock_round(seated_table(THB, submission=SHOE)), due_is=c.Deal)
    while current_round(table).turn is None:
        go_on(table)
    scene_of(table).refuses(DEE, report_of(Kind.SHOE_JAM), words, {THB: "10.B"})
    reshuffles = {"table": {"dealing": "automated shoe", "shuffler": "automated reshuffling"}}
    table = lock_round(seated_table(THB, submission=reshuffles))
    while current_round(table).dealt < 13:
        assert scene_of(table).allows(DEE, report_of(Kind.SHOE_JAM))
        go_on(table)
    words = "all cards have been dealt"
    scene_of(table).refuses(DEE, report_of(Kind.SHOE_JAM), words, {THB: "10.I"})


@EVERY
@pytest.mark.parametrize("device", UNKNOWN)
def test_a_machine_that_is_not_in_use(game: str, device: Any) -> None:  # noqa: ANN401
    down = report_of(Kind.DEVICE_DOWN, device=device)
    words = ": choose from shuffler"
    at(game, "no round").refuses(DEE, down, words, "ROUND-3")


@EVERY
def test_machines_that_are_not_there(game: str) -> None:
    scene = scene_of(seated_table(game, submission=BY_HAND))
    sides = {
        RET: "progressive system",
        CCP: "wheel, progressive system",
        STUD: "progressive system",
    }
    for device in ("shuffler", "dealing shoe"):
        down = report_of(Kind.DEVICE_DOWN, device=device)
        words = f"unknown device '{device}': choose from {sides.get(game)}"
        scene.refuses(DEE, down, words if game in sides else "this table uses no device", "ROUND-3")
    for device_name in ("dealing shoe", Device.SHOE):
        shoe = report_of(Kind.DEVICE_DOWN, device=device_name)
        words = "unknown device 'dealing shoe': choose from shuffler"
        at(game, "no round").refuses(DEE, shoe, words, "ROUND-3")


@EVERY
def test_a_machine_breaks_once(game: str) -> None:
    """Until it works again."""
    down = report_of(Kind.DEVICE_DOWN, device="shuffler")
    scene = at(game, "no round").after((DEE, down))
    words = "a failure of the shuffler is already on record"
    scene.refuses(DEE, down, words, "ROUND-3")
    scene.refuses(DEE, report_of(Kind.DEVICE_DOWN), words, "ROUND-3")
