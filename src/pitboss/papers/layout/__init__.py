"""Table layouts as SVG, in millimeters.

`felt` has the surface, `spots` the betting spots and card outlines, and `paytables` the printed
paytables. Start with `drawing`, which puts them together.
"""
