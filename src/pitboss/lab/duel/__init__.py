"""The shape of games in which a hand meets the dealer's, after one decision."""
