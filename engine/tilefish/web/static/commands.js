// @ts-check
/** The commands that can be typed beside moves, as blind players know them. */

import { describeSquare, piecesBySquare, View } from "./squares.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("../page_types.js").BoardWorld} World */
/** @typedef {Pick<import("../page_types.js").PlayedData, "side" | "san">} Played */
/** @typedef {import("../page_types.js").PositionData} Position */

/**
 * What commands are about: a position, its world, and the move that led there.
 * @typedef {{world: World, position: Position, last: Played | null}} Scene
 */

/**
 * The answer to a command, or null if the text is none: then it is a move.
 * @param {string} text
 * @param {Scene} scene
 * @param {() => string} clocks the clocks in words
 * @returns {string | null}
 */
export function answerCommand(text, scene, clocks) {
  const [command = "", argument = ""] = text.trim().split(/\s+/);
  switch (command) {
    case "h":
    case "help":
      return TEXTS.help;
    case "l":
      return lastMove(scene);
    case "t":
      return tiles(scene);
    case "c":
      return clocks() || TEXTS.noClocks;
    case "m":
      return argument ? movesFrom(scene, argument) : null;
    case "p":
      return argument ? placesOf(scene, argument) : null;
    default:
      return null;
  }
}

/** @param {Scene} scene */
function lastMove({ last }) {
  return last ? TEXTS.lastMoveWas(last.side, last.san) : TEXTS.noLastMove;
}

/** @param {Scene} scene */
function tiles({ world }) {
  const view = viewOf(world);
  /** @type {Map<string, string[]>} */
  const squares = new Map();
  for (const [square, tile] of world.tiles.entries()) {
    if (tile !== "floor") squares.set(tile, [...(squares.get(tile) ?? []), view.name(square)]);
  }
  return [...squares].map(([tile, names]) => TEXTS.list(tile, names)).join("; ") || TEXTS.noTiles;
}

/**
 * @param {Scene} scene
 * @param {string} name
 */
function movesFrom({ world, position }, name) {
  const square = viewOf(world).find(name);
  if (square === null) return TEXTS.noSquare(name);
  const sans = position.moves.filter((move) => move.path[0] === square).map((move) => move.san);
  if (sans.length) return TEXTS.movesFrom(name, [...new Set(sans)]);
  const piece = piecesBySquare(position).get(square);
  return `${describeSquare(name, piece, world.tiles[square] ?? "floor")}. ${TEXTS.noMovesFrom(name)}`;
}

/**
 * Where the pieces with a letter are: White's for a capital letter, Black's for a small one, as in a FEN.
 * @param {Scene} scene
 * @param {string} letter
 */
function placesOf({ world, position }, letter) {
  const view = viewOf(world);
  const side = letter === letter.toUpperCase() ? "white" : "black";
  const found = position.pieces.filter(
    (piece) => piece.side === side && piece.letter.toLowerCase() === letter.toLowerCase(),
  );
  const [first] = found;
  if (!first) return TEXTS.noPieces(letter);
  return TEXTS.list(TEXTS.piece(side, first.kind), found.map((piece) => view.name(piece.square)).sort());
}

/** @param {World} world */
function viewOf(world) {
  return new View(world.files, world.ranks, false);
}
