// @ts-check
/** A small picture of a position, for what a line leads to. It says nothing to screen readers: its line does. */

import { make, makeSvg, parseSvg } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { TILE, View } from "./squares.js";

/** @import { BoardWorld, PositionData } from "../page_types.js" */

export class MiniBoard {
  /** @param {HTMLElement} host */
  constructor(host) {
    this._ground = makeSvg("g");
    this._marks = makeSvg("g");
    this._pieces = makeSvg("g");
    this._svg = makeSvg("svg", "", this._ground, this._marks, this._pieces);
    this._caption = make("figcaption");
    this._element = make("figure", { class: "mini-board", "aria-hidden": "true", hidden: "" }, this._svg, this._caption);
    this._drawn = "";
    host.append(this._element);
  }

  /**
   * Shows a position of a world that the board of the page shows, too: pieces and patterns are drawn there.
   * @param {BoardWorld} world
   * @param {PositionData} position
   * @param {boolean} isFlipped
   * @param {boolean} letters
   * @param {string} caption
   */
  show(world, position, isFlipped, letters, caption) {
    const view = new View(world.files, world.ranks, isFlipped);
    this._svg.setAttribute("viewBox", `0 0 ${world.files * TILE} ${world.ranks * TILE}`);
    const ground = isFlipped ? world.flipped_ground : world.ground;
    if (this._drawn !== ground) {
      this._drawn = ground;
      this._ground.replaceChildren(...parseSvg(ground).filter((node) => node.nodeName !== "defs"));
    }
    this._marks.replaceChildren(
      ...[...new Set(position.last)].map((square) => {
        const { x, y } = view.corner(square);
        return makeSvg("rect", { class: "mark last", x, y, width: TILE, height: TILE });
      }),
    );
    this._pieces.replaceChildren(
      ...position.pieces.map((piece) => {
        const { x, y } = view.corner(piece.square);
        return makeSvg("g", { transform: `translate(${x} ${y})` }, drawPiece(piece, letters));
      }),
    );
    this._caption.textContent = caption;
    this._element.hidden = false;
  }

  hide() {
    this._element.hidden = true;
  }
}
