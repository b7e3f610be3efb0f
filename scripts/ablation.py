"""What each technique of the search brings: nodes to a fixed depth without it, against the whole search.

python scripts/ablation.py --depth 10 chess fragments ruined_overworld
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence

from tilefish import Game, InputError
from tilefish.core.search.searcher import EVERYTHING, TECHNIQUES
from tilefish.engine.bench import MIDDLEGAMES
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits


def nodes_to_depth(games: Sequence[Game], depth: int, techniques: int) -> list[int]:
    """The nodes of each game's search."""
    counts = []
    for game in games:
        engine = Engine(hash_megabytes=64)
        engine.techniques = techniques
        counts.append(engine.play(game, Limits(depth=depth)).lines[0].nodes)
    return counts


def mean_ratio(counts: Sequence[int], whole: Sequence[int]) -> float:
    """The geometric mean of how many times as many nodes there are."""
    logs = [math.log(count / base) for count, base in zip(counts, whole, strict=True)]
    return math.exp(sum(logs) / len(logs))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="What each technique of the search brings.")
    parser.add_argument("variants", nargs="*", default=["chess", "fragments", "ruined_overworld"])
    parser.add_argument("--depth", type=int, default=9)
    options = parser.parse_args()
    try:
        games = [Game(name) for name in options.variants]
    except InputError as error:
        sys.exit(f"Error: {error}")
    if "chess" in options.variants:
        games += [Game("chess", fen) for fen in MIDDLEGAMES]
    whole = nodes_to_depth(games, options.depth, EVERYTHING)
    print(f"{'everything':20} {sum(whole):12} nodes to depth {options.depth}")
    for index, name in enumerate(TECHNIQUES):
        counts = nodes_to_depth(games, options.depth, EVERYTHING & ~(1 << index))
        print(f"without {name:20} {mean_ratio(counts, whole):6.2f} times the nodes")


if __name__ == "__main__":
    main()
