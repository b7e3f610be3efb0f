// @ts-check
/** The position editor, the watched match, the world guide, pictures, and news about files of worlds, joined. */

import { byId, onClick } from "./dom.js";
import { editorAddress, EditorPage } from "./editor.js";
import { Pictures } from "./pictures.js";
import { TEXTS } from "./texts.js";
import { WatchPage } from "./watch.js";
import { WorldPanel } from "./world_panel.js";

/** @import { Answer, Hello, RulesData as Rules } from "../page_types.js" */
/** @import { Lobby } from "./lobby.js" */
/** @import { Page } from "./main.js" */

/** How long good news are shown. */
const NEWS_MILLISECONDS = 8000;

export class Workshop {
  /**
   * @param {Page} page
   * @param {Lobby} lobby
   * @param {() => Rules | null} rules of the game or the analysis that is shown
   */
  constructor(page, lobby, rules) {
    const { boardView } = page;
    this._lobby = lobby;
    this._notice = byId("worlds-notice");
    /** What is wrong in files of worlds. @type {string[]} */
    this._problems = [];
    this._isNew = true;
    this.editor = new EditorPage(page, (rules, fen) => {
      lobby.propose(boardView.world?.name ?? "", rules, fen);
      page.go({});
    });
    this.watch = new WatchPage(page);
    this._worldPanel = new WorldPanel(page.send);
    this._pictures = new Pictures(page);
    this._listen(page, rules);
  }

  /**
   * @param {Page} page
   * @param {() => Rules | null} rules
   */
  _listen({ boardView, go }, rules) {
    /** @type {(ids: string[], action: () => void) => void} */
    const on = (ids, action) => {
      for (const id of ids) onClick(id, action);
    };
    on(["about-world"], () => this._worldPanel.open({ variant: this._lobby.variant }));
    on(["about-game", "about-analysis", "about-draft"], () => {
      if (boardView.world) this._worldPanel.open({ world: boardView.world.id });
    });
    on(["game-picture", "analysis-picture", "draft-picture", "watch-picture"], () => this._pictures.open());
    on(["edit-world"], () => go(editorAddress(this._lobby.rules, this._lobby.fen)));
    on(["edit-game", "edit-analysis"], () => {
      const current = rules();
      if (current && boardView.position) go(editorAddress(current, boardView.position.fen));
    });
    on(["watch-button"], () => (location.hash = "watch"));
  }

  /** @param {Answer} answer */
  receive(answer) {
    if (answer.type === "hello") {
      this._greet(answer);
    } else if (answer.type === "worlds") {
      this.editor.setWorlds(answer.worlds);
      this._lobby.setWorlds(answer.worlds, null);
      this._showProblems(answer.problems);
      if (answer.problems.length) return;
      this._notice.textContent = TEXTS.worldsChanged;
      setTimeout(() => this._showProblems(this._problems), NEWS_MILLISECONDS);
    } else if (answer.type === "draft") {
      if (isNamed("editor")) this.editor.show(answer);
    } else {
      if (isNamed("watch")) this.watch.receive(answer);
      this._worldPanel.receive(answer);
      this._pictures.receive(answer);
    }
  }

  /**
   * Takes a refusal that belongs into a dialog. Returns whether it does.
   * @param {string} about
   * @param {string} text
   */
  refuse(about, text) {
    if (about === "picture") this._pictures.refuse(text);
    else if (about === "world-panel" || about === "piece-moves") this._worldPanel.refuse(about, text);
    else return false;
    return true;
  }

  /** Stops what runs by itself while there is no connection. */
  hold() {
    this.editor.hold();
    this.watch.hold();
    this._worldPanel.hold();
    this._pictures.hold();
  }

  /** @param {Hello} hello */
  _greet({ worlds, problems, watched, begin }) {
    this.editor.setWorlds(worlds);
    this._showProblems(problems);
    byId("watch-button", HTMLButtonElement).hidden = !watched;
    if (this._isNew && watched && !begin && !location.hash) history.replaceState(null, "", "#watch");
    this._isNew = false;
  }

  /** @param {string[]} problems */
  _showProblems(problems) {
    this._problems = problems;
    this._notice.textContent = problems.length ? [TEXTS.worldsWrong, ...problems].join("\n") : "";
  }
}

/**
 * Whether the address names a view. Answers may come when it is left already.
 * @param {string} view
 */
function isNamed(view) {
  return new URLSearchParams(location.hash.slice(1)).has(view);
}
