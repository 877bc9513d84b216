"""Warnings of the Fortran compiler: as the sources are, and through loopyc-fc.

    compiler_warnings.py BUILD WORK SOURCE...

The sources lie in one folder, in their order. Prints each warning that only
loopyc-fc's compilation has, without its place.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys

build, work = (pathlib.Path(name).resolve() for name in sys.argv[1:3])
sources = [pathlib.Path(name).resolve() for name in sys.argv[3:]]
environment = {**os.environ, "LOOPYC_FLAGS": "--target=opencl,c -w",
               "XDG_CACHE_HOME": str(work / "cache"), "LC_ALL": "C"}


def warnings(compiler, modules):
    modules.mkdir(parents=True)
    found = collections.Counter()
    for source in sources:
        done = subprocess.run(
            [compiler, "-Wall", "-Wextra", "-Wimplicit-interface", "-O2", "-cpp", f"-J{modules}", "-c", source, "-o",
             modules / "object.o"], cwd=source.parent, text=True, capture_output=True,
            env=environment)
        if done.returncode:
            sys.exit(f"{compiler}: {source}: {done.stderr}")
        found.update(re.sub(r" at \(\d\)", "", line) for line in done.stderr.splitlines()
                     if "arning:" in line)
    return found


original = warnings("gfortran", work / "original")
added = warnings(build / "tools/loopyc/loopyc-fc", work / "stub") - original
print(f"{sum(added.values())} of {len(sources)} sources")
for warning in added.elements():
    print(warning)
