"""rebuilds.py PREFIX GENERATOR FOLDER: what CMake builds again, and why.

Configures and builds the project beside this file with the loopyc that PREFIX
holds, touches one file after the other, and prints what each build did.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

prefix, generator, folder = sys.argv[1:]
source = pathlib.Path(folder) / "project"
build = pathlib.Path(folder) / "build"
STEPS = re.compile(r"(Translating|Checking|Building \w+ object|Linking) ?(\S*)")


def make():
    """The steps of a build, sorted: parallel builds may take any order."""
    run = subprocess.run(["cmake", "--build", build, "--parallel", "2"], text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    steps = {f"{step} {pathlib.Path(file).name}" if step.startswith(("Building", "Translating"))
             else step for step, file in STEPS.findall(run.stdout)}
    for line in run.stdout.splitlines():
        if "loopyc:" in line:
            print(line.strip())
    return ", ".join(sorted(steps)) or "nothing"


def rebuild(what):
    print(f"{what}: {make()}", flush=True)


def touch(file):
    os.utime(source / file)
    rebuild(file)


def edit(file, old, new, what):
    path = source / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    rebuild(what)


def result():
    run = subprocess.run([build / "heat"], text=True, stdout=subprocess.PIPE,
                         env=dict(os.environ, LOOPYRT_DEVICE="c"))
    print("program:", *run.stdout.split())


shutil.copytree(pathlib.Path(__file__).parent / "project", source)
subprocess.run(["cmake", "-G", generator, "-S", source, "-B", build, f"-Dloopyc_ROOT={prefix}",
                "-DLOOPYC=ON"], check=True, stdout=subprocess.DEVNULL)
rebuild("first")
result()
rebuild("again")
for file in ("main.f90", "src/diffuse.F90", "src/sizes.inc", "src/tiling.py", "shared/kinds.f90",
             "library/axpy.py"):
    touch(file)
rebuild("again")
edit("CMakeLists.txt", "FACTOR=0.25_wp", "FACTOR=0.125_wp", "a definition")
result()
# The script gains an import, and that is a dependency from then on.
(source / "src" / "widths.py").write_text("factor = 1\n")
edit("src/tiling.py", "def tile", "import widths\n\ndef tile", "an import")
touch("src/widths.py")
edit("src/report.f90", "  subroutine show", "  !$loopy begin tagged: t\n  !$loopy end tagged: t\n"
     "  subroutine show", "annotated")
edit("src/report.f90", "!$loopy", "!loopy", "no longer")
rebuild("again")
