"""A whole room in one process, under a seed: its clock, network and disk are made up.

What goes wrong in years goes wrong here in seconds, and a failing seed repeats it.
"""
