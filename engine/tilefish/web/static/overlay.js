// @ts-check
/**
 * The search overlay, on and off with F2: what the engine does just now, as plain text. It is not a live region: it changes
 * ten times a second, and a screen reader reads it when the user goes there.
 */

import { byId, make, setText } from "./dom.js";
import { TEXTS } from "./texts.js";

/** @import { Settings } from "./settings.js" */

/**
 * What a search does. Texts that do not apply are empty.
 * @typedef {object} SearchState
 * @property {"idle" | "thinking" | "waiting" | "paused" | "stopped"} state
 * @property {string} turn
 * @property {string} player the engine, or the analysis
 * @property {string} limit
 * @property {string} move the number of the move
 * @property {string} depth
 * @property {string} time
 * @property {string} nodes
 * @property {string} speed
 * @property {string} table
 * @property {string} result the last one
 */

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const ROWS = /** @type {const} */ (["turn", "player", "limit", "move", "depth", "time", "nodes", "speed", "table", "result"]);

/**
 * What a search has done, in words; nothing before it has found a line.
 * @param {{depth: number, seldepth: number, seconds: number, nodes: number, nps: number, table: number} | null} search
 */
export function figuresOf(search) {
  if (!search) return { depth: "", time: "", nodes: "", speed: "", table: "" };
  return {
    depth: `${search.depth}/${search.seldepth}`,
    time: TEXTS.secondsOf(search.seconds),
    nodes: COMPACT.format(search.nodes),
    speed: COMPACT.format(search.nps),
    table: `${Math.round(search.table)}%`,
  };
}

export class Overlay {
  /**
   * @param {HTMLElement} host
   * @param {Settings} settings
   */
  constructor(host, settings) {
    this._settings = settings;
    this._state = make("p", "overlay-state");
    this._values = new Map(ROWS.map((name) => [name, make("dd")]));
    const figures = [...this._values].map(([name, value]) => make("div", "", make("dt", "", TEXTS.overlayRows[name]), value));
    const keys = make("p", "overlay-keys", TEXTS.overlayKeys);
    const named = { class: "overlay empty", "aria-label": TEXTS.overlay, "aria-live": "off", tabindex: -1 };
    this._element = make("section", named, this._state, make("dl", "", ...figures), keys);
    host.append(this._element);
    this.redraw();
    document.addEventListener("keydown", (event) => {
      if (event.key !== "F2" || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      byId("setting-overlay").click();
    });
  }

  /** Shows or hides it, as the settings want. */
  redraw() {
    this._element.hidden = !this._settings.overlay;
  }

  /** @param {SearchState | null} search null in views without a search */
  show(search) {
    this._element.classList.toggle("empty", !search);
    if (!search) return;
    this._element.dataset.state = search.state;
    setText(this._state, TEXTS.overlayStates[search.state]);
    for (const [name, value] of this._values) {
      const text = search[name] || "–";
      if (value.textContent !== text) value.textContent = value.title = text;
    }
  }
}
