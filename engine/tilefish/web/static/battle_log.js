// @ts-check
/** The battle log of a combat game: who hit whom, with which roll. Screen readers read new entries. */

import { pictureOfDie } from "./dice.js";
import { byId, make } from "./dom.js";
import { TEXTS } from "./texts.js";

/** @import { BattleData, PlayedData } from "../page_types.js" */

export class BattleLog {
  constructor() {
    this._panel = byId("battle", HTMLDetailsElement);
    this._panel.open = matchMedia("(min-width: 56rem)").matches; // where it is beside the board
    this._list = byId("battle-list");
    /** @type {string[]} what is shown: entries that have not changed stay */
    this._shown = [];
  }

  /** @param {PlayedData[]} history */
  show(history) {
    const deeds = history.filter(({ battle }) => battle !== null);
    const wanted = deeds.map(({ ply, uci }) => `${ply} ${uci}`);
    const different = wanted.findIndex((each, index) => each !== this._shown[index]);
    const same = different < 0 ? Math.min(wanted.length, this._shown.length) : different;
    for (const item of [...this._list.children].slice(same)) item.remove();
    for (const { ply, battle } of deeds.slice(same)) if (battle) this._add(ply, battle);
    if (same < wanted.length) this._list.scrollTop = this._list.scrollHeight;
    this._shown = wanted;
    this._panel.hidden = !wanted.length;
  }

  /**
   * @param {number} ply
   * @param {BattleData} battle
   */
  _add(ply, { side, face, faces, text }) {
    const line = make("span", "", TEXTS.battleLine(Math.ceil(ply / 2), text));
    this._list.append(make("li", side, ...(face ? [pictureOfDie(face, faces)] : []), line));
  }
}
