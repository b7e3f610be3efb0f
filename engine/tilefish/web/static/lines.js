// @ts-check
/** The panel of a live analysis: its best lines, whose moves can be previewed and played, and what the search does. */

import { make, makeButton, setText } from "./dom.js";
import { MiniBoard } from "./mini_board.js";
import { figuresOf } from "./overlay.js";
import { keep, recall } from "./settings.js";
import { TEXTS } from "./texts.js";

/** @import { LiveLine, LiveReport, Place, PreviewPosition } from "../page_types.js" */
/** @import { Page } from "./main.js" */

/**
 * What the panel reports.
 * @typedef {object} Listener
 * @property {(moves: string[]) => void} onPlay plays the moves of a line, one after the other
 * @property {(report: LiveReport | null) => void} onReport a report, or null when there is none any more
 */

/**
 * A row with one of the lines.
 * @typedef {object} Row
 * @property {HTMLLIElement} item
 * @property {HTMLElement} score
 * @property {HTMLElement} moves
 * @property {HTMLButtonElement[]} buttons
 */

const MOST_LINES = 5;
const MOST_MOVES = 12;
/** Milliseconds: walking fast through a game asks only for where it ends, and so does the mouse. */
const PLACE_DELAY = 120;
const PREVIEW_DELAY = 70;
/** Seconds of an analysis that is not endless: `SEARCH_SECONDS` of the server. */
const SECONDS = 60;

export class LivePanel {
  /**
   * @param {Page} page
   * @param {HTMLElement} host
   * @param {Listener} listener
   */
  constructor(page, host, listener) {
    this._page = page;
    this._listener = listener;
    const kept = recall("live");
    this._isOn = kept?.on === true;
    this._count = Math.max(1, Math.min(MOST_LINES, Math.round(Number(kept?.lines)) || 1));
    this._isEndless = false;
    /** @type {Place | null} */
    this._place = null;
    /** @type {LiveReport | null} */
    this._report = null;
    /** The lines on the page, which stay while the user points at one of them. @type {LiveLine[]} */
    this._shown = [];
    this._isPointedAt = false;
    /** @type {Map<string, PreviewPosition>} */
    this._previews = new Map();
    this._wanted = "";
    this._placeTimer = 0;
    this._previewTimer = 0;
    this._switch = makeButton(TEXTS.liveAnalysis, () => this.turn(!this._isOn), "live-switch");
    this._deeper = makeButton(TEXTS.goDeeper, () => this._goDeeper());
    this._select = this._makeSelect();
    this._figures = make("p", "live-figures");
    this._list = make("ol", { class: "live-lines", "aria-label": TEXTS.lines });
    /** @type {Row[]} */
    this._rows = Array.from({ length: MOST_LINES }, (_, index) => this._makeRow(index));
    const count = make("label", "live-count", make("span", "", TEXTS.lines), this._select);
    this._body = make("div", "live-body", this._figures, this._list);
    host.classList.add("live");
    host.replaceChildren(make("div", "live-bar", this._switch, count, this._deeper), this._body);
    this._mini = new MiniBoard(host);
    this._listen();
    this._showSwitch();
  }

  get isOn() {
    return this._isOn;
  }

  /** What ends the analysis, in words. */
  get limit() {
    return this._isEndless ? TEXTS.noLimit : `${SECONDS} s`;
  }

  /**
   * Analyses another position from now on, if the analysis is on; null where there is nothing to analyse.
   * @param {Place | null} place
   */
  show(place) {
    if (place?.board === this._place?.board && place?.node === this._place?.node) return;
    const hadPlace = this._place !== null;
    this._place = place;
    this._isEndless = false;
    this._forget();
    clearTimeout(this._placeTimer);
    if (!place) {
      if (hadPlace && this._isOn) this._page.send({ type: "live_stop" });
    } else if (this._isOn) {
      this._placeTimer = setTimeout(() => this._ask(), hadPlace ? PLACE_DELAY : 0);
    }
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this._isOn = isOn;
    this._keep();
    this._isEndless = false;
    clearTimeout(this._placeTimer);
    if (isOn) {
      this._ask();
    } else {
      this._page.send({ type: "live_stop" });
      this._forget();
    }
    this._showSwitch();
  }

  /** @param {LiveReport} report */
  receive(report) {
    const { board, node } = report.place;
    if (!this._isOn || board !== this._place?.board || node !== this._place.node) return;
    this._report = report;
    this._showFigures(report);
    if (!this._isPointedAt) this._showLines(report);
    this._listener.onReport(report);
  }

  /** @param {PreviewPosition} preview */
  receivePreview(preview) {
    if (preview.place.board !== this._place?.board || preview.place.node !== this._place.node) return;
    const key = preview.moves.join(" ");
    this._previews.set(key, preview);
    if (key === this._wanted) this._showPreview(preview);
  }

  // --- asking ---

  _ask() {
    if (!this._place || document.hidden) return;
    this._page.send({ type: "live", place: this._place, lines: this._count, endless: this._isEndless });
  }

  _goDeeper() {
    this._isEndless = true;
    this._ask();
  }

  _keep() {
    keep("live", { on: this._isOn, lines: this._count });
  }

  // --- showing ---

  _forget() {
    this._report = null;
    this._shown = [];
    this._isPointedAt = false;
    this._previews.clear();
    this._endPreview();
    this._figures.textContent = "";
    for (const row of this._rows) row.item.hidden = true;
    this._showSwitch();
    this._listener.onReport(null);
  }

  _showSwitch() {
    this._switch.ariaPressed = String(this._isOn);
    this._body.hidden = !this._isOn;
    const isLimited = this._report?.state === "searching" && !this._isEndless;
    this._deeper.hidden = !this._isOn || !(isLimited || (this._report?.state === "done" && !this._report.outcome));
  }

  /** @param {LiveReport} report */
  _showFigures(report) {
    this._showSwitch();
    if (report.outcome) {
      this._figures.textContent = report.outcome.text;
      return;
    }
    const { depth, time, nodes, speed, table } = figuresOf(report);
    const parts = [TEXTS.depthOf(depth), TEXTS.nodesOf(nodes), TEXTS.speedOf(speed), TEXTS.tableOf(table), time];
    if (report.state !== "searching") parts.push(TEXTS.liveStates[report.state]);
    this._figures.textContent = parts.join(" · ");
    this._body.classList.toggle("held", report.state === "held");
  }

  /** @param {LiveReport} report */
  _showLines(report) {
    this._shown = report.lines;
    for (const [index, row] of this._rows.entries()) {
      const line = report.lines[index];
      row.item.hidden = !line;
      if (line) this._fill(row, line, report);
    }
    if (!this._list.querySelector('button[tabindex="0"]:not([hidden])')) {
      const [first] = this._rows[0]?.buttons ?? [];
      if (first) first.tabIndex = 0;
    }
  }

  /**
   * @param {Row} row
   * @param {LiveLine} line
   * @param {LiveReport} report
   */
  _fill(row, line, report) {
    setText(row.score, line.score.text);
    row.score.classList.toggle("for-black", line.score.expected < 0.5);
    row.score.title = TEXTS.chances(line.chances.map((chance) => Math.round(chance / 10)), line.depth);
    const words = line.san.slice(0, MOST_MOVES);
    for (const [index, san] of words.entries()) {
      let button = row.buttons[index];
      if (!button) {
        button = make("button", { type: "button", tabindex: -1 });
        row.buttons.push(button);
        row.moves.append(button);
      }
      setText(button, numbered(san, index, report));
      button.hidden = false;
    }
    for (const button of row.buttons.slice(words.length)) button.hidden = true;
  }

  /** @param {number} index */
  _makeRow(index) {
    const score = make("b", "live-score");
    const moves = make("span", { class: "live-moves", role: "group", "aria-label": TEXTS.lineNumber(index + 1) });
    const item = make("li", { hidden: "" }, score, moves);
    this._list.append(item);
    return { item, score, moves, buttons: /** @type {HTMLButtonElement[]} */ ([]) };
  }

  _makeSelect() {
    const select = make("select");
    for (let count = 1; count <= MOST_LINES; count++) select.append(new Option(String(count)));
    select.value = String(this._count);
    select.addEventListener("change", () => {
      this._count = Number(select.value);
      this._keep();
      if (this._isOn) this._ask();
    });
    return select;
  }

  // --- pointing and choosing ---

  _listen() {
    const list = this._list;
    list.addEventListener("click", (event) => this._play(event.target));
    list.addEventListener("keydown", (event) => this._walk(event));
    list.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this._pointAt(event.target);
    });
    list.addEventListener("focusin", (event) => this._pointAt(event.target));
    list.addEventListener("pointerleave", () => this._pointAway());
    list.addEventListener("focusout", () => this._pointAway());
    list.addEventListener("pointerdown", () => (this._isPointedAt = true));
    document.addEventListener("visibilitychange", () => {
      if (!this._isOn || !this._place) return;
      if (document.hidden) this._page.send({ type: "live_stop" });
      else this._ask();
    });
  }

  /**
   * The number of the row of a button, that of its move in the line, and the line, or null.
   * @param {EventTarget | null} target
   */
  _find(target) {
    for (const [at, row] of this._rows.entries()) {
      const index = row.buttons.findIndex((button) => button === target);
      const line = this._shown[at];
      if (index >= 0 && line) return { at, index, line };
    }
    return null;
  }

  /** @param {EventTarget | null} target */
  _pointAt(target) {
    const found = this._find(target);
    if (!found) return;
    this._isPointedAt = true;
    for (const row of this._rows) for (const button of row.buttons) button.tabIndex = button === target ? 0 : -1;
    const moves = found.line.uci.slice(0, found.index + 1);
    this._wanted = moves.join(" ");
    clearTimeout(this._previewTimer);
    const known = this._previews.get(this._wanted);
    if (known) {
      this._showPreview(known);
      return;
    }
    this._previewTimer = setTimeout(() => {
      if (this._place) this._page.send({ type: "preview", place: this._place, moves });
    }, PREVIEW_DELAY);
  }

  /** Lets the lines go on, unless one of their moves is still pointed at. */
  _pointAway() {
    setTimeout(() => {
      const isIn = this._list.contains(document.activeElement) || this._list.matches(":hover");
      if (isIn || !this._isPointedAt) return;
      this._isPointedAt = false;
      this._endPreview();
      if (this._report) this._showLines(this._report);
    });
  }

  _endPreview() {
    clearTimeout(this._previewTimer);
    this._wanted = "";
    this._mini.hide();
  }

  /** @param {PreviewPosition} preview */
  _showPreview(preview) {
    const { world, isFlipped, settings } = this._page.boardView;
    if (world?.id !== preview.position.world) return;
    const line = this._shown.find(({ uci }) => uci.join(" ").startsWith(this._wanted));
    const caption = line?.san.slice(0, preview.moves.length).join(" ") ?? "";
    this._mini.show(world, preview.position, isFlipped, settings.letters, caption);
  }

  /** @param {EventTarget | null} target */
  _play(target) {
    const found = this._find(target);
    if (!found) return;
    this._isPointedAt = false;
    this._endPreview();
    this._listener.onPlay(found.line.uci.slice(0, found.index + 1));
  }

  /** @param {KeyboardEvent} event */
  _walk(event) {
    const found = this._find(event.target);
    if (!found) return;
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const [down, right] = steps[/** @type {keyof typeof steps} */ (event.key)] ?? [];
    if (down === undefined || right === undefined) return;
    const row = this._rows[found.at + down];
    const buttons = row?.item.hidden ? [] : (row?.buttons ?? []).filter((button) => !button.hidden);
    const target = buttons[right ? found.index + right : Math.min(found.index, buttons.length - 1)];
    event.preventDefault();
    event.stopPropagation();
    target?.focus();
  }
}

/**
 * A move of a line with its number, where one belongs.
 * @param {string} san
 * @param {number} index
 * @param {LiveReport} report
 */
function numbered(san, index, { turn, number }) {
  const ply = index + (turn === "black" ? 1 : 0);
  if (ply % 2 === 0) return `${number + ply / 2}. ${san}`;
  return index === 0 ? `${number}… ${san}` : san;
}
