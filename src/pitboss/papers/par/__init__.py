"""Par sheets: one value made from a solution, and what prints it as a page, as PDF, as JSON."""
