// @ts-check
/**
 * The moves of an analysis as text, variations indented below the moves that they replace. Each move is a button;
 * the Tab key reaches the current one.
 */

import { make, makeButton, moveNumber } from "./dom.js";
import { glyphSign, glyphWords } from "./glyphs.js";
import { TEXTS } from "./texts.js";

/** @import { NodeData as TreeNode } from "../page_types.js" */
/** @import { TreeModel } from "./tree_model.js" */

export class MoveTree {
  /**
   * @param {HTMLElement} host
   * @param {(id: number) => void} onGo
   * @param {(id: number) => void} onEdit
   */
  constructor(host, onGo, onEdit) {
    this._host = host;
    this._onGo = onGo;
    /** @type {Map<number, HTMLButtonElement>} */
    this._buttons = new Map();
    /** What decides the place of each move. @type {Map<number, string>} */
    this._shown = new Map();
    this._current = 0;
    /** @type {TreeModel | null} */
    this._tree = null;
    new ResizeObserver(() => this._scrollToCurrent()).observe(host);
    host.addEventListener("contextmenu", (event) => {
      const id = idOf(event.target);
      if (id === null) return;
      event.preventDefault();
      onEdit(id);
    });
  }

  /** @param {TreeModel} tree */
  show(tree) {
    this._tree = tree;
    const hadFocus = this._host.contains(document.activeElement);
    this._buttons.clear();
    this._shown.clear();
    const root = tree.get(tree.root);
    const start = [this._move(root, TEXTS.startOfMoves, "start"), ...(root?.comment ? [" ", comment(root.comment)] : [])];
    this._host.replaceChildren(...this._line(tree.root, start, true));
    this.select(this._current, hadFocus);
  }

  /**
   * Draws what has changed. A new move at the end of a line, and other annotations, are drawn alone.
   * @param {TreeNode[]} nodes
   * @param {number | null} deleted
   */
  update(nodes, deleted) {
    if (!this._tree) return;
    const [parent, child] = nodes;
    const last = this._buttons.get(parent?.id ?? -1);
    const isNew = child && !this._buttons.has(child.id) && parent?.children.length === 1 && nodes.length === 2;
    if (isNew && deleted === null && parent.parent !== null && last && !last.nextSibling) {
      last.parentElement?.append(" ", ...this._words(child, child.side === "white"));
      this._shown.set(parent.id, shapeOf(parent));
    } else if (deleted === null && nodes.every((node) => this._shown.get(node.id) === shapeOf(node))) {
      for (const node of nodes) this._annotate(node);
      this.select(this._current);
    } else {
      this.show(this._tree);
    }
  }

  /**
   * Draws a move again whose annotations have changed.
   * @param {TreeNode} node
   */
  _annotate(node) {
    const button = this._buttons.get(node.id);
    if (!button) return;
    const hadFocus = button === document.activeElement;
    const isRoot = node.parent === null;
    const number = button.querySelector(".number")?.textContent ?? "";
    if (node.comment) button.nextElementSibling?.replaceWith(comment(node.comment));
    button.replaceWith(this._move(node, isRoot ? TEXTS.startOfMoves : node.san, button.className, number));
    if (hadFocus) this.focus();
  }

  /**
   * Highlights the current node, and scrolls to it.
   * @param {number} id
   * @param {boolean} isFocused
   */
  select(id, isFocused = this._host.contains(document.activeElement)) {
    const before = this._buttons.get(this._current);
    before?.removeAttribute("aria-current");
    before?.setAttribute("tabindex", "-1");
    this._current = id;
    const now = this._buttons.get(id);
    if (!now) return;
    now.setAttribute("aria-current", "true");
    now.tabIndex = 0;
    if (isFocused) now.focus({ preventScroll: true });
    this._scrollToCurrent();
  }

  focus() {
    this._buttons.get(this._current)?.focus();
  }

  /** Scrolls the list, never the page. */
  _scrollToCurrent() {
    const button = this._buttons.get(this._current);
    if (!button) return;
    const [frame, place] = [this._host.getBoundingClientRect(), button.getBoundingClientRect()];
    if (place.top < frame.top) this._host.scrollTop += place.top - frame.top - frame.height / 3;
    else if (place.bottom > frame.bottom) this._host.scrollTop += place.bottom - frame.bottom + frame.height / 3;
  }

  /**
   * The line behind a node, with its variations.
   * @param {number} from
   * @param {(Node | string)[]} lead what stands before it
   * @param {boolean} isInterrupted whether a move of Black needs its number
   */
  _line(from, lead, isInterrupted) {
    /** @type {Node[]} */
    const blocks = [];
    let text = make("p", "line", ...lead);
    const next = (/** @type {number} */ id) => this._tree?.children(id) ?? [];
    for (let [main, ...others] = next(from); main; [main, ...others] = next(main.id)) {
      if (text.hasChildNodes()) text.append(" ");
      text.append(...this._words(main, isInterrupted || main.side === "white"));
      isInterrupted = Boolean(main.comment) || others.length > 0;
      if (!others.length) continue;
      blocks.push(text, make("ul", "variations", ...others.map((other) => this._variation(other))));
      text = make("p", "line");
    }
    return text.hasChildNodes() ? [...blocks, text] : blocks;
  }

  /** @param {TreeNode} first */
  _variation(first) {
    return make("li", "", ...this._line(first.id, this._words(first, true), Boolean(first.comment)));
  }

  /**
   * A move with its number, and its comment.
   * @param {TreeNode} node
   * @param {boolean} isNumbered
   */
  _words(node, isNumbered) {
    const number = isNumbered ? moveNumber(node.number, node.side) : "";
    /** @type {(Node | string)[]} */
    const words = [this._move(node, node.san, "", number)];
    if (node.comment) words.push(" ", comment(node.comment));
    return words;
  }

  /**
   * @param {TreeNode | null} node
   * @param {string} text
   * @param {string} className
   * @param {string} [number]
   */
  _move(node, text, className, number = "") {
    const id = node?.id ?? 0;
    const button = makeButton("", () => this._onGo(id), { class: className, "data-node": id, tabindex: -1 });
    if (number) button.append(make("span", "number", number));
    const signs = (node?.nags ?? []).map((nag) => make("span", { class: "glyph", "data-nag": nag }, glyphSign(nag)));
    button.append(text, ...signs);
    if (node?.evaluation) button.append(make("small", "", node.evaluation.text));
    if (node?.san) button.ariaLabel = describeMove(node);
    this._buttons.set(id, button);
    if (node) this._shown.set(id, shapeOf(node));
    return button;
  }
}

/** Commands of other programs, such as `[%mdl 512]`. */
const COMMANDS = /\[%[^[\]]*\]\s*/g;

/** @param {string} text */
function comment(text) {
  return make("span", "comment", text.replace(COMMANDS, "").trim());
}

/**
 * What decides the place of a move and of those around it: behind a comment, a move of Black has its number.
 * @param {TreeNode} node
 */
function shapeOf(node) {
  return `${node.parent} ${Boolean(node.comment)} ${node.children}`;
}

/**
 * A move in words: `12… Nf6, mistake, +0.35`.
 * @param {TreeNode} node
 */
function describeMove(node) {
  const number = moveNumber(node.number, node.side);
  const seen = `${node.san}${node.nags.map(glyphSign).join("")}${node.evaluation ? ` ${node.evaluation.text}` : ""}`;
  return [`${number} ${seen}`, ...node.nags.map(glyphWords)].join(", ");
}

/** @param {EventTarget | null} target */
function idOf(target) {
  const button = target instanceof Element ? target.closest("button") : null;
  return button?.dataset.node === undefined ? null : Number(button.dataset.node);
}
