"""Runs a Python module with a core that checks itself.

`python scripts/sanitize.py address MODULE …` builds the core with AddressSanitizer and
UndefinedBehaviorSanitizer, `thread` with ThreadSanitizer, and then runs `python -m MODULE …` with it:

    python scripts/sanitize.py address tests.fuzz files uci --minutes 2 --seed new
    python scripts/sanitize.py thread tests.fuzz threads --minutes 2
    python scripts/sanitize.py address pytest -q tests/core

A report ends the program with exit code 99. Each build has a folder of its own in build/, and is kept: the
next run builds what has changed. Needs the development environment of CONTRIBUTING.md, and gcc.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("engine", "variants", "setup.py", "pyproject.toml", "README.md")
COMMON_FLAGS = "-O1 -g1 -fno-omit-frame-pointer"
MACHINE_FLAGS = os.environ.get("TILEFISH_CFLAGS", "-mpopcnt" if os.uname().machine == "x86_64" else "")
FAILURE = 99
"""The exit code of a program with a report."""


@dataclass(frozen=True, slots=True)
class Sanitizer:
    """What a build needs, and what its programs need."""

    flags: str
    libraries: tuple[str, ...]
    calls: bytes
    """What the names of the functions begin with that a build calls."""
    environment: dict[str, str]


SANITIZERS = {
    "address": Sanitizer(
        "-fsanitize=address,undefined -fno-sanitize-recover=all",
        ("libasan.so", "libubsan.so"),
        b"__asan_",
        {
            # Python keeps memory until the end; its own allocator would hide what lies beside an object
            "ASAN_OPTIONS": f"detect_leaks=0:exitcode={FAILURE}",
            "UBSAN_OPTIONS": f"print_stacktrace=1:exitcode={FAILURE}",
            "PYTHONMALLOC": "malloc",
        },
    ),
    "thread": Sanitizer(
        "-fsanitize=thread",
        ("libtsan.so",),
        b"__tsan_",
        {
            "TSAN_OPTIONS": f"halt_on_error=1:exitcode={FAILURE}:history_size=4"
            f":suppressions={ROOT / 'scripts' / 'thread_sanitizer.txt'}"
        },
    ),
}


def main() -> int:
    if len(sys.argv) < 3 or sys.argv[1] not in SANITIZERS:
        print(__doc__, file=sys.stderr)
        return 2
    name, module = sys.argv[1:3]
    sanitizer = SANITIZERS[name]
    libraries = [library_path(library) for library in sanitizer.libraries]
    engine = build(name, sanitizer)
    environment = {
        **os.environ,
        **sanitizer.environment,
        "LD_PRELOAD": " ".join(libraries),
        "PYTHONPATH": os.pathsep.join(map(str, (engine, ROOT))),
        "TILEFISH_FUZZ_COMMAND": f"python scripts/sanitize.py {name} tests.fuzz",
    }
    python = [*without_random_addresses(), sys.executable]
    check(engine, sanitizer, python, environment)
    command = [*python, "-m", module, *sys.argv[3:]]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def library_path(library: str) -> str:
    """Where gcc has a sanitizer's library, which must be loaded before Python."""
    try:
        found = subprocess.run(
            ["gcc", f"-print-file-name={library}"], capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        found = ""
    if not Path(found).is_absolute():
        sys.exit(f"gcc has no {library}: install gcc with its sanitizers (Debian: apt-get install gcc)")
    return str(Path(found).resolve())


def build(name: str, sanitizer: Sanitizer) -> Path:
    """Builds the core in a folder of its own. Returns the folder that `tilefish` is imported from."""
    folder = ROOT / "build" / f"sanitize-{name}"
    flags = f"{MACHINE_FLAGS} {COMMON_FLAGS} {sanitizer.flags}"
    for source in SOURCES:
        update(ROOT / source, folder / source)
    variants = folder / "engine" / "tilefish" / "variants"
    if not variants.is_symlink():
        variants.symlink_to(folder / "variants")
    environment = {**os.environ, "TILEFISH_CFLAGS": flags, "LDFLAGS": sanitizer.flags}
    environment.setdefault("CC", "gcc")
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace", f"-j{os.cpu_count() or 1}"]
    with (folder / "build.log").open("w") as log:
        done = subprocess.run(command, cwd=folder, env=environment, stdout=log, stderr=log, check=False)
    if done.returncode:
        sys.exit(f"the core could not be built, see {log.name}")
    return folder / "engine"


def check(engine: Path, sanitizer: Sanitizer, python: list[str], environment: dict[str, str]) -> None:
    """Makes sure that it is this core that runs, and that it checks itself: any other one has no report."""
    for module in (engine / "tilefish" / "core").rglob("*.so"):
        if sanitizer.calls not in module.read_bytes():
            sys.exit(f"{module} does not check itself: remove {engine.parent} and try again")
    program = "import tilefish.core.search.searcher as core; print(core.__file__)"
    done = subprocess.run(
        [*python, "-c", program], env=environment, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode or not Path(done.stdout.strip()).is_relative_to(engine):
        sys.exit(f"the core in {engine} cannot be loaded: {done.stdout.strip() or done.returncode}")


def update(source: Path, target: Path) -> None:
    """Copies what has changed, with its times, so that no more than that is built again."""
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        for inner in source.iterdir():
            if inner.suffix != ".so" and inner.name != "__pycache__":
                update(inner, target / inner.name)
    elif not target.exists() or target.stat().st_mtime_ns != source.stat().st_mtime_ns:
        shutil.copy2(source, target)


def without_random_addresses() -> list[str]:
    """How a program is started at the same addresses every time. Some kernels spread addresses so far that
    ThreadSanitizer cannot begin."""
    command = ["setarch", os.uname().machine, "-R"]
    try:
        subprocess.run([*command, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return command


if __name__ == "__main__":
    sys.exit(main())
