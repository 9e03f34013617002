"""The card room: many tables for many people, on a store that loses nothing.

`room` holds the tables; `table_actor` is a table's only writer, and `stored_table` its base;
`back_office` writes everything beside the tables; `server` serves a room by its `settings`.
`store/` persists, `people/` has accounts, `http/` the API and sockets, `lab_service/` runs the lab
in processes of its own, `reports/` and `audit/` read the log.
"""

__all__ = ["backup", "runtime", "server", "settings"]
