// @ts-check
/** Short ways to find and to make elements. Texts are always set as text, never as markup. */

/** @import { Side } from "../page_types.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * The element of the page with an id; `kind` is for what only elements of that kind have.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function byId(id, kind = /** @type {any} */ (HTMLElement)) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return found;
}

/**
 * Does something when a button of the page is clicked.
 * @param {string} id
 * @param {() => void} action
 */
export function onClick(id, action) {
  byId(id).addEventListener("click", action);
}

/**
 * Does something when a form is sent off, which stays on the page.
 * @param {string} id
 * @param {() => void} action
 */
export function onSubmit(id, action) {
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    action();
  });
}

/**
 * Does something with what is typed into the field of a form, and empties that.
 * @param {string} form
 * @param {string} field
 * @param {(text: string) => void} action
 */
export function onEntry(form, field, action) {
  const input = byId(field, HTMLInputElement);
  onSubmit(form, () => {
    if (input.value.trim()) action(input.value.trim());
    input.value = "";
  });
}

/**
 * Does something with the file that is chosen when a button is clicked.
 * @param {string} button
 * @param {string} field
 * @param {(file: File) => void} action
 */
export function onFile(button, field, action) {
  const input = byId(field, HTMLInputElement);
  onClick(button, () => input.click());
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) action(file);
    input.value = "";
  });
}

/**
 * Sets a text, if it is another one: the page is not laid out again for nothing.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Attributes of a new element, or only its class. @typedef {string | Record<string, string | number>} Attributes */

/**
 * @template {Element} T
 * @param {T} element
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
function fill(element, attributes, children) {
  const named = typeof attributes === "string" ? attributes && { class: attributes } : attributes;
  for (const [name, value] of Object.entries(named)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * A new element with elements and texts in it.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} children
 */
export function make(tag, attributes = "", ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * @param {string} text
 * @param {() => void} action
 * @param {Attributes} [attributes]
 */
export function makeButton(text, action, attributes) {
  const button = make("button", attributes, text);
  button.type = "button";
  button.addEventListener("click", action);
  return button;
}

/** @param {string[]} heads of the columns */
export function makeHeadRow(heads) {
  return make("tr", "", ...heads.map((head) => make("th", { scope: "col" }, head)));
}

/**
 * @param {string} head of the row
 * @param {unknown[]} cells
 * @param {Attributes} [attributes]
 */
export function makeRow(head, cells, attributes) {
  return make("tr", attributes, make("th", { scope: "row" }, head), ...cells.map((cell) => make("td", "", String(cell))));
}

/**
 * A new SVG element with elements and texts in it.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} children
 */
export function makeSvg(tag, attributes = "", ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Puts a piece, in its square, above all others.
 * @param {Element} drawing
 */
export function raise({ parentElement: square }) {
  if (square) square.parentElement?.append(square);
}

/**
 * The nodes of a drawing that the server has sent.
 * @param {string} drawing
 * @returns {Node[]}
 */
export function parseSvg(drawing) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${drawing}</svg>`, "image/svg+xml");
  if (parsed.querySelector("parsererror")) throw new Error("the server sent a drawing that is not SVG");
  return [...parsed.documentElement.childNodes].map((node) => document.importNode(node, true));
}

/**
 * The address of a drawing as a picture of its own, which shares no names with the page.
 * @param {string} svg
 */
export function makePicture(svg) {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/**
 * The number of a move as it stands before it: `12.` or `12…`.
 * @param {number} number
 * @param {Side} side
 */
export function moveNumber(number, side) {
  return `${number}${side === "white" ? "." : "…"}`;
}

/**
 * A text in paragraphs: single line ends become spaces.
 * @param {string} text
 */
export function joinLines(text) {
  return text.trim().replace(/([^\n])\n(?!\n)/g, "$1 ");
}

/** Whether animations are unwanted. */
export function reducesMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
