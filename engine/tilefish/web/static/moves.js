// @ts-check
/** Making a move on the board: by clicks, by dragging, by touch, and by keyboard. */

import { choose } from "./dialogs.js";
import { make, makeButton, raise } from "./dom.js";
import { PathChoice } from "./paths.js";
import { TEXTS } from "./texts.js";

/** @import { MoveData as Move } from "../page_types.js" */
/** @import { Board } from "./board.js" */

/** How far a pointer may go, in pixels, before a click becomes a drag. */
const DRAG_FROM = { mouse: 4, touch: 10 };

/**
 * What a move input reports.
 * @typedef {object} Listener
 * @property {() => void} onChange the chosen squares are others
 * @property {(move: Move, shown: number) => void} onMove with the square on which its piece is shown already
 * @property {(move: Move) => void} onPremove a move for later
 * @property {() => void} onCancel nothing is chosen, and the user takes back more than that
 * @property {(move: Move) => {name: string, picture: SVGElement} | null} promotionOf the piece that a pawn becomes
 */

/**
 * A pointer that is down: where it went down, and whether that alone picked a piece.
 * @typedef {{id: number, x: number, y: number, square: number, hasPicked: boolean, isDragging: boolean}} Press
 */

export class MoveInput {
  /**
   * @param {Board} board
   * @param {HTMLElement} bar where the ways to go on are offered
   * @param {Listener} listener
   */
  constructor(board, bar, listener) {
    this._board = board;
    this._bar = bar;
    this._listener = listener;
    this.choice = new PathChoice([]);
    /** @type {Press | null} */
    this._press = null;
    this._isDropped = false;
    /** Whether moves are chosen before it is their turn. */
    this._isPremove = false;
    /** Whether a move was played whose position has not come yet: nothing can be chosen. */
    this._isSent = false;
    const grid = board.grid;
    grid.addEventListener("pointerdown", (event) => this._pressed(event));
    grid.addEventListener("pointermove", (event) => this._dragged(event));
    grid.addEventListener("pointerup", (event) => this._released(event));
    grid.addEventListener("pointercancel", () => this.cancelPress());
    grid.addEventListener("click", (event) => this._clickedWithoutPointer(event));
    grid.addEventListener("keydown", (event) => this._key(event));
    grid.addEventListener("focusin", ({ target }) => {
      const square = squareOf(target);
      if (square !== null) board.setFocus(square, false);
    });
  }

  /**
   * Begins again with the legal moves of a position.
   * @param {Move[]} moves
   */
  setMoves(moves) {
    this._begin(new PathChoice(moves), false);
  }

  /**
   * Begins again with what may be chosen before it is its turn.
   * @param {PathChoice} choice
   */
  setPremoves(choice) {
    this._begin(choice, true);
  }

  /**
   * A piece that was picked while the other side thought stays picked.
   * @param {PathChoice} choice
   * @param {boolean} isPremove
   */
  _begin(choice, isPremove) {
    const [origin] = this._isPremove && this.choice.squares.length === 1 ? this.choice.squares : [];
    this.choice = choice;
    this._isPremove = isPremove;
    this._isDropped = this._isSent = false;
    if (origin !== undefined && choice.canBegin(origin)) choice.begin(origin);
    else this.cancelPress();
    this._changed();
  }

  /**
   * Does what a click on a square means.
   * @param {number} square
   */
  activate(square) {
    const { choice } = this;
    if (this._isSent) return;
    if (choice.take(square)) {
      this._isDropped = false;
      this._continue();
    } else if (square === choice.last) {
      if (choice.finished().length) this._finish();
      else this._back();
    } else if (choice.canBegin(square)) {
      choice.begin(square);
      this._changed();
    } else if (choice.squares.length) {
      this._clear();
    } else {
      this._listener.onCancel();
    }
  }

  /** After another square: plays the move if nothing may follow. */
  _continue() {
    this._changed();
    if (!this.choice.continues) this._finish();
  }

  /** Plays the move that is complete; asks if there are several, or if it is an ability without a target. */
  async _finish() {
    const { choice } = this;
    const moves = choice.finished();
    const isClear = moves.length === 1 && choice.squares.length > 1;
    const index = isClear ? 0 : await this._ask(moves);
    const move = index === null ? undefined : moves[index];
    if (choice !== this.choice) return; // the position has changed meanwhile
    if (move) this._send(move);
    else this._clear();
  }

  /** @param {Move} move */
  _send(move) {
    if (this._isPremove) {
      this._listener.onPremove(move);
      return;
    }
    this._isSent = true;
    this._fillBar();
    this._listener.onMove(move, this._shown);
  }

  /** @param {Move[]} moves */
  _ask(moves) {
    const question = moves.some((move) => move.promotion) ? TEXTS.promoteTo : TEXTS.chooseMove;
    const options = moves.map((move) => ({
      label: this._listener.promotionOf(move)?.name ?? move.san,
      note: move.odds,
      picture: this._listener.promotionOf(move)?.picture ?? null,
    }));
    const last = this.choice.last;
    return choose(question, options, { at: last === null ? null : this._board.boxOf(last) });
  }

  _back() {
    if (this._isSent) return;
    if (!this.choice.squares.length) this._listener.onCancel();
    this.choice.back();
    this._isDropped = false;
    this._changed();
  }

  _clear() {
    if (this._isSent || !this.choice.squares.length) return;
    this.choice.clear();
    this._isDropped = false;
    this._changed();
  }

  _changed() {
    this._showWay();
    this._fillBar();
    this._listener.onChange();
  }

  /** The square on which the chosen piece is shown: the last leg is left to the animation, unless by hand. */
  get _shown() {
    const { squares, continues } = this.choice;
    return (this._isDropped || continues || squares.length < 2 ? squares.at(-1) : squares.at(-2)) ?? -1;
  }

  _showWay() {
    const [origin = -1] = this.choice.squares;
    for (const [square, drawing] of this._board.drawings) {
      if (square !== origin || this._shown === origin) {
        drawing.style.transform = "";
        continue;
      }
      const [from, to] = [this._board.view.corner(origin), this._board.view.corner(this._shown)];
      drawing.style.transform = `translate(${to.x - from.x}px, ${to.y - from.y}px)`;
    }
  }

  /** Offers what can be done with the squares chosen so far besides choosing another one. */
  _fillBar() {
    const parts = this._isSent ? [] : this._offers();
    const focused = this._bar.contains(document.activeElement) ? document.activeElement?.textContent : null;
    this._bar.replaceChildren(...parts);
    if (focused === null) return;
    const again = parts.find((part) => part instanceof HTMLButtonElement && part.textContent === focused);
    if (again) again.focus();
    else this._board.setFocus(this.choice.last ?? this._board.focus, true);
  }

  _offers() {
    const { choice } = this;
    const isOnWay = choice.squares.length > 1 && choice.continues;
    /** @type {HTMLElement[]} */
    const parts = [...this._offerAbility()];
    if (isOnWay) {
      const names = choice.squares.map((square) => this._board.view.name(square));
      parts.push(make("span", "", TEXTS.way(names)));
    }
    for (const move of isOnWay || choice.squares.length === 1 ? choice.finished() : []) {
      const text = move.ability && choice.squares.length === 1 ? TEXTS.useAbility : TEXTS.playMove(move.san);
      parts.push(makeButton(text, () => this._send(move), { class: "strong", title: move.odds }));
    }
    if (isOnWay) parts.push(makeButton(TEXTS.stepBack, () => this._back()));
    return parts;
  }

  /** The button for the ability of the chosen piece, also while that rests. */
  *_offerAbility() {
    const { choice } = this;
    const [origin] = choice.squares;
    const ability = origin === undefined ? null : this._board.pieces.get(origin)?.ability;
    if (!ability) return;
    const use = () => {
      choice.useAbility(!choice.ability);
      this._changed();
    };
    const state = { title: ability.text, "aria-pressed": String(choice.ability) };
    const button = makeButton(TEXTS.ability(ability), use, state);
    button.disabled = !choice.hasBoth;
    yield button;
  }

  // --- pointers ---

  /** @param {PointerEvent} event */
  _pressed(event) {
    if (this._isSent || !event.isPrimary || event.button !== 0) return;
    const square = this._board.squareAt(event);
    if (square === null) return;
    const { choice } = this;
    const isNext = choice.next().has(square);
    const hasPicked = !isNext && square !== choice.last && choice.canBegin(square);
    if (hasPicked) {
      choice.begin(square);
      this._changed();
    }
    const { pointerId: id, clientX: x, clientY: y } = event;
    this._press = { id, x, y, square, hasPicked, isDragging: false };
  }

  /** @param {PointerEvent} event */
  _dragged(event) {
    const press = this._press;
    if (!press || press.id !== event.pointerId || press.square !== this.choice.last) return;
    const [right, down] = [event.clientX - press.x, event.clientY - press.y];
    const limit = event.pointerType === "mouse" ? DRAG_FROM.mouse : DRAG_FROM.touch;
    if (!press.isDragging) {
      if (Math.hypot(right, down) < limit) return;
      press.isDragging = true;
      this._board.grid.setPointerCapture(press.id);
      this._board.host.classList.add("dragging");
    }
    const drawing = this._board.drawings.get(this.choice.squares[0] ?? -1);
    if (!drawing) return;
    const [origin, last] = [this.choice.squares[0] ?? 0, press.square].map((at) => this._board.view.corner(at));
    const scale = this._board.scale;
    if (!origin || !last || !scale) return;
    raise(drawing);
    const [x, y] = [last.x - origin.x + right / scale, last.y - origin.y + down / scale];
    drawing.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** @param {PointerEvent} event */
  _released(event) {
    const press = this._press;
    if (!press || press.id !== event.pointerId) return;
    this._press = null;
    this._board.host.classList.remove("dragging");
    const square = this._board.squareAt(event);
    if (press.isDragging) {
      if (square !== null && this.choice.take(square, true)) {
        this._isDropped = true;
        this._continue();
      } else {
        this._showWay();
      }
    } else if (square === press.square && !press.hasPicked) {
      this.activate(square);
    }
  }

  /** Forgets the pointer that is down. */
  cancelPress() {
    this._press = null;
    this._board.host.classList.remove("dragging");
    this._showWay();
  }

  /**
   * Screen readers click without a pointer.
   * @param {MouseEvent} event
   */
  _clickedWithoutPointer(event) {
    const square = squareOf(event.target);
    if (event.detail === 0 && square !== null) this.activate(square);
  }

  // --- keyboard ---

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      this.activate(this._board.focus);
    } else if (event.key === "Escape") {
      this._back();
    } else {
      const target = this._walk(event.key, event.ctrlKey);
      if (target === null) return;
      this._board.setFocus(target, true);
    }
    event.preventDefault();
  }

  /**
   * The square to which a key leads, or null.
   * @param {string} key
   * @param {boolean} far
   */
  _walk(key, far) {
    const { view, focus } = this._board;
    const { row, column } = view.place(focus);
    const [bottom, right] = [view.ranks - 1, view.files - 1];
    const places = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      PageUp: [0, column],
      PageDown: [bottom, column],
      Home: [far ? 0 : row, 0],
      End: [far ? bottom : row, right],
    };
    const [toRow = -1, toColumn = -1] = places[/** @type {keyof typeof places} */ (key)] ?? [];
    return view.squareAt(toRow, toColumn);
  }
}

/** @param {EventTarget | null} target */
function squareOf(target) {
  const square = target instanceof HTMLElement ? target.dataset.square : undefined;
  return square === undefined ? null : Number(square);
}
