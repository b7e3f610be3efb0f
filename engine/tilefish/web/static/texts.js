// @ts-check
/** All texts of the page that do not come from the server. */

/** @import { JudgedMove, Side } from "../page_types.js" */
/** A text with another one in it. @typedef {(other: string) => string} TextOf */

/** @param {Side} side */
const sideName = (side) => ({ white: "White", black: "Black" })[side];

export const TEXTS = {
  // The page
  title: "Tilefish",
  settings: "Settings",
  connectionLost: "The connection is lost. Trying again…",
  connectionRefused: "The server does not know this page. Open the address that tilefish board printed.",
  notConnected: "There is no connection to the server.",
  skipToContent: "Skip to the content",
  close: "Close",
  cancel: "Cancel",

  // Settings
  theme: "Colours",
  themeAuto: "As the system",
  themeDark: "Dark",
  themeLight: "Light",
  themeContrast: "High contrast",
  letters: "Letters instead of pictures",
  coordinates: "Coordinates",
  animation: "Animate moves",
  sounds: "Sounds",
  boardFits: "As large as the window allows",
  boardSize: "Size",

  // The lobby
  newGame: "New game",
  openGames: "Open games",
  world: "World",
  white: "White",
  black: "Black",
  players: "Players",
  clock: "Time",
  noClock: "No clock",
  otherClock: "Other…",
  clockText: "Seconds, m:ss, or moves/time, + seconds a move",
  clockExample: "such as 90, 5:00+3 or 40/15:00",
  startPosition: "Other position (FEN)",
  /** @type {(world: string, pieces: string) => string} */
  changedWorld: (world, pieces) =>
    ["Changed until another world is chosen", world && `board ${world}`, pieces && `pieces ${pieces}`]
      .filter(Boolean)
      .join(" · "),
  play: "Play",
  rules: "Rules",
  more: "More",
  me: "Me",
  closed: "There is no such game any more.",
  /** @type {TextOf} */
  engineLevel: (level) => `Tilefish, ${level}`,
  /** @type {(title: string, name: string) => string} */
  worldNamed: (title, name) => `${title} (${name})`,
  /** @type {(files: number, ranks: number) => string} */
  size: (files, ranks) => `${files} × ${ranks}`,
  /** @type {(title: string, white: string, black: string) => string} */
  openGame: (title, white, black) => `${title}: ${white} – ${black}`,
  /** @type {(minutes: number, seconds: number) => string} */
  clockChoice: (minutes, seconds) => `${minutes} min + ${seconds} s a move`,

  // The board
  board: "Board",
  empty: "empty",
  selected: "selected",
  /** What a piece does on a square that can be chosen. */
  targets: { move: "legal target", attack: "can be attacked", heal: "can be healed", use: "legal target" },
  premoved: "move for later",
  inCheck: "in check",
  /** @type {(side: Side, kind: string) => string} */
  piece: (side, kind) => `${side} ${kind}`,
  /** @type {(now: number, most: number) => string} */
  hitPoints: (now, most) => `${now} of ${most} hit points`,
  /** @type {(difference: number) => string} */
  change: (difference) => (difference < 0 ? `−${-difference}` : `+${difference}`),
  /** @type {(squares: string[]) => string} */
  way: (squares) => squares.join(" → "),
  stepBack: "Back",
  useAbility: "Use it",
  /** @type {(ability: {name: string, rests: number, is_spent: boolean}) => string} */
  ability: ({ name, rests, is_spent }) =>
    is_spent ? `${name}, used up` : rests ? `${name}, rests ${rests} ${rests === 1 ? "turn" : "turns"}` : name,
  /** @type {TextOf} */
  playMove: (san) => `Play ${san}`,
  chooseMove: "Which move?",
  promoteTo: "Promote to",

  // What the world does
  worldEvents: {
    carried: "is carried to",
    crushed: "is crushed on",
    drowned: "drowns on",
    burned: "burns on",
    fell: "falls into the void on",
  },
  /** @type {(piece: string, verb: string, square: string) => string} */
  worldEvent: (piece, verb, square) => (square ? `${piece} ${verb} ${square}.` : `${piece} falls off the board.`),
  // Drawing on the board
  draw: "Arrows and circles",
  drawByMouse: "Arrows and circles, also with the right mouse button",
  drawing: {
    colours: { green: "Green", red: "Red", blue: "Blue", yellow: "Yellow" },
    clear: "Clear",
    /** @type {(from: string, to: string) => string} */
    arrow: (from, to) => `Arrow from ${from} to ${to}.`,
    /** @type {TextOf} */
    circle: (square) => `Circle on ${square}.`,
    /** @type {TextOf} */
    from: (square) => `From ${square} to which square?`,
    /** @type {TextOf} */
    gone: (shape) => `Taken away: ${shape}`,
  },

  // Fights
  battle: "Battle log",
  /** @type {(number: number, text: string) => string} */
  battleLine: (number, text) => `${number}. ${text.charAt(0).toUpperCase()}${text.slice(1)}`,

  // The game
  game: "Game",
  moves: "Moves",
  hint: "Hint",
  why: "Why?",
  takeBack: "Take back",
  moveNow: "Move now",
  pause: "Pause",
  goOn: "Go on",
  step: "One move",
  pace: "Speed",
  /** @type {(seconds: number) => string} */
  paceChoice: (seconds) => (seconds ? `${seconds} s a move` : "As the engines like"),
  offerDraw: "Offer draw",
  accept: "Accept",
  decline: "Decline",
  rematch: "Rematch",
  resign: "Resign",
  resignQuestion: "Resign this game?",
  flip: "Flip",
  thinking: "thinking",
  paused: "paused",
  explanation: "Why this move",
  moveField: "Move or command",
  moveExample: "Nf3, g1f3 or h",
  enter: "Enter",
  check: "Check.",
  takenBack: "Taken back.",
  premovesDropped: "The moves for later are dropped.",
  /** @type {TextOf} */
  premove: (san) => `For later: ${san}.`,
  /** @type {TextOf} */
  premoveGone: (san) => `${san} for later is not possible any more.`,
  /** @type {(side: Side) => string} */
  drawOffered: (side) => `${sideName(side)} offers a draw. ${sideName(side === "white" ? "black" : "white")}, do you agree?`,
  /** @type {(side: Side) => string} */
  sideName,
  /** @type {(side: Side) => string} */
  toMove: (side) => `${sideName(side)} to move`,
  /** @type {(side: Side, san: string) => string} */
  askWhy: (side, san) => `${sideName(side)}: ${san}. Why?`,
  /** @type {(san: string, score: string, line: string) => string} */
  hintText: (san, score, line) => `Hint: ${san} (${score}): ${line}`,
  /** @type {(depth: number, score: string, speed: {nodes: string, nps: string} | null) => string} */
  thinkingText: (depth, score, speed) =>
    `depth ${depth} · ${score}${speed ? ` · ${speed.nodes} nodes · ${speed.nps}/s` : ""}`,

  // Analysis
  analysis: "Analysis",
  analyses: "Analyses",
  analyse: "Analyse",
  analysisClosed: "This analysis was deleted.",
  startOfMoves: "Start",
  firstMove: "To the start",
  moveBack: "One move back",
  moveForward: "One move on",
  lastMove: "To the end",
  annotate: "Annotate",
  moveGlyphs: "Quality of the move",
  positionGlyphs: "Who stands better",
  comment: "Comment",
  promote: "Promote variation",
  makeMainLine: "Make main line",
  deleteFromHere: "Delete from here",
  letWorldAct: "Let pieces appear",
  aboutGame: "About this game",
  /** The headers of a game. @type {Readonly<Record<string, string>>} */
  headers: { WhiteElo: "White's rating", BlackElo: "Black's rating" },
  /** What was undone. */
  undone: {
    delete: "Undone: the moves are back.",
    promote: "Undone: the order of the variations.",
    comment: "Undone: the comment.",
    glyph: "Undone: the glyph.",
    drawing: "Undone: the drawing.",
    header: "Undone: about this game.",
  },
  delete: "Delete",
  whichFace: "What does the die show?",
  roll: "Roll",
  toLobby: "Lobby",
  /** @type {(text: string, chance: number) => string} */
  faceNote: (text, chance) => [`${Math.round(100 * chance)} %`, text].filter(Boolean).join(" · "),
  /** @type {TextOf} */
  deleteMoves: (san) => `Delete ${san} and all moves after it?`,
  /** @type {TextOf} */
  deleteQuestion: (text) => `Delete ${text}?`,
  /** @type {(title: string, players: string) => string} */
  analysisOf: (title, players) => `${title}: ${players}`,
  /** @type {(moves: number) => string} */
  moveCount: (moves) => (moves === 1 ? "1 move" : `${moves} moves`),
  /** The names of numeric annotation glyphs. @type {Readonly<Record<number, string>>} */
  glyphs: {
    1: "good move", 2: "mistake", 3: "brilliant move", 4: "blunder", 5: "interesting move", 6: "dubious move",
    7: "only move", 10: "equal position", 13: "unclear position", 14: "White is slightly better",
    15: "Black is slightly better", 16: "White is better", 17: "Black is better", 18: "White is winning",
    19: "Black is winning", 22: "zugzwang", 32: "development", 36: "initiative", 40: "attack", 44: "compensation",
    132: "counterplay", 138: "time trouble", 140: "with the idea", 146: "novelty",
  },

  // Games and positions as texts
  texts: "Games and positions as texts",
  readText: "Open PGN or FEN",
  importField: "Games as PGN, or a position as FEN. You can also drop a file on the page.",
  readIt: "Read",
  openFile: "Open a file…",
  fen: "Position (FEN)",
  copyFen: "Copy FEN",
  copyPgn: "Copy PGN",
  downloadPgn: "Save PGN",
  copyLink: "Copy link",
  copied: "Copied.",
  notCopied: "The browser does not allow copying.",
  textTooLarge: "A text has at most 2 MB.",
  whichGame: "Which game?",
  filterGames: "Search players, events, worlds",
  moreGames: "There are more games; these are the first.",

  // The world panel
  aboutWorld: "World guide",
  pieces: "Pieces",
  tiles: "Tiles",
  fights: "Fights",
  moreRules: "Rules in short",
  shownFor: "Shown for",
  fromSquare: "From",
  inWords: "In words",
  damageFor: "Damage for a roll of",
  /** @type {(letter: string, name: string, isRoyal: boolean) => string} */
  kindTitle: (letter, name, isRoyal) => `${letter} · ${name}${isRoyal && name !== "king" ? " (royal)" : ""}`,
  /** @type {TextOf} */
  betza: (betza) => `In Betza notation: ${betza}`,
  /** @type {TextOf} */
  value: (value) => `Value in centipawns, middlegame / endgame: ${value}`,
  /** @type {(hp: number, strikes: string) => string} */
  fighterNumbers: (hp, strikes) => `${hp} hit points. ${strikes}`,

  // Pictures
  picture: "Picture",
  downloadSvg: "Download SVG",
  downloadPng: "Download PNG",
  copyPng: "Copy PNG",
  copySvg: "Copy SVG",
  cannotDraw: "This browser cannot draw the picture.",
  /** @type {TextOf} */
  saved: (name) => `Saved as ${name}.`,

  // The position editor
  editPosition: "Edit position",
  palette: "What to place",
  moveTool: "Move pieces",
  eraseTool: "Erase",
  voidTool: "Void tile",
  isLegal: "This position is legal.",
  copyShort: "Copy",
  startOfWorld: "Start",
  clearBoard: "Clear",
  mirrorColours: "Mirror",
  undoChange: "Undo",
  sideToMove: "To move",
  castlingRights: "Castling",
  enPassant: "En passant",
  halfmoves: "Half-moves",
  moveNumber: "Move",
  none: "none",
  sidesState: "Both sides",
  fighterState: "Chosen piece",
  decreesLeft: "Royal Decrees left",
  decreeTurns: "turns of decree",
  kingExposed: "king exposed",
  hitPointsLeft: "Hit points",
  abilityRests: "Ability rests",
  interposes: "Interposes",
  editorHelp:
    "Click or drag pieces. Keys: letters choose a piece (capitals: White), arrows walk, Enter places, Delete erases, " +
    "Escape takes the hand.",
  /** @type {TextOf} */
  notLegal: (problem) => `Not legal: ${problem}.`,
  /** @type {(side: Side, rook: string) => string} */
  castlingRight: (side, rook) => `${sideName(side)}, ${rook}`,

  // Watching a match
  watchMatch: "Watch the match",
  standings: "Standings",
  replay: "Replay",
  followNewest: "Show each new game",
  earlierGames: "Earlier games",
  standingHeads: ["Player", "Points", "+", "=", "−", "Elo", "95 %"],
  /** @type {(total: number) => string} */
  gamesSoFar: (total) => (total === 1 ? "1 game so far" : `${total} games so far`),
  /** @type {(number: number, white: string, black: string, result: string) => string} */
  watchedGame: (number, white, black, result) => `${number}. ${white} – ${black} ${result}`,
  /** @type {(ply: number, plies: number, san: string, end: string) => string} */
  watchedMove: (ply, plies, san, end) => [`Ply ${ply} of ${plies}`, san, end].filter(Boolean).join(" · "),

  // Files of worlds
  worldsChanged: "Files of worlds have changed: new games use them.",
  worldsWrong: "A file of a world has mistakes; its last good version stays.",

  // The commands
  help:
    "Type a move, such as Nf3 or g1f3, or a command. Moves: m e4 (of the piece on e4), m (all), x (captures), n e2 " +
    "(what may follow; n e2 e4 after a step onto a stone), l (last move). Board: r e4, r e, r 4 (a square, a file, a " +
    "rank), s e4 (what is seen from there), p N (where white knights are; small letters for Black), p A (all white " +
    "pieces), b (both armies), v (numbers of pieces), t (special tiles), hp (hit points), e (evaluation, where it " +
    "is shown), fen. c (clocks), h (help). On the board: arrow keys walk, Enter picks up and puts down, Escape goes a " +
    "step back, m x s o ask about the square, n and p go to the next piece that can move or to the next piece, 1 to 8 to " +
    "a rank, with Shift to a file, i to this field. A move while the other side thinks is for later; Escape drops it.",
  /** @type {(words: string[]) => string} */
  alsoWords: (words) => `Also: ${words.join(", ")}.`,
  noEvaluation: "No evaluation is shown.",
  notNow: "That is not possible now.",
  noMoves: "There is no such move.",
  nothing: "nothing",
  noHitPoints: "No piece has hit points here.",
  /** @type {TextOf} */
  from: (name) => `From ${name}`,
  /** @type {(name: string, parts: string[]) => string} */
  line: (name, parts) => (parts.length ? `${name}: ${parts.join("; ")}` : `${name}: empty`),
  /** @type {(way: string, names: string[]) => string} */
  mayFollow: (way, names) => `${way}: then ${names.join(", ")}`,
  /** @type {TextOf} */
  nothingFollows: (way) => `${way}: nothing may follow`,
  putBack: "Put back.",
  /** @type {(count: number, kind: string) => string} */
  number: (count, kind) => (count === 1 ? kind : `${count} × ${kind}`),
  noLastMove: "No move has been made.",
  noClocks: "This game has no clock.",
  noTiles: "All tiles are floor.",
  /** @type {TextOf} */
  noSquare: (text) => `There is no square ${text} on this board.`,
  /** @type {TextOf} */
  noPieces: (letter) => `There is no ${letter} on the board.`,
  /** @type {TextOf} */
  noMovesFrom: (name) => `No legal move from ${name}.`,
  /** @type {(name: string, moves: string[]) => string} */
  movesFrom: (name, moves) => `From ${name}: ${moves.join(", ")}`,
  /** @type {(side: Side, san: string) => string} */
  lastMoveWas: (side, san) => `${sideName(side)}: ${san}`,
  /** @type {(word: string, squares: string[]) => string} */
  list: (word, squares) => `${word}: ${squares.join(", ")}`,

  // The learning panel
  learning: "Learning",
  learnedMoves: "What became of the moves of this position",
  nothingLearned: "No finished game has had this position yet.",
  learningUses: "Engines use what was learned",
  learningRecords: "Learn from finished games",
  exportReadable: "Export",
  exportRaw: "Export raw",
  importLearned: "Import…",
  forget: "Forget…",
  move: "Move",
  games: "Games",
  winrate: "Winrate",
  winsShort: "W",
  lossesShort: "L",
  drawsShort: "D",
  bonus: "Bonus",
  /** @type {(number: number) => string} */
  signed: (number) => (number > 0 ? `+${number.toFixed(1)}` : number.toFixed(1).replace("-", "−")),
  /** @type {TextOf} */
  importing: (name) => `Reading ${name}…`,
  forgetQuestion: "Forget what was learned?",
  /** @type {TextOf} */
  forgetWorld: (title) => `Forget what was learned of ${title}`,
  forgetAll: "Forget what was learned of all worlds",

  // One's own results
  results: "Your results",
  resultHeads: ["World", "Opponent", "Won", "Drawn", "Lost", "With help"],
  forgetResultsQuestion: "Forget your results?",
  forgetAllResults: "Forget all results",
  /** @type {TextOf} */
  forgetResultsOf: (title) => `Forget those of ${title}`,

  // Live analysis, reports, the overlay
  liveAnalysis: "Engine",
  lines: "Lines",
  goDeeper: "Go deeper",
  evaluation: "Evaluation",
  graph: "Evaluation of the game",
  noScore: "no evaluation",
  start: "Start",
  liveStates: { held: "waits for a game's engine", done: "done", stopped: "stopped" },
  /** @type {(line: number) => string} */
  lineNumber: (line) => `Line ${line}`,
  noLimit: "no limit",
  /** @type {TextOf} */
  depthOf: (depth) => `depth ${depth}`,
  /** @type {TextOf} */
  nodesOf: (nodes) => `${nodes} nodes`,
  /** @type {TextOf} */
  speedOf: (speed) => `${speed}/s`,
  /** @type {TextOf} */
  tableOf: (percent) => `table ${percent}`,
  /** @type {(seconds: number) => string} */
  secondsOf: (seconds) => `${seconds.toFixed(1)} s`,
  /** @type {(chances: number[], depth: number) => string} */
  chances: ([win, draw, loss], depth) => `White wins ${win}%, draw ${draw}%, Black wins ${loss}%; depth ${depth}`,
  /** @type {(score: string, percent: number) => string} */
  scoreText: (score, percent) => `${score}, White can expect ${percent}% of the points`,
  judgeGame: "Judge the game",
  stopReport: "Stop",
  effort: "Time for each position",
  efforts: { quick: "quick", normal: "normal", thorough: "thorough" },
  reportProgress: "Moves judged",
  reportStates: {
    waiting: "Waiting for another report.",
    judging: "Judging the moves…",
    held: "Waits for a game's engine.",
    done: "All moves are judged.",
    stopped: "Stopped.",
  },
  accuracy: "Accuracy",
  lossPerMove: "Points lost a move",
  luck: "Luck of the dice, points",
  qualities: {
    best: "Best",
    only: "Only move",
    good: "Good",
    forced: "Forced",
    inaccuracy: "Inaccuracies",
    mistake: "Mistakes",
    blunder: "Blunders",
  },
  quality: { only: "only move", inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder" },
  /** @type {(move: JudgedMove) => string} */
  judged: ({ san, verdict, sign, origin, loss, accuracy }) =>
    `${san}${sign}: ${[
      verdict,
      origin,
      ...(loss ? [`${loss.toFixed(2)} points lost`] : []),
      `accuracy ${accuracy.toFixed(0)}%`,
    ].join(", ")}`,
  origins: { book: "From the book", learned: "Learned" },
  evaluationSetting: "Evaluation when engines play, and after a game",
  overlaySetting: "What the engine does, in a bar at the bottom (F2)",
  overlay: "Search",
  overlayKeys: "F2 hides this.",
  overlayRows: {
    turn: "Turn",
    player: "Engine",
    limit: "Limit",
    move: "Move",
    depth: "Depth",
    time: "Time",
    nodes: "Nodes",
    speed: "Nodes/s",
    table: "Table",
    result: "Last",
  },
  overlayStates: { idle: "idle", waiting: "waiting for you", thinking: "thinking", paused: "paused", stopped: "stopped" },
};

/**
 * Fills in the texts of the page's own markup: `data-text` names the text of an element, `data-label` its
 * accessible name, `data-example` the text of an empty field.
 */
export function fillTexts() {
  for (const element of document.querySelectorAll("[data-text], [data-label], [data-example]")) {
    if (!(element instanceof HTMLElement)) continue;
    const { text, label, example } = element.dataset;
    if (text) element.textContent = plain(text);
    if (label) element.setAttribute("aria-label", plain(label));
    if (example) element.setAttribute("placeholder", plain(example));
  }
}

/** @param {string} key */
function plain(key) {
  const text = /** @type {Record<string, unknown>} */ (TEXTS)[key];
  if (typeof text !== "string") throw new Error(`there is no text ${key}`);
  return text;
}
