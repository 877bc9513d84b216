"""Do the sources and commands of a page work?

    pages.py BUILD PAGE WORK

A block ```fortran NAME (```python NAME, ...) is a file, named above the block. Of a block ```console,
lines that begin with "$ " are run, in order, where the files are; what they
print must have the lines behind them, in this order. "..." stands for any
lines, and in a line for any text; without expected lines, the status alone
counts. A command that is to fail begins with "$ ! ".
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

build, page, work = (pathlib.Path(name).resolve() for name in sys.argv[1:])
BLOCK = re.compile(r"^(?:`(\S+)`:\n\n)?```(\S+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
environment = {**os.environ, "XDG_CACHE_HOME": str(work / "cache"),
               "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
               "PATH": f"{build / 'tools/loopyc'}:{os.environ['PATH']}"}


def commands(text):
    """(command, expected lines) of a console block."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found and line.strip():
            found[-1][1].append(line)
    return found


def run(command):
    done = subprocess.run(["bash", "-c", command], cwd=work, text=True, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout, done.returncode


def pattern(expected):
    line = r".*".join(re.escape(part) for part in expected.strip().split("..."))
    return re.compile(line + r"\s*")


def first_missing(expected, printed):
    lines = iter(printed.splitlines())
    for line in expected:
        if line.strip() != "..." and not any(
                pattern(line).fullmatch(there.strip()) for there in lines):
            return line
    return None


def main():
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    files = ran = 0
    for title, language, name, text in BLOCK.findall(page.read_text()):
        if name != title:
            sys.exit(f"the block '{name}' stands under the name '{title}'")
        if name:
            (work / name).write_text(text)
            files += 1
        elif language == "console":
            for command, expected in commands(text):
                printed, status = run(command)
                missing = first_missing(expected, printed)
                if status or missing is not None:
                    sys.exit(f"$ {command}\n{printed}status {status}, "
                             f"expected and not printed: {missing}")
                ran += 1
    print(f"{page.name}: {files} files, {ran} commands")


main()
