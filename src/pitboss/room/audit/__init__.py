"""The audit of a room's database, which finds everything that was changed after it was written.

Start with `auditor.audit`, which checks a whole store. `stream_audits` replays the stream of a
table or of the back office; `checks` has the findings and the checks of the hash chain, postings,
balances, sealed seeds and stored responses.
`stream_walk` walks through one stream, `parallel_walk` through several at a time in other
processes, and `positions` has the heads that a later audit continues from.
"""

__all__: list[str] = []
