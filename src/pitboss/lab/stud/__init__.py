"""The stud games: one hand that grows from two cards to three and to five, and no fold."""
