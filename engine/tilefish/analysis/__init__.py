"""Analysis: what positions and whole games come to, and how well each move was chosen.

`positions.py` reads what is to be analysed, `study.py` searches one position, `game_report.py` every move of
a game; `search_trace.py` writes the tree of a search. What they find is told in `telling.py` (for people) and
`data.py` (for programs), written into a PGN record in `annotation.py` and drawn in `curve.py`.
"""
