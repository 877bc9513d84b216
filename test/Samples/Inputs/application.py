"""Builds an application of samples/apps as it is, for a device and with
OpenACC's directives, in the ways that its README names, runs each, and compares
what they print.

    application.py BUILD FOLDER WORK KERNELS ARGUMENT...

KERNELS, with commas between, must have run on the device.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

build, sample, work = (pathlib.Path(name).resolve() for name in sys.argv[1:4])
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


def build_and_run(way, *make, inside="."):
    folder = work / way
    shutil.copytree(sample, folder)
    made = run("make", *make, cwd=folder)
    done = run(f"./{sample.name}", *arguments, cwd=folder / inside, LOOPYRT_PROFILE="1")
    return numbers(done.stdout), done.stderr, made.stderr


def main():
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    expected, _, _ = build_and_run("as-it-is")
    print(f"as it is: {len(expected)} numbers")

    found, profile, messages = build_and_run("device", "FC=loopyc-fc")
    print(f"loopyc-fc: {'agrees' if agree(found, expected) else f'DIFFERS: {found}'}")
    missing = [name for name in kernels if not re.search(rf"^{name}\b", profile, re.M)]
    print(f"kernels: {'not run: ' + ', '.join(missing) if missing else 'all run'}")
    print(f"messages: {messages or 'none'}")

    found, _, _ = build_and_run("openacc", "openacc", inside="openacc")
    print(f"OpenACC: {'agrees' if agree(found, expected) else f'DIFFERS: {found}'}")


main()
