"""Rules cards: how a game is played at one table, and what it pays.

`card` builds the data, `round_steps` the steps of a round in sentences; `html_page` and
`rich_text` print it. Start with `card.build_rules_card`.
"""

__all__ = ["card", "html_page", "rich_text", "round_steps"]
