// @ts-check
/**
 * The page: its connection, and one view at a time. The address names the view and what it shows: `#game=ID`,
 * `#analysis=ID`, a line as `#variant=NAME&fen=FEN&moves=e2e4,e7e5`, or nothing for the lobby.
 */

import { AnalysisPage } from "./analysis.js";
import { AnalysisInsight } from "./analysis_insight.js";
import { AnalysisList } from "./analysis_list.js";
import { Announcer } from "./announcer.js";
import { listenToBoardKeys } from "./board_keys.js";
import { BoardView } from "./board_view.js";
import { byId, onClick } from "./dom.js";
import { TextImport, TextPanel } from "./files.js";
import { guardFocus } from "./focus.js";
import { GamePage } from "./game.js";
import { LearningPanel } from "./learning.js";
import { Lobby } from "./lobby.js";
import { ResultsPanel } from "./results.js";
import { Overlay } from "./overlay.js";
import { openSettings } from "./settings.js";
import { Connection } from "./socket.js";
import { Sounds } from "./sounds.js";
import { fillTexts, TEXTS } from "./texts.js";
import { Workshop } from "./workshop.js";

/** @import { AnalyseGame, AnalyseWatched, AnalysisState, Answer, BeginAnalysis } from "../page_types.js" */
/** @import { BoardWorld, GameState, Hello, NewGame, Rematch } from "../page_types.js" */
/** @import { State } from "./socket.js" */
/** @typedef {NewGame | Rematch} GameWish */
/** @typedef {BeginAnalysis | AnalyseGame | AnalyseWatched} AnalysisWish */
/** @typedef {GameWish | AnalysisWish} Wish */

/**
 * A view of the page.
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {(words: URLSearchParams) => void} open shows what the address names
 * @property {() => void} focus focuses what the view is about
 * @property {() => void} leave another view, or another thing in this one, is opened
 * @property {(text: string) => void} [enter] carries out a command or a move that could be typed
 * @property {(text: string) => void} complain says what is wrong with the last request
 */

fillTexts();
onClick("skip-button", () => namedView().focus());
/** The worlds of all positions that the server sends, by their identities. @type {Map<string, BoardWorld>} */
const worlds = new Map();
const connectionLine = byId("connection", HTMLParagraphElement);
const settings = openSettings(() => {
  boardView.redraw();
  game.redraw();
});
const boardView = new BoardView(settings);
const learning = new LearningPanel(boardView, (request) => connection.send(request));
boardView.panels.push(learning);
const results = new ResultsPanel((request) => connection.send(request));
const announcer = new Announcer(byId("announcer", HTMLDivElement));
announcer.listenTo(document.querySelectorAll("[data-announced], [role=alert]"));
guardFocus(() => namedView().focus());
boardView.onSay = (/** @type {string} */ text) => announcer.say(text);
listenToBoardKeys(boardView, () => namedView().enter?.bind(namedView()));
const lobby = new Lobby((wish) => begin(wish), openGame);
const overlay = new Overlay(document.body);
const sounds = new Sounds(settings);
const game = new GamePage(boardView, worlds, (message) => connection.send(message), overlay, sounds, {
  onLeave: openLobby,
  onRematch: (id) => begin({ type: "rematch", game: id }),
  announce: (text) => announcer.say(text),
});
const analysis = new AnalysisPage({
  boardView,
  worlds,
  send: (message) => connection.send(message),
  onShow: () => show("analysis"),
  onLeave: openLobby,
});
const analysisList = new AnalysisList(openAnalysis, (id) => connection.send({ type: "delete_analysis", analysis: id }));
const textPanel = new TextPanel(
  (fen) => analysis.rules && begin({ type: "analyse", ...analysis.rules, fen }),
  (text) => analysis.say(text),
);
analysis.onNode((shown) => textPanel.show(shown));
const insight = new AnalysisInsight(
  analysis,
  boardView,
  overlay,
  (request) => connection.send(request),
  (text) => announcer.say(text),
);
const textImport = new TextImport({
  variant: () => (namedView() === views.get("") ? lobby.variant : analysis.variant),
  onOpen: (id, problems) => {
    analysis.expect(problems);
    openAnalysis(id);
  },
  onFail: (text) => namedView().complain(text),
});
const workshop = new Workshop({
  boardView,
  settings,
  worlds,
  lobby,
  rules: () => game.rules ?? analysis.rules,
  send: (message) => connection.send(message),
  show,
  onAddress: setAddress,
  analyse: begin,
});

/** The views by the first word of their addresses; the first one is that of an empty address. @type {[string, View][]} */
const named = [
  [
    "",
    {
      element: byId("lobby", HTMLElement),
      open: openLobbyView,
      focus: () => lobby.focus(),
      leave: () => {},
      complain: (text) => lobby.complain(text),
    },
  ],
  [
    "game",
    {
      element: byId("game", HTMLElement),
      open: openGameView,
      focus: () => boardView.focus(),
      leave: leaveGame,
      enter: (text) => game.enter(text),
      complain: (text) => game.complain(text),
    },
  ],
  ["analysis", analysis],
  ["editor", workshop.editor],
  ["watch", workshop.watch],
  // A link to a line: `#variant=NAME&fen=FEN&moves=e2e4,e7e5`.
  [
    "variant",
    {
      element: analysis.element,
      open: openLink,
      focus: () => analysis.focus(),
      leave: () => {},
      complain: (text) => lobby.complain(text),
    },
  ],
];
const views = new Map(named);
/** The address that is shown, and its view. */
let shown = { address: "", view: /** @type {View | null} */ (null) };
/** The request for another game or analysis whose answer has not come yet. @type {Wish | null} */
let awaited = null;
/** The games that the page has opened: late news of them are not a game that was asked for. @type {Set<string>} */
const opened = new Set();
const connection = new Connection(receive, showConnection);
addEventListener("hashchange", follow);
for (const id of ["import-button", "import-other"]) {
  onClick(id, () => textImport.open());
}
onClick("analyse-world", () => begin({ type: "analyse", ...lobby.rules, fen: lobby.fen }));
onClick("analyse-button", () => {
  if (game.id) begin({ type: "analyse_game", game: game.id });
});

/** What the address names. */
function words() {
  return new URLSearchParams(location.hash.slice(1));
}

/** The view that the address names. */
function namedView() {
  const [name = ""] = words().keys();
  return /** @type {View} */ (views.get(name) ?? views.get(""));
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

/** @param {string} id */
function openGame(id) {
  location.hash = new URLSearchParams({ game: id }).toString();
}

/** @param {string} id */
function openAnalysis(id) {
  location.hash = new URLSearchParams({ analysis: id }).toString();
}

/**
 * Opens an analysis with the line that an address names.
 * @param {URLSearchParams} words
 */
function openLink(words) {
  const word = (/** @type {string} */ name) => words.get(name) ?? "";
  const moves = word("moves").split(/\s+/).filter(Boolean);
  const [variant, fen, world, pieces] = ["variant", "fen", "world", "pieces"].map(word);
  begin({ type: "analyse", variant: variant ?? "", fen, world, pieces, moves });
}

function openLobby() {
  location.hash = "";
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

/** Opens what the address names. */
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

function leaveGame() {
  if (game.id) connection.send({ type: "close", game: game.id });
  const left = game.leave();
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
      if (isToBegin(answer)) lobby.begin();
      else open();
      return;
    case "world":
      worlds.set(answer.id, answer);
      return;
    case "game":
      receiveGame(answer);
      return;
    case "refused":
      if (workshop.refuse(answer.about, answer.text)) return;
      if (answer.about === "header") {
        analysis.headers.complain(answer.text);
        return;
      }
      if (answer.about === awaited?.type) awaited = null;
      if (answer.about === "draft-open" && !workshop.editor.rules) openLobby();
      if (["open", "open_analysis"].includes(answer.about) || words().has("variant")) openLobby();
      namedView().complain(answer.text);
      return;
    case "closed":
      if (answer.game !== words().get("game")) return;
      openLobby();
      lobby.complain(TEXTS.closed);
      return;
    case "analysis":
      receiveAnalysis(answer);
      return;
    case "analyses":
      analysisList.show(answer.analyses);
      return;
    case "analysis_closed":
      if (answer.analysis !== analysis.id) return;
      openLobby();
      lobby.complain(TEXTS.analysisClosed);
      return;
    default:
      game.receive(answer);
      analysis.receive(answer);
      insight.receive(answer);
      workshop.receive(answer);
  }
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
