// @ts-check
/** A die on the board: it rolls, shows its face for a while, and goes. */

import { makeSvg } from "./dom.js";

/** @import { Board } from "./board.js" */

/** Milliseconds. */
export const ROLLING = 550;
const SHOWN = 1300;
const FADE = 300;
/** How many faces flash by while it rolls. */
const FLASHES = 7;
const SIZE = 62;
/** Where the pips of each face are: the places of a grid of three by three, from 0. */
const PIPS = ["", "4", "26", "246", "0268", "02468", "023568"];

/**
 * A face of a die as a drawing with its middle at 0, 0. Dice with more than six faces have numbers.
 * @param {number} face
 * @param {number} faces
 */
function drawFace(face, faces) {
  const half = SIZE / 2;
  const body = makeSvg("rect", { class: "die-body", x: -half, y: -half, width: SIZE, height: SIZE, rx: 13 });
  const pips = faces <= 6 ? PIPS[face] : undefined;
  if (!pips) {
    return makeSvg("g", "die", body, makeSvg("text", { class: "die-number", x: 0, y: 13 }, String(face)));
  }
  const dots = [...pips].map((at) => makeSvg("circle", { cx: ((+at % 3) - 1) * 17, cy: (Math.floor(+at / 3) - 1) * 17, r: 6.5 }));
  return makeSvg("g", "die", body, ...dots);
}

/**
 * A small picture of a die for a text.
 * @param {number} face
 * @param {number} faces
 */
export function pictureOfDie(face, faces) {
  const half = SIZE / 2 + 3;
  const box = { class: "small-die", viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`, "aria-hidden": "true" };
  return makeSvg("svg", box, drawFace(face, faces));
}

/**
 * Rolls a die over a square. What comes after the roll starts after `delay` and `ROLLING`.
 * @param {Board} board
 * @param {number} square
 * @param {{face: number, faces: number}} roll
 * @param {number} delay milliseconds
 * @param {boolean} isStill whether nothing may move: the face is only shown
 */
export function rollDie(board, square, { face, faces }, delay, isStill) {
  const { x, y } = board.view.centre(square);
  const place = makeSvg("g", { transform: `translate(${x} ${y - 26})` });
  board.effects.append(place);
  if (isStill) {
    place.append(drawFace(face, faces));
    setTimeout(() => place.remove(), SHOWN);
    return;
  }
  const turning = makeSvg("g", "turning");
  place.append(turning);
  const others = Array.from({ length: FLASHES }, (_, index) => 1 + ((face + index * 2) % faces));
  for (const [index, flashed] of [...others, face].entries()) {
    const drawn = drawFace(flashed, faces);
    turning.append(drawn);
    const isLast = index === FLASHES;
    const step = ROLLING / (FLASHES + 1);
    const frames = [{ opacity: 1 }, { opacity: 1 }];
    const duration = isLast ? SHOWN + FADE : step;
    drawn.setAttribute("opacity", "0");
    drawn.animate(frames, { duration, delay: delay + index * step });
  }
  const roll = [
    { transform: "translate(-70px, -60px) rotate(-420deg) scale(.5)" },
    { transform: "translate(0, 12px) rotate(-60deg) scale(1.15)", offset: 0.7 },
    { transform: "none" },
  ];
  turning.animate(roll, { duration: ROLLING, delay, easing: "ease-out", fill: "backwards" });
  const end = delay + ROLLING + SHOWN;
  place.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, delay: end, fill: "forwards" }).onfinish = () =>
    place.remove();
}
