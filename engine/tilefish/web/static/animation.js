// @ts-check
/**
 * Moves as they happen: pieces go their way and strike, belts carry, what is destroyed fades.
 *
 * The ways come from the move and its events. Pieces that neither of them names slide straight to where they are
 * now, fade, or appear.
 */

import { makeSvg } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {Pick<import("../page_types.js").MovePlayed, "side" | "path" | "events">} Turn a move to animate */
/** @typedef {import("../page_types.js").PieceData} Piece */
/** @typedef {Map<number, Piece>} Pieces */

/** Milliseconds. */
const LEG = 150;
const FADE = 250;
const FLOAT = 900;
/** The ends that the world makes of pieces. */
const DESTROYED = new Set(["crushed", "drowned", "burned", "fell"]);
/** The part of the way to its victim that a piece goes when it strikes. */
const LUNGE = 0.4;

/**
 * The way of a piece: its squares, the time when it starts, and the square that it strikes at the end.
 * @typedef {{piece: Piece, squares: number[], delay: number, strikes?: number | undefined}} Route
 */

/**
 * What happens to the pieces: ways by their last squares, ways of pieces that fade at their end with the time of
 * that, and squares where pieces appear.
 * @typedef {object} Plan
 * @property {Map<number, Route>} routes
 * @property {{route: Route, at: number}[]} lost
 * @property {number[]} appeared
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
  const { routes, lost, appeared, end } = planMove(before, board.pieces, moved, shown);
  for (const [square, route] of routes) {
    const drawing = board.drawings.get(square);
    if (drawing) slide(board, drawing, route, square);
  }
  for (const { route, at } of lost) fadeAway(board, route, at, letters);
  for (const square of appeared) {
    const frames = [{ opacity: 0 }, { opacity: 1 }];
    board.drawings.get(square)?.animate(frames, { duration: FADE, delay: end, fill: "backwards" });
  }
  showHitPoints(board, before, end);
}

/**
 * Finds out who goes where.
 * @param {Pieces} before
 * @param {Pieces} after
 * @param {Turn} moved
 * @param {number} shown
 * @returns {Plan}
 */
export function planMove(before, after, moved, shown) {
  const way = wayOf(before, after, moved);
  const squares = way.slice(Math.max(0, way.indexOf(shown)));
  const strikes = moved.path[way.length];
  const arrival = Math.max(0, squares.length - 1) * LEG;
  const hit = arrival + (strikes === undefined ? 0 : LEG);
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
  return {
    routes,
    lost: [...lost.map((route) => ({ route, at: end })), ...taken.map((route) => ({ route, at: hit }))],
    appeared,
    end,
  };
}

/**
 * Lets belts carry pieces, all at once and after the move. Returns the ways of those that they destroy.
 * @param {Map<number, Route>} routes
 * @param {Pieces} rest the pieces that have not moved
 * @param {import("../page_types.js").EventData[]} events
 * @param {number} delay
 */
function carry(routes, rest, events, delay) {
  const carried = events.flatMap(({ kind, square, target }) => {
    if (target === null || !(kind === "carried" || DESTROYED.has(kind))) return [];
    const piece = rest.get(square);
    const route = routes.get(square) ?? (piece && { piece, squares: [square], delay });
    return route ? [{ kind, square, target, route }] : [];
  });
  for (const { square } of carried) {
    if (!routes.delete(square)) rest.delete(square);
  }
  /** @type {Route[]} */
  const lost = [];
  for (const { kind, target, route } of carried) {
    const longer = { ...route, squares: [...route.squares, target] };
    if (kind === "carried") routes.set(target, longer);
    else lost.push(longer);
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
 */
function slide(board, drawing, { squares, delay, strikes }, home) {
  const corner = board.view.corner(home);
  const stops = squares.map((square) => board.view.corner(square));
  const last = stops.at(-1);
  if (strikes !== undefined && last) {
    const victim = board.view.corner(strikes);
    stops.push({ x: last.x + (victim.x - last.x) * LUNGE, y: last.y + (victim.y - last.y) * LUNGE }, last);
  }
  if (stops.length < 2) return;
  const frames = stops.map(({ x, y }) => ({ transform: `translate(${x - corner.x}px, ${y - corner.y}px)` }));
  drawing.parentElement?.parentElement?.append(drawing.parentElement);
  drawing.animate(frames, { duration: (stops.length - 1) * LEG, delay, fill: "backwards" });
}

/**
 * @param {Board} board
 * @param {Route} route
 * @param {number} at when it begins to fade
 * @param {boolean} letters
 */
function fadeAway(board, route, at, letters) {
  const { piece } = route;
  const home = route.squares.at(-1) ?? piece.square;
  const { x, y } = board.view.corner(home);
  const drawing = drawPiece(piece, letters);
  const place = makeSvg("g", { transform: `translate(${x} ${y})` }, drawing);
  board.ghosts.append(place);
  slide(board, drawing, route, home);
  const fading = place.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, delay: at, fill: "forwards" });
  fading.onfinish = () => place.remove();
}

/**
 * Lets the hit points that pieces lose or gain rise from their squares.
 * @param {Board} board
 * @param {Pieces} before
 * @param {number} delay
 */
function showHitPoints(board, before, delay) {
  for (const [square, piece] of board.pieces) {
    const old = before.get(square);
    if (!piece.hp || !old?.hp || old.sprite !== piece.sprite || old.hp.now === piece.hp.now) continue;
    const change = piece.hp.now - old.hp.now;
    const { x, y } = board.view.centre(square);
    const number = makeSvg("text", { class: `hp-change ${change < 0 ? "low" : "good"}`, x, y });
    number.textContent = TEXTS.change(change);
    board.effects.append(number);
    const frames = [
      { opacity: 1, transform: "none" },
      { opacity: 0, transform: "translate(0, -60px)" },
    ];
    number.animate(frames, { duration: FLOAT, delay, fill: "both" }).onfinish = () => number.remove();
  }
}
