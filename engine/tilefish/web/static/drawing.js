// @ts-check
/**
 * Arrows and circles that a user draws on a board: with the right mouse button, or with the pen, which is for
 * touch and keyboard, too. They are kept for each position as long as the page is open, and sent nowhere.
 */

import { makeButton } from "./dom.js";
import { arrow } from "./marks.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./board.js").Board} Board */

/** @typedef {"green" | "red" | "blue" | "yellow"} Colour */

/**
 * An arrow, or a circle if both squares are the same.
 * @typedef {{from: number, to: number, colour: Colour}} Shape
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
    /** @type {Colour} */
    this._colour = "green";
    /** Whether the pen is taken: then the main button draws. */
    this.isOn = false;
    /** @type {{id: number, from: number, to: number | null, colour: Colour} | null} */
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
    button.title = TEXTS.draw;
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
    this._draw();
  }

  /** The shapes of the position that is shown. */
  get shapes() {
    return this._kept.get(this._key) ?? [];
  }

  /** @param {Shape[]} shapes */
  set shapes(shapes) {
    this._kept.delete(this._key);
    if (shapes.length) this._kept.set(this._key, shapes);
    const [oldest] = this._kept.keys();
    if (oldest !== undefined && this._kept.size > MOST_POSITIONS) this._kept.delete(oldest);
    this._draw();
  }

  /**
   * Takes the pen, or puts it away.
   * @param {boolean} on
   */
  usePen(on) {
    this.isOn = on;
    this._drop();
    this._button.setAttribute("aria-pressed", String(on));
    this._bar.hidden = !on;
    this._board.host.classList.toggle("drawn-on", on);
    if (on) this._board.host.scrollIntoView({ block: "nearest" });
  }

  _fillBar() {
    const colours = COLOURS.map((colour) => {
      const swatch = makeButton("", () => {
        this._colour = colour;
        for (const each of colours) each.setAttribute("aria-pressed", String(each === swatch));
      });
      swatch.className = `swatch ${colour}`;
      swatch.setAttribute("aria-label", TEXTS.drawing.colours[colour]);
      swatch.setAttribute("aria-pressed", String(colour === this._colour));
      return swatch;
    });
    const clear = makeButton(TEXTS.drawing.clear, () => (this.shapes = []));
    this._bar.replaceChildren(...colours, clear);
  }

  /**
   * Draws a shape, or takes it away if it is there already.
   * @param {number} from
   * @param {number} to
   * @param {Colour} colour
   */
  toggle(from, to, colour) {
    const others = this.shapes.filter((shape) => shape.from !== from || shape.to !== to);
    const isThere = this.shapes.some((shape) => shape.from === from && shape.to === to && shape.colour === colour);
    this.shapes = isThere ? others : [...others, { from, to, colour }];
    const [start, end] = [from, to].map((square) => this._board.view.name(square));
    const name = from === to ? TEXTS.drawing.circle(start ?? "") : TEXTS.drawing.arrow(start ?? "", end ?? "");
    this._onDraw(isThere ? TEXTS.drawing.gone(name) : name);
  }

  /** @param {PointerEvent} event */
  _pressed(event) {
    const isPen = this.isOn && event.button === 0 && event.isPrimary;
    if (event.button !== 2 && !isPen) {
      if (event.button === 0 && this.shapes.length) this.shapes = []; // a click on the board wipes them off
      return;
    }
    event.stopImmediatePropagation();
    if (event.button === 2 && this._onRight()) return;
    const from = this._board.squareAt(event.clientX, event.clientY);
    if (from === null) return;
    event.preventDefault();
    this._stroke = { id: event.pointerId, from, to: from, colour: this._colourOf(event) };
    this._board.grid.setPointerCapture(event.pointerId);
    this._draw();
  }

  /** @param {PointerEvent} event */
  _moved(event) {
    if (this._stroke?.id !== event.pointerId) return;
    event.stopImmediatePropagation();
    const to = this._board.squareAt(event.clientX, event.clientY);
    if (to === this._stroke.to) return;
    this._stroke.to = to;
    this._draw();
  }

  /** @param {PointerEvent} event */
  _released(event) {
    const stroke = this._stroke;
    if (stroke?.id !== event.pointerId) return;
    event.stopImmediatePropagation();
    this._stroke = null;
    if (stroke.to === null) this._draw(); // off the board: no shape
    else this.toggle(stroke.from, stroke.to, stroke.colour);
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
        this.toggle(this._start, square, this._colourOf(event));
        this._start = null;
      }
      this._draw();
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
    this._draw();
  }

  _draw() {
    const stroke = this._stroke;
    const shapes = [...this.shapes];
    if (stroke && stroke.to !== null) shapes.push({ from: stroke.from, to: stroke.to, colour: stroke.colour });
    if (this._start !== null) shapes.push({ from: this._start, to: this._start, colour: this._colour });
    this._board.shapes.replaceChildren(...shapes.flatMap(({ from, to, colour }) => arrow(this._board, [from, to], `drawn ${colour}`)));
  }
}
