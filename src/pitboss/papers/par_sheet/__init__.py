"""Par sheets: one value made from a solution, printed as HTML, PDF and JSON.

`sheet` has the value, its risk figures and the blocks that a section is made of. `summary_sections`
and `game_sections` build sections, `plots` draws, and `sections` puts everything in order. The
sheet is printed by `html_page`, `pdf` and `sections.par_sheet_json`. Start with
`sheet.build_par_sheet`.
"""

__all__ = ["html_page", "pdf", "plots", "sections", "sheet"]
