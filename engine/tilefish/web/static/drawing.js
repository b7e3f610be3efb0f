// @ts-check
/**
 * Arrows and circles that a user draws on a board: with the right mouse button, or with the pen, which is for
 * touch and keyboard, too. An analysis keeps them with its moves; elsewhere they are kept for each position as long as
 * the page is open, and sent nowhere.
 */

import { makeButton } from "./dom.js";
import { arrow } from "./marks.js";
import { TEXTS } from "./texts.js";

/** @import { ShapeData } from "../page_types.js" */
/** @import { Board } from "./board.js" */

/** An arrow, or a circle if both squares are the same. @typedef {ShapeData} Shape */
/** @typedef {Shape["colour"]} Colour */

/**
 * What keeps the shapes of the position that is shown.
 * @typedef {object} Keeper
 * @property {() => Shape[]} shapes
 * @property {(shape: Shape) => void} toggle draws a shape, or takes it away
 * @property {() => void} clear
 */

/** @type {readonly Colour[]} */
const COLOURS = ["green", "red", "blue", "yellow"];
/** The most positions whose shapes are kept. */
const MOST_POSITIONS = 500;

export class Drawing {
  /**
   * @param {Board} board
   * @param {{button: HTMLButtonElement, bar: HTMLElement, onDraw: (text: string) => void, onRight: () => boolean}} parts
   * the button that takes the pen, the place for its colours, what says to screen readers what was drawn, and what
   * else the right button may mean: it returns whether it meant that
   */
  constructor(board, { button, bar, onDraw, onRight }) {
    this._board = board;
    this._button = button;
    this._bar = bar;
    this._onDraw = onDraw;
    this._onRight = onRight;
    /** @type {Map<string, Shape[]>} */
    this._kept = new Map();
    this._key = "";
    /** What keeps the shapes instead of this page. @type {Keeper | null} */
    this.keeper = null;
    /** @type {Colour} */
    this._colour = "green";
    /** Whether the pen is taken: then the main button draws. */
    this.isOn = false;
    /** @type {{id: number, origin: number, target: number | null, colour: Colour} | null} */
    this._stroke = null;
    /** The square at which an arrow drawn by keys begins, or null. */
    this._start = /** @type {number | null} */ (null);
    const grid = board.grid;
    const early = { capture: true }; // before what moves pieces
    grid.addEventListener("pointerdown", (event) => this._pressed(event), early);
    grid.addEventListener("pointermove", (event) => this._moved(event), early);
    grid.addEventListener("pointerup", (event) => this._released(event), early);
    grid.addEventListener("pointercancel", () => this._drop(), early);
    grid.addEventListener("click", (event) => this.isOn && event.stopImmediatePropagation(), early);
    grid.addEventListener("keydown", (event) => this._pressedKey(event), early);
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    button.title = TEXTS.drawByMouse;
    button.addEventListener("click", () => this.usePen(!this.isOn));
    this._fillBar();
  }

  /**
   * Shows the shapes of a position, and draws again after the board was turned.
   * @param {string} key names the position
   */
  show(key) {
    if (key !== this._key) this._drop();
    this._key = key;
    this.redraw();
  }

  /** The shapes of the position that is shown. */
  get shapes() {
    return this.keeper?.shapes() ?? this._kept.get(this._key) ?? [];
  }

  describe() {
    return this.shapes.map((shape) => this._name(shape));
  }

  /** @param {Shape} shape */
  _name({ origin, target }) {
    const [start = "", end = ""] = [origin, target].map((square) => this._board.view.name(square));
    return origin === target ? TEXTS.drawing.circle(start) : TEXTS.drawing.arrow(start, end);
  }

  _clear() {
    if (this.keeper) this.keeper.clear();
    else this._keep([]);
  }

  /** @param {Shape[]} shapes */
  _keep(shapes) {
    this._kept.delete(this._key);
    if (shapes.length) this._kept.set(this._key, shapes);
    const [oldest] = this._kept.keys();
    if (oldest !== undefined && this._kept.size > MOST_POSITIONS) this._kept.delete(oldest);
    this.redraw();
  }

  /** @param {boolean} on */
  usePen(on) {
    this.isOn = on;
    this._drop();
    this._button.ariaPressed = String(on);
    this._bar.hidden = !on;
    this._board.host.classList.toggle("drawn-on", on);
    if (on) this._board.host.scrollIntoView({ block: "nearest" });
  }

  _fillBar() {
    const colours = COLOURS.map((colour) => {
      const choose = () => {
        this._colour = colour;
        for (const each of colours) each.ariaPressed = String(each === swatch);
      };
      const name = { class: `swatch ${colour}`, "aria-label": TEXTS.drawing.colours[colour] };
      const swatch = makeButton("", choose, { ...name, "aria-pressed": String(colour === this._colour) });
      return swatch;
    });
    const clear = makeButton(TEXTS.drawing.clear, () => this._clear());
    this._bar.replaceChildren(...colours, clear);
  }

  /**
   * Draws a shape, or takes it away if it is there already.
   * @param {Shape} shape
   */
  toggle(shape) {
    const others = this.shapes.filter(({ origin, target }) => shape.origin !== origin || shape.target !== target);
    const same = this.shapes.find(({ origin, target }) => shape.origin === origin && shape.target === target);
    const isThere = same?.colour === shape.colour;
    if (this.keeper) this.keeper.toggle(shape);
    else this._keep(isThere ? others : [...others, shape]);
    this._onDraw(isThere ? TEXTS.drawing.gone(this._name(shape)) : this._name(shape));
  }

  /** @param {PointerEvent} event */
  _pressed(event) {
    const isPen = this.isOn && event.button === 0 && event.isPrimary;
    if (event.button !== 2 && !isPen) {
      // A click on the board wipes them off, where nothing keeps them.
      if (event.button === 0 && !this.keeper && this.shapes.length) this._clear();
      return;
    }
    event.stopImmediatePropagation();
    if (event.button === 2 && this._onRight()) return;
    const origin = this._board.squareAt(event);
    if (origin === null) return;
    event.preventDefault();
    this._stroke = { id: event.pointerId, origin, target: origin, colour: this._colourOf(event) };
    this._board.grid.setPointerCapture(event.pointerId);
    this.redraw();
  }

  /** @param {PointerEvent} event */
  _moved(event) {
    if (this._stroke?.id !== event.pointerId) return;
    event.stopImmediatePropagation();
    const target = this._board.squareAt(event);
    if (target === this._stroke.target) return;
    this._stroke.target = target;
    this.redraw();
  }

  /** @param {PointerEvent} event */
  _released(event) {
    const stroke = this._stroke;
    if (stroke?.id !== event.pointerId) return;
    event.stopImmediatePropagation();
    this._stroke = null;
    const { origin, target, colour } = stroke;
    if (target === null) this.redraw(); // off the board: no shape
    else this.toggle({ origin, target, colour });
  }

  /**
   * With the pen, Enter marks the beginning and then the end of an arrow; twice on a square is a circle.
   * @param {KeyboardEvent} event
   */
  _pressedKey(event) {
    if (!this.isOn) return;
    if (event.key === "Escape") {
      if (this._start === null) this.usePen(false);
      this._drop();
    } else if (event.key === "Enter" || event.key === " ") {
      const square = this._board.focus;
      if (this._start === null) {
        this._start = square;
        this._onDraw(TEXTS.drawing.from(this._board.view.name(square)));
      } else {
        this.toggle({ origin: this._start, target: square, colour: this._colourOf(event) });
        this._start = null;
      }
      this.redraw();
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /**
   * The colour by the keys that are held.
   * @param {MouseEvent | KeyboardEvent} event
   * @returns {Colour}
   */
  _colourOf({ shiftKey, altKey }) {
    if (shiftKey) return altKey ? "yellow" : "red";
    return altKey ? "blue" : this._colour;
  }

  _drop() {
    this._stroke = null;
    this._start = null;
    this.redraw();
  }

  /** Draws again, after a change of what is kept. */
  redraw() {
    const stroke = this._stroke;
    const shapes = [...this.shapes];
    const { _start: start, _colour: colour } = this;
    if (stroke && stroke.target !== null) shapes.push({ ...stroke, target: stroke.target });
    if (start !== null) shapes.push({ origin: start, target: start, colour });
    const drawn = shapes.flatMap(({ origin, target, colour }) => arrow(this._board, [origin, target], `drawn ${colour}`));
    this._board.shapes.replaceChildren(...drawn);
  }
}
