// @ts-check
/** The connection to the server. It is opened again whenever it is lost. */

/** @import { Answer, Request } from "../page_types.js" */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
/** @typedef {"open" | "lost" | "refused"} State */

export class Connection {
  /**
   * @param {(message: Answer) => void} onMessage
   * @param {(state: State) => void} onState
   */
  constructor(onMessage, onState) {
    this._onMessage = onMessage;
    this._onState = onState;
    this._wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._timer = 0;
    addEventListener("online", () => this._retryNow());
    document.addEventListener("visibilitychange", () => this._retryNow());
    this._connect();
  }

  /**
   * Sends a message. Returns false if there is no connection.
   * @param {Request} message
   */
  send(message) {
    if (this._socket?.readyState !== WebSocket.OPEN) return false;
    this._socket.send(JSON.stringify(message));
    return true;
  }

  _connect() {
    this._timer = 0;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/socket`);
    this._socket = socket;
    let wasOpen = false;
    socket.addEventListener("open", () => {
      wasOpen = true;
      this._wait = FIRST_WAIT;
      this._onState("open");
    });
    socket.addEventListener("message", ({ data }) => this._onMessage(JSON.parse(data)));
    socket.addEventListener("close", async () => {
      this._onState(wasOpen || !(await isRefused()) ? "lost" : "refused");
      this._timer = setTimeout(() => this._connect(), this._wait * (0.8 + 0.4 * Math.random()));
      this._wait = Math.min(2 * this._wait, LONGEST_WAIT);
    });
  }

  _retryNow() {
    if (!this._timer || document.hidden) return;
    clearTimeout(this._timer);
    this._wait = FIRST_WAIT;
    this._connect();
  }
}

/** Whether the server is there but does not know this browser: it has another token since it was started again. */
async function isRefused() {
  try {
    return (await fetch("/", { cache: "no-store" })).status === 403;
  } catch {
    return false;
  }
}
