"""A random sequence of transformations: a script for loopyc --transform, with
--set SEED=N. What loopyc refuses is left out."""
import random

rng = random.Random(SEED)
knl = lp.parse_fortran(SOURCE, FILENAME).default_entrypoint


def loops():
    return sorted(i for i in knl.all_inames() if not knl.iname_tags(i))


def one():
    return rng.choice(loops())


def nest():
    """Some loops around one instruction, in any order."""
    inames = sorted(rng.choice(knl.instructions).within_inames)
    rng.shuffle(inames)
    return [i for i in inames if not knl.iname_tags(i)][:rng.randint(1, 3)]


def assigned(scalar):
    temporaries = {name for name, variable in knl.temporary_variables.items()
                   if scalar == (len(variable.shape) == 0)}
    return rng.choice(sorted(temporaries))


def array():
    return rng.choice(sorted(arg.name for arg in knl.args
                             if isinstance(arg, lp.GlobalArg) and arg.shape))


def within():
    return "id:" + rng.choice(knl.instructions).id


def split():
    return lp.split_iname(knl, one(), rng.choice([1, 2, 3, 4]),
                          inner_tag=rng.choice([None, None, "unr", "ilp"]),
                          slabs=rng.choice([(0, 0), (0, 0), (0, 1), (1, 1)]))


def reverse():
    iname = one()
    return lp.affine_map_inames(knl, iname, iname + "_r",
                                f"{iname}_r + {iname} = 0")


def skew():
    outer, inner = nest()
    return lp.affine_map_inames(knl, inner, inner + "_s",
                                f"{inner}_s = {inner} + 2*{outer}")


def precompute():
    rule = rng.choice(sorted(knl.substitutions))
    return lp.precompute(knl, rule, nest(), default_tag=None)


STEPS = [
    (6, split),
    (2, lambda: lp.chunk_iname(knl, one(), rng.choice([2, 3]))),
    (2, lambda: lp.join_inames(knl, nest())),
    (3, lambda: lp.prioritize_loops(knl, nest())),
    (2, lambda: lp.rename_iname(knl, one(), one(), existing_ok=True,
                                within=within())),
    (2, lambda: lp.duplicate_inames(knl, nest(), within())),
    (2, reverse), (2, skew),
    (4, lambda: lp.assignment_to_subst(knl, assigned(scalar=True))),
    (2, lambda: lp.assignment_to_subst(knl, assigned(scalar=False))),
    (4, precompute),
    (1, lambda: lp.expand_subst(knl)),
    (3, lambda: lp.buffer_array(knl, array(), nest(), default_tag=None)),
    (1, lambda: lp.tag_inames(knl, {one(): rng.choice(["g.0", "l.0", "unr"])})),
    (1, lambda: lp.split_array_axis(knl, (array(), 0), rng.choice([2, 3]))),
]

for _ in range(rng.randint(1, 6)):
    step = rng.choices([s for _, s in STEPS], [w for w, _ in STEPS])[0]
    try:
        knl = step()
    except (lp.LoopyError, IndexError, ValueError):
        pass
RESULT = knl
