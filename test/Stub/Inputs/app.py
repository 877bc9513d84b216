"""Builds a program twice, with the original sources and with their stubs, and
compares what it prints.

    app.py LOOPYC RUNTIME WORK MAIN SOURCE... [--fc FC] [--targets LIST]
           [--on DEVICE,...] [--reference SOURCE] [-- LOOPYC OPTION...]

SOURCE may be FILE=LIST: the targets of this one.

--reference: a source that the original program has besides. Prints "DEVICE: same" for each device, where "host" is the fallback, else a
diff; or the error and status of a program that ends in one.
"""
import argparse
import difflib
import os
import pathlib
import subprocess
import sys


def arguments():
    words, options = sys.argv[1:], []
    if "--" in words:
        at = words.index("--")
        words, options = words[:at], words[at + 1:]
    parser = argparse.ArgumentParser()
    parser.add_argument("loopyc")
    parser.add_argument("runtime", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("main")
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--fc", default="gfortran")
    parser.add_argument("--targets", default="opencl,c")
    parser.add_argument("--reference", action="append", default=[])
    parser.add_argument("--on", default="opencl,c,host")
    parsed = parser.parse_args(words)
    parsed.options = options
    return parsed


def run(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")


def translate(options, source, targets):
    """The stub, and the objects of the launchers."""
    prefix = options.work / source.stem
    run(options.loopyc, source, f"--target={targets}", "--cuda-kernels=loaded", "-o", prefix,
        *options.options)
    objects = []
    for name in (f"{prefix}_host.c", f"{prefix}_cuda.c", f"{prefix}.c"):
        if pathlib.Path(name).exists():
            objects.append(f"{name}.o")
            run("cc", "-std=c11", "-O1", "-Wall", "-Werror", "-fopenmp",
                "-D_DEFAULT_SOURCE", "-c", name, "-o", objects[-1])
    return f"{prefix}_stub.f90", objects


def output(program, **environment):
    done = subprocess.run([program], env={**os.environ, **environment},
                          text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    errors = "".join(line + "\n" for line in done.stderr.splitlines()
                     if line.startswith("loopyrt: error"))
    ending = f"{errors}status {done.returncode}\n" if done.returncode else ""
    return done.stdout + ending


def main():
    options = arguments()
    options.work.mkdir(parents=True, exist_ok=True)
    work = options.work.resolve()
    options.work = work
    stubs, objects = [], []
    sources = []
    for word in options.sources:
        name, _, targets = word.partition("=")
        sources.append(pathlib.Path(name).resolve())
        stub, some = translate(options, sources[-1], targets or options.targets)
        stubs.append(stub)
        objects += some
    main_file = pathlib.Path(options.main).resolve()
    reference, app = work / "reference", work / "app"
    others = [pathlib.Path(name).resolve() for name in options.reference]
    run(options.fc, *sources, *others,
        *[word for word in options.options if word.startswith("-D")],
        main_file, "-o", reference, cwd=work)
    module = options.runtime / "loopyrt_mod.f90"
    run(options.fc, module, *stubs, main_file, *objects,
        options.runtime / "libloopyrt.a", "-lgomp", "-lOpenCL", "-lpthread",
        "-ldl", "-lm", "-o", app, cwd=work)
    expected = output(reference)
    settings = {"cuda": {"LOOPYRT_DEVICE": "cuda"},
                "opencl": {"LOOPYRT_DEVICE": "opencl"},
                "c": {"LOOPYRT_DEVICE": "c"},
                "default": {},
                "host": {"LOOPYRT_DEVICE": "opencl:99",
                         "LOOPYRT_FALLBACK": "host"}}
    for device in options.on.split(","):
        found = output(app, LOOPYRT_CACHE_DIR=str(work / "cache"),
                       **settings[device])
        same = found == expected
        print(f"{device}: same" if same else f"{device}: differs")
        if not same:
            print("\n".join(difflib.unified_diff(
                expected.splitlines(), found.splitlines(), "reference",
                device, lineterm="")))


if __name__ == "__main__":
    main()
