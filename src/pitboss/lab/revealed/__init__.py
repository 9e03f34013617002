"""The shape of games with one hand that is revealed card by card, every wager on it."""
