"""The cross games: two lines of cards that share the hand and one card."""
