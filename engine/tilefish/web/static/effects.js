// @ts-check
/** The ends of pieces, each in its own way: lava burns, water closes, belts crush, the void swallows. */

import { makeSvg } from "./dom.js";
import { TILE } from "./squares.js";

/** @import { Board } from "./board.js" */

const HALF = TILE / 2;
/** Milliseconds. */
const QUICK = 250;
const SLOW = 650;

/**
 * A change of a drawing about the middle of its square.
 * @param {string} change
 */
const about = (change) => `translate(${HALF}px, ${HALF}px) ${change} translate(${-HALF}px, ${-HALF}px)`;

/**
 * How a piece goes: its frames, their time, and what flies about.
 * @typedef {object} End
 * @property {Keyframe[]} frames
 * @property {number} duration
 * @property {(board: Board, square: number, at: number) => void} [around]
 */

/** @type {Record<string, End>} */
const ENDS = {
  captured: { frames: [{ opacity: 1 }, { opacity: 0 }], duration: QUICK },
  killed: {
    frames: [
      { opacity: 1, transform: about("rotate(0)") },
      { opacity: 0, transform: about("rotate(70deg) scale(.8)") },
    ],
    duration: SLOW,
    around: sparks,
  },
  crushed: {
    frames: [
      { opacity: 1, transform: about("scale(1)") },
      { opacity: 1, transform: `translate(-8px, 78px) scale(1.16, .22)`, offset: 0.45 },
      { opacity: 0, transform: `translate(-8px, 78px) scale(1.16, .22)` },
    ],
    duration: SLOW,
    around: sparks,
  },
  drowned: {
    frames: [
      { opacity: 1, transform: "none" },
      { opacity: 0.7, transform: about("rotate(-12deg) scale(.85)"), offset: 0.4 },
      { opacity: 0, transform: about("translate(0, 24px) rotate(10deg) scale(.45)") },
    ],
    duration: SLOW,
    around: ripples,
  },
  burned: {
    frames: [
      { opacity: 1, transform: "none", filter: "none" },
      { opacity: 1, transform: about("translate(0, 4px) scale(.95)"), filter: "sepia(1) saturate(6) hue-rotate(-25deg)", offset: 0.35 },
      { opacity: 0, transform: about("translate(0, 26px) scale(.7)"), filter: "brightness(.2)" },
    ],
    duration: SLOW,
    around: flames,
  },
  fell: {
    frames: [
      { opacity: 1, transform: about("scale(1)") },
      { opacity: 0.9, transform: about("rotate(80deg) scale(.55)"), offset: 0.6 },
      { opacity: 0, transform: about("rotate(200deg) scale(.05)") },
    ],
    duration: SLOW,
  },
};
ENDS.exhausted = /** @type {End} */ (ENDS.killed);

/**
 * Lets a piece that is gone end on its last square.
 * @param {Board} board
 * @param {SVGElement} drawing in a group of its own, which is removed at the end
 * @param {number} square
 * @param {string} cause the kind of the event
 * @param {number} at milliseconds
 */
export function endPiece(board, drawing, square, cause, at) {
  const { frames, duration, around } = ENDS[cause] ?? /** @type {End} */ (ENDS.captured);
  const { x, y } = board.view.corner(square);
  const turning = makeSvg("g", {}, drawing);
  const place = makeSvg("g", { transform: `translate(${x} ${y})` }, turning);
  board.ghosts.append(place);
  turning.animate(frames, { duration, delay: at, fill: "forwards" }).onfinish = () => place.remove();
  around?.(board, square, at);
}

/**
 * @param {Board} board
 * @param {SVGElement} drawing
 * @param {number} square
 * @param {number} at milliseconds
 */
export function beginPiece(board, drawing, square, at) {
  const frames = [
    { opacity: 0, transform: about("scale(.2)") },
    { opacity: 1, transform: about("scale(1.18)"), offset: 0.7 },
    { opacity: 1, transform: "none" },
  ];
  drawing.animate(frames, { duration: QUICK * 1.8, delay: at, fill: "backwards" });
  ring(board, square, at, "portal", 12, 58);
}

/**
 * Draws a shape for the time of an animation.
 * @param {Board} board
 * @param {SVGElement} shape
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} timing
 */
export function showFor(board, shape, frames, timing) {
  board.effects.append(shape);
  shape.setAttribute("opacity", "0"); // until it begins
  shape.animate(frames, timing).onfinish = () => shape.remove();
}

/**
 * A ring that grows and fades.
 * @param {Board} board
 * @param {number} square
 * @param {number} at milliseconds
 * @param {string} className
 * @param {number} from
 * @param {number} to
 */
export function ring(board, square, at, className, from, to) {
  const { x, y } = board.view.centre(square);
  const circle = makeSvg("circle", { class: `effect ${className}`, cx: x, cy: y, r: from });
  const frames = [{ opacity: 0.9, r: `${from}px` }, { opacity: 0, r: `${to}px` }];
  showFor(board, circle, frames, { duration: SLOW, delay: at, easing: "ease-out" });
}

/** @type {(board: Board, square: number, at: number) => void} */
function ripples(board, square, at) {
  for (const late of [0, 1, 2]) ring(board, square, at + 140 * late, "ripple", 10 - 3 * late, 48 - 8 * late);
}

/** @type {(board: Board, square: number, at: number) => void} */
function flames(board, square, at) {
  const { x, y } = board.view.centre(square);
  for (let index = 0; index < 9; index++) {
    const left = x - 32 + index * 8;
    const height = 34 + ((index * 37) % 40);
    const flame = makeSvg("path", { class: index % 2 ? "effect spark" : "effect flame", d: "M0 0c-9-8-8-18 0-30 8 12 9 22 0 30z" });
    const low = `translate(${left}px, ${y + 36}px)`;
    const frames = [
      { opacity: 0, transform: `${low} scale(.5)` },
      { opacity: 0.95, transform: `${low} translate(0, ${-height / 2}px) scale(1.3)`, offset: 0.4 },
      { opacity: 0, transform: `${low} translate(0, ${-height}px) scale(.4)` },
    ];
    showFor(board, flame, frames, { duration: SLOW, delay: at + (index % 4) * 60, easing: "ease-out" });
  }
}

/** @type {(board: Board, square: number, at: number) => void} */
function sparks(board, square, at) {
  const { x, y } = board.view.centre(square);
  for (let index = 0; index < 8; index++) {
    const angle = (Math.PI * index) / 4;
    const [right, down] = [48 * Math.cos(angle), 40 * Math.sin(angle)];
    const spark = makeSvg("circle", { class: "effect spark", r: 6 });
    const frames = [
      { opacity: 1, transform: `translate(${x}px, ${y}px)` },
      { opacity: 0, transform: `translate(${x + right}px, ${y + down}px) scale(.4)` },
    ];
    showFor(board, spark, frames, { duration: SLOW * 0.8, delay: at, easing: "ease-out" });
  }
}
