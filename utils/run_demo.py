"""Translates every sample to OpenCL and compares it with its Fortran.

    run_demo.py BUILD
"""
import pathlib
import shlex
import subprocess
import sys
import textwrap
import time


def title_of(source):
    """The first sentence of the sample's first comment."""
    lines = []
    for line in source.splitlines():
        if not line.startswith("!") or line.startswith(("!$", "! options:")):
            break
        lines.append(line.lstrip("! "))
    return (" ".join(lines) or "a sample").split(". ")[0].rstrip(".")


def options_of(source):
    """What the sample's `! options:` line asks for."""
    for line in source.splitlines():
        if line.startswith("! options:"):
            return shlex.split(line.split(":", 1)[1])
    return []


def translate(loopyc, sample, folder):
    """Returns (seconds, lines of OpenCL, report lines, ok)."""
    command = [loopyc, *options_of(sample.read_text()), sample]
    start = time.perf_counter()
    subprocess.run([*command, "-o", f"{folder}/"], check=True)
    seconds = time.perf_counter() - start
    check = subprocess.run([*command, "--check"], text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    lines = (folder / f"{sample.stem}.cl").read_text().count("\n")
    report = [line[len("check: "):] for line in check.stdout.splitlines()]
    return seconds, lines, report or check.stderr.splitlines()[:1], \
        check.returncode == 0


def kernel_of(text):
    """The kernel's text, without what stands around it."""
    start = text.find("__kernel")
    end = text.find("\n}", start)
    return text[start:end + 2] if start >= 0 else text


def main():
    build = pathlib.Path(sys.argv[1])
    loopyc = build / "tools/loopyc/loopyc"
    folder = build / "demo"
    folder.mkdir(exist_ok=True)
    samples = sorted(pathlib.Path("samples").glob("*.f90"))
    print("loopyc: Fortran in, OpenCL out, and the same results.\n")
    agreeing = 0
    for sample in samples:
        source = sample.read_text()
        seconds, lines, report, ok = translate(loopyc, sample, folder)
        agreeing += ok
        print(f"{sample}: {title_of(source)}")
        print(f"    {source.count(chr(10))} lines of Fortran and script "
              f"-> {lines} lines of OpenCL in {seconds * 1e3:.0f} ms")
        for line in report:
            print(f"    {'=' if ok else '!'} {line}")
    shown = folder / "saxpy.cl"
    if shown.exists():
        print(f"\nOne of them, {shown}:\n")
        print(textwrap.indent(kernel_of(shown.read_text()), "    "))
    print(f"\n{agreeing} of {len(samples)} samples compute what their Fortran "
          f"computes. Look at {folder}/*.cl, or edit a sample's script and "
          "run it again.")
    return 0 if agreeing == len(samples) else 1


if __name__ == "__main__":
    sys.exit(main())
