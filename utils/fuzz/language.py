"""A kernel of the kernel language under random transformations: a script for
loopyc, with --set PLAN=FILE (what texts.py makes, in JSON) and --set OUT=FILE,
which gets the script that would make the same, without what was refused.

Some types are given before the transformations, the others after them.
"""
import json
import random
import re

import numpy as np

import steps

plan = json.load(open(PLAN))
rng = random.Random(plan["seed"] * 31 + 5)
states = []  # (text of a step, kernel after it)
late = {name: kind for name, kind in plan["types"].items() if rng.random() < 0.5}
early = {name: kind for name, kind in plan["types"].items() if name not in late}


def typed(types):
    return "{" + ", ".join(f"{n!r}: np.{t}" for n, t in types.items()) + "}"


words = "".join(f", {key}={value!r}" for key, value in plan["options"].items())
# As large as they must be: subscripts have several bounds.
# What calls assign has more dimensions, and plain subscripts.
extents = {name: ("2*n + 2*m + 40" if rank < 4 else "n + m + 12",)*rank
           for name, rank in plan["ranks"].items()}
images = random.Random(plan["seed"] * 17 + 3)


def is_written(name):
    return any(re.match(rf"[^=]*\b{name}\b[^=]*=(?!=)", line)
               for line in plan["text"].splitlines())


def kind(name, rank):
    """What is only read may be an image."""
    may_be = images.random() < 0.4 and 1 <= rank <= 3 and not is_written(name)
    return "ImageArg" if may_be else "GlobalArg"


data = ", ".join([f"lp.{kind(name, plan['ranks'][name])}({name!r}, "
                  + (f"np.{early[name]}, " if name in early else "")
                  + f"shape={extent})" for name, extent in extents.items()]
                 + [f"lp.TemporaryVariable({table['name']!r}, "
                    f"initializer=np.array({table['values']!r}, np.{table['type']}), "
                    f"read_only={table['read_only']})" for table in plan["tables"]])


def function(of):
    """Lines that make a function."""
    made = (f"{of['name']} = lp.make_function({of['domains']!r}, {of['text']!r},\n"
            "    [lp.GlobalArg('a'), lp.GlobalArg('b'), lp.ValueArg('w'), "
            f"lp.ValueArg('c'), '...'], name={of['name']!r})\n")
    for name, code in plan["operations"].items():
        if f"{name}(" in of["text"]:
            made += (f"{of['name']} = lp.register_reduction({of['name']}, {name!r}, "
                     f"{code})\n")
    return made + (f"{of['name']} = {of['transform']}\n" if of["transform"] else "")


functions = "".join(map(function, plan["functions"]))
merging = "".join(f", {of['name']}" for of in plan["functions"])
merging = f"k = lp.merge([k{merging}])[{plan['name']!r}]\n" if merging else ""
for of in plan["functions"]:
    if rng.random() < 0.3:
        merging += f"k = lp.inline_callable_kernel(k, {of['name']!r})\n"
begin = f"""import loopy as lp
import numpy as np
{functions}k = lp.make_kernel({json.dumps(plan['domains'], indent=4)}, \"\"\"
{plan['text']}
\"\"\", [{data + ', ' if data else ''}"..."], name={plan['name']!r}{words},
    assumptions={plan['assumptions']!r})
"""
for name, code in plan["externals"].items():
    begin += f"k = lp.register_callable(k, {name!r}, {code})\n"
for name, code in plan["operations"].items():
    begin += f"k = lp.register_reduction(k, {name!r}, {code})\n"
begin += merging
typing = f"k = lp.add_dtypes(k, {typed(late)})" if late else "pass"


def write(problem=None):
    lines = [begin, *[text for text, _ in states], "RESULT = k", ""]
    with open(OUT, "w") as out:
        json.dump({"script": "\n".join(lines), "problem": problem,
                   "steps": len(states)}, out)


def run(text, knl=None):
    scope = {"lp": lp, "np": np, "k": knl}
    exec(text, scope)
    return scope["k"]


def apply(knl, text):
    """The kernel after a step, or None."""
    states.append((text, None))
    write()  # what may not come back
    states.pop()
    try:
        after = run(text, knl)
        # Kernels with open types have no schedule.
        if after is not knl and rng.random() < 0.85:
            lp.get_one_linearized_kernel(run(typing, after))
    except lp.LoopyError:
        return None
    states.append((text, after))
    return after


def last_generated(first):
    while True:
        knl = states[-1][1] if states else first
        try:
            whole = run(typing, knl)
            write()
            lp.generate_code_v2(whole)
            return whole
        except lp.LoopyError:
            if not states:
                raise
            states.pop()


def main():
    write()  # making it may not come back
    knl = first = run(begin)
    chooser = steps.Chooser(rng, plan, lp)
    if plan["scans"] and rng.random() < 0.7:
        typed = typing + "\n" if late else ""
        after = apply(knl, typed + "k = lp.realize_reduction(k, automagic_scans_ok=True)")
        knl = after or knl
    for _ in range(rng.choice([1, 2, 3, 4, 6])):
        lines = chooser.parallel(knl) if rng.random() < 0.4 else chooser.choose(knl)
        for text in lines:
            after = apply(knl, text)
            if after is None:
                break
            chooser.learn(knl, after)
            knl = after
    whole = last_generated(first)
    states.append((typing, whole))
    return whole


try:
    RESULT = main()
    write()
except lp.LoopyError as error:
    write(str(error))
    raise
