"""Builds and runs what generate.py wrote in this folder; prints the tables.

    run.py [--targets opencl,cuda] [--points N] [--seconds X] [--json FILE]
           [--build-only]

The exit status is 1 if a kernel failed or computed something else than the
reference does, or if nothing ran.
"""
import argparse
import json
import pathlib
import sys

import tables
from programs import Program, build
from toolchains import TARGETS, Skipped

HERE = pathlib.Path(__file__).resolve().parent
CPU_POINTS = 8192


def prepare(manifest, targets, build_only):
    """Builds the programs of the targets that can run: {target: programs}."""
    nqs = sorted({variant["nq"] for variant in manifest["variants"]})
    programs = {}
    for target in targets:
        try:
            kind = TARGETS[target](build_only)
        except Skipped as reason:
            print(f"{target}: skipped: {reason}", flush=True)
            continue
        programs[target] = [
            Program(target, kind, nq,
                    [v for v in manifest["variants"]
                     if v["nq"] == nq and "failed" not in v]) for nq in nqs]
    build([program for group in programs.values() for program in group])
    return programs


def run_target(programs, manifest, options):
    """Runs the programs of one target: what tables.py shows."""
    device = programs[0].device()
    if "trouble" in device:
        print(f"{programs[0].target}: skipped: {device['trouble']}")
        return None
    points = options.points or (None if device["gpu"] else CPU_POINTS)
    results, copies = {}, []
    for program in programs:
        nq = program.nq
        elements = (max(1, points // nq**3) if points
                    else manifest["elements"].get(str(nq)))
        some, measured = program.run(device, elements, options.seconds)
        results.update(some)
        copies += measured
    for variant in manifest["variants"]:
        if "failed" in variant:
            results[variant["prefix"]] = {"failed": variant["failed"]}
    return {"target": programs[0].target, "name": programs[0].kind.name,
            "device": device["device"], "gpu": device["gpu"],
            "copy_gb_s": max(copies, default=None), "results": results}


def report_refused(programs):
    """What does not compile; the exit status."""
    refused = [(target, prefix, reason) for target, group in programs.items()
               for program in group
               for prefix, reason in program.refused.items()]
    for target, prefix, reason in refused:
        print(f"{target}: {prefix}: {reason}")
    return 1 if refused or not programs else 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--targets", default="opencl,cuda")
    parser.add_argument("--points", type=int)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--build-only", action="store_true")
    return parser.parse_args()


def main():
    options = arguments()
    manifest = json.loads((HERE / "manifest.json").read_text())
    targets = [t for t in options.targets.split(",") if t in manifest["targets"]]
    programs = prepare(manifest, targets, options.build_only)
    if options.build_only:
        return report_refused(programs)
    runs = [run_target(group, manifest, options)
            for group in programs.values()]
    runs = [run for run in runs if run]
    if options.json:
        options.json.write_text(json.dumps(
            {"variants": manifest["variants"], "runs": runs}, indent=1))
    return tables.show(manifest["variants"], runs)


if __name__ == "__main__":
    sys.exit(main())
