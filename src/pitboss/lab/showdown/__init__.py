"""The showdown games: seven cards against the dealer's seven, five of them shared."""
