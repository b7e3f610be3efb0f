// @ts-check
/** Pieces as SVG: the server's drawing or a letter, and hit points. */

import { makeSvg } from "./dom.js";
import { TILE } from "./squares.js";

/** @import { BadgeData, PieceData as Piece, Side } from "../page_types.js" */

/** The length of a full bar of hit points. */
const BAR = 54;

/**
 * A piece in its own square, with the top left corner at 0, 0.
 * @param {Piece} piece
 * @param {boolean} letters
 */
export function drawPiece(piece, letters) {
  const drawing = makeSvg("g", "piece", drawFigure(piece.sprite, piece.letter, piece.side, letters));
  if (piece.hp) drawing.append(...drawHitPoints(piece.hp));
  let right = 99;
  for (const badge of piece.badges) {
    const width = badge.turns ? 40 : 28;
    drawing.append(drawBadge(badge, right - width, width));
    right -= width + 1;
  }
  return drawing;
}

/**
 * @param {string} sprite
 * @param {string} letter
 * @param {Side} side
 * @param {boolean} letters
 */
function drawFigure(sprite, letter, side, letters) {
  if (!letters) return makeSvg("use", { href: `#${sprite}` });
  const text = makeSvg("text", { x: 50, y: 67 }, letter.toUpperCase());
  return makeSvg("g", `letter ${side}`, makeSvg("circle", { cx: 50, cy: 50, r: 37 }), text);
}

/**
 * A small picture of a kind, for buttons.
 * @param {string} sprite
 * @param {string} letter
 * @param {Side} side
 * @param {boolean} letters
 */
export function pictureOf(sprite, letter, side, letters) {
  const size = { viewBox: `0 0 ${TILE} ${TILE}`, "aria-hidden": "true" };
  return makeSvg("svg", size, drawFigure(sprite, letter, side, letters));
}

/** What the badges of a fighter show beside their number. */
const BADGES = {
  rests: "M-6-8h12L-6 8h12z",
  interposes: "M0-9l8 3v6q0 6-8 10q-8-4-8-10v-6z",
  decree: "M-9 6l-2-12 6 5 5-8 5 8 6-5-2 12z",
  exposed: "M-2.5-9h5l-1 11h-3zM-2.5 5h5v5h-5z",
};

/**
 * A state of a fighter as a mark on the upper edge of its square.
 * @param {BadgeData} badge
 * @param {number} left
 * @param {number} width
 */
function drawBadge({ kind, turns }, left, width) {
  const badge = makeSvg("g", { class: `badge ${kind}`, transform: `translate(${left} 2)` });
  badge.append(makeSvg("rect", { x: 0, y: 0, width, height: 28, rx: 14 }));
  badge.append(makeSvg("path", { d: BADGES[kind], transform: "translate(14 14)" }));
  if (turns) badge.append(makeSvg("text", { x: 29, y: 21.5 }, String(turns)));
  return badge;
}

/** @param {{now: number, most: number}} hp */
export function drawHitPoints({ now, most }) {
  const part = Math.max(0, Math.min(1, now / most));
  const health = part > 2 / 3 ? "good" : part > 1 / 3 ? "worn" : "low";
  return [
    makeSvg("rect", { class: "hp-back", x: 3, y: 76, width: TILE - 6, height: 22, rx: 6 }),
    makeSvg("rect", { class: `hp-bar ${health}`, x: 8, y: 83, width: Math.round(BAR * part), height: 8, rx: 3 }),
    makeSvg("text", { class: `hp-number ${health}`, x: 94, y: 95 }, String(now)),
  ];
}
