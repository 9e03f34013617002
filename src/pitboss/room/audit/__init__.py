"""The audit of a room's database, which finds everything that was changed after it was written.

Start with `auditor.audit`, which checks a whole store. `table_audit` and `back_office_audit`
replay one stream each; `checks` has the findings and the checks of the hash chain, postings,
balances, sealed seeds and stored responses.
"""

__all__: list[str] = []
