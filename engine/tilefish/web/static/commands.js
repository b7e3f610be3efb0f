// @ts-check
/** The commands that can be typed beside moves, as blind players know them. */

import { byId } from "./dom.js";
import { describeSquare, piecesBySquare, SIDES, View } from "./squares.js";
import { TEXTS } from "./texts.js";

/** @import { BoardWorld as World, MoveData as Move, PieceData as Piece, PlayedData } from "../page_types.js" */
/** @import { PositionData as Position, Side } from "../page_types.js" */
/** @typedef {Pick<PlayedData, "side" | "san">} Played */

/**
 * What a command is about.
 * @typedef {object} Scene
 * @property {World} world
 * @property {Position} position
 * @property {Played | null} last the last move, if there is one
 * @property {string} score the evaluation that is shown, in words, or ""
 * @property {string} clocks the clocks that are shown, in words, or ""
 * @property {ReadonlyMap<string, HTMLButtonElement>} buttons what else can be done, by the words for it
 */

/** Steps over files and ranks to the eight neighbours, clockwise from the top. */
const DIRECTIONS = /** @type {const} */ ([[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]]);

/** @type {Record<string, (scene: Scene, argument: string) => string>} */
const COMMANDS = {
  m: (scene, argument) => movesOf(scene, argument, () => true),
  x: (scene, argument) => movesOf(scene, argument, (move) => isCapture(scene, move)),
  n: next,
  p: (scene, argument) => (argument ? placesOf(scene, argument) : ""),
  r: (scene, argument) => (argument ? read(scene, argument) : ""),
  s: (scene, argument) => (argument ? scan(scene, argument) : ""),
  b: (scene) => board(scene),
  v: (scene) => material(scene),
  l: ({ last }) => (last ? TEXTS.lastMoveWas(last.side, last.san) : TEXTS.noLastMove),
  t: (scene) => tiles(scene),
  hp: hitPoints,
  fen: ({ position }) => position.fen,
  e: ({ score }) => score || TEXTS.noEvaluation,
  c: ({ clocks }) => clocks || TEXTS.noClocks,
  h: help,
  help,
};

/**
 * What commands are about in the view that is seen.
 * @param {World} world
 * @param {Position} position
 * @param {Played | null} last
 * @returns {Scene}
 */
export function sceneOf(world, position, last) {
  const meter = document.querySelector("main:not([hidden]) [role=meter]:not([hidden])");
  const clocks = SIDES.map((side) => [TEXTS.sideName(side), byId(`${side}-clock`).textContent]);
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("main:not([hidden]) button[data-command]");
  return {
    world,
    position,
    last,
    score: meter?.ariaValueText ?? "",
    clocks: clocks.every(([, time]) => time) ? clocks.map((words) => words.join(" ")).join(", ") : "",
    buttons: new Map([...buttons].map((button) => [button.dataset.command ?? "", button])),
  };
}

/**
 * The answer to a command, or null if the text is none: then it is a move.
 * @param {string} text
 * @param {Scene} scene
 */
export function answerCommand(text, scene) {
  const [word = "", ...rest] = text.trim().split(/\s+/);
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (command) return command(scene, rest.join(" ")) || null;
  return rest.length ? null : press(scene, word);
}

// --- moves ---

/**
 * @param {Scene} scene
 * @param {string} name
 * @param {(move: Move) => boolean} isWanted
 */
function movesOf(scene, name, isWanted) {
  const { world, position } = scene;
  const square = name ? viewOf(world).find(name) : -1;
  if (square === null) return TEXTS.noSquare(name);
  const moves = position.moves.filter((move) => (square < 0 || move.path[0] === square) && isWanted(move));
  const words = new Set(moves.map((move) => (move.odds ? `${move.san} (${move.odds})` : move.san)));
  if (words.size) return square < 0 ? TEXTS.list(TEXTS.moves, [...words]) : TEXTS.movesFrom(name, [...words]);
  return square < 0 ? TEXTS.noMoves : `${describe(scene, square)}. ${TEXTS.noMovesFrom(name)}`;
}

/**
 * @param {Scene} scene
 * @param {Move} move
 */
function isCapture({ position }, move) {
  const pieces = piecesBySquare(position);
  const enemies = move.path.slice(1).some((square) => (pieces.get(square)?.side ?? position.turn) !== position.turn);
  return enemies || move.san.includes("x");
}

/**
 * What may be chosen after some squares: the targets of a piece, the glides of a stone, the leaps after that.
 * @param {Scene} scene
 * @param {string} names
 */
function next({ world, position }, names) {
  const view = viewOf(world);
  const squares = names.split(/[\s,-]+/).filter(Boolean).map((name) => view.find(name));
  if (!squares.length) return "";
  const wrong = squares.indexOf(null);
  if (wrong >= 0) return TEXTS.noSquare(names.split(/[\s,-]+/)[wrong] ?? "");
  const found = position.moves.filter(({ path }) => squares.every((square, index) => path[index] === square));
  return describeNext(view, /** @type {number[]} */ (squares), found.map(({ path }) => path[squares.length]));
}

/**
 * @param {View} view
 * @param {readonly number[]} chosen
 * @param {Iterable<number | undefined>} following
 */
export function describeNext(view, chosen, following) {
  const way = TEXTS.way(chosen.map((square) => view.name(square)));
  const names = [...new Set(following)].flatMap((square) => (square === undefined ? [] : [view.name(square)]));
  return names.length ? TEXTS.mayFollow(way, names.sort()) : TEXTS.nothingFollows(way);
}

// --- the board ---

/**
 * Where the pieces with a letter are: White's for a capital letter, Black's for a small one, as in a FEN; all of a
 * side for A and a, unless that is the letter of a piece.
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
  if (first) return TEXTS.list(TEXTS.piece(side, first.kind), names(view, found));
  const isKind = world.kinds.some((kind) => kind.letter.toLowerCase() === letter.toLowerCase());
  return letter.toLowerCase() === "a" && !isKind ? army(view, position, side) : TEXTS.noPieces(letter);
}

/**
 * @param {Position} position
 * @param {Side} side
 */
function kindsOf({ pieces }, side) {
  /** @type {Map<string, Piece[]>} */
  const kinds = new Map();
  for (const piece of pieces) {
    if (piece.side === side) kinds.set(piece.kind, [...(kinds.get(piece.kind) ?? []), piece]);
  }
  return [...kinds];
}

/**
 * @param {View} view
 * @param {Position} position
 * @param {Side} side
 */
function army(view, position, side) {
  const parts = kindsOf(position, side).map(([kind, pieces]) => `${kind} ${names(view, pieces).join(" ")}`);
  return TEXTS.list(TEXTS.sideName(side), parts.length ? parts : [TEXTS.nothing]);
}

/** @param {Scene} scene */
function board({ world, position }) {
  return SIDES.map((side) => army(viewOf(world), position, side)).join(". ");
}

/** @param {Scene} scene */
function material({ position }) {
  return SIDES.map((side) => {
    const counts = kindsOf(position, side).map(([kind, pieces]) => TEXTS.number(pieces.length, kind));
    return TEXTS.list(TEXTS.sideName(side), counts);
  }).join(". ");
}

/**
 * A square, a rank or a file, from its first square.
 * @param {Scene} scene
 * @param {string} name
 */
function read(scene, name) {
  const { files, ranks } = scene.world;
  const square = viewOf(scene.world).find(name);
  if (square !== null) return describe(scene, square);
  const file = name.toLowerCase().charCodeAt(0) - 97;
  const rank = Number(name) - 1;
  if (name.length === 1 && file >= 0 && file < files) {
    return line(scene, name, Array.from({ length: ranks }, (_, each) => each * files + file));
  }
  if (Number.isInteger(rank) && rank >= 0 && rank < ranks) {
    return line(scene, name, Array.from({ length: files }, (_, each) => rank * files + each));
  }
  return TEXTS.noSquare(name);
}

/**
 * Floor without a piece is left out.
 * @param {Scene} scene
 * @param {string} name
 * @param {number[]} squares
 */
function line(scene, name, squares) {
  const pieces = piecesBySquare(scene.position);
  const seen = squares.filter((square) => pieces.has(square) || tileOf(scene, square) !== "floor");
  return TEXTS.line(name, seen.map((square) => describe(scene, square)));
}

/**
 * The nearest piece or tile in each direction from a square.
 * @param {Scene} scene
 * @param {string} name
 */
function scan(scene, name) {
  const { files, ranks } = scene.world;
  const start = viewOf(scene.world).find(name);
  if (start === null) return TEXTS.noSquare(name);
  const pieces = piecesBySquare(scene.position);
  const seen = DIRECTIONS.flatMap(([right, up]) => {
    let [file, rank] = [(start % files) + right, Math.floor(start / files) + up];
    for (; file >= 0 && file < files && rank >= 0 && rank < ranks; file += right, rank += up) {
      const square = rank * files + file;
      if (pieces.has(square) || tileOf(scene, square) !== "floor") return [describe(scene, square)];
    }
    return [];
  });
  return TEXTS.line(TEXTS.from(name), seen);
}

/** @param {Scene} scene */
function tiles({ world }) {
  const view = viewOf(world);
  /** @type {Map<string, string[]>} */
  const squares = new Map();
  for (const [square, tile] of world.tiles.entries()) {
    if (tile !== "floor") squares.set(tile, [...(squares.get(tile) ?? []), view.name(square)]);
  }
  return [...squares].map(([tile, found]) => TEXTS.list(tile, found)).join("; ") || TEXTS.noTiles;
}

/**
 * The hit points of a square's piece or of all, the weakest of each side first.
 * @param {Scene} scene
 * @param {string} name
 */
function hitPoints(scene, name) {
  const { world, position } = scene;
  const square = name ? viewOf(world).find(name) : -1;
  if (square === null) return TEXTS.noSquare(name);
  if (square >= 0) return describe(scene, square);
  const fighters = position.pieces.filter((piece) => piece.hp);
  if (!fighters.length) return TEXTS.noHitPoints;
  return SIDES.map((side) => {
    const mine = fighters.filter((piece) => piece.side === side);
    mine.sort((one, other) => (one.hp?.now ?? 0) - (other.hp?.now ?? 0));
    const parts = mine.map(({ kind, square: at, hp }) => `${kind} ${viewOf(world).name(at)} ${hp?.now}/${hp?.most}`);
    return TEXTS.list(TEXTS.sideName(side), parts.length ? parts : [TEXTS.nothing]);
  }).join(". ");
}

// --- buttons of the view ---

/**
 * All commands, and the words that press buttons now.
 * @param {Scene} scene
 */
function help({ buttons }) {
  const words = [...buttons].flatMap(([word, button]) => (isFree(button) ? [word] : []));
  return [TEXTS.help, ...(words.length ? [TEXTS.alsoWords(words)] : [])].join(" ");
}

/**
 * Presses the button that a word names. Returns what there is to say, or null if there is no such button.
 * @param {Scene} scene
 * @param {string} word
 */
function press({ buttons }, word) {
  const button = buttons.get(word);
  if (!button) return null;
  if (!isFree(button)) return TEXTS.notNow;
  button.click();
  return "";
}

/** @param {HTMLButtonElement} button */
function isFree(button) {
  return !button.hidden && !button.disabled;
}

// --- words ---

/**
 * @param {Scene} scene
 * @param {number} square
 */
function describe(scene, square) {
  const piece = piecesBySquare(scene.position).get(square);
  return describeSquare(viewOf(scene.world).name(square), piece, tileOf(scene, square));
}

/**
 * @param {Scene} scene
 * @param {number} square
 */
function tileOf({ world }, square) {
  return world.tiles[square] ?? "floor";
}

/**
 * @param {View} view
 * @param {Piece[]} pieces
 */
function names(view, pieces) {
  return pieces.map((piece) => view.name(piece.square)).sort();
}

/** @param {World} world */
function viewOf(world) {
  return new View(world.files, world.ranks, false);
}
