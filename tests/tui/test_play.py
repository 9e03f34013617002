"""Whole rounds at the terminal, by keys and clicks, for every game."""

import pytest

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD
from pitboss.lab import advise
from pitboss.lab.generic.limits import TooManyDeals
from pitboss.money import dollars
from pitboss.table import Phase
from pitboss.table import events as e
from pitboss.table.export import export_lines, replay
from pitboss.table.state import encode_state
from pitboss.tui.game.coach import format_average, format_units
from pitboss.tui.game.player_session import PlayerSession
from pitboss.tui.game.screen_state import TablePhase
from tests.rotation import with_games
from tests.tui.game_driver import LARGE, SMALL, Game, play

pytestmark = pytest.mark.usefixtures("kernels")

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])


@pytest.fixture
def mississippi(monkeypatch: pytest.MonkeyPatch) -> str:
    """Add a fifth game to the others."""
    monkeypatch.setitem(GAMES, MISSISSIPPI_STUD.key, MISSISSIPPI_STUD)
    return MISSISSIPPI_STUD.key


def decisions(session: PlayerSession, seat: int) -> list[object]:
    events = (item.event for item in session.shift.table.log)
    return [x.decision for x in events if isinstance(x, e.Decided) and x.seat == seat]


def check_log(session: PlayerSession) -> None:
    """The shift is over, every round is closed, and its export leads to the same state."""
    table = session.shift.table
    assert not table.state.has_open_round
    assert not table.state.seats
    state = replay(export_lines(table.log))
    assert encode_state(state) == encode_state(table.state)


@pytest.mark.parametrize(("key", "size"), with_games([SMALL, LARGE]))
def test_a_round_by_keyboard(key: str, size: tuple[int, int]) -> None:
    streets = GAMES[key].streets
    most = len(
        {street.wager for street in streets}
    )  # a raise closes the other streets of its wager

    async def sitting(game: Game) -> None:
        assert GAMES[key].name in game.lines[0]
        await game.press("enter")
        assert game.at(TablePhase.TURN)
        decision_count = 0
        while game.at(TablePhase.TURN):
            scene = game.session.screen_state()
            assert scene.street is not None
            assert f"{scene.street.label}:" in game.words
            bottom = "\n".join(game.lines[-4:])
            for choice in scene.choices:
                assert choice.decision in bottom
                if choice.stake:
                    assert dollars(choice.stake) in bottom
            name = scene.choices[-1].decision
            await game.press(name[0])
            decision_count += 1
            assert len(decisions(game.session, 1)) == decision_count
        assert decision_count == most
        assert game.at(TablePhase.RESULTS)
        text = [line for line in game.lines if line.strip().startswith("You ")]
        net = game.session.tally.net
        words = "You break even." if not net else f"You {'win' if net > 0 else 'lose'}"
        assert text[0].strip().startswith(words)
        for sentence in game.session.screen_state().result_sentences:
            assert sentence.text in game.side_text
            assert sentence.clauses or not GAMES[key].short
            if size == LARGE:
                assert all(word in game.words for word in sentence.text.split())
        await game.press("enter")
        assert game.session.shift.table.state.round is not None
        assert game.session.shift.table.state.round.number == 2
        assert game.at(TablePhase.TURN)
        await game.play_on()

    session = play(key, sitting, size=size)
    assert session.tally.rounds == 2
    assert most < len(decisions(session, 1)) <= most + len(streets)
    check_log(session)


def test_a_fifth_game_is_played_without_special_treatment(mississippi: str) -> None:
    async def sitting(game: Game) -> None:
        await game.press("enter", "1", "right", "right", "right", "enter")
        assert decisions(game.session, 1) == ["1x", "2x"]
        assert "5th Street:" in game.words
        await game.press("1")
        assert "Your five cards:" in game.side_text
        await game.press("c", "escape", "r", "escape")

    session = play(mississippi, sitting, coach=True)
    assert session.coach_report is not None
    assert session.coach_report.decisions == 3
    assert session.coach_report.is_before_cards
    check_log(session)


def test_bets_are_changed_with_keys() -> None:
    async def sitting(game: Game) -> None:
        await game.press("+", "+")  # both antes are equal
        assert game.session.bet_placement.bets == {"ante_across": 1500, "ante_down": 1500}
        await game.press("right", "right", "1", "+")
        await game.press("+", "-", "right", "+", "+")
        assert "Bonus Spin takes $5." in game.words
        await game.press("-", "left", "4", "+", "+")
        assert "Five Card Bonus takes $1 to $100." in game.words
        bets = {"ante_across": 1500, "ante_down": 1500, "five_card_bonus": 10000}
        assert game.session.bet_placement.bets == bets
        await game.press("enter")
        wager_events = [
            x.event for x in game.session.shift.table.log if isinstance(x.event, e.WagersPlaced)
        ]
        assert [x.wagers for x in wager_events] == [bets]
        await game.play_on()
        await game.press("space")
        assert game.at(TablePhase.BETS)
        assert game.session.bet_placement.bets == bets
        await game.press("x")
        assert game.session.bet_placement.bets == {"ante_across": 500, "ante_down": 500}
        await game.press("left", "-")
        assert "Ante Across and Ante Down take $5 to $500 each." in game.words

    check_log(play("criss-cross", sitting))


def test_bets_and_decisions_by_mouse() -> None:
    async def sitting(game: Game) -> None:
        await game.click("Progressive ")
        await game.click("□")
        await game.click("Win'em All")
        assert game.session.bet_placement.spot == "win_em_all"
        await game.click("□")
        assert game.session.bet_placement.bets["win_em_all"] == 500
        await game.click("deal")
        assert game.at(TablePhase.TURN)
        await game.click("raise $5")
        assert decisions(game.session, 1) == ["raise"]
        await game.click("check $0")
        assert game.at(TablePhase.RESULTS)
        await game.click("H rounds")
        assert len(game.app.screen_stack) == 2
        await game.press("escape")
        await game.click("Space  change bets")
        assert game.at(TablePhase.BETS)

    check_log(play("stud-235", sitting))


def test_nothing_is_chosen_before_you_choose() -> None:
    async def sitting(game: Game) -> None:
        await game.press("enter", "enter")
        assert not decisions(game.session, 1)
        assert "Select a decision with the arrow keys first" in game.words
        await game.press("left")
        assert "▸ 3  3x" in game.text
        await game.press("right", "right", "enter")
        assert decisions(game.session, 1) == ["1x"]

    play("criss-cross", sitting, coach=True)


def test_a_fold_ends_the_round_for_you() -> None:
    async def sitting(game: Game) -> None:
        await game.press("enter", "1", "f")
        assert game.at(TablePhase.RESULTS)
        assert "You folded on 2nd Run: 1st Ante, 2nd Ante and 1st Run lose." in game.side_text
        assert "You lose $15." in game.words
        await game.press("c")
        assert len(game.app.screen_stack) == 2

    session = play("run-em-twice", sitting)
    assert session.tally.net == -1500
    check_log(session)


@pytest.mark.parametrize("key", GAMES)
def test_the_coach_gives_the_advice_of_advise(key: str) -> None:
    async def sitting(game: Game) -> None:
        await game.press("+", "enter")  # two minimums on each wager
        while game.at(TablePhase.TURN):
            view_ = game.session.shift.player_view(1)
            names = [x for x in view_.decisions if isinstance(x, str)]
            exact = advise(game.session.rules, view_.hole, dict(view_.table), names)
            scene = game.session.screen_state()
            assert scene.decision_values is not None
            assert scene.decision_values.values == exact.decisions
            assert scene.cursor is None
            for name, value in exact.decisions.items():
                # Two decisions may have the same value; each has its own row.
                rows = [line for line in game.lines if format_units(value) in line]
                row = next(line for line in rows if f" {name} " in line)
                assert format_average(1000 * value, with_sign=True) in row
                assert ("best" in row) == (name == exact.best)
            worst = min(exact.decisions, key=lambda name: exact.decisions[name])
            cost = exact.decisions[exact.best] - exact.decisions[worst]
            await game.press(worst[0])
            if cost:
                gave_up = f"{worst} instead of {exact.best} cost {format_average(1000 * cost)}"
                assert gave_up in game.side_text

    session = play(key, sitting, coach=True)
    account = session.coach_report
    assert account is not None
    assert account.decisions == len(decisions(session, 1)) >= 1
    assert account.cost > 0
    assert account.is_before_cards
    assert account.expected < 0
    assert account.luck == account.net - account.expected + account.cost
    assert account.net == session.tally.net
    assert "not optimal" in next(account.sentences())


def test_the_best_decisions_cost_nothing() -> None:
    async def sitting(game: Game) -> None:
        for _ in range(3):
            await game.press("enter")
            while game.at(TablePhase.TURN):
                values = game.session.screen_state().decision_values
                assert values is not None
                await game.press(values.best[0])

    account = play("stud-235", sitting, coach=True).coach_report
    assert account is not None
    assert (account.decisions, account.mistakes, int(account.cost)) == (6, 0, 0)
    assert "6 decisions: no mistakes." in account.sentences()


def test_other_seats_play_optimally() -> None:
    async def sitting(game: Game) -> None:
        assert game.session.seat == 2
        await game.press("enter")
        await game.play_on()
        assert game.at(TablePhase.RESULTS)

    session = play("run-em-twice", sitting, seats=3)
    round_ = session.shift.table.state.last[-1]
    rules = session.rules
    for seat in (1, 3):
        assert round_.wagers[seat] == {"ante_1": 500, "ante_2": 500}
        hole = [card_at(session, at) for at in round_.holes[seat]]
        for decision_count, decision in enumerate(round_.decisions[seat]):
            names = [name for street in rules.streets[:decision_count] for name in street.reveal]
            table = {name: [card_at(session, at) for at in round_.table[name]] for name in names}
            before = [str(x) for x in round_.decisions[seat][:decision_count]]
            assert advise(rules, hole, table, before).best == decision
    check_log(session)


def card_at(session: PlayerSession, position: int):  # type: ignore[no-untyped-def]
    shoe = session.shift.table.shoe
    assert shoe is not None
    return shoe.cards[position]


@pytest.mark.parametrize(("key", "decision_text"), [("criss-cross", "fold"), ("stud-235", "check")])
def test_quitting_during_a_round_asks_first_and_the_house_rules(
    key: str, decision_text: str
) -> None:
    async def sitting(game: Game) -> None:
        await game.press("enter", "Q")
        assert len(game.app.screen_stack) == 2
        await game.press("n")
        assert game.app.is_running
        await game.press("1" if key == "criss-cross" else "r", "q", "y")
        assert not game.app.is_running

    session = play(key, sitting, seats=2)
    assert decisions(session, 1)[-1] == decision_text
    log = [item.event for item in session.shift.table.log]
    assert any(isinstance(x, e.PlayerAway) for x in log)
    assert [x.lost for x in log if isinstance(x, e.AbsentRuled)] == [False]
    assert session.tally.rounds == 1
    check_log(session)


def test_quitting_before_the_deal_opens_the_seed_anyway() -> None:
    async def sitting(game: Game) -> None:
        await game.press("q")
        assert not game.app.is_running

    session = play("holdem-bonus", sitting, seed=None)
    table = session.shift.table
    assert session.tally.rounds == 0
    # After the last player has left, only the idle table's card procedures follow.
    people = [item.event for item in table.log if not isinstance(item.event, e.StepDone)]
    assert isinstance(people[-1], e.PlayerLeft)
    assert any(isinstance(item.event, e.SeedOpened) for item in table.log)
    assert all(item.at for item in table.log)
    check_log(session)


def test_short_of_chips_you_buy_in_again() -> None:
    async def sitting(game: Game) -> None:
        await game.press("5", "+", "enter")  # two antes of $500 are the whole stack
        assert game.session.screen_state().chips == 0
        await game.press("1")
        assert (
            "1x costs $500, but you have $0 in chips. Press B to buy in for $1,000." in game.words
        )
        await game.press("b")
        assert game.session.screen_state().chips == 100000
        await game.press("1", "1", "f")
        await game.press("enter")
        if game.at(TablePhase.BETS):
            assert "Your bets total $1,000" in game.words

    session = play("criss-cross", sitting)
    buy_ins = [x.event.cents for x in session.shift.table.log if isinstance(x.event, e.BoughtIn)]
    assert buy_ins == [100000, 100000]
    check_log(session)


def test_the_house_proves_fairness_on_its_pages() -> None:
    """The commitment comes before the deal and the seed after it; what you add counts."""

    async def sitting(game: Game) -> None:
        await game.press("F")
        assert len(game.app.screen_stack) == 2
        await game.press("escape", "A", *"lucky", "enter")
        assert "Added." in game.words
        await game.press("enter")
        await game.play_on()
        for key in "HFCR?":
            await game.press(key)
            assert len(game.app.screen_stack) == 2, key
            await game.press("escape")
        round_ = game.session.shift.table.state.round
        assert round_ is not None
        assert [(x.who, x.entropy) for x in round_.contributions] == [("You", "lucky")]
        assert round_.phase is Phase.CLOSED

    check_log(play("criss-cross", sitting))


def test_the_same_seed_and_keys_give_the_same_bytes() -> None:
    async def sitting(game: Game) -> None:
        await game.press("enter")
        await game.play_on()

    first, second = (
        list(export_lines(play("criss-cross", sitting, seats=2).shift.table.log)) for _ in range(2)
    )
    assert first == second
    assert b'"practice":true' in first[-1]


def test_a_page_may_be_open_while_the_lab_works() -> None:
    async def sitting(game: Game) -> None:
        await game.pilot.press("enter", "R")
        await game.rest()
        assert len(game.app.screen_stack) == 2
        await game.press("escape")
        assert game.session.screen_state().decision_values is not None

    play("criss-cross", sitting, seats=3, coach=True)


def test_errors_of_the_lab_are_reported_and_play_continues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def sitting(game: Game) -> None:
        def refuse(_: object) -> None:
            game.session.shift.best_play.progress("compiling the lab's kernels", 0, 0)
            raise Refused("this game is too large")

        monkeypatch.setattr(game.session.shift.best_play, "advice", refuse)
        await game.press("enter")
        assert "this game is too large." in game.words
        await game.press("c")
        assert decisions(game.session, 1) == ["check"]
        monkeypatch.undo()

    session = play("stud-235", sitting, coach=True)
    assert session.coach_report is not None


def test_the_coach_of_a_game_that_is_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise TooManyDeals("its deals are too many to go through one by one")

    async def sitting(game: Game) -> None:
        monkeypatch.setattr(game.session.shift.best_play, "advice", refuse)
        await game.press("enter")
        assert "Exact values are not available: its deals are too many" in game.words
        while game.session.phase is TablePhase.TURN:
            await game.press("c")

    session = play("stud-235", sitting, coach=True)
    assert session.coach_report is not None
    sentence = "its deals are too many to go through one by one"
    assert list(session.coach_report.sentences()) == [
        f"Exact values are not available: {sentence}."
    ]
    assert session.coach_report.as_json() == {"unvalued": sentence, "net": session.coach_report.net}


def test_a_defect_ends_the_game_without_showing_anything() -> None:
    async def sitting(game: Game) -> None:
        def fail(_: object) -> None:
            raise ZeroDivisionError("a defect")

        game.session.shift.best_play.advice = fail  # type: ignore[method-assign,assignment]
        await game.press("enter")

    with pytest.raises(ZeroDivisionError):
        play("stud-235", sitting, coach=True)
