"""Programs that check and time all kernels of one Nq for one target."""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
COPY_BYTES = {True: 1 << 30, False: 16 << 20}  # on a GPU, on a CPU
LONGEST_RUN = {True: 120, False: 600}  # seconds


class CompilerFailed(Exception):
    """The first error line of a compiler's output."""


def call(command, log):
    """Runs a compiler; its output goes to a log."""
    run = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    log.write_text(run.stdout)
    if run.returncode:
        lines = run.stdout.splitlines() or [f"{command[0]} failed"]
        raise CompilerFailed(next(
            (line for line in lines if "error" in line), lines[0]))


class Program:
    """All variants of one Nq for one target."""

    def __init__(self, target, kind, nq, variants):
        self.target, self.kind, self.nq = target, kind, nq
        self.variants = variants
        self.refused = {}  # prefixes of kernels that do not compile: why
        self.folder = HERE / "build" / target / f"nq{nq}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path = self.folder / "flux"

    def object(self, source):
        return self.folder / f"{source.name}.o"

    def compile(self, source, options):
        output = self.object(source)
        call(self.kind.compile(
            source, output, [f"-DNQ={self.nq}", "-I", HERE / "driver", "-I",
                             HERE / self.target, *options]),
             output.with_suffix(".log"))

    def kernel_source(self, variant):
        return (HERE / self.target /
                f"{variant['prefix']}{self.kind.kernel_suffix}")

    def compile_kernel(self, variant):
        """Under a launcher's name of its own: all are linked together."""
        prefix = variant["prefix"]
        header = HERE / self.target / f"{prefix}.h"
        launcher = re.search(rf"\b\w+_launch_{self.target}\b",
                             header.read_text())[0]
        try:
            self.compile(self.kernel_source(variant),
                         [f"-D{launcher}={prefix}_launch_{self.target}"])
        except CompilerFailed as failure:
            self.refused[prefix] = str(failure)

    def driver_sources(self):
        return [HERE / self.target / f"nq{self.nq}.c"] + [
            HERE / f"driver/{name}.c"
            for name in ("main", "reference", f"device_{self.target}")]

    def finish(self):
        """The driver, without the kernels that were refused, and the link."""
        self.variants = [variant for variant in self.variants
                         if variant["prefix"] not in self.refused]
        for source in self.driver_sources():
            self.compile(source, [f"-DWITHOUT_{prefix}"
                                  for prefix in sorted(self.refused)])
        objects = map(self.object, [*map(self.kernel_source, self.variants),
                                    *self.driver_sources()])
        call(self.kind.link([*objects], self.path), self.folder / "link.log")

    def resources(self, variant):
        """What the compiler says of registers and spills, where it does."""
        log = self.object(self.kernel_source(variant)).with_suffix(".log")
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
        for prefix, reason in self.refused.items():
            results[prefix] = {"failed": reason}
        return results, copies


def build(programs):
    kernels = [(program, variant) for program in programs
               for variant in program.variants]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda item: item[0].compile_kernel(item[1]), kernels))
        list(pool.map(Program.finish, programs))
