"""What an operator files with the Commission.

`document` builds the filing and prints it as Markdown and HTML, `pdf` as a PDF, `changes` compares
two filings, and `warnings` comments on a valid submission.
"""

__all__ = ["changes", "document", "pdf", "warnings"]
