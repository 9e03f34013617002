"""Design help: the paytables whose exact house edge is nearest to a target.

Start with `search.find_paytables`. `request` has the request and its result, `solvers` solves a
main game for many paytables.
"""

__all__ = ["request", "search"]
