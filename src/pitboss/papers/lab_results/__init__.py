"""Results of the lab for the terminal, as JSON and as CSV.

One module per question: solutions, effects of readings, exposure, targets.
"""
