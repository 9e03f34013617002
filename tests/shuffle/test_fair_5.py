"""FAIR-5: each card of a shoe proves into its root, and nothing else does."""

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
    """All that differ from it in one bit."""
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
    """Whether the card of a place proves, with what is told otherwise."""
    return is_valid_proof(
        SHOE.root if root is None else root,
        len(DECK),
        place if at is None else at,
        SHOE.cards[place] if card is None else card,
        SHOE.salts[place] if salt is None else salt,
        PATHS[place] if way is None else way,
    )


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=40))
def test_fair_5_every_card_of_every_shoe_proves(seed: bytes, bound: bytes) -> None:
    shoe = build_shoe(seed, bound)
    progress = list(zip(shoe.cards, shoe.salts, shoe.paths, strict=True))
    assert len(progress) == len(DECK)
    for place, (card, salt, way) in enumerate(progress):
        assert is_valid_proof(shoe.root, len(DECK), place, card, salt, way)
        assert tuple(map(bytes.fromhex, shoe.proof(place))) == way


def test_fair_5_no_other_card_proves() -> None:
    for place in PLACES:
        proven_cards = [card for card in range(256) if proves(place, card=card)]
        assert proven_cards == [SHOE.cards[place]]


def test_fair_5_a_card_proves_in_no_other_place() -> None:
    """Not with its own way, nor with the salt and the way of the other place."""
    for place in PLACES:
        assert [at for at in range(-1, 256) if proves(place, at=at)] == [place]
        for other in PLACES:
            if other != place:
                assert not proves(other, card=SHOE.cards[place])
                assert not proves(other, card=SHOE.cards[place], salt=SHOE.salts[place])


def test_fair_5_no_other_salt_proves() -> None:
    for place in PLACES:
        salt = SHOE.salts[place]
        others = [item for item in SHOE.salts if item != salt]
        assert len(others) == len(DECK) - 1
        for wrong in (*flips(salt), *others, b"", salt[:-1], salt + b"\0", b"\0" + salt):
            assert not proves(place, salt=wrong)


def test_fair_5_no_other_way_proves() -> None:
    """Each step of it counts, and so do their number and order."""
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


def test_fair_5_no_other_root_proves() -> None:
    """Neither that of another round of the same seed, nor that of another seed."""
    others = (build_shoe(SEED, b"table 1, round 2"), build_shoe(practice_seed("FAIR-5", 2), b""))
    roots = [item.root for item in others]
    for place in PLACES:
        for wrong in (*flips(SHOE.root), *roots, b"", SHOE.root[:-1], SHOE.root + b"\0"):
            assert not proves(place, root=wrong)


def test_fair_5_a_node_is_not_taken_for_a_card() -> None:
    """A leaf whose salt is made of two leaves is not the node above them."""
    two = Shoe(SEED, SHOE.cards[:2], SHOE.salts[:2])
    below = [leaf_hash(at, two.cards[at], two.salts[at]) for at in range(2)]
    progress = b"".join(below)
    assert two.paths == ((below[1],), (below[0],))
    assert leaf_hash(progress[0], progress[1], progress[2:]) != two.root


def test_fair_5_a_salt_hides_a_card_of_its_own() -> None:
    """128 bits each, and none comes twice: not in a shoe, not in two rounds, not in two seeds."""
    shoes = [
        build_shoe(practice_seed("salts", number), bound)
        for number in range(20)
        for bound in (b"", b"round 1", b"round 2")
    ]
    salts = [salt for shoe in shoes for salt in shoe.salts]
    assert {len(salt) for salt in salts} == {16}
    assert len(set(salts)) == len(salts) == len(shoes) * len(DECK)


def test_fair_5_the_seed_hash_is_of_the_seed_alone() -> None:
    """So that it is opened by the seed, whichever round it was published for."""
    assert SHOE.seed_hash == build_shoe(SEED, b"table 2, round 9").seed_hash
    assert SHOE.seed_hash not in {build_shoe(seed, b"").seed_hash for seed in flips(SEED)}
