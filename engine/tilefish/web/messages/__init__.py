"""What the page and the server say to each other.

Each message is a dataclass: a `Request` of a page or an `Answer` to it. There is a module for each part of
the board, and `catalogue` has all of them. `schema` reads, checks and writes them by the types of their
fields and makes one JSON schema; `jsdoc` makes the types of the page from the same classes.

Declarations look alike: each type is what server and page match on, and has fields of its own.
"""
