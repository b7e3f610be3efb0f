// @ts-check
/** What is shown of an analysis as text: its position as FEN, its game as PGN, its line as a link. */

import { byId } from "./dom.js";
import { copyText } from "./files.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("../page_types.js").NodeShown} NodeShown */

export class TextPanel {
  /**
   * @param {(fen: string) => void} onFen another position is wanted
   * @param {(text: string) => void} onSay
   */
  constructor(onFen, onSay) {
    this._onSay = onSay;
    /** @type {NodeShown | null} */
    this._shown = null;
    this._fen = byId("fen-field", HTMLInputElement);
    this._download = byId("download-pgn", HTMLAnchorElement);
    byId("fen-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      const fen = this._fen.value.trim();
      if (fen && fen !== this._shown?.position.fen) onFen(fen);
    });
    byId("copy-fen", HTMLButtonElement).addEventListener("click", () => this._copy(this._shown?.position.fen));
    byId("copy-link", HTMLButtonElement).addEventListener("click", () => this._copy(this._link));
    byId("copy-pgn", HTMLButtonElement).addEventListener("click", () => this._copyPgn());
  }

  /** @param {NodeShown} shown */
  show(shown) {
    this._shown = shown;
    this._fen.value = shown.position.fen;
    this._download.href = `pgn/${shown.analysis}`;
  }

  /** The address of the line that is shown. */
  get _link() {
    return this._shown ? new URL(`#${this._shown.link}`, location.href).href : undefined;
  }

  async _copyPgn() {
    const response = await fetch(this._download.href).catch(() => null);
    if (response?.ok) this._copy(await response.text());
    else this._onSay(TEXTS.notConnected);
  }

  /** @param {string | undefined} text */
  async _copy(text) {
    if (text) this._onSay((await copyText(text)) ? TEXTS.copied : TEXTS.notCopied);
  }
}
