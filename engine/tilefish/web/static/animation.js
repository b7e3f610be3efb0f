// @ts-check
/**
 * Moves as they happen: pieces go their way and strike, belts carry, what is destroyed fades.
 *
 * The ways come from the move and its events. Pieces that neither of them names slide straight to where they are
 * now, fade, or appear.
 */

import { rollDie, ROLLING } from "./dice.js";
import { makeSvg, raise } from "./dom.js";
import { beginPiece, endPiece, ring, showFor } from "./effects.js";
import { drawHitPoints, drawPiece } from "./pieces.js";
import { TEXTS } from "./texts.js";

/** @import { EventData, MovePlayed, PieceData as Piece } from "../page_types.js" */
/** @import { Board } from "./board.js" */
/**
 * A move to animate.
 * @typedef {Pick<MovePlayed, "side" | "path" | "events"> & Partial<Pick<MovePlayed, "battle">>} Turn
 */
/** @typedef {Map<number, Piece>} Pieces */

/** Milliseconds. */
const LEG = 150;
const FLOAT = 900;
/** The ends that the world makes of pieces. */
const DESTROYED = new Set(["crushed", "drowned", "burned", "fell"]);
/** The ends that pieces make of each other. */
const TAKEN = new Set(["captured", "killed", "exhausted"]);
/** The part of the way to its victim that a piece goes when it strikes. */
const LUNGE = 0.4;

/**
 * The way of a piece: its squares, the time when it starts, the square that it strikes at the end, and the kind of
 * event that destroys it there.
 * @typedef {{piece: Piece, squares: number[], delay: number, strikes?: number | undefined, cause?: string}} Route
 */

/**
 * What happens to the pieces: ways by their last squares, ways of pieces that are lost at their end with the time of
 * that, and squares where pieces appear.
 * @typedef {object} Plan
 * @property {Map<number, Route>} routes
 * @property {{route: Route, at: number}[]} lost
 * @property {number[]} appeared
 * @property {number} arrival when the mover is on its last square
 * @property {number} hit when it has struck
 * @property {number} end when all pieces are on their squares
 */

/**
 * Animates a move on a board that shows the position after it already.
 * @param {Board} board
 * @param {Pieces} before the pieces before the move
 * @param {Turn} moved
 * @param {number} shown the square on which the user has put the piece already, or -1
 * @param {boolean} letters
 */
export function animateMove(board, before, moved, shown, letters) {
  finishAnimations(board);
  const { battle, path } = moved;
  const pause = battle?.face ? ROLLING : 0;
  const { routes, lost, appeared, arrival, hit, end } = planMove(before, board.pieces, moved, shown, pause);
  for (const [square, route] of routes) {
    const drawing = board.drawings.get(square);
    if (drawing) slide(board, drawing, route, square, pause);
  }
  for (const { route, at } of lost) losePiece(board, route, at, letters);
  for (const square of appeared) {
    const drawing = board.drawings.get(square);
    if (drawing) beginPiece(board, drawing, square, end);
  }
  if (battle?.face) {
    rollDie(board, battle.square, battle, arrival, false);
    ring(board, battle.square, hit, "blow", 14, 52);
  }
  if (path.length === 4) glideStone(board, path, Math.max(0, path.indexOf(shown)));
  showHitPoints(board, before, hit);
}

/**
 * Brings everything that still moves to its end: a user who is faster does not wait.
 * @param {Board} board
 */
function finishAnimations(board) {
  for (const animation of board.svg.getAnimations({ subtree: true })) animation.finish();
}

/**
 * Finds out who goes where.
 * @param {Pieces} before
 * @param {Pieces} after
 * @param {Turn} moved
 * @param {number} shown
 * @param {number} [pause] milliseconds before the mover strikes
 * @returns {Plan}
 */
export function planMove(before, after, moved, shown, pause = 0) {
  const way = wayOf(before, after, moved);
  const squares = way.slice(Math.max(0, way.indexOf(shown)));
  const strikes = moved.path[way.length];
  const arrival = Math.max(0, squares.length - 1) * LEG;
  const hit = arrival + pause + (strikes === undefined ? 0 : LEG);
  /** @type {Map<number, Route>} */
  const routes = new Map();
  /** The pieces that are not known to have gone anywhere. */
  const rest = new Map(before);
  /** @type {(origin: number, squares: number[], delay: number) => void} */
  const send = (origin, squares, delay) => {
    const piece = rest.get(origin);
    if (piece) routes.set(squares.at(-1) ?? origin, { piece, squares, delay });
    rest.delete(origin);
  };
  send(moved.path[0] ?? -1, squares, 0);
  const mover = routes.get(squares.at(-1) ?? -1);
  if (mover) mover.strikes = strikes;
  for (const { kind, square, target } of moved.events) {
    if (kind === "castled" && target !== null) send(square, [square, target], 0);
  }
  const lost = carry(routes, rest, moved.events, arrival);
  for (const [square, route] of routes) {
    if (after.get(square)?.side === route.piece.side) continue;
    routes.delete(square);
    lost.push(route);
  }
  const wanted = [...after.values()].filter(({ square, sprite }) => {
    if (routes.has(square)) return false;
    const stays = rest.get(square)?.sprite === sprite;
    if (stays) rest.delete(square);
    return !stays;
  });
  const appeared = [];
  for (const { square, sprite } of wanted) {
    const index = lost.findIndex(({ piece }) => piece.sprite === sprite);
    const [found] = index < 0 ? [] : lost.splice(index, 1);
    const piece = [...rest.values()].find((each) => each.sprite === sprite);
    if (found) routes.set(square, { ...found, squares: [...found.squares, square] });
    else if (piece) send(piece.square, [piece.square, square], arrival);
    else appeared.push(square);
  }
  const longest = [...routes.values()].map((route) => route.delay + (route.squares.length - 1) * LEG);
  const end = Math.max(hit, ...longest);
  const taken = [...rest.values()].map((piece) => ({ piece, squares: [piece.square], delay: 0 }));
  const named = (/** @type {Route} */ route) => ({ cause: causeOf(moved.events, route), ...route });
  return {
    routes,
    lost: [
      ...lost.map((route) => ({ route: named(route), at: end })),
      ...taken.map((route) => ({ route: named(route), at: hit })),
    ],
    appeared,
    arrival,
    hit,
    end,
  };
}

/**
 * The kind of event that took a piece.
 * @param {EventData[]} events
 * @param {Route} route
 */
function causeOf(events, { squares }) {
  const found = events.find(({ kind, square }) => TAKEN.has(kind) && squares.includes(square));
  return found?.kind ?? "captured";
}

/**
 * Lets belts carry pieces, all at once and after the move. Returns the ways of those that they destroy.
 * @param {Map<number, Route>} routes
 * @param {Pieces} rest the pieces that have not moved
 * @param {EventData[]} events
 * @param {number} delay
 */
function carry(routes, rest, events, delay) {
  const carried = events.flatMap(({ kind, square, target }) => {
    if (!(DESTROYED.has(kind) || (kind === "carried" && target !== null))) return [];
    const piece = rest.get(square);
    const route = routes.get(square) ?? (piece && { piece, squares: [square], delay });
    return route ? [{ kind, square, target: target ?? square, route }] : [];
  });
  for (const { square } of carried) {
    if (!routes.delete(square)) rest.delete(square);
  }
  /** @type {Route[]} */
  const lost = [];
  for (const { kind, target, route } of carried) {
    const longer = { ...route, squares: [...route.squares, target] };
    if (kind === "carried") routes.set(target, longer);
    else lost.push({ ...longer, cause: kind });
  }
  return lost;
}

/**
 * The squares of a move that its piece goes to: it strikes the others from where it stands.
 * @param {Pieces} before
 * @param {Pieces} after
 * @param {Turn} moved
 */
function wayOf(before, after, { path, side }) {
  const origin = path[0] ?? -1;
  /** @type {(square: number) => boolean} */
  const arrives = (square) =>
    after.get(square)?.side === side && (square === origin || before.get(square)?.side !== side);
  const last = path.map(arrives).lastIndexOf(true);
  if (last >= 0) return path.slice(0, last + 1);
  return after.get(origin)?.sprite === before.get(origin)?.sprite ? path.slice(0, 1) : path;
}

/**
 * @param {Board} board
 * @param {SVGElement} drawing
 * @param {Route} route
 * @param {number} home the square in which the drawing is
 * @param {number} pause milliseconds before it strikes
 */
function slide(board, drawing, { squares, delay, strikes }, home, pause) {
  const corner = board.view.corner(home);
  const places = squares.map((square) => board.view.corner(square)).map(({ x, y }) => ({ x: x - corner.x, y: y - corner.y }));
  const frameAt = (/** @type {{x: number, y: number}} */ { x, y }) => ({ transform: `translate(${x}px, ${y}px)` });
  const legs = places.length - 1;
  raise(drawing);
  if (legs) drawing.animate(places.map(frameAt), { duration: legs * LEG, delay, fill: "backwards" });
  const last = places.at(-1);
  if (strikes === undefined || !last) return;
  const victim = board.view.corner(strikes);
  const [x, y] = [victim.x - corner.x, victim.y - corner.y];
  const lunge = { x: last.x + (x - last.x) * LUNGE, y: last.y + (y - last.y) * LUNGE };
  const frames = [last, lunge, last].map(frameAt);
  drawing.animate(frames, { duration: 2 * LEG, delay: delay + legs * LEG + pause });
}

/**
 * @param {Board} board
 * @param {Route} route
 * @param {number} at when it ends
 * @param {boolean} letters
 */
function losePiece(board, route, at, letters) {
  const { piece, squares, cause = "captured" } = route;
  const home = squares.at(-1) ?? piece.square;
  const drawing = drawPiece(piece, letters);
  endPiece(board, drawing, home, cause, at);
  slide(board, drawing, route, home, 0);
}

/**
 * Lets the stone of a sequence glide with the piece, and back.
 * @param {Board} board
 * @param {number[]} path
 * @param {number} from the step at which the user has put the piece already
 */
function glideStone(board, [, landing = 0, glide = 0], from) {
  const stone = board.stoneOn(landing);
  if (!stone) return;
  const [home, away] = [board.view.corner(landing), board.view.corner(glide)];
  const ghost = makeSvg("use", { href: "#stone", x: home.x, y: home.y });
  board.ghosts.prepend(ghost);
  stone.classList.add("gliding");
  const there = { transform: `translate(${away.x - home.x}px, ${away.y - home.y}px)` };
  const steps = [
    { legs: Math.max(0, 1 - from), frame: { transform: "none" } },
    { legs: Math.max(0, Math.min(1, 2 - from)), frame: there },
    { legs: 1, frame: there },
    { legs: 1.6, frame: { transform: "none" } },
  ];
  const total = steps.reduce((sum, { legs }) => sum + legs, 0);
  let passed = 0;
  /** @type {Keyframe[]} */
  const frames = [{ ...(from > 1 ? there : { transform: "none" }), offset: 0 }];
  for (const { legs, frame } of steps) {
    passed += legs;
    frames.push({ ...frame, offset: passed / total });
  }
  ghost.animate(frames, { duration: total * LEG }).onfinish = () => {
    ghost.remove();
    stone.classList.remove("gliding");
  };
}

/**
 * Lets the hit points that pieces lose or gain rise from their squares. Until then their old ones are shown.
 * @param {Board} board
 * @param {Pieces} before
 * @param {number} delay
 */
function showHitPoints(board, before, delay) {
  for (const [square, piece] of board.pieces) {
    const old = before.get(square);
    if (!piece.hp || !old?.hp || old.sprite !== piece.sprite || old.hp.now === piece.hp.now) continue;
    const { x, y } = board.view.corner(square);
    const bar = makeSvg("g", { transform: `translate(${x} ${y})` }, ...drawHitPoints(old.hp));
    board.effects.append(bar);
    bar.animate([{ opacity: 1 }, { opacity: 1 }], { duration: delay + 1 }).onfinish = () => bar.remove();
    const change = piece.hp.now - old.hp.now;
    const place = { class: `hp-change ${change < 0 ? "low" : "good"}`, x: x + 50, y: y + 50 };
    const frames = [
      { opacity: 1, transform: "none" },
      { opacity: 0, transform: "translate(0, -60px)" },
    ];
    showFor(board, makeSvg("text", place, TEXTS.change(change)), frames, { duration: FLOAT, delay });
  }
}
