"""The routes of the API, one module per subject; each has a `router` that `app` includes."""

__all__ = ["accounts", "lab", "operations", "reports", "rules_cards", "submissions", "tables"]
