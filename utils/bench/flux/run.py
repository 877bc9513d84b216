"""Builds and runs what generate.py wrote in this folder; prints the tables.

    run.py [--targets opencl,cuda] [--points N] [--seconds X] [--json FILE]
           [--build-only]

The exit status is 1 if a kernel failed or computed something else than the
reference does, or if nothing ran.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import tables

HERE = pathlib.Path(__file__).resolve().parent
CPU_POINTS = 8192
COPY_BYTES = {True: 1 << 30, False: 16 << 20}  # on a GPU, on a CPU
LONGEST_RUN = {True: 120, False: 600}  # seconds
LIBRARY_FOLDERS = ("/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib",
                   "/usr/local/cuda/lib64", "/usr/local/nvidia/lib64",
                   "/usr/local/lib")


class Skipped(Exception):
    """Why a target cannot run here."""


def library(name):
    listed = subprocess.run(["/sbin/ldconfig", "-p"], text=True,
                            capture_output=True).stdout
    found = re.search(rf"{re.escape(name)} .*=> (\S+)", listed)
    if found:
        return found[1]
    folders = os.environ.get("LD_LIBRARY_PATH", "").split(":")
    for folder in (*folders, *LIBRARY_FOLDERS):
        if folder and os.path.exists(f"{folder}/{name}"):
            return f"{folder}/{name}"
    return None


def has_nvidia_gpu():
    smi = shutil.which("nvidia-smi")
    return bool(smi) and subprocess.run(
        [smi, "-L"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL).stdout.strip().startswith(b"GPU")


class OpenCL:
    """Compiled by gcc; device code is compiled when it runs."""
    name = "OpenCL"
    kernel_suffix = "_host.c"

    def __init__(self, build_only):
        self.loader = library("libOpenCL.so.1")
        if not self.loader:
            raise Skipped("no libOpenCL.so.1")
        self.compiler = ["gcc", "-std=gnu11", "-O3", "-fopenmp",
                         "-I", HERE / "include"]

    def compile(self, source, output, defines, nq):
        return [*self.compiler, *defines, "-c", source, "-o", output]

    def link(self, objects, output):
        return ["gcc", "-fopenmp", *objects, self.loader, "-lm", "-lpthread",
                f"-Wl,-rpath,{os.path.dirname(self.loader)}", "-o", output]

    def environment(self):
        """Makes NVIDIA's driver known where no file of the system does."""
        vendors = pathlib.Path("/etc/OpenCL/vendors")
        known = vendors.is_dir() and any(
            "nvidia" in icd.read_text() for icd in vendors.glob("*.icd"))
        if known or not has_nvidia_gpu():
            return {}
        own = HERE / "build/vendors"
        own.mkdir(parents=True, exist_ok=True)
        (own / "nvidia.icd").write_text("libnvidia-opencl.so.1\n")
        return {"OCL_ICD_VENDORS": f"{own}/"}


class CUDA:
    """Compiled by nvcc for the GPU at hand (NVCCFLAGS: further options)."""
    name = "CUDA"
    kernel_suffix = ".cu"

    def __init__(self, build_only):
        path = os.environ.get("PATH", "") + ":/usr/local/cuda/bin"
        nvcc = shutil.which("nvcc", path=path)
        if not nvcc:
            raise Skipped("no nvcc")
        if not build_only and not has_nvidia_gpu():
            raise Skipped("no CUDA device")
        self.nvcc = [nvcc, f"-arch={self.architecture()}", "-O3"]
        self.options = shlex.split(os.environ.get("NVCCFLAGS", ""))

    @staticmethod
    def architecture():
        if not has_nvidia_gpu():
            return "sm_90"
        capability = subprocess.run(
            ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"],
            text=True, stdout=subprocess.PIPE, check=True).stdout
        return "sm_" + capability.split()[0].replace(".", "")

    def compile(self, source, output, defines, nq):
        host = (["-Xptxas", "-v", *self.options] if source.suffix == ".cu" else
                ["-Xcompiler", "-fopenmp,-O3,-std=gnu11"])
        return [*self.nvcc, *host, *defines, "-c", source, "-o", output]

    def link(self, objects, output):
        return [*self.nvcc, "-Xcompiler", "-fopenmp", *objects, "-o", output]

    def environment(self):
        return {}


TARGETS = {"opencl": OpenCL, "cuda": CUDA}


def call(command, log):
    """Runs a compiler; its output goes to a log, to the terminal on failure."""
    run = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    log.write_text(run.stdout)
    if run.returncode:
        sys.stderr.write(" ".join(map(str, command)) + "\n" + run.stdout)
        raise SystemExit(f"{log}: the compiler failed")


class Program:
    """All variants of one Nq for one target."""

    def __init__(self, target, kind, nq, variants):
        self.target, self.kind, self.nq = target, kind, nq
        self.variants = variants
        self.folder = HERE / "build" / target / f"nq{nq}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path = self.folder / "flux"

    def sources(self):
        """(source, options of its own)"""
        generated = HERE / self.target
        for variant in self.variants:
            prefix = variant["prefix"]
            source = generated / f"{prefix}{self.kind.kernel_suffix}"
            launcher = re.search(rf"\b\w+_launch_{self.target}\b",
                                 (generated / f"{prefix}.h").read_text())[0]
            yield source, [f"-D{launcher}={prefix}_launch_{self.target}"]
        yield generated / f"nq{self.nq}.c", []
        for name in ("main", "reference", f"device_{self.target}"):
            yield HERE / f"driver/{name}.c", []

    def compile_commands(self):
        options = [f"-DNQ={self.nq}", "-I", HERE / "driver",
                   "-I", HERE / self.target]
        for source, own in self.sources():
            output = self.folder / f"{source.name}.o"
            yield (self.kind.compile(source, output, [*options, *own], self.nq),
                   output.with_suffix(".log"))

    def link(self):
        objects = [self.folder / f"{source.name}.o"
                   for source, _ in self.sources()]
        call(self.kind.link(objects, self.path), self.folder / "link.log")

    def resources(self, variant):
        """What the compiler says of registers and spills, where it does."""
        log = self.folder / f"{variant['prefix']}{self.kind.kernel_suffix}.log"
        text = log.read_text() if log.exists() else ""
        used = re.search(r"Used (\d+) registers", text)
        spilled = re.search(r"(\d+) bytes spill stores", text)
        return {"registers": int(used[1]) if used else None,
                "spilled": int(spilled[1]) if spilled else None}

    def output(self, *arguments, timeout=60):
        """(lines that the program wrote, what went wrong or None)"""
        child = subprocess.Popen(
            [self.path, *map(str, arguments)], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, **self.kind.environment()})
        try:
            text, errors = child.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            child.kill()
            text, _ = child.communicate()
            errors = f"not done after {timeout} s"
        lines = [json.loads(line) for line in text.splitlines()]
        if not child.returncode:
            return lines, None
        return lines, errors.strip() or f"exit status {child.returncode}"

    def device(self):
        lines, trouble = self.output(0, 0, 0, 0)
        return lines[0] if lines and not trouble else {"trouble": trouble}

    def run(self, device, elements, seconds):
        """Results by prefix, and the copy bandwidth in GB/s."""
        results, copies = {}, []
        while len(results) < len(self.variants):
            lines, trouble = self.output(
                elements, seconds, COPY_BYTES[device["gpu"]], len(results),
                timeout=LONGEST_RUN[device["gpu"]])
            for line in lines:
                if "variant" in line:
                    results[line["variant"]] = line
            copies += [line["copy_gb_s"] for line in lines
                       if "copy_gb_s" in line]
            if trouble and len(results) < len(self.variants):
                # The next kernel's; start again behind it.
                name = self.variants[len(results)]["prefix"]
                results[name] = {"failed": trouble.splitlines()[-1]}
        for variant in self.variants:
            results[variant["prefix"]].update(self.resources(variant),
                                              elements=elements)
        return results, copies


def build(programs):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        commands = [c for program in programs
                    for c in program.compile_commands()]
        list(pool.map(lambda command: call(*command), commands))
        list(pool.map(Program.link, programs))


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
        return 0
    runs = [run_target(group, manifest, options)
            for group in programs.values()]
    runs = [run for run in runs if run]
    if options.json:
        options.json.write_text(json.dumps(
            {"variants": manifest["variants"], "runs": runs}, indent=1))
    return tables.show(manifest["variants"], runs)


if __name__ == "__main__":
    sys.exit(main())
