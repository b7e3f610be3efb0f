// @ts-check
/** The buttons beside a game: which of them are there, and what they ask the server. */

import { choose } from "./dialogs.js";
import { byId, onClick, setText } from "./dom.js";
import { SIDES } from "./squares.js";
import { TEXTS } from "./texts.js";

/** @import { GameState as Game, Request, Side } from "../page_types.js" */

/** Seconds a move of a game between engines; 0 for the usual time. */
const PACES = [0, 0.2, 0.5, 1, 2, 5, 10];

/**
 * @param {Game} game
 * @param {Side} side
 */
export function isEngine(game, side) {
  return game.players[side].is_engine;
}

export class GameControls {
  /** @param {(message: Request) => boolean} ask */
  constructor(ask) {
    this._ask = ask;
    /** @type {Game | null} */
    this._game = null;
    this._pace = byId("pace", HTMLSelectElement);
    this._pace.replaceChildren(...PACES.map((seconds) => new Option(TEXTS.paceChoice(seconds), String(seconds))));
    this._on("hint-button", ({ id }) => ask({ type: "hint", game: id }));
    this._on("why-button", ({ id, ply }) => ask({ type: "why", game: id, ply }));
    this._on("undo-button", ({ id }) => ask({ type: "undo", game: id }));
    this._on("now-button", ({ id }) => ask({ type: "now", game: id }));
    this._on("pause-button", ({ id, paused }) => ask({ type: "pause", game: id, on: !paused }));
    this._on("step-button", ({ id }) => ask({ type: "step", game: id }));
    this._on("draw-button", ({ id }) => ask({ type: "draw", game: id, deed: "offer" }));
    this._on("accept-button", ({ id }) => ask({ type: "draw", game: id, deed: "accept" }));
    this._on("decline-button", ({ id }) => ask({ type: "draw", game: id, deed: "decline" }));
    this._on("resign-button", ({ id }) => void this._resign(id));
    this._pace.addEventListener("change", () => {
      if (this._game) ask({ type: "pace", game: this._game.id, seconds: Number(this._pace.value) });
    });
  }

  /** @param {Game} game */
  show(game) {
    this._game = game;
    const engines = SIDES.filter((side) => isEngine(game, side)).length;
    const isOver = game.outcome !== null;
    const isMine = game.position.moves.length > 0;
    const hasMoves = game.history.length > 0;
    const isWatched = engines === 2;
    set("hint-button", !isWatched && !isOver, isMine);
    set("why-button", true, hasMoves);
    set("undo-button", true, hasMoves || isOver);
    set("now-button", engines > 0 && !isOver, game.thinking);
    set("pause-button", (isWatched || game.paused) && !isOver);
    set("step-button", isWatched && game.paused && !isOver, !game.thinking);
    set("draw-button", !isWatched && !isOver, game.draw_offer === null);
    set("resign-button", !isWatched && !isOver);
    set("rematch-button", isOver);
    byId("pause-button", HTMLButtonElement).textContent = game.paused ? TEXTS.goOn : TEXTS.pause;
    byId("pace-label").hidden = !isWatched || isOver || game.clocks !== null;
    if (document.activeElement !== this._pace) this._pace.value = String(game.pace);
    const isOffered = game.draw_offer !== null && !isOver;
    byId("draw-offer").hidden = !isOffered;
    const text = game.draw_offer && isOffered ? TEXTS.drawOffered(game.draw_offer) : "";
    setText(byId("draw-text"), text);
  }

  /**
   * @param {string} id
   * @param {(game: Game) => void} action
   */
  _on(id, action) {
    onClick(id, () => {
      if (this._game) action(this._game);
    });
  }

  /** @param {string} id */
  async _resign(id) {
    const answer = await choose(TEXTS.resignQuestion, [{ label: TEXTS.resign }]);
    if (answer === 0) this._ask({ type: "resign", game: id });
  }
}

/**
 * @param {string} id
 * @param {boolean} isShown
 * @param {boolean} [isEnabled]
 */
function set(id, isShown, isEnabled = true) {
  const button = byId(id, HTMLButtonElement);
  button.hidden = !isShown;
  button.disabled = !isEnabled;
}
