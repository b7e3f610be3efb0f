// @ts-check
/** The board as a picture, in a dialog: SVG from the server, PNG made of it here, to copy and to download. */

import { byId, makePicture, onClick } from "./dom.js";
import { copyText } from "./files.js";
import { Question } from "./question.js";
import { TEXTS } from "./texts.js";

/** @import { Answer, ArrowData as Arrow } from "../page_types.js" */
/** @import { Page } from "./main.js" */

/** The most arrows that the server draws. */
const MOST_ARROWS = 64;

export class Pictures {
  /** @param {Page} page */
  constructor(page) {
    this._page = page;
    this._question = new Question(page.send);
    this._name = "";
    this._svg = "";
    this._dialog = byId("picture-dialog", HTMLDialogElement);
    this._image = byId("picture", HTMLImageElement);
    this._note = byId("picture-note");
    this._uses = ["download-svg", "download-png", "copy-svg", "copy-png"].map((id) => byId(id, HTMLButtonElement));
    onClick("picture-close", () => this._dialog.close());
    onClick("download-svg", () => this._download("svg", new Blob([this._svg], { type: "image/svg+xml" })));
    onClick("download-png", () => {
      this._drawPng().then((png) => this._download("png", png), () => this._complain(TEXTS.cannotDraw));
    });
    onClick("copy-png", () => this._copy());
    onClick("copy-svg", async () => this._complain((await copyText(this._svg)) ? TEXTS.copied : TEXTS.notCopied));
  }

  /** Opens the dialog with the board as it is shown. */
  open() {
    const { world, position, isFlipped, marks, drawing } = this._page.boardView;
    if (!world || !position) return;
    this._name = `${world.name}-${plies(position.fen)}`;
    this._take("");
    this._image.removeAttribute("src");
    this._complain("");
    const arrows = [
      ...drawing.shapes.map(({ origin, target, colour }) => ({ origin, target, ink: colour })),
      ...inked([marks.hint, ...marks.lines.slice(0, 1)], "strong"),
      ...inked([marks.thinking, ...marks.lines.slice(1)], "faint"),
    ].slice(0, MOST_ARROWS);
    const { last, fen } = position;
    const { coordinates } = this._page.settings;
    const wish = /** @type {const} */ ({ type: "picture", world: world.id, fen, last, arrows, flipped: isFlipped, coordinates });
    if (!this._question.ask(wish)) this._complain(TEXTS.notConnected);
    this._image.alt = `${world.title}, ${fen}`;
    this._dialog.showModal();
  }

  /** @param {string} text */
  _complain(text) {
    this._note.textContent = text;
  }

  /** @param {string} text */
  refuse(text) {
    if (this._question.isAnswered()) this._complain(text);
  }

  /** Awaits nothing while there is no connection. */
  hold() {
    if (this._question.forget()) this._complain(TEXTS.notConnected);
  }

  /** @param {Answer} answer */
  receive(answer) {
    if (answer.type !== "picture" || !this._question.isAnswered()) return;
    this._take(answer.svg);
    this._image.src = makePicture(answer.svg);
  }

  /** @param {string} svg the picture, or "" while it is on its way */
  _take(svg) {
    this._svg = svg;
    for (const button of this._uses) button.disabled = !svg;
  }

  /**
   * @param {string} ending
   * @param {Blob} content
   */
  _download(ending, content) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(content);
    link.download = `${this._name}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    this._complain(TEXTS.saved(link.download));
  }

  async _copy() {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": this._drawPng() })]);
      this._complain(TEXTS.copied);
    } catch {
      this._complain(TEXTS.notCopied);
    }
  }

  /**
   * The picture as PNG, as large as the SVG says.
   * @returns {Promise<Blob>}
   */
  async _drawPng() {
    await this._image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = this._image.naturalWidth;
    canvas.height = this._image.naturalHeight;
    canvas.getContext("2d")?.drawImage(this._image, 0, 0);
    return new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser draws no PNG"))), "image/png");
    });
  }
}

/**
 * Arrows from the first to the last square of moves.
 * @param {number[][]} moves
 * @param {Arrow["ink"]} ink
 * @returns {Arrow[]}
 */
function inked(moves, ink) {
  return moves.flatMap((squares) => {
    const [origin, target] = [squares[0], squares.at(-1)];
    return origin === undefined || target === undefined ? [] : [{ origin, target, ink }];
  });
}

/**
 * The number of plies that the counters of a FEN mean.
 * @param {string} fen
 */
function plies(fen) {
  const [, turn, , , , number] = fen.split(" ");
  return 2 * ((Number(number) || 1) - 1) + (turn === "b" ? 1 : 0);
}
