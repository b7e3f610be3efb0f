// @ts-check
/** What the world did in a turn, in words. */

import { TEXTS } from "./texts.js";
import { View } from "./squares.js";

/** @import { BoardWorld as World, EventData as Event } from "../page_types.js" */

/**
 * The events that no notation of a move shows: `white pawn e4 is carried to f4`.
 * @param {World} world
 * @param {readonly Event[]} events
 */
export function describeEvents(world, events) {
  const view = new View(world.files, world.ranks, false);
  return events.flatMap(({ kind, square, target, sprite }) => {
    const word = TEXTS.worldEvents[/** @type {keyof typeof TEXTS.worldEvents} */ (kind)];
    const piece = world.kinds[Number(sprite.slice(1))];
    if (!word || !piece) return [];
    const name = TEXTS.piece(sprite.startsWith("w") ? "white" : "black", piece.name);
    const place = kind === "fell" ? target : (target ?? square); // what is crushed stays where it is
    return [TEXTS.worldEvent(`${name} ${view.name(square)}`, word, place === null ? "" : view.name(place))];
  });
}
