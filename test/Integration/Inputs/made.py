"""made.py BIN FOLDER: what make builds again, and why.

Builds the project beside this file with its makefile and the loopyc in BIN,
touches one file after the other, and prints what each build did.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

binaries, folder = sys.argv[1:]
source = pathlib.Path(folder)
environment = dict(os.environ, PATH=f"{binaries}:{os.environ['PATH']}", LOOPYRT_DEVICE="c")


def make(*arguments):
    run = subprocess.run(["make", "-C", source, *arguments], text=True, env=environment,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    written = re.findall(r" -o (\S+)(?= |$)", run.stdout, re.MULTILINE)
    return ", ".join(written) or f"nothing, status {run.returncode}"


def touch(file):
    os.utime(source / file)
    print(f"{file}: {make()}", flush=True)


def result():
    run = subprocess.run([source / "heat"], text=True, stdout=subprocess.PIPE, env=environment)
    print("program:", *run.stdout.split())


shutil.copytree(pathlib.Path(__file__).parent / "project", source)
print("first:", make())
result()
print("again:", make())
for name in ("main.f90", "src/diffuse.F90", "src/sizes.inc", "src/tiling.py", "shared/kinds.f90",
             "library/axpy.f90", "library/axpy.py"):
    touch(name)
# What a rule depended on may go away.
(source / "src/sizes.inc").rename(source / "src/halo.inc")
text = (source / "src/diffuse.F90").read_text()
(source / "src/diffuse.F90").write_text(text.replace("sizes.inc", "halo.inc"))
print("renamed include:", make())
print("again:", make())
print("the library's module:", make("loopyrt_mod.o"))
result()
