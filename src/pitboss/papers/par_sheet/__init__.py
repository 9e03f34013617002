"""Par sheets: one value made from a solution, printed as HTML, PDF and JSON.

`sheet` has the value and its risk figures, `document_blocks` the parts of a document,
`summary_sections`, `game_sections` and `sections` its contents in order, and `plots` the drawings.
`html_page`, `pdf` and `json_report` print it. Start with `sheet.build_par_sheet`.
"""
