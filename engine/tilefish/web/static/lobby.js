// @ts-check
/** Choosing a world, players and clocks, or one of the open games. */

import { byId, joinLines, make, onSubmit } from "./dom.js";
import { LobbyList } from "./lobby_list.js";
import { keep, recall } from "./settings.js";
import { TEXTS } from "./texts.js";

/** @import { GameEntry, Hello, NewGame, RulesData as Rules, WorldEntry } from "../page_types.js" */
/** @import { Page } from "./main.js" */

const ME = "me";
const FIRST_LEVEL = "easy";
const OTHER_CLOCK = "other";
/** Minutes and seconds a move. */
const CLOCKS = /** @type {const} */ ([[1, 0], [3, 2], [5, 3], [10, 5], [15, 10], [30, 20]]);

export class Lobby {
  /** @param {Page} page */
  constructor(page) {
    this._page = page;
    /** @type {WorldEntry[]} */
    this._known = [];
    /** How often the worlds have come: a browser keeps pictures by their addresses. */
    this._revision = 0;
    /** @type {GameEntry[]} */
    this._open = [];
    this._worlds = byId("worlds");
    this._rules = byId("world-rules");
    this._white = byId("new-white", HTMLSelectElement);
    this._black = byId("new-black", HTMLSelectElement);
    this._clock = byId("new-clock", HTMLSelectElement);
    this._clockText = byId("new-clock-text", HTMLInputElement);
    this._fen = byId("new-fen", HTMLInputElement);
    const open = (/** @type {string} */ game) => page.go({ game });
    this._games = new LobbyList("open-games", "open-list", open, (game) => page.send({ type: "delete_game", game }));
    this._message = byId("lobby-message");
    /** The chosen world with another board or other pieces, if the position to play has these. @type {Rules | null} */
    this._changed = null;
    this._fillClocks();
    this._clock.addEventListener("change", () => this._showClockText());
    this._worlds.addEventListener("change", () => {
      this._changed = null;
      this._showRules();
    });
    onSubmit("new-game-form", () => this.begin());
  }

  begin() {
    this.complain("");
    const wish = this._wish();
    keep("new", { ...wish, fen: "", world: "", pieces: "" });
    this._page.begin(wish);
  }

  /**
   * Shows the worlds to choose from. The chosen one stays.
   * @param {WorldEntry[]} worlds
   * @param {string | null} begin the first choice, if none was made
   */
  setWorlds(worlds, begin) {
    const names = new Set(worlds.map((variant) => variant.name));
    const wanted = this._known.length ? this.variant : (begin ?? recall("new")?.variant);
    const chosen = names.has(wanted) ? wanted : worlds[0]?.name;
    this._known = worlds;
    this._revision++;
    const titles = worlds.map((variant) => variant.title);
    this._worlds.replaceChildren(
      ...worlds.map((variant) => {
        const isAlone = titles.indexOf(variant.title) === titles.lastIndexOf(variant.title);
        const title = isAlone ? variant.title : TEXTS.worldNamed(variant.title, variant.name);
        return this._drawWorld(variant, title, variant.name === chosen);
      }),
    );
    this._showRules();
  }

  /**
   * Chooses a world and a position, for a game that the user begins.
   * @param {string} name the world to choose
   * @param {Rules} rules which may change its board and its pieces
   * @param {string} fen
   */
  propose(name, rules, fen) {
    const input = this._worlds.querySelector(`input[value="${CSS.escape(name)}"]`);
    if (input instanceof HTMLInputElement) input.checked = true;
    this._fen.value = fen;
    this._changed = rules.variant === name && !rules.world && !rules.pieces ? null : rules;
    this._showRules();
  }

  /** @param {Hello} hello */
  fill(hello) {
    const wish = this._known.length ? this._wish() : recall("new");
    this.setWorlds(hello.worlds, hello.begin);
    for (const select of [this._white, this._black]) {
      const groups = hello.levels.map(({ option, levels }) =>
        make("optgroup", { label: option }, ...levels.map((level) => new Option(TEXTS.engineLevel(level), level))),
      );
      const engines = hello.engines.map((name) => new Option(name, name));
      select.replaceChildren(new Option(TEXTS.me, ME), ...engines, ...groups);
    }
    select(this._white, wish?.white, ME);
    select(this._black, wish?.black, FIRST_LEVEL);
    this._open = hello.games;
    this._showGames();
    this._showRules();
    this._worlds.querySelector("input:checked")?.closest("label")?.scrollIntoView({ block: "nearest" });
  }

  focus() {
    const chosen = this._worlds.querySelector("input:checked");
    if (chosen instanceof HTMLInputElement) chosen.focus();
  }

  /** @param {string} text */
  complain(text) {
    this._message.textContent = text;
  }

  _fillClocks() {
    const wish = recall("new");
    this._clock.replaceChildren(
      new Option(TEXTS.noClock, ""),
      ...CLOCKS.map(([minutes, seconds]) => new Option(TEXTS.clockChoice(minutes, seconds), `${minutes}:00+${seconds}`)),
      new Option(TEXTS.otherClock, OTHER_CLOCK),
    );
    const isKnown = [...this._clock.options].some((option) => option.value === (wish?.control ?? ""));
    this._clock.value = isKnown ? (wish?.control ?? "") : OTHER_CLOCK;
    this._clockText.value = isKnown ? "" : wish.control;
    this._showClockText();
  }

  _showClockText() {
    const isOther = this._clock.value === OTHER_CLOCK;
    byId("new-clock-other").hidden = !isOther;
    this._clockText.required = isOther;
  }

  get variant() {
    return this._worlds.querySelector("input:checked")?.getAttribute("value") ?? "";
  }

  /** What the chosen world is played by. @returns {Rules} */
  get rules() {
    return this._changed ?? { variant: this.variant, world: "", pieces: "" };
  }

  /** The position that is chosen, or "" for the start. */
  get fen() {
    return this._fen.value.trim();
  }

  /** @returns {NewGame} */
  _wish() {
    const clock = this._clock.value === OTHER_CLOCK ? this._clockText.value.trim() : this._clock.value;
    return {
      type: "new",
      ...this.rules,
      white: this._white.value,
      black: this._black.value,
      control: clock,
      fen: this.fen,
    };
  }

  /**
   * @param {WorldEntry} variant
   * @param {string} title
   * @param {boolean} isChosen
   */
  _drawWorld(variant, title, isChosen) {
    const { name, files, ranks } = variant;
    const input = make("input", { type: "radio", name: "world", value: name });
    input.checked = isChosen;
    const src = `preview/${encodeURIComponent(name)}?${this._revision}`;
    const picture = make("img", { alt: "", width: 72, height: 72, loading: "lazy", src }); // the title says which world it is
    const size = make("span", "size", TEXTS.size(files, ranks));
    return make("label", "world", input, picture, make("span", "title", title), size);
  }

  _showRules() {
    const chosen = this._known.find(({ name }) => name === this.variant);
    const { world, pieces } = this.rules;
    const changes = byId("new-changes");
    changes.textContent = world || pieces ? TEXTS.changedWorld(world, pieces) : "";
    byId("world-title").textContent = chosen?.title ?? "";
    this._rules.textContent = joinLines(chosen?.rules ?? "");
  }

  /**
   * Notes how a game stands: it comes first in the list of open games.
   * @param {GameEntry} game
   */
  note(game) {
    this._open = [game, ...this._open.filter(({ id }) => id !== game.id)];
    this._showGames();
  }

  /**
   * A game is deleted.
   * @param {string} id
   */
  drop(id) {
    this._open = this._open.filter((game) => game.id !== id);
    this._showGames();
  }

  _showGames() {
    const shown = this._open.map(({ id, title, white, black, status }) => {
      return { id, text: TEXTS.openGame(title, white, black), note: status };
    });
    this._games.show(shown);
  }
}

/**
 * Selects a value, or another one if there is no such option.
 * @param {HTMLSelectElement} element
 * @param {string | undefined} value
 * @param {string} otherwise
 */
function select(element, value, otherwise) {
  const isKnown = [...element.options].some((option) => option.value === value);
  element.value = isKnown && value !== undefined ? value : otherwise;
}
