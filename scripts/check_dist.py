"""Compares what is packed with the source tree: `python scripts/check_dist.py DIST.whl DIST.tar.gz`.

A wheel must have every module (of the core: compiled), stub and marker of `engine/tilefish`, every variant,
and nothing else. An sdist must have every file of the source tree that is not made from others.
"""

from __future__ import annotations

import sys
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = (".ci", "docs", "engine", "scripts", "tests", "variants")
PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md")
SETTINGS = ("MANIFEST.in", "pyproject.toml", "setup.py")
MADE = (".pyc", ".so", ".pyd")


def main() -> int:
    if len(sys.argv) == 1:
        print(__doc__, file=sys.stderr)
        return 2
    problems = []
    for path in sys.argv[1:]:
        is_wheel = path.endswith(".whl")
        found = wheel_problems(wheel_names(path)) if is_wheel else sdist_problems(sdist_names(path))
        problems += [f"{path}: {problem}" for problem in found]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def wheel_names(path: str) -> list[str]:
    """The files of a wheel."""
    with ZipFile(path) as wheel:
        return wheel.namelist()


def sdist_names(path: str) -> list[str]:
    """The files of an sdist, without its folder."""
    with tarfile.open(path) as sdist:
        return [member.name.partition("/")[2] for member in sdist if member.isfile()]


def wheel_problems(names: Iterable[str], root: Path = ROOT) -> list[str]:
    """What is wrong with a wheel of these files."""
    wanted = set(installed_files(root))
    found = {_without_platform(name) for name in names if ".dist-info/" not in name}
    missing = [f"{name} is missing" for name in sorted(wanted - found)]
    return missing + [f"{name} does not belong there" for name in sorted(found - wanted)]


def sdist_problems(names: Iterable[str], root: Path = ROOT) -> list[str]:
    """What is missing from an sdist of these files."""
    wanted = {*PAGES, *SETTINGS, *(path.relative_to(root).as_posix() for path in _sources(root, FOLDERS))}
    return [f"{name} is missing" for name in sorted(wanted.difference(names))]


def installed_files(root: Path) -> Iterator[str]:
    """The files that an installation needs. Compiled modules end with .so, whatever the platform."""
    for path in _sources(root, ("engine/tilefish",)):
        name = path.relative_to(root / "engine").as_posix()
        if path.suffix == ".pyx":
            yield name.removesuffix(".pyx") + ".so"
        elif (
            path.suffix in (".py", ".pyi")
            or path.name == "py.typed"
            or path.suffix == ".js"
            or path.parent.name == "static"
        ):
            yield name
    for path in (root / "variants").iterdir():
        if path.suffix in (".py", ".toml"):
            yield f"tilefish/variants/{path.name}"


def _sources(root: Path, folders: Iterable[str]) -> Iterator[Path]:
    for folder in folders:
        for path in (root / folder).rglob("*"):
            inner = path.relative_to(root).parts
            is_made = path.suffix in MADE or any(part.endswith((".egg-info", "_cache")) for part in inner)
            if path.is_file() and not is_made:
                yield path


def _without_platform(name: str) -> str:
    """board.cpython-311-x86_64-linux-gnu.so is board.so."""
    path = PurePosixPath(name)
    if path.suffix not in (".so", ".pyd"):
        return name
    return str(path.with_name(path.name.partition(".")[0] + ".so"))


if __name__ == "__main__":
    sys.exit(main())
