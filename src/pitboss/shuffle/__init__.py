"""Seeds, unbiased shuffles, commitments and proofs: where every card of a live table comes from.

Start with `build_shoe(seed, context)`, which returns the stack of a round with its commitment.
`randomness` has seeds and the random stream, `contributions` what players add to a shuffle, `shoe`
the stack and its hash tree, and `seeded_random` repeatable choices for simulations.
"""

from pitboss.shuffle.contributions import Contribution, dealing_order, recut_position, wheel_stop
from pitboss.shuffle.randomness import (
    RandomStream,
    fresh_seed,
    practice_seed,
    random_permutation,
    seed_hash,
)
from pitboss.shuffle.shoe import (
    Shoe,
    build_shoe,
    is_valid_proof,
    leaf_hash,
    proof_path,
    root_hash,
    shuffle_context,
)

__all__ = [
    "Contribution",
    "RandomStream",
    "Shoe",
    "build_shoe",
    "dealing_order",
    "fresh_seed",
    "is_valid_proof",
    "leaf_hash",
    "practice_seed",
    "proof_path",
    "random_permutation",
    "recut_position",
    "root_hash",
    "seed_hash",
    "shuffle_context",
    "wheel_stop",
]  # fmt: skip
