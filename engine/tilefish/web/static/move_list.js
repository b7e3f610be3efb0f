// @ts-check
/** The moves of the game. A click on one asks why it was played. The Tab key reaches one, arrow keys the others. */

import { make, makeButton } from "./dom.js";
import { TEXTS } from "./texts.js";

/** @import { PlayedData as PlayedMove } from "../page_types.js" */

export class MoveList {
  /**
   * @param {HTMLOListElement} list
   * @param {(ply: number) => void} onAsk
   */
  constructor(list, onAsk) {
    this._list = list;
    this._onAsk = onAsk;
    /** @type {PlayedMove[]} */
    this._moves = [];
    /** @type {HTMLButtonElement[]} */
    this._buttons = [];
    list.addEventListener("keydown", (event) => this._walk(event));
  }

  /**
   * Shows the moves of a game. Only those that are new are drawn.
   * @param {PlayedMove[]} moves
   */
  show(moves) {
    const same = moves.findIndex((move, index) => !isSame(move, this._moves[index]));
    const kept = same < 0 ? moves.length : same;
    if (kept === this._moves.length && kept === moves.length) return;
    for (const button of this._buttons.splice(kept)) button.remove();
    for (const item of [...this._list.children]) if (!item.querySelector("button")) item.remove();
    for (const move of moves.slice(kept)) this._add(move);
    this._moves = moves;
    for (const button of this._buttons) {
      const isLast = button === this._buttons.at(-1);
      button.classList.toggle("now", isLast);
      button.tabIndex = isLast ? 0 : -1;
    }
    this._list.scrollTop = this._list.scrollHeight;
  }

  /**
   * Shows which move is being explained; 0 for none.
   * @param {number} ply
   */
  select(ply) {
    for (const [index, button] of this._buttons.entries()) {
      button.classList.toggle("selected", this._moves[index]?.ply === ply);
    }
  }

  /** @param {KeyboardEvent} event */
  _walk(event) {
    const at = this._buttons.findIndex((button) => button === document.activeElement);
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2, Home: -at, End: this._buttons.length - 1 - at };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const [from, to] = [this._buttons[at], this._buttons[at + (step ?? 0)]];
    if (!from || !to || step === undefined) return;
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
    event.preventDefault();
  }

  /** @param {PlayedMove} move */
  _add(move) {
    const { ply, side, san, remark } = move;
    const button = makeButton(san, () => this._onAsk(ply), { "aria-label": TEXTS.askWhy(side, san), title: remark });
    const last = this._list.lastElementChild;
    if (side === "black" && last?.childElementCount === 1) last.append(button);
    else this._list.append(make("li", side === "black" ? "black-first" : "", button));
    this._buttons.push(button);
  }
}

/**
 * @param {PlayedMove} move
 * @param {PlayedMove | undefined} other
 */
function isSame(move, other) {
  return other !== undefined && move.ply === other.ply && move.uci === other.uci && move.san === other.san;
}
