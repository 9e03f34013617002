"""The balances of a store: each is what the postings come to, and all together are nothing."""

from collections.abc import Mapping, Sequence

from pitboss.room.audit.finding import Findings
from pitboss.room.audit.moved import Sums, of_stream
from pitboss.table.ledger import Cents, exact


def check_holders(holders: Sequence[str], sums: Sums, findings: Findings) -> None:
    """The books have just those accounts that anything ever moved to or from."""
    for account in sorted(sums.keys() ^ set(holders)):
        stream, name = of_stream(account)
        told = "is missing" if account in sums else "exists, but nothing ever moved to it"
        findings.add(stream, 0, f"the account {name} of the books {told}")


def check_balances(balances: Mapping[str, Cents], sums: Sums, findings: Findings) -> None:
    """Every account of either side."""
    for account in sorted(balances.keys() | sums.keys()):
        held, due = balances.get(account, 0), exact(sums.get(account, 0))
        if held != due:
            stream, name = of_stream(account)
            findings.add(
                stream, 0, f"{name} holds {held} cents, but its postings come to {due} cents"
            )
    together = exact(sum(balances.values()))
    if together:
        findings.add("", 0, f"all accounts together hold {together} cents, not nothing")
