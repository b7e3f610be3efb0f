// @ts-check
/** The report on a whole game: it is asked for here, and its progress and its table are shown. */

import { make, makeButton, makeRow, setText } from "./dom.js";
import { TEXTS } from "./texts.js";

/** @import { JudgedMove, ReportProgress, SideReport } from "../page_types.js" */
/** @import { Page } from "./main.js" */

const EFFORTS = /** @type {const} */ (["quick", "normal", "thorough"]);
const QUALITIES = /** @type {const} */ (["best", "only", "good", "forced", "inaccuracy", "mistake", "blunder"]);

export class ReportPanel {
  /**
   * @param {Page} page
   * @param {HTMLElement} host
   */
  constructor(page, host) {
    this._page = page;
    this._host = host;
    this._board = "";
    this._canBegin = false;
    /** @type {ReportProgress | null} */
    this._report = null;
    /** The moves that are judged, by their plies. @type {Map<number, JudgedMove>} */
    this._moves = new Map();
    const efforts = EFFORTS.map((effort) => new Option(TEXTS.efforts[effort], effort));
    this._effort = make("select", { "aria-label": TEXTS.effort }, ...efforts);
    this._effort.value = "normal";
    this._button = makeButton(TEXTS.judgeGame, () => this._press());
    const bar = make("div", "report-bar", this._button, this._effort);
    this._progress = make("progress", { "aria-label": TEXTS.reportProgress });
    this._state = make("p", "report-state");
    this._table = make("table");
    host.classList.add("report-panel", "card");
    this._move = make("p", "report-move");
    host.replaceChildren(bar, this._progress, this._state, this._move, this._table);
    this._draw();
  }

  /** The value of the position before the first move, if it is known. */
  get start() {
    return this._report?.start ?? null;
  }

  /**
   * @param {string} board
   * @param {boolean} canBegin whether it has moves
   */
  show(board, canBegin) {
    this._host.hidden = !board;
    this._canBegin = canBegin;
    if (board !== this._board) this._forget();
    this._board = board;
    this._draw();
  }

  /** Forgets what was judged: the game is another one now. */
  _forget() {
    if (this._isRunning) this._page.send({ type: "report_stop" });
    this._report = null;
    this._moves.clear();
  }

  /** The connection is lost: the report on the server ends with it. */
  hold() {
    if (this._report && this._isRunning) this._report = { ...this._report, state: "stopped" };
    this._draw();
  }

  /** @param {ReportProgress} report */
  receive(report) {
    if (report.board !== this._board) return;
    if (report.state !== this._report?.state) this._page.say(TEXTS.reportStates[report.state]);
    this._report = report;
    for (const move of report.moves) this._moves.set(move.ply, move);
    this._draw();
  }

  /**
   * What was found about a move, or null if the game that was judged had another one.
   * @param {number} ply
   * @param {string} san
   */
  judged(ply, san) {
    const move = this._moves.get(ply);
    return move?.san === san ? move : null;
  }

  /**
   * Says what was found about a move, if it is that of the game that was judged.
   * @param {number} ply
   * @param {string} san
   */
  select(ply, san) {
    const move = this.judged(ply, san);
    const words = move ? TEXTS.judged(move) : "";
    setText(this._move, words);
    this._move.hidden = !words;
  }

  get _isRunning() {
    return this._report !== null && this._report.state !== "done" && this._report.state !== "stopped";
  }

  _press() {
    if (this._isRunning) {
      this._page.send({ type: "report_stop" });
      return;
    }
    this._forget();
    const effort = EFFORTS.find((each) => each === this._effort.value) ?? "normal";
    this._page.send({ type: "report", board: this._board, effort });
  }

  _draw() {
    const report = this._report;
    const isRunning = this._isRunning;
    this._button.textContent = isRunning ? TEXTS.stopReport : TEXTS.judgeGame;
    this._button.disabled = !isRunning && !this._canBegin;
    this._effort.hidden = isRunning;
    this._progress.hidden = !isRunning;
    this._progress.max = report?.total ?? 1;
    this._progress.value = report?.done ?? 0;
    const state = report ? TEXTS.reportStates[report.state] : "";
    setText(this._state, state);
    this._state.hidden = !state;
    this._table.hidden = !report?.done;
    if (report?.done) this._table.replaceChildren(...tableRows(report.sides));
  }
}

/**
 * The table of both sides. What no side has is left out.
 * @param {SideReport[]} sides
 */
function tableRows(sides) {
  const names = sides.map(({ side }) => make("th", { scope: "col" }, TEXTS.sideName(side)));
  const rows = [make("tr", "", make("td"), ...names)];
  /** @type {(quality: string, label: string, text: (side: SideReport) => string | null) => void} */
  const add = (quality, label, text) => {
    const texts = sides.map(text);
    if (texts.every((each) => each === null)) return;
    rows.push(makeRow(label, texts.map((each) => each ?? "–"), quality && `quality ${quality}`));
  };
  add("", TEXTS.accuracy, ({ accuracy }) => (accuracy === null ? null : `${accuracy.toFixed(1)}%`));
  add("", TEXTS.lossPerMove, ({ loss }) => (loss === null ? null : loss.toFixed(3)));
  add("", TEXTS.luck, ({ luck }) => (luck === null ? null : `${luck < 0 ? "−" : "+"}${Math.abs(luck).toFixed(2)}`));
  for (const quality of QUALITIES) {
    add(quality, TEXTS.qualities[quality], ({ qualities }) => (qualities[quality] ? String(qualities[quality]) : null));
  }
  add("", TEXTS.origins.book, ({ book }) => (book ? String(book) : null));
  add("", TEXTS.origins.learned, ({ learned }) => (learned ? String(learned) : null));
  return rows;
}
