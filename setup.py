"""Lists the packages and compiles the kernel of the native backend; all else is in pyproject.toml.

The folders of the top level become packages below `unitdoku`. The links in `src/unitdoku` are for editable installs and
type checkers.

The search is compiled for each instruction-set level, everything else once, because pybind11 takes long to compile.
The wheel contains all modules, and `reference/native/loading.py` chooses the best level that the processor supports.
Every module is optional: without a C++20 compiler the package installs and works without the kernel. The kernel uses
the vector extensions of GCC and Clang. On Windows clang-cl, which is part of LLVM, compiles it with the headers and the
linker of Visual Studio.
"""

import copy
import os
import shutil
import subprocess
import sys
from pathlib import Path
from sysconfig import get_platform

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.editable_wheel import editable_wheel

try:
    import pybind11
except ImportError:
    pybind11 = None  # pip installs it for the build, unless build isolation is off: then there is no kernel

KERNEL = Path("reference/native/kernel")
ON_X86 = get_platform().endswith(("x86_64", "amd64")) and sys.maxsize > 2**32  # the machine that it is built for
LEVELS = ["v2", "v3", "v4"] if ON_X86 else ["baseline"]
ON_WINDOWS = sys.platform == "win32"
CLANG_CL = shutil.which("clang-cl") or "clang-cl"
COMPILE = "/std:c++20" if ON_WINDOWS else "-std=c++20 -g0 -fvisibility=hidden -pthread"
OPTIMIZE = "/clang:-O" if ON_WINDOWS else "-O"
POPCNT = "/clang:-mpopcnt" if ON_WINDOWS else "-mpopcnt"
TARGET = "/clang:-march=x86-64-" if ON_WINDOWS else "-march=x86-64-"

FOLDERS = {
    "unitdoku": "src/unitdoku",
    "unitdoku.reference": "reference",
    "unitdoku.puzzles": "puzzles",
    "unitdoku.encoders": "encoders",
    "unitdoku.compare": "compare",
}


def packages():
    """Yields every folder with files as a package. Folders below the links are found where the links lead."""
    for package, folder in FOLDERS.items():
        for path in [Path(folder), *sorted(filter(Path.is_dir, Path(folder).rglob("*")))]:
            parts = path.relative_to(folder).parts
            linked = package == "unitdoku" and parts[:1] in [("reference",), ("puzzles",), ("encoders",), ("compare",)]
            if not linked and "__pycache__" not in parts and path != KERNEL and any(map(Path.is_file, path.iterdir())):
                yield ".".join([package, *parts])


class BuildApart(build_ext):
    """Compiles the modules at the same time, each in its own folder, because levels have the same source."""

    def finalize_options(self):
        """Sets the options; setuptools forgets those of `setup` when it installs an editable package."""
        super().finalize_options()
        self.parallel = True

    def build_extension(self, ext):
        """Builds one module."""
        own = copy.copy(self)
        own.build_temp = os.path.join(self.build_temp, ext.name)
        if self.compiler.compiler_type == "msvc":
            own.compiler = copy.copy(self.compiler)
            own.compiler.initialize()
            own.compiler.cc = CLANG_CL
        build_ext.build_extension(own, ext)


class EditableByPath(editable_wheel):
    """Installs a path to `src`, whose links lead to the folders: type checkers follow a path, and no import hook.

    A checkout without links (on Windows) gets the hook of setuptools, which needs none.
    """

    def finalize_options(self):
        """Sets the options."""
        if Path("src/unitdoku/reference").is_symlink():
            self.distribution.package_dir = {"": "src"}
        super().finalize_options()


def link_arguments():
    """Returns what to link with: threads, or on Windows the library of Clang that has `__builtin_cpu_supports`."""
    if not ON_WINDOWS:
        return ["-pthread"]
    if not shutil.which(CLANG_CL):
        return []
    command = [CLANG_CL, "/clang:-rtlib=compiler-rt", "/clang:-print-libgcc-file-name"]
    return [subprocess.run(command, capture_output=True, text=True).stdout.strip()]  # noqa: S603 - arguments of ours


def extension(module, source, *flags):
    """Returns one module of the package `unitdoku.reference.native`."""
    return Extension(
        f"unitdoku.reference.native.{module}",
        [(KERNEL / source).as_posix()],
        include_dirs=[pybind11.get_include()],
        depends=sorted(path.as_posix() for path in KERNEL.glob("*.hpp")),
        define_macros=[("UNITDOKU_INIT", f"PyInit_{module}")],
        extra_compile_args=[*COMPILE.split(), *flags],
        extra_link_args=link_arguments(),
        language="c++",
        optional=True,
    )


setup(
    package_dir=FOLDERS,
    packages=list(packages()),
    # With -O2 the search would take two thirds of the time to compile, and be up to a third slower. Each level on x86
    # needs popcnt, so the interface may use it.
    ext_modules=pybind11
    and [
        extension("_kernel", "binding.cpp", OPTIMIZE + "2", *([POPCNT] if ON_X86 else [])),
        *(
            extension(f"_level_{level}", "level.cpp", OPTIMIZE + "3", *([TARGET + level] if ON_X86 else []))
            for level in LEVELS
        ),
    ],
    cmdclass={"build_ext": BuildApart, "editable_wheel": EditableByPath},
)
