"""Refused rulings and forfeits, and what is refused while an irregularity is pending."""

from typing import Any, Final

import pytest

from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind
from pitboss.table import Person, Phase, Role
from pitboss.table import commands as c
from pitboss.table.day import Ruling

from .dealer_rounds import fold_ann, lock_round, play_until, void_uncounted_rounds
from .odd import NAMES, NUMBERS, TEXTS
from .round_scenes import ANN, CROSSES, EVERY, Scene, at, scene_of
from .tables import CCP, DEE, FLO, RET, STUD, THB, current_round, seated_table

WAITS: Final = "incident 1 is waiting for a floorperson's ruling: "
LOST: Final = {RET: "11.A(5)", CCP: "11.A(5)"}
SEATED: Final = {RET: "7.B(1)", CCP: "7.B(1)"}
BY_THE_BOOK: Final = c.Report(Kind.WRONG_NUMBER, round=1)
SILENT: Final = c.Report(Kind.DRAWN_EXPOSED, 2, "first", round=1)
"""No book covers this."""


def waiting(game: str, progress: c.Report = BY_THE_BOOK) -> Scene:
    """Return a table where Dee has reported it in the first round."""
    return at(game, "asked").after((DEE, progress))


def wrong_stub(game: str) -> Scene:
    """Return a table where Dee has counted one card too few after the deal."""
    table = play_until(lock_round(seated_table(game)), Phase.SETTLING)
    table.dealer("Dee").count_stub(51 - current_round(table).dealt)
    return scene_of(table)


# The round stops


@EVERY
def test_the_round_stops(game: str) -> None:
    words = WAITS + "a player, the dealer or the community area has the wrong number of cards"
    scene = waiting(game)
    for by, progress in (
        (DEE, c.Deal(round=1)),
        (DEE, c.TurnOver(round=1)),
        (DEE, c.Settle(round=1)),
        (DEE, c.SpinWheel(round=1)),
        (DEE, c.CloseRound(round=1)),
        (DEE, c.NoMoreBets(round=1, at=0)),
        (DEE, c.OpenRound(at=0)),
        (DEE, c.CountProgressives({}, round=1)),
        (DEE, c.AnswerForAbsent(1, round=1)),
        (DEE, c.CountStub(41, round=1)),
        (DEE, c.ReceiveDeck(at=0)),
        (DEE, c.RemoveDeck()),
        (DEE, c.Perform(Task.SHUFFLE)),
        (DEE, BY_THE_BOOK),
        (DEE, c.VerifyJackpot(2, round=1)),
        (FLO, c.ValidateJackpot(2, round=1)),
        (FLO, c.RuleOnAbsent(1, lost=True, round=1)),
        (FLO, c.Forfeit(1, "11.A(1)", round=1)),
        (FLO, c.Recut("slipped", round=1)),
        (FLO, c.OrderShuffle()),
        (FLO, c.OpenTable("table 2", game, 100)),
        (ANN, scene.bet()),
        (ANN, c.TakeBack(1, round=1)),
        (ANN, scene.decision(1, "fold", "flop")),
    ):
        scene.refuses(by, progress, words, "ROUND-3")


@EVERY
def test_a_player_may_walk_off_in_the_meantime(game: str) -> None:
    """Staff may report it too; the ruling on the wagers waits."""
    for by, progress in (
        (ANN, c.Leave(1)),
        (DEE, c.WalkedOff(1, round=1)),
        (FLO, c.WalkedOff(1, round=1)),
    ):
        scene_left = waiting(game).after((by, progress))
        assert scene_left.round.away == {1}
        ruling = c.RuleOnAbsent(1, lost=True, round=1)
        scene_left.refuses(FLO, ruling, WAITS, "ROUND-3")


@EVERY
def test_a_wrong_count_stops_the_round_too(game: str) -> None:
    words = WAITS + "the stub count is wrong"
    wrong_stub(game).refuses(DEE, c.Settle(round=1), words, "ROUND-3")
    table = void_uncounted_rounds(seated_table(game))
    table.dealer("Dee").count_stub(51)
    for progress in (c.OpenRound(at=0), c.Perform(Task.SHUFFLE), c.RemoveDeck()):
        scene_of(table).refuses(DEE, progress, words, "ROUND-3")


# Who rules, and the reason


@EVERY
def test_nothing_is_pending(game: str) -> None:
    for moment in ("no round", "asked", "to settle", "void", "closed"):
        for ruling in Ruling:
            progress = c.Rule(ruling, "seen by all")
            words = "no incident is waiting for a ruling"
            at(game, moment).refuses(FLO, progress, words, "ROUND-3")


@EVERY
def test_a_ruling_needs_rules(game: str) -> None:
    progress = c.Rule(Ruling.VOID, "seen by all")
    at(game, "nothing").refuses(FLO, progress, "no table is open", "ROUND-1")
    at(game, "no rules").refuses(FLO, progress, "no submission has been approved", "ROUND-2")


@EVERY
@pytest.mark.parametrize("name", ["Dee", "dee", "DEE", "D ee", "Ｄee"])
def test_the_reporter_does_not_rule(game: str, name: str) -> None:
    words = "reported it, so somebody else must rule on it"
    same = Person(name, Role.FLOORPERSON)
    for scene in (waiting(game), waiting(game, SILENT), wrong_stub(game)):
        for ruling in Ruling:
            scene.refuses(same, c.Rule(ruling, "seen by all"), words, "SEC-3")


@EVERY
@pytest.mark.parametrize("reason", [*TEXTS, "x" * 501])
def test_a_ruling_without_a_reason(game: str, reason: Any) -> None:  # noqa: ANN401
    words = "give a reason of 1 to 500 printable characters"
    progress = c.Rule(Ruling.BY_THE_BOOK, reason)
    waiting(game).refuses(FLO, progress, words, "ROUND-3")


@EVERY
@pytest.mark.parametrize("ruling", [*NAMES, "void", "by the book"])
def test_invalid_rulings(game: str, ruling: Any) -> None:  # noqa: ANN401
    """The word for one is invalid as well."""
    progress = c.Rule(ruling, "seen by all")
    words = ": choose "
    book = "by the book (the rulebook's remedy applies) or dismissed (it did not happen)"
    waiting(game).refuses(FLO, progress, words + book, "ROUND-3")
    floor = "void (the round is void) or go on (the round continues)"
    waiting(game, SILENT).refuses(FLO, progress, words + floor, "ROUND-3")


@EVERY
def test_a_ruling_that_does_not_fit_the_question(game: str) -> None:
    """Where the book decides there is no choice, and exposed cards cannot be denied."""
    exposure_report = {STUD: c.Report(Kind.COMMUNITY_EXPOSED, position=1, round=1)}
    exposure_report[THB] = c.Report(Kind.DEALER_CARD_EXPOSED, position=1, round=1)
    cases = [
        (waiting(game), ["by the book", "dismissed"]),
        (waiting(game, SILENT), ["void", "go on"]),
        (wrong_stub(game), ["misdealt", "not misdealt", "dismissed"]),
    ]
    if game in exposure_report:
        cases.append((waiting(game, exposure_report[game]), ["by the book"]))
    for scene, allowed_rulings_ in cases:
        for ruling in Ruling:
            progress = c.Rule(ruling, "seen by all")
            if ruling in allowed_rulings_:
                assert scene.allows(FLO, progress)
            else:
                rulings_text = " or ".join(
                    f"{item} ({item.description})" for item in Ruling if item in allowed_rulings_
                )
                words = f"'{ruling}' does not apply to this incident: choose {rulings_text}"
                scene.refuses(FLO, progress, words, "ROUND-3")


# Forfeits


@pytest.mark.parametrize("game", [THB, STUD])
def test_a_game_without_forfeits(game: str) -> None:
    for breach in ("11.A(1)", "11.A(5)", "", "x" * 500, "a\nb"):
        progress = c.Forfeit(1, breach, round=1)
        at(game, "asked").refuses(
            FLO, progress, "this game has no forfeits: record the breach instead", "ROUND-3"
        )


@EVERY
def test_forfeits_only_during_play(game: str) -> None:
    progress = c.Forfeit(1, "11.A(1)", round=1)
    for moment in ("no round", "closed"):
        at(game, moment).refuses(FLO, progress, "no round is open", "ROUND-1")
    words = "this is possible only while hands are being played or hands are being settled"
    for moment in ("bets are open", "to close", "void"):
        at(game, moment).refuses(FLO, progress, words, "ROUND-1")
    for number in (0, 2, -1, 10**30, "1", None, (1,)):
        other = c.Forfeit(1, "11.A(1)", round=number)  # type: ignore[arg-type]
        at(game, "asked").refuses(FLO, other, "but round 1 is open", "ROUND-1")


@CROSSES
@pytest.mark.parametrize("seat", [*NUMBERS, 0, 7, 99])
def test_a_forfeit_of_a_seat_that_does_not_exist(game: str, seat: Any) -> None:  # noqa: ANN401
    progress = c.Forfeit(seat, "11.A(1)", round=1)
    words = ": seats are numbered 1 to 6"
    at(game, "asked").refuses(FLO, progress, words, SEATED)


@CROSSES
def test_a_forfeit_of_a_seat_that_does_not_play(game: str) -> None:
    for seat in (5, 6):
        progress = c.Forfeit(seat, "11.A(1)", round=1)
        words = f"seat {seat} has no wager in this round"
        at(game, "asked").refuses(FLO, progress, words, "ROUND-3")


BREACHES: Final = [name for name in NAMES if not isinstance(name, list | dict)]


@CROSSES
@pytest.mark.parametrize("breach", [*BREACHES, "11.A", "11.A(5)", "11.A(6)", "11.B"])
def test_unknown_reasons_for_a_forfeit(game: str, breach: Any) -> None:  # noqa: ANN401
    progress = c.Forfeit(1, breach, round=1)
    words = ": choose from 11.A(1), 11.A(2), 11.A(3), 11.A(4)"
    at(game, "asked").refuses(FLO, progress, words, LOST)


@CROSSES
def test_talking_is_harmless_once_every_card_is_up(game: str) -> None:
    """The other three breaches still count."""
    scene = at(game, "to settle")
    progress = c.Forfeit(2, "11.A(4)", round=1)
    up = {RET: "11.A(4)", CCP: "11.A(4)"}
    scene.refuses(FLO, progress, "every card on the table is face up", up)
    assert at(game, "Bob is asked").allows(FLO, progress)
    for number in (1, 2, 3):
        assert scene.allows(FLO, c.Forfeit(2, f"11.A({number})", round=1))


@CROSSES
def test_no_forfeit_during_settlement_of_the_hand(game: str) -> None:
    """A bonus was settled, the wheel was spun, or the jackpot awaits validation."""
    progress = c.Forfeit(2, "11.A(1)", round=1)
    words = "seat 2 is already being settled"
    at(game, "jackpot").refuses(FLO, progress, words, LOST)
    table = play_until(lock_round(seated_table(game)), due_is=c.Settle)
    assert scene_of(table).allows(FLO, progress)
    while 2 not in current_round(table).results:
        table.dealer("Dee").settle()
    scene_of(table).refuses(FLO, progress, words, LOST)


@CROSSES
def test_a_player_without_cards_cannot_forfeit(game: str) -> None:
    """This holds before the deal and after losing the cards."""
    scene = scene_of(play_until(lock_round(seated_table(game)), due_is=c.Deal))
    progress = c.Forfeit(1, "11.A(2)", round=1)
    words = "seat 1 has no cards in play"
    scene.refuses(FLO, progress, words, LOST)
    scene.after((DEE, c.Deal(round=1))).refuses(FLO, progress, words, LOST)
    for number in range(1, 5):
        once = c.Forfeit(1, f"11.A({number})", round=1)
        scene_after_loss = at(game, "asked").after((FLO, once))
        scene_after_loss.refuses(FLO, once, words, LOST)
    away = at(game, "asked").after((ANN, c.Leave(1)), (FLO, c.RuleOnAbsent(1, lost=True, round=1)))
    away.refuses(FLO, progress, words, LOST)


@EVERY
def test_a_pending_irregularity_cannot_be_bypassed_by_a_void(game: str) -> None:
    """Only a lost seed takes precedence."""
    scene = at(game, "asked").after((DEE, c.Report(Kind.WRONG_NUMBER, round=1)))
    void = c.Propose(c.VoidRound(1, "a misdeal"))
    scene.refuses(
        DEE,
        void,
        "an incident is waiting for a ruling: rule on it instead of voiding the round",
        "ROUND-3",
    )
    assert scene._replace(shoe=None).allows(DEE, void)


@EVERY
def test_an_exposed_hand_must_be_in_play(game: str) -> None:
    """A folded hand, or one about to be settled, is not exposed by mistake."""
    report = c.Report(Kind.DRAWN_EXPOSED, 2, "first", round=1)
    words = "hands are being settled, so every card is turned up anyway"
    at(game, "to settle").refuses(DEE, report, words, "ROUND-3")
    assert at(game, "asked").allows(DEE, report)
    if game != STUD:
        fold_report = c.Report(Kind.DRAWN_EXPOSED, 1, round=1)
        words = "seat 1's hand is no longer in play"
        scene_of(fold_ann(game)).refuses(DEE, fold_report, words, "ROUND-3")


@CROSSES
def test_a_folded_hand_has_only_side_wagers_to_forfeit(game: str) -> None:
    """But the side wagers, if there are any."""
    progress = c.Forfeit(1, "11.A(1)", round=1)
    words = "seat 1 has folded and has nothing left to forfeit"
    scene_of(fold_ann(game)).refuses(FLO, progress, words, LOST)
    assert at(game, "Bob is asked").allows(FLO, progress)
