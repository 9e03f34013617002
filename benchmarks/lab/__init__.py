"""Measure how fast the lab solves a game, beside a plain loop, for ``pitboss bench lab``.

Start with `measurement`, which runs both sides in separate processes (``python -m
benchmarks.lab``). `plain_loops` prepares the loops; `compiled_loops` has what Numba compiles.
"""

import pitboss.lab.kernels  # noqa: F401  (chooses the folder of compiled code before Numba loads)
