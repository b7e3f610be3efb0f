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
 * Asks the user to choose. Resolves to the index of the answer, or null if there is none.
 * @param {string} question
 * @param {Option[]} options
 * @returns {Promise<number | null>}
 */
export function choose(question, options) {
  return new Promise((resolve) => {
    const dialog = make("dialog", "chooser");
    const title = make("h2", "", question);
    title.id = "chooser-title";
    dialog.setAttribute("aria-labelledby", title.id);
    const list = make("div", options.some((option) => option.picture) ? "options pictures" : "options");
    /** @type {number | null} */
    let chosen = null;
    for (const [index, option] of options.entries()) {
      const button = makeButton("", () => {
        chosen = index;
        dialog.close();
      });
      if (option.picture) button.append(option.picture);
      button.append(make("span", "", option.label));
      if (option.note) button.append(make("small", "", option.note));
      list.append(button);
    }
    dialog.append(title, list, makeButton(TEXTS.cancel, () => dialog.close(), "plain"));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
