"""Files for pictures on the command line. All pictures are SVG."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from tilefish.cli.common import Mistake
from tilefish.rules.messages import quote

_ENDINGS = ("", ".svg")


class PictureFile(click.Path):
    """A file that a picture is written to, `-` for standard output. A name with the ending of another picture
    format is refused."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, allow_dash=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Reads the name of the file."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if path.is_dir():
            raise Mistake(f"Error: cannot write {click.format_filename(path)}: it is a folder")
        if path.suffix.lower() not in _ENDINGS:
            other = path.with_suffix(".svg").name
            self.fail(
                f"expected a name that ends in .svg, such as {other}, not {quote(str(value))}: "
                "pictures are written as SVG, which browsers and Inkscape turn into other formats",
                param,
                ctx,
            )
        return path
