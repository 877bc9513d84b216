"""Random transformations of the kernels of a batch: a script for loopyc, with
--set PLAN=FILE (what case.py says of each, in JSON) and --set OUT=FILE. With
--set MAP_PARALLEL=True, the last step is map_parallel, mostly the only one.

What loopyc refuses is left out, and noted. OUT gets a line for each kernel: its
steps as they could stand in a script, and how often what was tried and
accepted. A line "trying" goes before what may not come back.
"""
import json
import random
import re

import steps

plans = [json.loads(line) for line in open(PLAN)]
out = open(OUT, "w")
unit = lp.parse_fortran(SOURCE, FILENAME)


def note(**what):
    out.write(json.dumps(what) + "\n")
    out.flush()


def kind(error):
    """A message without the names in it."""
    text = str(error).strip().splitlines()[-1] if str(error).strip() else "?"
    text = re.sub(r"'[^']*'", "'.'", text)
    return re.sub(r"\d+", "0", re.sub(r"^\S*?:\d+(:\d+)?: ", "", text))[:110]


class Runner:
    """Applies steps to one kernel; keeps the states, to go back to."""

    def __init__(self, plan):
        self.plan = plan
        self.rng = random.Random(plan["seed"] * 31 + 5)
        self.tried, self.accepted, self.refused = {}, {}, {}
        self.states = []  # (text of a step, kernel after it)
        self.first = self.begin = ""

    def trying(self, step):
        note(trying=self.plan["seed"], step=step, begin=self.begin,
             steps=[text for text, _ in self.states])

    def start(self):
        kernels = [unit[name] for name in self.plan["kernels"]]
        self.first = ", ".join(f"t[{name!r}]" for name in self.plan["kernels"])
        if not self.plan["fuse"]:
            self.begin = f"k = {self.first}"
            return kernels[0]
        # Some kernels are transformed before they are fused.
        lines = []
        for at, knl in enumerate(kernels):
            before = len(self.states)
            if self.rng.random() < 0.35:
                chooser = steps.Chooser(self.rng, self.plan, lp)
                for _ in range(self.rng.randint(1, 2)):
                    knl = self.apply_all(knl, chooser, chooser.before_fusion(knl))
            mine = [text for text, _ in self.states[before:]]
            del self.states[before:]
            lines += [f"k = t[{self.plan['kernels'][at]!r}]", *mine, f"k{at} = k"]
            kernels[at] = knl
        fuse = {name: value for name, value in self.plan["fuse"].items() if value}
        if "data_flow" in fuse:
            fuse["data_flow"] = [tuple(flow) for flow in fuse["data_flow"]]
        words = "".join(f", {name}={value!r}" for name, value in fuse.items())
        names = ", ".join(f"k{at}" for at in range(len(kernels)))
        lines.append(f"k = lp.fuse_kernels([{names}]{words})")
        self.begin = "\n".join(lines)
        self.count(self.tried, "fuse_kernels")
        fused = lp.fuse_kernels(kernels, **fuse)
        self.count(self.accepted, "fuse_kernels")
        return fused if hasattr(fused, "args") else fused.default_entrypoint

    @staticmethod
    def count(counts, what):
        counts[what] = counts.get(what, 0) + 1

    def refuse(self, error):
        self.count(self.refused, kind(error))

    def schedulable(self, knl):
        try:
            lp.get_one_linearized_kernel(knl)
            return True
        except lp.LoopyError as error:
            self.refuse(error)
            return False

    def apply(self, knl, text):
        """The kernel after a step, or None."""
        name = re.findall(r"\blp\.(\w+)", text)
        name = name[-1] if name else "print"
        self.count(self.tried, name)
        self.trying(text)
        scope = {"lp": lp, "np": np, "k": knl}
        try:
            exec(text, scope)
        except lp.LoopyError as error:
            self.refuse(error)
            return None
        after = scope["k"]
        # Now and then on, from what cannot be scheduled.
        if after is not knl and self.rng.random() < 0.85:
            self.trying(f"{text}  # schedule")
            if not self.schedulable(after):
                return None
        self.count(self.accepted, name)
        self.states.append((text, after))
        return after

    def apply_all(self, knl, chooser, lines):
        for text in lines:
            after = self.apply(knl, text)
            if after is None:
                break
            chooser.learn(knl, after)
            knl = after
        return knl

    def steps(self, knl, count):
        chooser = steps.Chooser(self.rng, self.plan, lp)
        tries = self.rng.choice([0, 0, 3, 5])  # to get work-items
        late = self.rng.random() < 0.3
        for at in range(count):
            while tries > 0 and (not late or at == count - 1):
                before = knl
                knl = self.apply_all(knl, chooser, chooser.parallel(knl))
                tries = 0 if knl is not before else tries - 1
            knl = self.apply_all(knl, chooser, chooser.choose(knl))
        return knl

    def last_generated(self, knl):
        """The kernel after as many steps as code can be generated for."""
        states = [("", knl)] + self.states
        at = len(states) - 1
        while True:
            self.trying(f"# code after {at} steps")
            try:
                lp.generate_code_v2(states[at][1])
                del self.states[at:]
                return states[at][1]
            except lp.LoopyError as error:
                self.refuse(error)
                if at == 0:
                    raise
                at = at - 1 if len(states) - at < 3 else at // 2

    def run(self):
        first = self.start()
        self.states = []
        if globals().get("MAP_PARALLEL"):
            self.map_parallel(first)
        else:
            self.steps(first, self.rng.choice([2, 3, 4, 5, 6, 8, 10]))
        return self.last_generated(first)

    def map_parallel(self, knl):
        if self.rng.random() < 0.3:
            knl = self.steps(knl, self.rng.choice([1, 2, 3]))
        self.apply(knl, "k = lp.map_parallel(k)")


def run(plan):
    runner = Runner(plan)
    note(trying=plan["seed"], step="# start")
    problem, found = None, None
    try:
        found = runner.run()
    except (lp.LoopyError, KeyError) as error:
        problem = kind(error)
    note(seed=plan["seed"], begin=getattr(runner, "begin", ""),
         steps=[text for text, _ in runner.states], problem=problem,
         name=found.name if found is not None else "",
         tried=runner.tried, accepted=runner.accepted, refused=runner.refused)
    return found


RESULT = [k for k in map(run, plans) if k is not None]
note(end=True)
