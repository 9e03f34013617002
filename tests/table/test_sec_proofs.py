"""SEC-1, SEC-2, FAIR-5: a viewer gets proofs for exactly the cards they may see."""

from collections.abc import Iterator

import msgspec
import pytest

from pitboss.cards import CARD_BY_TEXT, cards_text
from pitboss.shuffle import Shoe, dealing_order, is_valid_proof, shuffle_context
from pitboss.table import Person, Role, State, Table, proofs, views
from pitboss.table.proofs import Proofs
from pitboss.table.state import RoundState

from . import stacked_rounds as x
from .tables import CCP, KEYS, current_round
from .test_sec_1 import faces, film, holds
from .test_sec_2 import Film, compare

EVERY = pytest.mark.parametrize("game", KEYS)


def proof_bytes(table: Table, viewer: Person) -> bytes:
    """Return the proofs of the round as they are sent to a viewer."""
    return msgspec.json.encode(proofs.proofs(table.state, current_round(table), table.shoe, viewer))


def views_with_proofs(game: str) -> Iterator[tuple[Table, Shoe, Person, bytes, set[int]]]:
    """Yield every moment of some rounds for every viewer, with the positions that may be proved."""
    for table, shoe, _ in film(game):
        for viewer in x.viewers():
            may = {*current_round(table).shown} | x.own(table, current_round(table), viewer)
            yield table, shoe, viewer, proof_bytes(table, viewer), may


@EVERY
def test_sec_1_proofs_hold_no_salt_no_face_and_no_position_of_a_hidden_card(game: str) -> None:
    visible, own = 0, 0
    for table, shoe, viewer, text, may in views_with_proofs(game):
        result = msgspec.json.decode(text, type=Proofs)
        assert {item.position for item in result.cards} == may
        assert faces(text) == {cards_text((shoe.cards[at],)) for at in may}
        own += viewer.role is Role.PLAYER and bool(may - {*current_round(table).shown})
        if current_round(table).seed:
            continue
        revealed_fields = (result.seed, result.dealt, result.wheel, result.spins)
        assert revealed_fields == ("", (), (), {})
        secret_values = [shoe.seed, *(salt for at, salt in enumerate(shoe.salts) if at not in may)]
        for secret in secret_values:
            assert not holds(text, secret)
        visible += 1
    assert visible > 200
    assert own > 20, "players get the proofs of their own cards"


@EVERY
def test_fair_5_every_card_that_is_reported_is_proved(game: str) -> None:
    check_count = 0
    for table, _, _, text, _ in views_with_proofs(game):
        result = msgspec.json.decode(text, type=Proofs)
        assert (result.root, result.seed_hash) == (
            current_round(table).root,
            current_round(table).seed_hash,
        )
        root = bytes.fromhex(result.root)
        for item in result.cards:
            salt, way = bytes.fromhex(item.salt), [bytes.fromhex(step) for step in item.proof]
            assert is_valid_proof(root, 52, item.position, CARD_BY_TEXT[item.card], salt, way)
            check_count += 1
    assert check_count > 1_000


@EVERY
def test_a_card_is_reported_where_it_lies(game: str) -> None:
    """Each face in the view has its proof at the same place, with its position in the deal."""
    for table, _, viewer, text, _ in views_with_proofs(game):
        result = msgspec.json.decode(text, type=Proofs)
        at_places = {(item.place, item.seat, item.index): item.card for item in result.cards}
        view_ = table.view(viewer).round
        assert view_
        table_cards = {(p, 0, i): f for p, some in view_.cards.items() for i, f in enumerate(some)}
        hands = {("", s, i): f for s, hand in view_.seats.items() for i, f in enumerate(hand.cards)}
        up = {where: f for where, f in (table_cards | hands).items() if f != views.FACE_DOWN}
        assert up.items() <= at_places.items()
        if result.seed:
            bound = shuffle_context(result.table, result.round, result.rules)
            order = dealing_order(52, result.contributions, result.cut, bound)
            assert tuple(item.position for item in result.dealt) == order[: len(result.dealt)]
            assert len(result.dealt) == current_round(table).dealt > 0


@EVERY
def test_sec_2_proofs_do_not_reveal_hidden_cards(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other cards are put in hidden positions; commitments, salts and proofs are masked."""
    monkeypatch.setattr(
        x, "masked_view", lambda table, viewer: x.mask_text(proof_bytes(table, viewer))
    )
    assert compare(Film(game, x.shuffled(game, "one"))) > 300


def test_a_round_that_is_over_is_proved_from_its_seed() -> None:
    """Later requests get the same proofs: the stack is gone, but follows from the seed."""
    *_, (table, _, _) = film(CCP)
    was, viewer = table.state.last[-1], x.viewers()[1]
    assert proofs.proofs(table.state, was, None, viewer) == proofs.proofs(
        table.state, was, table.shoe, viewer
    )


def test_without_a_stack_nothing_is_proved() -> None:
    """A lost seed is a gap, which the round itself shows."""
    for table, _, _ in film(CCP):
        if current_round(table).shown and not current_round(table).seed:
            break
    result = proofs.proofs(table.state, current_round(table), None, x.viewers()[0])
    assert result.cards == ()
    assert result.seed == ""


# Planted leaks


def test_sec_1_proofs_of_another_player_s_hand_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong_positions(state: State, round_: RoundState, shoe: Shoe, _: Person) -> Iterator[int]:
        yield from (at for hand in round_.holes.values() for at in hand)

    monkeypatch.setattr(proofs, "_own_positions", wrong_positions)
    with pytest.raises(AssertionError):
        test_sec_1_proofs_hold_no_salt_no_face_and_no_position_of_a_hidden_card(CCP)


def test_sec_2_proofs_that_reveal_something_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cut reveals how many of the first cards are hearts."""
    honest = proofs.proofs

    def hearts(state: State, round_: RoundState, shoe: Shoe | None, viewer: Person) -> Proofs:
        result = honest(state, round_, shoe, viewer)
        count = sum(at * (card % 4 == 2) for at, card in enumerate(shoe.cards)) if shoe else 0
        return msgspec.structs.replace(result, cut=count)

    monkeypatch.setattr(proofs, "proofs", hearts)
    with pytest.raises(AssertionError, match="can tell"):
        test_sec_2_proofs_do_not_reveal_hidden_cards(CCP, monkeypatch)
