// @ts-check
/**
 * The types of the messages between this page and the server. There is no code here. Squares are numbers,
 * `rank * files + file`, from a1 = 0.
 *
 * @typedef {"white" | "black"} Side
 *
 * @typedef {object} Variant
 * @property {string} name
 * @property {string} title
 * @property {number} files
 * @property {number} ranks
 * @property {string} rules
 *
 * @typedef {object} OpenGame
 * @property {string} id
 * @property {string} title
 * @property {string} white
 * @property {string} black
 * @property {string} status
 *
 * @typedef {object} Hello
 * @property {"hello"} type
 * @property {string | null} begin the variant of the command line
 * @property {Variant[]} variants
 * @property {string[]} levels
 * @property {OpenGame[]} games
 *
 * @typedef {object} Kind
 * @property {string} name
 * @property {string} letter
 *
 * @typedef {object} Piece
 * @property {number} square
 * @property {string} sprite
 * @property {string} kind
 * @property {Side} side
 * @property {string} letter
 * @property {{now: number, most: number} | null} hp
 * @property {string} state
 *
 * @typedef {object} Move
 * @property {string} uci
 * @property {string} san
 * @property {number[]} path the origin and the squares to click, in order
 * @property {string} promotion the letter of a kind, or ""
 * @property {boolean} ability
 * @property {string} odds
 *
 * @typedef {object} PlayedMove
 * @property {number} ply counted from 1
 * @property {Side} side
 * @property {string} san
 * @property {string} uci
 * @property {string} remark
 *
 * @typedef {object} Player
 * @property {string} name
 * @property {boolean} is_engine
 *
 * @typedef {object} Clocks
 * @property {number} white seconds
 * @property {number} black seconds
 * @property {Side | null} running
 *
 * @typedef {object} Outcome
 * @property {string} text
 * @property {Side | null} winner
 *
 * @typedef {object} Game
 * @property {"game"} type
 * @property {string} id
 * @property {Variant} variant
 * @property {string} ground SVG
 * @property {string} flipped_ground SVG
 * @property {string} sprite SVG
 * @property {string} flipped_sprite SVG
 * @property {Kind[]} kinds
 * @property {string[]} tiles one word for each square
 * @property {number} ply
 * @property {Side} turn
 * @property {number | null} check
 * @property {number[]} last
 * @property {Piece[]} pieces
 * @property {Move[]} moves
 * @property {PlayedMove[]} history
 * @property {Record<Side, Player>} players
 * @property {Clocks | null} clocks
 * @property {boolean} thinking
 * @property {boolean} paused
 * @property {Outcome | null} outcome
 * @property {string} fen
 *
 * @typedef {object} GameEvent
 * @property {string} kind
 * @property {number} square
 * @property {number | null} target
 *
 * @typedef {object} Moved
 * @property {"moved"} type
 * @property {string} game
 * @property {number} ply
 * @property {string} san
 * @property {string} uci
 * @property {Side} side
 * @property {number[]} path
 * @property {GameEvent[]} events
 * @property {string} status
 *
 * @typedef {object} Thinking
 * @property {"thinking"} type
 * @property {string} game
 * @property {number} depth
 * @property {string} score
 * @property {number} nodes
 * @property {number} nps
 * @property {string[]} line
 * @property {number[]} squares
 *
 * @typedef {object} Hint
 * @property {"hint"} type
 * @property {string} game
 * @property {number} ply
 * @property {string} san
 * @property {string} uci
 * @property {number[]} squares
 * @property {string} score
 * @property {string[]} line
 *
 * @typedef {object} Why
 * @property {"why"} type
 * @property {string} game
 * @property {number} ply
 * @property {string} text
 * @property {number[]} squares
 *
 * @typedef {object} Closed
 * @property {"closed"} type
 * @property {string} game
 *
 * @typedef {object} Refused
 * @property {"refused"} type
 * @property {string} about
 * @property {string} text
 *
 * @typedef {Hello | Game | Moved | Thinking | Hint | Why | Closed | Refused} ServerMessage
 *
 * @typedef {object} NewGame
 * @property {"new"} type
 * @property {string} variant
 * @property {string} white
 * @property {string} black
 * @property {string} control
 * @property {string} fen
 *
 * @typedef {NewGame
 *   | {type: "open" | "close" | "undo" | "hint" | "now" | "resign", game: string}
 *   | {type: "move", game: string, ply: number, move: string}
 *   | {type: "why", game: string, ply: number}
 *   | {type: "pause", game: string, on: boolean}} PageMessage
 */

export {};
