// @ts-check
/** The page of one game: its board, and the panels around it. */

import { animateMove } from "./animation.js";
import { Board, noMarks } from "./board.js";
import { ClockPair } from "./clocks.js";
import { answerCommand } from "./commands.js";
import { choose } from "./dialogs.js";
import { byId, joinLines, reducesMotion } from "./dom.js";
import { MoveInput } from "./moves.js";
import { MoveList } from "./move_list.js";
import { pictureOf } from "./pieces.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./messages.js").Answer} Answer */
/** @typedef {import("./messages.js").BoardWorld} World */
/** @typedef {import("./messages.js").EngineThinking} Thinking */
/** @typedef {import("./messages.js").GameState} Game */
/** @typedef {import("./messages.js").HintAnswer} Hint */
/** @typedef {import("./messages.js").MoveData} Move */
/** @typedef {import("./messages.js").MovePlayed} Moved */
/** @typedef {import("./messages.js").Request} Request */
/** @typedef {import("./messages.js").Side} Side */
/** @typedef {import("./messages.js").WhyAnswer} Why */
/** @typedef {import("./settings.js").Settings} Settings */

const SIDES = /** @type {Side[]} */ (["white", "black"]);
const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

export class GamePage {
  /**
   * @param {Settings} settings
   * @param {Map<string, World>} worlds by their identities
   * @param {(message: Request) => boolean} send
   * @param {() => void} onLeave
   */
  constructor(settings, worlds, send, onLeave) {
    this._worlds = worlds;
    this._settings = settings;
    this._send = send;
    /** @type {Game | null} */
    this._game = null;
    /** @type {World | null} */
    this._world = null;
    this._isFlipped = false;
    /** @type {Moved | null} the move whose position comes next */
    this._moved = null;
    /** The square on which the piece of the move that was sent is shown, or -1. */
    this._shown = -1;
    this._marks = noMarks();
    this._board = new Board(byId("board", HTMLDivElement), settings);
    this._input = new MoveInput(this._board, byId("choices", HTMLDivElement), {
      onChange: () => this._mark(),
      onMove: (move, shown) => this._play(move.uci, shown),
      promotionOf: (move) => this._promotionOf(move),
    });
    this._clocks = new ClockPair({
      white: byId("white-clock", HTMLElement),
      black: byId("black-clock", HTMLElement),
    });
    this._moveList = new MoveList(byId("move-list", HTMLOListElement), (ply) => this._askWhy(ply));
    this._status = byId("status", HTMLParagraphElement);
    this._message = byId("message", HTMLParagraphElement);
    this._squareLine = byId("square-line", HTMLParagraphElement);
    this._line = byId("engine-line", HTMLParagraphElement);
    this._explanation = byId("explanation", HTMLElement);
    this._explanationText = byId("explanation-text", HTMLDivElement);
    this._listen(onLeave);
  }

  /** The game on the page, or null. */
  get id() {
    return this._game?.id ?? null;
  }

  /** @param {Game} game */
  show(game) {
    const before = this._game;
    const isNew = before?.id !== game.id;
    const { position } = game;
    this._world = this._worlds.get(position.world) ?? null;
    if (isNew) this._begin(game);
    const pieces = new Map(this._board.pieces);
    this._game = game;
    if (isNew || before?.ply !== game.ply) this._forgetAdvice();
    if (this._world) this._board.show(this._world, position, this._isFlipped);
    this._input.setMoves(position.moves);
    this._animate(game, pieces);
    this._showPlayers(game);
    this._moveList.show(game.history);
    this._showButtons(game);
    if (!game.thinking) this._line.textContent = "";
    if (isNew) this._board.setFocus(position.moves[0]?.path[0] ?? 0, true);
    if (before && !isNew && game.ply < before.ply) this._say(TEXTS.takenBack);
    this._sayNews(game, isNew || !before?.outcome);
    this._moved = null;
    this._shown = -1;
  }

  /**
   * Leaves the game, and returns how it stands.
   * @returns {import("./messages.js").GameEntry | null}
   */
  leave() {
    const game = this._game;
    this._game = null;
    this._moved = null;
    this._clocks.stop();
    this._board.clear();
    if (!game) return null;
    const status = game.outcome?.text ?? TEXTS.toMove(game.position.turn);
    const { white, black } = game.players;
    const [title, is_over] = [this._world?.title ?? "", game.outcome !== null];
    return { id: game.id, title, white: white.name, black: black.name, status, is_over };
  }

  /** @param {Thinking} thinking */
  _showThinking(thinking) {
    const { depth, score, nodes, nps, line, squares } = thinking.line;
    const text = TEXTS.thinkingText(depth, score, COMPACT.format(nodes), COMPACT.format(nps));
    this._line.textContent = `${text} · ${line.join(" ")}`;
    this._marks.thinking = squares;
    this._mark();
    if (!this._game || this._game.thinking) return;
    this._game.thinking = true;
    this._showTurn(this._game);
    this._showButtons(this._game);
  }

  /** @param {Hint} hint */
  _showHint(hint) {
    if (hint.ply !== this._game?.ply) return;
    const { score, line, squares } = hint.line;
    this._marks.hint = squares;
    this._say(TEXTS.hintText(hint.san, score, line.join(" ")));
    this._mark();
  }

  /** @param {Why} why */
  _showWhy(why) {
    this._explanation.hidden = false;
    this._explanationText.textContent = why.text;
    this._marks.reasons = why.squares;
    this._moveList.select(why.ply);
    this._mark();
  }

  /**
   * Says what is wrong with the last request. A move that was refused can be chosen again.
   * @param {string} text
   */
  complain(text) {
    this._message.textContent = text;
    this._shown = -1;
    if (this._game) this._input.setMoves(this._game.position.moves);
  }

  /**
   * Takes an answer about this game.
   * @param {Answer} answer
   */
  receive(answer) {
    if (!("game" in answer) || answer.game !== this.id) return;
    if (answer.type === "moved") this._moved = answer;
    else if (answer.type === "thinking") this._showThinking(answer);
    else if (answer.type === "hint") this._showHint(answer);
    else if (answer.type === "why") this._showWhy(answer);
  }

  /** Shows the game as the settings now want it. */
  redraw() {
    this._board.redraw();
    if (this._game) this._input.setMoves(this._game.position.moves);
  }

  /** Focuses the board. */
  focus() {
    this._board.setFocus(this._board.focus, true);
  }

  /** Stops what runs by itself while there is no connection. */
  hold() {
    this._clocks.stop();
  }

  // --- showing -----------------------------------------------------------------------------------------------

  /** @param {Game} game */
  _begin(game) {
    this._isFlipped = isEngine(game, "white") && !isEngine(game, "black");
    this._moved = null;
    this._shown = -1;
    this._board.clear();
    this._status.textContent = "";
    byId("game-title", HTMLHeadingElement).textContent = this._world?.title ?? "";
    byId("game-rules", HTMLParagraphElement).textContent = joinLines(this._world?.rules ?? "");
  }

  _forgetAdvice() {
    this._marks = noMarks();
    this._explanation.hidden = true;
    this._message.textContent = "";
    this._moveList.select(0);
  }

  /**
   * @param {Game} game
   * @param {Map<number, import("./messages.js").PieceData>} before
   */
  _animate(game, before) {
    const moved = this._moved;
    if (!moved || moved.ply !== game.ply || !this._settings.animation || reducesMotion()) return;
    animateMove(this._board, before, moved, this._shown, this._settings.letters);
  }

  _mark() {
    const { choice } = this._input;
    this._board.mark({ ...this._marks, way: choice.squares, next: choice.next() });
    this._describe(this._board.focus);
  }

  /** @param {Game} game */
  _showPlayers(game) {
    for (const side of SIDES) byId(`${side}-name`, HTMLElement).textContent = game.players[side].name;
    byId("table", HTMLElement).classList.toggle("flipped", this._isFlipped);
    this._clocks.show(game.clocks);
    this._showTurn(game);
  }

  /** @param {Game} game */
  _showTurn(game) {
    for (const side of SIDES) {
      const isThinking = game.thinking && game.position.turn === side;
      byId(`${side}-state`, HTMLElement).textContent = isThinking ? TEXTS.thinking : "";
      byId(`${side}-player`, HTMLDivElement).classList.toggle("to-move", !game.outcome && game.position.turn === side);
    }
    const turn = game.outcome?.text ?? `${TEXTS.toMove(game.position.turn)}${game.paused ? `, ${TEXTS.paused}` : ""}`;
    byId("turn", HTMLParagraphElement).textContent = turn;
  }

  /** @param {Game} game */
  _showButtons(game) {
    const engines = SIDES.filter((side) => isEngine(game, side));
    const isOver = game.outcome !== null;
    const isMine = game.position.moves.length > 0;
    /** @type {(id: string, isShown: boolean, isEnabled?: boolean) => void} */
    const set = (id, isShown, isEnabled = true) => {
      const button = byId(id, HTMLButtonElement);
      button.hidden = !isShown;
      button.disabled = !isEnabled;
    };
    this._line.hidden = !engines.length;
    set("hint-button", engines.length < 2, isMine);
    set("why-button", true, game.history.length > 0);
    set("undo-button", true, game.history.length > 0);
    set("now-button", engines.length > 0, game.thinking);
    set("pause-button", engines.length === 2, !isOver);
    set("resign-button", engines.length < 2, !isOver);
    byId("pause-button", HTMLButtonElement).textContent = game.paused ? TEXTS.goOn : TEXTS.pause;
  }

  /**
   * Says the last move, check, and the result if that is new.
   * @param {Game} game
   * @param {boolean} isOutcomeNew
   */
  _sayNews(game, isOutcomeNew) {
    const news = this._moved ? [this._moved.status] : [];
    if (this._moved && game.position.check !== null && !/check/i.test(this._moved.status)) news.push(TEXTS.check);
    if (game.outcome && isOutcomeNew && !news[0]?.includes(game.outcome.text)) news.push(game.outcome.text);
    if (news.length) this._say(news.join(" "));
  }

  /**
   * Says something in the line that screen readers read out.
   * @param {string} text
   */
  _say(text) {
    this._status.textContent = text;
  }

  /**
   * Describes a square, and what choosing it would play.
   * @param {number | null} square
   */
  _describe(square) {
    if (square === null || !this._game) return;
    const moves = this._input.choice.movesTo(square).slice(0, 4);
    const choices = new Set(moves.map((move) => (move.odds ? `${move.san} (${move.odds})` : move.san)));
    this._squareLine.textContent = [this._board.describe(square), ...choices].join(" · ");
  }

  /**
   * The piece that a pawn becomes by a move, or null.
   * @param {Move} move
   */
  _promotionOf(move) {
    const wanted = move.promotion.toLowerCase();
    const index = this._world?.kinds.findIndex(({ letter }) => letter.toLowerCase() === wanted) ?? -1;
    const kind = this._world?.kinds[index];
    const turn = this._game?.position.turn;
    if (!turn || !kind || !wanted) return null;
    const sprite = `${turn === "white" ? "w" : "b"}${index}`;
    return { name: kind.name, picture: pictureOf(sprite, kind.letter, turn, this._settings.letters) };
  }

  // --- asking ------------------------------------------------------------------------------------------------

  /** @param {() => void} onLeave */
  _listen(onLeave) {
    /** @type {(id: string, action: (game: Game) => void) => void} */
    const on = (id, action) => {
      byId(id, HTMLButtonElement).addEventListener("click", () => {
        if (this._game) action(this._game);
      });
    };
    on("hint-button", ({ id }) => this._ask({ type: "hint", game: id }));
    on("why-button", ({ ply }) => this._askWhy(ply));
    on("undo-button", ({ id }) => this._ask({ type: "undo", game: id }));
    on("now-button", ({ id }) => this._ask({ type: "now", game: id }));
    on("pause-button", ({ id, paused }) => this._ask({ type: "pause", game: id, on: !paused }));
    on("resign-button", ({ id }) => this._resign(id));
    on("flip-button", () => this._flip());
    on("leave-button", onLeave);
    byId("explanation-close", HTMLButtonElement).addEventListener("click", () => {
      this._explanation.hidden = true;
      this._marks.reasons = [];
      this._mark();
    });
    this._board.grid.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this._describe(this._board.squareAt(event.clientX, event.clientY));
    });
    this._board.grid.addEventListener("focusin", () => this._describe(this._board.focus));
    const field = byId("move-field", HTMLInputElement);
    byId("move-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      if (field.value.trim()) this._enter(field.value.trim());
      field.value = "";
    });
  }

  /**
   * Carries out what was typed: a command, or a move.
   * @param {string} text
   */
  _enter(text) {
    const [game, world] = [this._game, this._world];
    if (!game || !world) return;
    const scene = { world, position: game.position, last: game.history.at(-1) ?? null };
    const answer = answerCommand(text, scene, () => this._clocksText());
    if (answer === null) this._play(text, -1);
    else this._say(answer);
  }

  _clocksText() {
    const parts = SIDES.map((side) => [TEXTS.sideName(side), this._clocks.text(side)]);
    return parts.every(([, time]) => time) ? parts.map((part) => part.join(" ")).join(", ") : "";
  }

  /**
   * @param {string} move
   * @param {number} shown the square on which its piece is shown
   */
  _play(move, shown) {
    if (!this._game) return;
    const { id, ply } = this._game;
    if (this._ask({ type: "move", game: id, ply, move })) this._shown = shown;
  }

  /** @param {number} ply */
  _askWhy(ply) {
    if (this._game) this._ask({ type: "why", game: this._game.id, ply });
  }

  /** @param {string} id */
  async _resign(id) {
    const answer = await choose(TEXTS.resignQuestion, [{ label: TEXTS.resign }]);
    if (answer === 0) this._ask({ type: "resign", game: id });
  }

  _flip() {
    if (!this._game || !this._world) return;
    this._isFlipped = !this._isFlipped;
    this._board.show(this._world, this._game.position, this._isFlipped);
    this._input.setMoves(this._game.position.moves);
    byId("table", HTMLElement).classList.toggle("flipped", this._isFlipped);
  }

  /**
   * Sends a request. Returns whether it could be sent.
   * @param {Request} message
   */
  _ask(message) {
    this._message.textContent = "";
    const isSent = this._send(message);
    if (!isSent) this.complain(TEXTS.notConnected);
    return isSent;
  }
}

/**
 * Whether a program plays a side.
 * @param {Game} game
 * @param {Side} side
 */
function isEngine(game, side) {
  return game.players[side].is_engine;
}
