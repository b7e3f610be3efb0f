// @ts-check
/** Why a move was played: its reasons, each of which can be chosen and then marks its squares on the board. */

import { byId, make, makeButton, onClick } from "./dom.js";

/** @import { WhyAnswer } from "../page_types.js" */

export class Explanation {
  /** @param {(squares: number[]) => void} onMark */
  constructor(onMark) {
    this._onMark = onMark;
    this._panel = byId("explanation", HTMLElement);
    this._text = byId("explanation-text", HTMLDivElement);
    this._reasons = byId("explanation-reasons", HTMLUListElement);
    onClick("explanation-close", () => this.hide());
  }

  /** @param {WhyAnswer} why */
  show(why) {
    this._panel.hidden = false;
    this._text.textContent = why.text;
    /** @type {HTMLButtonElement[]} */
    const buttons = [];
    const items = why.reasons.map(({ text, squares }) => {
      const item = make("li");
      if (!squares.length) {
        item.textContent = text;
        return item;
      }
      const button = makeButton(text, () => {
        const isChosen = button.getAttribute("aria-pressed") === "true";
        for (const each of buttons) each.setAttribute("aria-pressed", String(each === button && !isChosen));
        this._onMark(isChosen ? why.squares : squares);
      });
      button.setAttribute("aria-pressed", "false");
      buttons.push(button);
      item.append(button);
      return item;
    });
    this._reasons.replaceChildren(...items);
    this._reasons.hidden = !items.length;
    this._onMark(why.squares);
  }

  hide() {
    if (this._panel.hidden) return;
    this._panel.hidden = true;
    this._onMark([]);
  }
}
