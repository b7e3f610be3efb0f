// @ts-check
/** The tools of the position editor: a hand, an eraser, void, and all pieces of both sides. */

import { byId, make, makeSvg } from "./dom.js";
import { pictureOf } from "./pieces.js";
import { SIDES } from "./squares.js";
import { TEXTS } from "./texts.js";

/** @import { BoardWorld as World } from "../page_types.js" */
/** @import { Settings } from "./settings.js" */

export const HAND = "hand";
export const ERASER = "";
const VOID = "*";

/** How far a pointer may go, in pixels, before a click becomes a drag. */
const DRAG_FROM = 6;

export class Palette {
  /**
   * @param {Settings} settings
   * @param {(letter: string, event: PointerEvent) => void} onDrop a tool was dragged to a point of the window
   */
  constructor(settings, onDrop) {
    this._settings = settings;
    this._onDrop = onDrop;
    this._host = byId("palette");
    this._drawn = "";
    /** @type {Map<string, HTMLInputElement>} by what they put on a square */
    this._inputs = new Map();
  }

  /** What a click on a square puts there, or `HAND`. */
  get tool() {
    return [...this._inputs].find(([, input]) => input.checked)?.[0] ?? HAND;
  }

  /**
   * Chooses the tool of a key. Returns whether there is one.
   * @param {string} key
   */
  choose(key) {
    const input = this._inputs.get({ Escape: HAND, ".": ERASER }[key] ?? key);
    if (input) input.checked = true;
    return Boolean(input);
  }

  /** @param {World} world */
  show(world) {
    const { letters } = this._settings;
    const look = JSON.stringify([world.name, world.kinds, letters]);
    if (look === this._drawn) return;
    this._drawn = look;
    const tool = this.tool;
    this._inputs.clear();
    const rows = [make("div", "tools",
      this._draw(HAND, TEXTS.moveTool, sign("M30 55V34a6 6 0 0112 0v16V24a6 6 0 0112 0v26V30a6 6 0 0112 0v24l5-9c6-6 12 0 9 6L68 80H42z")),
      this._draw(ERASER, TEXTS.eraseTool, sign("M28 28L72 72M72 28L28 72")),
      this._draw(VOID, TEXTS.voidTool, sign("M22 22h56v56h-56zM36 40h.1M60 34h.1M46 62h.1M66 66h.1")),
    )];
    for (const side of SIDES) {
      rows.push(make("div", "tools", ...world.kinds.map(({ name, letter }, index) => {
        const sent = side === "white" ? letter.toUpperCase() : letter.toLowerCase();
        return this._draw(sent, TEXTS.piece(side, name), pictureOf(`${side[0]}${index}`, letter, side, letters));
      })));
    }
    this._host.replaceChildren(...rows);
    (this._inputs.get(tool) ?? this._inputs.get(HAND))?.click();
  }

  /**
   * @param {string} letter
   * @param {string} name
   * @param {SVGElement} picture
   */
  _draw(letter, name, picture) {
    const input = make("input", { type: "radio", name: "tool", value: letter, "aria-label": name });
    const label = make("label", { class: "tool", title: name }, input, picture);
    this._inputs.set(letter, input);
    if (letter !== HAND) label.addEventListener("pointerdown", (event) => this._pressed(event, letter, picture));
    return label;
  }

  /**
   * @param {PointerEvent} start
   * @param {string} letter
   * @param {SVGElement} picture
   */
  _pressed(start, letter, picture) {
    const label = start.currentTarget;
    if (!start.isPrimary || start.button !== 0 || !(label instanceof HTMLElement)) return;
    label.setPointerCapture(start.pointerId);
    /** @type {HTMLElement | null} */
    let ghost = null;
    label.onpointermove = ({ clientX: x, clientY: y }) => {
      if (!ghost && Math.hypot(x - start.clientX, y - start.clientY) < DRAG_FROM) return;
      if (!ghost) document.body.append((ghost = make("div", "ghost", picture.cloneNode(true))));
      ghost.style.translate = `${x}px ${y}px`;
    };
    label.onpointerup = label.onpointercancel = (event) => {
      label.onpointermove = label.onpointerup = label.onpointercancel = null;
      if (ghost && event.type === "pointerup") this._onDrop(letter, event);
      ghost?.remove();
    };
  }
}

/** @param {string} d */
function sign(d) {
  return makeSvg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", class: "sign" }, makeSvg("path", { d }));
}
