// @ts-check
/**
 * The position editor: the page keeps a FEN, and the server makes every change and says why a position is not legal.
 * `#editor=VARIANT&fen=FEN` names one, with `world=` and `pieces=` where these were changed.
 */

import { byId, make, onClick, onSubmit, raise } from "./dom.js";
import { copyText } from "./files.js";
import { noMarks } from "./marks.js";
import { ERASER, HAND, Palette } from "./palette.js";
import { TEXTS } from "./texts.js";

/** @import { DraftAnswer as Draft, FighterLimits, Request } from "../page_types.js" */
/** @import { RulesData as Rules, Side, SideLimits, WorldEntry } from "../page_types.js" */
/** @import { Page } from "./main.js" */

/**
 * A change of a draft: a request without the draft.
 * @typedef {{type: string} & Record<string, unknown>} Change
 */

export class EditorPage {
  /**
   * @param {Page} page
   * @param {(rules: Rules, fen: string) => void} onPlay
   */
  constructor(page, onPlay) {
    this._page = page;
    this._boardView = page.boardView;
    this._board = page.boardView.board;
    this._onPlay = onPlay;
    this.element = byId("editor");
    /** @type {Draft | null} */
    this._draft = null;
    /** What is to be done when the answer to the last change has come. @type {(() => void)[]} */
    this._waiting = [];
    this._isWaiting = false;
    /** @type {string[]} */
    this._past = [];
    /** Whether the next draft is one of the past. */
    this._isUndoing = false;
    /** The square whose piece is chosen, or null. @type {number | null} */
    this._chosen = null;
    /** A pointer that is down: where it began, and where it was last. @type {{id: number, origin: number, at: number} | null} */
    this._press = null;
    this._palette = new Palette(page.settings, (letter, event) => {
      const square = this._board.squareAt(event);
      if (square !== null) this._put(square, letter);
    });
    this._world = byId("editor-world", HTMLSelectElement);
    this._fen = byId("editor-fen", HTMLInputElement);
    this._turn = byId("editor-turn", HTMLSelectElement);
    this._enPassant = byId("editor-en-passant", HTMLSelectElement);
    this._halfmove = byId("editor-halfmove", HTMLInputElement);
    this._fullmove = byId("editor-fullmove", HTMLInputElement);
    /** @type {Set<HTMLInputElement>} Fields whose text is not sent yet. */
    this._typedInto = new Set();
    this._status = byId("editor-status");
    this._message = byId("editor-message");
    this._listen();
  }

  /** What the draft is played by, or null. */
  get rules() {
    return this._draft?.rules ?? null;
  }

  /** @param {WorldEntry[]} worlds */
  setWorlds(worlds) {
    const chosen = this._world.value;
    this._world.replaceChildren(...worlds.map(({ name, title }) => new Option(TEXTS.worldNamed(title, name), name)));
    this._world.value = chosen;
  }

  /** @param {URLSearchParams} words */
  open(words) {
    this.hold();
    this._past = [];
    this._typedInto.clear();
    const { editor: variant = "", world = "", pieces = "", fen = "" } = Object.fromEntries(words);
    this._change({ type: "draft-open", variant, world, pieces, fen });
  }

  leave() {
    this.hold();
    this._draft = this._chosen = null;
    this._palette.choose("Escape");
    this._message.textContent = "";
    this._boardView.clear();
  }

  /** Forgets what was asked for and does not come any more. */
  hold() {
    this._waiting = [];
    this._isWaiting = this._isUndoing = false;
    this._press = null;
  }

  /** @param {string} text */
  complain(text) {
    this.hold();
    this._message.textContent = text;
    if (this._draft) this._fen.value = this._draft.fen;
    this._page.show("editor");
  }

  /** @param {Draft} draft */
  show(draft) {
    const world = this._page.worlds.get(draft.position.world);
    if (!world) return;
    const before = this._draft;
    const isSame = JSON.stringify(before?.rules) === JSON.stringify(draft.rules);
    if (before && isSame && before.fen !== draft.fen && !this._isUndoing) this._past.push(before.fen);
    if (!isSame) this._past = [];
    this._draft = draft;
    this._isWaiting = this._isUndoing = false;
    this._message.textContent = "";
    this._page.show("editor");
    if (!before) this._boardView.moveTo(this.element, () => false);
    document.title = `${TEXTS.editPosition}: ${world.title} – ${TEXTS.title}`;
    if (this._chosen !== null && !draft.position.pieces.some(({ square }) => square === this._chosen)) this._chosen = null;
    this._boardView.show(world, draft.position, null);
    this._palette.show(world);
    this._mark();
    this._showFields(draft);
    this._page.setAddress(editorAddress(draft.rules, draft.fen));
    while (!this._isWaiting && this._waiting.length) this._waiting.shift()?.();
  }

  // --- showing ---

  _mark() {
    this._board.mark({ ...noMarks(), way: this._chosen === null ? [] : [this._chosen] });
    this._showFighter();
  }

  /** @param {Draft} draft */
  _showFields(draft) {
    this._world.value = this._boardView.world?.name ?? "";
    this._fill(this._fen, draft.fen);
    this._status.textContent = draft.problem ? TEXTS.notLegal(draft.problem) : TEXTS.isLegal;
    this._status.classList.toggle("wrong", Boolean(draft.problem));
    this._turn.value = draft.position.turn;
    const choices = draft.en_passant_choices.map((word) => new Option(word));
    this._enPassant.replaceChildren(new Option(TEXTS.none, "-"), ...choices);
    this._enPassant.value = draft.en_passant;
    byId("editor-en-passant-label").hidden = !choices.length;
    this._fill(this._halfmove, String(draft.halfmove));
    this._fill(this._fullmove, String(draft.fullmove));
    byId("undo-draft", HTMLButtonElement).disabled = !this._past.length;
    for (const id of ["play-draft", "analyse-draft"]) byId(id, HTMLButtonElement).disabled = Boolean(draft.problem);
    this._showCastling(draft);
    this._showSides(draft);
  }

  /** Shows a value, but not over what is being typed: the answer to an earlier change may come late.
   * @param {HTMLInputElement} field @param {string} text */
  _fill(field, text) {
    if (!this._typedInto.has(field)) field.value = text;
  }

  /** @param {Draft} draft */
  _showCastling(draft) {
    const host = byId("editor-castling");
    host.hidden = !draft.castling.length;
    const { view } = this._board;
    const boxes = draft.castling.map(({ rook, side, on }) =>
      makeBox(TEXTS.castlingRight(side, view.name(rook)), on, (isOn) =>
        this._change({ type: "draft-castling", rook, on: isOn }),
      ),
    );
    replaceBoxes(host, boxes);
  }

  /** @param {Draft} draft */
  _showSides(draft) {
    const host = byId("editor-sides");
    host.hidden = !draft.combat;
    const parts = (draft.combat?.sides ?? []).flatMap(({ side, uses, most_uses, decree, most_decree, exposed }) => {
      const name = TEXTS.sideName(side);
      return [
        makeNumber(`${name}: ${TEXTS.decreesLeft}`, uses, most_uses, (uses) => this._changeSide(side, { uses })),
        makeNumber(`${name}: ${TEXTS.decreeTurns}`, decree, most_decree, (decree) => this._changeSide(side, { decree })),
        makeBox(`${name}: ${TEXTS.kingExposed}`, exposed, (exposed) => this._changeSide(side, { exposed })),
      ];
    });
    replaceBoxes(host, parts);
  }

  /** Shows the state of the fighter that is chosen. */
  _showFighter() {
    const host = byId("editor-fighter");
    const fighter = this._draft?.combat?.fighters.find(({ square }) => square === this._chosen);
    host.hidden = !fighter;
    if (!fighter) return;
    const { square, hp, most_hp, cooldown, most_cooldown, interposing, can_interpose } = fighter;
    replaceBoxes(host, [
      make("p", "", this._board.describe(square)),
      makeNumber(TEXTS.hitPointsLeft, hp, most_hp, (hp) => this._changeFighter(square, { hp }), 1),
      makeNumber(TEXTS.abilityRests, cooldown, most_cooldown, (cooldown) => this._changeFighter(square, { cooldown })),
      ...(can_interpose ? [makeBox(TEXTS.interposes, interposing, (interposing) => this._changeFighter(square, { interposing }))] : []),
    ]);
  }

  // --- changing ---

  /** @param {Change} change */
  _change(change) {
    this._later(() => {
      const draft = { ...this.rules, fen: this._draft?.fen ?? "" };
      this._isWaiting = this._page.send(/** @type {Request} */ ({ ...draft, ...change }));
      if (!this._isWaiting) this.complain(TEXTS.notConnected);
    });
  }

  /**
   * Changes a part of the state of a side of a fight, as it will be then.
   * @param {Side} side
   * @param {Partial<SideLimits>} change
   */
  _changeSide(side, change) {
    this._later(() => {
      const now = this._draft?.combat?.sides.find((each) => each.side === side);
      if (now) this._change({ type: "draft-side", side, uses: now.uses, decree: now.decree, exposed: now.exposed, ...change });
    });
  }

  /**
   * Changes a part of the state of a fighter, as it will be then.
   * @param {number} square
   * @param {Partial<FighterLimits>} change
   */
  _changeFighter(square, change) {
    this._later(() => {
      const now = this._draft?.combat?.fighters.find((each) => each.square === square);
      if (!now) return;
      const { hp, cooldown, interposing } = now;
      this._change({ type: "draft-fighter", square, hp, cooldown, interposing, ...change });
    });
  }

  /**
   * Does something with the draft as it will be, when the answers to all changes have come.
   * @param {() => void} action
   */
  _later(action) {
    if (this._isWaiting) this._waiting.push(action);
    else action();
  }

  /**
   * @param {number} square
   * @param {string} letter
   */
  _put(square, letter) {
    this._change({ type: "draft-put", square, letter });
  }

  /**
   * Does what a click on a square means, or Enter.
   * @param {number} square
   */
  _activate(square) {
    const { tool } = this._palette;
    this._later(() => this._use(tool, square));
  }

  /**
   * @param {string} tool
   * @param {number} square
   */
  _use(tool, square) {
    const { pieces } = this._board;
    if (tool !== HAND) {
      const piece = pieces.get(square);
      const there = piece && (piece.side === "white" ? piece.letter.toUpperCase() : piece.letter.toLowerCase());
      this._put(square, there === tool ? ERASER : tool);
    } else if (this._chosen === null || this._chosen === square) {
      this._chosen = this._chosen === null && pieces.has(square) ? square : null;
      this._mark();
    } else {
      this._change({ type: "draft-move", origin: this._chosen, target: square });
      this._chosen = null;
    }
  }

  _undo() {
    this._later(() => {
      const fen = this._past.pop();
      if (fen === undefined) return;
      this._isUndoing = true;
      this._change({ type: "draft-open", fen });
    });
  }

  // --- listening ---

  _listen() {
    const resets = /** @type {const} */ ([["draft-start", "start"], ["draft-empty", "empty"], ["draft-mirror", "mirror"]]);
    for (const [id, to] of resets) onClick(id, () => this._change({ type: "draft-reset", to }));
    onClick("flip-draft", () => {
      this._boardView.flip();
      this._mark();
    });
    onClick("undo-draft", () => this._undo());
    onClick("play-draft", () => this._draft && this._onPlay(this._draft.rules, this._draft.fen));
    onClick("analyse-draft", () => {
      if (this._draft) this._page.begin({ type: "analyse", ...this._draft.rules, fen: this._draft.fen });
    });
    onClick("copy-draft", () => this._copy());
    this._world.addEventListener("change", () => {
      this._change({ type: "draft-open", variant: this._world.value, world: "", pieces: "", fen: "" });
    });
    this._turn.addEventListener("change", () => this._change({ type: "draft-turn", side: this._turn.value }));
    this._enPassant.addEventListener("change", () => {
      this._change({ type: "draft-en-passant", text: this._enPassant.value });
    });
    const counters = [this._halfmove, this._fullmove];
    for (const counter of counters) {
      counter.addEventListener("change", () => {
        this._change({ type: "draft-counters", halfmove: +this._halfmove.value, fullmove: +this._fullmove.value });
      });
    }
    for (const field of [...counters, this._fen]) {
      field.addEventListener("input", () => this._typedInto.add(field));
      for (const end of ["change", "blur"]) field.addEventListener(end, () => this._typedInto.delete(field));
    }
    onSubmit("draft-form", () => this._change({ type: "draft-open", fen: this._fen.value.trim() }));
    this._listenToBoard();
  }

  async _copy() {
    if (!this._draft) return;
    this._message.textContent = (await copyText(this._draft.fen)) ? "" : TEXTS.notCopied;
    if (!this._message.textContent) this._status.textContent = TEXTS.copied;
  }

  _listenToBoard() {
    const { grid } = this._board;
    /** @type {<K extends keyof HTMLElementEventMap>(name: K, action: (event: HTMLElementEventMap[K]) => void) => void} */
    const on = (name, action) => grid.addEventListener(name, (event) => this._draft && action(event));
    on("pointerdown", (event) => this._pressed(event));
    on("pointermove", (event) => this._dragged(event));
    on("pointerup", (event) => this._released(event));
    on("pointercancel", () => this._drop());
    on("click", (event) => {
      if (event.detail === 0 && event.target instanceof HTMLElement) this._activate(Number(event.target.dataset.square));
    });
    // Before what letters mean elsewhere: questions about the board.
    grid.addEventListener("keydown", (event) => this._draft && this._key(event), { capture: true });
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { focus } = this._board;
    if (event.key === "Enter" || event.key === " ") this._activate(focus);
    else if (event.key === "Delete" || event.key === "Backspace") this._put(focus, ERASER);
    else if (this._palette.choose(event.key)) this._chosen = event.key === "Escape" ? null : this._chosen;
    else if (!/^[a-z]$/i.test(event.key)) return;
    this._mark();
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** @param {PointerEvent} event */
  _pressed(event) {
    const square = this._board.squareAt(event);
    if (square === null || !event.isPrimary || event.button !== 0) return;
    this._press = { id: event.pointerId, origin: square, at: square };
    this._board.grid.setPointerCapture(event.pointerId);
    if (this._palette.tool !== HAND) this._activate(square);
  }

  /** @param {PointerEvent} event */
  _dragged(event) {
    const press = this._press;
    if (!press || press.id !== event.pointerId) return;
    const square = this._board.squareAt(event);
    if (this._palette.tool !== HAND) {
      if (square !== null && square !== press.at) this._put(square, this._palette.tool); // paints
      press.at = square ?? press.at;
      return;
    }
    const { drawings, grid, scale, view } = this._board;
    const drawing = drawings.get(press.origin);
    if (!drawing) return;
    press.at = square ?? -1;
    const { left, top } = grid.getBoundingClientRect();
    const { x, y } = view.centre(press.origin);
    raise(drawing);
    drawing.style.transform = `translate(${(event.clientX - left) / scale - x}px, ${(event.clientY - top) / scale - y}px)`;
  }

  /** @param {PointerEvent} event */
  _released(event) {
    const press = this._press;
    if (!press || press.id !== event.pointerId) return;
    const isHand = this._palette.tool === HAND;
    const square = this._board.squareAt(event);
    this._drop();
    if (!isHand) return;
    if (square === press.origin) this._activate(square);
    else if (!this._board.pieces.has(press.origin)) return;
    else if (square === null) this._put(press.origin, ERASER);
    else this._change({ type: "draft-move", origin: press.origin, target: square });
  }

  _drop() {
    const drawing = this._board.drawings.get(this._press?.origin ?? -1);
    if (drawing) drawing.style.transform = "";
    this._press = null;
  }
}

/**
 * The words of the address of a draft.
 * @param {Rules} rules
 * @param {string} fen
 */
export function editorAddress({ variant, world, pieces }, fen) {
  return { editor: variant, fen, ...(world && { world }), ...(pieces && { pieces }) };
}

/**
 * @param {string} name
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} onChange
 */
function makeBox(name, isOn, onChange) {
  const input = make("input", { type: "checkbox" });
  input.checked = isOn;
  input.addEventListener("change", () => onChange(input.checked));
  return make("label", "box", input, make("span", "", name));
}

/**
 * @param {string} name
 * @param {number} value
 * @param {number} most
 * @param {(value: number) => void} onChange
 */
function makeNumber(name, value, most, onChange, least = 0) {
  const input = make("input", { type: "number", min: least, max: most, value });
  input.addEventListener("change", () => {
    input.defaultValue = input.value; // it is not being typed any more
    onChange(Math.min(most, Math.max(least, Math.round(Number(input.value) || 0))));
  });
  const label = make("label", "inline", name, input);
  label.hidden = !most; // there is no such state
  return label;
}

/**
 * Shows other fields behind the legend of a group; the focus stays at its place. While a number is being typed there,
 * nothing changes: the draft will be another one when it is sent.
 * @param {HTMLElement} host
 * @param {HTMLElement[]} fields
 */
function replaceBoxes(host, fields) {
  const inputs = () => [...host.querySelectorAll("input")];
  const focused = inputs().findIndex((input) => input === document.activeElement);
  const at = inputs()[focused];
  if (at?.type === "number" && at.value !== at.defaultValue) return;
  host.replaceChildren(...[host.querySelector("legend")].filter((part) => part !== null), ...fields);
  inputs()[focused]?.focus();
}
