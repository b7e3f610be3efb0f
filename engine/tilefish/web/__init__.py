"""The board in the browser: a local server holds the games, and a page draws them.

`messages.py` has what both say to each other; `board_game.py` is one game with its players and clocks,
`lobby.py` all of them; `position_view.py` turns a position into what the page draws; `server.py` answers
HTTP and WebSockets, and decides who may ask; `static/` is the page.
"""
