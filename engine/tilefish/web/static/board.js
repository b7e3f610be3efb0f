// @ts-check
/** The board: an SVG picture, and over it an ARIA grid whose cells carry names, focus and pointers. */

import { make, makeSvg, parseSvg } from "./dom.js";
import { drawAbove, drawBelow, noMarks } from "./marks.js";
import { drawPiece } from "./pieces.js";
import { describeSquare, fileName, piecesBySquare, TILE, View } from "./squares.js";
import { TEXTS } from "./texts.js";

/** @import { BoardWorld as World, PieceData as Piece, PositionData as Position } from "../page_types.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Settings } from "./settings.js" */

/** The margins around the squares in units: for coordinates, and where there are none. */
const MARGIN = 42;
const BARE_MARGIN = 18;

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
    /** Where users draw. */
    this.shapes = makeSvg("g");
    /** Where animations draw above everything. */
    this.effects = makeSvg("g");
    /** The stone that glides with the chosen piece. */
    this._glide = makeSvg("g");
    this._coordinates = makeSvg("g", { class: "coordinates" });
    const under = [this._ground, this._below, this._glide, this.ghosts];
    const over = [this._above, this.shapes, this.effects, this._coordinates];
    const attributes = { "aria-hidden": "true", focusable: "false" };
    this.svg = makeSvg("svg", attributes, this._sprite, ...under, this._pieces, ...over);
    this.grid = make("div", { class: "grid", role: "grid", "aria-label": TEXTS.board });
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

  redraw() {
    if (this._world && this._position) this.show(this._world, this._position, this.view.flipped);
  }

  /** @param {Marks} marks */
  mark(marks) {
    this._marks = marks;
    const position = this._position;
    if (!position) return;
    this._below.replaceChildren(...drawBelow(this, position, marks));
    this._above.replaceChildren(...drawAbove(this, marks));
    this._showGlide(marks.way);
    this._nameCells(position);
  }

  /**
   * The square below a pointer, or null.
   * @param {MouseEvent} event
   */
  squareAt({ clientX, clientY }) {
    const { left, top, width, height } = this.grid.getBoundingClientRect();
    const column = Math.floor(((clientX - left) / width) * this.view.files);
    const row = Math.floor(((clientY - top) / height) * this.view.ranks);
    return this.view.squareAt(row, column);
  }

  /**
   * The place of a square in the window.
   * @param {number} square
   */
  boxOf(square) {
    return (this._cells.get(square) ?? this.grid).getBoundingClientRect();
  }

  /**
   * The drawing of the stone on a square, or null.
   * @param {number} square
   */
  stoneOn(square) {
    const { x, y } = this.view.corner(square);
    const stone = this._ground.querySelector(`use[href="#stone"][x="${x}"][y="${y}"]`);
    return stone instanceof SVGElement ? stone : null;
  }

  /**
   * Shows the stone of a sequence where it has glided to.
   * @param {number[]} way the squares chosen so far
   */
  _showGlide([, landing, glide]) {
    const stone = landing === undefined || glide === undefined ? null : this.stoneOn(landing);
    for (const hidden of this._ground.querySelectorAll(".away")) if (hidden !== stone) hidden.classList.remove("away");
    this._glide.replaceChildren();
    if (!stone || glide === undefined) return;
    stone.classList.add("away");
    const { x, y } = this.view.corner(glide);
    this._glide.append(makeSvg("use", { href: "#stone", x, y }));
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

  /** @param {number} square */
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
      const line = make("div", { class: "row", role: "row" });
      for (let column = 0; column < this.view.files; column++) {
        const square = this.view.squareAt(row, column);
        if (square === null) continue;
        const cell = make("div", { class: "cell", role: "gridcell", tabindex: -1, "data-square": square });
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
      drawn.push(makeSvg("text", { x: this.view.centre(file).x, y: ranks * TILE + 35 }, fileName(file)));
    }
    for (let rank = 0; rank < ranks; rank++) {
      drawn.push(makeSvg("text", { x: -20, y: this.view.centre(rank * files).y + 8 }, String(rank + 1)));
    }
    return drawn;
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
    const premoved = new Set(this._marks.premoves.flat());
    for (const [square, cell] of this._cells) {
      const words = [this.describe(square)];
      if (way.includes(square)) words.push(TEXTS.selected);
      const target = next.get(square);
      if (target) words.push(TEXTS.targets[target.kind]);
      if (target?.odds) words.push(target.odds);
      if (premoved.has(square)) words.push(TEXTS.premoved);
      if (position.check === square) words.push(TEXTS.inCheck);
      const name = words.join(", ");
      if (cell.ariaLabel !== name) cell.ariaLabel = name;
      cell.ariaSelected = String(way.includes(square));
      cell.classList.toggle("movable", origins.has(square) || way.at(-1) === square);
      cell.classList.toggle("target", next.has(square));
    }
  }
}

/**
 * @param {Piece | undefined} one
 * @param {Piece | undefined} other
 */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
