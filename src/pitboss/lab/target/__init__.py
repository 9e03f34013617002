"""Design help: the paytables whose exact house edge is nearest to a target.

Start with `targeting.find_paytables`. `request` has the request and its result, `search` searches
the paytables, `solvers` solves a main game for many paytables.
"""
