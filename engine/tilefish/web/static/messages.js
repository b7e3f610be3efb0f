// @ts-check
/**
 * The types of the messages between this page and the server. `scripts/web_messages.py` makes this file from
 * `tilefish.web.messages`: change the classes there. There is no code here.
 *
 * Squares are numbers, `rank * files + file`, from a1 = 0.
 *
 *
 * @typedef {"white" | "black"} Side
 *
 * Begins a game. A player is `me` or a level; an empty time control means no clock, an empty FEN the start
 * position.
 * @typedef {object} NewGame
 * @property {"new"} type
 * @property {string} variant
 * @property {string} [white]
 * @property {string} [black]
 * @property {string} [control]
 * @property {string} [fen]
 *
 * Asks for a game and for all that happens in it from now on.
 * @typedef {object} OpenGame
 * @property {"open"} type
 * @property {string} game
 *
 * Asks for no more messages about a game.
 * @typedef {object} CloseGame
 * @property {"close"} type
 * @property {string} game
 *
 * Plays a move, in either notation, in the position after `ply` plies.
 * @typedef {object} MakeMove
 * @property {"move"} type
 * @property {string} game
 * @property {number} ply
 * @property {string} move
 *
 * Takes moves back to where a person had a choice.
 * @typedef {object} TakeBack
 * @property {"undo"} type
 * @property {string} game
 *
 * Asks for a good move.
 * @typedef {object} GiveHint
 * @property {"hint"} type
 * @property {string} game
 *
 * Asks why a move of the game, counted from 1, is good or bad.
 * @typedef {object} Explain
 * @property {"why"} type
 * @property {string} game
 * @property {number} ply
 *
 * Lets the engine that thinks play at once.
 * @typedef {object} MoveNow
 * @property {"now"} type
 * @property {string} game
 *
 * Holds the engines, or lets them go on.
 * @typedef {object} Pause
 * @property {"pause"} type
 * @property {string} game
 * @property {boolean} on
 *
 * The person resigns.
 * @typedef {object} Resign
 * @property {"resign"} type
 * @property {string} game
 *
 * A world in the list of worlds.
 * @typedef {object} WorldEntry
 * @property {string} name
 * @property {string} title
 * @property {number} files
 * @property {number} ranks
 * @property {string} rules
 *
 * A game in the list of games.
 * @typedef {object} GameEntry
 * @property {string} id
 * @property {string} title
 * @property {string} white
 * @property {string} black
 * @property {string} status
 * @property {boolean} is_over
 *
 * The first message of a connection. `begin` is the variant of the command line.
 * @typedef {object} Hello
 * @property {"hello"} type
 * @property {WorldEntry[]} worlds
 * @property {string[]} levels
 * @property {GameEntry[]} games
 * @property {string | null} begin
 *
 * A kind of piece. Its drawing in the sprite is `w` or `b` and its number.
 * @typedef {object} KindData
 * @property {string} name
 * @property {string} letter
 *
 * What stays the same on a board: drawings (SVG), names of pieces, and the tile of each square in a word. A page
 * gets it once, before the first message that names its `id`.
 * @typedef {object} BoardWorld
 * @property {"world"} type
 * @property {string} id
 * @property {string} name
 * @property {string} title
 * @property {number} files
 * @property {number} ranks
 * @property {string} rules
 * @property {string[]} tiles
 * @property {KindData[]} kinds
 * @property {string} ground
 * @property {string} flipped_ground
 * @property {string} sprite
 * @property {string} flipped_sprite
 *
 * What is wrong with a request. `about` is its type, or empty if it has none.
 * @typedef {object} Refused
 * @property {"refused"} type
 * @property {string} about
 * @property {string} text
 *
 * The hit points of a fighter.
 * @typedef {object} HitPointsData
 * @property {number} now
 * @property {number} most
 *
 * A piece on its square. `state` is what is special about it, in words.
 * @typedef {object} PieceData
 * @property {number} square
 * @property {string} sprite
 * @property {string} kind
 * @property {string} letter
 * @property {Side} side
 * @property {HitPointsData | null} hp
 * @property {string} state
 *
 * A move that can be chosen. `path` is its origin and the squares to choose, in order; `promotion` is the letter
 * of a kind or empty; `odds` is what an attack can be expected to do.
 * @typedef {object} MoveData
 * @property {string} uci
 * @property {string} san
 * @property {number[]} path
 * @property {string} promotion
 * @property {boolean} ability
 * @property {string} odds
 *
 * A position as a board shows it. `world` is the identity of its world; `check` is the square of a king in
 * check, `last` the squares of the last move, `moves` what can be played here.
 * @typedef {object} PositionData
 * @property {string} world
 * @property {string} fen
 * @property {Side} turn
 * @property {number | null} check
 * @property {number[]} last
 * @property {PieceData[]} pieces
 * @property {MoveData[]} moves
 *
 * A move of a game, its ply counted from 1. `remark` is what the host of the game did after it.
 * @typedef {object} PlayedData
 * @property {number} ply
 * @property {Side} side
 * @property {string} san
 * @property {string} uci
 * @property {string} remark
 *
 * A player of a game.
 * @typedef {object} PlayerData
 * @property {string} name
 * @property {boolean} is_engine
 *
 * The players of a game by their sides.
 * @typedef {object} PlayersData
 * @property {PlayerData} white
 * @property {PlayerData} black
 *
 * The seconds that the sides have left, and whose clock runs.
 * @typedef {object} ClocksData
 * @property {number} white
 * @property {number} black
 * @property {Side | null} running
 *
 * How a game ended. There is no winner of a draw.
 * @typedef {object} EndingData
 * @property {string} text
 * @property {Side | null} winner
 *
 * A whole game, after each change of it.
 * @typedef {object} GameState
 * @property {"game"} type
 * @property {string} id
 * @property {number} ply
 * @property {PositionData} position
 * @property {PlayedData[]} history
 * @property {PlayersData} players
 * @property {ClocksData | null} clocks
 * @property {boolean} thinking
 * @property {boolean} paused
 * @property {EndingData | null} outcome
 *
 * What happened to a piece in a turn.
 * @typedef {object} EventData
 * @property {string} kind
 * @property {number} square
 * @property {number | null} target
 * @property {string} sprite
 * @property {number} amount
 *
 * A move that was played: what to animate and to say. The game with its position follows.
 * @typedef {object} MovePlayed
 * @property {"moved"} type
 * @property {string} game
 * @property {number} ply
 * @property {string} san
 * @property {string} uci
 * @property {Side} side
 * @property {number[]} path
 * @property {EventData[]} events
 * @property {string} status
 *
 * A line of a search, with its score from White's point of view. `squares` is the path of its first move.
 * @typedef {object} LineData
 * @property {number} depth
 * @property {string} score
 * @property {number} nodes
 * @property {number} nps
 * @property {string[]} line
 * @property {number[]} squares
 *
 * What the engine that is to move has found so far.
 * @typedef {object} EngineThinking
 * @property {"thinking"} type
 * @property {string} game
 * @property {LineData} line
 *
 * A good move in the position after `ply` plies.
 * @typedef {object} HintAnswer
 * @property {"hint"} type
 * @property {string} game
 * @property {number} ply
 * @property {string} san
 * @property {string} uci
 * @property {LineData} line
 *
 * Why the move of a ply, counted from 1, is good or bad.
 * @typedef {object} WhyAnswer
 * @property {"why"} type
 * @property {string} game
 * @property {number} ply
 * @property {string} text
 * @property {string} score
 * @property {number[]} squares
 * @property {number[]} path
 *
 * A game is no longer there.
 * @typedef {object} GameClosed
 * @property {"closed"} type
 * @property {string} game
 *
 * @typedef {Hello | BoardWorld | Refused | GameState | MovePlayed | EngineThinking | HintAnswer | WhyAnswer | GameClosed} Answer
 *
 * @typedef {NewGame | OpenGame | CloseGame | MakeMove | TakeBack | GiveHint | Explain | MoveNow | Pause | Resign} Request
 */

export {};
