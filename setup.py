"""The compiled core; everything else about the package is in pyproject.toml.

TILEFISH_CFLAGS replaces the flags that depend on the machine (by default -mpopcnt on x86-64), for instance
TILEFISH_CFLAGS="" for a portable build or TILEFISH_CFLAGS="-march=native".
"""

import os
import platform
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

CORE = Path("engine/tilefish/core")
MACHINE_FLAGS = "-mpopcnt" if platform.machine() in ("x86_64", "AMD64") else ""
FLAGS = ["-O3", "-g0", "-DNDEBUG", "-fno-strict-aliasing"]
FLAGS += os.environ.get("TILEFISH_CFLAGS", MACHINE_FLAGS).split()

extensions = [
    Extension(f"tilefish.core.{source.stem}", [source.as_posix()], extra_compile_args=FLAGS)
    for source in sorted(CORE.glob("*.pyx"))
]

setup(
    ext_modules=cythonize(
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
)
