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
 * position; `world` is a tile map laid over the board, `pieces` changes the pieces.
 * @typedef {object} NewGame
 * @property {"new"} type
 * @property {string} variant
 * @property {string} [white]
 * @property {string} [black]
 * @property {string} [control]
 * @property {string} [fen]
 * @property {string} [world]
 * @property {string} [pieces]
 *
 * Asks for a game and for all that happens in it from now on.
 * @typedef {object} OpenGame
 * @property {"open"} type
 * @property {string} game
 *
 * Deletes a game, also one that is being played.
 * @typedef {object} DeleteGame
 * @property {"delete_game"} type
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
 * Offers a draw, or answers the offer of another person.
 * @typedef {object} Draw
 * @property {"draw"} type
 * @property {string} game
 * @property {"offer" | "accept" | "decline"} deed
 *
 * Begins the same game again, colours changed.
 * @typedef {object} Rematch
 * @property {"rematch"} type
 * @property {string} game
 *
 * Sets the seconds a move of a game between engines: what they have to think, and what each move takes at least;
 * 0 for the usual time.
 * @typedef {object} SetPace
 * @property {"pace"} type
 * @property {string} game
 * @property {number} seconds
 *
 * Lets the engine that is to move in a held game between engines play one move.
 * @typedef {object} SingleStep
 * @property {"step"} type
 * @property {string} game
 *
 * Begins an analysis with a line of moves from a position. An empty FEN means the start position of the variant;
 * `world` is a tile map laid over its board, `pieces` changes its pieces.
 * @typedef {object} BeginAnalysis
 * @property {"analyse"} type
 * @property {string} variant
 * @property {string} [fen]
 * @property {string} [world]
 * @property {string} [pieces]
 * @property {string[]} [moves]
 *
 * Begins an analysis with the moves of a game.
 * @typedef {object} AnalyseGame
 * @property {"analyse_game"} type
 * @property {string} game
 *
 * Asks for an analysis and for all that changes in it from now on.
 * @typedef {object} OpenAnalysis
 * @property {"open_analysis"} type
 * @property {string} analysis
 *
 * Asks for no more messages about an analysis.
 * @typedef {object} CloseAnalysis
 * @property {"close_analysis"} type
 * @property {string} analysis
 *
 * Deletes an analysis.
 * @typedef {object} DeleteAnalysis
 * @property {"delete_analysis"} type
 * @property {string} analysis
 *
 * Asks for the position of a node.
 * @typedef {object} GoToNode
 * @property {"go_to"} type
 * @property {string} analysis
 * @property {number} node
 *
 * Plays a move, in either notation, behind a node. It is followed if it is there. Where it needs a die, the text
 * names the face, or `roll` lets the server roll.
 * @typedef {object} AddMove
 * @property {"add_move"} type
 * @property {string} analysis
 * @property {number} node
 * @property {string} move
 * @property {boolean} [roll]
 *
 * Deletes a move and all that follow it.
 * @typedef {object} DeleteMove
 * @property {"delete_move"} type
 * @property {string} analysis
 * @property {number} node
 *
 * Makes the variation of a move the main line around it, or the main line of the whole game.
 * @typedef {object} PromoteVariation
 * @property {"promote"} type
 * @property {string} analysis
 * @property {number} node
 * @property {boolean} [to_main]
 *
 * Writes a comment, or deletes it with an empty text.
 * @typedef {object} WriteComment
 * @property {"comment"} type
 * @property {string} analysis
 * @property {number} node
 * @property {string} text
 *
 * Adds a numeric annotation glyph of PGN to a move, or removes it.
 * @typedef {object} ToggleGlyph
 * @property {"glyph"} type
 * @property {string} analysis
 * @property {number} node
 * @property {number} nag
 *
 * Draws an arrow on the position of a node, or a circle if both squares are the same, or takes it away.
 * @typedef {object} DrawShape
 * @property {"draw_shape"} type
 * @property {string} analysis
 * @property {number} node
 * @property {"green" | "red" | "blue" | "yellow"} colour
 * @property {number} origin
 * @property {number} target
 *
 * Takes all arrows and circles away.
 * @typedef {object} ClearShapes
 * @property {"clear_shapes"} type
 * @property {string} analysis
 * @property {number} node
 *
 * Lets pieces appear behind the last move of a line, by the rule of the world.
 * @typedef {object} LetHostAct
 * @property {"host"} type
 * @property {string} analysis
 * @property {number} node
 *
 * Writes a header of the game, or deletes it with an empty value.
 * @typedef {object} WriteHeader
 * @property {"header"} type
 * @property {string} analysis
 * @property {string} name
 * @property {string} value
 *
 * Undoes the last edit: a deletion, a promotion, or a change of a comment, a glyph, a drawing or a header.
 * @typedef {object} UndoEdit
 * @property {"undo_edit"} type
 * @property {string} analysis
 *
 * Asks what became of the moves of a position. `world` is the identity of a world that the page knows.
 * @typedef {object} AskLearned
 * @property {"ask_learned"} type
 * @property {string} world
 * @property {string} fen
 *
 * Switches on or off that engines use what was learned, and that finished games are recorded.
 * @typedef {object} SwitchLearning
 * @property {"switch_learning"} type
 * @property {boolean} uses
 * @property {boolean} records
 *
 * Forgets what was learned in a world, or everything if `world` is empty.
 * @typedef {object} ForgetLearned
 * @property {"forget_learned"} type
 * @property {string} [world]
 *
 * Asks for one's own results.
 * @typedef {object} AskResults
 * @property {"ask_results"} type
 *
 * Forgets one's own results in a world, by the name of its variant, or all of them if that is empty.
 * @typedef {object} ForgetResults
 * @property {"forget_results"} type
 * @property {string} [variant]
 *
 * A position: a game and the number of its plies, or a study and one of its nodes.
 * @typedef {object} Place
 * @property {string} board
 * @property {number} node
 *
 * Asks for a live analysis of a position, instead of the one that runs. It ends by itself after a time, unless
 * it is endless.
 * @typedef {object} StartLive
 * @property {"live"} type
 * @property {Place} place
 * @property {number} [lines]
 * @property {boolean} [endless]
 *
 * Ends the live analysis.
 * @typedef {object} StopLive
 * @property {"live_stop"} type
 *
 * Asks for the position behind some moves of a line.
 * @typedef {object} Preview
 * @property {"preview"} type
 * @property {Place} place
 * @property {string[]} [moves]
 *
 * Asks for a report on a whole game: that of a board or the main line of a study.
 * @typedef {object} JudgeGame
 * @property {"report"} type
 * @property {string} board
 * @property {"quick" | "normal" | "thorough"} [effort]
 *
 * Ends the report. What is judged stays.
 * @typedef {object} StopJudging
 * @property {"report_stop"} type
 *
 * Asks for a draft. Without a text it is the start position.
 * @typedef {object} OpenDraft
 * @property {"draft-open"} type
 * @property {string} variant
 * @property {string} world
 * @property {string} pieces
 * @property {string} fen
 *
 * Puts a piece on a square, by its FEN letter; `*` makes the square void, an empty text empties it.
 * @typedef {object} PutPiece
 * @property {"draft-put"} type
 * @property {string} variant
 * @property {string} world
 * @property {string} pieces
 * @property {string} fen
 * @property {number} square
 * @property {string} letter
 *
 * Moves a piece to another square, with its hit points.
 * @typedef {object} MovePiece
 * @property {"draft-move"} type
 * @property {string} variant
 * @property {string} world
 * @property {string} pieces
 * @property {string} fen
 * @property {number} origin
 * @property {number} target
 *
 * Says which side is to move.
 * @typedef {object} SetTurn
 * @property {"draft-turn"} type
 * @property {string} variant
 * @property {string} world
 * @property {string} pieces
 * @property {string} fen
 * @property {Side} side
 *
 * Gives the rook of a square the right to castle, or takes it away.
 * @typedef {object} SetCastling
 * @property {"draft-castling"} type
 * @property {string} variant
 * @property {string} world
 * @property {string} pieces
 * @property {string} fen
 * @property {number} rook
 * @property {boolean} on
 *
 * Sets the en passant field of the FEN: `-`, or one of the choices of the draft.
 * @typedef {object} SetEnPassant
 * @property {"draft-en-passant"} type
 * @property {string} variant
 * @property {string} world
 * @property {string} pieces
 * @property {string} fen
 * @property {string} text
 *
 * Sets the half-move counter and the number of the move.
 * @typedef {object} SetCounters
 * @property {"draft-counters"} type
 * @property {string} variant
 * @property {string} world
 * @property {string} pieces
 * @property {string} fen
 * @property {number} halfmove
 * @property {number} fullmove
 *
 * Sets the state of the fighter on a square.
 * @typedef {object} SetFighter
 * @property {"draft-fighter"} type
 * @property {string} variant
 * @property {string} world
 * @property {string} pieces
 * @property {string} fen
 * @property {number} square
 * @property {number} hp
 * @property {number} cooldown
 * @property {boolean} interposing
 *
 * Sets the state of a side in a combat game.
 * @typedef {object} SetSide
 * @property {"draft-side"} type
 * @property {string} variant
 * @property {string} world
 * @property {string} pieces
 * @property {string} fen
 * @property {Side} side
 * @property {number} uses
 * @property {number} decree
 * @property {boolean} exposed
 *
 * The start position, the empty board, or the same position with the sides exchanged.
 * @typedef {object} ResetDraft
 * @property {"draft-reset"} type
 * @property {string} variant
 * @property {string} world
 * @property {string} pieces
 * @property {string} fen
 * @property {"start" | "empty" | "mirror"} to
 *
 * An arrow on a picture; with one square only, a ring. Engines' arrows are strong or faint, those by hand have a
 * colour.
 * @typedef {object} ArrowData
 * @property {number} origin
 * @property {number} target
 * @property {"strong" | "faint" | "green" | "red" | "blue" | "yellow"} ink
 *
 * Asks for a picture of a position, which need not be legal, in a world that the page was sent.
 * @typedef {object} AskPicture
 * @property {"picture"} type
 * @property {string} world
 * @property {string} fen
 * @property {number[]} [last]
 * @property {ArrowData[]} [arrows]
 * @property {boolean} [flipped]
 * @property {boolean} [coordinates]
 *
 * Asks for all about a world: a variant by its name, or `world`, which the page was sent.
 * @typedef {object} AskWorldPanel
 * @property {"world-panel"} type
 * @property {string} [variant]
 * @property {string} [world]
 *
 * Asks how a piece moves from a square of such a world. `piece` is the number of its kind.
 * @typedef {object} AskPieceMoves
 * @property {"piece-moves"} type
 * @property {number} piece
 * @property {Side} side
 * @property {number} square
 * @property {string} [variant]
 * @property {string} [world]
 *
 * Asks for the watched file, and from now on for what is new in it.
 * @typedef {object} WatchFile
 * @property {"watch"} type
 *
 * Asks for no more messages about it.
 * @typedef {object} LeaveFile
 * @property {"watch-leave"} type
 *
 * Asks for the games before one of the file.
 * @typedef {object} ListGames
 * @property {"watch-list"} type
 * @property {number} before
 *
 * Asks for a position of a game of the file, after `ply` plies; beyond its end, the last one.
 * @typedef {object} WatchGame
 * @property {"watch-game"} type
 * @property {number} number
 * @property {number} ply
 *
 * Begins an analysis with a game of the file.
 * @typedef {object} AnalyseWatched
 * @property {"analyse_watched"} type
 * @property {number} number
 *
 * A world in the list of worlds.
 * @typedef {object} WorldEntry
 * @property {string} name
 * @property {string} title
 * @property {number} files
 * @property {number} ranks
 * @property {string} rules
 *
 * Levels of the engine, and the option that they are values of.
 * @typedef {object} LevelGroup
 * @property {string} option
 * @property {string[]} levels
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
 * The first message of a connection. `engines` and `begin`, a variant, are those of the command line; `problems`
 * are mistakes in files of worlds; `watched` is the name of the PGN file that can be watched, or empty.
 * @typedef {object} Hello
 * @property {"hello"} type
 * @property {WorldEntry[]} worlds
 * @property {LevelGroup[]} levels
 * @property {string[]} engines
 * @property {GameEntry[]} games
 * @property {string | null} begin
 * @property {string[]} problems
 * @property {string} watched
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
 * What a game is played by: the word for its variant, the tile map laid over its board and the changes of its
 * pieces, which may be empty.
 * @typedef {object} RulesData
 * @property {string} variant
 * @property {string} world
 * @property {string} pieces
 *
 * The hit points of a fighter.
 * @typedef {object} HitPointsData
 * @property {number} now
 * @property {number} most
 *
 * A state of a fighter, and the turns that it lasts; 0 if these are not counted.
 * @typedef {object} BadgeData
 * @property {"rests" | "interposes" | "decree" | "exposed"} kind
 * @property {number} turns
 *
 * The ability of a fighter: what it does, the turns until it is there again, and whether it is used up.
 * @typedef {object} AbilityData
 * @property {string} name
 * @property {string} text
 * @property {number} rests
 * @property {boolean} is_spent
 *
 * A piece on its square. `state` is what is special about it, in words, and `badges` are the same as marks.
 * @typedef {object} PieceData
 * @property {number} square
 * @property {string} sprite
 * @property {string} kind
 * @property {string} letter
 * @property {Side} side
 * @property {HitPointsData | null} hp
 * @property {string} state
 * @property {BadgeData[]} badges
 * @property {AbilityData | null} ability
 *
 * A move that can be chosen. `path` is its origin and the squares to choose, in order; `promotion` is the letter
 * of a kind or empty. In a combat game `kinds` are those of its legs, `odds` is what it can be expected to do,
 * and `kill` the chance of an attack to kill in percent.
 * @typedef {object} MoveData
 * @property {string} uci
 * @property {string} san
 * @property {number[]} path
 * @property {string} promotion
 * @property {boolean} ability
 * @property {("move" | "attack" | "heal" | "use")[]} kinds
 * @property {string} odds
 * @property {number | null} kill
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
 * What an action of a combat game did, in words. `square` is that of the piece that it was done to; `face` is 0
 * if no die was rolled, `faces` is how many a die has.
 * @typedef {object} BattleData
 * @property {Side} side
 * @property {number} square
 * @property {number} face
 * @property {number} faces
 * @property {string} text
 *
 * The value of a position from White's point of view: as text, and as the points that White can expect, from 0
 * to 1.
 * @typedef {object} ScoreData
 * @property {string} text
 * @property {number} expected
 *
 * A move of a game, its ply counted from 1. `remark` is what the host of the game did after it, `battle` what an
 * action with a die or an ability did, `value` what the engine that moved or the file says about the position
 * behind it.
 * @typedef {object} PlayedData
 * @property {number} ply
 * @property {Side} side
 * @property {string} san
 * @property {string} uci
 * @property {string} remark
 * @property {BattleData | null} battle
 * @property {ScoreData | null} value
 *
 * A player of a game. `limit` is what ends the searches of an engine, in words.
 * @typedef {object} PlayerData
 * @property {string} name
 * @property {boolean} is_engine
 * @property {string} limit
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
 * The side of a person who waits, and what it could play if the other side passed.
 * @typedef {object} PremovesData
 * @property {Side} side
 * @property {MoveData[]} moves
 *
 * A whole game, after each change of it. `premoves` are there while one person waits for an engine; `pace` is
 * the seconds a move of a game between engines, or 0; `draw_offer` is the person's side who offers a draw to the
 * other.
 * @typedef {object} GameState
 * @property {"game"} type
 * @property {string} id
 * @property {RulesData} rules
 * @property {number} ply
 * @property {PositionData} position
 * @property {PlayedData[]} history
 * @property {PlayersData} players
 * @property {ClocksData | null} clocks
 * @property {boolean} thinking
 * @property {boolean} paused
 * @property {EndingData | null} outcome
 * @property {PremovesData | null} premoves
 * @property {number} pace
 * @property {Side | null} draw_offer
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
 * @property {BattleData | null} battle
 *
 * A line of a search, with its score from White's point of view, and what the search did for it: `table` is the
 * part of the hash table that is full, in percent. `squares` is the path of its first move.
 * @typedef {object} LineData
 * @property {number} depth
 * @property {number} seldepth
 * @property {string} score
 * @property {ScoreData} value
 * @property {number} nodes
 * @property {number} nps
 * @property {number} seconds
 * @property {number} table
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
 * A reason for a move, and the squares that it is about.
 * @typedef {object} ReasonData
 * @property {string} text
 * @property {number[]} squares
 *
 * Why the move of a ply, counted from 1, is good or bad, at first in a line, then each reason alone.
 * @typedef {object} WhyAnswer
 * @property {"why"} type
 * @property {string} game
 * @property {number} ply
 * @property {string} text
 * @property {string} score
 * @property {number[]} squares
 * @property {number[]} path
 * @property {ReasonData[]} reasons
 *
 * Something to say about a game, such as that a draw was declined.
 * @typedef {object} GameNote
 * @property {"note"} type
 * @property {string} game
 * @property {string} text
 *
 * A game is no longer there.
 * @typedef {object} GameClosed
 * @property {"closed"} type
 * @property {string} game
 *
 * A score from White's point of view: centipawns, or moves to mate; `text` is the same as people write it,
 * `expected` are the points that White can expect, from 0 to 1.
 * @typedef {object} EvaluationData
 * @property {number} score
 * @property {number | null} mate
 * @property {number | null} depth
 * @property {string} text
 * @property {number} expected
 *
 * An arrow, or a circle if both squares are the same.
 * @typedef {object} ShapeData
 * @property {"green" | "red" | "blue" | "yellow"} colour
 * @property {number} origin
 * @property {number} target
 *
 * A move of the tree; the root, which is not a move, has number 0 and an empty text. The first of `children` is
 * the main line. `nags` are numeric annotation glyphs, `clock` the seconds that the mover had left.
 * @typedef {object} NodeData
 * @property {number} id
 * @property {number | null} parent
 * @property {number[]} children
 * @property {number} number
 * @property {Side} side
 * @property {string} san
 * @property {string} uci
 * @property {string} comment
 * @property {number[]} nags
 * @property {EvaluationData | null} evaluation
 * @property {number | null} clock
 * @property {ShapeData[]} shapes
 * @property {boolean} is_hosted
 *
 * A whole analysis. The position of a node follows. `has_host`: whether pieces appear in this world; `undo`: the
 * edit that can be undone.
 * @typedef {object} AnalysisState
 * @property {"analysis"} type
 * @property {string} id
 * @property {string} title
 * @property {string} variant
 * @property {RulesData} rules
 * @property {Record<string, string>} headers
 * @property {boolean} has_host
 * @property {"delete" | "promote" | "comment" | "glyph" | "drawing" | "header" | null} undo
 * @property {NodeData[]} nodes
 *
 * Nodes that are new or have changed, and the one that was deleted with all that follow it.
 * @typedef {object} NodesChanged
 * @property {"nodes"} type
 * @property {string} analysis
 * @property {NodeData[]} nodes
 * @property {number | null} deleted
 * @property {"delete" | "promote" | "comment" | "glyph" | "drawing" | "header" | null} undo
 *
 * The headers of the game are others.
 * @typedef {object} HeadersChanged
 * @property {"headers"} type
 * @property {string} analysis
 * @property {Record<string, string>} headers
 * @property {"delete" | "promote" | "comment" | "glyph" | "drawing" | "header" | null} undo
 *
 * What to animate of a move.
 * @typedef {object} TurnData
 * @property {Side} side
 * @property {number[]} path
 * @property {EventData[]} events
 *
 * The position of a node, and how it came about. `link` is an address of the line that leads to it, for another
 * page.
 * @typedef {object} NodeShown
 * @property {"node"} type
 * @property {string} analysis
 * @property {number} node
 * @property {PositionData} position
 * @property {TurnData | null} turn
 * @property {string} status
 * @property {EndingData | null} outcome
 * @property {string} link
 *
 * What a die can do: the move with the face, and its effect in words.
 * @typedef {object} FaceData
 * @property {string} uci
 * @property {string} text
 * @property {number} chance
 *
 * A move needs a die: which face?
 * @typedef {object} ChooseFace
 * @property {"choose_face"} type
 * @property {string} analysis
 * @property {number} node
 * @property {string} move
 * @property {FaceData[]} faces
 *
 * An analysis is no longer there.
 * @typedef {object} AnalysisClosed
 * @property {"analysis_closed"} type
 * @property {string} analysis
 *
 * An analysis in the list of analyses. `begun_as` is the text of the request that it began with while no person
 * has changed anything, else empty.
 * @typedef {object} AnalysisEntry
 * @property {string} id
 * @property {string} title
 * @property {string} players
 * @property {number} moves
 * @property {string} [begun_as]
 *
 * All analyses, those that were changed last first. A page gets it in the beginning, and when it leaves one.
 * @typedef {object} AnalysisList
 * @property {"analyses"} type
 * @property {AnalysisEntry[]} analyses
 *
 * A game of a text, its number counted from 1.
 * @typedef {object} ImportedGame
 * @property {number} number
 * @property {string} title
 * @property {string} players
 * @property {string} event
 * @property {string} result
 * @property {number} moves
 *
 * What a text held: the analysis of its game, or several games to choose from. `problems` are the errors in it,
 * with their lines; `is_cut`: there are more games.
 * @typedef {object} TextImported
 * @property {"imported"} type
 * @property {string | null} analysis
 * @property {ImportedGame[]} games
 * @property {string[]} problems
 * @property {boolean} is_cut
 *
 * What became of a move, for the side that played it. `winrate` is from 0 to 1, `bonus` from -100 to 100.
 * @typedef {object} LearnedMoveData
 * @property {string} uci
 * @property {string} san
 * @property {number} games
 * @property {number} winrate
 * @property {number} wins
 * @property {number} losses
 * @property {number} draws
 * @property {number} bonus
 *
 * The moves of a position that was asked for, the most played first. `problem` is the last thing that went wrong
 * with the file, or empty.
 * @typedef {object} LearnedMoves
 * @property {"learned"} type
 * @property {string} world
 * @property {string} fen
 * @property {string} problem
 * @property {LearnedMoveData[]} moves
 *
 * What is switched on. Sent to all pages when that changes, or when a page has changed what was learned; `text`
 * says what was done.
 * @typedef {object} LearningState
 * @property {"learning"} type
 * @property {boolean} uses
 * @property {boolean} records
 * @property {string} text
 *
 * One's own games in a world against an engine of a level; `helped` of them with moves taken back or with hints.
 * @typedef {object} ResultData
 * @property {string} variant
 * @property {string} level
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} helped
 *
 * All own results, those that were played last first.
 * @typedef {object} OwnResults
 * @property {"results"} type
 * @property {ResultData[]} rows
 *
 * One of the best lines. `mate` is the number of moves until mate, negative if Black mates; `chances` are those
 * of a win of White's, a draw and a loss in thousandths; `path` are the squares of the first move.
 * @typedef {object} LiveLine
 * @property {ScoreData} score
 * @property {number | null} mate
 * @property {number[]} chances
 * @property {number} depth
 * @property {string[]} san
 * @property {string[]} uci
 * @property {number[]} path
 *
 * What the live analysis has found so far. `table` is the part of the hash table that is full, in percent;
 * `turn` and `number` belong to the first move of the lines; a game that is over has an `outcome` and no lines.
 * @typedef {object} LiveReport
 * @property {"live"} type
 * @property {Place} place
 * @property {"searching" | "held" | "done" | "stopped"} state
 * @property {number} depth
 * @property {number} seldepth
 * @property {number} nodes
 * @property {number} nps
 * @property {number} seconds
 * @property {number} table
 * @property {Side} turn
 * @property {number} number
 * @property {ScoreData | null} score
 * @property {LiveLine[]} lines
 * @property {EndingData | null} outcome
 *
 * The position behind some moves of a line.
 * @typedef {object} PreviewPosition
 * @property {"preview"} type
 * @property {Place} place
 * @property {string[]} moves
 * @property {PositionData} position
 *
 * A move of a game, its ply counted from 1. `score` is the value of the position after it; `verdict` is its
 * quality in words, `sign` the glyph for that; `loss` is in points (a win is 1), `luck` what its die brought;
 * `best` is the line that should have been played, empty for a move that is not wrong.
 * @typedef {object} JudgedMove
 * @property {number} ply
 * @property {Side} side
 * @property {string} san
 * @property {ScoreData} score
 * @property {number | null} depth
 * @property {"forced" | "only" | "best" | "good" | "inaccuracy" | "mistake" | "blunder"} quality
 * @property {string} verdict
 * @property {string} sign
 * @property {number} loss
 * @property {number} accuracy
 * @property {number | null} luck
 * @property {"book" | "learned" | "calculated"} origin
 * @property {string[]} best
 * @property {string} best_score
 *
 * The moves of a side that are judged so far. `accuracy` (0 to 100) and `loss` (points a move) are means over
 * the moves where it had a choice, null if it had none; `luck` is what its dice brought, null if it rolled none;
 * `qualities` says how often each was given, `book` and `learned` how many moves were known.
 * @typedef {object} SideReport
 * @property {Side} side
 * @property {string} name
 * @property {number} moves
 * @property {number | null} accuracy
 * @property {number | null} loss
 * @property {number | null} luck
 * @property {Record<string, number>} qualities
 * @property {number} book
 * @property {number} learned
 *
 * What is judged of a game: the number of its moves, those that are new since the last message, and both sides.
 * `start` is the value of the position before the first move.
 * @typedef {object} ReportProgress
 * @property {"report"} type
 * @property {string} board
 * @property {"waiting" | "judging" | "held" | "done" | "stopped"} state
 * @property {number} done
 * @property {number} total
 * @property {ScoreData | null} start
 * @property {JudgedMove[]} moves
 * @property {SideReport[]} sides
 *
 * A rook that could have the right to castle, and whether it has it.
 * @typedef {object} CastlingChoice
 * @property {number} rook
 * @property {Side} side
 * @property {boolean} on
 *
 * The state of a fighter, and its greatest values. Where one is 0, there is no such state.
 * @typedef {object} FighterLimits
 * @property {number} square
 * @property {number} hp
 * @property {number} most_hp
 * @property {number} cooldown
 * @property {number} most_cooldown
 * @property {boolean} interposing
 * @property {boolean} can_interpose
 *
 * The state of a side in a combat game, and its greatest values.
 * @typedef {object} SideLimits
 * @property {Side} side
 * @property {number} uses
 * @property {number} most_uses
 * @property {number} decree
 * @property {number} most_decree
 * @property {boolean} exposed
 *
 * What a draft says about a combat game besides its pieces.
 * @typedef {object} CombatDraft
 * @property {FighterLimits[]} fighters
 * @property {SideLimits[]} sides
 *
 * A draft. `problem` says why the position is not legal, or is empty.
 * @typedef {object} DraftAnswer
 * @property {"draft"} type
 * @property {RulesData} rules
 * @property {string} fen
 * @property {string} problem
 * @property {PositionData} position
 * @property {CastlingChoice[]} castling
 * @property {string} en_passant
 * @property {string[]} en_passant_choices
 * @property {number} halfmove
 * @property {number} fullmove
 * @property {CombatDraft | null} combat
 *
 * A picture as SVG.
 * @typedef {object} PictureAnswer
 * @property {"picture"} type
 * @property {string} svg
 *
 * A rule with its head.
 * @typedef {object} RuleData
 * @property {string} head
 * @property {string} text
 *
 * Something drawn (SVG), its name, and what it does.
 * @typedef {object} PictureEntry
 * @property {string} name
 * @property {string} text
 * @property {string} picture
 *
 * How a piece moves from a square: a picture (SVG), and the same in words.
 * @typedef {object} PieceMovesData
 * @property {number} kind
 * @property {Side} side
 * @property {number} square
 * @property {string} picture
 * @property {string[]} words
 *
 * The numbers of a kind in a combat game. `damage` is that of each face of the die.
 * @typedef {object} FighterEntry
 * @property {number} hp
 * @property {number[]} damage
 * @property {string} strikes
 * @property {string} ability
 *
 * A kind of piece. `betza` is its move in Betza notation, `value` its worth in centipawns or empty.
 * @typedef {object} KindEntry
 * @property {string} name
 * @property {string} letter
 * @property {string} betza
 * @property {string} value
 * @property {boolean} is_royal
 * @property {PieceMovesData} moves
 * @property {FighterEntry | null} fighter
 *
 * All about a world. `marks` explain the pictures of moves, `rolls` are the rules of the die.
 * @typedef {object} WorldPanelAnswer
 * @property {"world-panel"} type
 * @property {string} variant
 * @property {string} title
 * @property {number} files
 * @property {number} ranks
 * @property {string} rules
 * @property {string} source
 * @property {RuleData[]} facts
 * @property {PictureEntry[]} tiles
 * @property {PictureEntry[]} marks
 * @property {KindEntry[]} kinds
 * @property {string[]} rolls
 *
 * How a kind of piece moves from a square.
 * @typedef {object} PieceMovesAnswer
 * @property {"piece-moves"} type
 * @property {string} variant
 * @property {PieceMovesData} moves
 *
 * A game of the file.
 * @typedef {object} WatchedEntry
 * @property {number} number
 * @property {string} white
 * @property {string} black
 * @property {string} result
 * @property {string} reason
 * @property {string} variant
 * @property {number} plies
 *
 * A player of the match. `elo` is the difference to the others, `interval` that of 95 %.
 * @typedef {object} StandingData
 * @property {string} player
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} points
 * @property {string} elo
 * @property {string} interval
 *
 * What is new in the watched file: games from number `first` on, at most the latest ones. Where `first` is not
 * behind those of the page, the page begins again. `problem` is empty, or why there is nothing.
 * @typedef {object} WatchedState
 * @property {"watched"} type
 * @property {string} name
 * @property {string} problem
 * @property {number} first
 * @property {WatchedEntry[]} games
 * @property {number} total
 * @property {StandingData[]} standings
 *
 * Earlier games of the file.
 * @typedef {object} WatchedGames
 * @property {"watch-list"} type
 * @property {WatchedEntry[]} games
 *
 * A position of a game of the file, and the move that led to it. `mistake` is what ends its moves, if that is
 * not its end.
 * @typedef {object} WatchedPosition
 * @property {"watch-game"} type
 * @property {WatchedEntry} game
 * @property {number} ply
 * @property {number} plies
 * @property {string} san
 * @property {string} mistake
 * @property {PositionData} position
 * @property {TurnData | null} turn
 *
 * The worlds, after their files have changed. `problems` are mistakes in files, whose last good versions stay.
 * @typedef {object} WorldsChanged
 * @property {"worlds"} type
 * @property {WorldEntry[]} worlds
 * @property {string[]} problems
 *
 * @typedef {Hello | BoardWorld | Refused | GameState | MovePlayed | EngineThinking | HintAnswer | WhyAnswer | GameNote | GameClosed | AnalysisState | NodesChanged | HeadersChanged | NodeShown | ChooseFace | AnalysisClosed | AnalysisList | TextImported | LearnedMoves | LearningState | OwnResults | LiveReport | PreviewPosition | ReportProgress | DraftAnswer | PictureAnswer | WorldPanelAnswer | PieceMovesAnswer | WatchedState | WatchedGames | WatchedPosition | WorldsChanged} Answer
 *
 * @typedef {NewGame | OpenGame | DeleteGame | CloseGame | MakeMove | TakeBack | GiveHint | Explain | MoveNow | Pause | Resign | Draw | Rematch | SetPace | SingleStep | BeginAnalysis | AnalyseGame | OpenAnalysis | CloseAnalysis | DeleteAnalysis | GoToNode | AddMove | DeleteMove | PromoteVariation | WriteComment | ToggleGlyph | DrawShape | ClearShapes | LetHostAct | WriteHeader | UndoEdit | AskLearned | SwitchLearning | ForgetLearned | AskResults | ForgetResults | StartLive | StopLive | Preview | JudgeGame | StopJudging | OpenDraft | PutPiece | MovePiece | SetTurn | SetCastling | SetEnPassant | SetCounters | SetFighter | SetSide | ResetDraft | AskPicture | AskWorldPanel | AskPieceMoves | WatchFile | LeaveFile | ListGames | WatchGame | AnalyseWatched} Request
 */

export {};
