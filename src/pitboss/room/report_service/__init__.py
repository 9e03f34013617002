"""Reports that an open room serves, built beside its tables.

Start with `service`, which has a report built in a process of its own, cancels it when it takes too
long or nobody waits for it anymore, and replaces a process that ended. `report_requests` says what
can be requested, `builder` builds the content of a response from a store that is open for reading,
and `report_process` is the program of the process.
"""

__all__: list[str] = []
