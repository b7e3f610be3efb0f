// @ts-check
/** The evaluation bar beside a board: White's share of the points that both sides can expect. */

import { make } from "./dom.js";
import { TEXTS } from "./texts.js";

/**
 * A score of White's as text, and the points that White can expect.
 * @typedef {{text: string, expected: number}} Score
 */

export class EvalBar {
  /** @param {HTMLElement} board the element of the board, which gets a row with the bar beside it */
  constructor(board) {
    this._share = make("div", "bar-white");
    this._text = make("span", "bar-text");
    const range = { "aria-valuemin": 0, "aria-valuemax": 100 };
    const named = { class: "value-bar", role: "meter", "aria-label": TEXTS.evaluation, ...range };
    this.element = make("div", named, this._share, this._text);
    const row = make("div", "board-row");
    board.before(row);
    row.append(this.element, board);
    this.show(null, false);
  }

  /**
   * Shows a score. While there is none the bar is gone, or stays as it is if one is expected.
   * @param {Score | null} score
   * @param {boolean} isExpected
   */
  show(score, isExpected) {
    this.element.hidden = !score && !isExpected;
    this.element.classList.toggle("unknown", !score);
    if (!score) {
      this._text.textContent = "";
      this.element.ariaValueNow = "50"; // a meter must have a value
      this.element.ariaValueText = TEXTS.noScore;
      return;
    }
    const percent = Math.round(100 * score.expected);
    this.element.classList.toggle("for-black", score.expected < 0.5);
    this._share.style.height = `${percent}%`;
    this._text.textContent = shortScore(score.text);
    this.element.ariaValueNow = String(percent);
    this.element.ariaValueText = TEXTS.scoreText(score.text, percent);
  }

  /** @param {boolean} isFlipped whether Black is below */
  flip(isFlipped) {
    this.element.classList.toggle("flipped", isFlipped);
  }
}

/**
 * A score in at most four characters: the side is seen on the bar.
 * @param {string} text
 */
function shortScore(text) {
  const bare = text.replace(/^[+-]/, "").replace("#-", "#");
  return /^\d+\.\d\d$/.test(bare) ? Number(bare).toFixed(Number(bare) < 9.95 ? 1 : 0) : bare.slice(0, 4);
}
