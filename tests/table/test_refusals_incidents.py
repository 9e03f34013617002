"""Refused reports of irregularities that cannot have occurred."""

from typing import Any, Final

import pytest

from pitboss.games.deck_tasks import Device, Task
from pitboss.games.incidents import Kind
from pitboss.table import Phase, Table
from pitboss.table import commands as c
from pitboss.table.day import Ruling

from .dealer_rounds import do_next_step, lock_round, play_until, settle_all_but_last
from .deck_steps import BY_HAND, COUNTING, SHOE, TWO, scene_before
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
"""Incidents that concern the hands of a round, in every game."""
WHILE_DEALING: Final = (
    Kind.CARD_FACE_UP,
    Kind.CARDS_FACE_UP,
    Kind.DRAWN_UNEXPOSED,
    Kind.DRAWN_EXPOSED,
)
NO_HAND: Final = (
    "no hand is in play: this can be reported only from the first card to the close of the round"
)
DEALT: Final = dict.fromkeys(KEYS, "8.D")
"""The dealing order of a manual shoe; the same in each book."""
GO_ON: Final = c.Rule(Ruling.GO_ON, "no harm is done")
UNKNOWN: Final = [name for name in NAMES if name and not isinstance(name, list | dict)]
"""Names of nothing; empty values mean the first possible one."""
SEATED: Final = {RET: "7.B(1)", CCP: "7.B(1)", THB: "7.C", STUD: "7.B"}


def kinds(game: str) -> tuple[Kind, ...]:
    """Return the incidents that concern the hands of a round."""
    return (*IN_ROUND, Kind.DEALER_CARD_EXPOSED) if game == THB else IN_ROUND


def report_of(kind: Kind, seat: int | None = None, **more: Any) -> c.Report:  # noqa: ANN401
    """Return a report for the first round; by default somebody is skipped."""
    whose = (1 if kind is Kind.PLAYER_SKIPPED else 0) if seat is None else seat
    return c.Report(kind, whose, **{"round": 1, **more})


def playing(game: str, **submission: Any) -> Table:  # noqa: ANN401
    """Return a table with bets closed and counted, and the first card due."""
    return play_until(lock_round(seated_table(game, **submission)), due_is=c.Deal)


@EVERY
@pytest.mark.parametrize("kind", [*NAMES, "card face up", "stub not 52"])
def test_invalid_kinds_of_irregularity(game: str, kind: Any) -> None:  # noqa: ANN401
    """A name is not enough."""
    for moment in ("no round", "asked", "to settle"):
        scene = at(game, moment)
        scene.refuses(
            DEE, c.Report(kind, round=1), "kind must be card face up, cards face up, ", "ROUND-3"
        )
        scene.refuses(
            FLO, c.Report(kind, round=1), "kind must be card face up, cards face up, ", "ROUND-3"
        )


@pytest.mark.parametrize("game", [RET, CCP, STUD])
def test_a_game_without_dealer_cards(game: str) -> None:
    words = (
        "this cannot happen under this table's rules: "
        "a dealer card was exposed before the last decision"
    )
    for moment in ("no round", "asked", "to settle"):
        at(game, moment).refuses(DEE, report_of(Kind.DEALER_CARD_EXPOSED), words, "ROUND-3")


@EVERY
def test_a_stub_is_counted_and_not_reported(game: str) -> None:
    for moment in ("no round", "asked", "to settle"):
        for kind in (Kind.STUB_MISDEALT, Kind.STUB_NOT_52):
            words = f"'{kind}' cannot be reported: count the stub, and a wrong count becomes "
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
    words = NO_HAND
    for kind in kinds(game):
        for moment in ("bets are open", "to count", "void"):
            if has(game, moment):
                at(game, moment).refuses(DEE, report_of(kind), words, DEALT)


@EVERY
def test_what_is_found_after_settlement(game: str) -> None:
    """Until the close a wrong number of cards can be found; anything else is too late."""
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
def test_what_is_found_during_settlement(game: str) -> None:
    """Only the number of cards can be wrong: all are dealt, and the dealer turns them up."""
    scene = scene_of(settle_all_but_last(playing(game)))
    for kind in WHILE_DEALING:
        scene.refuses(DEE, report_of(kind), "all cards have been dealt", DEALT)
    words = "hands are being settled, so every card is turned up anyway"
    scene.refuses(DEE, report_of(Kind.DRAWN_EXPOSED, 1), words, "ROUND-3")
    words = "seat 1 was not skipped: its hand has been played"
    scene.refuses(DEE, report_of(Kind.PLAYER_SKIPPED), words, "ROUND-3")
    words = "no community card is face down"
    scene.refuses(DEE, report_of(Kind.COMMUNITY_EXPOSED), words, "ROUND-3")
    if game == THB:
        words = "every player has decided, so the dealer's cards may be seen"
        scene.refuses(DEE, report_of(Kind.DEALER_CARD_EXPOSED), words, "ROUND-3")


@EVERY
def test_a_wrong_number_is_reported_for_a_settled_hand_too(game: str) -> None:
    scene = scene_of(settle_all_but_last(playing(game)))
    for seat in (0, 1, 2, 4):  # the hand need not be named
        assert scene.allows(DEE, report_of(Kind.WRONG_NUMBER, seat))


@pytest.mark.parametrize("method", METHODS_IN_TURN)
def test_no_card_is_left_to_deal(method: str) -> None:
    game, order, submission = METHODS[method]
    table = lock_round(seated_table(game, submission={"table": submission}))
    play_until(table, due_is=c.Deal)
    for kind in WHILE_DEALING:
        assert scene_of(table).allows(DEE, report_of(kind))
    play_until(table, Phase.SETTLING)
    for kind in (*WHILE_DEALING, *((Kind.SHOE_JAM,) if "automated" in method else ())):
        words = "all cards have been dealt"
        scene_of(table).refuses(DEE, report_of(kind), words, {game: order.clause})


@pytest.mark.parametrize("game", [THB, STUD])
def test_a_second_card_face_up_is_more_than_one(game: str) -> None:
    scene = scene_of(playing(game)).after((DEE, report_of(Kind.CARD_FACE_UP)))
    words = "this is the second face-up card of the round: report 'cards face up' instead"
    scene.refuses(DEE, report_of(Kind.CARD_FACE_UP), words, "ROUND-3")
    assert scene.allows(DEE, report_of(Kind.CARDS_FACE_UP))


# Which card, which seat


@EVERY
@pytest.mark.parametrize("seat", [*NUMBERS, 7, 99])
def test_a_seat_that_does_not_exist(game: str, seat: Any) -> None:  # noqa: ANN401
    """An empty value may mean nobody in particular."""
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
def test_a_face_up_card_is_not_exposed_again(game: str) -> None:
    """The next card of the stack, a player's card and a table card are tried."""
    scene = scene_of(playing(game)).after((DEE, report_of(Kind.DRAWN_EXPOSED)), (FLO, GO_ON))
    scene.refuses(DEE, report_of(Kind.DRAWN_EXPOSED), "the next card is already face up", "ROUND-3")
    scene = at(game, "asked")
    for name in ("first", "second"):
        exposed_report = report_of(Kind.DRAWN_EXPOSED, 2, card=name)
        scene = scene.after((DEE, exposed_report), (FLO, GO_ON))
        message = f"card is '{name}', but no such card is face down: choose card and position from "
        if name == "second" and game != STUD:
            message = "seat 2 has no face-down card"
        scene.refuses(DEE, exposed_report, message, "ROUND-3")
    if game != STUD:
        exposed_report = report_of(Kind.DRAWN_EXPOSED, 2)
        scene.refuses(DEE, exposed_report, "seat 2 has no face-down card", "ROUND-3")


@EVERY
def test_no_card_there(game: str) -> None:
    """Either it is not dealt yet, or already turned up."""
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
        words = (
            "card is 'flop', but no such card is face down: choose card and position from "
            "'dealer', 1 (Dealer, card 1); 'dealer', 2 (Dealer, card 2)"
        )
        scene.refuses(DEE, report_of(Kind.DEALER_CARD_EXPOSED, card="flop"), words, "ROUND-3")
    scene = scene_of(play_until(playing(game), Phase.SETTLING))
    scene.refuses(DEE, report_of(Kind.COMMUNITY_EXPOSED), none, "ROUND-3")
    scene.refuses(DEE, report_of(Kind.COMMUNITY_EXPOSED, card=first), none, "ROUND-3")


def test_the_dealers_cards_may_be_seen_once_everybody_decided() -> None:
    table = playing(THB)
    while not current_round(table).table.get("dealer"):
        do_next_step(table)
    while any(len(decisions) < 3 for decisions in current_round(table).decisions.values()):
        assert scene_of(table).allows(DEE, report_of(Kind.DEALER_CARD_EXPOSED, position=1))
        do_next_step(table)
    words = "every player has decided, so the dealer's cards may be seen"
    while not current_round(table).results:
        scene_of(table).refuses(DEE, report_of(Kind.DEALER_CARD_EXPOSED), words, "ROUND-3")
        do_next_step(table)


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
        do_next_step(table)
    assert scene_of(table).allows(DEE, report_of(Kind.PLAYER_SKIPPED, 2))


@EVERY
def test_a_player_who_decided_was_not_skipped(game: str) -> None:
    """Nor was one whose cards are gone, or anybody once all are settled."""
    words = "seat 2 was not skipped: its hand has been played"
    scene = at(game, "second street")
    scene.refuses(DEE, report_of(Kind.PLAYER_SKIPPED, 2), words, "ROUND-3")
    assert at(game, "Bob is asked").allows(DEE, report_of(Kind.PLAYER_SKIPPED, 4))
    table = play_until(playing(game), Phase.SETTLING)
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
def test_a_deck_that_is_not_in_the_shuffler(game: str, deck: Any) -> None:  # noqa: ANN401
    scene = scene_of(seated_table(game, submission=COUNTING))
    for kind in (Kind.COUNTER_WRONG, Kind.SHUFFLER_JAM):
        words = "is not in the shuffler"
        scene.refuses(DEE, report_of(kind, deck=deck), words, "ROUND-3")
        assert scene.allows(DEE, report_of(kind, deck=1))


@EVERY
def test_a_deck_in_play_or_unshuffled_is_not_in_the_shuffler(game: str) -> None:
    """It jams on a stack to be shuffled, and counts a stack that it has shuffled."""
    words = "deck 1 is not in the shuffler"
    scenes = [scene_before(game, task, COUNTING) for task in (Task.INSPECT, Task.WASH)]
    table = lock_round(seated_table(game, submission=COUNTING))
    scenes.append(scene_of(table))
    scenes.append(scene_of(play_until(table, Phase.SETTLING)))
    for scene in scenes:
        for kind in (Kind.COUNTER_WRONG, Kind.SHUFFLER_JAM):
            scene.refuses(DEE, report_of(kind, deck=1), words, "ROUND-3")
    stacked_scene = scene_before(game, Task.SHUFFLE, COUNTING)
    stacked_scene.refuses(DEE, report_of(Kind.COUNTER_WRONG, deck=1), words, "ROUND-3")
    assert stacked_scene.allows(DEE, report_of(Kind.SHUFFLER_JAM, deck=1))


@EVERY
def test_no_automated_shoe(game: str) -> None:
    for submission in (BY_HAND, COUNTING):
        table = play_until(lock_round(seated_table(game, submission=submission)), due_is=c.Deal)
        words = "this table does not use an automated shoe"
        scene_of(table).refuses(DEE, report_of(Kind.SHOE_JAM), words, "ROUND-3")


@EVERY
def test_a_shoe_jams_while_it_deals(game: str) -> None:
    table = seated_table(game, submission=SHOE)
    jam = report_of(Kind.SHOE_JAM)
    scene_of(table).refuses(DEE, jam, "no round is open", "ROUND-1")
    table.dealer("Dee").open_round()
    scene_of(table).refuses(DEE, jam, NO_HAND, {**dict.fromkeys(KEYS, "10.B")})
    table = lock_round(seated_table(game, submission=SHOE), sides={})
    assert scene_of(table).allows(DEE, jam)
    scene_of(table).refuses(
        DEE, report_of(Kind.SHOE_JAM, round=2), "but round 1 is open", "ROUND-1"
    )


@EVERY
def test_a_shoe_with_cards_left_jams_and_does_not_just_fail(game: str) -> None:
    """The round is void, or a floorperson rules; it is not simply finished.

    This holds from the lock, also while progressives are counted; in hold 'em until the stacks are
    out."""
    table = lock_round(seated_table(game, submission=SHOE))
    down, jam = report_of(Kind.DEVICE_DOWN, device="dealing shoe"), report_of(Kind.SHOE_JAM)
    words = "the shoe still has cards to deal: report 'shoe jam' instead"
    assert (current_round(table).phase is Phase.COUNTING) is (game != THB)
    last = {RET: 11, CCP: 11, THB: 8, STUD: 11}[game]
    while current_round(table).dealt < last:
        scene_of(table).refuses(DEE, down, words, "ROUND-3")
        assert scene_of(table).allows(DEE, jam)
        do_next_step(table)
    while current_round(table).phase is not Phase.SETTLED:
        assert scene_of(table).allows(DEE, down)
        assert not scene_of(table).allows(DEE, jam)
        do_next_step(table)


def test_board_cards_come_from_the_hand() -> None:
    """An empty shoe does not jam; one that deals the board first may, until that is out."""
    words = (
        "the shoe has dealt its cards, and the rest are dealt from the hand: "
        "report 'device down' with device 'dealing shoe'"
    )
    table = play_until(lock_round(seated_table(THB, submission=SHOE)), due_is=c.Deal)
    while current_round(table).turn is None:
        do_next_step(table)
    scene_of(table).refuses(DEE, report_of(Kind.SHOE_JAM), words, {THB: "10.B"})
    reshuffles = {"table": {"dealing": "automated shoe", "shuffler": "automated reshuffling"}}
    table = lock_round(seated_table(THB, submission=reshuffles))
    while current_round(table).dealt < 13:
        assert scene_of(table).allows(DEE, report_of(Kind.SHOE_JAM))
        do_next_step(table)
    words = "all cards have been dealt"
    scene_of(table).refuses(DEE, report_of(Kind.SHOE_JAM), words, {THB: "10.I"})


@EVERY
@pytest.mark.parametrize("device", UNKNOWN)
def test_a_machine_that_is_not_in_use(game: str, device: Any) -> None:  # noqa: ANN401
    down = report_of(Kind.DEVICE_DOWN, device=device)
    words = ": choose from shuffler"
    at(game, "no round").refuses(DEE, down, words, "ROUND-3")


@EVERY
def test_machines_that_do_not_exist(game: str) -> None:
    scene = scene_of(seated_table(game, submission=BY_HAND))
    sides = {
        RET: "progressive system",
        CCP: "wheel, progressive system",
        STUD: "progressive system",
    }
    for device in ("shuffler", "dealing shoe"):
        down = report_of(Kind.DEVICE_DOWN, device=device)
        words = f"unknown device '{device}': choose from {sides.get(game)}"
        scene.refuses(
            DEE, down, words if game in sides else "this table uses no devices", "ROUND-3"
        )
    for device_name in ("dealing shoe", Device.SHOE):
        shoe = report_of(Kind.DEVICE_DOWN, device=device_name)
        words = "unknown device 'dealing shoe': choose from shuffler"
        at(game, "no round").refuses(DEE, shoe, words, "ROUND-3")


@EVERY
def test_a_machine_breaks_only_once(game: str) -> None:
    """Once it is restored it may break again."""
    down = report_of(Kind.DEVICE_DOWN, device="shuffler")
    scene = at(game, "no round").after((DEE, down))
    words = "the shuffler is already on record as out of order"
    scene.refuses(DEE, down, words, "ROUND-3")
    scene.refuses(DEE, report_of(Kind.DEVICE_DOWN), words, "ROUND-3")
