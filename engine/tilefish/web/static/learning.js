// @ts-check
/** The learning panel: what became of the moves of the position on the board. */

import { choose } from "./dialogs.js";
import { byId, make, makeButton, onClick } from "./dom.js";
import { TEXTS } from "./texts.js";

/** @import { Answer, BoardWorld as World, LearnedMoveData as LearnedMove } from "../page_types.js" */
/** @import { PositionData as Position, Request } from "../page_types.js" */
/** @import { BoardView } from "./board_view.js" */

/** The columns: a heading, what is sorted by, and how it is written. */
const COLUMNS = /** @type {const} */ ([
  ["san", TEXTS.move, (/** @type {LearnedMove} */ move) => move.san],
  ["games", TEXTS.games, (/** @type {LearnedMove} */ move) => String(move.games)],
  ["winrate", TEXTS.winrate, (/** @type {LearnedMove} */ move) => `${(100 * move.winrate).toFixed(1)} %`],
  ["wins", TEXTS.winsShort, (/** @type {LearnedMove} */ move) => String(move.wins)],
  ["losses", TEXTS.lossesShort, (/** @type {LearnedMove} */ move) => String(move.losses)],
  ["draws", TEXTS.drawsShort, (/** @type {LearnedMove} */ move) => String(move.draws)],
  ["bonus", TEXTS.bonus, (/** @type {LearnedMove} */ move) => TEXTS.signed(move.bonus)],
]);
/** @typedef {(typeof COLUMNS)[number][0]} Column */

export class LearningPanel {
  /**
   * @param {BoardView} boardView
   * @param {(request: Request) => boolean} send
   */
  constructor(boardView, send) {
    this._boardView = boardView;
    this._send = send;
    this._panel = byId("learning", HTMLDetailsElement);
    this._message = byId("learning-message", HTMLParagraphElement);
    this._rows = byId("learning-rows", HTMLTableSectionElement);
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
   * The board shows a position.
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
    this._isAsking = this._send({ type: "ask_learned", world: world.id, fen: position.fen });
  }

  // --- showing -----------------------------------------------------------------------------------------------

  _drawHead() {
    const row = make("tr");
    for (const [column, heading] of COLUMNS) {
      const cell = make("th");
      cell.scope = "col";
      cell.dataset.column = column;
      cell.append(makeButton(heading, () => this._sort(column)));
      row.append(cell);
    }
    byId("learning-head", HTMLTableSectionElement).replaceChildren(row);
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
    for (const cell of this._panel.querySelectorAll("th[data-column]")) {
      const isSorted = cell.getAttribute("data-column") === by;
      if (isSorted) cell.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    }
    const focused = this._rows.contains(document.activeElement) ? document.activeElement?.textContent : null;
    this._rows.replaceChildren(...sorted.map((move) => this._drawRow(move)));
    if (typeof focused === "string") this._focusAgain(focused);
    byId("learning-table", HTMLTableElement).hidden = !sorted.length;
    byId("learning-empty", HTMLParagraphElement).hidden = sorted.length > 0;
    const place = `learned/${this._shown?.world.id ?? ""}`;
    byId("learning-export", HTMLAnchorElement).href = place;
    byId("learning-raw", HTMLAnchorElement).href = `${place}?format=raw`;
  }

  /** @param {LearnedMove} learned */
  _drawRow(learned) {
    const row = make("tr");
    const canPlay = this._shown?.position.moves.some(({ uci }) => uci === learned.uci) ?? false;
    for (const [column, , write] of COLUMNS) {
      const cell = make("td");
      if (column !== "san") {
        cell.textContent = write(learned);
      } else {
        const button = makeButton(write(learned), () => this._boardView.play(learned.uci));
        button.disabled = !canPlay;
        button.setAttribute("aria-label", TEXTS.playMove(learned.san));
        cell.append(button);
      }
      row.append(cell);
    }
    return row;
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

  // --- asking ------------------------------------------------------------------------------------------------

  _listen() {
    this._panel.addEventListener("toggle", () => this._ask());
    for (const box of Object.values(this._switches)) {
      box.addEventListener("change", () => {
        const { uses, records } = this._switches;
        this._say("");
        const wanted = { uses: uses.checked, records: records.checked };
        if (this._send({ type: "switch_learning", ...wanted })) this._switching += 1;
      });
    }
    const file = byId("learning-file", HTMLInputElement);
    onClick("learning-import", () => file.click());
    file.addEventListener("change", () => {
      const [chosen] = file.files ?? [];
      if (chosen) this._import(chosen);
      file.value = "";
    });
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
    if (answer !== null) this._send({ type: "forget_learned", world: answer === 0 ? world.id : "" });
  }
}
