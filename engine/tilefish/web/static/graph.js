// @ts-check
/**
 * The graph of a game: White's expected points after every move. For the keyboard and for screen readers it is a slider
 * over the moves; a pointer chooses the move below it.
 */

import { make, makeSvg } from "./dom.js";
import { TEXTS } from "./texts.js";

/** @import { Score } from "./eval_bar.js" */

/**
 * A position of a game on the graph.
 * @typedef {object} Point
 * @property {string} label the move with its number, or the start
 * @property {Score | null} score
 * @property {string} quality the class of its mark, or "" if it has none
 * @property {string} note its quality in words
 */

const HEIGHT = 96;
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -1e6, End: 1e6 };

export class Graph {
  /**
   * @param {HTMLElement} host
   * @param {(index: number) => void} onChoose
   */
  constructor(host, onChoose) {
    this._host = host;
    this._onChoose = onChoose;
    /** @type {Point[]} */
    this._points = [];
    this._current = 0;
    this._width = 0;
    this._svg = makeSvg("svg", { "aria-hidden": "true", focusable: "false" });
    const named = { class: "graph", role: "slider", tabindex: 0, "aria-label": TEXTS.graph, "aria-valuemin": 0 };
    this._slider = make("div", named, this._svg);
    /** The position that is pointed at, or the current one. Screen readers have it as the slider's value. */
    this._words = make("p", { class: "graph-words", "aria-hidden": "true" });
    host.replaceChildren(this._slider, this._words);
    host.hidden = true;
    this._slider.addEventListener("keydown", (event) => this._walk(event));
    this._slider.addEventListener("click", (event) => this._choose(this._indexAt(event.clientX)));
    this._slider.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this._words.textContent = this.describe(this._indexAt(event.clientX));
    });
    this._slider.addEventListener("pointerleave", () => (this._words.textContent = this.describe(this._current)));
    new ResizeObserver(() => this._draw(false)).observe(this._slider);
  }

  /**
   * Shows the positions of a game from its start, one of them marked. There is no graph before two of them have a score.
   * @param {Point[]} points
   * @param {number} current
   */
  show(points, current) {
    this._points = points;
    this._current = Math.max(0, Math.min(current, points.length - 1));
    this._host.hidden = points.filter(({ score }) => score).length < 2;
    if (this._host.hidden) return;
    this._slider.ariaValueMax = String(points.length - 1);
    this._slider.ariaValueNow = String(this._current);
    this._slider.ariaValueText = this.describe(this._current);
    if (!this._slider.matches(":hover")) this._words.textContent = this.describe(this._current);
    this._draw(true);
  }

  /** @param {number} index */
  describe(index) {
    const point = this._points[index];
    if (!point) return "";
    return [point.label, point.score?.text ?? TEXTS.noScore, point.note].filter(Boolean).join(", ");
  }

  /** @param {number} index */
  _choose(index) {
    if (index !== this._current && this._points[index]) this._onChoose(index);
  }

  /** @param {KeyboardEvent} event */
  _walk(event) {
    const step = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this._choose(Math.max(0, Math.min(this._current + step, this._points.length - 1)));
  }

  /** @param {number} clientX */
  _indexAt(clientX) {
    const { left, width } = this._slider.getBoundingClientRect();
    const last = this._points.length - 1;
    return Math.max(0, Math.min(last, Math.round(((clientX - left) / width) * last)));
  }

  /** @param {number} index */
  _x(index) {
    return Math.round((10 * this._width * index) / Math.max(1, this._points.length - 1)) / 10;
  }

  /** @param {number} expected */
  _y(expected) {
    return Math.round(10 * (4 + (HEIGHT - 8) * (1 - expected))) / 10;
  }

  /** @param {boolean} isNew whether the points may have changed */
  _draw(isNew) {
    const width = this._slider.clientWidth;
    if (!width || (!isNew && width === this._width)) return;
    this._width = width;
    this._svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    /** @type {SVGElement[]} */
    const drawn = [];
    const known = this._known();
    const [first, last] = [known[0], known.at(-1)];
    if (first && last) {
      const line = known.map(({ x, y }) => `${x} ${y}`).join("L");
      drawn.push(makeSvg("path", { class: "graph-white", d: `M${line}L${last.x} ${HEIGHT}L${first.x} ${HEIGHT}z` }));
      drawn.push(makeSvg("path", { class: "graph-line", d: `M${line}` }));
    }
    drawn.push(makeSvg("path", { class: "graph-even", d: `M0 ${this._y(0.5)}H${width}` }));
    const now = this._x(this._current);
    drawn.push(makeSvg("path", { class: "graph-now", d: `M${now} 0V${HEIGHT}` }));
    for (const [index, point] of this._points.entries()) {
      const isNow = index === this._current;
      if (!point.score || (!isNow && !point.quality)) continue;
      const place = { cx: this._x(index), cy: this._y(point.score.expected) };
      drawn.push(makeSvg("circle", { class: `graph-mark ${point.quality || "plain"}`, ...place, r: isNow ? 5 : 4 }));
    }
    this._svg.replaceChildren(...drawn);
  }

  /** The places of the scores that are known: a person's moves may have none. */
  _known() {
    const known = [];
    for (const [index, { score }] of this._points.entries()) {
      if (score) known.push({ x: this._x(index), y: this._y(score.expected) });
    }
    return known;
  }
}
