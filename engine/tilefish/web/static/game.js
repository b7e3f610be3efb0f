// @ts-check
/** The page of one game: its board, and the panels around it. */

import { BattleLog } from "./battle_log.js";
import { ClockPair } from "./clocks.js";
import { answerCommand, sceneOf } from "./commands.js";
import { byId, onClick, onEntry } from "./dom.js";
import { describeEvents } from "./events.js";
import { GameInsight } from "./game_insight.js";
import { Explanation } from "./explanation.js";
import { GameControls, isEngine } from "./game_controls.js";
import { noMarks } from "./marks.js";
import { MoveList } from "./move_list.js";
import { figuresOf } from "./overlay.js";
import { Premoves } from "./premoves.js";
import { soundsOf } from "./sounds.js";
import { SIDES } from "./squares.js";
import { TEXTS } from "./texts.js";

/** @import { Answer, BoardWorld as World, EngineThinking as Thinking, GameEntry } from "../page_types.js" */
/** @import { GameState as Game, HintAnswer as Hint, MovePlayed as Moved, Request } from "../page_types.js" */
/** @import { WhyAnswer as Why } from "../page_types.js" */
/** @import { Page } from "./main.js" */

export class GamePage {
  /** @param {Page} page */
  constructor(page) {
    this._page = page;
    this._boardView = page.boardView;
    /** @type {Game | null} */
    this._game = null;
    /** @type {World | null} */
    this._world = null;
    /** @type {Moved | null} the move whose position comes next */
    this._moved = null;
    this._insight = new GameInsight(page, byId("game-insight"));
    const faces = { white: byId("white-clock"), black: byId("black-clock") };
    this._clocks = new ClockPair(faces, () => page.sounds.play(["low"]));
    this._premoves = new Premoves(page.boardView, (move) => this._play(move.uci), (text) => this._say(text));
    this._controls = new GameControls((message) => this._ask(message));
    this._battle = new BattleLog();
    this._moveList = new MoveList(byId("move-list"), (ply) => this._askWhy(ply));
    this._status = byId("status");
    this._message = byId("message");
    this._line = byId("engine-line");
    this._explanation = new Explanation((squares) => {
      this._boardView.marks.reasons = squares;
      this._boardView.mark();
    });
    onClick("flip-button", () => this._boardView.flip());
    onEntry("move-form", "move-field", (text) => this.enter(text));
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
    this._world = this._page.worlds.get(position.world) ?? null;
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
    const { sounds } = this._page;
    sounds.play(soundsOf(moved));
    if (game.position.check !== null) sounds.play(["check"], 0.1);
    if (game.outcome) sounds.play(["end"], 0.3);
  }

  /** @returns {GameEntry | null} */
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

  /** @param {Answer} answer */
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

  redraw() {
    if (this._game) this._insight.show(this._game);
  }

  /** Stops what runs by itself while there is no connection. */
  hold() {
    this._clocks.stop();
    this._insight.hold();
  }

  // --- showing ---

  /** @param {Game} game */
  _begin(game) {
    this._boardView.moveTo(byId("game"), (move) => this._play(move.uci), this._premoves);
    this._boardView.isFlipped = isEngine(game, "white") && !isEngine(game, "black");
    this._moved = null;
    this._status.textContent = "";
    byId("game-pgn", HTMLAnchorElement).href = `pgn/game/${game.id}`;
    byId("game-title").textContent = this._world?.title ?? "";
  }

  _forgetAdvice() {
    this._boardView.marks = { ...noMarks(), premoves: this._premoves.squares };
    this._explanation.hide();
    this._message.textContent = "";
    this._moveList.select(0);
  }

  /** @param {Game} game */
  _showPlayers(game) {
    for (const side of SIDES) byId(`${side}-name`).textContent = game.players[side].name;
    this._clocks.show(game.clocks);
    this._showTurn(game);
  }

  /** @param {Game} game */
  _showTurn(game) {
    for (const side of SIDES) {
      const isThinking = game.thinking && game.position.turn === side;
      byId(`${side}-state`).textContent = isThinking ? TEXTS.thinking : "";
      byId(`${side}-player`).classList.toggle("to-move", !game.outcome && game.position.turn === side);
    }
    const turn = game.outcome?.text ?? `${TEXTS.toMove(game.position.turn)}${game.paused ? `, ${TEXTS.paused}` : ""}`;
    byId("turn").textContent = turn;
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

  // --- asking ---

  /** @param {string} text */
  enter(text) {
    const [game, world] = [this._game, this._world];
    if (!game || !world) return;
    const answer = answerCommand(text, sceneOf(world, game.position, game.history.at(-1) ?? null));
    if (answer !== null) this._say(answer);
    else if (!this._premoves.addTyped(text)) this._play(text);
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
    const isSent = this._page.send(message);
    if (!isSent) this.complain(TEXTS.notConnected);
    return isSent;
  }
}
