// @ts-check
/**
 * Moves that are chosen before it is their turn. The server says what could be played if the other side passed;
 * any other square may be chosen, too, since the position will be another one. Each premove is compared with the
 * legal moves when its turn has come.
 */

import { PathChoice, withoutRests } from "./paths.js";
import { TEXTS } from "./texts.js";

/** @import { GameState as Game, MoveData } from "../page_types.js" */
/** @import { BoardView } from "./board_view.js" */

/** The most that wait at once. */
const MOST = 12;

/** The premoves of a game: what may be chosen, what waits, and what is played when its turn has come. */
export class Premoves {
  /**
   * @param {BoardView} boardView
   * @param {(move: MoveData) => void} onPlay
   * @param {(text: string) => void} onSay
   */
  constructor(boardView, onPlay, onSay) {
    this._boardView = boardView;
    this._onPlay = onPlay;
    this._onSay = onSay;
    /** @type {Game | null} */
    this._game = null;
    /** @type {MoveData[]} */
    this._waiting = [];
  }

  /**
   * Takes the next state of the game, before its board is shown.
   * @param {Game | null} game
   */
  take(game) {
    const before = this._game;
    this._game = game;
    const isSame = before && game && before.id === game.id && game.ply >= before.ply && !game.outcome;
    if (!isSame && this._waiting.splice(0).length && game?.outcome === null) this._onSay(TEXTS.premovesDropped);
  }

  /** Plays the first one if its turn has come: after the board is shown. */
  play() {
    const game = this._game;
    const [wish] = this._waiting;
    if (!game || !wish || game.premoves || game.paused || !game.position.moves.length) return;
    this._waiting.shift();
    const move = meant(wish, game.position.moves);
    if (!move) {
      this._waiting = [];
      this._onSay(TEXTS.premoveGone(wish.san));
    }
    this._mark();
    if (move) this._onPlay(move);
  }

  /** What may be chosen now, or null. */
  choice() {
    const premoves = this._game?.premoves;
    if (!premoves) return null;
    const own = this._game?.position.pieces.filter(({ side }) => side === premoves.side) ?? [];
    const ends = this._waiting.map(({ path }) => path.at(-1) ?? -1);
    const origins = new Set([...own.map(({ square }) => square), ...ends]);
    return new PremoveChoice(premoves.moves, origins, (square) => this._boardView.board.view.name(square));
  }

  /**
   * Adds one behind the others.
   * @param {MoveData} move
   */
  add(move) {
    if (this._waiting.length < MOST) this._waiting.push(move);
    this._onSay(TEXTS.premove(move.san));
    this._boardView.release();
    this._mark();
  }

  /**
   * Adds a move that was typed. Returns whether it is one that could be played if the other side passed.
   * @param {string} text
   */
  addTyped(text) {
    const typed = text.replace(/[+#]$/, "");
    const move = this._game?.premoves?.moves.find(({ uci, san }) => uci === typed || san.replace(/[+#]$/, "") === typed);
    if (move) this.add(move);
    return move !== undefined;
  }

  /** Drops all. Returns whether there were any. */
  cancel() {
    if (!this._waiting.length) return false;
    this._waiting = [];
    this._onSay(TEXTS.premovesDropped);
    this._mark();
    return true;
  }

  _mark() {
    this._boardView.marks.premoves = this.squares;
    this._boardView.mark();
  }

  get squares() {
    return this._waiting.map(({ path }) => path);
  }
}

/**
 * The legal move that a premove means, or null.
 * @param {MoveData} wish
 * @param {MoveData[]} legal
 */
function meant(wish, legal) {
  const same = legal.find(({ uci }) => uci === wish.uci);
  if (same) return same;
  const path = String(withoutRests(wish.path));
  const found = legal.filter((move) => String(withoutRests(move.path)) === path && move.ability === wish.ability);
  return found.find(({ promotion }) => promotion === wish.promotion) ?? found[0] ?? null;
}

/** Choosing a premove square by square. */
class PremoveChoice extends PathChoice {
  /**
   * @param {MoveData[]} moves what could be played if the other side passed
   * @param {ReadonlySet<number>} origins where own pieces are, or will be after earlier premoves
   * @param {(square: number) => string} name of a square
   */
  constructor(moves, origins, name) {
    super(moves);
    this._origins = origins;
    this._name = name;
    this._isFree = false;
  }

  /**
   * @override
   * @param {number} square
   */
  canBegin(square) {
    return this._origins.has(square);
  }

  /**
   * @override
   * @param {number} square
   */
  begin(square) {
    this._isFree = false;
    super.begin(square);
  }

  /**
   * Chooses the next square. From the first one any other square can be chosen, but that of an own piece only by
   * dropping the piece there: a click on it picks that one.
   * @override
   * @param {number} square
   * @param {boolean} [isDropped]
   */
  take(square, isDropped = false) {
    if (super.take(square)) return true;
    if (this.squares.length !== 1 || square === this.last || (!isDropped && this.canBegin(square))) return false;
    this.squares.push(square);
    this._isFree = true;
    return true;
  }

  /** @override */
  back() {
    this._isFree = false;
    super.back();
  }

  /** @override */
  clear() {
    this._isFree = false;
    super.clear();
  }

  /** @override */
  finished() {
    if (!this._isFree) return super.finished();
    const path = [...this.squares];
    const san = path.map(this._name).join("–");
    return [{ uci: "", san, path, kinds: [], promotion: "", ability: this.ability, odds: "", kill: null }];
  }
}
