"""The papers around a game: rules cards, filings, layouts. They print rules and know none."""
