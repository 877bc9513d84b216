"""Translates the levels and writes a folder that run.py builds and runs.

The folder holds manifest.json, TARGET/PREFIX.* as loopyc wrote them,
TARGET/nqN.c (what drives their launchers), scripts/, driver/ and run.py.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess

import launchers

HERE = pathlib.Path(__file__).resolve().parent
RUNS_THERE = ("run.py", "programs.py", "toolchains.py", "tables.py")
TABLE_1_NQ = 8
LAST_LEVEL = 8
# The paper's numbers of elements: about as many points for each Nq.
ELEMENTS = {4: 55300, 8: 6910, 12: 2050, 16: 864}


def elements(nq):
    return ELEMENTS.get(nq, ELEMENTS[8] * 8**3 // nq**3)


def cut(script, level):
    """The script up to the end of a level."""
    mark = re.compile(rf"^# \[Opt\. level {level}\]$", re.M).search(script)
    if not mark:
        raise SystemExit(f"the script has no level {level}")
    return script[:mark.end()] + "\n\nRESULT = f\n"


def plan(levels, nqs, scripts):
    """[(kernel, script, nq)]: what table 1 and table 2 show."""
    wanted = [(f"level{level}", TABLE_1_NQ) for level in levels]
    others = [re.sub(r"\W", "_", script.stem) for script in scripts]
    wanted += [(name, TABLE_1_NQ) for name in others]
    for nq in nqs:
        for kernel in [f"level{LAST_LEVEL}"] * (LAST_LEVEL in levels) + others:
            if (kernel, nq) not in wanted:
                wanted.append((kernel, nq))
    return wanted


def first_error(run):
    lines = run.stderr.strip().splitlines() or ["no output"]
    return next((line for line in lines if "error:" in line), lines[0])


def counts(command, nq):
    """Counted operations and bytes of global memory a point, where known."""
    run = subprocess.run(
        [*command, "--emit=stats", "--stats-format=json", "-o", "-",
         "--param", f"Ne={elements(nq)}"], text=True, capture_output=True)
    if run.returncode:
        return {}
    kernel, = json.loads(run.stdout)
    points = elements(nq) * nq**3
    moved = sum(part["bytes_value"] for part in kernel["traffic"]
                if part["space"] == "global")
    return {"flops_per_point": kernel["flops_value"] / points,
            "bytes_per_point": moved / points}


def translate(folder, loopyc, source, script, kernel, nq, targets):
    """Writes one kernel for all targets; returns its entry in the manifest."""
    prefix = f"{kernel}_nq{nq}"
    entry = {"kernel": kernel, "nq": nq, "prefix": prefix}
    command = [loopyc, source, f"--transform={script}", "--set", f"Nq={nq}"]
    for target in targets:
        run = subprocess.run(
            [*command, f"--target={target}", "--emit=device,host,header",
             "-o", folder / target / prefix], text=True, capture_output=True)
        if run.returncode:
            return {**entry, "failed": first_error(run)}
    return {**entry, **counts(command, nq)}


def write_tables(folder, entries, targets):
    for target in targets:
        for nq in sorted({entry["nq"] for entry in entries}):
            headers = {
                entry["prefix"]:
                (folder / target / f"{entry['prefix']}.h").read_text()
                for entry in entries
                if entry["nq"] == nq and "failed" not in entry}
            (folder / target / f"nq{nq}.c").write_text(
                launchers.table(headers, target))


def copy_driver(folder):
    shutil.copytree(HERE / "driver", folder / "driver", dirs_exist_ok=True)
    shutil.copy(HERE.parent / "timing.h", folder / "driver")
    for name in RUNS_THERE:
        shutil.copy(HERE / name, folder)
    (folder / "include/CL").mkdir(parents=True, exist_ok=True)
    for name in ("cl.h", "cl_platform.h", "cl_version.h"):
        header = pathlib.Path("/usr/include/CL", name)
        if header.exists():  # for machines that only run OpenCL
            shutil.copy(header, folder / "include/CL")


def generate(folder, loopyc, samples, levels, nqs, scripts, targets):
    for name in ("scripts", *targets):
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)
    source = samples / "refflux.f90"
    paper = (samples / "paper.py").read_text()
    files = {}
    for level in {*levels}:
        files[f"level{level}"] = folder / f"scripts/level{level}.py"
        files[f"level{level}"].write_text(cut(paper, level))
    for script in scripts:
        files[re.sub(r"\W", "_", script.stem)] = script
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        entries = list(pool.map(
            lambda item: translate(folder, loopyc, source, files[item[0]],
                                   *item, targets),
            plan(levels, nqs, scripts)))
    write_tables(folder, entries, targets)
    copy_driver(folder)
    (folder / "manifest.json").write_text(json.dumps({
        "variants": entries, "targets": targets,
        "elements": {nq: elements(nq) for nq in {*nqs, TABLE_1_NQ}},
    }, indent=1))
