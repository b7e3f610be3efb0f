"""From a variant file to a `Variant`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tilefish.rules.errors import VariantError
from tilefish.rules.files.assembly import START_KEYS, assemble
from tilefish.rules.files.catalogue import Catalogue, name_complaint
from tilefish.rules.files.draft import read_draft
from tilefish.rules.files.inheritance import inherit
from tilefish.rules.files.reader import ProblemReport
from tilefish.rules.model.variant import Variant

Judge = Callable[[Variant], str | None]
"""Finds errors in a start position that only the rules of movement show, such as a game that is over before
it starts."""


def load_variant(path: Path, catalogue: Catalogue, judge: Judge | None = None) -> Variant:
    """Reads a variant file and the files that it extends. Raises `VariantError` with all their mistakes."""
    inheritance = inherit(path, catalogue)
    label = str(path)
    report = ProblemReport(label, inheritance.origins, inheritance.problems, inheritance.complete)
    complaint = name_complaint(path.stem)
    if complaint:
        report.add(complaint)
    variant = assemble(path.stem, label, read_draft(inheritance.data, report, inheritance.valued), report)
    if variant is not None and judge is not None:
        complaint = judge(variant) or ""
        if complaint:
            report.add(f"the start position: {complaint}", *START_KEYS)
    if report.problems or variant is None:
        raise VariantError(report.problems)
    return variant
