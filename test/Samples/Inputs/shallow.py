"""Builds samples/shallow as it is and for a device in each way that its README
names, runs them on 1, 2 and 4 processes, and compares what they print.

    shallow.py BUILD SAMPLE WORK
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

build, sample, work = map(pathlib.Path, sys.argv[1:])
prefix = work.resolve() / "prefix"
STEPS = 200
RANKS = {"as it is": (1, 2, 4), "loopyc-fc": (1, 2, 4), "make": (2,), "CMake": (2,)}

environment = {
    **os.environ,
    "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}",
    "XDG_CACHE_HOME": str(work.resolve() / "cache"),
    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
}
WAYS = {
    "as it is": [["make"]],
    "loopyc-fc": [["make", "FC=loopyc-fc", "LOOPYC_FC=mpifort"]],
    "make": [["make", "-f", "Makefile.device"]],
    "CMake": [["cmake", "-B", ".", "-DSHALLOW_DEVICE=ON",
               f"-DCMAKE_PREFIX_PATH={prefix}"], ["cmake", "--build", "."]],
}


def run(*command, cwd=None, **more):
    done = subprocess.run([str(word) for word in command], cwd=cwd, text=True,
                          env={**environment, **more}, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"{command}: {done.stdout}{done.stderr}")
    return done


def numbers(text):
    return [float(word) for word in re.findall(r"-?\d+\.\d+(?:E[+-]\d+)?", text)]


def moved(profile):
    """Bytes that one process moved each way, the most of all processes."""
    return max(int(line.split()[-2]) for line in profile.splitlines()
               if line.startswith(("host to device", "device to host")))


def main():
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    run("cmake", "--install", build, "--prefix", prefix)
    reference = None
    for way, commands in WAYS.items():
        folder = work / way.replace(" ", "-")
        shutil.copytree(sample, folder)
        for command in commands:
            run(*command, cwd=folder)
        for ranks in RANKS[way]:
            done = run("mpirun", "-n", ranks, "./shallow", 100, 80, STEPS,
                       cwd=folder, LOOPYRT_PROFILE="1")
            found = numbers(done.stdout)
            reference = reference or found
            close = len(found) == len(reference) == 40 and all(
                abs(a - b) <= 1e-9 * max(abs(a), abs(b))
                for a, b in zip(found, reference))
            line = f"{way}, {ranks}: {'agrees' if close else 'DIFFERS'}"
            if way != "as it is":
                # Three exchanges of two rows each way in a step, one number;
                # ten reports and the end move whole arrays.
                arrays = 102 * (80 // ranks + 2) * 8
                limit = STEPS * (6 * 102 + 1) * 8 + 40 * arrays
                little = moved(done.stderr) <= limit
                line += ", moves " + ("halos" if little else "MORE")
            print(line)


main()
