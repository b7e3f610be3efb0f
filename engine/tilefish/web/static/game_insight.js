// @ts-check
/**
 * What a game's view shows of the engines' thoughts: the evaluation bar and the graph when only engines play or the game
 * is over, and the search overlay at any time.
 */

import { make, moveNumber } from "./dom.js";
import { Graph } from "./graph.js";
import { MiniBoard } from "./mini_board.js";
import { figuresOf } from "./overlay.js";
import { ReportPanel } from "./report_panel.js";
import { TEXTS } from "./texts.js";

/** @import { GameState as Game, JudgedMove, LineData as Line, PlayedData as Played } from "../page_types.js" */
/** @import { PreviewPosition, ReportProgress } from "../page_types.js" */
/** @import { Point } from "./graph.js" */
/** @import { Page } from "./main.js" */
/** @import { SearchState } from "./overlay.js" */

/** Those that are marked in the graph. */
const QUALITIES = /** @type {const} */ (["only", "inaccuracy", "mistake", "blunder"]);

export class GameInsight {
  /**
   * @param {Page} page
   * @param {HTMLElement} host gets the graph
   */
  constructor(page, host) {
    this._page = page;
    this._boardView = page.boardView;
    /** @type {Game | null} */
    this._game = null;
    /** What the engine that is to move has found, and the last one that has moved. @type {Line | null} */
    this._line = null;
    /** @type {Line | null} */
    this._lastLine = null;
    /** The position that is looked at, or -1. */
    this._looked = -1;
    const [graph, report] = [make("div"), make("div")];
    host.replaceChildren(graph, report);
    this._report = new ReportPanel(page, report);
    this._graph = new Graph(graph, (ply) => this._look(ply));
    this._mini = new MiniBoard(host);
    graph.addEventListener("focusout", () => this._lookAway());
    graph.addEventListener("pointerleave", () => this._lookAway());
  }

  /**
   * Shows another position of a game, or another game.
   * @param {Game} game
   */
  show(game) {
    if (game.id !== this._game?.id) this._lastLine = null;
    else if (game.ply > this._game.ply && this._line) this._lastLine = this._line;
    if (game.id !== this._game?.id || game.ply !== this._game.ply) this._line = null;
    if (game.id !== this._game?.id || game.ply < this._looked) this._lookAway();
    this._game = game;
    this._report.show(game.outcome ? game.id : "", game.history.length > 0);
    this._drawGraph();
    this._drawSearch();
  }

  /** @param {ReportProgress} report */
  receiveReport(report) {
    this._report.receive(report);
    this._drawGraph();
  }

  /** The connection is lost. */
  hold() {
    this._report.hold();
  }

  /** @param {Line} line what the engine that is to move has found */
  think(line) {
    this._line = line;
    this._drawSearch();
  }

  leave() {
    this._game = null;
    this._line = null;
    this._lookAway();
    this._report.show("", false);
    this._page.overlay.show(null);
  }

  /** @param {PreviewPosition} preview */
  receivePreview(preview) {
    const game = this._game;
    const { world, isFlipped, settings } = this._boardView;
    if (!game || !world || preview.place.board !== game.id || preview.place.node !== this._looked) return;
    this._mini.show(world, preview.position, isFlipped, settings.letters, this._graph.describe(this._looked));
  }

  /** @param {Game} game */
  _shows(game) {
    const { white, black } = game.players;
    const isOpen = game.outcome !== null || (white.is_engine && black.is_engine);
    return isOpen && this._boardView.settings.evaluation;
  }

  _drawGraph() {
    const game = this._game;
    if (!game) return;
    const start = { label: TEXTS.start, score: this._report.start, quality: /** @type {const} */ (""), note: "" };
    const points = [start, ...game.history.map((played) => pointOf(played, this._report.judged(played.ply, played.san)))];
    this._report.select(this._looked, game.history[this._looked - 1]?.san ?? "");
    this._graph.show(this._shows(game) ? points : [], this._looked >= 0 ? this._looked : game.ply);
  }

  _drawSearch() {
    const game = this._game;
    if (!game) return;
    const isShown = this._shows(game);
    const known = game.history.map(({ value }) => value).filter(Boolean).at(-1) ?? null;
    this._boardView.bar.show(isShown ? (!game.outcome && this._line?.value) || known : null, isShown);
    this._page.overlay.show(this._search(game));
  }

  /** @param {number} ply */
  _look(ply) {
    if (!this._game) return;
    this._looked = ply;
    this._drawGraph();
    this._page.send({ type: "preview", place: { board: this._game.id, node: ply }, moves: [] });
  }

  _lookAway() {
    if (this._looked < 0) return;
    this._looked = -1;
    this._mini.hide();
    this._drawGraph();
  }

  /**
   * @param {Game} game
   * @returns {SearchState}
   */
  _search(game) {
    const { turn } = game.position;
    const player = game.players[turn];
    const line = this._line ?? (game.thinking ? null : this._lastLine);
    const last = game.history.at(-1);
    const depth = this._lastLine ? TEXTS.depthOf(String(this._lastLine.depth)) : "";
    return {
      state: stateOf(game),
      turn: game.outcome ? "" : TEXTS.toMove(turn),
      player: player.name,
      limit: player.limit,
      move: String(Math.floor(game.ply / 2) + 1),
      ...figuresOf(line),
      result: game.outcome?.text ?? (last ? [last.san, last.value?.text, last.value && depth].filter(Boolean).join(", ") : ""),
    };
  }
}

/**
 * @param {Game} game
 * @returns {SearchState["state"]}
 */
function stateOf(game) {
  if (game.outcome) return "stopped";
  if (game.thinking) return "thinking"; // also one move of a game that is held
  if (game.paused) return "paused";
  return game.players[game.position.turn].is_engine ? "idle" : "waiting";
}

/**
 * @param {Played} played
 * @param {JudgedMove | null} judged
 * @returns {Point}
 */
function pointOf(played, judged) {
  const number = moveNumber(Math.ceil(played.ply / 2), played.side);
  const quality = QUALITIES.find((each) => each === judged?.quality) ?? "";
  const note = quality ? TEXTS.quality[quality] : played.remark;
  return { label: `${number} ${played.san}`, score: judged?.score ?? played.value, quality, note };
}
