"""See utils/bench/translate-vs-loopy."""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "flux")]

from generate import LAST_LEVEL, cut  # noqa: E402
from measure import run_once  # noqa: E402

PACKAGES = ["loopy==2025.2", "islpy==2025.2.5", "fparser", "pyopencl"]
# Loo.py asks its sets for an order that depends on the hash seed; with some
# seeds it then finds the script's rules in an order that it cannot schedule.
ENVIRONMENT = ["env", "LOOPY_NO_CACHE=1", "CG_NO_CACHE=1", "PYTHONHASHSEED=1"]


def arguments():
    parser = argparse.ArgumentParser(prog="utils/bench/translate-vs-loopy")
    parser.add_argument("--build", metavar="DIR", default=ROOT / "build",
                        type=pathlib.Path)
    parser.add_argument("--level", metavar="N", default=LAST_LEVEL,
                        type=int)
    parser.add_argument("--rounds", metavar="N", default=5, type=int)
    parser.add_argument("--against", metavar="DIR", type=pathlib.Path,
                        help="another build folder, timed in the same turns")
    return parser.parse_args()


def loopy_python(folder):
    """The interpreter of an environment that has Loo.py, made if missing."""
    python = folder / "bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    present = subprocess.run([python, "-c", "import loopy, fparser"],
                             stderr=subprocess.DEVNULL).returncode == 0
    if not present:
        install = subprocess.run(
            [python, "-m", "pip", "install", "--quiet", *PACKAGES], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if install.returncode:
            raise SystemExit(f"cannot install Loo.py: {install.stdout}")
    return python


def summary(name, runs):
    seconds = statistics.median(seconds for seconds, _ in runs)
    memory = max(memory for _, memory in runs)
    print(f"{name}: {seconds * 1e3:.0f} ms, {memory:.0f} MB "
          f"(median of {len(runs)})")
    return seconds


def main():
    options = arguments()
    loopyc = options.build / "tools/loopyc/loopyc"
    python = loopy_python(options.build.resolve() / "bench/loopy")
    fortran = ROOT / "samples/numa/refflux.f90"
    paper = (ROOT / "samples/numa/paper.py").read_text()
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder, "level.py")
        script.write_text(cut(paper, options.level))
        translate = [fortran, f"--transform={script}", "--set", "Nq=8",
                     "-o", f"{folder}/ours"]
        rivals = {
            "loopyc": [loopyc, *translate],
            "Loo.py 2025.2": [*ENVIRONMENT, python, HERE / "driver.py",
                              fortran, script, "Nq=8", f"{folder}/theirs.cl"],
        }
        if options.against:
            other_build = options.against / "tools/loopyc/loopyc"
            rivals["loopyc of the other build"] = [other_build, *translate]
        for command in rivals.values():
            run_once(command)
        runs = {name: [] for name in rivals}
        for _ in range(options.rounds):
            for name, command in rivals.items():
                runs[name].append(run_once(command))
    print(f"level {options.level}, Nq = 8, OpenCL, whole process")
    seconds = {name: summary(name, of) for name, of in runs.items()}
    mine = seconds["loopyc"]
    wanted = " (wanted: at least 60)" if options.level == LAST_LEVEL else ""
    print(f"ratio of medians: {seconds['Loo.py 2025.2'] / mine:.1f}{wanted}")
    if options.against:
        other = seconds["loopyc of the other build"]
        print(f"this build to the other: {mine / other:.3f}")


if __name__ == "__main__":
    main()
