"""What an operator files with the Commission.

`document` builds the filing and prints it as Markdown and HTML, `changes` compares two filings,
and `warnings` comments on a valid submission.
"""

__all__ = ["changes", "document", "warnings"]
