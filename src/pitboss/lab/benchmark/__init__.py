"""Measure how fast the lab solves a game, beside a plain loop, for ``pitboss bench lab``.

Start with `measurement`, which runs both sides in separate processes (``python -m
pitboss.lab.benchmark``); `plain_loops` has the loops.
"""
