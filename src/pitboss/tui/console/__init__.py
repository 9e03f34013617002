"""The dealer's console: what is due, the table, and a key for each thing that a dealer does."""
