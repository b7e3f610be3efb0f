// @ts-check
/** The page of one game: its board, and the panels around it. */

import { BattleLog } from "./battle_log.js";
import { ClockPair } from "./clocks.js";
import { answerCommand } from "./commands.js";
import { byId, commandButtons, onClick, onEntry, shownScore } from "./dom.js";
import { describeEvents } from "./events.js";
import { GameInsight } from "./game_insight.js";
import { Explanation } from "./explanation.js";
import { GameControls, isEngine, SIDES } from "./game_controls.js";
import { noMarks } from "./marks.js";
import { MoveList } from "./move_list.js";
import { figuresOf } from "./overlay.js";
import { Premoves } from "./premoves.js";
import { soundsOf } from "./sounds.js";
import { TEXTS } from "./texts.js";

/** @import { Answer, BoardWorld as World, EngineThinking as Thinking, GameEntry } from "../page_types.js" */
/** @import { GameState as Game, HintAnswer as Hint, MovePlayed as Moved, Request } from "../page_types.js" */
/** @import { WhyAnswer as Why } from "../page_types.js" */
/** @import { BoardView } from "./board_view.js" */
/** @import { Overlay } from "./overlay.js" */
/** @import { Sounds } from "./sounds.js" */

export class GamePage {
  /**
   * @param {BoardView} boardView
   * @param {Map<string, World>} worlds by their identities
   * @param {(message: Request) => boolean} send
   * @param {Overlay} overlay
   * @param {Sounds} sounds
   * @param {{onLeave: () => void, onRematch: (id: string) => void, announce: (text: string) => void}} listener
   */
  constructor(boardView, worlds, send, overlay, sounds, listener) {
    this._sounds = sounds;
    this._boardView = boardView;
    this._worlds = worlds;
    this._send = send;
    /** @type {Game | null} */
    this._game = null;
    /** @type {World | null} */
    this._world = null;
    /** @type {Moved | null} the move whose position comes next */
    this._moved = null;
    const { announce } = listener;
    this._insight = new GameInsight(boardView, byId("game-insight", HTMLDivElement), overlay, send, announce);
    this._clocks = new ClockPair({
      white: byId("white-clock", HTMLElement),
      black: byId("black-clock", HTMLElement),
    }, () => sounds.play(["low"]));
    this._premoves = new Premoves(boardView, (move) => this._play(move.uci), (text) => this._say(text));
    this._controls = new GameControls((message) => this._ask(message));
    this._battle = new BattleLog();
    this._moveList = new MoveList(byId("move-list", HTMLOListElement), (ply) => this._askWhy(ply));
    this._status = byId("status", HTMLParagraphElement);
    this._message = byId("message", HTMLParagraphElement);
    this._line = byId("engine-line", HTMLParagraphElement);
    this._explanation = new Explanation((squares) => {
      this._boardView.marks.reasons = squares;
      this._boardView.mark();
    });
    this._listen(listener);
  }

  /** The game on the page, or null. */
  get id() {
    return this._game?.id ?? null;
  }

  /** What the game is played by, or null. */
  get rules() {
    return this._game?.rules ?? null;
  }

  /** @param {Game} game */
  show(game) {
    const before = this._game;
    const isNew = before?.id !== game.id;
    const { position } = game;
    this._world = this._worlds.get(position.world) ?? null;
    if (isNew) this._begin(game);
    this._game = game;
    this._premoves.take(game);
    if (isNew || before?.ply !== game.ply) this._forgetAdvice();
    const turn = this._moved?.ply === game.ply ? this._moved : null;
    if (this._world) this._boardView.show(this._world, position, turn);
    this._showPlayers(game);
    if (this._world) this._insight.show(game);
    this._moveList.show(game.history);
    this._battle.show(game.history);
    this._showControls(game);
    if (!game.thinking) this._line.textContent = "";
    if (isNew) this._boardView.focusMove();
    if (before && !isNew && game.ply < before.ply) this._say(TEXTS.takenBack);
    this._sayNews(game, isNew || !before?.outcome);
    if (this._moved) this._sound(this._moved, game);
    this._moved = null;
    this._premoves.play();
  }

  /**
   * @param {Moved} moved
   * @param {Game} game
   */
  _sound(moved, game) {
    this._sounds.play(soundsOf(moved));
    if (game.position.check !== null) this._sounds.play(["check"], 0.1);
    if (game.outcome) this._sounds.play(["end"], 0.3);
  }

  /**
   * Leaves the game, and returns how it stands.
   * @returns {GameEntry | null}
   */
  leave() {
    const game = this._game;
    this._game = null;
    this._moved = null;
    this._premoves.take(null);
    this._clocks.stop();
    this._insight.leave();
    this._boardView.clear();
    if (!game) return null;
    const status = game.outcome?.text ?? TEXTS.toMove(game.position.turn);
    const { white, black } = game.players;
    const [title, is_over] = [this._world?.title ?? "", game.outcome !== null];
    return { id: game.id, title, white: white.name, black: black.name, status, is_over };
  }

  /** @param {Thinking} thinking */
  _showThinking(thinking) {
    const { depth, score, line, squares } = thinking.line;
    const { nodes, speed } = figuresOf(thinking.line);
    const text = TEXTS.thinkingText(depth, score, thinking.line.nodes ? { nodes, nps: speed } : null);
    this._line.textContent = `${text} · ${line.join(" ")}`;
    this._insight.think(thinking.line);
    this._boardView.marks.thinking = squares;
    this._boardView.mark();
    if (!this._game || this._game.thinking) return;
    this._game.thinking = true;
    this._showTurn(this._game);
    this._showControls(this._game);
  }

  /** @param {Hint} hint */
  _showHint(hint) {
    if (hint.ply !== this._game?.ply) return;
    const { score, line, squares } = hint.line;
    this._boardView.marks.hint = squares;
    this._say(TEXTS.hintText(hint.san, score, line.join(" ")));
    this._boardView.mark();
  }

  /** @param {Why} why */
  _showWhy(why) {
    this._explanation.show(why);
    this._moveList.select(why.ply);
  }

  /**
   * Says what is wrong with the last request. A move that was refused can be chosen again.
   * @param {string} text
   */
  complain(text) {
    this._message.textContent = text;
    this._boardView.release();
  }

  /**
   * Takes an answer about this game.
   * @param {Answer} answer
   */
  receive(answer) {
    if (answer.type === "preview") this._insight.receivePreview(answer);
    else if (answer.type === "report") this._insight.receiveReport(answer);
    if (!("game" in answer) || answer.game !== this.id) return;
    if (answer.type === "moved") this._moved = answer;
    else if (answer.type === "thinking") this._showThinking(answer);
    else if (answer.type === "hint") this._showHint(answer);
    else if (answer.type === "why") this._showWhy(answer);
    else if (answer.type === "note") this._say(answer.text);
  }

  /** Shows what the settings now want. */
  redraw() {
    if (this._game) this._insight.show(this._game);
  }

  /** Stops what runs by itself while there is no connection. */
  hold() {
    this._clocks.stop();
    this._insight.hold();
  }

  // --- showing -----------------------------------------------------------------------------------------------

  /** @param {Game} game */
  _begin(game) {
    this._boardView.moveTo(byId("game", HTMLElement), (move) => this._play(move.uci), this._premoves);
    this._boardView.isFlipped = isEngine(game, "white") && !isEngine(game, "black");
    this._moved = null;
    this._status.textContent = "";
    byId("game-title", HTMLHeadingElement).textContent = this._world?.title ?? "";
  }

  _forgetAdvice() {
    this._boardView.marks = { ...noMarks(), premoves: this._premoves.squares };
    this._explanation.hide();
    this._message.textContent = "";
    this._moveList.select(0);
  }

  /** @param {Game} game */
  _showPlayers(game) {
    for (const side of SIDES) byId(`${side}-name`, HTMLElement).textContent = game.players[side].name;
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
  _showControls(game) {
    this._line.hidden = !SIDES.some((side) => isEngine(game, side));
    this._controls.show(game);
  }

  /**
   * Says the last move, check, and the result if that is new.
   * @param {Game} game
   * @param {boolean} isOutcomeNew
   */
  _sayNews(game, isOutcomeNew) {
    const news = this._moved ? [this._moved.status] : [];
    if (this._moved && this._world) news.push(...describeEvents(this._world, this._moved.events));
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

  // --- asking ------------------------------------------------------------------------------------------------

  /** @param {{onLeave: () => void, onRematch: (id: string) => void}} listener */
  _listen({ onLeave, onRematch }) {
    onClick("flip-button", () => this._boardView.flip());
    onClick("leave-button", onLeave);
    onClick("rematch-button", () => this._game && onRematch(this._game.id));
    onEntry("move-form", "move-field", (text) => this.enter(text));
  }

  /**
   * Carries out what was typed: a command, or a move.
   * @param {string} text
   */
  enter(text) {
    const [game, world] = [this._game, this._world];
    if (!game || !world) return;
    const scene = { world, position: game.position, last: game.history.at(-1) ?? null, buttons: commandButtons(), score: shownScore() };
    const answer = answerCommand(text, scene, () => this._clocksText());
    if (answer !== null) this._say(answer);
    else if (!this._premoves.addTyped(text)) this._play(text);
  }

  _clocksText() {
    const parts = SIDES.map((side) => [TEXTS.sideName(side), this._clocks.text(side)]);
    return parts.every(([, time]) => time) ? parts.map((part) => part.join(" ")).join(", ") : "";
  }

  /** @param {string} move */
  _play(move) {
    return this._game !== null && this._ask({ type: "move", game: this._game.id, ply: this._game.ply, move });
  }

  /** @param {number} ply */
  _askWhy(ply) {
    if (this._game) this._ask({ type: "why", game: this._game.id, ply });
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
