"""The terminal game: drawn from a game's own definition, played over the live table."""
