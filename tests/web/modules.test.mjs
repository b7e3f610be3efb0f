// The modules of the page that need no browser. `test_page.py` runs this beside a copy of them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { planMove } from "./animation.js";
import { clockText } from "./clocks.js";
import { answerCommand } from "./commands.js";
import { joinLines } from "./dom.js";
import { PathChoice } from "./paths.js";
import { Question } from "./question.js";
import { describeSquare, View } from "./squares.js";
import { TreeModel } from "./tree_model.js";

const move = (uci, path, more = {}) => ({
  uci, san: uci, path, promotion: "", ability: false, kinds: [], odds: "", kill: null, ...more,
});
const sideOf = (sprite) => (sprite[0] === "w" ? "white" : "black");
const pieces = (squares) =>
  new Map(Object.entries(squares).map(([at, sprite]) => [+at, { square: +at, sprite, side: sideOf(sprite) }]));

/** Where pieces go by a move: ways by last squares, pieces that are lost, squares where some appear. */
function plan(before, after, path, { side = "white", events = [], shown = -1 } = {}) {
  const { routes, lost, appeared } = planMove(pieces(before), pieces(after), { path, side, events }, shown);
  return {
    ways: Object.fromEntries([...routes].map(([square, route]) => [square, route.squares])),
    strikes: [...routes.values()].flatMap((route) => route.strikes ?? []),
    lost: lost.map(({ route }) => route.piece.sprite + route.squares),
    appeared,
  };
}

test("a piece slides and captures", () => {
  const found = plan({ 1: "wN", 18: "bP" }, { 18: "wN" }, [1, 18]);
  assert.deepEqual(found, { ways: { 18: [1, 18] }, strikes: [], lost: ["bP18"], appeared: [] });
});

test("castling moves the rook, too", () => {
  assert.deepEqual(plan({ 4: "wK", 7: "wR" }, { 6: "wK", 5: "wR" }, [4, 6]).ways, { 6: [4, 6], 5: [7, 5] });
});

test("a pawn becomes a queen, and one is taken in passing", () => {
  assert.deepEqual(plan({ 48: "wP" }, { 56: "wQ" }, [48, 56]).ways, { 56: [48, 56] });
  const found = plan({ 36: "wP", 35: "bP" }, { 43: "wP" }, [36, 43]);
  assert.deepEqual([found.ways, found.lost], [{ 43: [36, 43] }, ["bP35"]]);
});

test("belts carry on from where the move ends, all at once", () => {
  const events = [45, 40, 41].map((square) => ({ kind: "carried", square, target: square === 45 ? 44 : square + 1 }));
  const found = plan({ 62: "bN", 40: "wP", 41: "wP" }, { 44: "bN", 41: "wP", 42: "wP" }, [62, 45], {
    side: "black",
    events,
  });
  assert.deepEqual(found.ways, { 44: [62, 45, 44], 41: [40, 41], 42: [41, 42] });
  assert.deepEqual(found.lost, []);
});

test("belts carry pieces into their end", () => {
  const events = [
    { kind: "carried", square: 40, target: 41 },
    { kind: "crushed", square: 41, target: 41 },
    { kind: "drowned", square: 50, target: 58 },
  ];
  const found = plan({ 1: "wN", 40: "wR", 41: "bP", 50: "bQ" }, { 18: "wN", 41: "wR" }, [1, 18], { events });
  assert.deepEqual(found.ways, { 18: [1, 18], 41: [40, 41] });
  assert.deepEqual(found.lost.sort(), ["bP41,41", "bQ50,58"]);
});

test("a stone sequence that captures on its way", () => {
  const events = [
    { kind: "captured", square: 28, target: null },
    { kind: "moved", square: 12, target: 28 },
    { kind: "moved", square: 28, target: 36 },
    { kind: "moved", square: 36, target: 44 },
  ];
  const found = plan({ 12: "wP", 28: "bP" }, { 44: "wP" }, [12, 28, 36, 44], { events });
  assert.deepEqual([found.ways, found.lost], [{ 44: [12, 28, 36, 44] }, ["bP28"]]);
});

test("without events, a piece goes on to where it is", () => {
  assert.deepEqual(plan({ 62: "bN" }, { 44: "bN" }, [62, 45], { side: "black" }).ways, { 44: [62, 45, 44] });
});

test("a piece that the world destroys goes its way first", () => {
  assert.deepEqual(plan({ 10: "wN", 20: "bP" }, {}, [10, 20]).lost, ["wN10,20", "bP20"]);
});

test("an attack strikes from its square", () => {
  const found = plan({ 1: "wN", 10: "bP" }, { 1: "wN", 10: "bP" }, [1, 10]);
  assert.deepEqual([found.ways, found.strikes, found.lost], [{ 1: [1] }, [10], []]);
  assert.deepEqual(plan({ 1: "wN", 19: "bP" }, { 18: "wN", 19: "bP" }, [1, 18, 19]).strikes, [19]);
  assert.deepEqual(plan({ 1: "wN", 10: "bP" }, { 1: "wN" }, [1, 10]).lost, ["bP10"]);
});

test("what the user has shown already is not shown again", () => {
  assert.deepEqual(plan({ 12: "wP" }, { 44: "wP" }, [12, 28, 36, 44], { shown: 36 }).ways, { 44: [36, 44] });
});

test("pieces appear", () => {
  assert.deepEqual(plan({ 1: "wN" }, { 18: "wN", 30: "bP" }, [1, 18]).appeared, [30]);
});

/** The squares that may be chosen next, and whether they may end the move. */
const finals = (choice) => [...choice.next()].map(([square, { isFinal }]) => [square, isFinal]);

test("a move is chosen leg by leg, and back", () => {
  const choice = new PathChoice([move("a", [0, 8]), move("b", [0, 9, 10, 11]), move("c", [0, 9, 10, 12])]);
  assert.ok(choice.canBegin(0) && !choice.canBegin(8));
  choice.begin(0);
  assert.deepEqual(finals(choice), [[8, true], [9, false]]);
  assert.ok(!choice.take(10) && choice.take(9) && choice.take(10));
  assert.deepEqual([...choice.next().keys()], [11, 12]);
  choice.back();
  assert.equal(choice.last, 9);
  assert.ok(choice.take(10) && choice.take(12));
  assert.deepEqual(choice.finished().map(({ uci }) => uci), ["c"]);
  assert.ok(!choice.continues);
});

test("a move may end where another goes on", () => {
  const choice = new PathChoice([move("b1c3", [1, 18]), move("b1c3xc4", [1, 18, 26])]);
  choice.begin(1);
  assert.deepEqual(finals(choice), [[18, true]]);
  choice.take(18);
  assert.deepEqual(choice.finished().map(({ uci }) => uci), ["b1c3"]);
  assert.ok(choice.continues);
});

test("promotions share a path; two ways to click are one move", () => {
  const choice = new PathChoice([
    move("a7a8q", [48, 56], { promotion: "q" }),
    move("a7a8n", [48, 56], { promotion: "n" }),
    move("e1g1", [4, 6]),
    move("e1g1", [4, 7]),
  ]);
  choice.begin(48);
  choice.take(56);
  assert.equal(choice.finished().length, 2);
  choice.begin(4);
  assert.deepEqual([...choice.next().keys()], [6, 7]);
  choice.take(7);
  assert.equal(choice.finished().length, 1);
});

test("abilities are offered apart from moves", () => {
  const choice = new PathChoice([move("e1e2", [4, 12]), move("e1!", [4, 4], { ability: true })]);
  choice.begin(4);
  assert.ok(choice.hasBoth && !choice.ability);
  assert.deepEqual(choice.finished(), []);
  choice.useAbility(true);
  assert.deepEqual(choice.finished().map(({ uci }) => uci), ["e1!"]);
  assert.ok(!choice.continues);
  const alone = new PathChoice([move("e1!", [4, 4], { ability: true })]);
  alone.begin(4);
  assert.ok(alone.ability && !alone.hasBoth);
});

test("squares have places and names on every board", () => {
  for (const flipped of [false, true]) {
    const view = new View(5, 7, flipped);
    for (let square = 0; square < 35; square++) {
      const { row, column } = view.place(square);
      assert.equal(view.squareAt(row, column), square);
      assert.equal(view.find(view.name(square)), square);
    }
  }
  const view = new View(8, 8, false);
  assert.deepEqual([view.name(28), view.find("i1"), view.find("a9"), view.squareAt(8, 0)], ["e4", null, null, null]);
  assert.deepEqual(view.corner(0), { x: 0, y: 700 });
});

test("squares in words", () => {
  const queen = { side: "black", kind: "queen", hp: { now: 7, most: 10 }, state: "" };
  assert.equal(describeSquare("d5", queen, "bridge"), "d5, black queen, bridge, 7 of 10 hit points");
  assert.equal(describeSquare("e2", { side: "white", kind: "pawn", hp: null, state: "" }, "floor"), "e2, white pawn");
  assert.equal(describeSquare("c4", undefined, "lava"), "c4, empty, lava");
});

test("clocks", () => {
  assert.deepEqual([297.9, 3723, 20, 19.99, 7.31, 0].map(clockText), [
    "4:57",
    "1:02:03",
    "0:20",
    "0:19.9",
    "0:07.3",
    "0:00.0",
  ]);
});

test("commands answer from the position; anything else is a move", () => {
  const tiles = Array.from({ length: 64 }, (_, square) => (square === 26 ? "lava" : "floor"));
  const kinds = [{ name: "knight", letter: "n" }, { name: "rook", letter: "r" }];
  const knight = { kind: "knight", letter: "n", hp: null, state: "" };
  const position = {
    fen: "1 2 3",
    turn: "white",
    pieces: [
      { ...knight, square: 1, side: "white" },
      { ...knight, square: 62, side: "black" },
      { ...knight, square: 57, side: "black", hp: { now: 3, most: 11 } },
    ],
    moves: [move("b1c3", [1, 18]), move("b1xb8", [1, 57]), move("b1c3,c3d4,d4e6", [1, 18, 27, 44])],
  };
  const pressed = [];
  const button = (word, disabled) => [word, { hidden: false, disabled, click: () => pressed.push(word) }];
  const buttons = new Map([button("hint", false), button("undo", true)]);
  const scene = { world: { files: 8, ranks: 8, tiles, kinds }, position, last: { side: "black", san: "Nf6" }, buttons, score: "", clocks: "" };
  const answer = (text) => answerCommand(text, scene);
  assert.equal(answer("m b1"), "From b1: b1c3, b1xb8, b1c3,c3d4,d4e6");
  assert.equal(answer("m"), "Moves: b1c3, b1xb8, b1c3,c3d4,d4e6");
  assert.equal(answer("m g8"), "g8, black knight. No legal move from g8.");
  assert.equal(answer("m z9"), "There is no square z9 on this board.");
  assert.equal(answer("x"), "Moves: b1xb8");
  assert.equal(answer("x b1"), "From b1: b1xb8");
  assert.equal(answer("x g8"), "g8, black knight. No legal move from g8.");
  assert.equal(answer("n b1"), "b1: then b8, c3");
  assert.equal(answer("n b1 c3"), "b1 → c3: then d4");
  assert.equal(answer("n b1 c3 d4"), "b1 → c3 → d4: then e6");
  assert.equal(answer("n b1 a3"), "b1 → a3: nothing may follow");
  assert.equal(answer("n b1 z9"), "There is no square z9 on this board.");
  assert.equal(answer("p N"), "white knight: b1");
  assert.equal(answer("p n"), "black knight: b8, g8");
  assert.equal(answer("p q"), "There is no q on the board.");
  assert.equal(answer("p a"), "Black: knight b8 g8");
  assert.equal(answer("b"), "White: knight b1. Black: knight b8 g8");
  assert.equal(answer("v"), "White: knight. Black: 2 × knight");
  assert.equal(answer("r b1"), "b1, white knight");
  assert.equal(answer("r b"), "b: b1, white knight; b8, black knight, 3 of 11 hit points");
  assert.equal(answer("r 4"), "4: c4, empty, lava");
  assert.equal(answer("r 3"), "3: empty");
  assert.equal(answer("r 9"), "There is no square 9 on this board.");
  assert.equal(answer("s a6"), "From a6: c4, empty, lava");
  assert.equal(answer("s e6"), "From e6: g8, black knight; c4, empty, lava");
  assert.equal(answer("hp"), "White: nothing. Black: knight b8 3/11");
  assert.equal(answer("hp b8"), "b8, black knight, 3 of 11 hit points");
  assert.equal(answer("l"), "Black: Nf6");
  assert.equal(answer("t"), "lava: c4");
  assert.equal(answer("fen"), "1 2 3");
  assert.equal(answer("e"), "No evaluation is shown.");
  assert.equal(answer("c"), "This game has no clock.");
  assert.match(answer("h"), /arrow keys.*Also: hint\.$/);
  assert.equal(answer("hint"), "");
  assert.equal(answer("undo"), "That is not possible now.");
  assert.deepEqual(pressed, ["hint"]);
  const moves = ["h4", "Nf3", "e2e4", "b4", "p", "r", "s", "n", "constructor", "toString x", "hint now"];
  assert.deepEqual(moves.map(answer), moves.map(() => null));
});

test("rules are shown in paragraphs", () => {
  assert.equal(joinLines("One\ntwo.\n\nThree\nfour.\n"), "One two.\n\nThree four.");
});

test("tree of moves", () => {
  const node = (id, parent, children) => ({ id, parent, children, uci: `m${id}` });
  const tree = new TreeModel([
    node(0, null, [1]), node(1, 0, [2, 4]), node(2, 1, [3]), node(3, 2, []), node(4, 1, [5]), node(5, 4, []),
  ]);
  const ids = (nodes) => nodes.map(({ id }) => id);
  assert.deepEqual(ids(tree.line(5)), [1, 4, 5]);
  assert.deepEqual([tree.end(0), tree.end(4), tree.end(3)], [3, 5, 3]);
  assert.deepEqual([tree.sibling(2, 1), tree.sibling(4, -1), tree.sibling(4, 1), tree.sibling(0, 1)], [4, 2, 4, 0]);
  assert.deepEqual([tree.isMain(3), tree.isMain(4), tree.isMain(5)], [true, false, false]);
  assert.equal(tree.follow(tree.line(5)), 5);
  assert.equal(tree.follow([node(1), node(9)]), 1);
  tree.update([node(1, 0, [2])], 4);
  assert.deepEqual([tree.size, tree.get(5), tree.follow([node(1), node(4)])], [3, null, 1]);
  tree.update([node(3, 2, [6]), node(6, 3, [])], null);
  assert.deepEqual([tree.end(0), ids(tree.children(3))], [6, [6]]);
});

test("only the last answer is wanted", () => {
  let isConnected = true;
  const question = new Question(() => isConnected);
  const ask = () => question.ask({ type: "world-panel", variant: "chess", world: "" });
  assert.equal(ask(), true);
  assert.equal(question.isAnswered(), true);
  assert.equal(question.forget(), false);
  ask();
  ask();
  assert.equal(question.isAnswered(), false);
  ask();
  assert.deepEqual([question.isAnswered(), question.isAnswered()], [false, true]);
  ask();
  isConnected = false;
  assert.equal(ask(), false);
  assert.deepEqual([question.forget(), question.forget()], [true, false]);
  isConnected = true;
  ask();
  assert.equal(question.isAnswered(), true);
});
