// @ts-check
/**
 * What screen readers read out: one polite live region for all views. Each text is added to it once; when many come
 * at once, the last ones are read. An open modal dialog makes all outside of it inert: the region moves into it.
 */

import { make } from "./dom.js";

/** Texts that follow each other faster than this are added together, in milliseconds. */
const PAUSE = 150;
/**
 * The least time from one addition to the next while a person only watches: in a game of fast engines only the last
 * moves are read.
 */
const GAP = 1200;
/** How long a key or a click shows that what is said is waited for. */
const ACTIVE = 3000;
/** The most texts that are added together, and that stay. */
const MOST = 3;

export class Announcer {
  /** @param {HTMLElement} region */
  constructor(region) {
    this._region = region;
    /** @type {string[]} */
    this._waiting = [];
    this._timer = 0;
    this._added = -GAP;
    this._active = -ACTIVE;
    new MutationObserver(() => this._move()).observe(document.body, { subtree: true, attributeFilter: ["open"] });
    for (const kind of ["keydown", "pointerdown"]) {
      addEventListener(kind, () => (this._active = performance.now()), { capture: true, passive: true });
    }
  }

  /** Moves the region to where it is heard. */
  _move() {
    const place = openDialog() ?? document.body;
    if (this._region.parentElement !== place) place.append(this._region);
  }

  /**
   * Reads out whatever these elements show. Alerts are read out by themselves, unless a dialog makes them inert.
   * @param {Iterable<Element>} elements
   */
  listenTo(elements) {
    const observer = new MutationObserver((records) => {
      const dialog = openDialog();
      for (const element of new Set(records.map(({ target }) => target))) {
        const isAlert = element instanceof Element && element.getAttribute("role") === "alert";
        if (!isAlert || (dialog && !dialog.contains(element))) this.say(element.textContent ?? "");
      }
    });
    for (const element of elements) observer.observe(element, { childList: true });
  }

  /** @param {string} text */
  say(text) {
    if (!text) return;
    this._waiting.push(text);
    this._waiting.splice(0, this._waiting.length - MOST);
    const now = performance.now();
    const rest = now - this._active < ACTIVE ? 0 : this._added + GAP - now;
    if (!this._timer) this._timer = setTimeout(() => this._add(), Math.max(PAUSE, rest));
  }

  _add() {
    this._timer = 0;
    this._added = performance.now();
    this._region.append(...this._waiting.splice(0).map((text) => make("p", "", text)));
    while (this._region.childElementCount > MOST) this._region.firstElementChild?.remove();
  }
}

/** The modal dialog that is open, the last one if one is over another. */
function openDialog() {
  return [...document.querySelectorAll("dialog:modal")].at(-1);
}
