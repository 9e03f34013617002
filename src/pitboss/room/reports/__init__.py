"""Reports for the pit, computed from the events and postings of a store.

Start with `store_reports`, which reads a store and builds every report. `shift`,
`player_history`, `reconciliation`, `filing_history` and `pit_log` compute one report each from log
entries, without I/O; `period` is the time that a report covers; `rendering` formats reports as text
and CSV.
"""

__all__: list[str] = []
