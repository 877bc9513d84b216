"""Random choices of transformations, as lines of a script that assigns k.

What was staged last is remembered, so that later steps change its producers
and its consumers.
"""
from steps import data, loops, reductions, scans, staging, whole

# What some programs are made for.
OWN = {"reductions": reductions.STEPS, "scans": scans.STEPS}
GROUPS = [(8, loops), (6, staging), (3, data), (2, whole)]


class View:
    """A kernel, and what a step may choose of it."""

    def __init__(self, rng, plan, knl, lp, recent):
        self.rng, self.plan, self.knl, self.lp = rng, plan, knl, lp
        self.recent = [id for id in recent if id in knl.id_to_insn]

    def chance(self, probability):
        return self.rng.random() < probability

    def any(self, *values):
        return self.rng.choice(values)

    def fresh(self, base):
        return f"{base}_{self.rng.randint(100, 999)}"

    # --- loops
    def plain_loops(self, insn=None):
        names = insn.within_inames if insn else self.knl.all_inames()
        return sorted(i for i in names if not self.knl.iname_tags(i))

    def loop(self):
        """Rather one around what was staged last."""
        if self.recent and self.chance(0.4):
            names = self.plain_loops(self.knl.id_to_insn[self.any(*self.recent)])
            if names:
                return self.any(*names)
        return self.any(*self.plain_loops())

    def nest(self, insn=None, least=1, most=3):
        names = self.plain_loops(insn or self.any(*self.knl.instructions))
        self.rng.shuffle(names)
        if len(names) < least:
            raise IndexError
        return names[:self.rng.randint(least, most)]

    # --- instructions
    def insn(self):
        if self.recent and self.chance(0.6):
            return self.knl.id_to_insn[self.any(*self.recent)]
        return self.any(*self.knl.instructions)

    def some(self):
        """A loop, and a query for instructions in it."""
        insn = self.insn()
        return self.any(*self.plain_loops(insn)), self.within(insn)

    def within(self, insn=None):
        insn = insn or self.insn()
        name = insn.assignee_name
        if not name or self.chance(0.6):
            return f"id:{insn.id}"
        return self.any(f"writes:{name}", f"writes:{name}", f"reads:{name}",
                        f"not id:{insn.id}", f"iname:{self.loop()}")

    # --- variables
    def arrays(self, arguments=True, temporaries=True):
        classes = (self.lp.GlobalArg, self.lp.ImageArg)
        names = [a.name for a in self.knl.args if arguments
                 and isinstance(a, classes) and a.shape]
        if temporaries:
            names += [n for n, v in self.knl.temporary_variables.items() if v.shape]
        return sorted(names)

    def array(self, **which):
        return self.any(*self.arrays(**which))

    def variable(self, name):
        return self.knl.arg_dict.get(name) or self.knl.temporary_variables[name]

    def temporaries(self, scalar=None):
        return sorted(n for n, v in self.knl.temporary_variables.items()
                      if scalar is None or scalar == (len(v.shape) == 0))


class Chooser:
    def __init__(self, rng, plan, lp):
        self.rng, self.plan, self.lp = rng, plan, lp
        self.recent = []
        self.own = OWN.get(plan["generator"])

    def choose(self, knl, made=None):
        """Lines, each a step, of which each builds on those before. `made`:
        steps and their weights; None: any."""
        if made is None and self.own and self.rng.random() < 0.6:
            made = self.own
        for _ in range(20):
            view = View(self.rng, self.plan, knl, self.lp, self.recent)
            group = self.rng.choices([g for _, g in GROUPS],
                                     [w for w, _ in GROUPS])[0]
            some = made or group.STEPS
            step = self.rng.choices([s for _, s in some],
                                    [w for w, _ in some])[0]
            try:
                text = step(view)
            except (IndexError, ValueError):  # there is nothing to choose from
                continue
            return [text] if isinstance(text, str) else text
        return []

    def before_fusion(self, knl):
        """Nothing that makes the kernels' arrays differ."""
        return self.choose(knl, loops.STEPS + staging.STEPS)

    def parallel(self, knl):
        return self.choose(knl, self.own or loops.PARALLEL)

    def learn(self, before, after):
        """Instructions that are new, and those that read what they write."""
        new = [i for i in after.id_to_insn if i not in before.id_to_insn]
        if not new:
            return
        written = {after.id_to_insn[i].assignee_name for i in new}
        fresh = [name for name in written if name in after.temporary_variables
                 and name not in before.temporary_variables]
        users = [i.id for i in after.instructions
                 if any(name in str(i) for name in fresh)]
        self.recent = (new + users)[:12]
