"""See utils/bench/numa."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import generate

ROOT = pathlib.Path(__file__).resolve().parents[3]


def arguments():
    parser = argparse.ArgumentParser(
        prog="utils/bench/numa", description="The paper's tables 1 and 2.")
    parser.add_argument("--build", metavar="DIR", default="build",
                        help="build folder of loopyc (default: build)")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--generate", metavar="DIR", type=pathlib.Path,
                       help="only write what --run needs")
    place.add_argument("--run", metavar="DIR", type=pathlib.Path,
                       help="only build and run what --generate wrote")
    what = parser.add_argument_group("what to translate")
    what.add_argument("--levels", metavar="N,N", default="1,2,3,4,5,6,7,8",
                      help="levels of table 1 (default: all)")
    what.add_argument("--nq", metavar="N,N", default="4,8,12,16",
                      help="values of Nq in table 2 (default: 4,8,12,16)")
    what.add_argument("--script", metavar="FILE", action="append",
                      help="a script beside the levels; may be repeated "
                      "(default: samples/numa/h200.py)")
    parser.add_argument("--targets", metavar="LIST", default="opencl,cuda",
                        help="default: opencl,cuda")
    how = parser.add_argument_group("how to run")
    how.add_argument("--points", metavar="N",
                     help="grid points (default: as in the paper, 3.5 million; "
                     "8192 where there is no GPU)")
    how.add_argument("--seconds", metavar="X",
                     help="time to spend on timing each kernel (default: 0.3)")
    how.add_argument("--json", metavar="FILE", help="write all results there")
    how.add_argument("--build-only", action="store_true",
                     help="build the programs, do not run them")
    return parser.parse_args()


def numbers(text):
    return [int(part) for part in text.split(",") if part]


def run(folder, options):
    command = [sys.executable, folder / "run.py", "--targets", options.targets]
    for name in ("points", "seconds", "json"):
        if getattr(options, name) is not None:
            command += [f"--{name}", getattr(options, name)]
    if options.build_only:
        command.append("--build-only")
    return subprocess.run(command).returncode


def write(folder, options):
    samples = ROOT / "samples/numa"
    best = samples / "h200.py"
    scripts = options.script or ([best] if best.exists() else [])
    loopyc = pathlib.Path(options.build).resolve() / "tools/loopyc/loopyc"
    if not loopyc.exists():
        loopyc = ROOT / options.build / "tools/loopyc/loopyc"
    generate.generate(folder, loopyc, samples, numbers(options.levels),
                      numbers(options.nq), [pathlib.Path(s) for s in scripts],
                      options.targets.split(","))


def main():
    options = arguments()
    if options.run:
        return run(options.run, options)
    if options.generate:
        write(options.generate, options)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        write(pathlib.Path(folder), options)
        return run(pathlib.Path(folder), options)


if __name__ == "__main__":
    sys.exit(main())
