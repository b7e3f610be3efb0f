// @ts-check
/**
 * The page: its connection, and one view at a time. The address names the view and what it shows: `#game=ID`,
 * `#analysis=ID`, a line as `#variant=NAME&fen=FEN&moves=e2e4,e7e5`, or nothing for the lobby.
 */

import { AnalysisPage } from "./analysis.js";
import { AnalysisInsight } from "./analysis_insight.js";
import { Announcer } from "./announcer.js";
import { listenToBoardKeys } from "./board_keys.js";
import { BoardView } from "./board_view.js";
import { byId, onClick } from "./dom.js";
import { TextImport, TextPanel } from "./files.js";
import { guardFocus } from "./focus.js";
import { GamePage } from "./game.js";
import { LearningPanel } from "./learning.js";
import { Lobby } from "./lobby.js";
import { LobbyList } from "./lobby_list.js";
import { ResultsPanel } from "./results.js";
import { Overlay } from "./overlay.js";
import { openSettings } from "./settings.js";
import { Connection } from "./socket.js";
import { Sounds } from "./sounds.js";
import { fillTexts, TEXTS } from "./texts.js";
import { Workshop } from "./workshop.js";

/** @import { AnalyseGame, AnalyseWatched, AnalysisList as Analyses, AnalysisState, Answer } from "../page_types.js" */
/** @import { BeginAnalysis, BoardWorld, GameState, Hello, NewGame, Refused, Rematch, Request } from "../page_types.js" */
/** @import { Settings } from "./settings.js" */
/** @import { State } from "./socket.js" */
/** A request for another game or analysis. */
/** @typedef {NewGame | Rematch | BeginAnalysis | AnalyseGame | AnalyseWatched} Wish */

/**
 * What the parts of the page share.
 * @typedef {object} Page
 * @property {BoardView} boardView
 * @property {Settings} settings
 * @property {Map<string, BoardWorld>} worlds of all positions that the server sends, by their identities
 * @property {Overlay} overlay
 * @property {Sounds} sounds
 * @property {(request: Request) => boolean} send returns whether there is a connection
 * @property {(text: string) => void} say says something to screen readers
 * @property {(name: string) => void} show makes a view the one that is seen
 * @property {(address: Record<string, string>) => void} go goes to what an address names
 * @property {(address: Record<string, string>) => void} setAddress names what is shown by another address
 * @property {(wish: Wish) => void} begin
 */

/**
 * A view of the page.
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {(words: URLSearchParams) => void} open shows what the address names
 * @property {() => void} [focus] focuses what the view is about, if that is not the board
 * @property {() => void} leave another view, or another thing in this one, is opened
 * @property {(text: string) => void} [enter] carries out a command or a move that could be typed
 * @property {(text: string) => void} complain says what is wrong with the last request
 */

fillTexts();
onClick("skip-button", refocus);
const connectionLine = byId("connection");
const settings = openSettings(() => {
  boardView.redraw();
  game.redraw();
  page.overlay.redraw();
});
const announcer = new Announcer(byId("announcer"));
announcer.listenTo(document.querySelectorAll("[data-announced], [role=alert]"));
guardFocus(refocus);
/** @type {Page} */
const page = {
  boardView: new BoardView(settings, (text) => announcer.say(text)),
  settings,
  worlds: new Map(),
  overlay: new Overlay(document.body, settings),
  sounds: new Sounds(settings),
  send: (request) => connection.send(request),
  say: (text) => announcer.say(text),
  show,
  go,
  setAddress,
  begin,
};
const { boardView, worlds } = page;
listenToBoardKeys(boardView, () => namedView().enter?.bind(namedView()));
const learning = new LearningPanel(page);
const results = new ResultsPanel(page.send);
const lobby = new Lobby(page);
const game = new GamePage(page);
const analysis = new AnalysisPage(page);
const analyses = new LobbyList("open-analyses", "analysis-list", openAnalysis, (id) => {
  page.send({ type: "delete_analysis", analysis: id });
});
const textPanel = new TextPanel(
  (fen) => analysis.rules && begin({ type: "analyse", ...analysis.rules, fen }),
  (text) => analysis.say(text),
);
analysis.onNode((shown) => textPanel.show(shown));
const insight = new AnalysisInsight(page, analysis);
const textImport = new TextImport({
  variant: () => (namedView() === lobbyView ? lobby.variant : analysis.variant),
  onOpen: (id, problems) => {
    analysis.expect(problems);
    openAnalysis(id);
  },
  onFail: (text) => namedView().complain(text),
});
const workshop = new Workshop(page, lobby, () => game.rules ?? analysis.rules);

/** @type {View} */
const lobbyView = {
  element: byId("lobby"),
  open: openLobbyView,
  focus: () => lobby.focus(),
  leave: () => {},
  complain: (text) => lobby.complain(text),
};
/** @type {View} */
const gameView = {
  element: byId("game"),
  open: openGameView,
  leave: leaveGame,
  enter: (text) => game.enter(text),
  complain: (text) => game.complain(text),
};
/** A link to a line: `#variant=NAME&fen=FEN&moves=e2e4,e7e5`. */
const linkView = { ...lobbyView, element: analysis.element, open: openLink, focus: () => boardView.focus() };
/** The views by the first word of their addresses. @type {Map<string, View>} */
const views = new Map([
  ["", lobbyView],
  ["game", gameView],
  ["analysis", analysis],
  ["editor", workshop.editor],
  ["watch", workshop.watch],
  ["variant", linkView],
]);
/** The address that is shown, and its view. */
let shown = { address: "", view: /** @type {View | null} */ (null) };
/** The request for another game or analysis whose answer has not come yet. @type {Wish | null} */
let awaited = null;
/** The games that the page has opened: late news of them are not a game that was asked for. @type {Set<string>} */
const opened = new Set();
const connection = new Connection(receive, showConnection);
addEventListener("hashchange", follow);
for (const id of ["import-button", "import-other"]) onClick(id, () => textImport.open());
onClick("analyse-world", () => begin({ type: "analyse", ...lobby.rules, fen: lobby.fen }));
onClick("analyse-button", () => game.id && begin({ type: "analyse_game", game: game.id }));
onClick("rematch-button", () => game.id && begin({ type: "rematch", game: game.id }));
for (const id of ["leave-button", "close-analysis-button", "leave-draft", "leave-watch"]) onClick(id, () => go({}));

function words() {
  return new URLSearchParams(location.hash.slice(1));
}

/** The view that the address names. */
function namedView() {
  const [name = ""] = words().keys();
  return views.get(name) ?? lobbyView;
}

/** Focuses what the view is about. */
function refocus() {
  const view = namedView();
  if (view.focus) view.focus();
  else boardView.focus();
}

/** @param {Wish} wish */
function begin(wish) {
  awaited = connection.send(wish) ? wish : null;
  if (!awaited) namedView().complain(TEXTS.notConnected);
}

/** Whether what was asked for is a game; otherwise it is an analysis, if there is such a wish at all. */
function awaitsGame() {
  return awaited?.type === "new" || awaited?.type === "rematch";
}

/**
 * Goes to what an address names: nothing is the lobby.
 * @param {Record<string, string>} address
 */
function go(address) {
  location.hash = String(new URLSearchParams(address));
}

/** @param {string} id */
function openAnalysis(id) {
  go({ analysis: id });
}

/** @param {URLSearchParams} words */
function openLink(words) {
  const { variant = "", fen = "", world = "", pieces = "", moves = "" } = Object.fromEntries(words);
  begin({ type: "analyse", variant, fen, world, pieces, moves: moves.split(/\s+/).filter(Boolean) });
}

/**
 * Names what is shown by another address.
 * @param {Record<string, string>} address
 */
function setAddress(address) {
  history.replaceState(null, "", `#${new URLSearchParams(address)}`);
  shown.address = location.hash;
}

/** Leaves what is shown for what the address names. */
function follow() {
  if (location.hash === shown.address) return;
  shown.view?.leave();
  open();
}

function open() {
  const view = namedView();
  shown = { address: location.hash, view };
  awaited = null;
  view.open(words());
}

function openLobbyView() {
  show("");
  results.ask();
  document.title = TEXTS.title;
  lobby.focus();
}

/** @param {URLSearchParams} words */
function openGameView(words) {
  const id = words.get("game") ?? "";
  opened.add(id);
  connection.send({ type: "open", game: id });
}

/** Leaves the game, and returns how it stands. */
function closeGame() {
  if (game.id) connection.send({ type: "close", game: game.id });
  return game.leave();
}

function leaveGame() {
  const left = closeGame();
  if (left) lobby.note(left);
}

/**
 * Makes a view the one that is seen.
 * @param {string} name
 */
function show(name) {
  document.body.dataset.view = name || "lobby";
  let isOther = false;
  for (const [each, { element }] of views) {
    isOther ||= each === name && element.hidden;
    if (each !== "variant") element.hidden = each !== name;
  }
  if (isOther) scrollTo(0, 0);
}

/**
 * Whether the page goes straight into the world of the command line: once in each tab, if the address names nothing.
 * @param {Hello} hello
 */
function isToBegin({ begin }) {
  if (begin === null || location.hash || sessionStorage.getItem("begun") === begin) return false;
  sessionStorage.setItem("begun", begin);
  return true;
}

/** @param {Answer} answer */
function receive(answer) {
  learning.receive(answer);
  results.receive(answer);
  switch (answer.type) {
    case "hello":
      workshop.receive(answer);
      lobby.fill(answer);
      return isToBegin(answer) ? lobby.begin() : open();
    case "world":
      worlds.set(answer.id, answer);
      return;
    case "game":
      return receiveGame(answer);
    case "refused":
      return receiveRefusal(answer);
    case "closed":
      lobby.drop(answer.game);
      if (answer.game !== words().get("game")) return;
      closeGame();
      leaveFor(TEXTS.closed);
      return;
    case "analysis":
      return receiveAnalysis(answer);
    case "analyses":
      return showAnalyses(answer);
    case "analysis_closed":
      if (answer.analysis === analysis.id) leaveFor(TEXTS.analysisClosed);
      return;
    default:
      game.receive(answer);
      analysis.receive(answer);
      insight.receive(answer);
      workshop.receive(answer);
  }
}

/** @param {Refused} refusal */
function receiveRefusal({ about, text }) {
  if (workshop.refuse(about, text)) return;
  if (about === "header") return analysis.headers.complain(text);
  if (about === awaited?.type) awaited = null;
  const isNothingOpen = about === "draft-open" && !workshop.editor.rules;
  if (isNothingOpen || about === "open" || about === "open_analysis" || words().has("variant")) go({});
  namedView().complain(text);
}

/**
 * Goes to the lobby, which says why.
 * @param {string} text
 */
function leaveFor(text) {
  go({});
  lobby.complain(text);
}

/** @param {GameState} state */
function receiveGame(state) {
  if (awaitsGame() && !opened.has(state.id)) goTo({ game: state.id });
  opened.add(state.id);
  if (state.id !== words().get("game")) return;
  show("game");
  document.title = `${worlds.get(state.position.world)?.title ?? ""} – ${TEXTS.title}`;
  game.show(state);
}

/** @param {Analyses} answer */
function showAnalyses(answer) {
  const entries = answer.analyses.map(({ id, title, players, moves }) => {
    return { id, text: players ? TEXTS.analysisOf(title, players) : title, note: TEXTS.moveCount(moves) };
  });
  analyses.show(entries);
}

/** @param {AnalysisState} state */
function receiveAnalysis(state) {
  if (awaited && !awaitsGame() && state.id !== words().get("analysis")) goTo({ analysis: state.id });
  if (state.id !== words().get("analysis")) return;
  document.title = `${state.title} – ${TEXTS.title}`;
  analysis.show(state);
}

/**
 * Leaves what is shown for what was asked for and has come. A link is done then: going back leads before it.
 * @param {Record<string, string>} address
 */
function goTo(address) {
  awaited = null;
  shown.view?.leave();
  const hash = `#${new URLSearchParams(address)}`;
  if (words().has("variant")) history.replaceState(null, "", hash);
  else history.pushState(null, "", hash);
  shown = { address: location.hash, view: namedView() };
}

/** @param {State} state */
function showConnection(state) {
  connectionLine.textContent = {
    open: "",
    lost: TEXTS.connectionLost,
    refused: TEXTS.connectionRefused,
  }[state];
  if (state === "open") return;
  game.hold();
  analysis.hold();
  insight.hold();
  workshop.hold();
}
