// @ts-check
/** One's own results against the engine: those of the chosen world, or of all. */

import { choose } from "./dialogs.js";
import { byId, makeHeadRow, makeRow, onClick } from "./dom.js";
import { TEXTS } from "./texts.js";

/** @import { Answer, Request, ResultData as Result } from "../page_types.js" */

export class ResultsPanel {
  /** @param {(request: Request) => boolean} send */
  constructor(send) {
    this._send = send;
    /** @type {Result[]} */
    this._results = [];
    /** @type {Map<string, string>} */
    this._titles = new Map();
    /** Other opponents are programs. @type {Set<string>} */
    this._levels = new Set();
    byId("results-head").replaceChildren(makeHeadRow(TEXTS.resultHeads));
    onClick("results-reset", () => this._reset());
  }

  /** Asks for the results, when they come into view. */
  ask() {
    this._send({ type: "ask_results" });
  }

  /** @param {Answer} answer */
  receive(answer) {
    if (answer.type === "hello") {
      this._titles = new Map(answer.worlds.map((world) => [world.name, world.title]));
      this._levels = new Set(answer.levels.flatMap(({ levels }) => levels));
    } else if (answer.type === "results") {
      this._results = [...answer.rows];
      this._draw();
    }
  }

  _draw() {
    const rows = this._results.map(({ variant, level, wins, draws, losses, helped }) =>
      makeRow(this._titles.get(variant) ?? variant, [this._opponent(level), wins, draws, losses, helped]),
    );
    byId("results-rows").replaceChildren(...rows);
    byId("results").hidden = !rows.length;
  }

  /** @param {string} level */
  _opponent(level) {
    return this._levels.has(level) ? TEXTS.engineLevel(level) : level;
  }

  async _reset() {
    const worlds = [...new Set(this._results.map(({ variant }) => variant))];
    const answers = [
      { label: TEXTS.forgetAllResults },
      ...worlds.map((variant) => ({ label: TEXTS.forgetResultsOf(this._titles.get(variant) ?? variant) })),
    ];
    const answer = await choose(TEXTS.forgetResultsQuestion, answers);
    if (answer !== null) this._send({ type: "forget_results", variant: answer ? (worlds[answer - 1] ?? "") : "" });
  }
}
