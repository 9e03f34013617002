"""FAIR-5: the proof of each card of a shoe leads to its root, and no other proof does."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK
from pitboss.shuffle import Shoe, build_shoe, is_valid_proof, leaf_hash, practice_seed

SEED = practice_seed("FAIR-5", 1)
SHOE = build_shoe(SEED, b"table 1, round 1")
PATHS = SHOE.paths
PLACES = range(len(DECK))


def flips(progress: bytes) -> Iterator[bytes]:
    """Yield all values that differ from this one in one bit."""
    for bit in range(len(progress) * 8):
        yield (int.from_bytes(progress, "big") ^ 1 << bit).to_bytes(len(progress), "big")


def proves(
    place: int,
    *,
    at: int | None = None,
    card: int | None = None,
    salt: bytes | None = None,
    way: tuple[bytes, ...] | None = None,
    root: bytes | None = None,
) -> bool:
    """Return whether a card is proved in its place, with some values replaced."""
    return is_valid_proof(
        SHOE.root if root is None else root,
        len(DECK),
        place if at is None else at,
        SHOE.cards[place] if card is None else card,
        SHOE.salts[place] if salt is None else salt,
        PATHS[place] if way is None else way,
    )


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=40))
def test_fair_5_every_card_of_every_shoe_is_proved(seed: bytes, bound: bytes) -> None:
    shoe = build_shoe(seed, bound)
    progress = list(zip(shoe.cards, shoe.salts, shoe.paths, strict=True))
    assert len(progress) == len(DECK)
    for place, (card, salt, way) in enumerate(progress):
        assert is_valid_proof(shoe.root, len(DECK), place, card, salt, way)
        assert tuple(map(bytes.fromhex, shoe.proof(place))) == way


def test_fair_5_the_proof_of_another_card_is_not_valid() -> None:
    for place in PLACES:
        proven_cards = [card for card in range(256) if proves(place, card=card)]
        assert proven_cards == [SHOE.cards[place]]


def test_fair_5_a_proof_is_valid_at_no_other_position() -> None:
    """Neither its own proof nor the salt and proof of the other place is accepted."""
    for place in PLACES:
        assert [at for at in range(-1, 256) if proves(place, at=at)] == [place]
        for other in PLACES:
            if other != place:
                assert not proves(other, card=SHOE.cards[place])
                assert not proves(other, card=SHOE.cards[place], salt=SHOE.salts[place])


def test_fair_5_a_proof_is_not_valid_with_another_salt() -> None:
    for place in PLACES:
        salt = SHOE.salts[place]
        others = [item for item in SHOE.salts if item != salt]
        assert len(others) == len(DECK) - 1
        for wrong in (*flips(salt), *others, b"", salt[:-1], salt + b"\0", b"\0" + salt):
            assert not proves(place, salt=wrong)


def test_fair_5_no_other_path_is_valid() -> None:
    """Every step of the proof matters, and so do their number and order."""
    for place in PLACES:
        way = PATHS[place]
        for at, step in enumerate(way):
            before, after = way[:at], way[at + 1 :]
            for wrong in (*flips(step), b"", step[:-1], step + b"\0", SHOE.root):
                assert not proves(place, way=(*before, wrong, *after))
            assert not proves(place, way=before + after)
            assert not proves(place, way=(*before, step, step, *after))
        for wrong_way in ((), way[::-1], (*way[1:], way[0]), (*way, SHOE.root)):
            assert not proves(place, way=wrong_way)
        for other in PATHS:
            assert proves(place, way=other) == (other == way)


def test_fair_5_a_proof_is_not_valid_for_another_root() -> None:
    """Neither the root of another round with the same seed nor one of another seed is accepted."""
    others = (build_shoe(SEED, b"table 1, round 2"), build_shoe(practice_seed("FAIR-5", 2), b""))
    roots = [item.root for item in others]
    for place in PLACES:
        for wrong in (*flips(SHOE.root), *roots, b"", SHOE.root[:-1], SHOE.root + b"\0"):
            assert not proves(place, root=wrong)


def test_fair_5_a_node_cannot_pass_for_a_card() -> None:
    """A leaf whose salt is made of two leaves differs from the node above them."""
    two = Shoe(SEED, SHOE.cards[:2], SHOE.salts[:2])
    below = [leaf_hash(at, two.cards[at], two.salts[at]) for at in range(2)]
    progress = b"".join(below)
    assert two.paths == ((below[1],), (below[0],))
    assert leaf_hash(progress[0], progress[1], progress[2:]) != two.root


def test_fair_5_each_card_has_its_own_salt() -> None:
    """Salts have 128 bits, and none repeats within a shoe, between rounds or between seeds."""
    shoes = [
        build_shoe(practice_seed("salts", number), bound)
        for number in range(20)
        for bound in (b"", b"round 1", b"round 2")
    ]
    salts = [salt for shoe in shoes for salt in shoe.salts]
    assert {len(salt) for salt in salts} == {16}
    assert len(set(salts)) == len(salts) == len(shoes) * len(DECK)


def test_fair_5_the_seed_hash_depends_on_the_seed_alone() -> None:
    """Therefore the seed reveals it, whichever round it was published for."""
    assert SHOE.seed_hash == build_shoe(SEED, b"table 2, round 9").seed_hash
    assert SHOE.seed_hash not in {build_shoe(seed, b"").seed_hash for seed in flips(SEED)}
