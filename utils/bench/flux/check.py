"""See utils/bench/numa-check."""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

import generate

SAMPLES = pathlib.Path(__file__).resolve().parents[3] / "samples/numa"


def numbers(text):
    return [int(part) for part in text.split(",")]


def arguments():
    parser = argparse.ArgumentParser(
        prog="utils/bench/numa-check",
        description="Checks the paper's levels against their Fortran.")
    parser.add_argument("--build", metavar="DIR", default="build",
                        help="build folder of loopyc (default: build)")
    parser.add_argument("--levels", metavar="N,N", default="1,2,3,4,5,6,7,8",
                        type=numbers, help="default: all")
    parser.add_argument("--nq", metavar="N,N", default="4,7,8,12,16",
                        type=numbers, help="default: 4,7,8,12,16")
    parser.add_argument("--script", metavar="FILE", type=pathlib.Path,
                        action="append", default=[],
                        help="a script beside the levels; may be repeated")
    parser.add_argument("--targets", metavar="LIST", default="opencl,c",
                        help="default: opencl,c")
    return parser.parse_args()


def scripts(options, folder):
    """[(name, script)]: the levels, cut into a folder, and the others."""
    paper = (SAMPLES / "paper.py").read_text()
    found = []
    for level in options.levels:
        script = folder / f"level{level}.py"
        script.write_text(generate.cut(paper, level))
        found.append((f"level {level}", script))
    return found + [(script.stem, script) for script in options.script]


def check(loopyc, script, nq, targets):
    """(passed, what was said)"""
    run = subprocess.run(
        [loopyc, SAMPLES / "refflux.f90", f"--transform={script}",
         "--set", f"Nq={nq}", "--check", f"--target={targets}"],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    passed = run.returncode == 0 and "skipped" not in run.stdout
    return passed, run.stdout.strip()


def run_all(options, folder):
    loopyc = pathlib.Path(options.build).resolve() / "tools/loopyc/loopyc"
    cases = [(name, script, nq) for nq in options.nq
             for name, script in scripts(options, folder)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(
            lambda case: check(loopyc, *case[1:], options.targets), cases)
        failed = 0
        for (name, _, nq), (passed, said) in zip(cases, results):
            print(f"Nq = {nq}, {name}: {'ok' if passed else 'FAILED'}",
                  flush=True)
            if not passed:
                print(said)
            failed += not passed
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed or not cases else 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        return run_all(arguments(), pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
