"""The payout limit: the most that one position can win in a round over the wagers in scope.

It is the greater of a fixed sum and what those wagers could win with every required wager at the
table minimum, every raise at its largest multiple and no side wager (`pitboss.settle.most`).
"""

import msgspec

from pitboss.settle.most import most_minimums
from pitboss.settle.values import WagerResult
from pitboss.submission.rules import Rules

_found: dict[bytes, int] = {}
"""The most in table minimums, by all that it depends on: tables that differ elsewhere share it."""


def payout_limit(rules: Rules) -> int:
    """The limit of this table in cents."""
    paid = [(wager.key, wager.pays) for wager in rules.required + rules.raises]
    multiples = [street.most for street in rules.streets]
    key = msgspec.json.encode((rules.limit.scope, paid, multiples, rules.hands, rules.places))
    if key not in _found:
        _found[key] = most_minimums(rules)
    return max(rules.limit.least, _found[key] * rules.table.minimum)


def cut(rules: Rules, results: dict[str, WagerResult]) -> None:
    """Pay the winning wagers in scope, in their order, until the limit is used up."""
    if sum([r.credit for r in results.values()]) <= rules.limit.least:
        return
    won = {key: results[key] for key in rules.limit.scope if key in results}
    # Finding the limit takes a search; it is never below the least sum, which is seldom reached.
    if sum([r.credit - r.stake for r in won.values() if r.outcome == "win"]) <= rules.limit.least:
        return
    left = payout_limit(rules)
    for key, result in won.items():
        if result.outcome != "win":
            continue
        winnings = result.credit - result.stake
        if winnings > left:
            paid = result.stake + left
            results[key] = msgspec.structs.replace(result, credit=paid, uncapped=result.credit)
        left -= min(winnings, left)
