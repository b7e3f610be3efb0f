// @ts-check
/** All about a world, in a dialog: its rules, its tiles, and how its pieces move on its board. */

import { byId, joinLines, make, makeHeadRow, makePicture, makeRow, onClick } from "./dom.js";
import { Question } from "./question.js";
import { TILE, View } from "./squares.js";
import { TEXTS } from "./texts.js";

/** @import { Answer, KindEntry as Kind, PictureEntry as Drawn, PieceMovesData as Moves } from "../page_types.js" */
/** @import { Request, Side, WorldPanelAnswer as Panel } from "../page_types.js" */

/**
 * A world: a variant by its name, or a world that the server has sent by its identity.
 * @typedef {{variant: string} | {world: string}} WorldName
 */

/** The margin of a diagram in units of the drawings. */
const MARGIN = 46;

export class WorldPanel {
  /** @param {(message: Request) => boolean} send */
  constructor(send) {
    this._send = send;
    this._question = new Question(send);
    /** @type {WorldName} */
    this._name = { variant: "" };
    /** @type {Panel | null} */
    this._panel = null;
    /** @type {Side} */
    this._side = "white";
    /** The diagrams by the numbers of their kinds. @type {Map<number, Diagram>} */
    this._diagrams = new Map();
    this._dialog = byId("world-dialog", HTMLDialogElement);
    this._content = byId("world-content");
    this._problem = byId("world-problem");
    onClick("world-close", () => this._dialog.close());
  }

  /** @param {WorldName} name */
  open(name) {
    this._name = name;
    this._side = "white";
    this._panel = null;
    byId("world-dialog-title").textContent = "";
    this._content.replaceChildren();
    this._complain(this._question.ask({ type: "world-panel", ...name }) ? "" : TEXTS.notConnected);
    this._dialog.showModal();
    this._dialog.scrollTop = 0;
  }

  /** @param {string} text */
  _complain(text) {
    this._problem.textContent = text;
  }

  /**
   * @param {string} about
   * @param {string} text
   */
  refuse(about, text) {
    if (about === "world-panel" ? this._question.isAnswered() : this._panel) this._complain(text);
  }

  /** Awaits nothing while there is no connection. */
  hold() {
    if (this._question.forget()) this._complain(TEXTS.notConnected);
  }

  /** @param {Answer} answer */
  receive(answer) {
    if (answer.type === "world-panel") {
      if (!this._question.isAnswered()) return;
      this._panel = answer;
      this._show(answer);
    } else if (answer.type === "piece-moves" && answer.variant === this._panel?.variant) {
      this._diagrams.get(answer.moves.kind)?.show(answer.moves);
    }
  }

  /** @param {Panel} panel */
  _show(panel) {
    byId("world-dialog-title").textContent = panel.title;
    this._diagrams.clear();
    const facts = make("dl");
    for (const { head, text } of panel.facts) facts.append(make("dt", "", head), make("dd", "", text));
    const rules = joinLines(panel.rules).split("\n\n").filter(Boolean);
    this._content.replaceChildren(
      make("p", "rules", [TEXTS.size(panel.files, panel.ranks), panel.source].filter(Boolean).join(" · ")),
      ...rules.map((text) => make("p", "", text)),
      make("h3", "", TEXTS.pieces),
      legend(panel.marks, false),
      this._sideChoice(),
      this._drawKinds(panel),
      ...(panel.rolls.length ? [make("h3", "", TEXTS.fights), ...drawFights(panel)] : []),
      make("h3", "", TEXTS.tiles),
      legend(panel.tiles, true),
      make("h3", "", TEXTS.moreRules),
      facts,
    );
  }

  _sideChoice() {
    const select = make("select", "", new Option(TEXTS.white, "white"), new Option(TEXTS.black, "black"));
    select.addEventListener("change", () => {
      this._side = select.value === "black" ? "black" : "white";
      for (const [kind, { square }] of this._diagrams) this._ask(kind, square);
    });
    return make("label", "inline", TEXTS.shownFor, select);
  }

  /** @param {Panel} panel */
  _drawKinds(panel) {
    const cards = panel.kinds.map((kind) => {
      const diagram = new Diagram(panel, (square) => this._ask(kind.moves.kind, square));
      this._diagrams.set(kind.moves.kind, diagram);
      diagram.show(kind.moves);
      const title = make("h4", "", TEXTS.kindTitle(kind.letter, kind.name, kind.is_royal));
      return make("section", "card kind", title, diagram.element, ...kindLines(kind));
    });
    return make("div", "kinds", ...cards);
  }

  /**
   * @param {number} piece
   * @param {number} square
   */
  _ask(piece, square) {
    const isSent = this._send({ type: "piece-moves", ...this._name, piece, side: this._side, square });
    this._complain(isSent ? "" : TEXTS.notConnected);
  }
}

/** How a piece moves from a square that the user can change. */
class Diagram {
  /**
   * @param {Panel} panel
   * @param {(square: number) => void} onSquare
   */
  constructor({ files, ranks }, onSquare) {
    this._view = new View(files, ranks, false);
    this.square = -1;
    this._image = make("img", "diagram");
    this._words = make("ul");
    const squares = Array.from({ length: files * ranks }, (_, square) => new Option(this._view.name(square), String(square)));
    this._choice = make("select", "", ...squares);
    const label = make("label", "inline", TEXTS.fromSquare, this._choice);
    const details = make("details", "", make("summary", "", TEXTS.inWords), this._words);
    this.element = make("div", "", this._image, label, details);
    this._choice.addEventListener("change", () => {
      const wanted = Number(this._choice.value);
      this._choice.value = String(this.square); // until it is known that a piece can stand there
      onSquare(wanted);
    });
    this._image.addEventListener("click", (event) => {
      const square = this._squareAt(event);
      if (square !== null) onSquare(square);
    });
  }

  /** @param {Moves} moves */
  show(moves) {
    this.square = moves.square;
    this._choice.value = String(moves.square);
    this._image.src = makePicture(moves.picture);
    this._image.alt = moves.words.join(" ");
    this._words.replaceChildren(...moves.words.map((line) => make("li", "", line)));
  }

  /** @param {MouseEvent} event */
  _squareAt({ clientX, clientY }) {
    const { files, ranks } = this._view;
    const { left, top, width, height } = this._image.getBoundingClientRect();
    const column = Math.floor((((clientX - left) / width) * (files * TILE + 2 * MARGIN) - MARGIN) / TILE);
    const row = Math.floor((((clientY - top) / height) * (ranks * TILE + 2 * MARGIN) - MARGIN) / TILE);
    return this._view.squareAt(row, column);
  }
}

/** @param {Kind} kind */
function kindLines(kind) {
  const { fighter } = kind;
  const lines = [TEXTS.betza(kind.betza)];
  if (kind.value) lines.push(TEXTS.value(kind.value));
  if (fighter) lines.push(TEXTS.fighterNumbers(fighter.hp, fighter.strikes), fighter.ability);
  return lines.filter(Boolean).map((line) => make("p", "rules", line));
}

/**
 * The damage of each face of the die, and the rules of rolls.
 * @param {Panel} panel
 */
function drawFights(panel) {
  const faces = panel.kinds[0]?.fighter?.damage.map((_, index) => String(index + 1)) ?? [];
  const rows = panel.kinds.map(({ name, fighter }) => makeRow(name, fighter?.damage ?? []));
  const table = make("table", "", makeHeadRow([TEXTS.damageFor, ...faces]), ...rows);
  const rolls = panel.rolls.map((line) => make("li", "", line));
  return [make("div", "scroll", table), make("ul", "", ...rolls)];
}

/**
 * @param {Drawn[]} entries
 * @param {boolean} isNamed whether their names are shown, too
 */
function legend(entries, isNamed) {
  const items = entries.map(({ name, text, picture }) => {
    const image = make("img", { src: makePicture(picture), alt: isNamed ? "" : name });
    const words = isNamed ? [make("b", "", `${name} `), text] : [text];
    return make("li", "", image, make("span", "", ...words));
  });
  return make("ul", "legend", ...items);
}
