// @ts-check
/** The user's settings: kept in this browser, shown in a dialog, applied to the page. */

import { byId, onClick } from "./dom.js";

/**
 * Each has an element with `data-setting` in the dialog.
 * @typedef {object} Settings
 * @property {string} theme "auto", "dark", "light" or "contrast"
 * @property {boolean} letters letters instead of pictures
 * @property {boolean} coordinates
 * @property {boolean} animation
 * @property {boolean} sounds
 * @property {boolean} evaluation the bar and the graph in games of engines and finished games
 * @property {boolean} overlay what the search does, at the bottom of the window
 * @property {boolean} fits whether the board is as large as the window allows
 * @property {number} size the size of another board, in hundredths of that
 */

/** @type {Readonly<Settings>} */
const DEFAULTS = {
  theme: "auto",
  letters: false,
  coordinates: true,
  animation: true,
  sounds: true,
  evaluation: true,
  overlay: false,
  fits: true,
  size: 80,
};
const THEMES = ["auto", "dark", "light", "contrast"];
const [SMALLEST, LARGEST] = [40, 100];

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
  const settings = read(recall("settings"));
  const dialog = byId("settings-dialog", HTMLDialogElement);
  const fields = [...dialog.querySelectorAll("[data-setting]")].filter(isField);
  for (const field of fields) fill(field, settings);
  apply(settings);

  onClick("settings-button", () => dialog.showModal());
  onClick("settings-close", () => dialog.close());
  dialog.addEventListener("input", ({ target }) => {
    if (!isField(target)) return;
    take(target, settings);
    apply(settings);
    keep("settings", settings);
    onChange(settings);
  });
  return settings;
}

/**
 * Settings as they were kept, or the usual ones: a browser may have kept those of another version.
 * @param {unknown} kept
 * @returns {Settings}
 */
function read(kept) {
  const found = /** @type {Record<string, unknown>} */ (typeof kept === "object" && kept ? kept : {});
  const same = Object.entries(DEFAULTS).filter(([name, usual]) => typeof found[name] === typeof usual);
  const settings = { ...DEFAULTS, ...Object.fromEntries(same.map(([name]) => [name, found[name]])) };
  if (!THEMES.includes(settings.theme)) settings.theme = DEFAULTS.theme;
  if (!(settings.size >= SMALLEST && settings.size <= LARGEST)) settings.size = DEFAULTS.size;
  return settings;
}

/** @param {Settings} settings */
function apply(settings) {
  const page = document.documentElement;
  page.dataset.theme = settings.theme;
  page.style.setProperty("--board-scale", String(settings.fits ? 1 : settings.size / 100));
  const size = document.querySelector('[data-setting="size"]');
  if (size instanceof HTMLInputElement) size.disabled = settings.fits;
}

/**
 * @param {EventTarget | null} element
 * @returns {element is HTMLInputElement | HTMLSelectElement}
 */
function isField(element) {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
}

/**
 * @param {HTMLInputElement | HTMLSelectElement} field
 * @param {Settings} settings
 */
function fill(field, settings) {
  const value = settings[/** @type {keyof Settings} */ (field.dataset.setting)];
  if (typeof value === "boolean" && field instanceof HTMLInputElement) field.checked = value;
  else field.value = String(value);
}

/**
 * @param {HTMLInputElement | HTMLSelectElement} field
 * @param {Settings} settings
 */
function take(field, settings) {
  const name = /** @type {keyof Settings} */ (field.dataset.setting);
  const value = { boolean: field instanceof HTMLInputElement && field.checked, number: Number(field.value), string: field.value };
  Object.assign(settings, { [name]: value[/** @type {keyof typeof value} */ (typeof DEFAULTS[name])] });
}
