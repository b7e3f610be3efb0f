"""A game under the book: legality, check, outcome, perft (RULES.md section 3)."""

from __future__ import annotations

import copy
from collections.abc import Hashable

from .betza import Atlas
from .board import cannot_mate, king_is_gone, only_bare_kings, read_fen, write_fen
from .moves import Move, en_passant_moves, is_in_check, move_text, pseudo_moves
from .terrain import king_square, other
from .turn import play
from .worlds import Side, World

Outcome = tuple[Side | None, str]


class ModelGame:
    """One game in one world, from a FEN or the world's start."""

    def __init__(self, world: World, fen: str | None = None, chess960: bool = False) -> None:
        self.world = world
        self.chess960 = chess960
        self.terrain, self.position = read_fen(world, fen or world.start)
        self._atlas = Atlas(self.terrain)
        if is_in_check(self._atlas, self.position.pieces, other(self.position.to_move)):
            raise ValueError("the side not to move is in check")
        self._seen: list[Hashable] = []
        self._legal: list[Move] | None = None
        self._seen.append(self.repetition_key())

    @property
    def turn(self) -> Side:
        return self.position.to_move

    def fen(self) -> str:
        return write_fen(self.terrain, self.position)

    def copy(self) -> ModelGame:
        """Return a game that can go its own way; positions never change, so they are shared."""
        twin = copy.copy(self)
        twin._seen = list(self._seen)
        return twin

    def in_check(self) -> bool:
        return is_in_check(self._atlas, self.position.pieces, self.turn)

    def legal(self) -> list[Move]:
        """Return the legal moves, each identity once, with the smallest glide that works."""
        if self._legal is None:
            chosen: dict[object, Move] = {}
            for move in self._pseudo():
                if move.identity() not in chosen and self._is_legal(move):
                    chosen[move.identity()] = move
            self._legal = list(chosen.values())
        return self._legal

    def legal_moves(self) -> list[str]:
        return [self.text(move) for move in self.legal()]

    def text(self, move: Move) -> str:
        return move_text(move, self.chess960)

    def spellings(self, move: Move) -> list[str]:
        """Return every text of a move: a stone sequence has one for each glide that works."""
        same = [twin for twin in self._pseudo() if twin.identity() == move.identity()]
        return list(dict.fromkeys(self.text(twin) for twin in same))

    def push(self, uci: str) -> None:
        """Play a move given as text, by any glide that works."""
        for move in self._pseudo():
            if self.text(move) == uci and self._is_legal(move):
                self.position = play(self.terrain, self.position, move)
                self._legal = None
                self._seen.append(self.repetition_key())
                return
        raise ValueError(f"{uci} is not legal in {self.fen()}")

    def _pseudo(self) -> list[Move]:
        """Return all pseudo-legal moves; "a king destroyed: neither side has a move any more"."""
        return [] if king_is_gone(self.position) else list(pseudo_moves(self._atlas, self.position))

    def _is_legal(self, move: Move) -> bool:
        """Section 3: after move and effects "the mover's king still stands and is not in check"."""
        after = play(self.terrain, self.position, move)
        return king_square(after.pieces, self.turn) is not None and not is_in_check(
            self._atlas, after.pieces, self.turn
        )

    def repetition_key(self) -> Hashable:
        """Section 3: "same pieces, same squares, same side to move, same rights".

        Section 2: an en passant right counts only if a pawn can legally use it.
        """
        usable = any(self._is_legal(move) for move in en_passant_moves(self._atlas, self.position))
        return (
            frozenset(self.position.pieces.items()),
            self.position.to_move,
            self.position.rights,
            (self.position.en_passant, self.position.passing_pawn) if usable else None,
        )

    def outcome(self) -> Outcome | None:
        """Section 3: "a king gone, then checkmate or stalemate, come before every draw"."""
        winner = other(self.turn)
        if king_is_gone(self.position):
            return winner, "king destroyed"
        if not self.legal():
            if self.in_check():
                return winner, "checkmate"
            return (winner if self.world.stalemate_loses else None), "stalemate"
        if self._seen.count(self._seen[-1]) >= self.world.repetition:
            return None, "repetition"
        if self.world.fifty_moves and self.position.half_moves >= 100:
            return None, "fifty moves"
        if self._material_is_insufficient():
            return None, "material"
        return None

    def _material_is_insufficient(self) -> bool:
        """Section 7; a `*` in the FEN of `chess` is another tile map and makes it a world."""
        pieces = self.position.pieces
        if self.world.material == "fide" and not self.terrain.extra_voids:
            return cannot_mate(pieces)
        return only_bare_kings(pieces)

    def perft(self, depth: int) -> int:
        """Section 6: count leaf moves, on through draws, no further where a king is gone."""
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.legal())
        return sum(self._after(move).perft(depth - 1) for move in self.legal())

    def _after(self, move: Move) -> ModelGame:
        """Return the game one move on, without its history: perft asks for no repetition."""
        twin = copy.copy(self)
        twin.position = play(self.terrain, self.position, move)
        twin._legal = None
        return twin
