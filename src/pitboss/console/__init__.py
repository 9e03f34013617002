"""A console: what a dealer or a floorperson can do at a table now, as data.

Start with `console`: `build_console` computes a `Console` from a committed state, a member of the
staff and a time, and never from the stack, so it cannot show a hidden card. `actions` says what an
action is and fills in its command. `next_action`, `dealer_actions`, `floor_actions` and
`proposal_actions` list actions, `incident_reports` the irregularities. `payments` has what is paid
and taken in settlement, `timers` the limits that run, and `event_sentences` puts the log into
words. `consequences` says what a decision would move, and `floor` shows a table among many. The
terminal and the pages are drawn from the same data.
"""

__all__ = [
    "actions",
    "consequences",
    "console",
    "dealer_actions",
    "event_sentences",
    "floor",
    "floor_actions",
    "incident_reports",
    "next_action",
    "payments",
    "proposal_actions",
    "timers",
]
