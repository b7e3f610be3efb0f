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
    byId("analysis-list").replaceChildren(...entries.map((entry) => this._item(entry)));
    byId("open-analyses").hidden = !entries.length;
  }

  /** @param {AnalysisEntry} entry */
  _item({ id, title, players, moves }) {
    const text = players ? TEXTS.analysisOf(title, players) : title;
    const open = makeButton(text, () => this._onOpen(id));
    open.append(make("small", "", TEXTS.moveCount(moves)));
    const name = { class: "remove", "aria-label": TEXTS.deleteAnalysis(text) };
    return make("li", "", open, makeButton("×", () => this._askToDelete(id, text), name));
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  async _askToDelete(id, text) {
    if ((await choose(TEXTS.deleteAnalysis(text), [{ label: TEXTS.delete }])) === 0) this._onDelete(id);
  }
}
