"""Warnings of the Fortran compiler: as the sources are, and through loopyc-fc.

    compiler_warnings.py BUILD WORK [OPTION...] SOURCE...

The sources lie in one folder, in their order; options are the compiler's.
Prints each warning, with its place, that only loopyc-fc's compilation has, and
each that it lacks and that is of a statement as it stands.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys

build, work = (pathlib.Path(name).resolve() for name in sys.argv[1:3])
options = [word for word in sys.argv[3:] if word.startswith("-")]
sources = [pathlib.Path(name).resolve() for name in sys.argv[3:] if not name.startswith("-")]
environment = {**os.environ, "LOOPYC_FLAGS": "--target=opencl,c -w",
               "XDG_CACHE_HOME": str(work / "cache"), "LC_ALL": "C"}
PLACE = re.compile(r"(\S+?:\d+)(:[\d-]+)*:")
# What the optimizer finds, it may find elsewhere in another program.
OF_VALUES = re.compile(r"\[-W(maybe-)?uninitialized\]|\[-Warray-bounds\]|\[-Wstringop")


def placed(messages):
    """"FILE:LINE: Warning: ...": gfortran has the place in a line before."""
    place = ""
    for line in messages.splitlines():
        if found := PLACE.match(line):
            place = found[1]
        if "arning:" in line:
            text = re.sub(r" at \(\d\)( and \(\d\))?", "", line[line.index("arning:") - 1:])
            yield f"{place.replace(str(sources[0].parent) + os.sep, '')}: {text}"


def warnings(compiler, modules):
    modules.mkdir(parents=True)
    found = collections.Counter()
    for source in sources:
        done = subprocess.run(
            [compiler, "-Wall", "-Wextra", "-Wimplicit-interface", "-O2", "-cpp", *options,
             f"-J{modules}", "-c", source, "-o", modules / "object.o"], cwd=source.parent,
            text=True, capture_output=True, env=environment)
        if done.returncode:
            sys.exit(f"{compiler}: {source}: {done.stderr}")
        found.update(placed(done.stderr))
    return found


original = warnings("gfortran", work / "original")
through = warnings(build / "tools/loopyc/loopyc-fc", work / "stub")
added, lost = through - original, original - through
kept = sum((original & through).values())
print(f"{sum(added.values())} of {len(sources)} sources, beside {kept}")
for warning in added.elements():
    print(warning)
for warning in lost.elements():
    if not OF_VALUES.search(warning):
        print("lost:", warning)
