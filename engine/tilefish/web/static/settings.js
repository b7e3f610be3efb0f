// @ts-check
/** The user's settings: kept in this browser, shown in a dialog, applied to the page. */

import { byId } from "./dom.js";

/**
 * @typedef {object} Settings
 * @property {string} theme "auto", "dark", "light" or "contrast"
 * @property {boolean} letters letters instead of pictures
 * @property {boolean} coordinates
 * @property {boolean} animation
 */

/** @type {Readonly<Settings>} */
const DEFAULTS = { theme: "auto", letters: false, coordinates: true, animation: true };

/**
 * What the browser keeps under a name, or null. A browser may forbid that.
 * @param {string} name
 * @returns {any}
 */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(`tilefish.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Lets the browser keep something under a name.
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(`tilefish.${name}`, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the settings last as long as the page.
  }
}

/**
 * Reads the settings, fills the dialog, and reports every change.
 * @param {(settings: Settings) => void} onChange
 * @returns {Settings}
 */
export function openSettings(onChange) {
  /** @type {Settings} */
  const settings = { ...DEFAULTS, ...recall("settings") };
  const dialog = byId("settings-dialog", HTMLDialogElement);
  const theme = byId("setting-theme", HTMLSelectElement);
  theme.value = settings.theme;
  const boxes = /** @type {const} */ (["letters", "coordinates", "animation"]);
  for (const name of boxes) byId(`setting-${name}`, HTMLInputElement).checked = settings[name];
  document.documentElement.dataset.theme = settings.theme;

  byId("settings-button", HTMLButtonElement).addEventListener("click", () => dialog.showModal());
  byId("settings-close", HTMLButtonElement).addEventListener("click", () => dialog.close());
  dialog.addEventListener("change", () => {
    settings.theme = theme.value;
    for (const name of boxes) settings[name] = byId(`setting-${name}`, HTMLInputElement).checked;
    document.documentElement.dataset.theme = settings.theme;
    keep("settings", settings);
    onChange(settings);
  });
  return settings;
}
