// @ts-check
/** The numeric annotation glyphs (NAGs) of PGN: their signs; their names are texts. */

import { TEXTS } from "./texts.js";

/** @type {Readonly<Record<number, string>>} */
const SIGNS = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□",
  10: "=", 13: "∞", 14: "+/=", 15: "=/+", 16: "±", 17: "∓", 18: "+−", 19: "−+",
  22: "⨀", 32: "⟳", 36: "↑", 40: "→", 44: "=∞", 132: "⇆", 138: "⊕", 140: "∆", 146: "N",
};

/** Those that are offered: for moves, and for positions. */
export const MOVE_GLYPHS = /** @type {const} */ ([3, 1, 5, 6, 2, 4, 7]);
export const POSITION_GLYPHS = /** @type {const} */ ([10, 13, 14, 15, 16, 17, 18, 19]);

/**
 * Some glyphs are pairs with one sign, for White and for Black.
 * @param {number} nag
 */
const first = (nag) => (nag > 22 && nag < 140 ? nag - (nag % 2) : nag);

/**
 * The sign of a glyph, or its number if it has none.
 * @param {number} nag
 */
export function glyphSign(nag) {
  return SIGNS[first(nag)] ?? `$${nag}`;
}

/**
 * The name of a glyph.
 * @param {number} nag
 */
export function glyphWords(nag) {
  return TEXTS.glyphs[first(nag)] ?? `$${nag}`;
}
