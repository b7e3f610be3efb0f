// @ts-check
/** Games and positions in and out as texts: pasted, opened, dropped; copied and downloaded; links. */

import { choose } from "./dialogs.js";
import { byId, onClick, onFile, onSubmit } from "./dom.js";
import { TEXTS } from "./texts.js";

/** @import { NodeShown, Refused, TextImported } from "../page_types.js" */

/** The size limit of the server, in bytes. */
const MOST_BYTES = 2 << 20;

/**
 * What the import of texts needs of the page.
 * @typedef {object} Surroundings
 * @property {() => string} variant the variant of a FEN, and of moves without headers
 * @property {(id: string, problems: string) => void} onOpen an analysis is there, with what is wrong in its text
 * @property {(text: string) => void} onFail
 */

export class TextImport {
  /** @param {Surroundings} around */
  constructor(around) {
    this._around = around;
    this._dialog = byId("import-dialog", HTMLDialogElement);
    this._field = byId("import-field", HTMLTextAreaElement);
    this._problem = byId("import-problem");
    onSubmit("import-form", () => this.read(this._field.value));
    onClick("import-close", () => this._dialog.close());
    onFile("import-open", "import-file", (file) => this.readFile(file));
    this._acceptDrops();
    addEventListener("paste", (event) => this._pasted(event));
  }

  /** Asks for a text. */
  open() {
    this._problem.textContent = "";
    this._dialog.showModal();
    this._field.select();
  }

  /** @param {File} file */
  async readFile(file) {
    if (file.size > MOST_BYTES) this._fail(TEXTS.textTooLarge);
    else await this.read(file);
  }

  /**
   * Lets the server read a text, or a file in any encoding. If it has several games, the user chooses one.
   * @param {string | Blob} text
   */
  async read(text) {
    const answer = await this._post(text, null);
    if (answer?.type === "imported" && answer.games.length) {
      const number = await chooseGame(answer);
      this._finish(number === null ? null : await this._post(text, number));
    } else {
      this._finish(answer);
    }
  }

  /** @param {TextImported | Refused | null} answer */
  _finish(answer) {
    if (answer?.type === "refused") {
      this._fail(answer.text);
    } else if (answer?.analysis) {
      this._dialog.close();
      this._field.value = "";
      this._around.onOpen(answer.analysis, answer.problems.join("\n"));
    }
  }

  /** @param {string} text */
  _fail(text) {
    this._problem.textContent = text;
    if (!this._dialog.open) this._around.onFail(text);
  }

  /**
   * @param {string | Blob} text
   * @param {number | null} number of the game that is wanted
   * @returns {Promise<TextImported | Refused | null>}
   */
  async _post(text, number) {
    const words = new URLSearchParams({ variant: this._around.variant() });
    if (number !== null) words.set("game", String(number));
    this._problem.textContent = "";
    try {
      const response = await fetch(`import?${words}`, { method: "POST", body: text });
      return await response.json();
    } catch {
      this._fail(TEXTS.notConnected);
      return null;
    }
  }

  _acceptDrops() {
    const isOurs = (/** @type {DragEvent} */ event) =>
      event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain") ?? false;
    addEventListener("dragover", (event) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) document.body.classList.remove("dropping");
    });
    addEventListener("drop", (event) => {
      document.body.classList.remove("dropping");
      if (!isOurs(event) || !event.dataTransfer) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) this.readFile(file);
      else this.read(event.dataTransfer.getData("text/plain"));
    });
  }

  /** @param {ClipboardEvent} event */
  _pasted(event) {
    const { target } = event;
    if (target instanceof Element && target.closest("input, textarea, dialog")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.trim()) this.read(text);
  }
}

/** What is shown of an analysis as text: its position as FEN, its game as PGN, its line as a link. */
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
    onSubmit("fen-form", () => {
      const fen = this._fen.value.trim();
      if (fen && fen !== this._shown?.position.fen) onFen(fen);
    });
    onClick("copy-fen", () => this._copy(this._shown?.position.fen));
    onClick("copy-link", () => this._copy(this._link));
    onClick("copy-pgn", () => this._copyPgn());
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

/**
 * Lets the user choose one of several games. Resolves to its number, or null.
 * @param {TextImported} found
 * @returns {Promise<number | null>}
 */
async function chooseGame({ games, problems, is_cut }) {
  const options = games.map(({ number, players, title, event, result, moves }) => ({
    label: `${number}. ${players || title}`,
    note: [event, title, result, TEXTS.moveCount(moves)].filter(Boolean).join(" · "),
  }));
  const remarks = [...(is_cut ? [TEXTS.moreGames] : []), ...problems].join("\n");
  const chosen = await choose(TEXTS.whichGame, options, { filter: TEXTS.filterGames, remarks });
  return chosen === null ? null : (games[chosen]?.number ?? null);
}

/**
 * Copies a text. Returns whether the browser allows that.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
