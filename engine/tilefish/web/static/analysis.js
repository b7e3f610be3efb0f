// @ts-check
/** The view of an analysis: the board with a tree of moves that can be walked and edited. */

import { noMarks } from "./marks.js";
import { clockText } from "./clocks.js";
import { answerCommand, sceneOf } from "./commands.js";
import { choose } from "./dialogs.js";
import { byId, onClick, onEntry } from "./dom.js";
import { describeEvents } from "./events.js";
import { HeaderEditor, known } from "./header_editor.js";
import { MoveTree } from "./move_tree.js";
import { NodeEditor } from "./node_editor.js";
import { SIDES } from "./squares.js";
import { TEXTS } from "./texts.js";
import { TreeModel } from "./tree_model.js";

/** @import { AnalysisState as Analysis, Answer, BoardWorld as World, ChooseFace } from "../page_types.js" */
/** @import { HeadersChanged, NodeShown, NodesChanged, Request } from "../page_types.js" */
/** @import { Keeper, Shape } from "./drawing.js" */
/** @import { Page } from "./main.js" */

/** The least milliseconds from one place to the next: the server closes the connection of a page that asks too often. */
const PLACE_GAP = 30;

export class AnalysisPage {
  /** @param {Page} page */
  constructor(page) {
    this._page = page;
    this._boardView = page.boardView;
    this.element = byId("analysis");
    /** @type {Analysis | null} */
    this._analysis = null;
    this._tree = new TreeModel([]);
    /** @type {NodeShown | null} the position on the board */
    this._shown = null;
    /** The node that is wanted; its position may be on its way. -1 if it is not known yet. */
    this._target = -1;
    /** Whether a position is on its way. */
    this._isAsking = false;
    /** When a place was asked for last, and the timer of the next one. */
    this._asked = -PLACE_GAP;
    this._timer = 0;
    /** What is played, or was typed, behind the position that is on its way. @type {string[]} */
    this._queue = [];
    /** @type {((shown: NodeShown, world: World) => void)[]} */
    this._watchers = [];
    /** @type {(() => void)[]} */
    this._changeWatchers = [];
    this._moves = new MoveTree(
      byId("move-tree"),
      (id) => this.goTo(id),
      (id) => this._edit(id),
    );
    this._editor = new NodeEditor((request) => this._ask(request));
    this.headers = new HeaderEditor((name, value) => {
      if (this.id) this._ask({ type: "header", analysis: this.id, name, value });
    });
    this._undoButton = byId("undo-edit-button", HTMLButtonElement);
    /** The edit that is being undone. @type {Analysis["undo"]} */
    this._undoing = null;
    this._status = byId("analysis-status");
    this._message = byId("analysis-message");
    this._problems = byId("analysis-problems");
    this._expected = "";
    this._listen();
  }

  /** The identity of the analysis on the page, or null. */
  get id() {
    return this._analysis?.id ?? null;
  }

  get variant() {
    return this._analysis?.variant ?? "";
  }

  /** What the game is played by, or null. */
  get rules() {
    return this._analysis?.rules ?? null;
  }

  /** The analysis, its tree, and the node that is shown. */
  get state() {
    return { analysis: this._analysis, tree: this._tree, shown: this._shown };
  }

  /**
   * Reports each position that is shown, with its world.
   * @param {(shown: NodeShown, world: World) => void} watcher
   */
  onNode(watcher) {
    this._watchers.push(watcher);
  }

  /**
   * Reports each change of the tree, and that the analysis is left.
   * @param {() => void} watcher
   */
  onChange(watcher) {
    this._changeWatchers.push(watcher);
  }

  /** @param {URLSearchParams} words */
  open(words) {
    this._page.send({ type: "open_analysis", analysis: words.get("analysis") ?? "" });
  }

  leave() {
    this._editor.flush();
    if (this._analysis) this._page.send({ type: "close_analysis", analysis: this._analysis.id });
    this._analysis = this._shown = null;
    this.hold();
    this._message.textContent = "";
    this._boardView.clear();
    for (const watcher of this._changeWatchers) watcher();
  }

  /** @param {string} text */
  complain(text) {
    this._message.textContent = text;
    this._undoing = null;
    this.hold();
    this._target = this._shown?.node ?? -1;
    this._boardView.release();
  }

  /** @param {string} text */
  say(text) {
    this._status.textContent = text;
  }

  /**
   * Notes what is wrong with the text of the analysis that is opened next.
   * @param {string} problems
   */
  expect(problems) {
    this._expected = problems;
  }

  /** Nothing that was asked will be answered: the connection is lost. */
  hold() {
    clearTimeout(this._timer);
    this._timer = 0;
    this._isAsking = false;
    this._queue = [];
  }

  /** @param {Answer} answer */
  receive(answer) {
    if (!("analysis" in answer) || answer.analysis !== this.id) return;
    if (answer.type === "node") this._showNode(answer);
    else if (answer.type === "nodes") this._update(answer);
    else if (answer.type === "headers") this._updateHeaders(answer);
    else if (answer.type === "choose_face") this._chooseFace(answer);
  }

  /**
   * Shows an analysis. Its position follows.
   * @param {Analysis} analysis
   */
  show(analysis) {
    const isNew = analysis.id !== this.id;
    const line = isNew ? [] : this._tree.line(this.current);
    this._analysis = analysis;
    this._tree = new TreeModel(analysis.nodes);
    this.hold();
    // After a lost connection the page goes on where it was.
    this._target = line.length ? this._tree.follow(line) : -1;
    if (isNew) {
      this._shown = null;
      this._status.textContent = "";
      this._problems.textContent = this._expected;
      this._problems.hidden = !this._expected;
      this._expected = "";
      this._boardView.moveTo(this.element, (move) => this._play(move.uci));
      this._boardView.drawing.keeper = this._keeper();
      this._boardView.isFlipped = false;
    }
    this._page.show("analysis");
    this._showHeaders(analysis);
    this._showUndo(analysis.undo);
    this._moves.show(this._tree);
  }

  /** What keeps the drawings: the node that is shown. @returns {Keeper} */
  _keeper() {
    /** @type {(wish: Shape | null) => void} */
    const draw = (shape) => {
      if (!this._analysis || !this._shown) return;
      const place = { analysis: this._analysis.id, node: this._shown.node };
      this._ask(shape ? { type: "draw_shape", ...place, ...shape } : { type: "clear_shapes", ...place });
    };
    const shapes = () => this._tree.get(this._shown?.node ?? -1)?.shapes ?? [];
    return { shapes, toggle: draw, clear: () => draw(null) };
  }

  /** The node that is wanted or shown. */
  get current() {
    return this._tree.get(this._target) ? this._target : (this._shown?.node ?? this._tree.root);
  }

  /**
   * Goes to a node. While a position is on its way, only the last wish counts.
   * @param {number} id
   */
  goTo(id) {
    if (!this._analysis || !this._tree.get(id)) return;
    this._queue = [];
    this._target = id;
    this._moves.select(id);
    this._askForTarget();
  }

  _askForTarget() {
    const isThere = !this._tree.get(this._target) || this._shown?.node === this._target;
    if (!this._analysis || this._isAsking || this._timer || isThere) return;
    const now = performance.now();
    if (now < this._asked + PLACE_GAP) {
      this._timer = setTimeout(() => {
        this._timer = 0;
        this._askForTarget();
        this._playQueue();
      }, this._asked + PLACE_GAP - now);
      return;
    }
    this._asked = now;
    this._isAsking = this._ask({ type: "go_to", analysis: this._analysis.id, node: this._target });
  }

  /** @param {string[]} moves */
  playLine(moves) {
    this._queue = moves.slice(1);
    if (moves[0]) this._play(moves[0]);
  }

  _playQueue() {
    while (this._queue.length && !this._isAsking && !this._timer) this.enter(this._queue.shift() ?? "");
  }

  // --- answers ---

  /** @param {NodeShown} shown */
  _showNode(shown) {
    const world = this._page.worlds.get(shown.position.world);
    if (!world) return;
    const before = this._shown?.node;
    const isForward = before !== undefined && this._tree.get(shown.node)?.parent === before;
    this._isAsking = false;
    this._shown = shown;
    this._boardView.marks = noMarks();
    this._boardView.show(world, shown.position, isForward ? shown.turn : null);
    if (before === undefined) this._boardView.focusMove();
    const events = shown.turn ? describeEvents(world, shown.turn.events) : [];
    const check = shown.position.check === null ? [] : [TEXTS.check];
    const drawn = this._boardView.drawing.describe();
    this._status.textContent = [shown.status || TEXTS.startOfMoves, ...events, ...check, ...drawn].join(" ");
    this._message.textContent = "";
    this._showTurn(shown);
    this._showClocks();
    for (const watcher of this._watchers) watcher(shown, world);
    if (this._tree.get(this._target) && this._target !== shown.node) {
      this._askForTarget();
      return;
    }
    this._target = shown.node;
    this._moves.select(shown.node);
    if (this._analysis) this._editor.show(this._analysis, this._tree, shown.node);
    this._playQueue();
  }

  /** @param {NodesChanged} changed */
  _update(changed) {
    this._tree.update(changed.nodes, changed.deleted);
    this._moves.update(changed.nodes, changed.deleted);
    this._boardView.drawing.redraw();
    if (this._analysis) this._editor.show(this._analysis, this._tree, this.current);
    this._showUndo(changed.undo);
    for (const watcher of this._changeWatchers) watcher();
  }

  /** @param {HeadersChanged} changed */
  _updateHeaders({ headers, undo }) {
    if (!this._analysis) return;
    this._analysis.headers = headers;
    this._showHeaders(this._analysis);
    this._showUndo(undo);
  }

  /**
   * Shows whether an edit can be undone, and says that one was.
   * @param {Analysis["undo"]} undo
   */
  _showUndo(undo) {
    if (this._analysis) this._analysis.undo = undo;
    this._undoButton.disabled = undo === null;
    if (this._undoing) this._page.say(TEXTS.undone[this._undoing]);
    this._undoing = null;
  }

  _undo() {
    const kind = this._editor.flush() ? "comment" : (this._analysis?.undo ?? null);
    if (!this._analysis || !kind || !this._ask({ type: "undo_edit", analysis: this._analysis.id })) return;
    this._undoing = kind;
    this._target = -1; // the move that it was about may be another one
  }

  /** @param {ChooseFace} question */
  async _chooseFace(question) {
    const { analysis, node, move, faces } = question;
    const options = [
      { label: TEXTS.roll, note: "" },
      ...faces.map(({ uci, text, chance }) => ({ label: uci, note: TEXTS.faceNote(text, chance) })),
    ];
    const chosen = await choose(TEXTS.whichFace, options);
    const uci = faces[(chosen ?? 0) - 1]?.uci;
    if (this._shown?.node !== node) return;
    if (chosen === null) this.complain("");
    else this._ask({ type: "add_move", analysis, node, move: uci ?? move, roll: chosen === 0 });
  }

  // --- showing ---

  /** @param {Analysis} analysis */
  _showHeaders({ title, headers }) {
    this.headers.show(headers);
    byId("analysis-title").textContent = title;
    const names = ["Event", "Site", "Date", "Round", "Result"];
    const about = names.map((name) => known(headers, name)).filter((word) => word && word !== "*");
    byId("analysis-about").textContent = about.join(" · ");
    for (const side of SIDES) {
      const name = side === "white" ? "White" : "Black";
      const rating = known(headers, `${name}Elo`);
      const player = known(headers, name) || TEXTS.sideName(side);
      byId(`${side}-name`).textContent = rating ? `${player} (${rating})` : player;
      byId(`${side}-state`).textContent = "";
    }
  }

  /** @param {NodeShown} shown */
  _showTurn(shown) {
    const { turn } = shown.position;
    for (const side of SIDES) {
      byId(`${side}-player`).classList.toggle("to-move", !shown.outcome && turn === side);
    }
    byId("analysis-turn").textContent = shown.outcome?.text ?? TEXTS.toMove(turn);
  }

  /** The clocks of the players, where the game has them. */
  _showClocks() {
    const line = this._tree.line(this._shown?.node ?? -1).reverse();
    for (const side of SIDES) {
      const left = line.find((node) => node.side === side && node.clock !== null)?.clock;
      const clock = byId(`${side}-clock`);
      clock.textContent = left === null || left === undefined ? "" : clockText(left);
      clock.classList.remove("running", "low");
    }
  }

  // --- asking ---

  _listen() {
    const steps = /** @type {const} */ ([
      ["first-button", "Home"],
      ["back-button", "ArrowLeft"],
      ["forward-button", "ArrowRight"],
      ["last-button", "End"],
    ]);
    for (const [id, key] of steps) onClick(id, () => this.goTo(this._goal(key) ?? 0));
    this._undoButton.addEventListener("click", () => this._undo());
    addEventListener("keydown", (event) => {
      const isWanted = event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isWanted || this.element.hidden || isTyping(event.target)) return;
      event.preventDefault();
      this._undo();
    });
    onClick("turn-board-button", () => this._boardView.flip());
    onEntry("analysis-move-form", "analysis-move-field", (text) => this.enter(text));
    const grid = this._boardView.board.grid;
    let isByPointer = false;
    addEventListener("pointerdown", () => (isByPointer = true), true);
    addEventListener("keydown", ({ key }) => (isByPointer = isByPointer && key !== "Tab"), true);
    addEventListener(
      "keydown",
      (event) => {
        const { target } = event;
        if (this.element.hidden || event.altKey || event.ctrlKey || event.metaKey || isTyping(target)) return;
        const isOnBoard = target instanceof Node && grid.contains(target);
        // On the board, arrow keys walk from square to square, unless a pointer has put the focus there.
        if (isOnBoard && !isByPointer && !event.shiftKey) return;
        const goal = this._goal(event.key);
        // Where there is nothing to go to, the key may scroll the page.
        if (goal === null || (goal === this.current && !isOnBoard)) return;
        this.goTo(goal);
        event.preventDefault();
        event.stopPropagation();
      },
      true,
    );
  }

  /**
   * The node to which a key leads, or null.
   * @param {string} key
   */
  _goal(key) {
    const { _tree: tree, current } = this;
    const goals = {
      ArrowLeft: () => tree.get(current)?.parent ?? current,
      ArrowRight: () => tree.children(current)[0]?.id ?? current,
      ArrowUp: () => tree.sibling(current, -1),
      ArrowDown: () => tree.sibling(current, 1),
      Home: () => tree.root,
      End: () => tree.end(current),
    };
    return goals[/** @type {keyof typeof goals} */ (key)]?.() ?? null;
  }

  /** @param {string} text */
  enter(text) {
    const shown = this._shown;
    const world = this._page.worlds.get(shown?.position.world ?? "");
    if (!shown || !world) {
      this._queue.push(text);
      return;
    }
    const node = this._tree.get(shown.node);
    const last = node && node.parent !== null ? { side: node.side, san: node.san } : null;
    const answer = answerCommand(text, sceneOf(world, shown.position, last));
    if (answer !== null) this._status.textContent = answer;
    else if (this._isAsking || this._timer) this._queue.push(text);
    else this._play(text);
  }

  /** @param {string} move */
  _play(move) {
    if (!this._analysis || !this._shown) return false;
    const [analysis, node] = [this._analysis.id, this._shown.node];
    this._isAsking = this._ask({ type: "add_move", analysis, node, move });
    if (this._isAsking) this._target = -1;
    return this._isAsking;
  }

  /**
   * Goes to a move, and to what can be done with it.
   * @param {number} id
   */
  _edit(id) {
    this.goTo(id);
    this._editor.open();
  }

  /**
   * Sends a request. Returns whether it could be sent.
   * @param {Request} request
   */
  _ask(request) {
    this._message.textContent = "";
    const isSent = this._page.send(request);
    if (!isSent) this.complain(TEXTS.notConnected);
    return isSent;
  }
}

/**
 * Whether keys belong to what has the focus: a field, a list to choose from, or a dialog.
 * @param {EventTarget | null} target
 */
function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, dialog, summary, [role=slider], .live-lines") !== null;
}
