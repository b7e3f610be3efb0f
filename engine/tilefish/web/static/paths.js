// @ts-check
/** Choosing one of the legal moves square by square. There is no rule of any game here. */

/** @import { MoveData as Move } from "../page_types.js" */

/**
 * A square that may be chosen next: whether it may end the move, what the piece does there, and for a fighter what
 * can be expected, with the chance to kill in percent.
 * @typedef {{isFinal: boolean, kind: Move["kinds"][number], odds: string, kill: number | null}} Next
 */

export class PathChoice {
  /** @param {Move[]} moves the legal moves */
  constructor(moves) {
    /** @type {{move: Move, path: number[]}[]} */
    this._all = moves.map((move) => ({ move, path: withoutRests(move.path) }));
    /** @type {number[]} the squares chosen so far */
    this.squares = [];
    /** Whether abilities are offered instead of ordinary moves. */
    this.ability = false;
  }

  get last() {
    return this.squares.at(-1) ?? null;
  }

  /**
   * Whether a piece on the square has a legal move.
   * @param {number} square
   */
  canBegin(square) {
    return this._all.some(({ path }) => path[0] === square);
  }

  /**
   * Picks a piece. Its ordinary moves are offered, or its abilities if it has nothing else.
   * @param {number} square
   */
  begin(square) {
    this.squares = [square];
    this.ability = !this._offers(false);
  }

  /** Whether the chosen piece has both ordinary moves and abilities. */
  get hasBoth() {
    return this.squares.length > 0 && this._offers(false) && this._offers(true);
  }

  /**
   * Offers abilities, or ordinary moves, of the chosen piece.
   * @param {boolean} on
   */
  useAbility(on) {
    this.squares.length = 1;
    this.ability = on;
  }

  next() {
    /** @type {Map<number, Next>} */
    const found = new Map();
    const at = this.squares.length;
    if (!at) return found;
    for (const { move, path } of this._matching()) {
      const square = path[at];
      if (square === undefined) continue;
      const known = found.get(square);
      const isFinal = path.length === at + 1;
      if (known && (known.isFinal || !isFinal)) continue;
      const [odds, kill] = isFinal ? [move.odds, move.kill] : ["", null];
      found.set(square, { isFinal, kind: move.kinds[at - 1] ?? "move", odds, kill });
    }
    return found;
  }

  /**
   * The moves that go to a square next, for a tooltip.
   * @param {number} square
   */
  movesTo(square) {
    const at = this.squares.length;
    return this._matching().filter(({ path }) => path[at] === square).map(({ move }) => move);
  }

  /** The moves that are complete with the squares chosen so far. */
  finished() {
    /** @type {Map<string, Move>} */
    const found = new Map();
    for (const { move, path } of this._matching()) {
      if (path.length === this.squares.length) found.set(move.uci, move);
    }
    return [...found.values()];
  }

  /** Whether more squares may follow. */
  get continues() {
    return this.next().size > 0;
  }

  /**
   * Chooses the next square. Returns whether it could be chosen.
   * @param {number} square
   * @param {boolean} [_isDropped] whether the piece was dropped there
   */
  take(square, _isDropped) {
    if (!this.next().has(square)) return false;
    this.squares.push(square);
    return true;
  }

  back() {
    this.squares.pop();
  }

  clear() {
    this.squares = [];
    this.ability = false;
  }

  _matching() {
    const chosen = this.squares;
    return this._all.filter(
      ({ move, path }) => move.ability === this.ability && chosen.every((square, index) => path[index] === square),
    );
  }

  /** @param {boolean} ability */
  _offers(ability) {
    return this._all.some(({ move, path }) => path[0] === this.squares[0] && move.ability === ability);
  }
}

/**
 * A path without steps from a square to itself: an ability without a target has only its own square.
 * @param {number[]} path
 */
export function withoutRests(path) {
  return path.filter((square, index) => index === 0 || square !== path[index - 1]);
}
