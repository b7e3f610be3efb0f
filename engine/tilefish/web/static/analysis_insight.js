// @ts-check
/**
 * What the engine says in the view of an analysis: live lines with their arrows, the bar beside the board, the graph of
 * the main line, the report on it, and the search overlay.
 */

import { Graph } from "./graph.js";
import { byId, moveNumber } from "./dom.js";
import { LivePanel } from "./lines.js";
import { figuresOf } from "./overlay.js";
import { ReportPanel } from "./report_panel.js";
import { TEXTS } from "./texts.js";

/** @import { Answer, LiveReport, NodeData as TreeNode, NodeShown } from "../page_types.js" */
/** @import { AnalysisPage } from "./analysis.js" */
/** @import { Score } from "./eval_bar.js" */
/** @import { Point } from "./graph.js" */
/** @import { Page } from "./main.js" */
/** @import { SearchState } from "./overlay.js" */

/** The glyphs of a report, and the qualities that they mean. */
const QUALITIES = /** @type {const} */ ([
  [4, "blunder"],
  [2, "mistake"],
  [6, "inaccuracy"],
  [7, "only"],
]);

export class AnalysisInsight {
  /**
   * @param {Page} page
   * @param {AnalysisPage} analysis
   */
  constructor(page, analysis) {
    this._page = page;
    this._analysis = analysis;
    /** @type {LiveReport | null} */
    this._live = null;
    /** The main line from its start. @type {number[]} */
    this._main = [];
    this._hasScores = false;
    this._lines = new LivePanel(page, byId("live-lines"), {
      onPlay: (moves) => analysis.playLine(moves),
      onReport: (report) => this._showLive(report),
    });
    this._graph = new Graph(byId("value-graph"), (index) => analysis.goTo(this._main[index] ?? 0));
    this._report = new ReportPanel(page, byId("report"));
    analysis.onNode((shown) => this._showNode(shown));
    analysis.onChange(() => this._draw());
  }

  /** @param {Answer} answer */
  receive(answer) {
    if (answer.type === "live") this._lines.receive(answer);
    else if (answer.type === "preview") this._lines.receivePreview(answer);
    else if (answer.type === "report") this._report.receive(answer);
  }

  /** The connection is lost. */
  hold() {
    this._lines.show(null);
    this._report.hold();
  }

  /** @param {NodeShown} shown */
  _showNode(shown) {
    this._lines.show({ board: shown.analysis, node: shown.node });
    this._draw();
  }

  /** @param {LiveReport | null} report */
  _showLive(report) {
    this._live = report;
    const { boardView } = this._page;
    boardView.marks.lines = report?.lines.map(({ path }) => path) ?? [];
    boardView.mark();
    this._drawScore();
  }

  /** Draws everything but the lines, after a change of the tree or of the place in it. */
  _draw() {
    const { analysis, tree, shown } = this._analysis.state;
    if (!analysis) {
      this._lines.show(null);
      this._report.show("", false);
      this._graph.show([], 0);
      this._page.overlay.show(null);
      return;
    }
    this._report.show(analysis.id, tree.size > 0);
    const main = [];
    for (let node = tree.get(tree.root); node; node = tree.children(node.id)[0] ?? null) main.push(node);
    this._main = main.map(({ id }) => id);
    this._hasScores = main.some(({ evaluation }) => evaluation);
    const line = new Set(tree.line(shown?.node ?? tree.root).map(({ id }) => id));
    const current = this._main.filter((id) => line.has(id)).length;
    this._graph.show(
      main.map((node) => pointOf(node, this._report.start)),
      current,
    );
    this._report.select(this._main.indexOf(shown?.node ?? -1), tree.get(shown?.node ?? -1)?.san ?? "");
    this._drawScore();
  }

  _drawScore() {
    const { analysis, tree, shown } = this._analysis.state;
    if (!analysis || !shown) return;
    const node = tree.get(shown.node);
    const score = this._live?.score ?? node?.evaluation ?? null;
    this._page.boardView.bar.show(score, this._lines.isOn || this._hasScores);
    this._page.overlay.show(this._search(shown, node));
  }

  /**
   * @param {NodeShown} shown
   * @param {TreeNode | null} node
   * @returns {SearchState}
   */
  _search(shown, node) {
    const live = this._live;
    const states = /** @type {const} */ ({ searching: "thinking", held: "paused", done: "idle", stopped: "stopped" });
    const depth = node?.evaluation?.depth;
    const result = node?.san ? [node.san, node.evaluation?.text, depth && TEXTS.depthOf(String(depth))] : [];
    return {
      state: live ? states[live.state] : this._lines.isOn ? "idle" : "stopped",
      turn: TEXTS.toMove(shown.position.turn),
      player: TEXTS.title,
      limit: this._lines.limit,
      move: live ? String(live.number) : "",
      ...figuresOf(live?.outcome ? null : live),
      result: result.filter(Boolean).join(", "),
    };
  }
}

/**
 * @param {TreeNode} node
 * @param {Score | null} start
 * @returns {Point}
 */
function pointOf(node, start) {
  if (node.parent === null) return { label: TEXTS.start, score: start, quality: "", note: "" };
  const found = QUALITIES.find(([nag]) => node.nags.includes(nag))?.[1];
  return {
    label: `${moveNumber(node.number, node.side)} ${node.san}`,
    score: node.evaluation,
    quality: found ?? "",
    note: found ? TEXTS.quality[found] : "",
  };
}
