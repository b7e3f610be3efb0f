// @ts-check
/** The learning panel: what became of the moves of the position on the board. */

import { choose } from "./dialogs.js";
import { byId, make, makeButton, onClick, onFile } from "./dom.js";
import { TEXTS } from "./texts.js";

/** @import { Answer, BoardWorld as World, LearnedMoveData as LearnedMove } from "../page_types.js" */
/** @import { PositionData as Position } from "../page_types.js" */
/** @import { Page } from "./main.js" */

/** @typedef {"san" | "games" | "winrate" | "wins" | "losses" | "draws" | "bonus"} Column */
/** The columns: what is sorted by, a heading, and how it is written. @type {[Column, string, (move: LearnedMove) => string][]} */
const COLUMNS = [
  ["san", TEXTS.move, ({ san }) => san],
  ["games", TEXTS.games, ({ games }) => String(games)],
  ["winrate", TEXTS.winrate, ({ winrate }) => `${(100 * winrate).toFixed(1)} %`],
  ["wins", TEXTS.winsShort, ({ wins }) => String(wins)],
  ["losses", TEXTS.lossesShort, ({ losses }) => String(losses)],
  ["draws", TEXTS.drawsShort, ({ draws }) => String(draws)],
  ["bonus", TEXTS.bonus, ({ bonus }) => TEXTS.signed(bonus)],
];

export class LearningPanel {
  /** @param {Page} page */
  constructor(page) {
    this._page = page;
    page.boardView.panels.push(this);
    this._panel = byId("learning", HTMLDetailsElement);
    this._message = byId("learning-message");
    this._rows = byId("learning-rows");
    this._switches = {
      uses: byId("learning-uses", HTMLInputElement),
      records: byId("learning-records", HTMLInputElement),
    };
    /** The position that is shown, or is asked for. @type {{world: World, position: Position} | null} */
    this._shown = null;
    /** Whether an answer is awaited: one question at a time. */
    this._isAsking = false;
    /** Whether what is known has changed since that question. */
    this._isStale = false;
    /** The switchings that were sent and not answered: what is shown is newer than the answers to these. */
    this._switching = 0;
    /** @type {LearnedMove[]} */
    this._moves = [];
    /** @type {{by: Column, isDown: boolean}} */
    this._order = { by: "games", isDown: true };
    this._drawHead();
    this._listen();
  }

  /** @param {HTMLElement} view */
  moveTo(view) {
    view.querySelector(".side")?.append(this._panel);
  }

  /**
   * @param {World} world
   * @param {Position} position
   */
  show(world, position) {
    const isSame = this._shown?.world.id === world.id && this._shown.position.fen === position.fen;
    this._shown = { world, position };
    if (!isSame) this._ask();
    else this._draw();
  }

  /** @param {Answer} answer */
  receive(answer) {
    if (answer.type === "hello") {
      this._switching = 0; // the connection is new: what was asked for will not come
      this._isAsking = false;
      this._ask();
    } else if (answer.type === "learning") {
      this._switching = Math.max(0, this._switching - 1);
      if (!this._switching) {
        this._switches.uses.checked = answer.uses;
        this._switches.records.checked = answer.records;
      }
      if (answer.text) {
        this._say(answer.text);
        this._isStale = this._isAsking;
        this._ask();
      }
    } else if (answer.type === "learned") {
      this._isAsking = false;
      if (this._isStale || answer.fen !== this._shown?.position.fen || answer.world !== this._shown.world.id) {
        this._ask();
        return;
      }
      this._moves = [...answer.moves];
      if (answer.problem) this._say(answer.problem);
      this._draw();
    } else if (answer.type === "refused" && answer.about.endsWith("_learned")) {
      this._isAsking = false;
      this._say(answer.text);
    } else if (answer.type === "refused" && answer.about === "switch_learning") {
      this._switching = 0;
      for (const box of Object.values(this._switches)) box.checked = false;
      this._say(answer.text);
    }
  }

  /** Asks for the moves of the position, if the panel can be seen. */
  _ask() {
    if (!this._panel.open || !this._shown || this._isAsking) return;
    const { world, position } = this._shown;
    this._isStale = false;
    this._isAsking = this._page.send({ type: "ask_learned", world: world.id, fen: position.fen });
  }

  // --- showing ---

  _drawHead() {
    const cells = COLUMNS.map(([column, heading]) =>
      make("th", { scope: "col", "data-column": column }, makeButton(heading, () => this._sort(column))),
    );
    byId("learning-head").replaceChildren(make("tr", "", ...cells));
  }

  /** @param {Column} column */
  _sort(column) {
    const isDown = this._order.by === column ? !this._order.isDown : column !== "san";
    this._order = { by: column, isDown };
    this._draw();
  }

  _draw() {
    const { by, isDown } = this._order;
    const sign = isDown ? -1 : 1;
    const sorted = [...this._moves].sort((one, other) => {
      const [a, b] = [one[by], other[by]];
      return sign * (typeof a === "string" ? a.localeCompare(String(b)) : a - Number(b));
    });
    for (const cell of this._panel.querySelectorAll("th")) {
      cell.ariaSort = cell.dataset.column === by ? (isDown ? "descending" : "ascending") : null;
    }
    const focused = this._rows.contains(document.activeElement) ? document.activeElement?.textContent : null;
    this._rows.replaceChildren(...sorted.map((move) => this._drawRow(move)));
    if (typeof focused === "string") this._focusAgain(focused);
    byId("learning-table").hidden = !sorted.length;
    byId("learning-empty").hidden = sorted.length > 0;
    const place = `learned/${this._shown?.world.id ?? ""}`;
    byId("learning-export", HTMLAnchorElement).href = place;
    byId("learning-raw", HTMLAnchorElement).href = `${place}?format=raw`;
  }

  /** @param {LearnedMove} learned */
  _drawRow(learned) {
    const { san, uci } = learned;
    const play = makeButton(san, () => this._page.boardView.play(uci), { "aria-label": TEXTS.playMove(san) });
    play.disabled = !this._shown?.position.moves.some((move) => move.uci === uci);
    const numbers = COLUMNS.slice(1).map(([, , write]) => make("td", "", write(learned)));
    return make("tr", "", make("td", "", play), ...numbers);
  }

  /** @param {string} text */
  _focusAgain(text) {
    const buttons = [...this._rows.querySelectorAll("button")];
    const free = buttons.filter((button) => !button.disabled);
    const again = free.find((button) => button.textContent === text) ?? free[0];
    (again ?? this._panel.querySelector("summary"))?.focus();
  }

  /** @param {string} text */
  _say(text) {
    this._message.textContent = text;
  }

  // --- asking ---

  _listen() {
    this._panel.addEventListener("toggle", () => this._ask());
    for (const box of Object.values(this._switches)) {
      box.addEventListener("change", () => {
        const { uses, records } = this._switches;
        this._say("");
        const wanted = { uses: uses.checked, records: records.checked };
        if (this._page.send({ type: "switch_learning", ...wanted })) this._switching += 1;
      });
    }
    onFile("learning-import", "learning-file", (file) => this._import(file));
    onClick("learning-reset", () => this._reset());
  }

  /** @param {File} file */
  async _import(file) {
    if (!this._shown) return;
    this._say(TEXTS.importing(file.name));
    try {
      const answer = await fetch(`learned/${this._shown.world.id}`, { method: "POST", body: file });
      if (!answer.ok) this._say(await answer.text()); // what was added comes as a message to all pages
    } catch {
      this._say(TEXTS.notConnected);
    }
  }

  async _reset() {
    const world = this._shown?.world;
    if (!world) return;
    const answers = [{ label: TEXTS.forgetWorld(world.title) }, { label: TEXTS.forgetAll }];
    const answer = await choose(TEXTS.forgetQuestion, answers);
    if (answer !== null) this._page.send({ type: "forget_learned", world: answer === 0 ? world.id : "" });
  }
}
