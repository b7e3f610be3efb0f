// @ts-check
/** The tree of an analysis as the page knows it: nodes by their identities. The server edits it. */

/** @import { NodeData as TreeNode } from "../page_types.js" */

export class TreeModel {
  /** @param {TreeNode[]} nodes the first one is the root */
  constructor(nodes) {
    /** @type {Map<number, TreeNode>} */
    this._nodes = new Map(nodes.map((node) => [node.id, node]));
    this.root = nodes[0]?.id ?? 0;
  }

  /**
   * Takes nodes that are new or have changed, and drops one with all that follow it.
   * @param {TreeNode[]} nodes
   * @param {number | null} deleted
   */
  update(nodes, deleted) {
    if (deleted !== null) this._drop(deleted);
    for (const node of nodes) this._nodes.set(node.id, node);
  }

  /** @param {number} id */
  _drop(id) {
    const waiting = [id];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      waiting.push(...(this._nodes.get(at)?.children ?? []));
      this._nodes.delete(at);
    }
  }

  /** @param {number} id */
  get(id) {
    return this._nodes.get(id) ?? null;
  }

  get size() {
    return this._nodes.size - 1;
  }

  /**
   * The nodes behind a node, the main line first.
   * @param {number} id
   */
  children(id) {
    return (this.get(id)?.children ?? []).flatMap((child) => this.get(child) ?? []);
  }

  /**
   * The moves from the start to a node.
   * @param {number} id
   */
  line(id) {
    const nodes = [];
    for (let node = this.get(id); node && node.parent !== null; node = this.get(node.parent)) nodes.push(node);
    return nodes.reverse();
  }

  /**
   * Where a line of moves leads, as far as the tree has it.
   * @param {TreeNode[]} line
   */
  follow(line) {
    let at = this.root;
    for (const { uci } of line) {
      const next = this.children(at).find((child) => child.uci === uci);
      if (!next) break;
      at = next.id;
    }
    return at;
  }

  /**
   * The end of the main line behind a node.
   * @param {number} id
   */
  end(id) {
    let at = id;
    for (let next = this.children(at)[0]; next; next = this.children(at)[0]) at = next.id;
    return at;
  }

  /**
   * The variation before or behind that of a node, in the position before it; the node itself if there is none.
   * @param {number} id
   * @param {-1 | 1} step
   */
  sibling(id, step) {
    const parent = this.get(id)?.parent;
    if (parent === null || parent === undefined) return id;
    const ids = this.get(parent)?.children ?? [];
    return ids[ids.indexOf(id) + step] ?? id;
  }

  /** @param {number} id */
  isMain(id) {
    return this.line(id).every((node) => node.parent !== null && this.get(node.parent)?.children[0] === node.id);
  }
}
