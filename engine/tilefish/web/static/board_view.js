// @ts-check
/**
 * The board of the page with what belongs to it: making moves, the choices and the line about a square below it,
 * animations. There is one, and it goes from view to view: the names of drawings are those of one world.
 */

import { animateMove } from "./animation.js";
import { Board } from "./board.js";
import { describeNext } from "./commands.js";
import { rollDie } from "./dice.js";
import { byId, reducesMotion } from "./dom.js";
import { Drawing } from "./drawing.js";
import { EvalBar } from "./eval_bar.js";
import { noMarks } from "./marks.js";
import { MoveInput } from "./moves.js";
import { pictureOf } from "./pieces.js";
import { TEXTS } from "./texts.js";
import { Tip } from "./tip.js";

/** @import { BoardWorld as World, MoveData as Move, PieceData, PositionData as Position } from "../page_types.js" */
/** @import { Turn } from "./animation.js" */
/** @import { PathChoice } from "./paths.js" */
/** @import { Settings } from "./settings.js" */

/**
 * Plays a move that was made on the board. Returns whether it is on its way.
 * @typedef {(move: Move) => boolean} OnMove
 */

/**
 * A panel about the position on the board.
 * @typedef {object} BoardPanel
 * @property {(view: HTMLElement) => void} moveTo
 * @property {(world: World, position: Position) => void} show
 */

/**
 * What a view does with moves that are chosen before it is their turn.
 * @typedef {object} PremoveDesk
 * @property {() => PathChoice | null} choice what may be chosen now, or null
 * @property {(move: Move) => void} add
 * @property {() => boolean} cancel drops what waits; returns whether anything did
 */

export class BoardView {
  /**
   * @param {Settings} settings
   * @param {(text: string) => void} say says something to screen readers
   */
  constructor(settings, say) {
    this.settings = settings;
    this.say = say;
    this.element = byId("table");
    this.board = new Board(byId("board"), settings);
    this.input = new MoveInput(this.board, byId("choices"), {
      onChange: () => this.mark(),
      onMove: (move, shown) => this._play(move, shown),
      onPremove: (move) => this._desk?.add(move),
      onCancel: () => void this._desk?.cancel(),
      promotionOf: (move) => this._promotionOf(move),
    });
    this.bar = new EvalBar(this.board.host);
    /** What is marked besides the squares chosen so far; call `mark` after a change. */
    this.marks = noMarks();
    this.isFlipped = false;
    /** @type {World | null} */
    this.world = null;
    /** @type {Position | null} */
    this.position = null;
    /** Panels about the position on the board, which go with it from view to view. @type {BoardPanel[]} */
    this.panels = [];
    /** The squares of the choice that were said last. */
    this._said = "";
    /** The square on which the piece of the move that was sent is shown, or -1. */
    this._shown = -1;
    /** @type {OnMove} */
    this._onMove = () => false;
    /** @type {PremoveDesk | null} */
    this._desk = null;
    /** What users draw on the board. */
    this.drawing = new Drawing(this.board, {
      button: byId("pen-button", HTMLButtonElement),
      bar: byId("pen-bar"),
      onDraw: say,
      onRight: () => this._desk?.cancel() ?? false,
    });
    this._tip = new Tip(this.board, (square) => this._tipOf(square), () => this.input.cancelPress());
    this._squareLine = byId("square-line");
    this.board.grid.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this._describe(this.board.squareAt(event));
    });
    this.board.grid.addEventListener("focusin", () => this._describe(this.board.focus));
  }

  /**
   * Moves the board into a view, empty.
   * @param {HTMLElement} view
   * @param {OnMove} onMove
   * @param {PremoveDesk | null} [desk]
   */
  moveTo(view, onMove, desk = null) {
    if (this.element.parentElement !== view) view.prepend(this.element);
    for (const panel of this.panels) panel.moveTo(view);
    this._onMove = onMove;
    this._desk = desk;
    this.drawing.usePen(false);
    this.drawing.keeper = null;
    this.clear();
  }

  clear() {
    this.world = this.position = null;
    this.marks = noMarks();
    this._shown = -1;
    this.board.clear();
    this._said = "";
    this.input.setMoves([]);
    this.bar.show(null, false);
  }

  /**
   * Shows a position, and the move that led to it as it happens.
   * @param {World} world
   * @param {Position} position
   * @param {Turn | null} turn
   */
  show(world, position, turn) {
    const before = new Map(this.board.pieces);
    const isOther = this.world?.id !== world.id;
    this.world = world;
    this.position = position;
    this.board.show(world, position, this.isFlipped);
    this._said = "";
    this._offerMoves();
    this.drawing.show(`${world.id} ${position.fen}`);
    this.element.classList.toggle("flipped", this.isFlipped);
    this.bar.flip(this.isFlipped);
    if (turn && !isOther) this._animate(before, turn);
    this._shown = -1;
    for (const panel of this.panels) panel.show(world, position);
  }

  /**
   * @param {Map<number, PieceData>} before
   * @param {Turn} turn
   */
  _animate(before, turn) {
    if (this.settings.animation && !reducesMotion()) {
      animateMove(this.board, before, turn, this._shown, this.settings.letters);
    } else if (turn.battle?.face) {
      rollDie(this.board, turn.battle.square, turn.battle, 0, true);
    }
  }

  /** Lets the user choose a move, or one for later. */
  _offerMoves() {
    const choice = this._desk?.choice() ?? null;
    if (choice) this.input.setPremoves(choice);
    else this.input.setMoves(this.position?.moves ?? []);
  }

  /** Draws again, after a change of the settings or of the side that is below. */
  redraw() {
    if (this.world && this.position) this.show(this.world, this.position, null);
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.redraw();
  }

  /** Lets a move be chosen again, after one was refused. */
  release() {
    this._shown = -1;
    this._said = "";
    this._offerMoves();
  }

  focus() {
    this.board.setFocus(this.board.focus, true);
  }

  focusMove() {
    this.board.setFocus(this.position?.moves[0]?.path[0] ?? 0, true);
  }

  mark() {
    const { choice } = this.input;
    this._sayChoice();
    this.board.mark({ ...this.marks, way: choice.squares, next: choice.next() });
    this._describe(this.board.focus);
    this._tip.refresh();
  }

  /**
   * What the tooltip of a square says: what choosing it does, or how the fighter there is.
   * @param {number} square
   */
  _tipOf(square) {
    const next = this.input.choice.next().get(square);
    if (next?.odds) return [TEXTS.targets[next.kind], next.odds];
    const piece = this.board.pieces.get(square);
    if (!piece?.hp) return [];
    const lines = [TEXTS.piece(piece.side, piece.kind), TEXTS.hitPoints(piece.hp.now, piece.hp.most)];
    if (piece.state) lines.push(piece.state);
    if (piece.ability) lines.push(`${TEXTS.ability(piece.ability)}: ${piece.ability.text}`);
    return lines;
  }

  /** Says what may follow when squares were chosen, or that nothing is chosen any more. */
  _sayChoice() {
    const { choice } = this.input;
    const way = choice.squares.join();
    if (way === this._said) return;
    this._said = way;
    if (!way) this.say(TEXTS.putBack);
    else if (choice.continues) this.say(describeNext(this.board.view, choice.squares, choice.next().keys()));
  }

  /** @param {string} uci */
  play(uci) {
    const move = this.position?.moves.find((each) => each.uci === uci);
    if (move) this._play(move, -1);
  }

  /**
   * @param {Move} move
   * @param {number} shown
   */
  _play(move, shown) {
    if (this._onMove(move)) this._shown = shown;
  }

  /**
   * Describes a square, and what choosing it would play.
   * @param {number | null} square
   */
  _describe(square) {
    if (square === null || !this.position) return;
    const moves = this.input.choice.movesTo(square).slice(0, 4);
    const choices = new Set(moves.map((move) => (move.odds ? `${move.san} (${move.odds})` : move.san)));
    this._squareLine.textContent = [this.board.describe(square), ...choices].join(" · ");
  }

  /**
   * The piece that a pawn becomes by a move, or null.
   * @param {Move} move
   */
  _promotionOf(move) {
    const wanted = move.promotion.toLowerCase();
    const index = this.world?.kinds.findIndex(({ letter }) => letter.toLowerCase() === wanted) ?? -1;
    const kind = this.world?.kinds[index];
    const origin = this.board.pieces.get(move.path[0] ?? -1);
    const turn = origin?.side ?? this.position?.turn;
    if (!turn || !kind || !wanted) return null;
    const sprite = `${turn === "white" ? "w" : "b"}${index}`;
    return { name: kind.name, picture: pictureOf(sprite, kind.letter, turn, this.settings.letters) };
  }
}
