// @ts-check
/** The page: its connection, and either the lobby or a game. The game is named in the address: `#game=ID`. */

import { byId } from "./dom.js";
import { GamePage } from "./game.js";
import { Lobby } from "./lobby.js";
import { openSettings } from "./settings.js";
import { Connection } from "./socket.js";
import { fillTexts, TEXTS } from "./texts.js";

/** @typedef {import("./messages.js").ServerMessage} ServerMessage */

fillTexts();
byId("skip-link", HTMLAnchorElement).addEventListener("click", (event) => {
  event.preventDefault();
  focusView();
});
const lobbyView = byId("lobby", HTMLElement);
const gameView = byId("game", HTMLElement);
const connectionLine = byId("connection", HTMLParagraphElement);
const settings = openSettings(() => game.redraw());
const lobby = new Lobby((wish) => begin(wish), openGame);
const game = new GamePage(settings, (message) => connection.send(message), openLobby);
/** Whether a new game was asked for and has not come yet. */
let isAwaiting = false;
const connection = new Connection(receive, showConnection);
addEventListener("hashchange", follow);

/** The game that the address names, or "". */
function namedGame() {
  return new URLSearchParams(location.hash.slice(1)).get("game") ?? "";
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

/** Shows what the address names. */
function follow() {
  const id = namedGame();
  if (game.id && game.id !== id) {
    connection.send({ type: "close", game: game.id });
    leaveGame();
  }
  if (!id) showView("lobby");
  else if (game.id !== id) connection.send({ type: "open", game: id });
}

function leaveGame() {
  const left = game.leave();
  if (left) lobby.note(left);
}

/** Focuses what the view is about. */
function focusView() {
  if (gameView.hidden) lobby.focus();
  else game.focus();
}

/** @param {"lobby" | "game"} name */
function showView(name) {
  if (document.body.dataset.view === name) return;
  document.body.dataset.view = name;
  lobbyView.hidden = name !== "lobby";
  gameView.hidden = name !== "game";
  scrollTo(0, 0);
  if (name === "game") return;
  document.title = TEXTS.title;
  lobby.focus();
}

/** @param {ServerMessage} message */
function receive(message) {
  switch (message.type) {
    case "hello":
      lobby.fill(message);
      if (namedGame()) connection.send({ type: "open", game: namedGame() });
      else showView("lobby");
      return;
    case "game":
      receiveGame(message);
      return;
    case "refused":
      isAwaiting = isAwaiting && message.about !== "new";
      if (message.about === "open") openLobby();
      if (gameView.hidden) lobby.complain(message.text);
      else game.complain(message.text);
      return;
    case "closed":
      if (message.game !== namedGame()) return;
      openLobby();
      lobby.complain(TEXTS.closed);
      return;
  }
  if (message.game !== game.id) return;
  if (message.type === "moved") game.noteMove(message);
  else if (message.type === "thinking") game.showThinking(message);
  else if (message.type === "hint") game.showHint(message);
  else game.showWhy(message);
}

/** @param {import("./messages.js").Game} message */
function receiveGame(message) {
  if (isAwaiting && message.id !== namedGame()) {
    isAwaiting = false;
    leaveGame();
    history.pushState(null, "", `#${new URLSearchParams({ game: message.id })}`);
  }
  if (message.id !== namedGame()) return;
  showView("game");
  document.title = `${message.variant.title} – ${TEXTS.title}`;
  game.show(message);
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
