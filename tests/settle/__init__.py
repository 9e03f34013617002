"""Settlement: cases by clause, laws, an oracle, and rounds that must be refused."""
