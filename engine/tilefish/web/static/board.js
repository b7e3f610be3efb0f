// @ts-check
/** The board: an SVG picture, and over it an ARIA grid whose cells carry names, focus and pointers. */

import { make, makeSvg, parseSvg } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { describeSquare, fileName, piecesBySquare, TILE, View } from "./squares.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("../page_types.js").BoardWorld} World */
/** @typedef {import("../page_types.js").PieceData} Piece */
/** @typedef {import("../page_types.js").PositionData} Position */
/** @typedef {import("./settings.js").Settings} Settings */

/** The margins around the squares in units: for coordinates, and where there are none. */
const MARGIN = 42;
const BARE_MARGIN = 18;

/**
 * What is marked on the board besides the pieces.
 * @typedef {object} Marks
 * @property {number[]} way the squares chosen so far
 * @property {Map<number, boolean>} next the squares that may follow, and whether each may end the move
 * @property {number[]} hint origin and target, or nothing
 * @property {number[]} thinking origin and target, or nothing
 * @property {number[][]} lines the squares of the first moves of an engine's lines, the best one first
 * @property {number[]} reasons
 */

/** @returns {Marks} */
export function noMarks() {
  return { way: [], next: new Map(), hint: [], thinking: [], lines: [], reasons: [] };
}

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {Settings} settings
   */
  constructor(host, settings) {
    this.host = host;
    this._settings = settings;
    this.view = new View(0, 0, false);
    /** @type {Map<number, Piece>} */
    this.pieces = new Map();
    /** @type {Map<number, SVGGElement>} the drawings of the pieces, free to be moved about */
    this.drawings = new Map();
    this._sprite = makeSvg("defs");
    this._ground = makeSvg("g");
    this._below = makeSvg("g");
    this._pieces = makeSvg("g");
    this._above = makeSvg("g");
    /** Where animations draw pieces that are gone, below the others. */
    this.ghosts = makeSvg("g");
    /** Where animations draw above everything. */
    this.effects = makeSvg("g");
    this._coordinates = makeSvg("g", { class: "coordinates" });
    const layers = [this._ground, this._below, this.ghosts, this._pieces, this._above, this.effects, this._coordinates];
    this.svg = makeSvg("svg", { "aria-hidden": "true", focusable: "false" }, this._sprite, ...layers);
    this.grid = make("div", "grid");
    this.grid.setAttribute("role", "grid");
    this.grid.setAttribute("aria-label", TEXTS.board);
    host.replaceChildren(this.svg, this.grid);
    /** @type {Map<number, HTMLElement>} */
    this._cells = new Map();
    this._focus = 0;
    /** @type {World | null} */
    this._world = null;
    /** @type {Position | null} */
    this._position = null;
    this._drawn = { sprite: "", ground: "", layout: "", look: "" };
    this._marks = noMarks();
  }

  /**
   * Shows a position.
   * @param {World} world
   * @param {Position} position
   * @param {boolean} flipped
   */
  show(world, position, flipped) {
    this._world = world;
    this._position = position;
    this.view = new View(world.files, world.ranks, flipped);
    this._layOut();
    const sprite = flipped ? world.flipped_sprite : world.sprite;
    if (this._drawn.sprite !== sprite) {
      this._drawn.sprite = sprite;
      this._sprite.replaceChildren(...parseSvg(sprite));
    }
    const ground = flipped ? world.flipped_ground : world.ground;
    if (this._drawn.ground !== ground) {
      this._drawn.ground = ground;
      this._ground.replaceChildren(...parseSvg(ground));
    }
    this._showPieces(position);
    this.mark(this._marks);
  }

  /** Draws the position again, after a change of the settings. */
  redraw() {
    if (this._world && this._position) this.show(this._world, this._position, this.view.flipped);
  }

  /**
   * Marks squares.
   * @param {Marks} marks
   */
  mark(marks) {
    this._marks = marks;
    const position = this._position;
    if (!position) return;
    /** @type {SVGElement[]} */
    const below = [...new Set(position.last)].map((square) => this._square(square, "last"));
    if (position.check !== null) below.push(this._circle(position.check, "check", 48));
    below.push(...marks.reasons.map((square) => this._square(square, "reason")));
    below.push(...[...new Set(marks.way)].map((square) => this._square(square, "chosen")));
    if (marks.way.length > 1) {
      const centres = marks.way.map((square) => this.view.centre(square));
      below.push(makeSvg("polyline", { class: "way", points: centres.map(({ x, y }) => `${x},${y}`).join(" ") }));
    }
    this._below.replaceChildren(...below);

    /** @type {SVGElement[]} */
    const above = [];
    for (const [square, isFinal] of marks.next) {
      const shape = this.pieces.has(square) ? "ring" : "dot";
      above.push(this._circle(square, `${shape}${isFinal ? "" : " onward"}`, shape === "ring" ? 44 : 15));
    }
    for (const [at, squares] of [...marks.lines.entries()].reverse()) {
      above.push(...this._arrow(squares, at ? "line further" : "line", 1.15 - 0.18 * at));
    }
    above.push(...this._arrow(marks.thinking, "thinking"), ...this._arrow(marks.hint, "hint"));
    this._above.replaceChildren(...above);
    this._nameCells(position);
  }

  /**
   * The square below a point of the window, or null.
   * @param {number} clientX
   * @param {number} clientY
   */
  squareAt(clientX, clientY) {
    const { left, top, width, height } = this.grid.getBoundingClientRect();
    const column = Math.floor(((clientX - left) / width) * this.view.files);
    const row = Math.floor(((clientY - top) / height) * this.view.ranks);
    return this.view.squareAt(row, column);
  }

  /** The pixels of one unit of the drawing. */
  get scale() {
    return this.grid.getBoundingClientRect().width / (this.view.files * TILE);
  }

  /** The square that has the focus, or would get it. */
  get focus() {
    return this._focus;
  }

  /**
   * Makes a square the one that the Tab key reaches, and focuses it if wanted.
   * @param {number} square
   * @param {boolean} isFocused
   */
  setFocus(square, isFocused) {
    this._cells.get(this._focus)?.setAttribute("tabindex", "-1");
    this._focus = square;
    const cell = this._cells.get(square);
    cell?.setAttribute("tabindex", "0");
    if (isFocused) cell?.focus({ preventScroll: true });
  }

  /**
   * A square in words.
   * @param {number} square
   */
  describe(square) {
    return describeSquare(this.view.name(square), this.pieces.get(square), this._world?.tiles[square] ?? "floor");
  }

  /** Sizes, cells and coordinates; nothing if they are as before. */
  _layOut() {
    const { files, ranks, flipped } = this.view;
    const { coordinates } = this._settings;
    const layout = `${files} ${ranks} ${flipped} ${coordinates}`;
    if (layout === this._drawn.layout) return;
    this._drawn.layout = layout;
    const [margin, bare] = [coordinates ? MARGIN : BARE_MARGIN, BARE_MARGIN];
    const [width, height] = [files * TILE + margin + bare, ranks * TILE + margin + bare];
    this.svg.setAttribute("viewBox", `${-margin} ${-bare} ${width} ${height}`);
    this.host.parentElement?.style.setProperty("--ratio", String(width / height));
    this.host.style.setProperty("--across", String(width));
    this.host.style.setProperty("--down", String(height));
    this.host.style.setProperty("--files", String(files));
    const [top, right, bottom, left] = [bare / height, bare / width, margin / height, margin / width];
    this.grid.style.inset = [top, right, bottom, left].map((part) => `${100 * part}%`).join(" ");
    this._buildCells();
    this._coordinates.replaceChildren(...(coordinates ? this._drawCoordinates() : []));
  }

  _buildCells() {
    const hadFocus = this.grid.contains(document.activeElement);
    this._cells.clear();
    const rows = [];
    for (let row = 0; row < this.view.ranks; row++) {
      const line = make("div", "row");
      line.setAttribute("role", "row");
      for (let column = 0; column < this.view.files; column++) {
        const square = this.view.squareAt(row, column);
        if (square === null) continue;
        const cell = make("div", "cell");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        cell.dataset.square = String(square);
        this._cells.set(square, cell);
        line.append(cell);
      }
      rows.push(line);
    }
    this.grid.replaceChildren(...rows);
    this.setFocus(this._cells.has(this._focus) ? this._focus : 0, hadFocus);
  }

  _drawCoordinates() {
    const { files, ranks } = this.view;
    const drawn = [];
    for (let file = 0; file < files; file++) {
      drawn.push(this._label(this.view.centre(file).x, ranks * TILE + 35, fileName(file)));
    }
    for (let rank = 0; rank < ranks; rank++) {
      drawn.push(this._label(-20, this.view.centre(rank * files).y + 8, String(rank + 1)));
    }
    return drawn;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {string} text
   */
  _label(x, y, text) {
    const label = makeSvg("text", { x, y });
    label.textContent = text;
    return label;
  }

  /**
   * Draws the pieces that are new or have changed. The others stay, with what moves them.
   * @param {Position} position
   */
  _showPieces(position) {
    const before = this.pieces;
    this.pieces = piecesBySquare(position);
    const { letters } = this._settings;
    const look = `${this.view.flipped} ${letters}`;
    const isSameLook = look === this._drawn.look;
    this._drawn.look = look;
    for (const [square, drawing] of this.drawings) {
      if (isSameLook && isSame(before.get(square), this.pieces.get(square))) continue;
      drawing.parentElement?.remove();
      this.drawings.delete(square);
    }
    for (const [square, piece] of this.pieces) {
      if (this.drawings.has(square)) continue;
      const drawing = drawPiece(piece, letters);
      this.drawings.set(square, drawing);
      const { x, y } = this.view.corner(square);
      this._pieces.append(makeSvg("g", { transform: `translate(${x} ${y})` }, drawing));
    }
  }

  /** Forgets the position of a view that is left: the names of drawings belong to the board that is shown. */
  clear() {
    this._position = null;
    this._drawn = { sprite: "", ground: "", layout: "", look: "" };
    this._sprite.replaceChildren();
    this._ground.replaceChildren();
    this._pieces.replaceChildren();
    this.pieces.clear();
    this.drawings.clear();
  }

  /** @param {Position} position */
  _nameCells(position) {
    const { way, next } = this._marks;
    const origins = new Set(position.moves.map((move) => move.path[0]));
    for (const [square, cell] of this._cells) {
      const words = [this.describe(square)];
      if (way.includes(square)) words.push(TEXTS.selected);
      if (next.has(square)) words.push(TEXTS.canMoveHere);
      if (position.check === square) words.push(TEXTS.inCheck);
      const name = words.join(", ");
      if (cell.getAttribute("aria-label") !== name) cell.setAttribute("aria-label", name);
      cell.setAttribute("aria-selected", String(way.includes(square)));
      cell.classList.toggle("movable", origins.has(square) || way.at(-1) === square);
      cell.classList.toggle("target", next.has(square));
    }
  }

  /**
   * @param {number} square
   * @param {string} mark
   */
  _square(square, mark) {
    const { x, y } = this.view.corner(square);
    return makeSvg("rect", { class: `mark ${mark}`, x: x + 3, y: y + 3, width: TILE - 6, height: TILE - 6, rx: 4 });
  }

  /**
   * @param {number} square
   * @param {string} mark
   * @param {number} r
   */
  _circle(square, mark, r) {
    const { x, y } = this.view.centre(square);
    return makeSvg("circle", { class: `mark ${mark}`, cx: x, cy: y, r });
  }

  /**
   * An arrow from the first square to the last one.
   * @param {number[]} squares
   * @param {string} mark
   * @param {number} [weight] how thick it is
   */
  _arrow(squares, mark, weight = 1) {
    const [from, to] = [squares[0], squares.at(-1)];
    if (from === undefined || to === undefined) return [];
    if (from === to) return [this._circle(from, `loop ${mark}`, 44)];
    const [start, end] = [this.view.centre(from), this.view.centre(to)];
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    const angle = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
    const [half, head] = [9 * weight, 26 * weight];
    const neck = length - 8 - 38 * weight;
    const d = `M30 ${-half}H${neck}V${-head}L${length - 8} 0 ${neck} ${head}V${half}H30z`;
    return [
      makeSvg("path", { class: `arrow ${mark}`, d, transform: `translate(${start.x} ${start.y}) rotate(${angle})` }),
    ];
  }
}

/**
 * Whether two pieces look the same.
 * @param {Piece | undefined} one
 * @param {Piece | undefined} other
 */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
