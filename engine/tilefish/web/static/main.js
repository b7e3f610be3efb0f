// @ts-check
/**
 * The page: its connection, and one view at a time. The address names the view and what it shows: `#game=ID`, or
 * nothing for the lobby.
 */

import { BoardView } from "./board_view.js";
import { byId } from "./dom.js";
import { GamePage } from "./game.js";
import { Lobby } from "./lobby.js";
import { openSettings } from "./settings.js";
import { Connection } from "./socket.js";
import { fillTexts, TEXTS } from "./texts.js";

/** @typedef {import("./messages.js").Answer} Answer */
/** @typedef {import("./messages.js").BoardWorld} BoardWorld */

/**
 * A view of the page.
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {(words: URLSearchParams) => void} open shows what the address names
 * @property {() => void} focus focuses what the view is about
 * @property {() => void} leave another view, or another thing in this one, is opened
 * @property {(text: string) => void} complain says what is wrong with the last request
 */

fillTexts();
byId("skip-button", HTMLButtonElement).addEventListener("click", () => namedView().focus());
/** The worlds of all positions that the server sends, by their identities. @type {Map<string, BoardWorld>} */
const worlds = new Map();
const connectionLine = byId("connection", HTMLParagraphElement);
const settings = openSettings(() => boardView.redraw());
const boardView = new BoardView(settings);
const lobby = new Lobby((wish) => begin(wish), openGame);
const game = new GamePage(boardView, worlds, (message) => connection.send(message), openLobby);

/** The views by the first word of their addresses; the first one is that of an empty address. @type {Map<string, View>} */
const views = new Map([
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
      open: (words) => connection.send({ type: "open", game: words.get("game") ?? "" }),
      focus: () => boardView.focus(),
      leave: leaveGame,
      complain: (text) => game.complain(text),
    },
  ],
]);
/** The address that is shown, and its view. */
let shown = { address: "", view: /** @type {View | null} */ (null) };
/** Whether a new game was asked for and has not come yet. */
let isAwaiting = false;
const connection = new Connection(receive, showConnection);
addEventListener("hashchange", follow);

/** What the address names. */
function words() {
  return new URLSearchParams(location.hash.slice(1));
}

/** The view that the address names. */
function namedView() {
  const [name = ""] = words().keys();
  return /** @type {View} */ (views.get(name) ?? views.get(""));
}

/** @param {import("./messages.js").NewGame} wish */
function begin(wish) {
  isAwaiting = connection.send(wish);
  if (!isAwaiting) lobby.complain(TEXTS.notConnected);
}

/** @param {string} id */
function openGame(id) {
  location.hash = new URLSearchParams({ game: id }).toString();
}

function openLobby() {
  location.hash = "";
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
  view.open(words());
}

function openLobbyView() {
  show("");
  document.title = TEXTS.title;
  lobby.focus();
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
    element.hidden = each !== name;
  }
  if (isOther) scrollTo(0, 0);
}

/** @param {Answer} answer */
function receive(answer) {
  switch (answer.type) {
    case "hello":
      lobby.fill(answer);
      open();
      return;
    case "world":
      worlds.set(answer.id, answer);
      return;
    case "game":
      receiveGame(answer);
      return;
    case "refused":
      isAwaiting = isAwaiting && answer.about !== "new";
      if (answer.about === "open") openLobby();
      namedView().complain(answer.text);
      return;
    case "closed":
      if (answer.game !== words().get("game")) return;
      openLobby();
      lobby.complain(TEXTS.closed);
      return;
    default:
      game.receive(answer);
  }
}

/** @param {import("./messages.js").GameState} state */
function receiveGame(state) {
  if (isAwaiting && state.id !== words().get("game")) {
    isAwaiting = false;
    shown.view?.leave();
    history.pushState(null, "", `#${new URLSearchParams({ game: state.id })}`);
    shown = { address: location.hash, view: namedView() };
  }
  if (state.id !== words().get("game")) return;
  show("game");
  document.title = `${worlds.get(state.position.world)?.title ?? ""} – ${TEXTS.title}`;
  game.show(state);
}

/** @param {import("./socket.js").State} state */
function showConnection(state) {
  connectionLine.textContent = {
    open: "",
    lost: TEXTS.connectionLost,
    refused: TEXTS.connectionRefused,
  }[state];
  if (state !== "open") game.hold();
}
