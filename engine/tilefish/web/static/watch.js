// @ts-check
/** The PGN file that a running match writes: its games as they come, the standings, and one game on the board. */

import { byId, make, makeButton, makeHeadRow, makeRow, onClick } from "./dom.js";
import { TEXTS } from "./texts.js";

/** @import { Answer, WatchedEntry as Entry } from "../page_types.js" */
/** @import { WatchedPosition as Shown, WatchedState as State } from "../page_types.js" */
/** @import { Page } from "./main.js" */

/** The time for a move of a game that is replayed. */
const MOVE_MILLISECONDS = 400;
/** The most games in the list. */
const MOST_LISTED = 400;

export class WatchPage {
  /** @param {Page} page */
  constructor(page) {
    this._page = page;
    this.element = byId("watch");
    /** @type {State | null} */
    this._state = null;
    /** The latest game is the last. @type {Entry[]} */
    this._games = [];
    /** @type {Shown | null} */
    this._shown = null;
    this._isFollowing = true;
    this._timer = 0;
    this._status = byId("watch-status");
    this._message = byId("watch-message");
    this._follow = byId("watch-follow", HTMLInputElement);
    this._list = byId("watch-list");
    onClick("watch-first", () => this._step(0));
    onClick("watch-back", () => this._step((this._shown?.ply ?? 0) - 1));
    onClick("watch-forward", () => this._step((this._shown?.ply ?? 0) + 1));
    onClick("watch-last", () => this._step(this._shown?.plies ?? 0));
    onClick("watch-play", () => this._replay());
    onClick("watch-flip", () => this._page.boardView.flip());
    onClick("watch-analyse", () => {
      if (this._shown) page.begin({ type: "analyse_watched", number: this._shown.game.number });
    });
    onClick("watch-earlier", () => this._page.send({ type: "watch-list", before: this._games[0]?.number ?? 1 }));
    this._follow.addEventListener("change", () => {
      this._isFollowing = this._follow.checked;
      if (this._isFollowing) this._showLatest();
    });
  }

  open() {
    this._page.boardView.moveTo(this.element, () => false);
    this._page.send({ type: "watch" });
  }

  leave() {
    this.hold();
    this._page.send({ type: "watch-leave" });
    this._state = this._shown = null;
    this._games = [];
    this._page.boardView.clear();
  }

  hold() {
    clearTimeout(this._timer);
    this._timer = 0;
  }

  /** @param {string} text */
  complain(text) {
    this._message.textContent = text;
    this.hold();
  }

  /** @param {Answer} answer */
  receive(answer) {
    if (answer.type === "watched") this._receiveState(answer);
    else if (answer.type === "watch-list") this._receiveEarlier(answer.games);
    else if (answer.type === "watch-game") this._show(answer);
  }

  /** @param {State} state */
  _receiveState(state) {
    const isNew = state.first !== (this._games.at(-1)?.number ?? 0) + 1;
    this._games = isNew ? state.games : [...this._games, ...state.games].slice(-MOST_LISTED);
    if (isNew) this._shown = null;
    this._state = state;
    this._message.textContent = "";
    this._page.show("watch");
    document.title = `${state.name} – ${TEXTS.title}`;
    byId("watch-title").textContent = state.name;
    this._status.textContent = state.problem || TEXTS.gamesSoFar(state.total);
    this._showStandings(state);
    this._showGames();
    if (this._isFollowing && (state.games.length || !this._shown)) this._showLatest();
  }

  /** @param {Entry[]} games */
  _receiveEarlier(games) {
    const first = this._games[0]?.number ?? 0;
    if (games.at(-1)?.number === first - 1) this._games = [...games, ...this._games];
    this._showGames();
  }

  /** @param {State} state */
  _showStandings({ standings }) {
    const table = byId("watch-standings");
    const rows = standings.map(({ player, points, games, wins, draws, losses, elo, interval }) =>
      makeRow(player, [`${points} / ${games}`, wins, draws, losses, elo, interval]),
    );
    table.replaceChildren(makeHeadRow(TEXTS.standingHeads), ...rows);
    table.hidden = !rows.length;
  }

  _showGames() {
    byId("watch-earlier", HTMLButtonElement).hidden = (this._games[0]?.number ?? 1) === 1;
    const focused = document.activeElement?.getAttribute("data-number");
    this._list.replaceChildren(
      ...[...this._games].reverse().map((game) => {
        const button = makeButton(TEXTS.watchedGame(game.number, game.white, game.black, game.result), () => {
          this.hold();
          this._isFollowing = this._follow.checked = false;
          this._ask(game.number, 0);
        });
        button.dataset.number = String(game.number);
        if (game.number === this._shown?.game.number) button.ariaCurrent = "true";
        button.append(make("small", "", [game.reason, game.variant].filter(Boolean).join(" · ")));
        return make("li", "", button);
      }),
    );
    [...this._list.querySelectorAll("button")].find(({ dataset }) => dataset.number === focused)?.focus();
  }

  /** Replays the latest game, unless it is on the board already, or another one is being replayed. */
  _showLatest() {
    const latest = this._games.at(-1)?.number;
    if (latest === undefined || latest === this._shown?.game.number || this._timer) return;
    this._ask(latest, 0);
    this._timer = setTimeout(() => this._tick(), MOVE_MILLISECONDS);
  }

  _replay() {
    if (this._timer) {
      this.hold();
    } else if (this._shown) {
      if (this._shown.ply >= this._shown.plies) this._ask(this._shown.game.number, 0);
      this._timer = setTimeout(() => this._tick(), MOVE_MILLISECONDS);
    }
    this._showTimer();
  }

  /** Goes on with a replay; behind the end of a game comes a later one. */
  _tick() {
    const shown = this._shown;
    this._timer = 0;
    if (shown && shown.ply < shown.plies) {
      this._ask(shown.game.number, shown.ply + 1);
      this._timer = setTimeout(() => this._tick(), MOVE_MILLISECONDS);
    } else if (this._isFollowing) {
      this._showLatest();
    }
    this._showTimer();
  }

  _showTimer() {
    byId("watch-play", HTMLButtonElement).ariaPressed = String(this._timer > 0);
  }

  /** @param {number} ply */
  _step(ply) {
    this.hold();
    this._showTimer();
    if (this._shown) this._ask(this._shown.game.number, Math.max(0, ply));
  }

  /**
   * @param {number} number
   * @param {number} ply
   */
  _ask(number, ply) {
    this._page.send({ type: "watch-game", number, ply });
  }

  /** @param {Shown} shown */
  _show(shown) {
    const world = this._page.worlds.get(shown.position.world);
    if (!world || !this._state) return;
    const isOther = shown.game.number !== this._shown?.game.number;
    const isNext = !isOther && shown.ply === (this._shown?.ply ?? 0) + 1;
    this._shown = shown;
    this._page.boardView.show(world, shown.position, isNext ? shown.turn : null);
    this._page.boardView.mark();
    const { white, black, result } = shown.game;
    byId("watch-players").textContent = `${world.title}: ${white} – ${black}`;
    const end = shown.ply === shown.plies ? `${result} ${shown.game.reason} ${shown.mistake}`.trim() : "";
    byId("watch-move").textContent = TEXTS.watchedMove(shown.ply, shown.plies, shown.san, end);
    if (isOther) this._showGames();
    this._showTimer();
  }
}
