// @ts-check
/** The headers of a game as fields: players, event, date, result, and all others that the game has. */

import { byId, make } from "./dom.js";
import { TEXTS } from "./texts.js";

/** @typedef {Readonly<Record<string, string>>} Headers */

const USUAL = ["White", "WhiteElo", "Black", "BlackElo", "Result", "Event", "Site", "Date", "Round", "Annotator"];
const RESULTS = ["*", "1-0", "0-1", "1/2-1/2"];
/** The most letters of a value, as on the server. */
const MOST = 200;

export class HeaderEditor {
  /** @param {(name: string, value: string) => void} onWrite */
  constructor(onWrite) {
    this._onWrite = onWrite;
    this._host = byId("header-fields");
    this._message = byId("header-message");
    /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
    this._fields = new Map();
  }

  /** @param {Headers} headers */
  show(headers) {
    this._message.textContent = "";
    const names = [...new Set([...USUAL, ...Object.keys(headers)])];
    if (names.join() !== [...this._fields.keys()].join()) {
      this._fields = new Map(names.map((name) => [name, this._field(name)]));
      const labels = [...this._fields].map(([name, field]) => make("label", "", TEXTS.headers[name] ?? name, field));
      this._host.replaceChildren(...labels);
    }
    for (const [name, field] of this._fields) {
      if (field !== document.activeElement) field.value = known(headers, name);
    }
  }

  /** @param {string} text */
  complain(text) {
    this._message.textContent = text;
  }

  /** @param {string} name */
  _field(name) {
    const choices = RESULTS.map((result) => new Option(result));
    const field = name === "Result" ? make("select", "", ...choices) : make("input", { maxlength: MOST });
    field.addEventListener("change", () => this._onWrite(name, field.value));
    return field;
  }
}

/**
 * A header, or "" if it is not known.
 * @param {Headers} headers
 * @param {string} name
 */
export function known(headers, name) {
  const value = headers[name] ?? "";
  return /^[?.]*$/.test(value) ? (name === "Result" ? "*" : "") : value;
}
