"""The generic solver: the exact solution of any game, by enumerating all of its deals.

Start with `solver`. `limits` says how many deals are too many, `plan` which cards are dealt when,
`payouts` and `endings` what deals pay; `backward_induction` finds optimal play.
"""

__all__ = ["backward_induction", "limits", "payouts", "plan", "shape", "solver"]
