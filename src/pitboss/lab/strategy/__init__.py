"""Strategy that a person can use: short ordered rules for the later decisions, and their cost."""
