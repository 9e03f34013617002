"""Paying no more than the payout limit (`pitboss.submission.limit`)."""

import msgspec

from pitboss.settle.values import WagerResult
from pitboss.submission.limit import payout_limit
from pitboss.submission.rules import Rules


def cut(rules: Rules, results: dict[str, WagerResult]) -> None:
    """Pay the winning wagers in scope, in their order, until the limit is used up."""
    filed = rules.table.payout_limit
    least = rules.limit.least if filed is None else filed
    if sum([r.credit for r in results.values()]) <= least:
        return
    won = {key: results[key] for key in rules.limit.scope if key in results}
    # Finding the limit takes a search; it is never below the least sum, which is seldom reached.
    if sum([r.credit - r.stake for r in won.values() if r.outcome == "win"]) <= least:
        return
    left = payout_limit(rules)
    if left is None:
        return
    for key, result in won.items():
        if result.outcome != "win":
            continue
        winnings = result.credit - result.stake
        if winnings > left:
            paid = result.stake + left
            results[key] = msgspec.structs.replace(result, credit=paid, uncapped=result.credit)
        left -= min(winnings, left)
