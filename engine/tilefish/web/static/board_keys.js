// @ts-check
/**
 * Keys on the board besides those that walk and choose: they ask for the square with the focus what can also be typed,
 * or go on to other squares.
 */

/** @import { BoardView } from "./board_view.js" */

/** What is typed for a key; a square is put behind those that end in a blank. @type {Record<string, string>} */
const ASK = { m: "m ", x: "x ", s: "s ", o: "r ", l: "l", c: "c", t: "t", b: "b", h: "h" };

/**
 * @param {BoardView} boardView
 * @param {() => ((text: string) => void) | undefined} entry what carries out what could be typed; a view without it
 * has other uses for these keys
 */
export function listenToBoardKeys(boardView, entry) {
  const { grid } = boardView.board;
  grid.addEventListener("keydown", (event) => {
    const enter = entry();
    if (!enter || event.altKey || event.metaKey || event.ctrlKey || event.defaultPrevented) return;
    const command = ASK[event.key];
    if (command) enter(command.endsWith(" ") ? command + boardView.board.view.name(boardView.board.focus) : command);
    else if (event.key === "i") fieldOfView()?.focus();
    else if (!walk(boardView, event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** The field for moves and commands of the view that is seen. */
function fieldOfView() {
  const field = document.querySelector("main:not([hidden]) .move-form input");
  return field instanceof HTMLInputElement ? field : null;
}

/**
 * Goes to another square: `1` to `8` to a rank, with Shift to a file; `n` to the next piece that can move, `p` to the
 * next piece, with Shift backwards. Returns whether the key means that.
 * @param {BoardView} boardView
 * @param {KeyboardEvent} event
 */
function walk({ board, position }, { code, key, shiftKey }) {
  const { view, focus } = board;
  const [, digit] = /^Digit([1-8])$/.exec(code) ?? [];
  if (digit) {
    const at = Number(digit) - 1;
    const [file, rank] = shiftKey ? [at, Math.floor(focus / view.files)] : [focus % view.files, at];
    if (file < view.files && rank < view.ranks) board.setFocus(rank * view.files + file, true);
    return true;
  }
  const word = key.toLowerCase();
  if (word !== "n" && word !== "p") return false;
  const origins = (position?.moves ?? []).map((move) => move.path[0] ?? 0);
  const stops = word === "n" ? origins : [...board.pieces.keys()];
  const squares = [...new Set(stops)].sort((one, other) => (shiftKey ? other - one : one - other));
  const following = squares.find((square) => (shiftKey ? square < focus : square > focus)) ?? squares[0];
  if (following !== undefined) board.setFocus(following, true);
  return true;
}
