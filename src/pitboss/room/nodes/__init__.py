"""Several programs, called nodes, that run one room on one PostgreSQL database.

`directory` has the leases and owners of tables, which the database keeps; `node` renews a lease,
claims tables and hands them over; `followed_table` shows a table that another node owns; `link`
sends requests from node to node; `shared_room` is the room that all of this is for.
"""

__all__ = ["directory", "followed_table", "link", "node", "shared_room"]
