"""How fast the lab solves a game, beside a plain loop over some of its states."""
