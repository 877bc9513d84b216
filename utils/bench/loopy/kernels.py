"""See utils/bench/translate-kernels."""
import argparse
import os
import pathlib
import statistics
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from cases import BEGIN, CASES, GROWING, LIMITS  # noqa: E402
from compare import ENVIRONMENT, ROOT, loopy_python  # noqa: E402
from measure import run_once  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(prog="utils/bench/translate-kernels")
    parser.add_argument("--build", metavar="DIR", default=ROOT / "build",
                        type=pathlib.Path)
    parser.add_argument("--python", metavar="INTERPRETER", type=pathlib.Path)
    parser.add_argument("--rounds", metavar="N", default=5, type=int)
    parser.add_argument("--only", metavar="NAME,NAME...",
                        type=lambda names: names.split(","))
    parser.add_argument("--processor", action="store_true",
                        help="seconds of the processor, not of the clock")
    parser.add_argument("--against", metavar="DIR", type=pathlib.Path)
    options = parser.parse_args()
    unknown = set(options.only or []) - set(CASES)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are "
                     + ", ".join(CASES))
    return options


def limits(folder, name):
    """Options of loopyc."""
    if name not in LIMITS:
        return []
    file = pathlib.Path(folder, "device.limits")
    file.write_text(LIMITS[name])
    return [f"--device-limits={file}"]


def rivals(options, folder, name, script):
    """Commands by name."""
    builds = {"loopyc": options.build}
    if options.against:
        builds["other build"] = options.against
    ours = [script, "-Wno-serial", "-o", f"{folder}/ours",
            *limits(folder, name)]
    commands = {build: [where / "tools/loopyc/loopyc", *ours]
                for build, where in builds.items()}
    commands["Loo.py"] = [*ENVIRONMENT, options.python, HERE / "kernel_driver.py",
                          script, f"{folder}/theirs.cl"]
    return commands


def measured(options, folder, name):
    """Median seconds by rival."""
    script = pathlib.Path(folder, "kernel.py")
    script.write_text(BEGIN + CASES[name][0])
    commands = rivals(options, folder, name, script)
    runs = {rival: [] for rival in commands}
    for turn in range(options.rounds + 1):
        for rival, command in commands.items():
            before = os.times()
            seconds, _ = run_once(command)
            after = os.times()
            if options.processor:
                seconds = (after.children_user + after.children_system
                           - before.children_user - before.children_system)
            if turn:  # the first warms caches of files
                runs[rival].append(seconds)
    return {rival: statistics.median(of) for rival, of in runs.items()}


def main():
    options = arguments()
    options.python = options.python or loopy_python(
        options.build.resolve() / "bench/loopy")
    seconds, missed = {}, []
    clock = "the processor" if options.processor else "the clock"
    print(f"whole process, OpenCL, {clock}, medians of {options.rounds} in turns")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.only or CASES:
            at = seconds[name] = measured(options, folder, name)
            ratio, wanted = at["Loo.py"] / at["loopyc"], CASES[name][1]
            missed += [name] if ratio < wanted else []
            other = (f", other build {at['other build'] * 1e3:.0f} ms"
                     if options.against else "")
            print(f"{name:17} loopyc {at['loopyc'] * 1e3:5.0f} ms, Loo.py "
                  f"{at['Loo.py'] * 1e3:6.0f} ms, ratio {ratio:5.1f} "
                  f"(wanted: {wanted}){other}", flush=True)
    for row in GROWING:
        if all(name in seconds for name in row):
            times = [seconds[name]["loopyc"] for name in row]
            print(f"{' to '.join(row)}: " + ", ".join(
                f"{b / a:.2f} times as long" for a, b in zip(times, times[1:])))
    if missed:
        print(f"missed: {', '.join(missed)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
