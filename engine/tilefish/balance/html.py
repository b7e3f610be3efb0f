"""A report as a page: one file with style, charts and boards in it, that needs nothing from outside."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence

from tilefish.balance import tables
from tilefish.balance.charts import Span, Split, error_bars, histogram, split_bars
from tilefish.balance.report import Advantage, Report, SquareUse
from tilefish.balance.words import SIDES_IN_WORDS, bars, elo, percent, points, share, unit_of, verdict
from tilefish.game.game import Game
from tilefish.render.svg import board_svg
from tilefish.render.svg_heat import heat_svg
from tilefish.render.svg_view import text
from tilefish.rules.messages import count

_PICTURE = 420
_IDLERS = 12

STYLE = """
:root { color-scheme: light dark; --page: #f5f2ea; --card: #fffdf8; --ink: #23262d; --soft: #5c6270;
  --rule: #ddd6c6; --accent: #1c7a5a; --mark: #b4621c; --white: #f3e3b8; --middle: #b3aa97; --black: #3b4252;
  --edge: #6d6656; }
@media (prefers-color-scheme: dark) { :root { --page: #14181f; --card: #1d232d; --ink: #e6e8ec;
  --soft: #a3abb8; --rule: #333c4a; --accent: #4cc795; --mark: #f0a35e; --white: #f0dfb2; --middle: #808692;
  --black: #07090d; --edge: #97a0af; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 28px 18px 40px; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.1rem; margin: 0 0 10px; }
p { margin: 6px 0; }
.soft { color: var(--soft); font-size: .9rem; }
.verdict { font-size: 1.25rem; font-weight: 600; margin: 14px 0 20px; padding: 12px 18px; border-radius: 10px;
  background: var(--card); border-left: 6px solid var(--accent); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 18px; }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 12px;
  padding: 16px 20px 18px; min-width: 0; overflow-x: auto; }
.wide { grid-column: 1 / -1; }
ul { margin: 0; padding-left: 1.2em; }
li { margin: 6px 0; overflow-wrap: anywhere; }
code { font-size: .85rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th { color: var(--soft); font-weight: 600; }
th, td { padding: 4px 8px; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
figure { margin: 0; text-align: center; }
figure img { width: 100%; max-width: 460px; height: auto; }
.boards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); gap: 18px; }
.chart { display: block; width: 100%; height: auto; font: 15px system-ui, sans-serif; }
.label { fill: var(--ink); }
.said, .tick { fill: var(--soft); font-size: 14px; }
.grid { stroke: var(--rule); }
.line { stroke: var(--mark); stroke-width: 2; stroke-dasharray: 5 4; }
.whisker { stroke: var(--accent); stroke-width: 3; fill: none; }
.dot, .bar { fill: var(--accent); }
.mark { fill: none; stroke: var(--mark); stroke-width: 2; }
rect.white, rect.middle, rect.black { stroke: var(--edge); }
.white { fill: var(--white); background: var(--white); }
.middle { fill: var(--middle); background: var(--middle); }
.black { fill: var(--black); background: var(--black); }
.key span { display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 .9em;
  border: 1px solid var(--edge); }
"""


def report_page(report: Report, game: Game) -> str:
    """The whole page. `game` is at the start that the report is about."""
    title = text(f"Balance of {report.title}")
    games = f"{count(report.games, 'game')} from {count(report.openings, 'opening')}"
    efforts = ", ".join(report.efforts)
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en" xmlns="http://www.w3.org/1999/xhtml">',
        f'<head><meta charset="utf-8"/><title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f"<style>{STYLE}</style></head>",
        "<body><main>",
        f"<h1>{title}</h1>",
        f'<p class="soft">{text(report.variant)}: {games}, each played at {text(efforts)}, '
        f"seed {report.seed}. Error bars hold 95 times in 100.</p>",
        f'<p class="verdict">{text(verdict(report))}</p>',
        '<div class="cards">',
        *(section for draw in _SECTIONS for section in draw(report, game)),
        "</div>",
        "</main></body></html>",
    ]
    return "\n".join(lines) + "\n"


def _section(heading: str, content: Sequence[str], wide: bool = False) -> str:
    name = ' class="wide"' if wide else ""
    return f"<section{name}><h2>{text(heading)}</h2>{''.join(content)}</section>"


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{text(line)}</li>' for line in lines)}</ul>"


def _note(words: str) -> str:
    return f'<p class="soft">{text(words)}</p>'


def _table(table: tables.Table) -> str:
    heads, *rows = table
    head = "".join(f"<th>{text(word)}</th>" for word in heads)
    body = "".join(f"<tr>{''.join(f'<td>{text(word)}</td>' for word in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _figure(svg: str, caption: str) -> str:
    """A board as a separate image, so that the ids in it do not clash with those of other boards."""
    data = b64encode(svg.encode()).decode()
    words = text(caption)
    return (
        f'<figure><img alt="{words}" src="data:image/svg+xml;base64,{data}"/>'
        f'<figcaption class="soft">{words}</figcaption></figure>'
    )


def _key(middle: str) -> str:
    names = (("white", "White"), ("middle", middle), ("black", "Black"))
    shown = (f'<span class="{name}"></span>{words}' for name, words in names if words)
    return f'<p class="soft key">{"".join(shown)}</p>'


def _cut(words: str, most: int = 30) -> str:
    """The words, cut to fit beside a chart."""
    return words if len(words) <= most else f"{words[: most - 1]}…"


# --- the sections ----------------------------------------------------------------------------------------


def _advice(report: Report, game: Game) -> Iterator[str]:
    warning = ["Interrupted: only the games that were finished are counted."] if report.interrupted else []
    yield _section("Advice", [_list([*warning, *(advice.text for advice in report.advice)])], wide=True)


def _results(report: Report, game: Game) -> Iterator[str]:
    rows = tables.rows_of_results(report)
    spans = [Span(row.effort, row.score, percent(row.score.value)) for row in rows]
    scores = error_bars("White's score", spans, lambda value: f"{100 * value:g}%", 0.5, 0.3, 0.7)
    splits = [Split(row.effort, (row.white, row.draws, row.black), _counts(row)) for row in report.by_effort]
    trend = [] if report.trend is None else [_note(f"From the first to the last: {points(report.trend)}.")]
    low, high = elo(report.overall.elo[1]), elo(report.overall.elo[2])
    yield _section(
        "White's score",
        [scores, _note(f"In Elo, over all games: {elo(report.overall.elo[0])} ({low} to {high})."), *trend],
    )
    yield _section(
        "Results", [_key("drawn"), split_bars("Results", splits), _note("Won, drawn and lost by White.")]
    )


def _counts(row: Advantage) -> str:
    return f"{row.white} / {row.draws} / {row.black}"


def _ends(report: Report, game: Game) -> Iterator[str]:
    splits = [
        Split(_cut(str(end.reason)), (end.white, end.draws, end.black), percent(end.share.value))
        for end in report.ends
    ]
    note = f"Drawn: {share(report.draws)}."
    yield _section("How games end", [_key("drawn"), split_bars("How games end", splits), _note(note)])


def _length(report: Report, game: Game) -> Iterator[str]:
    length = report.length
    note = (
        f"Plies. Half of the games have {length.quarter:g} to {length.three_quarters:g}; the shortest "
        f"{length.shortest}, the longest {length.longest}."
    )
    yield _section("Length of games", [histogram("Length of games", length), _note(note)])


def _boards(report: Report, game: Game) -> Iterator[str]:
    arrivals = {
        "white": _heat(report, game, lambda use: use.white),
        "black": _heat(report, game, lambda use: use.black),
    }
    pictures = [_figure(board_svg(game.variant, game.setup(), size=_PICTURE), "The start.")]
    for side, heat in arrivals.items():
        caption = f"Where {SIDES_IN_WORDS[side]}'s pieces go: arrivals a game."
        pictures.append(_figure(heat_svg(game.variant, heat, caption, size=_PICTURE, label=_short), caption))
    caption = "Where pieces are lost, a game."
    deaths = _heat(report, game, lambda use: use.died)
    pictures.append(_figure(heat_svg(game.variant, deaths, caption, size=_PICTURE, label=_short), caption))
    never = []
    if report.never_visited:
        never = [_note(f"No piece ever stood on {', '.join(report.never_visited)}.")]
    yield _section("The board", [f'<div class="boards">{"".join(pictures)}</div>', *never], wide=True)


def _heat(report: Report, game: Game, value: Callable[[SquareUse], float]) -> Mapping[int, float]:
    squares = ((game.variant.square_of(use.square), value(use)) for use in report.squares)
    return {square: heat for square, heat in squares if square is not None}


def _short(value: float) -> str:
    """Two significant digits."""
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 0.995 else f"{value:.2f}"[1:]


def _worths(report: Report, game: Game) -> Iterator[str]:
    worths = report.worths
    content = []
    spans = [
        Span(_cut(worth.piece), worth.pawns, bars(worth.pawns) if worth.pawns else "not known", worth.engine)
        for worth in worths.pieces
    ]
    if any(span.estimate for span in spans):
        content.append(error_bars("Worth of pieces", spans, lambda value: f"{value:g}", 1, 0, 1))
        content.append(
            _note(f"Fitted to the results, {unit_of(worths)}. Diamonds: what the engine holds them for.")
        )
    if worths.edge is not None:
        edge = f"{bars(worths.edge, sign=True)} ({unit_of(worths)})"
        content.append(_note(f"White's advantage besides material: {edge}."))
    if worths.remark:
        content.append(_note(f"{worths.remark[0].upper()}{worths.remark[1:]}."))
    yield _section("What pieces are worth", content)


def _choices(report: Report, game: Game) -> Iterator[str]:
    note = "Stuck: not in check, more than a king, and two legal moves or fewer."
    stuck = [f"Stuck: {words}." for words in tables.stuck(report)]
    yield _section("Legal moves", [_table(tables.choices(report)), _list(stuck), _note(note)])


def _pieces(report: Report, game: Game) -> Iterator[str]:
    yield _section("Pieces, a game", [_table(tables.pieces(report))], wide=True)


def _idlers(report: Report, game: Game) -> Iterator[str]:
    spans = [
        Span(
            _cut(f"{SIDES_IN_WORDS[idler.side]}'s {idler.piece} on {idler.square}"),
            idler.share,
            percent(idler.share.value),
        )
        for idler in report.idlers[:_IDLERS]
    ]
    if spans:
        chart = error_bars("Pieces that never acted", spans, lambda value: f"{100 * value:g}%", 0.5, 0, 1)
        yield _section("Pieces that never acted", [chart, _note("Share of the games; those that did least.")])


def _losses(report: Report, game: Game) -> Iterator[str]:
    if not report.losses:
        return
    found: dict[str, dict[str, float]] = {}
    for loss in report.losses:
        sides = found.setdefault(f"{loss.piece} {loss.cause}", {"white": 0.0, "black": 0.0})
        sides[loss.side] += loss.a_game
    splits = [
        Split(_cut(name), (sides["white"], 0, sides["black"]), f"{sides['white']:.2f} / {sides['black']:.2f}")
        for name, sides in sorted(found.items(), key=lambda item: -sum(item[1].values()))
    ]
    note = (
        []
        if report.loss_difference is None
        else [_note(f"White's less Black's: {bars(report.loss_difference, sign=True)} a game.")]
    )
    chart = split_bars("Lost to the world", splits)
    yield _section("Lost to the world, pieces a game", [_key(""), chart, *note])


def _tiles(report: Report, game: Game) -> Iterator[str]:
    note = (
        "Popularity: arrivals for each tile, 1 being the average tile. Stood on: the share of all pieces, "
        "turn by turn."
    )
    yield _section("Tiles, a game", [_table(tables.tiles(report)), _note(note)], wide=True)


def _remarks(report: Report, game: Game) -> Iterator[str]:
    yield _section(
        "About these games",
        [_list([*report.remarks, f"They began from {report.start}"])],
        wide=True,
    )


_SECTIONS: tuple[Callable[[Report, Game], Iterator[str]], ...] = (
    _advice,
    _results,
    _ends,
    _length,
    _boards,
    _worths,
    _choices,
    _pieces,
    _idlers,
    _losses,
    _tiles,
    _remarks,
)
