// @ts-check
/** The games and the analyses in the lobby: each is opened by its name, and deleted by a cross and a question. */

import { choose } from "./dialogs.js";
import { byId, make, makeButton } from "./dom.js";
import { TEXTS } from "./texts.js";

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} text
 * @property {string} note
 */

export class LobbyList {
  /**
   * @param {string} panel the list, and what is hidden without entries
   * @param {string} list
   * @param {(id: string) => void} onOpen
   * @param {(id: string) => void} onDelete
   */
  constructor(panel, list, onOpen, onDelete) {
    this._panel = byId(panel);
    this._list = byId(list);
    this._onOpen = onOpen;
    this._onDelete = onDelete;
  }

  /** @param {Entry[]} entries */
  show(entries) {
    this._list.replaceChildren(...entries.map((entry) => this._item(entry)));
    this._panel.hidden = !entries.length;
  }

  /** @param {Entry} entry */
  _item({ id, text, note }) {
    const question = TEXTS.deleteQuestion(text);
    const open = makeButton(text, () => this._onOpen(id));
    open.append(make("small", "", note));
    const remove = async () => {
      if ((await choose(question, [{ label: TEXTS.delete }])) === 0) this._onDelete(id);
    };
    return make("li", "", open, makeButton("×", remove, { class: "remove", "aria-label": question }));
  }
}
