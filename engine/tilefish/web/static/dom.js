// @ts-check
/** Short ways to find and to make elements. Texts are always set as text, never as markup. */

/** @import { Side } from "../page_types.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * The element of the page with an id.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
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
  byId(id, HTMLButtonElement).addEventListener("click", action);
}

/**
 * Does something when a form is sent off, which stays on the page.
 * @param {string} id
 * @param {() => void} action
 */
export function onSubmit(id, action) {
  byId(id, HTMLFormElement).addEventListener("submit", (event) => {
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
 * Sets a text, if it is another one: the page is not laid out again for nothing.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * A new element with a class and a text.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} [className]
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, className = "", text = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/**
 * @param {string} text
 * @param {() => void} action
 * @param {string} [className]
 */
export function makeButton(text, action, className = "") {
  const button = make("button", className, text);
  button.type = "button";
  button.addEventListener("click", action);
  return button;
}

/**
 * A new SVG element with attributes and children.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {Node[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
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

/**
 * The buttons of the view that is seen, by the words in their `data-command`.
 * @returns {Map<string, HTMLButtonElement>}
 */
export function commandButtons() {
  const found = new Map();
  for (const button of document.querySelectorAll("main:not([hidden]) button[data-command]")) {
    found.set(button.getAttribute("data-command"), button);
  }
  return found;
}

/** The evaluation that the view shows, in words, or "". */
export function shownScore() {
  return document.querySelector("main:not([hidden]) [role=meter]:not([hidden])")?.getAttribute("aria-valuetext") ?? "";
}

/** Whether animations are unwanted. */
export function reducesMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
