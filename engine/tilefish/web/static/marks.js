// @ts-check
/** What is marked on the board besides the pieces. */

import { makeSvg } from "./dom.js";
import { TILE } from "./squares.js";

/** @import { PositionData as Position } from "../page_types.js" */
/** @import { Board } from "./board.js" */
/** @import { Next } from "./paths.js" */

/**
 * @typedef {object} Marks
 * @property {number[]} way the squares chosen so far
 * @property {Map<number, Next>} next the squares that may follow
 * @property {number[]} hint origin and target, or nothing
 * @property {number[]} thinking origin and target, or nothing
 * @property {number[][]} lines the squares of the first moves of an engine's lines, the best one first
 * @property {number[]} reasons
 * @property {number[][]} premoves the squares of each
 */

/** @returns {Marks} */
export function noMarks() {
  return { way: [], next: new Map(), hint: [], thinking: [], lines: [], reasons: [], premoves: [] };
}

/**
 * @param {Board} board
 * @param {Position} position
 * @param {Marks} marks
 * @returns {SVGElement[]}
 */
export function drawBelow(board, position, marks) {
  /** @type {(squares: number[], mark: string) => SVGElement[]} */
  const filled = (squares, mark) => [...new Set(squares)].map((square) => fillSquare(board, square, mark));
  const found = [
    ...filled(position.last, "last"),
    ...(position.check === null ? [] : [circle(board, position.check, "check", 48)]),
    ...filled(marks.reasons, "reason"),
    ...filled(marks.premoves.flat(), "premove"),
    ...filled(marks.way, "chosen"),
  ];
  if (marks.way.length > 1) {
    const points = marks.way.map((square) => board.view.centre(square)).map(({ x, y }) => `${x},${y}`);
    found.push(makeSvg("polyline", { class: "way", points: points.join(" ") }));
  }
  return found;
}

/**
 * @param {Board} board
 * @param {Marks} marks
 * @returns {SVGElement[]}
 */
export function drawAbove(board, marks) {
  return [
    ...[...marks.next].flatMap(([square, next]) => target(board, square, next)),
    ...marks.premoves.flatMap((squares) => arrow(board, squares, "premove")),
    ...[...marks.lines.entries()]
      .reverse()
      .flatMap(([at, squares]) => arrow(board, squares, at ? "line further" : "line", 1.15 - 0.18 * at)),
    ...arrow(board, marks.thinking, "thinking"),
    ...arrow(board, marks.hint, "hint"),
  ];
}

/**
 * A square that may be chosen: a dot or a ring for a move, a cross-hair for an attack with its chance to kill, a
 * cross for healing.
 * @param {Board} board
 * @param {number} square
 * @param {Next} next
 */
function target(board, square, { isFinal, kind, kill }) {
  const onward = isFinal ? "" : " onward";
  const { x, y } = board.view.centre(square);
  if (kind === "attack") {
    const hairs = `M${x - 48} ${y}h20M${x + 28} ${y}h20M${x} ${y - 48}v20M${x} ${y + 28}v20`;
    const found = [circle(board, square, `ring strike${onward}`, 38), makeSvg("path", { class: "mark hairs", d: hairs })];
    return kill === null ? found : [...found, ...chance(x, y, kill)];
  }
  if (kind === "heal") {
    const d = `M${x - 9} ${y - 27}h18v18h18v18h-18v18h-18v-18h-18v-18h18z`;
    return [makeSvg("path", { class: "mark cross", d })];
  }
  const isTaken = board.pieces.has(square);
  return [circle(board, square, `${isTaken ? "ring" : "dot"}${onward}`, isTaken ? 44 : 15)];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} kill percent
 */
function chance(x, y, kill) {
  return [
    makeSvg("rect", { class: "chance-back", x: x - 36, y: y - 49, width: 72, height: 29, rx: 8 }),
    makeSvg("text", { class: "chance", x, y: y - 26 }, `${kill}%`),
  ];
}

/**
 * @param {Board} board
 * @param {number} square
 * @param {string} mark
 */
function fillSquare(board, square, mark) {
  const { x, y } = board.view.corner(square);
  return makeSvg("rect", { class: `mark ${mark}`, x: x + 3, y: y + 3, width: TILE - 6, height: TILE - 6, rx: 4 });
}

/**
 * @param {Board} board
 * @param {number} square
 * @param {string} mark
 * @param {number} r
 */
function circle(board, square, mark, r) {
  const { x, y } = board.view.centre(square);
  return makeSvg("circle", { class: `mark ${mark}`, cx: x, cy: y, r });
}

/**
 * An arrow from the first square to the last one, or a circle if they are the same.
 * @param {Board} board
 * @param {number[]} squares
 * @param {string} mark
 * @param {number} [weight] how thick it is
 * @returns {SVGElement[]}
 */
export function arrow(board, squares, mark, weight = 1) {
  const [from, to] = [squares[0], squares.at(-1)];
  if (from === undefined || to === undefined) return [];
  if (from === to) return [circle(board, from, `loop ${mark}`, 44)];
  const [start, end] = [board.view.centre(from), board.view.centre(to)];
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const angle = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
  const [half, head] = [9 * weight, 26 * weight];
  const neck = length - 8 - 38 * weight;
  const d = `M30 ${-half}H${neck}V${-head}L${length - 8} 0 ${neck} ${head}V${half}H30z`;
  return [makeSvg("path", { class: `arrow ${mark}`, d, transform: `translate(${start.x} ${start.y}) rotate(${angle})` })];
}
