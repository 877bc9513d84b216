"""Some cases in one file: translated, built and run together.

    cases ──▶ batch.f90 ──loopyc, script.py──▶ kernels, launchers, stub ──▶ tested.so ─┐
      └─────▶ reference.f90 ──gfortran──▶ reference.so ────────────────────────────────┴─ driver

What fails as a batch is done again one case at a time, so that one failure
hides no other. C is compiled with the address and undefined-behaviour
sanitizers, and with values in variables that nothing set.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess

import processes

HERE = pathlib.Path(__file__).resolve().parent
SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize=alignment",
             "-fno-sanitize-recover=undefined", "-ftrivial-auto-var-init=pattern"]
TOLERANCES = {False: 1e-9, True: 1e-4}  # of cases with real(4)


class Tools:
    """What is built once: the driver, loopyrt's module."""

    def __init__(self, loopyc, folder, timeout, map_parallel=False):
        self.loopyc, self.timeout = loopyc, timeout
        self.settings = ["--set", "MAP_PARALLEL=True"] if map_parallel else []
        self.folder = folder
        self.runtime = loopyc.resolve().parents[2] / "lib" / "Runtime"
        shown = subprocess.run([loopyc, "--help"], stdout=subprocess.PIPE,
                               text=True).stdout
        # It writes files only where a prefix is given.
        self.verify = ["--verify", "-o", "batch"] if "--verify" in shown else []
        run(["cc", "-O1", "-w", HERE / "driver.c", "-o", folder / "driver", "-ldl",
             "-lm"])
        run(["cc", "-O1", "-w", "-fsanitize=address,undefined",
             HERE / "driver.c", "-o", folder / "driver_sanitized", "-ldl", "-lm"])
        if not (self.runtime / "libloopyrt.so").exists():
            raise SystemExit(f"{self.runtime} has no loopyrt; build target loopyrt, too")
        run(["gfortran", "-O0", "-fPIC", "-c", self.runtime / "loopyrt_mod.f90",
             "-J", folder, "-o", folder / "module.o"])
        self.oclgrind = self.find_oclgrind()

    def find_oclgrind(self):
        """What runs a program in Oclgrind: it takes the place of the OpenCL
        library that launchers link and that loopyrt opens."""
        found = shutil.which("oclgrind")
        if not found:
            return None
        prefix = pathlib.Path(found).resolve().parents[1]
        libraries = sorted(prefix.glob("lib/**/liboclgrind-rt.so"))
        if not libraries:
            return None
        (self.folder / "oclgrind").mkdir()
        for name in ("libOpenCL.so", "libOpenCL.so.1"):
            (self.folder / "oclgrind" / name).symlink_to(libraries[0])
        return [found, "--data-races"]


class Broken(Exception):
    """A tool failed: where, its output, its status (None: no end)."""

    def __init__(self, where, output, status):
        super().__init__(f"{where}: {output}")
        self.where, self.output, self.status = where, output, status


def run(command, where="", folder=None, timeout=240, **environment):
    status, output = processes.run(command, timeout, cwd=folder,
                                   env={**os.environ, **environment})
    if status is None or status:
        raise Broken(where or str(command[0]), output, status)
    return output


# Other ways of PoCL to the same values: it optimises nothing; it copies work-items
# instead of looping over them. What it compiled before is not taken.
OTHER_WAYS = [{"POCL_EXTRA_BUILD_FLAGS": "-cl-opt-disable"},
              {"POCL_WORK_GROUP_METHOD": "repl", "POCL_KERNEL_CACHE": "0"}]


class Batch:
    """`devices`: of c, opencl, oclgrind; `environment` is added to the driver's."""

    def __init__(self, tools, folder, cases, devices, script=None, environment={}):
        self.tools, self.folder, self.cases = tools, folder, cases
        self.devices = devices
        self.opencl = set(devices) != {"c"}
        self.script = script or HERE / "script.py"
        self.environment = {
            "LOOPYRT_CACHE": "0", "POCL_CACHE_DIR": str(folder / "pocl"),
            "OMP_NUM_THREADS": "1", "LC_ALL": "C", "POCL_MAX_PTHREAD_COUNT": "2",
            "ASAN_OPTIONS": "detect_leaks=0:malloc_fill_byte=255:"
                            "max_malloc_fill_size=100000000",
            "UBSAN_OPTIONS": "print_stacktrace=0", **environment}

    def run(self):
        """By seed: what became of the case."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        try:
            notes = self.translate()
            results = {c.seed: self.first_verdict(notes.get(c.seed)) for c in self.cases}
            if any(r["verdict"] == "" for r in results.values()):
                self.build(results)
                for device in self.devices:
                    self.execute(results, device)
            for r in results.values():
                r["verdict"] = r["verdict"] or "ok"
            return results
        except Broken as broken:
            if len(self.cases) == 1:
                return {self.cases[0].seed: self.blame(broken)}
        results = {}
        for case in self.cases:
            results |= Batch(self.tools, self.folder, [case], self.devices,
                             self.script).run()
        return results

    # --- translation
    def before(self):
        """For replays."""

    def translate(self):
        self.before()
        write = lambda name, text: (self.folder / name).write_text(text)
        write("batch.f90", "".join(c.text for c in self.cases))
        write("reference.f90", "".join(c.reference for c in self.cases))
        write("plan.json", "".join(json.dumps(c.plan()) + "\n" for c in self.cases))
        targets = "c,opencl" if self.opencl else "c"
        self.log = run([self.tools.loopyc, "batch.f90", f"--target={targets}",
                        f"--transform={self.script}", "--set", "PLAN=plan.json",
                        "--set", "OUT=out.json", *self.tools.settings,
                        *self.tools.verify], "loopyc",
                       self.folder, self.tools.timeout)
        return self.notes()

    def notes(self):
        path = self.folder / "out.json"
        lines = [json.loads(line) for line in
                 (path.read_text().splitlines() if path.exists() else [])]
        self.last = next((line for line in reversed(lines) if "trying" in line), {})
        return {line["seed"]: line for line in lines if "seed" in line}

    @staticmethod
    def first_verdict(note):
        result = {key: note[key] for key in
                  ("begin", "steps", "tried", "accepted", "refused", "name")}
        result["reason"] = note["problem"] or ""
        result["verdict"] = "refused" if note["problem"] else ""
        return result

    # --- build
    def build(self, results):
        f = self.folder
        self.drop_locality(f / "batch_stub.f90")
        run(["gfortran", "-O0", "-fPIC", "-shared", "-fcheck=bounds", "-w",
             "-ffp-contract=off", "reference.f90", "-o", "reference.so"],
            "reference", f)
        run(["gfortran", "-O0", "-fPIC", "-c", "-w", "-I", self.tools.folder,
             "batch_stub.f90", "-o", "stub.o"], "stub", f)
        common = ["cc", "-std=c11", "-D_DEFAULT_SOURCE", "-fPIC",
                  "-ffp-contract=off", "-w", "-c"]
        objects = ["stub.o", self.tools.folder / "module.o"]
        if self.opencl:
            run([*common, "-O0", "batch_host.c", "-o", "host.o"], "cc", f)
            run([*common, "-O0", "batch.c", "-o", "plain.o"], "cc", f)
            objects.append("host.o")
        run([*common, "-O1", *SANITIZED, "batch.c", "-o", "sanitized.o"], "cc", f)
        libraries = [f"-L{self.tools.runtime}", "-lloopyrt",
                     f"-Wl,-rpath,{self.tools.runtime}", "-lpthread", "-ldl", "-lm"]
        if self.opencl:
            libraries.append("-lOpenCL")
        link = ["gfortran", "-shared"]
        run([*link, "-fsanitize=address,undefined", *objects, "sanitized.o",
             *libraries, "-o", "tested_c.so"], "link", f)
        if self.opencl:
            run([*link, *objects, "plain.o", *libraries, "-o",
                 "tested_opencl.so"], "link", f)

    @staticmethod
    def drop_locality(stub):
        """Of statements that run on the host alone: gfortran knows it since 15."""
        known = re.compile(r"^( *do concurrent \(.*?\)) +(local|shared|reduce).*$",
                           re.MULTILINE)
        stub.write_text(known.sub(r"\1", stub.read_text()))

    # --- running
    def execute(self, results, device):
        f = self.folder
        stub = (f / "batch_stub.f90").read_text()
        stub = re.sub(r"\s*&\n\s*&?", " ", stub)
        live = [c for c in self.cases if results[c.seed]["verdict"] == ""]
        plan = []
        for case in live:
            name = results[case.seed]["name"]
            found = re.search(rf"^subroutine {name}\(([^)]*)\)", stub, re.M)
            if not found or f"{name}_offload(" not in stub:
                results[case.seed] |= {"verdict": "refused",
                                       "reason": "no kernel of this name"}
                continue
            dummies = [d.strip() for d in found.group(1).split(",")]
            lines = results[case.seed]["begin"].splitlines()
            text = plan_text(case, name, dummies,
                             lines + results[case.seed]["steps"])
            if text:
                plan.append(text)
            else:
                results[case.seed] |= {"verdict": "nothing to compare"}
        if not plan:
            return
        (f / f"plan_{device}").write_text("".join(plan))
        self.judge(results, device, self.drive(device))
        shutil.rmtree(f / "pocl", ignore_errors=True)

    def drive(self, device):
        tools, environment = self.tools, dict(self.environment)
        words = [tools.folder / "driver"]
        if device == "c":
            words = [tools.folder / "driver_sanitized"]
        elif device == "oclgrind":
            words = tools.oclgrind + words
            environment["LD_LIBRARY_PATH"] = str(tools.folder / "oclgrind")
        side = "c" if device == "c" else "opencl"
        # OpenCL programs are compiled at the first call, and again for others.
        runs = "16" if device == "c" else "4"
        return run([*words, f"plan_{device}", "./reference.so",
                    f"./tested_{side}.so", runs], f"run on {device}", self.folder,
                   600, LOOPYRT_DEVICE=side, **environment)

    def judge(self, results, device, output):
        said = {}
        for part in re.split(r"^== ", output, flags=re.M)[1:]:
            program, _, rest = part.partition("\n")
            said[program] = rest
        for line in output.splitlines():
            words = line.split(" ", 2)
            if len(words) < 3 or not re.fullmatch(r"p\d+", words[0]):
                continue
            result = results[int(words[0][1:])]
            if "OCLGRIND FATAL ERROR" in said.get(words[0], ""):
                result[device] = "beyond Oclgrind"  # an intrinsic, say
            elif words[1] == "ok":
                result[device] = "compared" if words[2].endswith("1") else "unchanged"
                if result[device] == "unchanged":
                    result["verdict"] = "nothing to compare"
                found = re.search(r"(Invalid |.*race|.*divergence).*\n(.*\n){0,5}",
                                  said.get(words[0], ""))
                if found:
                    result |= {"verdict": "FAILED",
                               "reason": f"{device}: {found.group(0).strip()}"}
            elif words[1] in ("FAILED", "REFERENCE"):
                result["verdict"] = "FAILED" if words[1] == "FAILED" else "invalid"
                more = [l for l in said.get(words[0], "").splitlines()
                        if re.search(r"rror|runtime|driver:|\.[cf]9?0?:\d+", l)][:3]
                result["reason"] = f"{device}: {words[2]}" + "".join(
                    "\n" + l[:300] for l in more)
        # The kernels of a file are compiled together for a device.
        if len(self.cases) > 1 and any(
                "refused the program" in part and "OCLGRIND FATAL" not in part
                for part in said.values()):
            raise Broken("run on " + device, output, 1)
        for case in self.cases:
            result = results[case.seed]
            if result["verdict"] == "" and device not in result:
                result |= {"verdict": "FAILED", "reason": f"{device}: no answer"}

    # --- failures
    def blame(self, broken):
        """Of the one case in the batch."""
        notes = self.notes()
        result = notes.get(self.cases[0].seed) or {
            "begin": self.last.get("begin", ""),
            "steps": [*self.last.get("steps", []), self.last.get("step", "# start")],
            "tried": {}, "accepted": {}, "refused": {}, "name": "", "problem": ""}
        if result["problem"]:  # so that no kernel was left
            return self.first_verdict(result)
        del result["problem"]
        result.pop("seed", None)
        output = broken.output.strip()
        last = self.last.get("step", "")
        if broken.status is None:
            reason = f"{broken.where}: no end; at: {last}"
        else:
            lines = [l for l in output.splitlines() if re.search(
                r"rror|nternal|ndefined|Assert|FAILED|verif", l)] or output.splitlines()[-3:]
            reason = f"{broken.where}: status {broken.status}: " + "\n".join(
                l[:400] for l in lines[:4])
            if broken.where == "loopyc":
                reason += f"\nlast: {last}"
        refused = (broken.where == "loopyc" and broken.status == 1
                   and not re.search(r"error:.*verify", output) and "Traceback" not in output
                   and "internal" not in output)
        verdict = "refused" if refused else (
            "invalid" if broken.where == "reference" else "FAILED")
        return {**result, "verdict": verdict, "reason": reason}


def plan_text(case, name, dummies, steps):
    """For driver.c; empty if no size is left."""
    sizes = case.sizes
    for fixed in re.findall(r"fix_parameters\(k, (\w)=(\d+)\)", "\n".join(steps)):
        sizes = [s for s in sizes if s[fixed[0]] == int(fixed[1])]
    if not sizes:
        return ""
    names = [v.name for v in case.arguments]
    renamed = re.findall(r"rename_argument\(k, '(\w+)', '(\w+)'", "\n".join(steps))
    original = {new: old for old, new in renamed}
    while not set(dummies) <= set(names):
        dummies = [original[d] if d not in names else d for d in dummies]
    order = list(range(len(names)))
    lines = [f"program {case.name} {TOLERANCES[case.single]} {case.seed}",
             f"reference {case.reference_name}_ {len(order)} {' '.join(map(str, order))}",
             f"tested {name}_ {len(dummies)} "
             + " ".join(str(names.index(d)) for d in dummies),
             f"objects {len(names)}"]
    lines += [f"{v.name} {v.kind} {v.init}" for v in case.arguments]
    lines.append(f"runs {len(sizes)}")
    for run, s in enumerate(sizes):
        lines.append(f"n={s['n']},m={s['m']}")
        for at, v in enumerate(case.arguments):
            elements = -1 if v.optional and run % 2 else v.elements(s)
            lines.append(f"{elements} {value(v, s, case.seed, at)}")
    return "\n".join(lines) + "\n"


def value(variable, sizes, seed, at):
    """VALUE and LIMIT of driver.c's plan."""
    if variable.init == "size":
        return f"{sizes[variable.name]} 0"
    if variable.init == "rows":
        return f"{(seed + at) % 3 + 1} {2*sizes['n'] + 1}"
    return f"{(seed + at) % 9 + 1} {sizes['n']}"
