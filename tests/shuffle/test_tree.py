"""FAIR-5: the proof of each shown card leads to the published root, and no other card has one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.shuffle import build_shoe, is_valid_proof, leaf_hash, proof_path, root_hash, seed_hash

SHOE = build_shoe(bytes(range(32)), b"table 1, round 1")


def test_every_proof_is_valid_for_its_place_only() -> None:
    for place, (card, salt, way) in enumerate(zip(SHOE.cards, SHOE.salts, SHOE.paths, strict=True)):
        assert is_valid_proof(SHOE.root, 52, place, card, salt, way)
        for other in range(52):
            if other != card:
                assert not is_valid_proof(SHOE.root, 52, place, other, salt, way)
            if other != place:
                assert not is_valid_proof(SHOE.root, 52, other, card, salt, way)


@given(st.integers(0, 51), st.data())
def test_changed_salt_or_proof_is_invalid(place: int, data: st.DataObject) -> None:
    card, salt, way = SHOE.cards[place], SHOE.salts[place], SHOE.paths[place]
    bit = data.draw(st.integers(0, 127))
    flipped_salt = (int.from_bytes(salt, "big") ^ 1 << bit).to_bytes(16, "big")
    assert not is_valid_proof(SHOE.root, 52, place, card, flipped_salt, way)
    step = data.draw(st.integers(0, len(way) - 1))
    wrong = (*way[:step], bytes(32), *way[step + 1 :])
    assert not is_valid_proof(SHOE.root, 52, place, card, salt, wrong)
    assert not is_valid_proof(SHOE.root, 52, place, card, salt, way[:-1])
    assert not is_valid_proof(SHOE.root, 52, place, card, salt, (*way, bytes(32)))


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 13, 52])
def test_trees_of_any_size(size: int) -> None:
    salts = [bytes([n]) * 16 for n in range(size)]
    leaves = [leaf_hash(place, 51 - place, salt) for place, salt in enumerate(salts)]
    for place in range(size):
        way = proof_path(leaves, place)
        assert is_valid_proof(root_hash(leaves), size, place, 51 - place, salts[place], way)
    assert not is_valid_proof(root_hash(leaves), size, size, 0, bytes(16), ())
    assert not is_valid_proof(root_hash(leaves), size, -1, 0, bytes(16), ())


def test_published_hash_is_that_of_the_seed() -> None:
    assert SHOE.seed_hash == seed_hash(SHOE.seed)
    assert SHOE.seed.hex() not in SHOE.seed_hash
