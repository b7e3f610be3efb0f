// @ts-check
/** Why a move was played: its reasons, each of which can be chosen and then marks its squares on the board. */

import { byId, make, makeButton, onClick } from "./dom.js";

/** @import { WhyAnswer } from "../page_types.js" */

export class Explanation {
  /** @param {(squares: number[]) => void} onMark */
  constructor(onMark) {
    this._onMark = onMark;
    this._panel = byId("explanation");
    this._text = byId("explanation-text");
    this._reasons = byId("explanation-reasons");
    onClick("explanation-close", () => this.hide());
  }

  /** @param {WhyAnswer} why */
  show(why) {
    this._panel.hidden = false;
    this._text.textContent = why.text;
    /** @type {HTMLButtonElement[]} */
    const buttons = [];
    const items = why.reasons.map(({ text, squares }) => {
      if (!squares.length) return make("li", "", text);
      const mark = () => {
        const isChosen = button.ariaPressed === "true";
        for (const each of buttons) each.ariaPressed = String(each === button && !isChosen);
        this._onMark(isChosen ? why.squares : squares);
      };
      const button = makeButton(text, mark, { "aria-pressed": "false" });
      buttons.push(button);
      return make("li", "", button);
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
