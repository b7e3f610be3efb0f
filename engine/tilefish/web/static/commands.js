// @ts-check
/** The commands that can be typed beside moves, as blind players know them. */

import { describeSquare, piecesBySquare, View } from "./squares.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./messages.js").Game} Game */

/**
 * The answer to a command, or null if the text is none: then it is a move.
 * @param {string} text
 * @param {Game} game
 * @param {() => string} clocks the clocks in words
 * @returns {string | null}
 */
export function answerCommand(text, game, clocks) {
  const [command = "", argument = ""] = text.trim().split(/\s+/);
  switch (command) {
    case "h":
    case "help":
      return TEXTS.help;
    case "l":
      return lastMove(game);
    case "t":
      return tiles(game);
    case "c":
      return clocks() || TEXTS.noClocks;
    case "m":
      return argument ? movesFrom(game, argument) : null;
    case "p":
      return argument ? placesOf(game, argument) : null;
    default:
      return null;
  }
}

/** @param {Game} game */
function lastMove(game) {
  const last = game.history.at(-1);
  return last ? TEXTS.lastMoveWas(last.side, last.san) : TEXTS.noLastMove;
}

/** @param {Game} game */
function tiles(game) {
  const view = viewOf(game);
  /** @type {Map<string, string[]>} */
  const squares = new Map();
  for (const [square, tile] of game.tiles.entries()) {
    if (tile !== "floor") squares.set(tile, [...(squares.get(tile) ?? []), view.name(square)]);
  }
  return [...squares].map(([tile, names]) => TEXTS.list(tile, names)).join("; ") || TEXTS.noTiles;
}

/**
 * @param {Game} game
 * @param {string} name
 */
function movesFrom(game, name) {
  const square = viewOf(game).find(name);
  if (square === null) return TEXTS.noSquare(name);
  const sans = game.moves.filter((move) => move.path[0] === square).map((move) => move.san);
  if (sans.length) return TEXTS.movesFrom(name, [...new Set(sans)]);
  const piece = piecesBySquare(game).get(square);
  return `${describeSquare(name, piece, game.tiles[square] ?? "floor")}. ${TEXTS.noMovesFrom(name)}`;
}

/**
 * Where the pieces with a letter are: White's for a capital letter, Black's for a small one, as in a FEN.
 * @param {Game} game
 * @param {string} letter
 */
function placesOf(game, letter) {
  const view = viewOf(game);
  const side = letter === letter.toUpperCase() ? "white" : "black";
  const found = game.pieces.filter(
    (piece) => piece.side === side && piece.letter.toLowerCase() === letter.toLowerCase(),
  );
  const [first] = found;
  if (!first) return TEXTS.noPieces(letter);
  return TEXTS.list(TEXTS.piece(side, first.kind), found.map((piece) => view.name(piece.square)).sort());
}

/** @param {Game} game */
function viewOf(game) {
  return new View(game.variant.files, game.variant.ranks, false);
}
