// @ts-check
/** Questions with a few answers. */

import { make, makeButton } from "./dom.js";
import { TEXTS } from "./texts.js";

/**
 * An answer: its text, more about it, and a picture.
 * @typedef {object} Option
 * @property {string} label
 * @property {string} [note]
 * @property {SVGElement | null} [picture]
 */

/**
 * How a question is asked.
 * @typedef {object} Manner
 * @property {DOMRect | null} [at] the square that it is about: pictures are then shown there
 * @property {string} [filter] the name of a field that filters many options by their texts
 * @property {string} [remarks] lines above the options
 */

/**
 * Asks the user to choose. Resolves to the index of the answer, or null if there is none.
 * @param {string} question
 * @param {Option[]} options
 * @param {Manner} [manner]
 * @returns {Promise<number | null>}
 */
export function choose(question, options, { at = null, filter = "", remarks = "" } = {}) {
  return new Promise((resolve) => {
    const list = make("div", options.some((option) => option.picture) ? "options pictures" : "options");
    /** @type {number | null} */
    let chosen = null;
    for (const [index, { label, note, picture }] of options.entries()) {
      const button = makeButton("", () => {
        chosen = index;
        dialog.close();
      });
      if (picture) button.append(picture);
      button.append(make("span", "", label));
      if (note) button.append(make("small", "", note));
      list.append(button);
    }
    const dialog = make("dialog", { class: "chooser", "aria-label": question }, make("h2", "", question));
    // It may have to be scrolled.
    if (remarks) dialog.append(make("p", { class: "rules scroll", tabindex: 0 }, remarks));
    if (filter) dialog.append(filterOf(list, filter));
    dialog.append(list, makeButton(TEXTS.cancel, () => dialog.close(), "plain"));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(chosen);
    });
    let isPressed = false; // the end of the tap that opened the dialog chooses nothing
    dialog.addEventListener("pointerdown", () => (isPressed = true), { capture: true });
    const ignoreRest = (/** @type {MouseEvent} */ event) => event.detail && !isPressed && event.stopImmediatePropagation();
    dialog.addEventListener("click", ignoreRest, { capture: true });
    document.body.append(dialog);
    dialog.showModal();
    if (at && options.some((option) => option.picture)) placeAt(dialog, at);
  });
}

/**
 * A field that hides what does not have its text.
 * @param {HTMLElement} list
 * @param {string} name
 */
function filterOf(list, name) {
  const field = make("input", { type: "search", placeholder: name, "aria-label": name });
  field.addEventListener("input", () => {
    const wanted = field.value.toLowerCase();
    for (const option of list.querySelectorAll("button")) {
      option.hidden = !option.textContent?.toLowerCase().includes(wanted);
    }
  });
  list.classList.add("scroll");
  return field;
}

/**
 * Shows a dialog as a column at a square, as far as the window allows.
 * @param {HTMLDialogElement} dialog
 * @param {DOMRect} square
 */
function placeAt(dialog, square) {
  dialog.classList.add("at-square");
  dialog.querySelector("h2")?.classList.add("unseen");
  dialog.style.setProperty("--square", `${square.width}px`);
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close()); // outside of it
  const { width, height } = dialog.getBoundingClientRect();
  const isBelow = square.top + square.height / 2 < innerHeight / 2;
  const left = square.left + square.width / 2 - width / 2;
  const top = isBelow ? square.top : square.bottom - height;
  dialog.style.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`;
  dialog.style.top = `${Math.max(4, Math.min(top, innerHeight - height - 4))}px`;
}
