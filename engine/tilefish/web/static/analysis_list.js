// @ts-check
/** The list of analyses in the lobby. */

import { choose } from "./dialogs.js";
import { byId, make, makeButton } from "./dom.js";
import { TEXTS } from "./texts.js";

/** @import { AnalysisEntry } from "../page_types.js" */

export class AnalysisList {
  /**
   * @param {(id: string) => void} onOpen
   * @param {(id: string) => void} onDelete
   */
  constructor(onOpen, onDelete) {
    this._onOpen = onOpen;
    this._onDelete = onDelete;
  }

  /** @param {AnalysisEntry[]} entries */
  show(entries) {
    byId("analysis-list", HTMLUListElement).replaceChildren(...entries.map((entry) => this._item(entry)));
    byId("open-analyses", HTMLElement).hidden = !entries.length;
  }

  /** @param {AnalysisEntry} entry */
  _item({ id, title, players, moves }) {
    const item = make("li");
    const text = players ? TEXTS.analysisOf(title, players) : title;
    const open = makeButton(text, () => this._onOpen(id));
    open.append(make("small", "", TEXTS.moveCount(moves)));
    const remove = makeButton("×", () => this._askToDelete(id, text), "remove");
    remove.setAttribute("aria-label", TEXTS.deleteAnalysis(text));
    item.append(open, remove);
    return item;
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  async _askToDelete(id, text) {
    if ((await choose(TEXTS.deleteAnalysis(text), [{ label: TEXTS.delete }])) === 0) this._onDelete(id);
  }
}
