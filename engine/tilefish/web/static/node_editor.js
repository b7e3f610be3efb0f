// @ts-check
/** What can be done with the move that is shown: glyphs, a comment, and its place in the tree. */

import { choose } from "./dialogs.js";
import { byId, makeButton } from "./dom.js";
import { glyphSign, glyphWords, MOVE_GLYPHS, POSITION_GLYPHS } from "./glyphs.js";
import { TEXTS } from "./texts.js";

/** @import { AnalysisState as Analysis, Request } from "../page_types.js" */
/** @import { TreeModel } from "./tree_model.js" */

/** A comment is saved when nothing was typed for this time, in milliseconds. */
const COMMENT_DELAY = 700;

export class NodeEditor {
  /** @param {(request: Request) => boolean} ask */
  constructor(ask) {
    this._ask = ask;
    /** @type {Analysis | null} */
    this._analysis = null;
    /** @type {TreeModel | null} */
    this._tree = null;
    this._node = 0;
    /** The comment that was typed and is not sent yet, and its node. @type {{node: number, text: string} | null} */
    this._unsent = null;
    this._timer = 0;
    this._panel = byId("node-editor", HTMLDetailsElement);
    this._comment = byId("comment-field", HTMLTextAreaElement);
    this._promote = byId("promote-button", HTMLButtonElement);
    this._main = byId("main-line-button", HTMLButtonElement);
    this._delete = byId("delete-button", HTMLButtonElement);
    this._host = byId("host-button", HTMLButtonElement);
    /** @type {Map<number, HTMLButtonElement>} */
    this._glyphs = new Map();
    this._addGlyphs("move-glyphs", MOVE_GLYPHS);
    this._addGlyphs("position-glyphs", POSITION_GLYPHS);
    this._comment.addEventListener("input", () => this._typed());
    this._comment.addEventListener("change", () => this.flush());
    this._promote.addEventListener("click", () => this._send({ type: "promote", to_main: false }));
    this._main.addEventListener("click", () => this._send({ type: "promote", to_main: true }));
    this._host.addEventListener("click", () => this._send({ type: "host" }));
    this._delete.addEventListener("click", () => this._askToDelete());
  }

  /**
   * @param {Analysis} analysis
   * @param {TreeModel} tree
   * @param {number} id
   */
  show(analysis, tree, id) {
    const isOther = id !== this._node || analysis.id !== this._analysis?.id;
    if (isOther) this.flush();
    this._analysis = analysis;
    this._tree = tree;
    this._node = id;
    const node = tree.get(id);
    const isMove = node !== null && node.parent !== null;
    for (const [nag, button] of this._glyphs) {
      button.ariaPressed = String(node?.nags.includes(nag) ?? false);
      button.disabled = !isMove;
    }
    const isTyping = !isOther && document.activeElement === this._comment;
    if (!isTyping) this._comment.value = node?.comment ?? "";
    const isMain = tree.isMain(id);
    this._promote.disabled = this._main.disabled = !isMove || isMain;
    this._delete.disabled = !isMove;
    this._host.hidden = !analysis.has_host;
    this._host.disabled = !isMove || node.is_hosted || node.children.length > 0;
  }

  /** Opens it, and goes to its first field. */
  open() {
    this._panel.open = true;
    this._panel.scrollIntoView({ block: "nearest" });
    this._comment.focus();
  }

  /** Sends a comment that is still to be sent. Returns whether there was one. */
  flush() {
    clearTimeout(this._timer);
    const unsent = this._unsent;
    this._unsent = null;
    if (!unsent || !this._analysis) return false;
    return this._ask({ type: "comment", analysis: this._analysis.id, node: unsent.node, text: unsent.text });
  }

  _typed() {
    this._unsent = { node: this._node, text: this._comment.value };
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this.flush(), COMMENT_DELAY);
  }

  /**
   * @param {string} host
   * @param {readonly number[]} nags
   */
  _addGlyphs(host, nags) {
    for (const nag of nags) {
      const names = { title: glyphWords(nag), "aria-label": glyphWords(nag) };
      const button = makeButton(glyphSign(nag), () => this._send({ type: "glyph", nag }), names);
      this._glyphs.set(nag, button);
      byId(host).append(button);
    }
  }

  async _askToDelete() {
    const [tree, id] = [this._tree, this._node];
    const node = tree?.get(id);
    if (!node) return;
    if (node.children.length) {
      const answer = await choose(TEXTS.deleteMoves(node.san), [{ label: TEXTS.deleteFromHere }]);
      if (answer !== 0 || this._node !== id) return;
    }
    this._send({ type: "delete_move" });
  }

  /** @param {NodeWish} wish */
  _send(wish) {
    if (!this._analysis) return;
    this.flush();
    this._ask({ ...wish, analysis: this._analysis.id, node: this._node });
  }
}

/**
 * A request about the node that is shown, without what names it.
 * @typedef {{type: "promote", to_main: boolean} | {type: "host"} | {type: "delete_move"} | {type: "glyph", nag: number}} NodeWish
 */
