"""Showdown games with one raise, which may be made on any street and closes the later ones.

`shape` has the parts of such a game; the shape itself is in `pitboss.lab.showdown.shape`. `odds`
has the payouts of every hand, `solver` the exact solution, `strategy` rule lists and `exposure`
the value of exposed cards.
"""

__all__ = ["exposure", "shape", "solver", "strategy"]
