// @ts-check
/**
 * A tooltip for squares: with the mouse over one, with the focus on it, or after a long press. What it says is in
 * the square's accessible name, too.
 */

import { make } from "./dom.js";

/** @import { Board } from "./board.js" */

/** Milliseconds. */
const LONG_PRESS = 450;
const REST = 250;
const GAP = 8;
/** How far a finger may move, in pixels, while it presses long. */
const STILL = 8;

export class Tip {
  /**
   * @param {Board} board
   * @param {(square: number) => string[]} wordsOf the lines about a square; without any there is no tip
   * @param {() => void} onHold a long press shows the tip, and means nothing else
   */
  constructor(board, wordsOf, onHold) {
    this._onHold = onHold;
    this._pressedAt = { x: 0, y: 0 };
    this._board = board;
    this._wordsOf = wordsOf;
    this._box = make("div", { class: "tip", "aria-hidden": "true", hidden: "" });
    document.body.append(this._box);
    this._square = -1;
    this._timer = 0;
    /** The square under the mouse. */
    this._under = /** @type {number | null} */ (null);
    const grid = board.grid;
    grid.addEventListener("pointermove", (event) => {
      const { clientX: x, clientY: y } = event;
      if (event.pointerType === "mouse" && !event.buttons) this._rest(board.squareAt(event));
      else if (Math.hypot(x - this._pressedAt.x, y - this._pressedAt.y) > STILL) clearTimeout(this._timer);
    });
    grid.addEventListener("pointerleave", () => this._rest(null));
    grid.addEventListener("pointerdown", (event) => this._pressed(event));
    for (const end of ["pointerup", "pointercancel"]) grid.addEventListener(end, () => clearTimeout(this._timer));
    grid.addEventListener("focusin", () => {
      if (grid.querySelector(":focus-visible")) this.show(board.focus);
    });
    grid.addEventListener("focusout", () => this.hide());
    addEventListener("scroll", () => this.hide(), { passive: true });
  }

  /**
   * Shows the square on which the mouse has come to rest.
   * @param {number | null} square
   */
  _rest(square) {
    if (square === this._under) return;
    this.hide();
    this._under = square;
    this._timer = setTimeout(() => this.show(square), REST);
  }

  /** @param {PointerEvent} event */
  _pressed(event) {
    this.hide();
    clearTimeout(this._timer);
    if (event.pointerType === "mouse") return;
    const square = this._board.squareAt(event);
    this._pressedAt = { x: event.clientX, y: event.clientY };
    this._timer = setTimeout(() => {
      this.show(square);
      if (!this._box.hidden) this._onHold();
    }, LONG_PRESS);
  }

  /**
   * Shows what there is to say about a square.
   * @param {number | null} square
   */
  show(square) {
    const words = square === null ? [] : this._wordsOf(square);
    if (square === null || !words.length) {
      this.hide();
      return;
    }
    const box = this._box;
    this._square = square;
    box.replaceChildren(...words.map((line, index) => make("p", index ? "" : "strong", line)));
    box.hidden = false;
    const cell = this._board.boxOf(square);
    const [width, height] = [box.offsetWidth, box.offsetHeight];
    const left = Math.max(GAP, Math.min(cell.left + cell.width / 2 - width / 2, innerWidth - width - GAP));
    const above = cell.top - height - GAP;
    box.style.left = `${left}px`;
    box.style.top = `${above < GAP ? cell.bottom + GAP : above}px`;
  }

  refresh() {
    if (!this._box.hidden) this.show(this._square);
  }

  hide() {
    clearTimeout(this._timer);
    this._box.hidden = true;
  }
}
