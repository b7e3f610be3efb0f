"""Analysis: the value of positions and whole games, and the quality of each move.

`positions.py` reads what is to be analysed, `game_report.py` judges every move of a game; `search_trace.py`
writes the tree of a search. The results are written as text in `texts.py` (for
people) and as data in `data.py` (for programs), put into a PGN record in `annotation.py` and drawn in
`curve.py`.
"""
