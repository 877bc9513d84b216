"""Builds an application of samples/apps as it is, for a device and with
OpenACC's directives, in the ways that its README names, runs each, and compares
what they print.

    application.py BUILD FOLDER WORK KERNELS ARGUMENT...

KERNELS, with commas between, must have run on the device, and arrays must stay
there: with twice as many steps, the last ARGUMENT, no more than some scalars
may move.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

build, sample, work = (pathlib.Path(name).resolve() for name in sys.argv[1:4])
SCALARS = 4096
kernels, arguments = sys.argv[4].split(","), sys.argv[5:]

environment = {**os.environ, "XDG_CACHE_HOME": str(work / "cache"),
               "PATH": f"{build / 'tools/loopyc'}:{os.environ['PATH']}"}


def run(*command, cwd, **more):
    done = subprocess.run(command, cwd=cwd, text=True, env={**environment, **more},
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"{command}: {done.stdout}{done.stderr}")
    return done


def numbers(text):
    return [float(word) for word in re.findall(r"-?\d+\.\d+(?:E[+-]\d+)?", text)]


def agree(found, expected):
    return len(found) == len(expected) > 0 and all(
        abs(a - b) <= 1e-9*max(abs(a), abs(b)) for a, b in zip(found, expected))


def make(way, *options):
    """The folder, and what the compilers said."""
    folder = work / way
    shutil.copytree(sample, folder)
    return folder, run("make", *options, cwd=folder).stderr


def execute(folder, words):
    """The numbers that the program prints, and the profile."""
    done = run(f"./{sample.name}", *words, cwd=folder, LOOPYRT_PROFILE="1")
    return numbers(done.stdout), done.stderr


def moved(profile):
    return sum(int(line.split()[-2]) for line in profile.splitlines()
               if line.startswith(("host to device", "device to host")))


def main():
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    folder, _ = make("as-it-is")
    expected, _ = execute(folder, arguments)
    print(f"as it is: {len(expected)} numbers")

    folder, messages = make("device", "FC=loopyc-fc")
    found, profile = execute(folder, arguments)
    print(f"loopyc-fc: {'agrees' if agree(found, expected) else f'DIFFERS: {found}'}")
    missing = [name for name in kernels if not re.search(rf"^{name}\b", profile, re.M)]
    print(f"kernels: {'not run: ' + ', '.join(missing) if missing else 'all run'}")
    twice = [*arguments[:-1], str(2*int(arguments[-1]))]
    more = moved(execute(folder, twice)[1]) - moved(profile)
    print(f"arrays: {'stay' if more <= SCALARS else f'{more} bytes MORE'}")
    print(f"messages: {messages or 'none'}")

    folder, _ = make("openacc", "openacc")
    found, _ = execute(folder / "openacc", arguments)
    print(f"OpenACC: {'agrees' if agree(found, expected) else f'DIFFERS: {found}'}")


main()
