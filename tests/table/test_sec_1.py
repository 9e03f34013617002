"""SEC-1: no frame, event, line or error reveals a card or the seed before its time."""

import logging
import re
from collections.abc import Iterator
from traceback import format_exception

import msgspec
import pytest

from pitboss.cards import DECK, cards_text
from pitboss.errors import Refused
from pitboss.games.deck_tasks import Task
from pitboss.shuffle import Shoe, build_shoe, shuffle_context
from pitboss.table import Person, Role, Table, views
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.state import encode_state

from . import stacked_rounds as x
from .round_scenes import BOB, SEATS
from .tables import CCP, DEE, FLO, KEYS, current_round

EVERY = pytest.mark.parametrize("game", KEYS)
CARD = re.compile(rb"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
PROBES: list[tuple[Person, c.Command]] = [
    (BOB, c.Decide(2, "all of it", round=1)),
    (BOB, c.Decide(2, 1, round=1)),
    (BOB, c.Decide(1, "1x", round=1)),
    (BOB, c.PlaceWagers(2, {"ante": 1}, round=1)),
    (BOB, c.TakeBack(2, ("center",), round=1)),
    (BOB, c.AddEntropy("\0", round=1)),
    (BOB, c.Leave(1)),
    (BOB, c.Deal(round=1)),
    (DEE, c.OpenRound()),
    (DEE, c.Perform(Task.CUT, cards=99)),
    (DEE, c.NoMoreBets(round=1)),
    (DEE, c.CountProgressives({"left": 7}, round=1)),
    (DEE, c.Deal(round=1)),
    (DEE, c.TurnOver(round=1)),
    (DEE, c.SpinWheel(round=1)),
    (DEE, c.Settle(round=1)),
    (DEE, c.CloseRound(round=1)),
    (DEE, c.AnswerForAbsent(2, round=1)),
    (DEE, c.WalkedOff(2, round=1)),
    (FLO, c.WalkedOff(6, round=1)),
    (DEE, c.FreeSeat(2)),
    (FLO, c.FreeSeat(6)),
    (DEE, c.VerifyJackpot(4, round=1)),
    (FLO, c.ValidateJackpot(4, round=1)),
    (FLO, c.RuleOnAbsent(2, True, round=1)),
    (FLO, c.Propose(c.VoidRound(9, "no such round"))),
    (FLO, c.Propose(c.CorrectPayout(1, 2, "middle", 5, "why not"))),
]


def film(game: str) -> Iterator[tuple[Table, Shoe, x.Moment]]:
    """Yield rounds with and without a jackpot, from the opening of the bets to the close."""
    for shoe in (x.jackpot_shoe(game), x.shuffled(game, "one"), x.shuffled(game, "two")):
        table, steps = x.play(game, shoe)
        for moment in steps:
            yield table, shoe, moment


def refusals(table: Table) -> Iterator[bytes]:
    """Return the messages and tracebacks of everything that the table refuses now."""
    mine = table.shoe
    other = Shoe(bytes(32), DECK, mine.salts) if mine else None
    for by, command in PROBES:
        for shoe in (mine, other, None):
            table.shoe = shoe
            try:
                table.verify(command, by)
            except Refused as refused:
                yield f"{refused} {refused!r} {refused.args}".encode()
                if shoe is other:
                    yield "".join(format_exception(refused)).encode()
            finally:
                table.shoe = mine


def texts(table: Table, moment: x.Moment) -> Iterator[bytes]:
    """Return all text that is not made for one viewer: what a program might print or log."""
    for item in moment.recorded:
        yield from (
            repr(item).encode(),
            str(item).encode(),
            repr(item.event).encode(),
            x.line(item),
        )
    yield from table.export()
    for whole in (table, table.state, table.shoe, vars(table), table.log, moment):
        yield from (repr(whole).encode(), str(whole).encode(), f"{whole}".encode())
    yield encode_state(table.state)
    yield from refusals(table)


def secrets(shoe: Shoe, table: Table) -> dict[str, bytes]:
    """Return what nobody may read now: the unopened seed, and salts of hidden cards."""
    if current_round(table).seed:
        return {}
    face_up = current_round(table).shown
    secret_values = {f"salt {at}": salt for at, salt in enumerate(shoe.salts) if at not in face_up}
    return secret_values | {"seed": shoe.seed}


def holds(text: bytes, secret: bytes) -> bool:
    """Return whether a text contains it, as hex or as a Python literal."""
    return secret.hex().encode() in text or secret in text or repr(secret)[2:-1].encode() in text


def faces(text: bytes) -> set[str]:
    """Return every card that occurs anywhere in a text."""
    return {result.decode() for result in CARD.findall(text)}


@EVERY
def test_sec_1_no_seed_and_no_salt_in_anything_before_its_time(game: str) -> None:
    """This covers views of every role, events, log lines, the state, output and every refusal."""
    seen_so_far = 0
    for table, shoe, moment in film(game):
        secret_values = secrets(shoe, table)
        for text in (*texts(table, moment), *(x.frame(table, v) for v in x.viewers())):
            seen_so_far += 1
            for name, secret in secret_values.items():
                assert not holds(text, secret), f"{name} in {text[:200]!r}"
    assert seen_so_far > 10_000


def own_opened_cards(table: Table, viewer: Person) -> set[str]:
    """Return a player's own cards of closed rounds, from their opened seeds."""
    result = set[str]()
    for was in table.state.last:
        bound = shuffle_context(table.state.table, was.number, was.rules)
        cards = build_shoe(bytes.fromhex(was.seed), bound).cards
        result |= {cards_text((cards[at],)) for at in x.own(table, was, viewer)}
    return result


@EVERY
def test_sec_1_views_show_only_face_up_cards_and_the_viewer_s_own(game: str) -> None:
    """Every role sees the same, including surveillance and auditors; players also see their own."""
    for table, shoe, _ in film(game):
        cards_turned = {cards_text((shoe.cards[at],)) for at in current_round(table).shown}
        for viewer in x.viewers():
            mine = {
                cards_text((shoe.cards[at],)) for at in x.own(table, current_round(table), viewer)
            }
            line = str(table.position(viewer)).encode()
            assert faces(x.frame(table, viewer)) <= cards_turned | mine | own_opened_cards(
                table, viewer
            )
            assert faces(line) <= cards_turned | mine
            assert mine <= faces(x.frame(table, viewer)), "players see their own cards"


@EVERY
def test_sec_1_events_show_cards_only_as_they_are_turned(game: str) -> None:
    """Dealing names places, in the order of the deal, which reveal nothing about the cards."""
    for table, shoe, moment in film(game):
        for item in moment.recorded:
            cards_turned = set[str]()
            if isinstance(item.event, e.CardsTurned):
                cards_turned = {
                    cards_text((shoe.cards[card.position],)) for card in item.event.cards
                }
            assert faces(x.line(item)) == cards_turned, item
            if isinstance(item.event, e.CardsDealt):
                first = current_round(table).dealt - len(item.event.positions)
                assert (
                    item.event.positions
                    == current_round(table).order[first : current_round(table).dealt]
                )


@EVERY
def test_sec_1_refusals_name_no_card(game: str) -> None:
    """Refusals of a wrong stack do not either."""
    messages = set[bytes]()
    for table, _, _ in film(game):
        messages |= set(refusals(table))
    assert len(messages) > 40
    for text in messages:
        assert not faces(text), text


@EVERY
def test_sec_1_the_state_contains_no_hidden_card(game: str) -> None:
    for table, shoe, moment in film(game):
        up = [
            t
            for item in table.log
            if isinstance(item.event, e.CardsTurned)
            for t in item.event.cards
        ]
        assert current_round(table).shown == {t.position: shoe.cards[t.position] for t in up}
        opening_event = any(isinstance(item.event, e.SeedOpened) for item in moment.recorded)
        assert bool(current_round(table).seed) == opening_event


def test_sec_1_a_stack_is_not_printed_and_not_encoded() -> None:
    shoe = x.shuffled(CCP, "one")
    assert {repr(shoe), str(shoe), f"{shoe}", f"{shoe!r}", repr([shoe])[1:-1]} == {"Shoe(sealed)"}
    for encode in (msgspec.json.encode, msgspec.msgpack.encode, msgspec.to_builtins):
        with pytest.raises(TypeError):
            encode(shoe)


@EVERY
def test_sec_1_nothing_is_logged_or_printed(
    game: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    for _ in film(game):
        pass
    assert caplog.text == ""
    assert tuple(capfd.readouterr()) == ("", "")


# Planted leaks


def test_sec_1_a_seat_that_shows_its_cards_to_the_dealer_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    peeking = views._seat_view

    def seat(*submission_: object) -> views.SeatView:
        state, round_, number, shoe, viewer = submission_
        assert isinstance(viewer, Person)
        if viewer.role is Role.DEALER:
            viewer = Person(SEATS[2], Role.PLAYER)
        return peeking(state, round_, number, shoe, viewer)  # type: ignore[arg-type]

    monkeypatch.setattr(views, "_seat_view", seat)
    with pytest.raises(AssertionError):
        test_sec_1_views_show_only_face_up_cards_and_the_viewer_s_own(CCP)


def test_sec_1_a_record_that_prints_the_seed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shoe, "__repr__", lambda self: f"Shoe({self.seed!r})")
    with pytest.raises(AssertionError, match="seed in"):
        test_sec_1_no_seed_and_no_salt_in_anything_before_its_time(CCP)


def test_sec_1_the_searches_find_what_they_look_for() -> None:
    assert faces(b'{"left":["2c"],"1":["Kh","??"]}') == {"2c", "Kh"}
    assert not faces(b"the 12c of As2 and 4x9sd")
    secret = bytes(range(16))
    for text in (secret.hex().encode(), b"x" + secret, repr({"salt": secret}).encode()):
        assert holds(text, secret)
    assert not holds(b"0" * 64, secret)
