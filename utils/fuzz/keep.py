"""A failure as a plain script, with as few steps as still fail."""
import re
import shutil

from batch import Batch

SCRIPT = """import loopy as lp
t = lp.parse_fortran(SOURCE, FILENAME)
{}
RESULT = k
"""

# The same where Batch runs it: notes what script.py notes.
REPLAY = """import json
note = dict(seed={seed}, begin="", steps={steps!r}, tried={{}}, accepted={{}},
            refused={{}}, problem=None, name="")
try:
    exec(open("steps.py").read())
    k = k if hasattr(k, "args") else k.default_entrypoint
    note["name"] = k.name
except lp.LoopyError as error:
    note["problem"] = str(error)
    RESULT = []
open(OUT, "w").write(json.dumps(note) + "\\n")
"""


def plain(result, steps):
    begin = result["begin"] or "k = t.default_entrypoint"
    return SCRIPT.format("\n".join([begin, *steps]))


def keep(folder, case, result, tools, work, devices, minimize):
    folder.mkdir(parents=True, exist_ok=True)
    steps = [s for s in result["steps"] if not s.startswith("#")]
    if minimize and result["begin"]:
        steps = fewest(case, result, steps, tools, work, devices)
    name = f"{case.seed}"
    (folder / f"{name}.f90").write_text(case.text)
    (folder / f"{name}.reference.f90").write_text(case.reference)
    (folder / f"{name}.py").write_text(plain(result, steps))
    (folder / f"{name}.txt").write_text(
        f"{case.generator}; sizes {case.sizes}\n{result['verdict']}: "
        f"{result['reason']}\n")


def symptom(reason):
    """What a smaller script must do, too."""
    return re.sub(r"[\d.]+", "", reason)[:14]


def fewest(case, result, steps, tools, work, devices):
    """Leaves out one step after the other."""
    folder = work / f"minimize{case.seed}"

    def fails(some):
        folder.mkdir(exist_ok=True)
        script = folder / "replay.py"
        # Looks may fail a run as well as a change does.
        script.write_text(REPLAY.format(seed=case.seed, steps=some))
        batch = Batch(tools, folder / "run", [case], devices, script)
        found = replay(batch, plain(result, some))
        return (found["verdict"] == result["verdict"]
                and symptom(found["reason"]) == symptom(result["reason"]))

    if fails(steps):
        for at in range(len(steps) - 1, -1, -1):
            without = steps[:at] + steps[at + 1:]
            if fails(without):
                steps = without
    shutil.rmtree(folder, ignore_errors=True)
    return steps


def replay(batch, text):
    batch.before = lambda: (batch.folder / "steps.py").write_text(text)
    return batch.run()[batch.cases[0].seed]
