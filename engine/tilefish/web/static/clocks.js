// @ts-check
/** The two clocks. They run by themselves between the messages of the server. */

import { SIDES } from "./squares.js";

/** @import { ClocksData as Clocks, Side } from "../page_types.js" */

/** Below this number of seconds, tenths are shown. */
const TENTHS_BELOW = 20;

export class ClockPair {
  /**
   * @param {Record<Side, HTMLElement>} faces
   * @param {() => void} onLow a running clock gets low
   */
  constructor(faces, onLow) {
    this._faces = faces;
    this._onLow = onLow;
    /** @type {Clocks | null} */
    this._clocks = null;
    this._since = 0;
    this._timer = 0;
  }

  /** @param {Clocks | null} clocks */
  show(clocks) {
    this._clocks = clocks;
    this._since = performance.now();
    this._tick();
  }

  /** Stops both, until they are shown again. */
  stop() {
    if (this._clocks) this.show({ white: this._left("white"), black: this._left("black"), running: null });
  }

  /** Writes both clocks, and comes back when the running one changes. */
  _tick() {
    clearTimeout(this._timer);
    for (const side of SIDES) {
      const face = this._faces[side];
      write(face, this._clocks ? clockText(this._left(side)) : "");
      const isLow = this._clocks !== null && this._left(side) < TENTHS_BELOW;
      if (isLow && !face.classList.contains("low") && this._clocks?.running === side) this._onLow();
      face.classList.toggle("low", isLow);
      face.classList.toggle("running", this._clocks?.running === side);
    }
    const running = this._clocks?.running;
    if (!running) return;
    const left = this._left(running);
    if (left <= 0) return;
    const step = left > TENTHS_BELOW ? 1 : 0.1;
    this._timer = setTimeout(() => this._tick(), (left % step) * 1000 + 10);
  }

  /** @param {Side} side */
  _left(side) {
    if (!this._clocks) return 0;
    const passed = this._clocks.running === side ? (performance.now() - this._since) / 1000 : 0;
    return Math.max(0, this._clocks[side] - passed);
  }
}

/**
 * Writes a time. The text stays the same node, so that a tick costs as little as it can: nothing that follows the
 * page's elements hears of it.
 * @param {HTMLElement} face
 * @param {string} text
 */
function write(face, text) {
  if (face.textContent === text) return;
  if (face.firstChild instanceof Text) face.firstChild.data = text;
  else face.textContent = text;
}

/**
 * `4:57`, `1:02:03`, or `0:07.3` when it is short.
 * @param {number} seconds
 */
export function clockText(seconds) {
  if (seconds < TENTHS_BELOW) return `0:${(Math.floor(seconds * 10) / 10).toFixed(1).padStart(4, "0")}`;
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const end = String(rest).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${end}` : `${minutes}:${end}`;
}
