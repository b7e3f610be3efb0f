"""The compiled core; everything else about the package is in pyproject.toml.

TILEFISH_CFLAGS replaces the flags that depend on the machine (by default -mpopcnt on x86-64), for instance
TILEFISH_CFLAGS="" for a portable build or TILEFISH_CFLAGS="-march=native".
"""

import os
import platform
import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup

# setuptools brings distutils along, which Python itself has no longer had since 3.12
from distutils.ccompiler import new_compiler  # isort: skip
from distutils.sysconfig import customize_compiler  # isort: skip

ENGINE = Path("engine")
MACHINE_FLAGS = "-mpopcnt" if platform.machine() in ("x86_64", "AMD64") else ""
FLAGS = ["-O3", "-g0", "-DNDEBUG", "-fno-strict-aliasing"]
FLAGS += os.environ.get("TILEFISH_CFLAGS", MACHINE_FLAGS).split()
DESCRIBING = {"dist_info", "egg_info", "sdist"}
"""The commands that need no compiled core, and so no compiler."""
TRIAL = "#include <Python.h>\n#include <time.h>\nint main(void) { return 0; }\n"


def compiled_core() -> list[Extension]:
    """The modules of the core, translated to C."""
    extensions = [
        Extension(
            ".".join(source.relative_to(ENGINE).with_suffix("").parts),
            [source.as_posix()],
            extra_compile_args=FLAGS,
        )
        for source in sorted(ENGINE.rglob("*.pyx"))
    ]
    return cythonize(
        extensions,
        include_path=["engine"],
        nthreads=os.cpu_count() or 1,
        build_dir="build/cython",
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
        },
    )


def missing_for_build() -> str | None:
    """What a build would lack, as one sentence, or None. Compiles a small program to find out."""
    if not os.environ.get("CC", "gcc").strip():
        del os.environ["CC"]
    compiler = new_compiler()
    customize_compiler(compiler)
    if compiler.compiler_type != "unix":
        return None
    name = compiler.compiler_so[0]
    try:
        errors = errors_of_trial(compiler.compiler_so)
    except OSError:
        return (
            f'Tilefish needs a C compiler, and "{name}" cannot be started: install gcc or clang '
            "(Debian, Ubuntu: sudo apt install build-essential python3-dev; Fedora: sudo dnf install gcc "
            "python3-devel; macOS: xcode-select --install), or name the one that is there, such as CC=clang."
        )
    if errors and re.search(r"error: .*Python\.h", errors):
        return (
            f'Tilefish needs the C headers of Python, and "{name}" finds no Python.h: install them '
            "(Debian, Ubuntu: sudo apt install python3-dev; Fedora: sudo dnf install python3-devel)."
        )
    if errors:
        told = next((line for line in errors.splitlines() if "error" in line), errors.splitlines()[0])
        return f'Tilefish needs a C compiler that works, and "{name}" does not: {told.strip()}'
    return None


def errors_of_trial(compiler: list[str]) -> str | None:
    """What the compiler says about a program that includes Python.h, or None if it compiles it."""
    headers = {sysconfig.get_path("include"), sysconfig.get_path("platinclude")}
    with TemporaryDirectory() as folder:
        source = Path(folder, "trial.c")
        source.write_text(TRIAL)
        options = [*FLAGS, *(f"-I{path}" for path in headers), "-c", str(source), "-o", f"{folder}/trial.o"]
        trial = subprocess.run([*compiler, *options], capture_output=True, text=True, errors="replace")
    if trial.returncode == 0:
        return None
    return trial.stderr.strip() or f"it ends with code {trial.returncode}"


packages = [*find_packages(str(ENGINE)), "tilefish.variants"]
if DESCRIBING.isdisjoint(sys.argv):
    missing = missing_for_build()
    if missing:
        raise SystemExit(missing)
    setup(
        packages=packages,
        ext_modules=compiled_core(),
        options={"build_ext": {"parallel": os.cpu_count() or 1}},
    )
else:
    setup(packages=packages)
