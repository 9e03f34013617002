"""Seeds, unbiased shuffles, commitments and proofs: where every card of a live table comes from."""

from pitboss.shuffle.dealt import Contribution, cut_again, dealing_order
from pitboss.shuffle.orders import Stream, order
from pitboss.shuffle.seeds import fresh_seed, practice_seed, seed_hash
from pitboss.shuffle.shoe import Shoe, bound_to, shoe_of
from pitboss.shuffle.tree import leaf, path, proves, root
from pitboss.shuffle.wheel import stop

__all__ = [
    "Contribution", "Shoe", "Stream", "bound_to", "cut_again", "dealing_order", "fresh_seed",
    "leaf", "order", "path", "practice_seed", "proves", "root", "seed_hash", "shoe_of", "stop",
]  # fmt: skip
