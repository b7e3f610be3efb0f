// @ts-check
/** Squares: their names, their places on the picture, and their descriptions in words. */

import { TEXTS } from "./texts.js";

/** @import { PieceData as Piece, PositionData as Position, Side } from "../page_types.js" */

export const SIDES = /** @type {Side[]} */ (["white", "black"]);
/** The width of a square in the units of the drawings. */
export const TILE = 100;

/** How a board lies on the picture. */
export class View {
  /**
   * @param {number} files
   * @param {number} ranks
   * @param {boolean} flipped whether Black is below
   */
  constructor(files, ranks, flipped) {
    this.files = files;
    this.ranks = ranks;
    this.flipped = flipped;
  }

  /**
   * The square at a place of the picture, counted from the top left.
   * @param {number} row
   * @param {number} column
   * @returns {number | null}
   */
  squareAt(row, column) {
    if (row < 0 || column < 0 || row >= this.ranks || column >= this.files) return null;
    const rank = this.flipped ? row : this.ranks - 1 - row;
    const file = this.flipped ? this.files - 1 - column : column;
    return rank * this.files + file;
  }

  /** @param {number} square */
  place(square) {
    const rank = Math.floor(square / this.files);
    const file = square % this.files;
    return {
      row: this.flipped ? rank : this.ranks - 1 - rank,
      column: this.flipped ? this.files - 1 - file : file,
    };
  }

  /**
   * The top left corner of a square in units.
   * @param {number} square
   */
  corner(square) {
    const { row, column } = this.place(square);
    return { x: column * TILE, y: row * TILE };
  }

  /**
   * The middle of a square in units.
   * @param {number} square
   */
  centre(square) {
    const { x, y } = this.corner(square);
    return { x: x + TILE / 2, y: y + TILE / 2 };
  }

  /**
   * The name of a square: `e4`.
   * @param {number} square
   */
  name(square) {
    return `${fileName(square % this.files)}${Math.floor(square / this.files) + 1}`;
  }

  /**
   * The square with a name, or null.
   * @param {string} name
   */
  find(name) {
    const [, letter = "", digits = ""] = /^([a-z])(\d\d?)$/.exec(name.trim().toLowerCase()) ?? [];
    const file = letter.charCodeAt(0) - 97;
    const rank = Number(digits) - 1;
    return file >= 0 && file < this.files && rank >= 0 && rank < this.ranks ? rank * this.files + file : null;
  }
}

/** @param {number} file */
export function fileName(file) {
  return String.fromCharCode(97 + file);
}

/**
 * @param {Position} position
 * @returns {Map<number, Piece>}
 */
export function piecesBySquare(position) {
  return new Map(position.pieces.map((piece) => [piece.square, piece]));
}

/**
 * A square in words: `d5, black queen, bridge, 7 of 10 hit points`.
 * @param {string} name
 * @param {Piece | undefined} piece
 * @param {string} tile
 */
export function describeSquare(name, piece, tile) {
  const words = [name, piece ? TEXTS.piece(piece.side, piece.kind) : TEXTS.empty];
  if (tile !== "floor") words.push(tile);
  if (piece?.hp) words.push(TEXTS.hitPoints(piece.hp.now, piece.hp.most));
  if (piece?.state) words.push(piece.state);
  return words.join(", ");
}
